/*
 * Converts errors of the CUDA runtime to statuses.
 */
#include "device_error.h"

#include <cuda_runtime_api.h>

static _Thread_local cudaError_t last_error;

ddblasStatus_t ddblas_device_error(int error)
{
    if (error == cudaSuccess)
        return DDBLAS_STATUS_SUCCESS;
    last_error = (cudaError_t)error;
    (void)cudaGetLastError();
    return DDBLAS_STATUS_DEVICE_ERROR;
}

ddblasStatus_t ddblas_device_status(int error)
{
    const ddblasStatus_t status = ddblas_device_error(error);
    return error == cudaErrorMemoryAllocation ? DDBLAS_STATUS_ALLOC_FAILED : status;
}

const char *ddblas_device_message(void) { return cudaGetErrorString(last_error); }
