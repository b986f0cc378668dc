/*
 * Shared by the GPU sides of the benchmarks: calls of the runtime that must succeed, and
 * full-length random numbers.
 */
#ifndef DD_BENCH_DEVICE_DATA_CUH
#define DD_BENCH_DEVICE_DATA_CUH

#include <cuda_runtime.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <dd/ddblas.h>

#define MUST(call)                                                                                                               \
    do                                                                                                                           \
    {                                                                                                                            \
        const cudaError_t error_ = (call);                                                                                       \
        if (error_ != cudaSuccess)                                                                                               \
        {                                                                                                                        \
            fprintf(stderr, "%s: %s: %s\n", __FILE__, #call, cudaGetErrorString(error_));                                        \
            exit(2);                                                                                                             \
        }                                                                                                                        \
    } while (0)

namespace
{

/* A number in (-1, 1) from a counter: the finaliser of MurmurHash3. */
__device__ double uniform(uint64_t k)
{
    k ^= k >> 33;
    k *= 0xff51afd7ed558ccdull;
    k ^= k >> 33;
    k *= 0xc4ceb9fe1a85ec53ull;
    k ^= k >> 33;
    return (double)(int64_t)k * 0x1p-63;
}

__device__ void draw(float &a, uint64_t k) { a = (float)uniform(k); }
__device__ void draw(double &a, uint64_t k) { a = uniform(k); }
__device__ void draw(cuddreal &a, uint64_t k)
{
    const double high = uniform(k);
    a = cuddFastTwoSum(high, high * uniform(~k) * 0x1p-54);
}
__device__ void draw(ddblasComplex &a, uint64_t k)
{
    draw(a.x, k);
    draw(a.y, ~k);
}
__device__ void draw(ddblasDoubleComplex &a, uint64_t k)
{
    draw(a.x, k);
    draw(a.y, ~k);
}
__device__ void draw(cuddcomplex &a, uint64_t k)
{
    draw(a.x, k);
    draw(a.y, ~k);
}

} // namespace

#endif
