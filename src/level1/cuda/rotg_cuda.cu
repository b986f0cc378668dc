/*
 * rotg and rotmg with scalars in the device's memory: one launch of one thread.
 */
extern "C" {
#include "backend/device_error.h"
#include "level1/rotg.h"
}

#include <cuda_runtime.h>

namespace
{

__global__ void __launch_bounds__(1) rotg_kernel(const ddblas_rotg problem) { rotg_call(&problem); }

} // namespace

extern "C" ddblasStatus_t ddblas_rotg_cuda(ddblasHandle_t handle, const ddblas_rotg *problem)
{
    rotg_kernel<<<1, 1, 0, static_cast<cudaStream_t>(handle->stream)>>>(*problem);
    return ddblas_check_engine(handle, ddblas_device_error(cudaGetLastError()), problem->modified ? "rotmg" : "rotg");
}
