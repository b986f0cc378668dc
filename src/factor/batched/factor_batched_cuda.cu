/*
 * Batches of small systems on the CUDA engine: launches.
 */
#include "factor_batched_kernel.cuh"

extern "C" {
#include "backend/device_error.h"
#include "core/sizes.h"
#include "factor_batched.h"
}

#include <cuda_runtime_api.h>

enum
{
    MOST_BLOCKS = 1 << 20,
    STATIC_BYTES = 1024 /* Static shared memory of the kernels, and that of the system. */
};

/* Threads for a member: more rows and columns give more elements behind a column. */
static int threads_for(int n) { return n <= 12 ? 32 : n <= 40 ? 64 : n <= 72 ? 128 : FACTOR_BATCHED_THREADS; }

template <class T>
static factor_batch<T> batch_of(const struct ddblas_factor_batched *b)
{
    factor_batch<T> batch = {};
    batch.n = (int)b->n;
    batch.pitch = batch.n | 1;
    batch.lower = b->uplo == DDBLAS_FILL_MODE_LOWER;
    batch.nrhs = b->nrhs;
    batch.count = b->count;
    batch.A = (T *)(b->F ? b->F : (void *)b->A);
    batch.lda = b->lda;
    batch.stride_a = b->stride_a;
    batch.ipiv = b->ipiv;
    batch.stride_pivots = b->stride_pivots;
    batch.B = (T *)b->B;
    batch.ldb = b->ldb;
    batch.stride_b = b->stride_b;
    batch.info = b->info;
    return batch;
}

/* Launches one of the kernels, with the matrix in shared memory if it fits beside the columns. */
template <class T, class K>
static cudaError_t launch(ddblasHandle_t handle, const struct ddblas_factor_batched *b, K *kernel)
{
    struct ddblas_device facts;
    if (ddblas_device_facts(handle->backend, handle->device, &facts) != DDBLAS_STATUS_SUCCESS)
        return cudaErrorNotSupported;
    factor_batch<T> batch = batch_of<T>(b);
    const int64_t columns = b->n * least(b->nrhs, FACTOR_BATCHED_CHUNK) * (int64_t)sizeof(T);
    const int64_t matrix = b->n * batch.pitch * (int64_t)sizeof(T);
    batch.shared = matrix + columns + STATIC_BYTES <= facts.shared_of_block;
    const int64_t bytes = columns + (batch.shared ? matrix : 0);
    const cudaError_t error = cudaFuncSetAttribute((const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
    if (error != cudaSuccess)
        return error;
    const unsigned blocks = (unsigned)least(b->count, MOST_BLOCKS), threads = (unsigned)threads_for((int)b->n);
    kernel<<<blocks, threads, (size_t)bytes, (cudaStream_t)handle->stream>>>(batch);
    return cudaGetLastError();
}

template <class T>
static cudaError_t launch_task(ddblasHandle_t handle, const struct ddblas_factor_batched *b)
{
    return b->task == DDBLAS_BATCHED_GESV    ? launch<T>(handle, b, gesv_batched_kernel<T>)
           : b->task == DDBLAS_BATCHED_POTRF ? launch<T>(handle, b, potrf_batched_kernel<T>)
                                             : launch<T>(handle, b, potrs_batched_kernel<T>);
}

extern "C" ddblasStatus_t ddblas_factor_batched_cuda(ddblasHandle_t handle, const struct ddblas_factor_batched *batch)
{
    const cudaError_t error =
        ddblas_type_is_complex(batch->type) ? launch_task<cuddcomplex>(handle, batch) : launch_task<cuddreal>(handle, batch);
    return ddblas_check_engine(handle, ddblas_device_error((int)error), "a batch of systems");
}

extern "C" ddblasStatus_t ddblas_factor_batched_clear_cuda(ddblasHandle_t handle, int64_t *info, int64_t count)
{
    const cudaError_t error = cudaMemsetAsync(info, 0, (size_t)count * sizeof *info, (cudaStream_t)handle->stream);
    return ddblas_check_engine(handle, ddblas_device_error((int)error), "clearing info");
}
