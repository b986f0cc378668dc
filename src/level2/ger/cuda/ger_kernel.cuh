/*
 * ger and its relatives in W and U on the GPU.
 *
 * Formula: each element as ger_element.h says, with coefficients t_j, and s_j where two products
 * are added. Tiles: a block updates 64 rows and 32 columns. Its first warps compute the
 * coefficients of the columns once, in shared memory. A thread has one row, whose x_i and y_i stay
 * in registers, and 8 columns; it loads 4 elements, 2 in U, before it computes the first, so that
 * loads overlap. A warp loads elements that follow one another. Triangles: only tiles that hold
 * stored elements get a block. In squares of 64 rows and columns, tile row or tile column q of
 * squares has q + 1 squares of two tiles, and is preceded by q (q + 1) tiles. Work per element in
 * W: 29 FP64 operations for each product, one load and one store of 16 bytes; memory limits the
 * time. Edges: threads outside the stored elements compute nothing. Error: docs/numerics.md, "GER
 * in double-double".
 */
#ifndef DDBLAS_LEVEL2_GER_KERNEL_CUH
#define DDBLAS_LEVEL2_GER_KERNEL_CUH

#include <dd/scalar.cuh>

#include "level2/ger/ger_element.h"
#include "level2/layout.h"

enum
{
    GER_ROWS = 64,    /* Rows of a tile, one to a thread. */
    GER_COLUMNS = 32, /* Columns of a tile; half of GER_ROWS, which triangles rely on. */
    GER_GROUPS = 4,   /* Groups of threads, each with GER_COLUMNS / GER_GROUPS columns. */
    GER_THREADS = GER_ROWS * GER_GROUPS
};

/* Loads of a thread that overlap, and the least number of resident blocks of a multiprocessor. In W
 * 48 KB of loads are then in flight. In U more of them take longer, because FP64 instructions limit
 * the time as well. */
template <class T>
struct ger_shape
{
    static constexpr int loads = scalar<T>::is_complex ? 2 : 4, blocks = scalar<T>::is_complex ? 2 : 3;
};

/* Vectors point at their element 0, whatever the sign of their increment. */
template <class T>
struct ger_operands
{
    int64_t n;
    const void *alpha_device; /* Null: `alpha` is the scalar. */
    T alpha;
    bool real_alpha; /* alpha is a real number; `alpha` has it as its real part. */
    bool conjugate;
    const T *x;
    int64_t incx;
    const T *y;
    int64_t incy;
    T *A;
    bool real_diagonal; /* The imaginary parts of the diagonal become 0. */
    struct layout layout;
};

/* ---- arithmetic by type ---------------------------------------------------------------------- */

static __device__ __forceinline__ cuddreal ger_update(cuddreal a, cuddreal x, cuddreal t) { return ger_element(a, x, t); }
static __device__ __forceinline__ cuddcomplex ger_update(cuddcomplex a, cuddcomplex x, cuddcomplex t)
{
    return ger_element_complex(a, x, t);
}
static __device__ __forceinline__ cuddreal ger_alpha(const ger_operands<cuddreal> &op)
{
    return op.alpha_device ? *static_cast<const cuddreal *>(op.alpha_device) : op.alpha;
}
static __device__ __forceinline__ cuddcomplex ger_alpha(const ger_operands<cuddcomplex> &op)
{
    if (!op.alpha_device)
        return op.alpha;
    return op.real_alpha ? cuddcFromReal(*static_cast<const cuddreal *>(op.alpha_device))
                         : *static_cast<const cuddcomplex *>(op.alpha_device);
}
static __device__ cuddreal ger_first_coefficient(const ger_operands<cuddreal> &, cuddreal alpha, cuddreal y)
{
    return cuddMul(alpha, y);
}
static __device__ cuddcomplex ger_first_coefficient(const ger_operands<cuddcomplex> &op, cuddcomplex alpha, cuddcomplex y)
{
    return ger_coefficient_complex(alpha, op.real_alpha, y, op.conjugate);
}
static __device__ cuddreal ger_second_coefficient(const ger_operands<cuddreal> &, cuddreal alpha, cuddreal x)
{
    return cuddMul(alpha, x);
}
static __device__ cuddcomplex ger_second_coefficient(const ger_operands<cuddcomplex> &op, cuddcomplex alpha, cuddcomplex x)
{
    return ger_second_coefficient_complex(alpha, x, op.conjugate);
}
static __device__ __forceinline__ cuddreal ger_drop_imaginary(cuddreal a) { return a; }
static __device__ __forceinline__ cuddcomplex ger_drop_imaginary(cuddcomplex a) { return cuddcFromReal(a.x); }

/* ---- tiles ----------------------------------------------------------------------------------- */

/* The coefficients of the columns of a tile. */
template <class T>
struct ger_coefficients
{
    T first[GER_COLUMNS], second[GER_COLUMNS];
};

/* Some elements of a thread's row, every GER_GROUPS-th column from `column` on. */
template <class T>
struct ger_elements
{
    static constexpr int loads = ger_shape<T>::loads;
    T value[loads];
    T *at[loads]; /* Null where nothing is stored. */

    /* Loads those of columns before `end`. */
    __device__ __forceinline__ void load(const ger_operands<T> &op, int64_t i, int64_t column, int64_t end)
    {
#pragma unroll
        for (int q = 0; q < loads; q++)
        {
            const int64_t j = column + q * GER_GROUPS;
            const bool stored = j < end && i < layout_end_row(op.layout, j) && i >= layout_first_row(op.layout, j);
            at[q] = stored ? op.A + layout_column(op.layout, j) + i : nullptr;
            if (stored)
                value[q] = *at[q];
        }
    }
};

/* Updates the tile of the block's rows, of which this thread has row i, and of the columns from
 * `column` on. The first elements are loaded before the coefficients are there. */
template <class T, bool TWO>
static __device__ void ger_update_tile(const ger_operands<T> &op, ger_coefficients<T> &c, T alpha, int64_t i, int64_t column)
{
    constexpr int loads = ger_shape<T>::loads, step = loads * GER_GROUPS;
    const int group = (int)threadIdx.x / GER_ROWS;
    const int columns = op.n - column < GER_COLUMNS ? (int)(op.n - column) : (int)GER_COLUMNS;
    const int64_t end = column + columns;
    const bool inside = i < op.layout.m;
    ger_elements<T> a;
    a.load(op, i, column + group, end);
    const T x = inside ? op.x[i * op.incx] : scalar<T>::zero(), y = TWO && inside ? op.y[i * op.incy] : scalar<T>::zero();
    if ((int)threadIdx.x < columns)
        c.first[threadIdx.x] = ger_first_coefficient(op, alpha, op.y[(column + threadIdx.x) * op.incy]);
    if (TWO && (int)threadIdx.x >= GER_COLUMNS && (int)threadIdx.x < GER_COLUMNS + columns)
    {
        const int k = (int)threadIdx.x - GER_COLUMNS;
        c.second[k] = ger_second_coefficient(op, alpha, op.x[(column + k) * op.incx]);
    }
    __syncthreads();
#pragma unroll 1
    for (int k = 0; k < GER_COLUMNS; k += step)
    {
        if (k > 0)
            a.load(op, i, column + group + k, end);
#pragma unroll
        for (int q = 0; q < loads; q++)
        {
            const int place = group + k + q * GER_GROUPS;
            if (!a.at[q])
                continue;
            T sum = ger_update(a.value[q], x, c.first[place]);
            if (TWO)
                sum = ger_update(sum, y, c.second[place]);
            *a.at[q] = op.real_diagonal && i == column + place ? ger_drop_imaginary(sum) : sum;
        }
    }
}

/* A block updates, in the tile row blockIdx.x, the tiles of the tile columns blockIdx.y, blockIdx.y
 * + gridDim.y, ... */
template <class T>
static __global__ void __launch_bounds__(GER_THREADS, ger_shape<T>::blocks) ger_full_kernel(const ger_operands<T> op)
{
    __shared__ ger_coefficients<T> c;
    const T alpha = ger_alpha(op);
    if (scalar<T>::is_zero(alpha))
        return;
    const int64_t i = blockIdx.x * (int64_t)GER_ROWS + threadIdx.x % GER_ROWS;
    for (int64_t column = blockIdx.y * (int64_t)GER_COLUMNS; column < op.n; column += gridDim.y * (int64_t)GER_COLUMNS)
    {
        ger_update_tile<T, false>(op, c, alpha, i, column);
        __syncthreads(); /* All threads have read the coefficients. */
    }
}

/* Block b updates tile b of a triangle. */
template <class T, bool TWO>
static __global__ void __launch_bounds__(GER_THREADS, ger_shape<T>::blocks) ger_triangle_kernel(const ger_operands<T> op)
{
    __shared__ ger_coefficients<T> c;
    const T alpha = ger_alpha(op);
    if (scalar<T>::is_zero(alpha))
        return;
    const int64_t b = blockIdx.x;
    int64_t q = (int64_t)((sqrt(4.0 * (double)b + 1.0) - 1.0) / 2.0);
    while (q * (q + 1) > b) /* the square root may be off by one */
        q--;
    while ((q + 1) * (q + 2) <= b)
        q++;
    const int64_t rest = b - q * (q + 1), row = op.layout.upper ? rest / 2 : q,
                  column = op.layout.upper ? 2 * q + rest % 2 : rest;
    ger_update_tile<T, TWO>(op, c, alpha, row * GER_ROWS + threadIdx.x % GER_ROWS, column * GER_COLUMNS);
}

#endif
