/*
 * Batches of y_i = alpha op(A_i) x_i + beta y_i in W on the GPU; i numbers the members of the
 * batch.
 *
 * The formula, the tiles of a member and the treatment of special values are those of
 * gemv_kernel.cuh. The difference is that a block computes the sums of its rows or columns over all
 * terms. So one launch suffices and no workspace is needed. The first dimension of the grid covers
 * the rows or columns of a member, the second one the members.
 *
 *   rows      op is N: a block has 64 rows and 4 groups of threads, which share the terms of each
 *             row; x goes through shared memory in pieces of 1024 elements
 *   columns   op is T or C: a warp has 4 columns and all rows
 *
 * Work. Each element of A takes one load of 16 bytes and 10 FP64 instructions; the loads limit the
 * speed.
 * Edges. Threads beyond the last row or column only take part in barriers and shuffles.
 * Error: docs/numerics.md, "GEMV in double-double".
 */
#ifndef DDBLAS_LEVEL2_GEMV_BATCH_KERNEL_CUH
#define DDBLAS_LEVEL2_GEMV_BATCH_KERNEL_CUH

#include "gemv_kernel.cuh"

typedef gemv_operands<cuddreal, cuddreal> gemv_batch_operands;

/* Distances from one member to the next, in elements, and the number of members. */
struct gemv_batch_strides
{
    int64_t A, x, y, count;
};

DD_DEVICE gemv_batch_operands gemv_member(const gemv_batch_operands &first, const gemv_batch_strides &strides, int64_t i)
{
    gemv_batch_operands op = first;
    op.A += i * strides.A;
    op.x += i * strides.x;
    op.y += i * strides.y;
    return op;
}

static __global__ void __launch_bounds__(GEMV_THREADS)
    gemv_batch_rows_kernel(const __grid_constant__ gemv_batch_operands first, const __grid_constant__ gemv_batch_strides strides)
{
    __shared__ gemv_rows_shared<cuddreal, 1> shared;
    const int lane = (int)threadIdx.x % GEMV_ROWS, group = (int)threadIdx.x / GEMV_ROWS;
    const int64_t row = blockIdx.x * (int64_t)GEMV_ROWS + lane;
    const cuddreal alpha = first.get_alpha(), beta = first.get_beta();
    const int64_t terms = cuddIsZero(alpha) ? 0 : first.n;
    for (int64_t i = blockIdx.y; i < strides.count; i += gridDim.y)
    {
        const gemv_batch_operands op = gemv_member(first, strides, i);
        dd_accumulator sums[1];
        sums[0].clear();
        for (int64_t j = 0; j < terms; j += GEMV_COLUMNS_MOST)
        {
            const int columns = (int)min((int64_t)GEMV_COLUMNS_MOST, terms - j);
            gemv_row<cuddreal> numbers(shared.slots, op.A + row + j * op.lda, op.lda, group, row < op.m ? columns : 0);
            for (int t = (int)threadIdx.x; t < columns; t += GEMV_THREADS)
                shared.v[0][t] = op.x[(j + t) * op.incx];
            __syncthreads();
            numbers.add_to(sums, shared.v);
            sums[0].renormalise();
            __syncthreads();
        }
        shared.sum(group, 0, lane) = sums[0].value();
        __syncthreads();
        if (group == 0)
        {
            cuddreal total = shared.sum(0, 0, lane);
#pragma unroll
            for (int g = 1; g < GEMV_GROUPS; g++)
                total = scalar<cuddreal>::merge(total, shared.sum(g, 0, lane));
            gemv_store(op, row, row < op.m, alpha, beta, total);
        }
        __syncthreads();
    }
}

static __global__ void __launch_bounds__(32 * GEMV_WARPS)
    gemv_batch_columns_kernel(const __grid_constant__ gemv_batch_operands first,
                              const __grid_constant__ gemv_batch_strides strides)
{
    constexpr int Columns = GEMV_SHORT_COLUMNS;
    __shared__ gemv_columns_shared<cuddreal, Columns, GEMV_COLUMN_NUMBERS> shared;
    const int lane = threadIdx.x % 32;
    const int64_t column = (blockIdx.x * (int64_t)GEMV_WARPS + threadIdx.x / 32) * Columns;
    const cuddreal alpha = first.get_alpha(), beta = first.get_beta();
    const int valid = (int)min((int64_t)Columns, max((int64_t)0, first.n - column));
    for (int64_t i = blockIdx.y; i < strides.count; i += gridDim.y)
    {
        const gemv_batch_operands op = gemv_member(first, strides, i);
        dd_accumulator sums[Columns][1];
        cuddreal values[Columns];
#pragma unroll
        for (int c = 0; c < Columns; c++)
            sums[c][0].clear();
        if (!cuddIsZero(alpha))
            gemv_add_columns<cuddreal, Columns>(sums, op, op.A + column * op.lda, op.lda, valid, gemv_range{lane, 32, op.m},
                                                shared);
#pragma unroll
        for (int c = 0; c < Columns; c++)
            values[c] = sums[c][0].value();
        /* The sum of column c is in lane 32 / Columns * c. It is moved to lane c, which stores
         * it. */
        const cuddreal mine = shuffle_from(gemv_add_lanes<16>(values), 32 / Columns * (lane % Columns));
        gemv_store(op, column + lane, lane < valid, alpha, beta, mine);
    }
}

#endif
