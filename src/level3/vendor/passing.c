/*
 * Functions for the routines that call CBLAS or cuBLAS for S, D, C, Z.
 */
#include "passing.h"

#include <limits.h>

#include "core/checks.h"
#include "level3/gemm/cpu/gemm_cpu.h"

size_t ddblas_passing_workspace(ddblasHandle_t handle)
{
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_gemm_cublas_workspace();
#endif
    (void)handle;
    return 0;
}

ddblasStatus_t ddblas_check_cblas(ddblasHandle_t handle, int64_t a, int64_t b, int64_t c, int64_t d, int64_t e)
{
    const int64_t most = INT_MAX;
    if (a <= most && b <= most && c <= most && d <= most && e <= most)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED,
                       "a dimension or leading dimension beyond 2^31 - 1 is more than CBLAS takes");
}

ddblasStatus_t ddblas_check_order(ddblasHandle_t handle, int64_t order)
{
    if (order <= INT64_C(1) << 26)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "a triangle of order %lld is more than any memory holds",
                       (long long)order);
}

ddblasStatus_t ddblas_check_sided_query(ddblasHandle_t handle, ddblasType_t type, ddblasSideMode_t side, int64_t m, int64_t n,
                                        const size_t *bytes)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPE_COUNT));
    DDBLAS_CHECK(ddblas_check_side(handle, 3, side));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "m", m));
    DDBLAS_CHECK(ddblas_check_size(handle, 5, "n", n));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 6, "bytes", bytes));
    return type == DDBLAS_TYPE_W ? ddblas_check_order(handle, side == DDBLAS_SIDE_LEFT ? m : n) : DDBLAS_STATUS_SUCCESS;
}

static int known(ddblasHandle_t handle, ddblasType_t type, int real_part, const void *scalar,
                 int (*is)(ddblasType_t type, const void *scalar))
{
    if (ddblas_place_of_scalars(handle) != DDBLAS_PLACE_HOST)
        return 0;
    const int real = real_part && ddblas_type_is_complex(type);
    return is(!real ? type : type == DDBLAS_TYPE_C ? DDBLAS_TYPE_S : DDBLAS_TYPE_D, scalar);
}

int ddblas_known_zero(ddblasHandle_t handle, ddblasType_t type, int real_part, const void *scalar)
{
    return known(handle, type, real_part, scalar, ddblas_type_is_zero);
}

int ddblas_known_one(ddblasHandle_t handle, ddblasType_t type, int real_part, const void *scalar)
{
    return known(handle, type, real_part, scalar, ddblas_type_is_one);
}
