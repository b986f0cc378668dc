/*
 * The steps of an expert driver in their order: equilibration, factors, growth, condition,
 * solutions, refinement, bounds.
 */
#include "expert.h"

#include <math.h>

#include "core/checks.h"
#include "equilibrate.h"
#include "factor/factor.h"
#include "factor/inverse/condition.h"
#include "factor/inverse/inverse.h"
#include "steps.h"

/* A scaling is worth while if the ratio of its factors is below this; LAPACK's laqge and laqsy. */
static const double worth_while = 0.1;

/* ---- copies, maxima -------------------------------------------------------------------------- */

static ddblasStatus_t copy_columns(struct ddblas_expert *e, int64_t columns, const void *from, int64_t ldf, void *to, int64_t ldt)
{
#if DDBLAS_HAVE_CUDA
    if (e->handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_copy_cuda(e->handle, e->p->type, e->p->n, columns, from, ldf, to, ldt);
#endif
    ddblas_copy_cpu(e->handle, e->size, e->p->n, columns, from, ldf, to, ldt);
    return DDBLAS_STATUS_SUCCESS;
}

/* The largest elements of `columns` columns, of the upper triangle if `upper`, in host memory. */
static ddblasStatus_t find_largest(struct ddblas_expert *e, const void *A, int64_t lda, int64_t columns, int upper, double *host)
{
    const struct ddblas_largest_step step = {
        .type = e->p->type, .upper = upper, .m = e->p->n, .n = columns, .A = A, .lda = lda, .largest = e->largest};
    DDBLAS_CHECK(ddblas_largest_step(e->handle, &step));
    return ddblas_expert_fetch(e, host, e->largest, (size_t)columns * sizeof *host);
}

static double largest_of(const double *numbers, int64_t count)
{
    double largest = 0.0;
    for (int64_t i = 0; i < count; i++)
        largest = numbers[i] > largest || isnan(numbers[i]) ? numbers[i] : largest;
    return largest;
}

/* ---- equilibration --------------------------------------------------------------------------- */

static int has_rows(const struct ddblas_expert *e) { return (e->equed & DDBLAS_EQUILIBRATION_ROWS) != 0; }
static int has_columns(const struct ddblas_expert *e) { return (e->equed & DDBLAS_EQUILIBRATION_COLUMNS) != 0; }

/* The smallest number from which on products with numbers of its kind stay in the range with all
 * their digits. */
static double small_of(ddblasType_t type)
{
    const double least = ddblas_type_is_single(type) ? 0x1p-126 : ddblas_type_is_double_double(type) ? CUDD_SAFE_MIN : 0x1p-1022;
    return least / ddblas_type_unit(type);
}

static ddblasStatus_t scale(struct ddblas_expert *e, ddblasFillMode_t uplo, int64_t columns, void *A, int64_t lda,
                            const double *R, const double *C)
{
    const struct ddblas_scale_step step = {
        .type = e->p->type, .uplo = uplo, .m = e->p->n, .n = columns, .A = A, .lda = lda, .R = R, .C = C};
    return R || C ? ddblas_scale_step(e->handle, &step) : DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t equilibrate(struct ddblas_expert *e)
{
    const struct ddblas_expert_problem *p = e->p;
    double rowcnd = 1.0, colcnd = 1.0, amax = 0.0;
    int64_t info = 0;
    const struct ddblas_equilibration problem = {.type = p->type,
                                                 .positive = p->positive,
                                                 .m = p->n,
                                                 .n = p->n,
                                                 .A = p->A,
                                                 .lda = p->lda,
                                                 .R = p->R,
                                                 .C = p->C,
                                                 .rowcnd = &rowcnd,
                                                 .colcnd = &colcnd,
                                                 .amax = &amax,
                                                 .info = &info};
    DDBLAS_CHECK(ddblas_equilibrate(e->handle, &problem));
    if (info != 0 || !(amax < (double)INFINITY))
        return DDBLAS_STATUS_SUCCESS;
    const double small = small_of(p->type);
    const int rows = rowcnd < worth_while || amax < small || amax > 1.0 / small,
              columns = p->positive ? rows : colcnd < worth_while;
    e->equed = (ddblasEquilibration_t)((rows ? DDBLAS_EQUILIBRATION_ROWS : 0) | (columns ? DDBLAS_EQUILIBRATION_COLUMNS : 0));
    return scale(e, p->positive ? p->uplo : DDBLAS_FILL_MODE_FULL, p->n, p->scaled_A, p->lda, rows ? p->R : NULL,
                 columns ? p->C : NULL);
}

/* Refuses factors of the caller that are not positive numbers. */
static ddblasStatus_t check_factors(struct ddblas_expert *e, const double *factors, int position, const char *name)
{
    DDBLAS_CHECK(ddblas_expert_fetch(e, e->factors, factors, (size_t)e->p->n * sizeof *factors));
    for (int64_t i = 0; i < e->p->n; i++)
        if (!(e->factors[i] > 0.0 && e->factors[i] < (double)INFINITY))
            return ddblas_fail_argument(e->handle, DDBLAS_STATUS_INVALID_VALUE, position, "%s: number %lld is %g", name,
                                        (long long)i + 1, e->factors[i]);
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t take_equilibration(struct ddblas_expert *e)
{
    const struct ddblas_expert_problem *p = e->p;
    e->equed = DDBLAS_EQUILIBRATION_NONE;
    if (p->fact == DDBLAS_FACT_EQUILIBRATE)
        return equilibrate(e);
    if (p->fact == DDBLAS_FACT_NONE)
        return DDBLAS_STATUS_SUCCESS;
    e->equed = *p->equed;
    if (has_rows(e))
        DDBLAS_CHECK(check_factors(e, p->R, p->positive ? 11 : 12, p->positive ? "S" : "R"));
    return has_columns(e) && !p->positive ? check_factors(e, p->C, 13, "C") : DDBLAS_STATUS_SUCCESS;
}

/* The factors that the right-hand sides are multiplied by, and the solutions; or null. */
static const double *factors_of_right(const struct ddblas_expert *e)
{
    return e->p->trans == DDBLAS_OP_N ? (has_rows(e) ? e->p->R : NULL) : has_columns(e) ? e->p->C : NULL;
}

static const double *factors_of_solutions(const struct ddblas_expert *e)
{
    return e->p->trans == DDBLAS_OP_N ? (has_columns(e) ? e->p->C : NULL) : has_rows(e) ? e->p->R : NULL;
}

/* ---- factors --------------------------------------------------------------------------------- */

static ddblasStatus_t factor(struct ddblas_expert *e, int64_t *info)
{
    const struct ddblas_expert_problem *p = e->p;
    const struct ddblas_triangle_step copy = {.action = DDBLAS_TRIANGLE_COPY,
                                              .type = p->type,
                                              .uplo = p->uplo,
                                              .n = p->n,
                                              .A = p->A,
                                              .lda = p->lda,
                                              .C = p->F,
                                              .ldc = p->ldaf};
    if (!p->positive)
        DDBLAS_CHECK(copy_columns(e, p->n, p->A, p->lda, p->F, p->ldaf));
#if DDBLAS_HAVE_CUDA
    else if (e->handle->backend->engine == DDBLAS_ENGINE_CUDA)
        DDBLAS_CHECK(ddblas_triangle_step_cuda(e->handle, &copy));
#endif
    else
        ddblas_triangle_step_cpu(&copy);
    DDBLAS_CHECK(ddblas_expert_run_blocks(e, DDBLAS_FACTOR, DDBLAS_OP_N, 0, NULL, p->n));
    return ddblas_expert_fetch(e, info, e->info, sizeof *info);
}

/* Finds how much larger the elements of U are than those of A, in the first `columns` columns. */
static ddblasStatus_t find_growth(struct ddblas_expert *e, int64_t columns)
{
    const struct ddblas_expert_problem *p = e->p;
    e->growth = 1.0;
    if (p->positive)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(find_largest(e, p->A, p->lda, columns, 0, e->host_largest));
    const double of_matrix = largest_of(e->host_largest, columns);
    DDBLAS_CHECK(find_largest(e, p->AF, p->ldaf, columns, 1, e->host_largest));
    e->growth = of_matrix == 0.0 ? 1.0 : largest_of(e->host_largest, columns) / of_matrix;
    return DDBLAS_STATUS_SUCCESS;
}

/* All of a matrix of which one triangle is stored. */
static ddblasStatus_t expand(struct ddblas_expert *e)
{
    const struct ddblas_expert_problem *p = e->p;
    const enum ddblas_block_form form = ddblas_type_is_complex(p->type) ? DDBLAS_BLOCK_HERMITIAN : DDBLAS_BLOCK_SYMMETRIC;
    e->full = p->A;
    e->ldfull = p->lda;
    if (!p->positive)
        return DDBLAS_STATUS_SUCCESS;
    e->full = e->expanded;
    e->ldfull = p->n;
#if DDBLAS_HAVE_CUDA
    if (e->handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_expand_cuda(e->handle, p->type, form, p->uplo, p->n, p->A, p->lda, e->expanded);
#endif
    ddblas_expand_cpu(p->type, form, p->uplo, p->n, p->A, p->lda, e->expanded);
    return DDBLAS_STATUS_SUCCESS;
}

/* The norm of column sums of op(A) is that of row sums of its transpose. */
static ddblasStatus_t find_condition(struct ddblas_expert *e)
{
    const struct ddblas_expert_problem *p = e->p;
    const int plain = p->trans == DDBLAS_OP_N;
    const struct ddblas_moduli_step moduli = {
        .type = p->type, .transposed = plain, .n = p->n, .nrhs = 1, .A = e->full, .lda = e->ldfull, .sums = e->sums};
    struct ddblas_condition condition = {.type = p->type,
                                         .positive = p->positive,
                                         .norm = plain ? DDBLAS_NORM_ONE : DDBLAS_NORM_INF,
                                         .uplo = p->uplo,
                                         .n = p->n,
                                         .A = p->AF,
                                         .lda = p->ldaf};
    DDBLAS_CHECK(ddblas_moduli_step(e->handle, &moduli));
    DDBLAS_CHECK(ddblas_expert_fetch(e, e->right, e->sums, (size_t)p->n * sizeof *e->right));
    condition.anorm = largest_of(e->right, p->n);
    return ddblas_condition_of_factors(e->handle, &condition, e->vectors, &p->report->rcond);
}

/* ---- the order of the steps ------------------------------------------------------------------ */

/* Ends a call without factors. */
static ddblasStatus_t give_up(struct ddblas_expert *e)
{
    const struct ddblas_expert_problem *p = e->p;
    for (int64_t j = 0; j < p->nrhs; j++)
        p->ferr[j] = p->berr[j] = (double)INFINITY;
    return p->nrhs == 0 ? DDBLAS_STATUS_SUCCESS : ddblas_factor_poison(e->handle, p->type, e->info, p->n, p->nrhs, p->X, p->ldx);
}

/* Solves and refines y, makes x of it, and bounds the errors. */
static ddblasStatus_t solve(struct ddblas_expert *e)
{
    const struct ddblas_expert_problem *p = e->p;
    const double *weights = e->p->drives ? factors_of_solutions(e) : NULL;
    double contraction = 0.0, *of_right = e->host_largest + p->nrhs;
    if (p->nrhs == 0)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(find_largest(e, p->B, p->ldb, p->nrhs, 0, of_right));
    if (p->drives)
    {
        DDBLAS_CHECK(copy_columns(e, p->nrhs, p->B, p->ldb, p->X, p->ldx));
        DDBLAS_CHECK(ddblas_expert_solve(e, 0, p->nrhs, p->X, p->ldx));
    }
    DDBLAS_CHECK(ddblas_expert_contraction(e, &contraction));
    DDBLAS_CHECK(ddblas_expert_refine(e));
    for (int64_t i = 0; i < p->n; i++)
        e->left[i] = 1.0;
    if (weights)
        DDBLAS_CHECK(ddblas_expert_fetch(e, e->left, weights, (size_t)p->n * sizeof *weights));
    DDBLAS_CHECK(scale(e, DDBLAS_FILL_MODE_FULL, p->nrhs, p->X, p->ldx, weights, NULL));
    DDBLAS_CHECK(find_largest(e, p->X, p->ldx, p->nrhs, 0, e->host_largest));
    DDBLAS_CHECK(ddblas_expert_bound(e, contraction, e->host_largest));
    /* Zeros are exact. */
    for (int64_t j = 0; j < p->nrhs; j++)
        if (e->host_largest[j] == 0.0 && of_right[j] == 0.0 && contraction <= 0.5)
            p->ferr[j] = p->berr[j] = 0.0;
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_expert_drive(struct ddblas_expert *e)
{
    const struct ddblas_expert_problem *p = e->p;
    int64_t info = 0;
    DDBLAS_CHECK(take_equilibration(e));
    *p->report = (ddblasExpertReport_t){0};
    *p->equed = e->equed;
    if (p->nrhs > 0)
        DDBLAS_CHECK(scale(e, DDBLAS_FILL_MODE_FULL, p->nrhs, p->scaled_B, p->ldb, factors_of_right(e), NULL));
    if (p->fact != DDBLAS_FACT_FACTORED)
        DDBLAS_CHECK(factor(e, &info));
    p->report->info = info;
    DDBLAS_CHECK(find_growth(e, info == 0 ? p->n : info));
    p->report->rpvgrw = e->growth == 0.0 ? 1.0 : 1.0 / e->growth;
    if (info != 0)
        return give_up(e);
    DDBLAS_CHECK(expand(e));
    DDBLAS_CHECK(find_condition(e));
    DDBLAS_CHECK(solve(e));
    if (!(p->report->rcond >= ddblas_type_unit(p->type)))
        p->report->info = p->n + 1;
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_expert_refine_only(struct ddblas_expert *e)
{
    DDBLAS_CHECK(find_growth(e, e->p->n));
    DDBLAS_CHECK(expand(e));
    return solve(e);
}
