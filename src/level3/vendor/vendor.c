/*
 * Functions that the routines for S, D, C, Z share; these routines call CBLAS or cuBLAS.
 */
#include "vendor.h"

#include <limits.h>

#include "level3/gemm/cpu/gemm_cpu.h"

size_t ddblas_vendor_workspace(ddblasHandle_t handle)
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
