/*
 * Operations of syevx and heevx on their bases: calls of the operator, orthonormal columns, the
 * rows of the small matrix, and the vectors to begin with.
 */
#include <math.h>
#include <stdlib.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "few_basis.h"

enum
{
    MOST_PASSES = 4,   /* The most passes of orthonormalisation. */
    FAR_EXPONENT = 100 /* A product whose largest component is beyond 2^100 or 2^-100 is scaled. */
};

/* A column that keeps at least this part of its length is orthogonal to a basis up to a few
 * rounding errors. */
static const double KEPT_LENGTH = 0.5;

char *ddblas_few_column(const struct ddblas_few *f, char *matrix, int64_t rows, int64_t column)
{
    return matrix + (size_t)(rows * column) * f->t->size;
}

ddblasStatus_t ddblas_few_fetch(const struct ddblas_few *f, void *host, const void *engine, size_t pitch, size_t width,
                                int64_t columns)
{
    return ddblas_check_engine(
        f->handle, f->handle->backend->from_engine(host, width, engine, pitch, width, (size_t)columns, f->handle->stream),
        "syevx");
}

ddblasStatus_t ddblas_few_send(const struct ddblas_few *f, void *engine, const void *host, size_t bytes)
{
    return ddblas_check_engine(f->handle, f->handle->backend->to_engine(engine, bytes, host, bytes, bytes, 1, f->handle->stream),
                               "syevx");
}

cuddreal ddblas_few_real_part(const struct ddblas_few *f, int64_t j)
{
    return *(const ddblas_host_w *)(const void *)(f->host + (size_t)j * f->t->size);
}

ddblasStatus_t ddblas_few_fetch_diagonal(const struct ddblas_few *f, int64_t order)
{
    return ddblas_few_fetch(f, f->host, f->small, (size_t)(order + 1) * f->t->size, f->t->size, order);
}

/* ---- the caller's functions ------------------------------------------------------------------ */

static ddblasStatus_t fail_not_finite(const struct ddblas_few *f, const char *what)
{
    return ddblas_fail(f->handle, DDBLAS_STATUS_NOT_FINITE, "syevx: %s holds Inf or NaN", what);
}

ddblasStatus_t ddblas_few_call(const struct ddblas_few *f, const union ddblas_few_operator *function, const char *what,
                               int64_t columns, const void *X, void *Y)
{
    ddblasHandle_t handle = f->handle;
    void *const stream = handle->stream, *const memory = handle->user_workspace;
    const size_t bytes = handle->user_workspace_bytes;
    handle->pointer_mode = f->pointer_mode;
    handle->last_error[0] = '\0';
    const ddblasStatus_t status = f->t->call(handle, function, f->p->context, f->n, columns, X, f->n, Y, f->n);
    const int changed = handle->stream != stream || handle->pointer_mode != f->pointer_mode || handle->user_workspace != memory ||
                        handle->user_workspace_bytes != bytes;
    handle->stream = stream;
    handle->pointer_mode = DDBLAS_POINTER_MODE_HOST;
    handle->user_workspace = memory;
    handle->user_workspace_bytes = bytes;
    if (status != DDBLAS_STATUS_SUCCESS && handle->last_error[0] == '\0')
        return ddblas_fail(handle, status, "syevx: the %s returned status %d", what, (int)status);
    if (status == DDBLAS_STATUS_SUCCESS && changed)
        return ddblas_fail(handle, DDBLAS_STATUS_INTERNAL_ERROR,
                           "syevx: the %s changed the handle's stream, pointer mode or workspace", what);
    return status;
}

ddblasStatus_t ddblas_few_apply(struct ddblas_few *f, int64_t first, int64_t columns)
{
    char *Y = ddblas_few_column(f, f->AV, f->n, first);
    double largest;
    f->p->report->calls++;
    f->p->report->columns += columns;
    DDBLAS_CHECK(ddblas_few_call(f, &f->p->apply, "operator", columns, ddblas_few_column(f, f->V, f->n, first), Y));
    DDBLAS_CHECK(f->t->largest(f->handle, f->n, columns, Y, f->n, &largest));
    if (!isfinite(largest))
        return fail_not_finite(f, "the operator's product");
    if (f->scale == 0.0)
    {
        const int exponent = largest > 0.0 ? ilogb(largest) : 0;
        f->exponent = abs(exponent) > FAR_EXPONENT ? exponent : 0;
        f->scale = ldexp(f->sign, -f->exponent);
    }
    return f->scale == 1.0 ? DDBLAS_STATUS_SUCCESS : f->t->scale(f->handle, f->n, columns, f->scale, Y, f->n);
}

/* ---- the basis ------------------------------------------------------------------------------- */

ddblasStatus_t ddblas_few_orthonormalise(struct ddblas_few *f, char *X, int64_t columns, int *lost)
{
    DDBLAS_CHECK(f->t->orthonormalise(f->handle, f->n, columns, X, f->n, f->small, f->tau));
    DDBLAS_CHECK(ddblas_few_fetch_diagonal(f, columns));
    *lost = 0;
    for (int64_t j = 0; j < columns; j++)
    {
        const double length = fabs(ddblas_few_real_part(f, j).x);
        if (!isfinite(length))
            return fail_not_finite(f, "a vector to begin with, or the preconditioner's product,");
        *lost |= length < KEPT_LENGTH;
    }
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_few_orthonormalise_tail(struct ddblas_few *f, int64_t added)
{
    char *X = ddblas_few_column(f, f->V, f->n, f->columns);
    int lost = 1;
    for (int pass = 0; pass < MOST_PASSES && lost; pass++)
    {
        DDBLAS_CHECK(f->t->multiply(f->handle, 1, f->columns, added, f->n, 1.0, f->V, f->n, X, f->n, 0.0, f->T, f->basis));
        DDBLAS_CHECK(f->t->multiply(f->handle, 0, f->n, added, f->columns, -1.0, f->V, f->n, f->T, f->basis, 1.0, X, f->n));
        DDBLAS_CHECK(ddblas_few_orthonormalise(f, X, added, &lost));
        lost |= pass == 0;
    }
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_few_extend_small(struct ddblas_few *f, int64_t first, int64_t added)
{
    return f->t->multiply(f->handle, 1, added, first + added, f->n, 1.0, ddblas_few_column(f, f->AV, f->n, first), f->n, f->V,
                          f->n, 0.0, ddblas_few_column(f, f->H, 1, first), f->basis);
}

/* Returns numbers that are uniform in [-1, 1), the same in every call: G. L. Steele, D. Lea and
 * C. H. Flood, Fast splittable pseudorandom number generators, OOPSLA 2014. */
static double random_number(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    z ^= z >> 31;
    return (double)(int64_t)z * 0x1p-63;
}

/* Fills the columns [first, block) of V. */
static ddblasStatus_t fill_randomly(struct ddblas_few *f, int64_t first)
{
    const int64_t doubles = f->n * (int64_t)(f->t->size / sizeof(cuddreal));
    uint64_t state = 1;
    for (int64_t j = first; j < f->block; j++)
    {
        for (int64_t i = 0; i < doubles; i++)
            ((ddblas_host_w *)(void *)f->host)[i] = cuddFromDouble(random_number(&state));
        DDBLAS_CHECK(ddblas_few_send(f, ddblas_few_column(f, f->V, f->n, j), f->host, (size_t)f->n * f->t->size));
    }
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_few_begin(struct ddblas_few *f)
{
    const int64_t given = f->p->plan.guess ? f->p->k : 0;
    int lost;
    DDBLAS_CHECK(f->t->copy(f->handle, f->n, given, f->p->X, f->p->ldx, f->V, f->n));
    DDBLAS_CHECK(fill_randomly(f, given));
    DDBLAS_CHECK(ddblas_few_orthonormalise(f, f->V, f->block, &lost));
    DDBLAS_CHECK(ddblas_few_apply(f, 0, f->block));
    f->columns = f->block;
    return ddblas_few_extend_small(f, 0, f->block);
}

ddblasStatus_t ddblas_few_begin_dense(struct ddblas_few *f)
{
    DDBLAS_CHECK(f->t->set(f->handle, f->n, f->n, 1, f->V, f->n));
    for (int64_t j = 0; j < f->n; j += f->block)
        DDBLAS_CHECK(ddblas_few_apply(f, j, least(f->block, f->n - j)));
    f->columns = f->n;
    return f->t->copy(f->handle, f->n, f->n, f->AV, f->n, f->H, f->basis);
}
