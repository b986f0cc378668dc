/*
 * A = alpha x y^T + A in double-double on the GPU.
 *
 * Formula: each element as ger_element.h says, with t_j = cuddMul(alpha, y_j).
 * Tiles: a block updates 64 rows and 32 columns. Its first warp computes the 32 numbers t_j once,
 * in shared memory. A thread has one row, whose x_i stays in registers, and 8 columns; it loads 4
 * elements before it computes the first, so that loads overlap. A warp loads 512 bytes that follow
 * one another.
 * Work per element: 29 FP64 operations, one load and one store of 16 bytes; memory limits the time.
 * Edges: threads beyond the last row or column compute nothing.
 * Error: docs/numerics.md, "GER in double-double".
 */
#ifndef DDBLAS_LEVEL2_GER_KERNEL_CUH
#define DDBLAS_LEVEL2_GER_KERNEL_CUH

#include <dd/scalar.cuh>

#include "level2/ger/ger_element.h"

enum
{
    GER_ROWS = 64,    /* Rows of a tile, one to a thread. */
    GER_COLUMNS = 32, /* Columns of a tile. */
    GER_GROUPS = 4,   /* Groups of threads, each with GER_COLUMNS / GER_GROUPS columns. */
    GER_THREADS = GER_ROWS * GER_GROUPS,
    GER_LOADS = 4, /* Loads of a thread that overlap. */
    /* Least number of resident blocks of a multiprocessor; 48 KB of loads are then in flight. */
    GER_BLOCKS = 3
};

/* Vectors point at their element 0, whatever the sign of their increment. */
struct ger_operands
{
    int64_t m, n;
    const cuddreal *alpha_device; /* Null: `alpha` is the scalar. */
    cuddreal alpha;
    const cuddreal *x;
    int64_t incx;
    const cuddreal *y;
    int64_t incy;
    cuddreal *A;
    int64_t lda;
};

/* A block updates, in the tile row blockIdx.x, the tiles of the tile columns blockIdx.y, blockIdx.y
 * + gridDim.y, ... */
static __global__ void __launch_bounds__(GER_THREADS, GER_BLOCKS) ger_kernel(const ger_operands op)
{
    __shared__ cuddreal t[GER_COLUMNS];
    const cuddreal alpha = op.alpha_device ? *op.alpha_device : op.alpha;
    if (cuddIsZero(alpha))
        return;
    const int row = (int)threadIdx.x % GER_ROWS, group = (int)threadIdx.x / GER_ROWS;
    const int64_t i = blockIdx.x * (int64_t)GER_ROWS + row;
    const cuddreal x = i < op.m ? op.x[i * op.incx] : cuddFromDouble(0.0);
    for (int64_t first = blockIdx.y * (int64_t)GER_COLUMNS; first < op.n; first += gridDim.y * (int64_t)GER_COLUMNS)
    {
        const int columns = op.n - first < GER_COLUMNS ? (int)(op.n - first) : (int)GER_COLUMNS;
        if ((int)threadIdx.x < columns)
            t[threadIdx.x] = cuddMul(alpha, op.y[(first + threadIdx.x) * op.incy]);
        __syncthreads();
        for (int k = group; k < columns && i < op.m; k += GER_LOADS * GER_GROUPS)
        {
            cuddreal *const a = op.A + (first + k) * op.lda + i;
            cuddreal element[GER_LOADS];
#pragma unroll
            for (int q = 0; q < GER_LOADS; q++)
                if (k + q * GER_GROUPS < columns)
                    element[q] = a[q * GER_GROUPS * op.lda];
#pragma unroll
            for (int q = 0; q < GER_LOADS; q++)
                if (k + q * GER_GROUPS < columns)
                    a[q * GER_GROUPS * op.lda] = ger_element(element[q], x, t[k + q * GER_GROUPS]);
        }
        __syncthreads();
    }
}

#endif
