/*
 * Small triangular systems in double-double on the CUDA engine: choice of the kernel and launch.
 */
#include "trsm_systems_launch.cuh"

#include "backend/device_error.h"

template <int V, int Groups>
static cudaError_t launch_systems(const trsm_systems &s, cudaStream_t stream)
{
    constexpr int bytes = trsm_shared_bytes<V, Groups>;
    const unsigned blocks = (unsigned)quotient_up(s.vectors, Groups * V);
    const cudaError_t error =
        cudaFuncSetAttribute(trsm_systems_kernel<V, Groups>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    if (error != cudaSuccess)
        return error;
    trsm_systems_kernel<V, Groups><<<blocks, dim3(TRSM_THREADS, Groups), bytes, stream>>>(s);
    return cudaGetLastError();
}

extern "C" ddblasStatus_t ddblas_solve_cuda(ddblasHandle_t handle, const struct ddblas_systems *systems)
{
    if (systems->vectors > (int64_t)INT32_MAX)
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "trsm: %lld vectors are more than the CUDA engine takes",
                           (long long)systems->vectors);
    const trsm_lower_form f = trsm_make_lower(handle, *systems);
    trsm_systems s = f.systems;
    s.A += f.shift_A;
    s.x += f.shift_x;
    const cudaStream_t stream = (cudaStream_t)handle->stream;
    ddblas_device facts;
    ddblasStatus_t status = ddblas_device_facts(handle->backend, handle->device, &facts);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = ddblas_device_error(trsm_has_two_groups(systems->all, facts) ? launch_systems<32, 2>(s, stream)
                                                                              : launch_systems<16, 1>(s, stream));
    return ddblas_check_engine(handle, status, "solving a small system");
}
