/*
 * The plain route of double-double gemm: the second kernel, which adds the sums of the parts of k
 * and stores the results. gemm_plain_kernel.cuh computes these sums.
 */
#ifndef DDBLAS_LEVEL3_GEMM_PLAIN_ADD_KERNEL_CUH
#define DDBLAS_LEVEL3_GEMM_PLAIN_ADD_KERNEL_CUH

#include "gemm_plain_kernel.cuh"

enum
{
    /* Number of elements of C that a block of the second kernel treats. */
    GEMM_PLAIN_ADD_ELEMENTS = 32,
    GEMM_PLAIN_ADD_LANES = 8 /* Number of threads that share an element. */
};

/* Adds the sums of the parts of k for each element. Thread g of an element adds the parts g, g + 8,
 * ...; then thread 0 adds the eight sums in order. */
__global__ void __launch_bounds__(GEMM_PLAIN_ADD_ELEMENTS *GEMM_PLAIN_ADD_LANES)
    gemm_plain_add_kernel(const __grid_constant__ gemm_plain_operands op, int splits)
{
    __shared__ cuddreal parts[GEMM_PLAIN_ADD_LANES][GEMM_PLAIN_ADD_ELEMENTS];
    const int x = threadIdx.x % GEMM_PLAIN_ADD_ELEMENTS, g = threadIdx.x / GEMM_PLAIN_ADD_ELEMENTS;
    const int64_t e = (int64_t)blockIdx.x * GEMM_PLAIN_ADD_ELEMENTS + x, size = op.m * op.n;
    const int64_t i = e % op.m, j = e / op.m;
    const bool mine = e < size && op.wanted(i, j);
    const cuddreal alpha = op.get_alpha(), beta = op.get_beta();
    const bool product = !cuddIsZero(alpha);
    cuddreal sum = cuddFromDouble(0.0);
    if (mine && product)
#pragma unroll 4
        for (int s = g; s < splits; s += GEMM_PLAIN_ADD_LANES)
            sum = cuddAdd(sum, op.partial[s * size + e]);
    parts[g][x] = sum;
    __syncthreads();
    if (g > 0 || !mine)
        return;
#pragma unroll 1
    for (int h = 1; h < GEMM_PLAIN_ADD_LANES; h++)
        sum = cuddAdd(sum, parts[h][x]);
    gemm_finish_element(op, op.arrays, i, j, product, alpha, beta, sum);
}

#endif
