/*
 * Small triangular systems in double-double on the CUDA engine: choice of the kernel and launch.
 */
#include "trsm_systems_kernel.cuh"

extern "C" {
#include "level3/structured/block_operations.h"
}
#include "backend/device_error.h"
#include "core/sizes.h"
#include "machine/machine.h"

#include <cuda_runtime_api.h>
#include <string.h>

/* Bytes of shared memory of a thread block. */
template <int V, int Groups>
static constexpr int shared_bytes = Groups *(int)sizeof(trsm_memory<V>);

template <int V, int Groups>
static cudaError_t launch_systems(const trsm_systems &s, cudaStream_t stream)
{
    constexpr int bytes = shared_bytes<V, Groups>;
    const unsigned blocks = (unsigned)quotient_up(s.vectors, Groups * V);
    const cudaError_t error =
        cudaFuncSetAttribute(trsm_systems_kernel<V, Groups>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    if (error != cudaSuccess)
        return error;
    trsm_systems_kernel<V, Groups><<<blocks, dim3(TRSM_THREADS, Groups), bytes, stream>>>(s);
    return cudaGetLastError();
}

/* Returns the systems with T lower triangular: an upper triangle is a lower one read backwards. */
static trsm_systems lower_form(ddblasHandle_t handle, const ddblas_systems &p)
{
    trsm_systems s = {(const cuddreal *)p.A, (cuddreal *)p.x, p.row,   p.column, p.step,   p.stride, p.vectors,    (int)p.n,
                      p.unit != 0,           {1.0, 0.0},      nullptr, p.keys,   p.uppers, p.grown,  p.grown_count};
    if (p.upper)
    {
        s.A += (p.n - 1) * (p.row + p.column);
        s.x += (p.n - 1) * p.step;
        s.row = -p.row;
        s.column = -p.column;
        s.step = -p.step;
    }
    if (handle->pointer_mode == DDBLAS_POINTER_MODE_DEVICE)
        s.alpha_device = (const cuddreal *)p.alpha;
    else
    {
        memcpy(&s.alpha, p.alpha, sizeof s.alpha); /* aligned to 8 bytes: core/host_memory.h */
    }
    return s;
}

extern "C" ddblasStatus_t ddblas_solve_cuda(ddblasHandle_t handle, const struct ddblas_systems *systems)
{
    if (systems->vectors > (int64_t)INT32_MAX)
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "trsm: %lld vectors are more than the CUDA engine takes",
                           (long long)systems->vectors);
    const trsm_systems s = lower_form(handle, *systems);
    const cudaStream_t stream = (cudaStream_t)handle->stream;
    /* Not every device has shared memory for two groups. */
    ddblas_device facts;
    ddblasStatus_t status = ddblas_device_facts(handle->backend, handle->device, &facts);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = ddblas_device_error(systems->all < H200_TRSM_MANY_VECTORS || facts.shared_of_block < shared_bytes<32, 2>
                                         ? launch_systems<16, 1>(s, stream)
                                         : launch_systems<32, 2>(s, stream));
    return ddblas_check_engine(handle, status, "solving a small system");
}
