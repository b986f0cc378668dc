/*
 * syevdx and heevdx: eigenvalues in a range, and their vectors. Where syevd_blocks.c does not
 * compute these alone, all are computed, as by syevd, and those in the range move to the front.
 */
#include <stdlib.h>

#include "core/checks.h"
#include "eigen.h"
#include "factor/standard/standard.h"

/* A call: the problem of syevd and the range. */
struct call
{
    struct ddblas_syevd_problem p;
    ddblasEigMode_t jobz;
    struct ddblas_eigen_range range;
    int64_t *found;
};

static ddblasStatus_t check_range(ddblasHandle_t handle, const struct call *c)
{
    const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE;
    if (c->range.kind == DDBLAS_EIG_RANGE_V && !cuddLt(c->range.low, c->range.high))
        return ddblas_fail_argument(handle, invalid, 9, "vu = %.17g is not above vl = %.17g", c->range.high.x, c->range.low.x);
    if (c->range.kind != DDBLAS_EIG_RANGE_I || c->p.n == 0)
        return DDBLAS_STATUS_SUCCESS;
    if (c->range.il < 1 || c->range.il > c->p.n)
        return ddblas_fail_argument(handle, invalid, 10, "il = %lld is not in 1 .. n = %lld", (long long)c->range.il,
                                    (long long)c->p.n);
    return c->range.iu >= c->range.il && c->range.iu <= c->p.n
               ? DDBLAS_STATUS_SUCCESS
               : ddblas_fail_argument(handle, invalid, 11, "iu = %lld is not in il .. n = %lld .. %lld", (long long)c->range.iu,
                                      (long long)c->range.il, (long long)c->p.n);
}

static ddblasStatus_t check_call(ddblasHandle_t handle, const struct call *c)
{
    const struct ddblas_syevd_problem *p = &c->p;
    const enum ddblas_place arrays = ddblas_place_of_arrays(handle);
    DDBLAS_CHECK(ddblas_check_eig_mode(handle, 2, c->jobz));
    if (c->range.kind != DDBLAS_EIG_RANGE_ALL && c->range.kind != DDBLAS_EIG_RANGE_I && c->range.kind != DDBLAS_EIG_RANGE_V)
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, 3, "range: %d is no ddblasEigRange_t",
                                    (int)c->range.kind);
    DDBLAS_CHECK(ddblas_check_fill(handle, 4, p->uplo));
    DDBLAS_CHECK(ddblas_check_size(handle, 5, "n", p->n));
    DDBLAS_CHECK(ddblas_check_leading(handle, 7, "lda", p->lda, p->n));
    if (p->n > 0)
        DDBLAS_CHECK(ddblas_check_pointer(handle, 6, "A", p->type, arrays, p->A));
    DDBLAS_CHECK(check_range(handle, c));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 12, "found", c->found));
    if (p->n > 0)
        DDBLAS_CHECK(ddblas_check_pointer(handle, 13, "w", ddblas_type_real(p->type), arrays, p->w));
    DDBLAS_CHECK(ddblas_factor_check_integers(handle, 14, "info", p->info));
    DDBLAS_CHECK(ddblas_check_eig_order(handle, p->type, p->n));
    if (p->n > 0 && handle->backend->capturing(handle->stream))
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "the stream records a graph, but syevdx waits for the device");
    return DDBLAS_STATUS_SUCCESS;
}

/* Returns the number of values that are at most x; the values ascend. */
static int64_t count_up_to(int64_t n, const cuddreal *values, cuddreal x)
{
    int64_t low = 0, high = n;
    while (low < high)
    {
        const int64_t middle = low + (high - low) / 2;
        if (cuddLe(values[middle], x))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static ddblasStatus_t shift_vectors(ddblasHandle_t handle, const struct ddblas_eigen_shift *shift)
{
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_eigen_shift_cuda(handle, shift);
#endif
    (void)handle;
    ddblas_eigen_shift_cpu(shift);
    return DDBLAS_STATUS_SUCCESS;
}

/* Moves the values in the range, of all values in host memory, and their vectors to the front.
 * `values` has them as numbers of W, `stored` as those of w. */
static ddblasStatus_t select_values(ddblasHandle_t handle, const struct call *c, const cuddreal *values, const char *stored)
{
    const struct ddblas_syevd_problem *p = &c->p;
    const int by_value = c->range.kind == DDBLAS_EIG_RANGE_V;
    const int64_t first = by_value ? count_up_to(p->n, values, c->range.low) : c->range.il - 1;
    const int64_t end = by_value ? count_up_to(p->n, values, c->range.high) : c->range.iu;
    const size_t size = ddblas_type_size(ddblas_type_real(p->type)), bytes = (size_t)(end - first) * size;
    const struct ddblas_eigen_shift shift = {p->type, p->n, first, end - first, p->A, p->lda};
    *c->found = end - first;
    if (first == 0 || end == first)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_check_engine(
        handle, handle->backend->to_engine(p->w, bytes, stored + (size_t)first * size, bytes, bytes, 1, handle->stream),
        "syevdx"));
    return p->vectors ? shift_vectors(handle, &shift) : DDBLAS_STATUS_SUCCESS;
}

/* The numbers of w as numbers of W. */
static void widen(const struct call *c, const void *stored, cuddreal *values)
{
    const ddblasType_t type = c->p.type;
    for (int64_t k = 0; k < c->p.n; k++)
        values[k] = ddblas_type_is_double_double(type) ? ((const cuddreal *)stored)[k]
                    : ddblas_type_is_single(type)      ? cuddFromDouble((double)((const float *)stored)[k])
                                                       : cuddFromDouble(((const double *)stored)[k]);
}

/* Computes the eigenvalues of the range, or all, of which those of the range are selected unless
 * info is set. `values` has room for 2 n numbers. */
static ddblasStatus_t compute(ddblasHandle_t handle, struct call *c, cuddreal *values)
{
    const size_t bytes = (size_t)c->p.n * ddblas_type_size(ddblas_type_real(c->p.type));
    void *stored = values + c->p.n;
    int64_t info = 0, found = -1;
    if (c->range.kind != DDBLAS_EIG_RANGE_ALL && !ddblas_is_standard(c->p.type))
    {
        c->p.range = &c->range;
        c->p.found = &found;
    }
    DDBLAS_CHECK(ddblas_syevd_run(handle, &c->p));
    DDBLAS_CHECK(ddblas_check_engine(
        handle, handle->backend->from_engine(&info, sizeof info, c->p.info, sizeof info, sizeof info, 1, handle->stream),
        "syevdx"));
    *c->found = info != 0 ? 0 : found >= 0 ? found : c->p.n;
    if (info != 0 || c->range.kind == DDBLAS_EIG_RANGE_ALL || found >= 0)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_check_engine(handle, handle->backend->from_engine(stored, bytes, c->p.w, bytes, bytes, 1, handle->stream),
                                     "syevdx"));
    widen(c, stored, values);
    return select_values(handle, c, values, stored);
}

static ddblasStatus_t call_syevdx(ddblasHandle_t handle, struct call c)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_call(handle, &c));
    if (c.p.n == 0)
    {
        *c.found = 0;
        return ddblas_factor_clear_info(handle, c.p.info);
    }
    c.p.vectors = c.jobz == DDBLAS_EIG_MODE_VECTOR;
    cuddreal *values = ddblas_allocation_fails() ? NULL : malloc(2 * (size_t)c.p.n * sizeof *values);
    if (!values)
        return ddblas_fail(handle, DDBLAS_STATUS_ALLOC_FAILED, "syevdx: no memory for %lld values on the host", (long long)c.p.n);
    const ddblasStatus_t status = compute(handle, &c, values);
    free(values);
    return status;
}

#define SYEVDX(name, letter, element, real, widened)                                                                             \
    ddblasStatus_t name(ddblasHandle_t handle, ddblasEigMode_t jobz, ddblasEigRange_t range, ddblasFillMode_t uplo, int64_t n,   \
                        element *A, int64_t lda, real vl, real vu, int64_t il, int64_t iu, int64_t *found, real *w,              \
                        int64_t *info)                                                                                           \
    {                                                                                                                            \
        const struct call c = {                                                                                                  \
            .p = {.type = DDBLAS_TYPE_##letter, .uplo = uplo, .n = n, .A = A, .lda = lda, .w = w, .info = info},                 \
            .jobz = jobz,                                                                                                        \
            .range = {range, widened(vl), widened(vu), il, iu},                                                                  \
            .found = found};                                                                                                     \
        return call_syevdx(handle, c);                                                                                           \
    }

#define AS_IT_IS(value)    (value)
#define FROM_SINGLE(value) cuddFromDouble((double)(value))

SYEVDX(ddblasSsyevdx, S, float, float, FROM_SINGLE)
SYEVDX(ddblasDsyevdx, D, double, double, cuddFromDouble)
SYEVDX(ddblasCheevdx, C, ddblasComplex, float, FROM_SINGLE)
SYEVDX(ddblasZheevdx, Z, ddblasDoubleComplex, double, cuddFromDouble)
SYEVDX(ddblasWsyevdx, W, cuddreal, cuddreal, AS_IT_IS)
SYEVDX(ddblasUheevdx, U, cuddcomplex, cuddreal, AS_IT_IS)
