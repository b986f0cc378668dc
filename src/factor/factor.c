/*
 * Functions that the factorisations share: starting a run over blocks, and handling info.
 */
#include "factor.h"

#include "core/checks.h"
#include "core/sizes.h"
#include "standard/standard.h"
#if DDBLAS_HAVE_CUDA
#include "cusolver.h"
#endif

#include <math.h>

ddblasStatus_t ddblas_factor_run(ddblasHandle_t handle, ddblasType_t type, ddblas_block_routine routine, const void *problem)
{
    /* For a real type: the real part of a complex number is at the number's own address. */
    static const cuddcomplex one = {{1.0, 0.0}, {0.0, 0.0}};
    const struct ddblas_block_scalars scalars = {.alpha = &one};
    const ddblasPointerMode_t mode = handle->pointer_mode;
#if DDBLAS_HAVE_CUDA
    struct ddblas_cusolver *cusolver;
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA && ddblas_is_standard(type))
    {
        if (handle->backend->capturing(handle->stream))
            return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "cuSOLVER's routines are not recorded in a graph");
        DDBLAS_CHECK(ddblas_cusolver_begin(handle, &cusolver));
    }
#endif
    handle->pointer_mode = DDBLAS_POINTER_MODE_HOST;
    const ddblasStatus_t status = ddblas_block_plan_and_run(handle, type, routine, problem, &scalars);
    handle->pointer_mode = mode;
    return status;
}

size_t ddblas_factor_workspace(ddblasHandle_t handle, ddblasType_t type, ddblas_block_routine routine, const void *problem,
                               ddblasFillMode_t *uplo)
{
    size_t bytes = 0;
    for (int upper = 0; upper < 2; upper++)
    {
        *uplo = upper ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER;
        bytes = most_bytes(bytes, ddblas_block_workspace(handle, type, routine, problem));
    }
    return bytes;
}

ddblasStatus_t ddblas_factor_check_integers(ddblasHandle_t handle, int position, const char *name, const int64_t *pointer)
{
    /* A double has the size and the alignment of an int64_t. */
    return ddblas_check_pointer(handle, position, name, DDBLAS_TYPE_D, ddblas_place_of_arrays(handle), pointer);
}

ddblasStatus_t ddblas_factor_clear_info(ddblasHandle_t handle, int64_t *info)
{
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_factor_clear_info_cuda(handle, info);
#endif
    (void)handle;
    *info = 0;
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_factor_poison(ddblasHandle_t handle, ddblasType_t type, const int64_t *info, int64_t n, int64_t nrhs,
                                    void *B, int64_t ldb)
{
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_factor_poison_cuda(handle, type, info, n, nrhs, B, ldb);
#endif
    (void)handle;
    if (*info != 0)
        ddblas_factor_poison_cpu(type, n, nrhs, B, ldb);
    return DDBLAS_STATUS_SUCCESS;
}

void ddblas_factor_poison_cpu(ddblasType_t type, int64_t n, int64_t nrhs, void *B, int64_t ldb)
{
    const int64_t parts = ddblas_type_is_complex(type) ? 2 : 1;
    const ddblasType_t real = ddblas_type_real(type);
    for (int64_t j = 0; j < nrhs; j++)
        for (int64_t i = j * ldb * parts; i < (j * ldb + n) * parts; i++)
            if (real == DDBLAS_TYPE_S)
                ((float *)B)[i] = NAN;
            else if (real == DDBLAS_TYPE_D)
                ((double *)B)[i] = (double)NAN;
            else
                ((ddblas_host_w *)B)[i] = cuddNan();
}
