/*
 * Inverse iteration on the CUDA engine.
 *
 *   solve          a thread has a column; the triangles of a launch lie side by side, so that
 *                  neighbouring threads read neighbouring numbers. n dependent steps, of about 10
 *                  operations down and 5 up
 *   orthogonalize  a block has a chain and goes through its columns in their order. Up to CHUNK
 *                  earlier columns are subtracted at once; a warp has the products of every
 *                  WARPS-th of them, a thread every THREADS-th row. All sums have a fixed order
 */
#include <dd/scalar.cuh>

extern "C" {
#include "backend/device_error.h"
#include "core/checks.h"
#include "core/sizes.h"
#include "eigen/stein/stein.h"
}
#include "eigen/stein/stein_iterate.h"
#include "level2/symv/cuda/symv_device.cuh"

#include <cuda_runtime_api.h>

enum
{
    SOLVE_THREADS = 32, /* One warp: columns are few, and steps depend on each other. */
    THREADS = 256,
    WARPS = THREADS / 32,
    CHUNK = 32,
    MOST_BLOCKS = 65535
};

__global__ void __launch_bounds__(SOLVE_THREADS) solve_kernel(const ddblas_stein_step s, int64_t at, int64_t columns)
{
    const int64_t slot = blockIdx.x * (int64_t)SOLVE_THREADS + threadIdx.x, j = at + slot;
    if (slot >= columns)
        return;
    cuddreal *x = s.X + j * s.n;
    for (int64_t i = 0; i < s.n && s.round == 0; i++)
        x[i] = stein_start(i, j);
    stein_solve(s.n, s.d, s.e, s.w[j], s.small, s.factors + slot, columns, x);
}

static __device__ cuddreal sum_of_warp(cuddreal mine)
{
#pragma unroll
    for (int m = 16; m >= 1; m /= 2)
        mine = cuddAdd(mine, shuffle_xor(mine, m));
    return mine;
}

/* The sum over all threads, in every thread. */
static __device__ cuddreal sum_of_block(cuddreal mine, cuddreal *parts)
{
    mine = sum_of_warp(mine);
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = mine;
    __syncthreads();
    cuddreal sum = parts[0];
    for (int k = 1; k < WARPS; k++)
        sum = cuddAdd(sum, parts[k]);
    return sum;
}

/* Divides x by its norm, which every thread gets; a norm of 0 leaves x as it is. */
static __device__ double normalize(int64_t n, cuddreal *x, cuddreal *parts)
{
    cuddreal sum = cuddFromDouble(0.0);
    for (int64_t i = threadIdx.x; i < n; i += THREADS)
        sum = cuddFma(x[i], x[i], sum);
    const cuddreal norm = cuddSqrt(sum_of_block(sum, parts));
    if (norm.x > 0.0)
    {
        const cuddreal inverse = cuddDDiv(1.0, norm);
        for (int64_t i = threadIdx.x; i < n; i += THREADS)
            x[i] = cuddMul(x[i], inverse);
    }
    __syncthreads();
    return norm.x;
}

/* x -= Z Z^T x for `count` columns Z, at most CHUNK. */
static __device__ void subtract_parts(int64_t n, int count, const cuddreal *Z, cuddreal *x, cuddreal *dots)
{
    for (int k = (int)threadIdx.x / 32; k < count; k += WARPS)
    {
        cuddreal sum = cuddFromDouble(0.0);
        for (int64_t i = threadIdx.x % 32; i < n; i += 32)
            sum = cuddFma(Z[i + k * n], x[i], sum);
        sum = sum_of_warp(sum);
        if (threadIdx.x % 32 == 0)
            dots[k] = cuddNeg(sum);
    }
    __syncthreads();
    for (int64_t i = threadIdx.x; i < n; i += THREADS)
    {
        cuddreal value = x[i];
        for (int k = 0; k < count; k++)
            value = cuddFma(dots[k], Z[i + k * n], value);
        x[i] = value;
    }
    __syncthreads();
}

__global__ void __launch_bounds__(THREADS) orthogonalize_kernel(const ddblas_stein_step s)
{
    __shared__ cuddreal parts[WARPS], dots[CHUNK];
    for (int64_t c = blockIdx.x; c < s.chains; c += gridDim.x)
    {
        const ddblas_stein_chain chain = s.chain[c];
        for (int64_t j = chain.first; j < chain.first + chain.count; j++)
        {
            cuddreal *x = s.X + j * s.n;
            double growth = normalize(s.n, x, parts);
            for (int pass = 0; pass < 2 && j > chain.first; pass++)
            {
                for (int64_t k = chain.first; k < j; k += CHUNK)
                    subtract_parts(s.n, (int)(j - k < CHUNK ? j - k : CHUNK), s.X + k * s.n, x, dots);
                growth *= normalize(s.n, x, parts);
            }
            if (threadIdx.x == 0)
                s.residual[j] = 1.0 / growth;
        }
    }
}

extern "C" ddblasStatus_t ddblas_stein_step_cuda(ddblasHandle_t handle, const struct ddblas_stein_step *s)
{
    const cudaStream_t stream = (cudaStream_t)handle->stream;
    for (int64_t at = 0; at < s->m; at += DDBLAS_STEIN_SLOTS_CUDA)
    {
        const int64_t columns = least(DDBLAS_STEIN_SLOTS_CUDA, s->m - at);
        solve_kernel<<<(unsigned)quotient_up(columns, SOLVE_THREADS), SOLVE_THREADS, 0, stream>>>(*s, at, columns);
    }
    orthogonalize_kernel<<<(unsigned)least(s->chains, MOST_BLOCKS), THREADS, 0, stream>>>(*s);
    return ddblas_check_engine(handle, ddblas_device_error((int)cudaGetLastError()), "stein");
}

__global__ void __launch_bounds__(THREADS) halve_kernel(int64_t m, cuddreal *S)
{
    for (int64_t k = blockIdx.x * (int64_t)THREADS + threadIdx.x; k < m * m; k += (int64_t)gridDim.x * THREADS)
        S[k] = cuddMulD(k % (m + 1) == 0 ? cuddSubD(S[k], 1.0) : S[k], 0.5);
}

extern "C" ddblasStatus_t ddblas_stein_halve_cuda(ddblasHandle_t handle, int64_t m, cuddreal *S)
{
    halve_kernel<<<(unsigned)least(quotient_up(m * m, THREADS), 4096), THREADS, 0, (cudaStream_t)handle->stream>>>(m, S);
    return ddblas_check_engine(handle, ddblas_device_error((int)cudaGetLastError()), "stein");
}
