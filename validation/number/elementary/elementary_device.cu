/* The elementary functions run by a kernel, one argument a thread. */
#include <cuda_runtime.h>

#include "elementary_device.h"
#include "elementary_dispatch.h"

namespace
{

__global__ void run_elementary(int function, long long n, const cuddreal *a, const cuddreal *b, cuddreal *r)
{
    const long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i < n)
        r[i] = dd_elementary_run(function, a[i], b[i]);
}

cudaError_t timed_run(int function, long long n, cuddreal *const device[3], double *seconds)
{
    const unsigned blocks = (unsigned)((n + 255) / 256);
    cudaEvent_t start, stop;
    float milliseconds = 0.0f;
    cudaError_t e = cudaEventCreate(&start);
    if (e != cudaSuccess)
        return e;
    e = cudaEventCreate(&stop);
    if (e == cudaSuccess)
    {
        run_elementary<<<blocks, 256>>>(function, n, device[0], device[1], device[2]);
        e = cudaGetLastError();
    }
    if (e == cudaSuccess)
        e = cudaEventRecord(start);
    if (e == cudaSuccess)
    {
        run_elementary<<<blocks, 256>>>(function, n, device[0], device[1], device[2]);
        e = cudaGetLastError();
    }
    if (e == cudaSuccess)
        e = cudaEventRecord(stop);
    if (e == cudaSuccess)
        e = cudaEventSynchronize(stop);
    if (e == cudaSuccess)
        e = cudaEventElapsedTime(&milliseconds, start, stop);
    *seconds = milliseconds * 1e-3;
    cudaEventDestroy(stop);
    cudaEventDestroy(start);
    return e;
}

} // namespace

int dd_elementary_devices(void)
{
    int count = 0;
    return cudaGetDeviceCount(&count) == cudaSuccess ? count : 0;
}

int dd_elementary_on_device(int function, long long n, const cuddreal *a, const cuddreal *b, cuddreal *r, double *seconds,
                            const char **why)
{
    const size_t bytes = (size_t)n * sizeof(cuddreal);
    cuddreal *device[3] = {nullptr, nullptr, nullptr};
    cudaError_t e = cudaSuccess;
    for (int i = 0; i < 3 && e == cudaSuccess; i++)
        e = cudaMalloc(&device[i], bytes);
    if (e == cudaSuccess)
        e = cudaMemcpy(device[0], a, bytes, cudaMemcpyHostToDevice);
    if (e == cudaSuccess)
        e = cudaMemcpy(device[1], b, bytes, cudaMemcpyHostToDevice);
    if (e == cudaSuccess)
        e = timed_run(function, n, device, seconds);
    if (e == cudaSuccess)
        e = cudaMemcpy(r, device[2], bytes, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 3; i++)
        cudaFree(device[i]);
    *why = cudaGetErrorString(e);
    return (int)e;
}
