/*
 * Conversions: entry points, checks, choice of the engine.
 */
#include "convert.h"

/* Positions of the arguments, which differ from function to function; 0 for an argument that a
 * function does not have. */
struct positions
{
    int W, ldw, hi, lo, lds;
};

static ddblasStatus_t check(ddblasHandle_t handle, const struct ddblas_convert_problem *p, const struct positions *at)
{
    const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE;
    int64_t least = p->m > 1 ? p->m : 1;
    if (p->m < 0)
        return ddblas_fail_argument(handle, invalid, 2, "m: %lld is negative", (long long)p->m);
    if (p->n < 0)
        return ddblas_fail_argument(handle, invalid, 3, "n: %lld is negative", (long long)p->n);
    if (p->ldw < least)
        return ddblas_fail_argument(handle, invalid, at->ldw, "ldw: %lld is below %lld", (long long)p->ldw, (long long)least);
    if (p->lds < least)
        return ddblas_fail_argument(handle, invalid, at->lds, "leading dimension %lld is below %lld", (long long)p->lds,
                                    (long long)least);
    if (p->m == 0 || p->n == 0)
        return DDBLAS_STATUS_SUCCESS;
    if (!p->W)
        return ddblas_fail_argument(handle, invalid, at->W, "W: null pointer");
    if (!ddblas_type_aligned(DDBLAS_TYPE_W, ddblas_place_of_arrays(handle), p->W))
        return ddblas_fail_argument(handle, DDBLAS_STATUS_MISALIGNED, at->W, "W: %p is not aligned to its type", (void *)p->W);
    if (!p->hi)
        return ddblas_fail_argument(handle, invalid, at->hi, "null pointer to doubles");
    if (at->lo && !p->lo)
        return ddblas_fail_argument(handle, invalid, at->lo, "lo: null pointer");
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t convert(ddblasHandle_t handle, const struct ddblas_convert_problem *problem, const struct positions *at)
{
    ddblasStatus_t status = ddblas_enter(handle);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = check(handle, problem, at);
    if (status != DDBLAS_STATUS_SUCCESS || problem->m == 0 || problem->n == 0)
        return status;
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_convert_cuda(handle, problem);
#endif
    return ddblas_convert_cpu(handle, problem);
}

/* A problem holds pointers to both sides without const; its kind decides which side is written. */

ddblasStatus_t ddblasConvertDtoW(ddblasHandle_t handle, int64_t m, int64_t n, const double *D, int64_t ldd, cuddreal *W,
                                 int64_t ldw)
{
    const struct ddblas_convert_problem p = {DDBLAS_CONVERT_D_TO_W, m, n, W, ldw, (double *)D, NULL, ldd};
    return convert(handle, &p, &(struct positions){.hi = 4, .lds = 5, .W = 6, .ldw = 7});
}

ddblasStatus_t ddblasConvertWtoD(ddblasHandle_t handle, int64_t m, int64_t n, const cuddreal *W, int64_t ldw, double *D,
                                 int64_t ldd)
{
    const struct ddblas_convert_problem p = {DDBLAS_CONVERT_W_TO_D, m, n, (cuddreal *)W, ldw, D, NULL, ldd};
    return convert(handle, &p, &(struct positions){.W = 4, .ldw = 5, .hi = 6, .lds = 7});
}

ddblasStatus_t ddblasConvertSplitToW(ddblasHandle_t handle, int64_t m, int64_t n, const double *hi, const double *lo, int64_t lds,
                                     cuddreal *W, int64_t ldw)
{
    const struct ddblas_convert_problem p = {DDBLAS_CONVERT_SPLIT_TO_W, m, n, W, ldw, (double *)hi, (double *)lo, lds};
    return convert(handle, &p, &(struct positions){.hi = 4, .lo = 5, .lds = 6, .W = 7, .ldw = 8});
}

ddblasStatus_t ddblasConvertWToSplit(ddblasHandle_t handle, int64_t m, int64_t n, const cuddreal *W, int64_t ldw, double *hi,
                                     double *lo, int64_t lds)
{
    const struct ddblas_convert_problem p = {DDBLAS_CONVERT_W_TO_SPLIT, m, n, (cuddreal *)W, ldw, hi, lo, lds};
    return convert(handle, &p, &(struct positions){.W = 4, .ldw = 5, .hi = 6, .lo = 7, .lds = 8});
}
