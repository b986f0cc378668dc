/*
 * Conversions: entry points, checks, choice of the engine.
 */
#include "convert.h"

#include "core/checks.h"

/* Positions of the arguments, which differ from function to function; 0 for an argument that a
 * function does not have. */
struct positions
{
    int W, ldw, hi, lo, lds;
};

static ddblasStatus_t check(ddblasHandle_t handle, const struct ddblas_convert_problem *p, const struct positions *at)
{
    const int split = at->lo != 0;
    DDBLAS_CHECK(ddblas_check_size(handle, 2, "m", p->m));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "n", p->n));
    DDBLAS_CHECK(ddblas_check_leading(handle, at->ldw, "ldw", p->ldw, p->m));
    DDBLAS_CHECK(ddblas_check_leading(handle, at->lds, split ? "lds" : "ldd", p->lds, p->m));
    if (p->m == 0 || p->n == 0)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_check_pointer(handle, at->W, "W", DDBLAS_TYPE_W, ddblas_place_of_arrays(handle), p->W));
    DDBLAS_CHECK(ddblas_check_not_null(handle, at->hi, split ? "hi" : "D", p->hi));
    return split ? ddblas_check_not_null(handle, at->lo, "lo", p->lo) : DDBLAS_STATUS_SUCCESS;
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
