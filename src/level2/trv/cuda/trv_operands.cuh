/*
 * trmv and trsv in W and U on the GPU: operands, their elements, and the shared memory of a block.
 */
#ifndef DDBLAS_LEVEL2_TRV_OPERANDS_CUH
#define DDBLAS_LEVEL2_TRV_OPERANDS_CUH

#include <dd/scalar.cuh>

#include "backend/instructions.cuh"
#include "level2/layout.h"
#include "level2/symv/cuda/symv_device.cuh"

enum
{
    TRV_ROWS = 32, /* Number of rows and of columns of a tile. */
    TRV_WARPS = 8,
    TRV_THREADS = 32 * TRV_WARPS,
    TRV_COLUMNS = TRV_ROWS / TRV_WARPS /* Number of columns of a tile that a warp treats. */
};

/* A class that tells where L(i, j) is in memory. It has two functions. at(i, j) returns the index
 * of the element, or -1 if the element is not stored and counts as 0. first_tile(b) returns the
 * first tile of block row b that has stored elements. */

/* A matrix that is stored as a triangle. */
struct trv_triangle
{
    static constexpr bool may_lack_elements = false;
    int64_t row, column;
    __device__ __forceinline__ int64_t at(int64_t i, int64_t j) const { return i * row + j * column; }
    __device__ __forceinline__ int first_tile(int) const { return 0; }
};

/* A band or a packed matrix. transposed: op is T or C. reversed: rows and columns are counted from
 * the last one. */
struct trv_compact
{
    static constexpr bool may_lack_elements = true;
    struct layout stored;
    bool transposed, reversed;
    __device__ __forceinline__ int64_t at(int64_t i, int64_t j) const
    {
        if (stored.storage == LAYOUT_BAND && i - j > stored.kl + stored.ku)
            return -1;
        const int64_t down = reversed ? stored.n - 1 - i : i, across = reversed ? stored.n - 1 - j : j;
        return transposed ? layout_column(stored, down) + across : layout_column(stored, across) + down;
    }
    __device__ __forceinline__ int first_tile(int b) const
    {
        const int64_t first = b * (int64_t)TRV_ROWS - (stored.kl + stored.ku);
        return stored.storage == LAYOUT_BAND && first > 0 ? (int)(first / TRV_ROWS) : 0;
    }
};

/* M is trv_triangle or trv_compact and tells where the elements are, counted from the address L.
 * Element i of x is x[i * step]. Element i of the vector that is multiplied is from[i * from_step];
 * when solving, this is x itself. */
template <class T, class M>
struct trv_operands
{
    int64_t n;
    bool transposed, conjugated, unit;
    const T *L;
    M matrix;
    T *x;
    int64_t step;
    const T *from;
    int64_t from_step;
    /* Null when multiplying. ticket: the last ticket that was given to a block. solved: the number
     * of block rows that are solved, minus 1. Both counters are -1 before the kernel. messages: one
     * number for each row; before the kernel all their bits are 1. */
    int *ticket, *solved;
    T *messages;
};

/* Products and quotients without tests for special values: in W they are cuddMul without its tests,
 * so that an infinite factor may give NaN. */
static __device__ __forceinline__ cuddreal trv_multiply(cuddreal a, cuddreal b) { return cudd_mul_parts(a.x, a.y, b.x, b.y); }
static __device__ __forceinline__ cuddcomplex trv_multiply(cuddcomplex a, cuddcomplex b)
{
    return scalar<cuddcomplex>::mul(a, b);
}
static __device__ __noinline__ cuddreal trv_divide(cuddreal a, cuddreal b) { return cuddDiv(a, b); }
static __device__ __noinline__ cuddcomplex trv_divide(cuddcomplex a, cuddcomplex b) { return cuddcDiv(a, b); }

/* Returns s - l x by one step of an accumulator. The chain of dependent operations in this step is
 * shorter than in a product followed by a sum. */
static __device__ __forceinline__ cuddreal trv_subtract(cuddreal s, cuddreal l, cuddreal x)
{
    dd_accumulator sum;
    sum.s = s.x;
    sum.c = s.y;
    sum.mac(cuddMake(-l.x, -l.y), x);
    return sum.value();
}
static __device__ __forceinline__ cuddcomplex trv_subtract(cuddcomplex s, cuddcomplex l, cuddcomplex x)
{
    dd_complex_accumulator sum;
    sum.re.s = s.x.x;
    sum.re.c = s.x.y;
    sum.im.s = s.y.x;
    sum.im.c = s.y.y;
    sum.mac(scalar<cuddcomplex>::neg(l), x);
    return sum.value();
}

/* Loads a number that another block may have stored. The load bypasses the L1 cache, which may hold
 * an old value. */
template <class T>
DD_DEVICE T trv_load_fresh(const T *from)
{
    T to;
    constexpr int pairs = (int)(sizeof(T) / sizeof(double2));
#pragma unroll
    for (int i = 0; i < pairs; i++)
    {
        const double2 pair = __ldcg((const double2 *)from + i);
        memcpy((char *)&to + i * sizeof pair, &pair, sizeof pair);
    }
    return to;
}

/* Shared memory of a block. Element (i, j) of a tile is at 32 i + (j ^ i), which avoids bank
 * conflicts along rows and along columns. After the last tile, the same memory holds the sums of
 * the warps and the vectors of the diagonal block. Element (i, j) of the triangle below the
 * diagonal is at i (i - 1) / 2 + j. */
template <class T>
struct trv_memory
{
    T *tile, *below;
    static constexpr int tile_elements = TRV_ROWS * TRV_ROWS, below_elements = TRV_ROWS * (TRV_ROWS - 1) / 2;
    static constexpr int bytes = (tile_elements + below_elements) * (int)sizeof(T);
    /* Places within `tile`, used after the last tile. First the sums of the warps: the sum of row i
     * from warp w is at w sum_pitch + i. Then three vectors of 32 numbers. Then the sums of moduli,
     * arranged like the sums, but in doubles. */
    static constexpr int sum_pitch = TRV_ROWS + 1, right = TRV_WARPS * sum_pitch, solution = right + TRV_ROWS,
                         residual = solution + TRV_ROWS, moduli = residual + TRV_ROWS;
    static __device__ __forceinline__ int at(int i, int j) { return TRV_ROWS * i + (j ^ i); }
    static __device__ __forceinline__ int below_at(int i, int j) { return i * (i - 1) / 2 + j; }
};

template <class T, class M>
DD_DEVICE T trv_element(const trv_operands<T, M> &op, int64_t i, int64_t j)
{
    const int64_t at = op.matrix.at(i, j);
    if (at < 0 && M::may_lack_elements)
        return scalar<T>::zero();
    const T a = op.L[at];
    return op.conjugated ? scalar<T>::conj(a) : a;
}

#endif
