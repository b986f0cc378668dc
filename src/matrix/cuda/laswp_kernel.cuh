/*
 * Exchanges of rows on the GPU.
 *
 * Formula: A = P_k ... P_1 A, P_t the exchange t. The exchanges go in groups of 32. The rows that a
 * group touches have 64 slots: slot t < 32 is the group's own row t, slot 32 + t the other row of
 * exchange t if it is no own row and no earlier exchange has it. The first warp of a block finds
 * the permutation of the slots:
 *
 *      slots      0 ............ 31 | 32 ............ 63
 *      rows       own rows          | other rows, each once
 *      source[s]  slot whose element is in slot s after the group
 *
 * Then each warp loads the sources of a column, two elements a lane, and stores them.
 *
 * Tiles: a block has 32 columns, a warp 4 of them.
 * Work per column and group: 64 loads and stores, of which those of own rows follow one another;
 * memory and the latency of the permutation limit the time.
 * Edges: slots without a row are neither loaded nor stored.
 * Error: none; elements are moved.
 */
#ifndef DDBLAS_MATRIX_LASWP_KERNEL_CUH
#define DDBLAS_MATRIX_LASWP_KERNEL_CUH

#include <dd/scalar.cuh>

#include "matrix/laswp.h"

enum
{
    LASWP_THREADS = 256,
    LASWP_WARPS = LASWP_THREADS / 32,
    LASWP_COLUMNS = 32, /* Columns of a block. */
    LASWP_GROUP = 32,   /* Exchanges of a group. */
    LASWP_BLOCKS = 4    /* Least number of resident blocks of a multiprocessor. */
};

template <class T>
struct laswp_operands
{
    int64_t n;
    T *A;
    int64_t lda;
    int64_t first, count; /* As in struct ddblas_laswp_problem. */
    const int64_t *pivot;
    int64_t step;
    bool backward;
};

/* The slots of a group. */
struct laswp_slots
{
    int64_t row[2 * LASWP_GROUP]; /* -1: the slot has no row. */
    int source[2 * LASWP_GROUP];
    int other[LASWP_GROUP]; /* The slot with which each own row is exchanged. */
};

/* Called by one warp: finds the rows and the permutation of the group of `count` exchanges that
 * begins at exchange `begin`. */
template <class T>
DD_DEVICE void laswp_permute(laswp_slots &slots, const laswp_operands<T> &op, int64_t begin, int count)
{
    const int lane = static_cast<int>(threadIdx.x) % 32;
    const int64_t own = op.first + begin + lane, base = op.first + begin;
    const int64_t row = lane < count ? laswp_other(op.pivot[(begin + lane) * op.step], own, op.lda) : own;
    const bool inside = row >= base && row < base + count;
    int earliest = lane; /* The first exchange with this other row. */
    for (int t = LASWP_GROUP - 1; t >= 0; t--)
        if (__shfl_sync(0xffffffffu, row, t) == row && t < lane)
            earliest = t;
    slots.row[lane] = lane < count ? own : -1;
    slots.row[LASWP_GROUP + lane] = lane < count && !inside && earliest == lane ? row : -1;
    slots.source[lane] = lane;
    slots.source[LASWP_GROUP + lane] = LASWP_GROUP + lane;
    slots.other[lane] = inside ? static_cast<int>(row - base) : LASWP_GROUP + earliest;
    __syncwarp();
    if (lane == 0)
        for (int k = 0; k < count; k++)
        {
            const int t = op.backward ? count - 1 - k : k, s = slots.other[t], kept = slots.source[t];
            slots.source[t] = slots.source[s];
            slots.source[s] = kept;
        }
}

/* Called by one warp: moves the elements of a column. */
template <class T>
DD_DEVICE void laswp_move(const laswp_slots &slots, T *column)
{
    T element[2];
#pragma unroll
    for (int half = 0; half < 2; half++)
    {
        const int slot = half * LASWP_GROUP + static_cast<int>(threadIdx.x) % 32;
        if (slots.row[slot] >= 0)
            element[half] = column[slots.row[slots.source[slot]]];
    }
    __syncwarp();
#pragma unroll
    for (int half = 0; half < 2; half++)
    {
        const int slot = half * LASWP_GROUP + static_cast<int>(threadIdx.x) % 32;
        if (slots.row[slot] >= 0 && slots.source[slot] != slot)
            column[slots.row[slot]] = element[half];
    }
    __syncwarp();
}

template <class T>
__global__ void __launch_bounds__(LASWP_THREADS, LASWP_BLOCKS) laswp_kernel(const laswp_operands<T> op)
{
    __shared__ laswp_slots slots;
    const int warp = static_cast<int>(threadIdx.x) / 32;
    const int64_t groups = (op.count + LASWP_GROUP - 1) / LASWP_GROUP;
    for (int64_t k = 0; k < groups; k++)
    {
        const int64_t begin = (op.backward ? groups - 1 - k : k) * LASWP_GROUP, left = op.count - begin;
        if (warp == 0)
            laswp_permute(slots, op, begin, static_cast<int>(left < LASWP_GROUP ? left : LASWP_GROUP));
        __syncthreads();
        for (int c = warp; c < LASWP_COLUMNS; c += LASWP_WARPS)
        {
            const int64_t j = static_cast<int64_t>(blockIdx.x) * LASWP_COLUMNS + c;
            if (j < op.n)
                laswp_move(slots, op.A + j * op.lda);
        }
        __syncthreads();
    }
}

#endif
