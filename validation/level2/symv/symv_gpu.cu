/*
 * CUDA C++ for t_symv_cuda.c.
 */
#include "symv_gpu.h"

#include <cuda_runtime.h>

#include "backend/instructions.cuh"

namespace
{

__global__ void hold(long long time)
{
    const long long start = nanoseconds();
    while (nanoseconds() - start < time)
        ;
}

__host__ __device__ float integer_of(int64_t i, int64_t j)
{
    const uint64_t low = (uint64_t)(i < j ? i : j), high = (uint64_t)(i < j ? j : i);
    return (float)((low * 2654435761u + high * 40503u + (low ^ high)) % 3) - 1.0f;
}

__global__ void fill(float *A, int64_t n, int64_t lda, int upper)
{
    for (int64_t j = blockIdx.y; j < n; j += gridDim.y)
        for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < lda; i += (int64_t)gridDim.x * blockDim.x)
            A[i + j * lda] = i < n && (upper ? i <= j : i >= j) ? integer_of(i, j) : nanf("");
}

} // namespace

extern "C" int symv_gpu_hold(void *stream, int blocks, int microseconds)
{
    hold<<<blocks, 1024, 0, (cudaStream_t)stream>>>(1000ll * microseconds);
    return (int)cudaGetLastError();
}

extern "C" int symv_gpu_fill_integers(float *A, int64_t n, int64_t lda, int upper)
{
    fill<<<dim3(8, 4096), 256>>>(A, n, lda, upper);
    return (int)cudaDeviceSynchronize();
}

extern "C" float symv_gpu_integer(int64_t i, int64_t j) { return integer_of(i, j); }
