/*
 * The functions of cuddreal.h run by a kernel, one operand a thread.
 */
#include <cstddef>
#include <cuda_runtime.h>
#include <dd/cuddreal.hpp>

#include "scalar_device.h"
#include "scalar_dispatch.h"

static_assert(sizeof(cuddreal) == sizeof(double2) && alignof(cuddreal) == alignof(double2), "cuddreal has the layout of double2");
static_assert(offsetof(cuddreal, x) == offsetof(double2, x) && offsetof(cuddreal, y) == offsetof(double2, y),
              "the high part is double2's x");

namespace
{

__global__ void run_kernel(int function, long long n, const cuddreal *a, const cuddreal *b, const cuddreal *c, cuddreal *r)
{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i < n)
        r[i] = dd_run(function, a[i], b[i], c[i]);
}

__global__ void swap_kernel(int, long long n, const cuddreal *a, const cuddreal *, const cuddreal *, cuddreal *r)
{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i < n)
    {
        double2 v = reinterpret_cast<const double2 *>(a)[i];
        reinterpret_cast<double2 *>(r)[i] = make_double2(v.y, v.x);
    }
}

__global__ void operator_kernel(int, long long n, const cuddreal *a, const cuddreal *b, const cuddreal *, cuddreal *r)
{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i < n)
        r[i] = -((a[i] + b[i]) * a[i] - b[i] / a[i]);
}

using kernel = void (*)(int, long long, const cuddreal *, const cuddreal *, const cuddreal *, cuddreal *);

/* Copies three arrays to the device, runs k on them, copies the result back. */
int run(kernel k, int function, long long n, const cuddreal *const operands[3], cuddreal *result, const char **why)
{
    const size_t bytes = (size_t)n * sizeof(cuddreal);
    cuddreal *device[4] = {nullptr, nullptr, nullptr, nullptr};
    cudaError_t e = cudaSuccess;
    for (int i = 0; i < 4 && e == cudaSuccess; i++)
        e = cudaMalloc(&device[i], bytes);
    for (int i = 0; i < 3 && e == cudaSuccess; i++)
        e = cudaMemcpy(device[i], operands[i], bytes, cudaMemcpyHostToDevice);
    if (e == cudaSuccess)
    {
        k<<<(unsigned)((n + 255) / 256), 256>>>(function, n, device[0], device[1], device[2], device[3]);
        e = cudaGetLastError();
    }
    if (e == cudaSuccess)
        e = cudaMemcpy(result, device[3], bytes, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 4; i++)
        cudaFree(device[i]);
    *why = cudaGetErrorString(e);
    return (int)e;
}

} // namespace

int dd_device_count(void)
{
    int count = 0;
    return cudaGetDeviceCount(&count) == cudaSuccess ? count : 0;
}

int dd_device_run(int function, long long n, const cuddreal *a, const cuddreal *b, const cuddreal *c, cuddreal *r,
                  const char **why)
{
    const cuddreal *operands[3] = {a, b, c};
    return run(run_kernel, function, n, operands, r, why);
}

int dd_device_swap_as_double2(long long n, const cuddreal *a, cuddreal *r, const char **why)
{
    const cuddreal *operands[3] = {a, a, a};
    return run(swap_kernel, 0, n, operands, r, why);
}

int dd_device_operators(long long n, const cuddreal *a, const cuddreal *b, cuddreal *r, const char **why)
{
    const cuddreal *operands[3] = {a, b, a};
    return run(operator_kernel, 0, n, operands, r, why);
}
