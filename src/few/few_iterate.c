/*
 * The iteration of syevx and heevx, and its results. dd/few.h has the method and its sources,
 * few_basis.h the matrices.
 *
 * A step: solve the small problem; if the basis is full, restart: V becomes V T, T an orthonormal
 * basis of [S P]; compute the residuals AV S - V S diag(values); end, or extend V by residuals.
 *
 * For the highest eigenvalues the lowest ones of -A are computed. A is multiplied by a power of two
 * if the first product is far from 1, so that squares of residuals do not underflow.
 */
#include <math.h>
#include <string.h>

#include "core/checks.h"
#include "few_basis.h"

enum
{
    /* The call ends after so many fresh sets of residuals none of which is half of the least one
     * before. */
    MOST_STALE = 3,
    /* So many steps in which the largest residual does not become less, by 5%, lead to a fresh
     * set. */
    PATIENCE = 100
};

/* The residual, relative to |A|, that one vector more than the wanted ones must have. */
static const double GUARD_TOLERANCE = 0.01;

/* ---- steps ----------------------------------------------------------------------------------- */

static ddblasStatus_t send_values(const struct ddblas_few *f)
{
    for (int64_t j = 0; j < f->block; j++)
        if (ddblas_type_is_complex(f->p->type))
            ((ddblas_host_u *)(void *)f->host)[j] = cuddcFromReal(f->values[j]);
        else
            ((ddblas_host_w *)(void *)f->host)[j] = f->values[j];
    return ddblas_few_send(f, f->values_on_engine, f->host, (size_t)f->block * f->t->size);
}

/* S and values, from H. */
static ddblasStatus_t solve_small(struct ddblas_few *f)
{
    const int64_t p = f->columns;
    f->solved = 0;
    DDBLAS_CHECK(f->t->copy(f->handle, p, p, f->H, f->basis, f->S, f->basis));
    DDBLAS_CHECK(f->t->decompose(f->handle, p, f->S, f->basis, f->w, f->info));
    DDBLAS_CHECK(ddblas_few_fetch(f, f->values, f->w, (size_t)p * sizeof *f->values, (size_t)p * sizeof *f->values, 1));
    if (!isfinite(f->values[0].x))
        return ddblas_fail(f->handle, DDBLAS_STATUS_INTERNAL_ERROR, "syevx: the small eigenvalue problem did not converge");
    f->norm = fmax(f->norm, fmax(fabs(f->values[0].x), fabs(f->values[p - 1].x)));
    f->solved = 1;
    return send_values(f);
}

/* matrix = matrix T, which has `kept` columns. */
static ddblasStatus_t combine(struct ddblas_few *f, char *matrix, int64_t kept)
{
    DDBLAS_CHECK(f->t->multiply(f->handle, 0, f->n, kept, f->columns, 1.0, matrix, f->n, f->T, f->basis, 0.0, f->work, f->n));
    return f->t->copy(f->handle, f->n, kept, f->work, f->n, matrix, f->n);
}

/* V keeps the Ritz vectors and those of the step before. */
static ddblasStatus_t restart(struct ddblas_few *f)
{
    const int64_t p = f->columns, kept = 2 * f->block;
    DDBLAS_CHECK(f->t->copy(f->handle, p, f->block, f->S, f->basis, f->T, f->basis));
    DDBLAS_CHECK(f->t->copy(f->handle, p, f->block, f->P, f->basis, ddblas_few_column(f, f->T, f->basis, f->block), f->basis));
    DDBLAS_CHECK(f->t->orthonormalise(f->handle, p, kept, f->T, f->basis, f->small, f->tau));
    DDBLAS_CHECK(f->t->multiply_lower(f->handle, p, kept, f->H, f->basis, f->T, f->basis, f->S, f->basis));
    DDBLAS_CHECK(f->t->multiply(f->handle, 1, kept, kept, p, 1.0, f->T, f->basis, f->S, f->basis, 0.0, f->H, f->basis));
    DDBLAS_CHECK(combine(f, f->V, kept));
    DDBLAS_CHECK(combine(f, f->AV, kept));
    f->columns = kept;
    f->is_fresh = 0;
    return f->t->set(f->handle, kept, f->block, 1, f->S, f->basis);
}

/* The residuals of the Ritz vectors in `work`, and their norms. */
static ddblasStatus_t compute_residuals(struct ddblas_few *f)
{
    const int64_t b = f->block, p = f->columns;
    DDBLAS_CHECK(f->t->scale_columns(f->handle, p, b, f->S, f->basis, f->values_on_engine, f->T, f->basis));
    DDBLAS_CHECK(f->t->multiply(f->handle, 0, f->n, b, p, 1.0, f->AV, f->n, f->S, f->basis, 0.0, f->work, f->n));
    DDBLAS_CHECK(f->t->multiply(f->handle, 0, f->n, b, p, -1.0, f->V, f->n, f->T, f->basis, 1.0, f->work, f->n));
    DDBLAS_CHECK(f->t->multiply(f->handle, 1, b, b, f->n, 1.0, f->work, f->n, f->work, f->n, 0.0, f->small, b));
    DDBLAS_CHECK(ddblas_few_fetch_diagonal(f, b));
    for (int64_t j = 0; j < b; j++)
        f->norms[j] = sqrt(fmax(ddblas_few_real_part(f, j).x, 0.0));
    return DDBLAS_STATUS_SUCCESS;
}

static int has_converged(const struct ddblas_few *f, int64_t j) { return f->norms[j] <= f->p->plan.tolerance * f->norm; }

/* The number of pairs that have converged, counted from the end of the spectrum. */
static int64_t count_found(const struct ddblas_few *f)
{
    int64_t j = 0;
    while (j < f->p->k && has_converged(f, j))
        j++;
    return j;
}

static int is_complete(const struct ddblas_few *f)
{
    const int64_t k = f->p->k;
    return count_found(f) == k && (k == f->block || f->norms[k] <= GUARD_TOLERANCE * f->norm || has_converged(f, k));
}

/* Extends V by the residuals from the first to the last that has not converged. */
static ddblasStatus_t extend(struct ddblas_few *f)
{
    int64_t first = 0, end = f->block;
    while (first < end - 1 && has_converged(f, first))
        first++;
    while (end > first + 1 && has_converged(f, end - 1))
        end--;
    const int64_t added = end - first, p = f->columns;
    const char *residuals = ddblas_few_column(f, f->work, f->n, first);
    char *tail = ddblas_few_column(f, f->V, f->n, p);
    DDBLAS_CHECK(f->p->preconditions ? ddblas_few_call(f, &f->p->precondition, "preconditioner", added, residuals, tail)
                                     : f->t->copy(f->handle, f->n, added, residuals, f->n, tail, f->n));
    DDBLAS_CHECK(ddblas_few_orthonormalise_tail(f, added));
    DDBLAS_CHECK(ddblas_few_apply(f, p, added));
    DDBLAS_CHECK(ddblas_few_extend_small(f, p, added));
    DDBLAS_CHECK(f->t->copy(f->handle, p, f->block, f->S, f->basis, f->P, f->basis));
    DDBLAS_CHECK(f->t->set(f->handle, added, f->block, 0, ddblas_few_column(f, f->P, 1, p), f->basis));
    f->columns += added;
    f->is_fresh = 0;
    return DDBLAS_STATUS_SUCCESS;
}

/* V = the Ritz vectors, made orthonormal once more, and A is applied to them. */
static ddblasStatus_t refresh(struct ddblas_few *f)
{
    int lost;
    DDBLAS_CHECK(f->t->multiply(f->handle, 0, f->n, f->block, f->columns, 1.0, f->V, f->n, f->S, f->basis, 0.0, f->work, f->n));
    DDBLAS_CHECK(f->t->copy(f->handle, f->n, f->block, f->work, f->n, f->V, f->n));
    DDBLAS_CHECK(ddblas_few_orthonormalise(f, f->V, f->block, &lost));
    /* If the operator fails now, these are the best vectors. */
    DDBLAS_CHECK(f->t->set(f->handle, f->block, f->block, 1, f->S, f->basis));
    f->columns = f->block;
    DDBLAS_CHECK(ddblas_few_apply(f, 0, f->block));
    f->is_fresh = 1;
    return ddblas_few_extend_small(f, 0, f->block);
}

/* The largest norm of the residuals of the wanted vectors. */
static double worst_norm(const struct ddblas_few *f)
{
    double worst = 0.0;
    for (int64_t j = 0; j < f->p->k; j++)
        worst = fmax(worst, f->norms[j]);
    return worst;
}

/* How residuals become smaller. */
struct progress
{
    double least, least_fresh; /* The least of the largest norms so far, and of fresh ones. */
    int waiting, stale;        /* Steps without a smaller one, and fresh sets without half of it. */
};

static void note_progress(struct progress *g, const struct ddblas_few *f)
{
    const double worst = worst_norm(f);
    g->waiting = worst < 0.95 * g->least ? 0 : g->waiting + 1;
    g->least = fmin(g->least, worst);
    if (!f->is_fresh)
        return;
    g->waiting = 0;
    g->stale = worst > 0.5 * g->least_fresh ? g->stale + 1 : 0;
    g->least_fresh = fmin(g->least_fresh, worst);
}

static ddblasStatus_t iterate(struct ddblas_few *f)
{
    struct progress g = {.least = INFINITY, .least_fresh = INFINITY};
    DDBLAS_CHECK(f->t->set(f->handle, f->basis, f->basis, 0, f->H, f->basis));
    DDBLAS_CHECK((f->dense ? ddblas_few_begin_dense : ddblas_few_begin)(f));
    f->is_fresh = 1;
    for (;;)
    {
        DDBLAS_CHECK(solve_small(f));
        if (!f->dense && f->columns + f->block > f->basis)
            DDBLAS_CHECK(restart(f));
        DDBLAS_CHECK(compute_residuals(f));
        note_progress(&g, f);
        const int complete = is_complete(f);
        if (f->dense || (complete && f->is_fresh) || g.stale >= MOST_STALE || f->p->report->calls >= f->p->plan.most)
            return DDBLAS_STATUS_SUCCESS;
        DDBLAS_CHECK((complete || g.waiting >= PATIENCE ? refresh : extend)(f));
    }
}

/* ---- results --------------------------------------------------------------------------------- */

/* w and the residuals in the order of the results; X if vectors are there. */
static ddblasStatus_t store(struct ddblas_few *f)
{
    const struct ddblas_few_problem *p = f->p;
    const int64_t k = p->k;
    p->report->norm = ldexp(f->norm, f->exponent);
    p->report->found = f->solved ? count_found(f) : 0;
    for (int64_t j = 0; j < k; j++)
    {
        const int64_t from = f->sign < 0.0 ? k - 1 - j : j;
        const cuddreal value = f->solved ? cuddLdexp(f->values[from], f->exponent) : cuddNan();
        ((ddblas_host_w *)(void *)f->host)[j] = f->sign < 0.0 ? cuddNeg(value) : value;
        if (p->residuals)
            p->residuals[j] = f->solved ? ldexp(f->norms[from], f->exponent) : NAN;
        if (f->solved)
            DDBLAS_CHECK(f->t->copy(f->handle, f->columns, 1, ddblas_few_column(f, f->S, f->basis, from), f->basis,
                                    ddblas_few_column(f, f->T, f->basis, j), f->basis));
    }
    DDBLAS_CHECK(ddblas_few_send(f, p->w, f->host, (size_t)k * sizeof(cuddreal)));
    return f->solved ? f->t->multiply(f->handle, 0, f->n, k, f->columns, 1.0, f->V, f->n, f->T, f->basis, 0.0, p->X, p->ldx)
                     : DDBLAS_STATUS_SUCCESS;
}

/* The error of the computation, with its sentence, outlives the steps of storing. */
ddblasStatus_t ddblas_few_compute(struct ddblas_few *f)
{
    char error[DDBLAS_ERROR_TEXT];
    const ddblasStatus_t status = iterate(f);
    memcpy(error, f->handle->last_error, sizeof error);
    const ddblasStatus_t stored = store(f);
    if (status == DDBLAS_STATUS_SUCCESS)
        return stored;
    memcpy(f->handle->last_error, error, sizeof error);
    f->handle->last_argument = 0;
    return status;
}
