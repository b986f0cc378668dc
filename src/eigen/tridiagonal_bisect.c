/*
 * A tridiagonal matrix in host memory: scaling by a power of two, the numbers of the eigenvalues in
 * a range, and these eigenvalues by bisection on either engine.
 */
#include <limits.h>
#include <math.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "eigen.h"

/* The largest exponent of numbers and *exponent. Returns 0 if one is not finite. */
static int find_exponent(int64_t n, const cuddreal *a, int *exponent)
{
    for (int64_t i = 0; i < n; i++)
    {
        int e = 0;
        if (!cuddIsFinite(a[i]))
            return 0;
        (void)frexp(a[i].x, &e);
        *exponent = a[i].x != 0.0 && e > *exponent ? e : *exponent;
    }
    return 1;
}

int ddblas_tridiagonal_scale(int64_t n, cuddreal *d, cuddreal *e, int *exponent)
{
    int largest = INT_MIN;
    if (!find_exponent(n, d, &largest) || !find_exponent(n - 1, e, &largest))
        return 0;
    *exponent = largest == INT_MIN ? 0 : largest;
    for (int64_t i = 0; i < n; i++)
    {
        d[i] = cuddLdexp(d[i], -*exponent);
        e[i] = i + 1 < n ? cuddLdexp(e[i], -*exponent) : cuddFromDouble(0.0);
    }
    return 1;
}

/* The number of eigenvalues that are not above x, which may be infinite. */
static int64_t count_up_to(int64_t n, const cuddreal *d, const cuddreal *squares, cuddreal x)
{
    if (cuddIsFinite(x))
        return ddblas_eigen_below(n, d, squares, x);
    return x.x < 0.0 ? 0 : n;
}

void ddblas_tridiagonal_choose(int64_t n, const cuddreal *d, const cuddreal *squares, const struct ddblas_eigen_range *range,
                               int exponent, int64_t *first, int64_t *count)
{
    *first = 0;
    *count = n;
    if (range->kind == DDBLAS_EIG_RANGE_I)
    {
        *first = range->il - 1;
        *count = range->iu - range->il + 1;
    }
    else if (range->kind == DDBLAS_EIG_RANGE_V)
    {
        *first = count_up_to(n, d, squares, cuddLdexp(range->low, -exponent));
        *count = most(count_up_to(n, d, squares, cuddLdexp(range->high, -exponent)) - *first, 0);
    }
}

static ddblasStatus_t send(const struct ddblas_block_run *b, void *engine, const cuddreal *host, int64_t n, const char *name)
{
    const size_t bytes = (size_t)n * sizeof *host;
    return ddblas_check_engine(b->handle, b->handle->backend->to_engine(engine, bytes, host, bytes, bytes, 1, b->handle->stream),
                               name);
}

ddblasStatus_t ddblas_tridiagonal_bisect(const struct ddblas_block_run *b, const struct ddblas_tridiagonal_values *v)
{
    ddblasHandle_t h = b->handle;
    const int64_t n = v->n;
    const size_t bytes = (size_t)v->count * sizeof *v->values;
    cuddreal *memory = v->memory;
    const struct ddblas_eigen_bisect problem = {.n = n,
                                                .first = v->first,
                                                .count = v->count,
                                                .d = memory,
                                                .squares = memory + n,
                                                .bound = ddblas_tridiagonal_norm(n, v->d, v->e) * (1.0 + 0x1p-40),
                                                .values = memory + 2 * n};
    if (problem.bound == 0.0) /* All are 0. */
        for (int64_t k = 0; k < v->count; k++)
            v->values[k] = cuddFromDouble(0.0);
    if (problem.bound == 0.0 || v->count == 0)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(send(b, memory, v->d, n, v->name));
    DDBLAS_CHECK(send(b, memory + n, v->squares, n, v->name));
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(b))
        DDBLAS_CHECK(ddblas_eigen_bisect_cuda(h, &problem));
#endif
    if (!ddblas_factor_on_cuda(b))
        ddblas_eigen_bisect_cpu(h, &problem);
    DDBLAS_CHECK(
        ddblas_check_engine(h, h->backend->from_engine(v->values, bytes, problem.values, bytes, bytes, 1, h->stream), v->name));
    ddblas_eigen_ascend(v->count, v->values);
    return DDBLAS_STATUS_SUCCESS;
}
