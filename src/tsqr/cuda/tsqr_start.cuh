/*
 * Helpers for launching TSQR's kernels: shared memory and the number of multiprocessors.
 */
#ifndef DDBLAS_TSQR_TSQR_START_CUH
#define DDBLAS_TSQR_TSQR_START_CUH

#include <cuda_runtime_api.h>

#include "backend/backend.h"

enum
{
    /* Bytes of dynamic shared memory that every kernel may use. For more, the launch must set an
     * attribute of the kernel. */
    TSQR_UNASKED = 48 << 10
};

/* Launches a kernel. If the kernel needs more than TSQR_UNASKED bytes of shared memory, sets its
 * attribute first. */
template <class Kernel, class... Arguments>
static int tsqr_start(Kernel kernel, dim3 grid, int threads, size_t shared, void *stream, Arguments... arguments)
{
    if (shared > TSQR_UNASKED)
    {
        const cudaError_t error =
            cudaFuncSetAttribute((const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared);
        if (error != cudaSuccess)
            return error;
    }
    cudaLaunchConfig_t config = {};
    config.gridDim = grid;
    config.blockDim = dim3((unsigned)threads);
    config.dynamicSmemBytes = shared;
    config.stream = (cudaStream_t)stream;
    return cudaLaunchKernelEx(&config, kernel, arguments...);
}

/* Returns the number of multiprocessors of the current device. On failure returns 0 and sets
 * *error. */
static inline int tsqr_multiprocessors(int *error)
{
    ddblas_device facts;
    int device = 0;
    *error = cudaGetDevice(&device);
    if (*error == cudaSuccess && ddblas_device_facts(&ddblas_backend_cuda, device, &facts) != DDBLAS_STATUS_SUCCESS)
        *error = cudaErrorInvalidDevice;
    return *error == cudaSuccess ? facts.multiprocessors : 0;
}

#endif
