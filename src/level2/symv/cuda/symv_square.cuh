/*
 * symv by squares, y = alpha A x + beta y, for medium n: each element of one triangle is read once,
 * directly into registers, and all elements of a square are in flight at the same time.
 *
 * A stored element a = A[i,j], i != j, contributes twice: y_i += a x_j and y_j += a' x_i, where a'
 * is a, or its conjugate if A is Hermitian.
 *
 * The triangle is cut into squares of Edge = Warps * Columns rows and columns, and each block takes
 * one square. In a square a group of lanes has Own columns, and its lanes together span all rows.
 * Each lane has Pack (P in the picture) neighbouring rows at a time:
 *
 *         group 0    group 1
 *    lane [P x Own]  [P x Own]  ...
 *    lane [P x Own]  [P x Own]
 *    ...
 *
 * Row sums are added over the groups of a warp by shuffles, then over the warps through shared
 * memory, in the order of the warps. Column sums are added over the lanes of a group. Tile row b of
 * y, that is Edge components of y, receives `tiles` vectors of Edge sums, one from each square in
 * its row and column. A second kernel adds them in a fixed order.
 *
 * At these orders a ring of asynchronous copies, as in symv_tile.cuh, does not pay. The time is
 * short if the first load is issued early and all loads are in flight at once, 64 to 128 KB per
 * multiprocessor. The hardware assigns the squares to multiprocessors as these become free, so that
 * no square waits for a slow one.
 *
 * Inside a square, columns are loaded in pieces of 16 bytes. No block reads them again, so the L2
 * cache is told that it may evict their lines first. Columns that do not start on 16-byte
 * boundaries (Slanted) have the same distance from such a boundary as every Period'th column after
 * them. A warp takes such columns and begins each of them at the last 16-byte boundary before the
 * square. It leaves out the `slant` elements above the square. The last `slant` elements of each
 * column, the tail, come with one more load. The 16 bytes between two squares are thus read for
 * both.
 *
 * Elements are loaded one by one in three cases: in squares on the diagonal, in squares at the
 * edges of the matrix unless slanted, and where complex elements are not aligned to their size
 * (SYMV_SCATTERED). Such loads read nothing that is not stored. At orders where edges matter enough
 * (symv_plan.c), columns that start on 16-byte boundaries use the code for slanted columns, with
 * slant 0 and no tail.
 *
 * Bytes: sizeof(T) n^2 / 2 from memory; each square writes 2 Edge sums, and the second kernel reads
 * them, mostly in the L2 cache. Operations: 2 multiply-adds per element. Types: S, D, C, Z only.
 *
 * Error bound: that of dd/level2.h, for every n. No block waits for another, so there is no
 * deadlock. The sums have a fixed order, so the bits are the same in every run.
 */
#ifndef DDBLAS_LEVEL2_SYMV_SQUARE_CUH
#define DDBLAS_LEVEL2_SYMV_SQUARE_CUH

#include "symv_geometry.h"
#include "symv_store.cuh"

template <class T_, bool Hermitian_, symv_placement Placement_, int Warps_, int Columns_, int BlocksPerSm_>
struct symv_square_shape
{
    typedef T_ T;
    static constexpr bool Hermitian = Hermitian_;
    static constexpr int Warps = Warps_, Columns = Columns_, BlocksPerSm = BlocksPerSm_;
    static constexpr int Threads = 32 * Warps, Edge = Warps * Columns;
    /* Elements are aligned to their size. */
    static constexpr bool Aligned = Placement_ != SYMV_SCATTERED;
    static constexpr bool Slanted = Placement_ == SYMV_SLANTED;
    /* Number of elements that a load inside a square reads. */
    static constexpr int Pack = Aligned ? 16 / (int)sizeof(T) : 1;
};

/* In shared memory: x of the square's rows, then x of its columns. */
template <class Shape>
using symv_square_x = typename Shape::T[2][Shape::Edge];

/* The part of one thread in a square whose columns are loaded Pack elements at a time. Masked: each
 * element is tested for being stored. */
template <class Shape, int Pack, bool Masked>
struct symv_square
{
    typedef typename Shape::T T;
    typedef typename scalar<T>::accumulator Sum;
    static constexpr bool Slanted = Shape::Slanted && !Masked;
    /* Number of lanes that share the rows. */
    static constexpr int Lanes = Shape::Edge / Pack < 32 ? Shape::Edge / Pack : 32;
    /* Number of loads of a lane in each column. */
    static constexpr int Loads = Shape::Edge / (Lanes * Pack);
    /* Number of columns of a group. */
    static constexpr int Own = Shape::Edge * Lanes / Shape::Threads;
    /* Number of lanes that hold the same column sum at the end. */
    static constexpr int Share = Lanes / Own;
    /* Distance between consecutive columns of a warp, in columns of the square. */
    static constexpr int Period = Slanted ? Pack : 1;
    static_assert(Loads > 0 && Own > 0 && Share > 0, "lanes share out rows, groups columns, and lanes their sums");
    static_assert(Shape::Warps % Period == 0, "the columns of a warp start equally far from 16 bytes");

    const symv_operands<T> &op;
    const int n;
    const bool upper;
    const int lane, warp;
    const int number; /* Number of the group's first column among the columns of the warp. */
    /* top, left: first row and first column of the square in the matrix. first: first column of the
     * warp in the square. */
    const int top, left, first;
    /* Number of rows and of columns of the square that are inside the matrix. */
    const int rows, columns;
    const int slant;

    T a[Own][Loads][Pack], x_rows[Loads][Pack], x_columns[Own];
    Sum row[Loads][Pack], column[Own];

    __device__ __forceinline__ symv_square(const symv_operands<T> &op, int n, bool upper, int I, int J)
        : op(op), n(n), upper(upper), lane(threadIdx.x % Lanes), warp(threadIdx.x / 32), number(threadIdx.x % 32 / Lanes * Own),
          top(I * Shape::Edge), left(J * Shape::Edge), first(warp / Period * Period * Shape::Columns + warp % Period),
          rows(min(Shape::Edge, n - top)), columns(min(Shape::Edge, n - left)),
          slant(Slanted ? (int)((uintptr_t)(op.A + (left + first) * op.lda) / sizeof(T) % Period) : 0)
    {
    }

    /* row_of returns the row of element e of load l, column_of the warp's column k. Both are
     * coordinates inside the square. */
    __device__ __forceinline__ int row_of(int l, int e) const { return (l * Lanes + lane) * Pack + e - slant; }
    __device__ __forceinline__ int column_of(int k) const { return first + k * Period; }
    /* Returns true if columns are slanted and the element is above the square or below the
     * matrix. */
    __device__ __forceinline__ bool is_beside(int l, int e) const { return Slanted && (unsigned)row_of(l, e) >= (unsigned)rows; }

    __device__ __forceinline__ void load()
    {
        const T *from = op.A + (top + row_of(0, 0)) + (left + column_of(number)) * op.lda;
#pragma unroll
        for (int c = 0; c < Own; c++, from += Period * op.lda)
#pragma unroll
            for (int l = 0; l < Loads; l++)
            {
                if constexpr (Slanted)
                {
                    const bool valid = (row_of(l, 0) < rows) & (column_of(number + c) < columns);
                    const uint4 bits = load_if<true>((const uint4 *)(from + l * Lanes * Pack), valid);
                    memcpy(&a[c][l], &bits, sizeof bits);
                }
                else if constexpr (Shape::Aligned && !Masked)
                {
                    const uint4 bits = __ldcs((const uint4 *)(from + l * Lanes * Pack));
                    memcpy(&a[c][l], &bits, sizeof bits);
                }
                else
                {
                    const int i = top + row_of(l, 0), j = left + column_of(number + c);
                    const bool stored = !Masked | ((i < n) & (j < n) & ((i > j) != upper | i == j));
                    a[c][l][0] = stored ? load_element<Shape::Aligned>(from + l * Lanes) : scalar<T>::zero();
                }
            }
    }

    /* Loads x of the thread's rows and columns. */
    __device__ __forceinline__ void load_x()
    {
#pragma unroll
        for (int l = 0; l < Loads; l++)
#pragma unroll
            for (int e = 0; e < Pack; e++)
                x_rows[l][e] = x(top + row_of(l, e));
#pragma unroll
        for (int c = 0; c < Own; c++)
            x_columns[c] = x(left + column_of(number + c));
    }
    __device__ __forceinline__ T x(int i) const { return (!Masked && !Slanted) || i < n ? op.x[i * op.incx] : scalar<T>::zero(); }

    /* Two functions that load x through shared memory: own_x() loads one element in each thread,
     * and exchange_x() distributes the elements. Squares with slanted columns use them, because
     * they have no registers for x while A is in flight. */
    __device__ __forceinline__ T own_x() const { return x((threadIdx.x < Shape::Edge ? top : left) + threadIdx.x % Shape::Edge); }
    __device__ __forceinline__ void exchange_x(symv_square_x<Shape> &shared, T own)
    {
        static_assert(2 * Shape::Edge <= Shape::Threads, "a thread for each element");
        if (threadIdx.x < 2 * Shape::Edge)
            shared[threadIdx.x / Shape::Edge][threadIdx.x % Shape::Edge] = own;
        __syncthreads();
#pragma unroll
        for (int l = 0; l < Loads; l++)
#pragma unroll
            for (int e = 0; e < Pack; e++)
                x_rows[l][e] = is_beside(l, e) ? scalar<T>::zero() : shared[0][row_of(l, e)];
#pragma unroll
        for (int c = 0; c < Own; c++)
            x_columns[c] = shared[1][column_of(number + c)];
    }

    /* An element that is not stored, or that belongs to another square, counts as 0 and is
     * multiplied only by 0, so that it cannot produce an Inf or NaN. */
    __device__ __forceinline__ void multiply()
    {
#pragma unroll
        for (int l = 0; l < Loads; l++)
#pragma unroll
            for (int e = 0; e < Pack; e++)
                row[l][e].clear();
#pragma unroll
        for (int c = 0; c < Own; c++)
        {
            column[c].clear();
#pragma unroll
            for (int l = 0; l < Loads; l++)
#pragma unroll
                for (int e = 0; e < Pack; e++)
                {
                    const int below = top + row_of(l, e) - left - column_of(number + c);
                    const bool diagonal = Masked & (below == 0), strict = !Masked | (((below > 0) != upper) & !diagonal);
                    const T zero = scalar<T>::zero(), v = is_beside(l, e) ? zero : a[c][l][e], w = strict ? v : zero;
                    row[l][e].mac(Shape::Hermitian & diagonal ? scalar<T>::real_of(v) : v,
                                  strict | diagonal ? x_columns[c] : zero);
                    column[c].mac(Shape::Hermitian ? scalar<T>::conj(w) : w, strict ? x_rows[l][e] : zero);
                }
        }
    }

    /* Writes the row sums of each warp to parts[0] ... parts[Warps - 1]. Leaves in column[0] the
     * column sum of that column of the warp whose number reduced() returns. */
    __device__ __forceinline__ void reduce(T (*parts)[Shape::Edge])
    {
#pragma unroll
        for (int l = 0; l < Loads; l++)
#pragma unroll
            for (int e = 0; e < Pack; e++)
            {
#pragma unroll
                for (int m = Lanes; m < 32; m *= 2)
                    row[l][e].add(shuffle_xor(row[l][e], m));
                if (threadIdx.x % 32 < Lanes && !is_beside(l, e))
                    parts[warp][row_of(l, e)] = row[l][e].value();
            }
        reduce_columns<Lanes>(column, lane);
    }
    __device__ __forceinline__ int reduced() const { return number + lane / Share; }
    __device__ __forceinline__ void store_columns(T *columns) const
    {
        if (lane % Share == 0)
            columns[column_of(reduced())] = column[0].value();
    }
};

/* The tail of a square with slanted columns. Lane k holds the last `slant` elements of the warp's
 * column k. */
template <class Shape, class Square>
struct symv_square_tail
{
    typedef typename Shape::T T;
    typedef typename scalar<T>::accumulator Sum;
    static constexpr int Pack = Shape::Pack;
    static_assert(Shape::Columns <= 32, "a lane for each column");

    const Square &square;
    const int k;
    T a[Pack];
    Sum column;

    __device__ __forceinline__ explicit symv_square_tail(const Square &square) : square(square), k(threadIdx.x % 32) {}

    __device__ __forceinline__ bool has(int e) const
    {
        return k < Shape::Columns && e < square.slant && row_of(e) < square.rows && square.column_of(k) < square.columns;
    }
    __device__ __forceinline__ int row_of(int e) const { return Shape::Edge - square.slant + e; }

    /* The load reads 16 bytes, which extend beyond the square. It does not leave the matrix,
     * because more rows or another column follow. */
    __device__ __forceinline__ void load()
    {
        uint4 bits = {0, 0, 0, 0};
        if (has(0))
            bits = __ldcs(
                (const uint4 *)(square.op.A + (square.top + row_of(0)) + (square.left + square.column_of(k)) * square.op.lda));
        memcpy(&a, &bits, sizeof bits);
    }

    /* Adds the tail to the sums. The row sums of the tail, added over the columns, go to the warp's
     * parts. */
    __device__ __forceinline__ void multiply(const symv_square_x<Shape> &x, T *parts)
    {
        const T zero = scalar<T>::zero(), x_column = has(0) ? x[1][square.column_of(k)] : zero;
        column.clear();
#pragma unroll
        for (int e = 0; e < Pack - 1; e++)
        {
            const T v = has(e) ? a[e] : zero;
            Sum row;
            row.clear();
            row.mac(v, has(e) ? x_column : zero);
            column.mac(Shape::Hermitian ? scalar<T>::conj(v) : v, has(e) ? x[0][row_of(e)] : zero);
#pragma unroll
            for (int m = 1; m < Shape::Columns; m *= 2)
                row.add(shuffle_xor(row, m));
            if (k == 0 && e < square.slant)
                parts[row_of(e)] = row.value();
        }
    }
};

/* Computes the sums of square (I, J). Writes the row sums to `parts` and the column sums to
 * `columns`. */
template <class Shape, int Pack, bool Masked>
DD_DEVICE void symv_square_sums(const symv_operands<typename Shape::T> &op, int n, bool upper, int I, int J,
                                typename Shape::T (*parts)[Shape::Edge], typename Shape::T *columns)
{
    typedef symv_square<Shape, Pack, Masked> Square;
    Square square(op, n, upper, I, J);
    if constexpr (Square::Slanted)
    {
        __shared__ symv_square_x<Shape> x;
        symv_square_tail<Shape, Square> tail(square);
        const typename Shape::T own = square.own_x();
        square.load();
        tail.load();
        square.exchange_x(x, own);
        square.multiply();
        tail.multiply(x, parts[square.warp]);
        square.reduce(parts);
        square.column[0].add(shuffle_from(tail.column, square.reduced()));
    }
    else
    {
        square.load();
        square.load_x();
        square.multiply();
        square.reduce(parts);
    }
    square.store_columns(columns);
}

/* Finds the off-diagonal square with number k. Squares are numbered in the order of memory, down
 * the columns of squares. The result has I > J; in an upper triangle its true row is J and its true
 * column I, and k = p (p + 1) / 2 + J with p = I - 1. */
DD_DEVICE void symv_square_of(int k, int tiles, bool upper, int *I, int *J)
{
    if (!upper)
        k = tiles * (tiles - 1) / 2 - 1 - k;
    const int root = (int)((sqrtf(8.0F * (float)k + 1.0F) - 1.0F) * 0.5F);
    const int p = root - (root * (root + 1) / 2 > k) + ((root + 1) * (root + 2) / 2 <= k), q = k - p * (p + 1) / 2;
    *I = upper ? p + 1 : tiles - 1 - q;
    *J = upper ? q : tiles - 2 - p;
}

/* Computes the sums of all squares. The blocks with the smallest numbers compute the squares on the
 * diagonal, because these take longest; the other squares follow in the order of memory. sums[b][k]
 * receives the sums for tile row b from the square in tile row b and tile column k; if that square
 * is not stored, from its mirror image. */
template <class Shape>
__global__ void __launch_bounds__(Shape::Threads, Shape::BlocksPerSm)
    symv_square_kernel(const __grid_constant__ symv_operands<typename Shape::T> op, int n, int upper, int tiles,
                       typename Shape::T *sums)
{
    typedef typename Shape::T T;
    __shared__ T parts[Shape::Warps + 1][Shape::Edge];
#if __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
#endif
    if (scalar<T>::is_zero(op.get_alpha()))
        return;
    int I = blockIdx.x, J = I;
    if (I >= tiles)
        symv_square_of(I - tiles, tiles, upper != 0, &I, &J);
    const int row = upper ? J : I, column = upper ? I : J;
    T *columns = I == J ? parts[Shape::Warps] : sums + ((int64_t)column * tiles + row) * Shape::Edge;
    if (I == J || (!Shape::Slanted && (I + 1) * Shape::Edge > n))
        symv_square_sums<Shape, 1, true>(op, n, upper != 0, row, column, parts, columns);
    else
        symv_square_sums<Shape, Shape::Pack, false>(op, n, upper != 0, row, column, parts, columns);
    __syncthreads();
    const int i = threadIdx.x;
    if (i < Shape::Edge)
    {
        T sum = parts[0][i];
#pragma unroll
        for (int w = 1; w < Shape::Warps; w++)
            sum = scalar<T>::merge(sum, parts[w][i]);
        if (I == J)
            sum = scalar<T>::merge(sum, parts[Shape::Warps][i]);
        sums[((int64_t)row * tiles + column) * Shape::Edge + i] = sum;
    }
}

enum
{
    SYMV_GATHER_WARPS = 8,
    SYMV_GATHER_ROWS = 32
};

/* Adds the sums of the squares and updates y. A block computes 32 rows of y. A lane has the rows
 * whose elements fill 16 bytes, so fewer than 32 lanes make a group that covers the 32 rows, and
 * Groups such groups share the work on them. Group g adds the sums g, g + Groups, ... of the tile
 * row. Then the groups of a warp are added in pairs, and the warps in their order. The kernel is
 * launched together with the first one and waits for the end of that kernel (programmatic dependent
 * launch). */
template <class T>
__global__ void __launch_bounds__(32 * SYMV_GATHER_WARPS, 4)
    symv_gather_kernel(const __grid_constant__ symv_operands<T> op, int n, int upper, int tiles, int edge, const T *sums)
{
    typedef symv_piece<T> piece;
    constexpr int Loads = 8, Warps = SYMV_GATHER_WARPS, Lanes = SYMV_GATHER_ROWS / piece::Pack, Groups = 32 * Warps / Lanes;
    __shared__ T parts[Warps][SYMV_GATHER_ROWS];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const int row = blockIdx.x * SYMV_GATHER_ROWS, step = edge / piece::Pack;
    const T alpha = op.get_alpha(), beta = op.get_beta();
    const uint4 *from = (const uint4 *)(sums + (int64_t)(row / edge) * tiles * edge + row % edge) + lane % Lanes;
#if __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
    piece sum;
#pragma unroll
    for (int r = 0; r < piece::Pack; r++)
        sum.of_row[r] = scalar<T>::zero();
    if (!scalar<T>::is_zero(alpha))
        for (int k = threadIdx.x / Lanes; k < tiles; k += Loads * Groups)
        {
            uint4 bits[Loads];
#pragma unroll
            for (int u = 0; u < Loads; u++)
                bits[u] = load_if<false>(from + (k + u * Groups) * step, k + u * Groups < tiles);
#pragma unroll
            for (int u = 0; u < Loads; u++)
            {
                piece part;
                memcpy(&part, &bits[u], sizeof part);
#pragma unroll
                for (int r = 0; r < piece::Pack; r++)
                    sum.of_row[r] = scalar<T>::merge(sum.of_row[r], part.of_row[r]);
            }
        }
#pragma unroll
    for (int r = 0; r < piece::Pack; r++)
    {
#pragma unroll
        for (int m = Lanes; m < 32; m *= 2)
            sum.of_row[r] = scalar<T>::merge(sum.of_row[r], shuffle_xor(sum.of_row[r], m));
        if (lane < Lanes)
            parts[warp][lane * piece::Pack + r] = sum.of_row[r];
    }
    __syncthreads();
    if (warp == 0)
    {
        T total = parts[0][lane];
#pragma unroll
        for (int w = 1; w < Warps; w++)
            total = scalar<T>::merge(total, parts[w][lane]);
        store_results(op, n, upper != 0, row + lane, row + lane < n, alpha, beta, total);
    }
}

#endif
