/*
 * Batches of small singular value decompositions on the CUDA engine: launches.
 */
#include "gesvd_batched_kernel.cuh"

extern "C" {
#include "backend/device_error.h"
#include "core/checks.h"
#include "core/sizes.h"
}

#include <cuda_runtime_api.h>

enum
{
    STATIC_BYTES = 8192 /* Static shared memory of the kernels, and that of the system. */
};

extern "C" ddblasStatus_t ddblas_gesvd_batched_room(ddblasHandle_t handle, const struct ddblas_gesvd_batched *batch,
                                                    struct ddblas_batch_room *room)
{
    const size_t rows = (size_t)most(batch->m, batch->n), order = (size_t)least(batch->m, batch->n);
    const size_t size = ddblas_type_size(batch->type);
    const int has_long = batch->m < batch->n ? batch->right : batch->left;
    const size_t bytes[DDBLAS_ROOM_ARRAYS] = {order * order * size, has_long ? rows * order * size : 0, rows * order * size};
    return ddblas_batch_room_on(handle, batch->count, STATIC_BYTES, bytes, room);
}

template <class T>
static cudaError_t launch(const struct ddblas_gesvd_batched &batch, const struct ddblas_batch_room &room, void *outside,
                          cudaStream_t stream)
{
    const int order = batch.m < batch.n ? batch.m : batch.n, threads = jacobi_even(order) / 2 * LANES;
    const cudaError_t error = cudaFuncSetAttribute((const void *)gesvd_batched_kernel<T>,
                                                   cudaFuncAttributeMaxDynamicSharedMemorySize, (int)room.shared);
    if (error != cudaSuccess)
        return error;
    const unsigned blocks = (unsigned)room.blocks, rounded = (unsigned)(threads + 31) / 32 * 32;
    gesvd_batched_kernel<T><<<blocks, rounded, room.shared, stream>>>(batch, room, static_cast<char *>(outside));
    return cudaGetLastError();
}

extern "C" ddblasStatus_t ddblas_gesvd_batched_cuda(ddblasHandle_t handle, const struct ddblas_gesvd_batched *batch)
{
    const cudaStream_t stream = (cudaStream_t)handle->stream;
    struct ddblas_batch_room room;
    void *outside = NULL;
    DDBLAS_CHECK(ddblas_gesvd_batched_room(handle, batch, &room));
    DDBLAS_CHECK(ddblas_workspace(handle, room.workspace, &outside));
    const cudaError_t error = ddblas_type_is_complex(batch->type) ? launch<cuddcomplex>(*batch, room, outside, stream)
                                                                  : launch<cuddreal>(*batch, room, outside, stream);
    return ddblas_check_engine(handle, ddblas_device_error((int)error), "a batch of singular value problems");
}

extern "C" ddblasStatus_t ddblas_gesvd_batched_clear_cuda(ddblasHandle_t handle, int64_t *info, int64_t count)
{
    const cudaError_t error = cudaMemsetAsync(info, 0, (size_t)count * sizeof *info, (cudaStream_t)handle->stream);
    return ddblas_check_engine(handle, ddblas_device_error((int)error), "clearing info");
}
