/*
 * Matrices made on the device by a hash of the index.
 */
#include "hashed_matrix.h"

#include <cuda_runtime_api.h>

static __host__ __device__ inline uint64_t mixed(uint64_t z)
{
    z += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

static __host__ __device__ inline double power(int e)
{
    double p = 1.0;
    for (; e > 0; e--)
        p *= 2.0;
    for (; e < 0; e++)
        p *= 0.5;
    return p;
}

static __host__ __device__ inline cuddreal element(uint64_t seed, uint64_t index, int span)
{
    const uint64_t a = mixed(mixed(seed) + index), b = mixed(a), c = mixed(b);
    const double scale = power((int)(c % (2 * (uint64_t)span + 1)) - span);
    const double high = ((double)(a >> 11) + 0.5) * 0x1p-53 * (c >> 63 ? -scale : scale);
    const double low = high * 0x1p-54 * ((double)(b >> 11) * 0x1p-52 - 1.0);
    return cuddFastTwoSum(high, low);
}

extern "C" cuddreal dd_hashed_element(uint64_t seed, uint64_t index, int span) { return element(seed, index, span); }

__global__ void fill_kernel(cuddreal *X, int64_t count, uint64_t seed, int span)
{
    for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += (int64_t)gridDim.x * blockDim.x)
        X[i] = element(seed, (uint64_t)i, span);
}

extern "C" int dd_hashed_fill(cuddreal *X, int64_t count, uint64_t seed, int span)
{
    fill_kernel<<<4096, 256>>>(X, count, seed, span);
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess)
        error = cudaDeviceSynchronize();
    return (int)error;
}
