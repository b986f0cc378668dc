/*
 * trmv and trsv in W and U on the GPU. L is op(A) as a lower triangular matrix (trv.h). A block of
 * 256 threads owns 32 rows and treats its tiles of 32 columns from left to right:
 *
 *   solve      x_b = L_bb^-1 (x_b - sum over j < b of L_bj x_j)
 *   multiply   x_b = L_bb v_b + sum over j < b of L_bj v_j, v a copy of x
 *
 *   columns    0    1        b
 *            +----+----+---+----+    A warp takes 4 columns of a tile, every 8th; its lanes are the
 *   rows b   |    |    |   | \  |    32 rows. Each lane keeps one sum. The sums of a row are added
 *            +----+----+---+----+    at the end, and the first warp treats the diagonal.
 *
 * Solve: block rows are taken in the order of an atomic counter, the ticket. The block of row b
 * waits for row j until the counter `solved` exceeds j. Deadlock is impossible: a ticket is given
 * to a running block, which waits for smaller tickets only, and the block with the smallest
 * unfinished ticket waits for nobody. Each block loads its next tile, and the triangle of its
 * diagonal, before it waits. The critical path for 32 rows is a hand-over, a tile and 32 steps of
 * the first warp, one quotient and one product each.
 *
 * If op transposes, a tile is loaded by columns of A and turned in shared memory, so that the bits
 * depend on the values of op(A) only.
 *
 * Bytes: the triangle once. Operations: 10 FP64 instructions for an element of L in W, 40 in U.
 * Edges: rows beyond the last one have zeros in place of L and are not stored. Elements of A beyond
 * the triangle, and a unit diagonal, are not read.
 * Error: docs/numerics.md, "TRMV and TRSV".
 */
#ifndef DDBLAS_LEVEL2_TRV_KERNEL_CUH
#define DDBLAS_LEVEL2_TRV_KERNEL_CUH

#include <dd/scalar.cuh>

#include "backend/instructions.cuh"
#include "level2/layout.h"
#include "level2/symv/cuda/symv_device.cuh"

enum
{
    TRV_ROWS = 32, /* Rows and columns of a tile. */
    TRV_WARPS = 8,
    TRV_THREADS = 32 * TRV_WARPS,
    TRV_COLUMNS = TRV_ROWS / TRV_WARPS /* Columns of a warp. */
};

/* Where L(i, j) lies, as a class with two functions: at(i, j), the index of the element, or -1 if
 * it is not stored and counts as 0; first_tile(b), the first tile of block row b that has stored
 * elements. */

/* A matrix that is stored as a triangle. */
struct trv_triangle
{
    static constexpr bool may_lack_elements = false;
    int64_t row, column;
    __device__ __forceinline__ int64_t at(int64_t i, int64_t j) const { return i * row + j * column; }
    __device__ __forceinline__ int first_tile(int) const { return 0; }
};

/* A band or a packed matrix; `transposed` as in the operands, `reversed`: rows and columns are
 * counted from the last one. */
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

/* M: trv_triangle or trv_compact, for the elements from L on. Element i of x is x[i * step], and of
 * the vector that is multiplied from[i * from_step]. When solving, x and from are the same. */
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
    int *ticket, *solved; /* Counters that start at 0; null when multiplying. */
};

/* Products and quotients. In W they are cuddMul without its tests, so that an infinite factor may
 * give NaN. */
static __device__ __forceinline__ cuddreal trv_multiply(cuddreal a, cuddreal b) { return cudd_mul_parts(a.x, a.y, b.x, b.y); }
static __device__ __forceinline__ cuddcomplex trv_multiply(cuddcomplex a, cuddcomplex b)
{
    return scalar<cuddcomplex>::mul(a, b);
}
static __device__ __noinline__ cuddreal trv_divide(cuddreal a, cuddreal b) { return cuddDiv(a, b); }
static __device__ __noinline__ cuddcomplex trv_divide(cuddcomplex a, cuddcomplex b) { return cuddcDiv(a, b); }

/* Returns s - l x by one step of the accumulator, whose chain of dependent operations is shorter
 * than that of a product and a sum. */
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

/* Loads a number that another block may have stored, bypassing the L1 cache. */
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

/* Shared memory of a block. The tile's element (i, j) is at 32 i + (j ^ i), without bank conflicts
 * between rows or columns; the sums of the warps use the same memory after the last tile. Below
 * the diagonal, element (i, j) is at i (i - 1) / 2 + j. */
template <class T>
struct trv_memory
{
    T *tile, *below;
    static constexpr int tile_elements = TRV_ROWS * TRV_ROWS, below_elements = TRV_ROWS * (TRV_ROWS - 1) / 2;
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

/* Loads a thread's elements of the tile from row `first` and column `column` on, along the columns
 * of A. */
template <class T, class M>
DD_DEVICE void trv_load_tile(T (&a)[TRV_COLUMNS], const trv_operands<T, M> &op, int64_t first, int64_t column)
{
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
#pragma unroll
    for (int q = 0; q < TRV_COLUMNS; q++)
    {
        const int other = warp + q * TRV_WARPS;
        const int64_t i = first + (op.transposed ? other : lane), j = column + (op.transposed ? lane : other);
        a[q] = i < op.n ? trv_element(op, i, j) : scalar<T>::zero();
    }
}

/* After it, a thread's elements belong to the row of its lane. */
template <class T>
DD_DEVICE void trv_turn_tile(T (&a)[TRV_COLUMNS], const trv_memory<T> &memory)
{
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    __syncthreads(); /* All threads have read the previous tile. */
#pragma unroll
    for (int q = 0; q < TRV_COLUMNS; q++)
        memory.tile[memory.at(warp + q * TRV_WARPS, lane)] = a[q];
    __syncthreads();
#pragma unroll
    for (int q = 0; q < TRV_COLUMNS; q++)
        a[q] = memory.tile[memory.at(lane, warp + q * TRV_WARPS)];
}

/* Waits until block row j is solved, and returns the number of solved block rows. A block that has
 * to wait for many more block rows polls less often. All threads of the block call it. */
DD_DEVICE int trv_wait(const int *solved, int j, int b)
{
    __shared__ int seen;
    if (threadIdx.x == 0)
    {
        int count;
        while ((count = load_acquire(solved)) <= j)
            __nanosleep((unsigned)min(1000, 16 * (b - j - 1)));
        seen = count;
    }
    __syncthreads();
    const int result = seen;
    __syncthreads();
    return result;
}

/* Loads the triangle of the diagonal below the diagonal itself. */
template <class T, class M>
DD_DEVICE void trv_load_below(const trv_operands<T, M> &op, int64_t first, const trv_memory<T> &memory)
{
    for (int k = threadIdx.x; k < TRV_ROWS * TRV_ROWS; k += TRV_THREADS)
    {
        const int i = op.transposed ? k / TRV_ROWS : k % TRV_ROWS, j = op.transposed ? k % TRV_ROWS : k / TRV_ROWS;
        if (j < i)
            memory.below[memory.below_at(i, j)] = first + i < op.n ? trv_element(op, first + i, first + j) : scalar<T>::zero();
    }
}

/* A diagonal element and its reciprocal, which is used where neither is near the ends of the range
 * of double. */
template <class T>
struct trv_pivot
{
    T value, reciprocal;
    bool unit, usual;

    template <class M>
    __device__ __forceinline__ void load(const trv_operands<T, M> &op, int64_t i)
    {
        unit = op.unit || i >= op.n;
        value = unit ? scalar<T>::one() : trv_element(op, i, i);
        const cuddreal size = scalar<T>::abs1(value);
        usual = size.x > 0x1p-800 && size.x < 0x1p800;
        reciprocal = usual ? trv_divide(scalar<T>::one(), value) : scalar<T>::zero();
    }
    /* Returns s divided by the diagonal element. `mine`: this lane needs the result. */
    __device__ __forceinline__ T divide(T s, bool mine) const
    {
        T quotient = unit ? s : trv_multiply(s, reciprocal);
        if (mine && !usual)
            quotient = trv_divide(s, value);
        return quotient;
    }
};

/* Solves with the triangle of the diagonal by the lanes of a warp; s is the right-hand side of the
 * lane's row. */
template <class T>
DD_DEVICE T trv_solve_diagonal(const trv_memory<T> &memory, const trv_pivot<T> &pivot, T s, int rows)
{
    const int lane = threadIdx.x % 32;
    for (int j = 0; j < rows; j++)
    {
        const T x = shuffle_from(pivot.divide(s, lane == j), j);
        if (lane == j)
            s = x;
        else if (lane > j)
            s = trv_subtract(s, memory.below[memory.below_at(lane, j)], x);
    }
    return s;
}

/* Returns the product of the lane's row of the triangle of the diagonal with the lanes' v. */
template <class T>
DD_DEVICE T trv_multiply_diagonal(const trv_memory<T> &memory, const trv_pivot<T> &pivot, T v, int rows)
{
    const int lane = threadIdx.x % 32;
    T sum = pivot.unit ? v : trv_multiply(pivot.value, v);
    for (int j = 0; j < rows; j++)
    {
        const T factor = shuffle_from(v, j);
        if (lane > j)
            sum = scalar<T>::merge(sum, trv_multiply(memory.below[memory.below_at(lane, j)], factor));
    }
    return sum;
}

/* Adds the products of all tiles left of the diagonal. Returns the sum of the lane's row and the
 * warp's columns. */
template <bool Solve, class T, class M>
DD_DEVICE T trv_add_tiles(const trv_operands<T, M> &op, int b, const trv_memory<T> &memory)
{
    typename scalar<T>::accumulator sum;
    T next[TRV_COLUMNS], a[TRV_COLUMNS], v[TRV_COLUMNS];
    int solved = 0;
    sum.clear();
    const int first = op.matrix.first_tile(b);
    if (b > first)
        trv_load_tile(next, op, b * (int64_t)TRV_ROWS, first * (int64_t)TRV_ROWS);
    for (int j = first; j < b; j++)
    {
#pragma unroll
        for (int q = 0; q < TRV_COLUMNS; q++)
            a[q] = next[q];
        if (op.transposed)
            trv_turn_tile(a, memory);
        if (j + 1 < b)
            trv_load_tile(next, op, b * (int64_t)TRV_ROWS, (j + 1) * (int64_t)TRV_ROWS);
        if (Solve && solved <= j)
            solved = trv_wait(op.solved, j, b);
#pragma unroll
        for (int q = 0; q < TRV_COLUMNS; q++)
            v[q] = trv_load_fresh(op.from + (j * (int64_t)TRV_ROWS + threadIdx.x / 32 + q * TRV_WARPS) * op.from_step);
#pragma unroll
        for (int q = 0; q < TRV_COLUMNS; q++)
            sum.mac(a[q], v[q]);
        sum.renormalise();
    }
    return sum.value();
}

/* Returns the sum of all warps' sums of a row, which are 32 elements apart, as a tree. */
template <class T>
DD_DEVICE T trv_add_warps(const T *sums)
{
    static_assert(TRV_WARPS == 8, "the tree has three levels");
    const auto pair = [&](int w) { return scalar<T>::merge(sums[32 * w], sums[32 * (w + 4)]); };
    return scalar<T>::merge(scalar<T>::merge(pair(0), pair(2)), scalar<T>::merge(pair(1), pair(3)));
}

template <class T, class M, bool Solve>
__global__ void __launch_bounds__(TRV_THREADS) trv_kernel(const __grid_constant__ trv_operands<T, M> op)
{
    __shared__ __align__(16) unsigned char space[(trv_memory<T>::tile_elements + trv_memory<T>::below_elements) * sizeof(T)];
    __shared__ int shared_row;
    trv_memory<T> memory;
    memory.tile = (T *)space;
    memory.below = memory.tile + trv_memory<T>::tile_elements;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (threadIdx.x == 0)
        shared_row = Solve ? atomicAdd(op.ticket, 1) : (int)(gridDim.x - 1 - blockIdx.x);
    __syncthreads();
    const int b = shared_row;
    const int64_t i = b * (int64_t)TRV_ROWS + lane;
    const int rows = (int)min((int64_t)TRV_ROWS, op.n - b * (int64_t)TRV_ROWS);
    trv_pivot<T> pivot;
    T own = scalar<T>::zero();
    trv_load_below(op, b * (int64_t)TRV_ROWS, memory);
    if (warp == 0)
    {
        pivot.load(op, i);
        own = lane < rows ? op.from[i * op.from_step] : scalar<T>::zero();
    }
    const T sum = trv_add_tiles<Solve>(op, b, memory);
    __syncthreads(); /* All threads have read the last tile. */
    memory.tile[32 * warp + lane] = sum;
    __syncthreads();
    if (warp != 0)
        return;
    const T total = trv_add_warps(memory.tile + lane);
    const T result = Solve ? trv_solve_diagonal(memory, pivot, scalar<T>::merge(own, scalar<T>::neg(total)), rows)
                           : scalar<T>::merge(total, trv_multiply_diagonal(memory, pivot, own, rows));
    if (lane < rows)
        op.x[i * op.step] = result;
    if (Solve)
    {
        __threadfence();
        __syncwarp();
        if (lane == 0)
            atomicExch(op.solved, b + 1);
    }
}

/* Copies x, in the order of the rows of L, to contiguous memory. */
template <class T>
__global__ void __launch_bounds__(TRV_THREADS) trv_copy_kernel(int64_t n, const T *x, int64_t step, T *copy)
{
    for (int64_t i = blockIdx.x * (int64_t)TRV_THREADS + threadIdx.x; i < n; i += gridDim.x * (int64_t)TRV_THREADS)
        copy[i] = x[i * step];
}

#endif
