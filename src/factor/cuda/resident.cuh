/*
 * What kernels need whose blocks are all resident at once and wait for each other: a barrier of all
 * blocks, and loads of what other blocks have written.
 */
#ifndef DDBLAS_FACTOR_RESIDENT_CUH
#define DDBLAS_FACTOR_RESIDENT_CUH

#include <dd/scalar.cuh>

#include "backend/instructions.cuh"

/* Waits until all blocks have called this for the `turn`-th time, turn = 1, 2, ...; what a block's
 * threads have written before is then visible to loads that bypass the L1 cache. */
static __device__ void resident_meet(unsigned *arrived, unsigned turn)
{
    __syncthreads();
    if (threadIdx.x == 0 && gridDim.x > 1)
    {
        __threadfence();
        atomicAdd(arrived, 1U);
        while ((unsigned)load_acquire((const int *)arrived) < turn * gridDim.x)
            __nanosleep(20);
    }
    __syncthreads();
}

/* Loads an object, whose size is a multiple of 16 bytes, from memory that other blocks have
 * written. */
template <class O>
static __device__ O resident_load(const O *from)
{
    O to;
    static_assert(sizeof(O) % sizeof(double2) == 0, "whole pieces");
#pragma unroll
    for (int i = 0; i < (int)(sizeof(O) / sizeof(double2)); i++)
    {
        const double2 piece = __ldcg((const double2 *)from + i);
        memcpy((char *)&to + i * sizeof piece, &piece, sizeof piece);
    }
    return to;
}

#endif
