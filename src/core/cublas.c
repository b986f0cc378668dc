/*
 * cuBLAS for the routines of levels 1 and 3.
 */
#include "cublas.h"

#include <string.h>

_Static_assert((int)CUBLAS_OP_N == (int)DDBLAS_OP_N && (int)CUBLAS_OP_T == (int)DDBLAS_OP_T &&
                   (int)CUBLAS_OP_C == (int)DDBLAS_OP_C,
               "operations have cuBLAS's numbers");
_Static_assert((int)CUBLAS_FILL_MODE_LOWER == (int)DDBLAS_FILL_MODE_LOWER &&
                   (int)CUBLAS_FILL_MODE_UPPER == (int)DDBLAS_FILL_MODE_UPPER && (int)CUBLAS_SIDE_LEFT == (int)DDBLAS_SIDE_LEFT &&
                   (int)CUBLAS_SIDE_RIGHT == (int)DDBLAS_SIDE_RIGHT && (int)CUBLAS_DIAG_UNIT == (int)DDBLAS_DIAG_UNIT,
               "letters have cuBLAS's numbers");

static void release_cublas(void *object) { (void)cublasDestroy((cublasHandle_t)object); }

static const char slot_owner; /* its address names the slot of cuBLAS's handle in a handle */

static ddblasStatus_t attach_cublas(ddblasHandle_t handle, struct ddblas_slot *slot)
{
    cublasHandle_t blas = NULL;
    if (handle->backend->capturing(handle->stream))
        return ddblas_fail(handle, DDBLAS_STATUS_WORKSPACE_TOO_SMALL,
                           "the first call makes cuBLAS's handle, which a recording stream does not allow: run it once before");
    if (ddblas_allocation_fails() || cublasCreate(&blas) != CUBLAS_STATUS_SUCCESS)
        return ddblas_fail(handle, DDBLAS_STATUS_ALLOC_FAILED, "no cuBLAS handle could be made");
    slot->object = blas;
    slot->release = release_cublas;
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_cublas_begin(ddblasHandle_t handle, cublasHandle_t *blas)
{
    ddblasStatus_t status = DDBLAS_STATUS_SUCCESS;
    void *workspace = NULL;
    struct ddblas_slot *slot = ddblas_slot(handle, &slot_owner);
    if (!slot->object)
        status = attach_cublas(handle, slot);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = ddblas_workspace(handle, DDBLAS_CUBLAS_WORKSPACE, &workspace);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    *blas = (cublasHandle_t)slot->object;
    /* This call also resets the workspace of cuBLAS. */
    cublasStatus_t set = cublasSetStream(*blas, (cudaStream_t)handle->stream);
    if (set == CUBLAS_STATUS_SUCCESS)
        set = cublasSetWorkspace(*blas, workspace, DDBLAS_CUBLAS_WORKSPACE);
    if (set == CUBLAS_STATUS_SUCCESS)
        set = cublasSetPointerMode(*blas, handle->pointer_mode == DDBLAS_POINTER_MODE_DEVICE ? CUBLAS_POINTER_MODE_DEVICE
                                                                                             : CUBLAS_POINTER_MODE_HOST);
    return ddblas_cublas_end(handle, "setting up cuBLAS", set);
}

const void *ddblas_cublas_scalar(ddblasHandle_t handle, const void *scalar, size_t size, struct ddblas_cublas_scalar *copy)
{
    return ddblas_place_of_scalars(handle) == DDBLAS_PLACE_HOST ? memcpy(copy->bytes, scalar, size) : scalar;
}

ddblasStatus_t ddblas_cublas_end(ddblasHandle_t handle, const char *routine, cublasStatus_t status)
{
    if (status == CUBLAS_STATUS_SUCCESS)
        return DDBLAS_STATUS_SUCCESS;
    const ddblasStatus_t ours = status == CUBLAS_STATUS_ALLOC_FAILED    ? DDBLAS_STATUS_ALLOC_FAILED
                                : status == CUBLAS_STATUS_NOT_SUPPORTED ? DDBLAS_STATUS_NOT_SUPPORTED
                                                                        : DDBLAS_STATUS_DEVICE_ERROR;
    return ddblas_fail(handle, ours, "%s: cuBLAS says: %s", routine, cublasGetStatusString(status));
}
