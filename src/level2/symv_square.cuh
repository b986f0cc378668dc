/*
 * symv for medium n by squares, y = alpha A x + beta y: each element of one triangle is read once, straight into registers, and
 * all of a square at once.
 *
 * For a stored element a = A[i,j], i != j, both y_i += a x_j and y_j += a' x_i (a' the conjugate for a Hermitian A). The triangle
 * is cut into squares of Edge = Warps Columns rows and columns, a block to each. Lanes lie along the rows, Pack neighbouring ones
 * to a lane; a group of them that reaches over the rows has Own columns:
 *
 *        group 0    group 1              row sums: over the groups through shared memory, in their order
 *   lane [P x Own]  [P x Own]  ...       column sums: over the lanes of a group
 *   lane [P x Own]  [P x Own]            tile row b of y gets `tiles` vectors of Edge sums, one of each square in its row and
 *   ...                                  column; a second kernel adds them in a fixed order.
 *
 * At these orders a ring of copies has no time to pay: what counts is how soon the first load is asked for and that all of them
 * are under way, 64 to 128 KB of a multiprocessor. Squares are dealt by the hardware, so that none waits for a slow one.
 *
 * Inside a square columns come in pieces of 16 bytes where they are aligned to them (Whole), whose lines the L2 cache gives up
 * before others, for nobody reads them again. Squares on the diagonal and at the edges of the matrix, and elements at any
 * address, come one by one; there nothing is read that is not stored.
 *
 * Bytes: sizeof(T) n^2 / 2 from memory, and of each square 2 Edge elements written and read, mostly in the L2 cache. Nothing
 * waits for another block, so nothing can deadlock; the sums have a fixed order, so the bits are fixed. Types of IEEE arithmetic
 * only.
 */
#ifndef DDBLAS_LEVEL2_SYMV_SQUARE_CUH
#define DDBLAS_LEVEL2_SYMV_SQUARE_CUH

#include "symv_store.cuh"

template <class T_, bool Hermitian_, bool Whole_, int Warps_, int Columns_, int BlocksPerSm_>
struct symv_square_shape
{
    typedef T_ T;
    static constexpr bool Hermitian = Hermitian_;
    static constexpr int Warps = Warps_, BlocksPerSm = BlocksPerSm_;
    static constexpr int Threads = 32 * Warps, Edge = Warps * Columns_;
    static constexpr bool Whole = Whole_;
    static constexpr int Pack = Whole ? 16 / (int)sizeof(T) : 1; /* elements of a load inside a square */
};

/* A thread's part of a square whose columns come in loads of Pack elements; where Masked each is tested. */
template <class Shape, int Pack, bool Masked>
struct symv_square
{
    typedef typename Shape::T T;
    typedef typename scalar<T>::accumulator Sum;
    static constexpr int Lanes = Shape::Edge / Pack < 32 ? Shape::Edge / Pack : 32; /* along the rows */
    static constexpr int Loads = Shape::Edge / (Lanes * Pack);                      /* of a lane in a column */
    static constexpr int Own = Shape::Edge * Lanes / Shape::Threads;                /* columns */
    static constexpr int Share = Lanes / Own;                                       /* lanes that end with one column sum */
    static_assert(Loads > 0 && Own > 0 && Share > 0, "lanes share out rows, groups columns, and lanes their sums");

    const symv_operands<T> &op;
    const int n;
    const bool upper;
    const int lane, group;
    const int row0, column0; /* of this thread */

    T a[Own][Loads][Pack], x_rows[Loads][Pack], x_columns[Own];
    Sum row[Loads][Pack], column[Own];

    __device__ __forceinline__ symv_square(const symv_operands<T> &op, int n, bool upper, int I, int J)
        : op(op), n(n), upper(upper), lane(threadIdx.x % Lanes), group(threadIdx.x / Lanes), row0(I * Shape::Edge + lane * Pack),
          column0(J * Shape::Edge + group * Own)
    {
    }

    __device__ __forceinline__ int row_of(int l, int e) const { return row0 + l * Lanes * Pack + e; }

    __device__ __forceinline__ void load()
    {
        const T *from = op.A + row0 + column0 * op.lda;
#pragma unroll
        for (int c = 0; c < Own; c++, from += op.lda)
#pragma unroll
            for (int l = 0; l < Loads; l++)
            {
                if constexpr (Shape::Whole && !Masked)
                {
                    const uint4 bits = __ldcs((const uint4 *)(from + l * Lanes * Pack));
                    memcpy(&a[c][l], &bits, sizeof bits);
                }
                else
                {
                    const int i = row_of(l, 0), j = column0 + c;
                    const bool stored = !Masked | ((i < n) & (j < n) & ((i > j) != upper | i == j));
                    a[c][l][0] = stored ? load_element<Shape::Whole>(from + l * Lanes) : scalar<T>::zero();
                }
            }
#pragma unroll
        for (int l = 0; l < Loads; l++)
#pragma unroll
            for (int e = 0; e < Pack; e++)
                x_rows[l][e] = x(row_of(l, e));
#pragma unroll
        for (int c = 0; c < Own; c++)
            x_columns[c] = x(column0 + c);
    }
    __device__ __forceinline__ T x(int i) const { return !Masked || i < n ? op.x[i * op.incx] : scalar<T>::zero(); }

    /* What an element has no part in is a product of zeros, through which no Inf or NaN comes. */
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
                    const int below = row_of(l, e) - column0 - c;
                    const bool diagonal = Masked & (below == 0), strict = !Masked | (((below > 0) != upper) & !diagonal);
                    const T zero = scalar<T>::zero(), v = a[c][l][e], w = strict ? v : zero;
                    row[l][e].mac(Shape::Hermitian & diagonal ? scalar<T>::real_of(v) : v,
                                  strict | diagonal ? x_columns[c] : zero);
                    column[c].mac(Shape::Hermitian ? scalar<T>::conj(w) : w, strict ? x_rows[l][e] : zero);
                }
        }
    }

    /* Row sums to parts[0] ... parts[Warps - 1], one for each warp, and column sums to `columns`. */
    __device__ __forceinline__ void reduce(T (*parts)[Shape::Edge], T *columns)
    {
#pragma unroll
        for (int l = 0; l < Loads; l++)
#pragma unroll
            for (int e = 0; e < Pack; e++)
            {
#pragma unroll
                for (int m = Lanes; m < 32; m *= 2)
                    row[l][e].add(shuffle_xor(row[l][e], m));
                if (threadIdx.x % 32 < Lanes)
                    parts[threadIdx.x / 32][(l * Lanes + lane) * Pack + e] = row[l][e].value();
            }
        reduce_columns<Lanes>(column, lane);
        if (lane % Share == 0)
            columns[group * Own + lane / Share] = column[0].value();
    }
};

/* The sums of the square (I, J) to parts, column sums to `columns`. */
template <class Shape, int Pack, bool Masked>
DD_DEVICE void symv_square_sums(const symv_operands<typename Shape::T> &op, int n, bool upper, int I, int J,
                                typename Shape::T (*parts)[Shape::Edge], typename Shape::T *columns)
{
    symv_square<Shape, Pack, Masked> square(op, n, upper, I, J);
    square.load();
    square.multiply();
    square.reduce(parts, columns);
}

/* The square below the diagonal (above it: I and J change places) that has the number k in the order of memory: down the columns
 * of squares of a lower triangle, and of an upper one. Of an upper one it is p, p + 1 = I, in k = p (p + 1) / 2 + J. */
DD_DEVICE void symv_square_of(int k, int tiles, bool upper, int *I, int *J)
{
    if (!upper)
        k = tiles * (tiles - 1) / 2 - 1 - k;
    const int root = (int)((sqrtf(8.0F * (float)k + 1.0F) - 1.0F) * 0.5F);
    const int p = root - (root * (root + 1) / 2 > k) + ((root + 1) * (root + 2) / 2 <= k), q = k - p * (p + 1) / 2;
    *I = upper ? p + 1 : tiles - 1 - q;
    *J = upper ? q : tiles - 2 - p;
}

/* Blocks take the squares of the diagonal first, for these last longest, then the others in the order of memory. sums[b][k] are
 * those of the square in tile row b and tile column k, or the other way round. */
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
    if (I == J || (I + 1) * Shape::Edge > n)
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

/* A block takes 32 rows of y; warp w adds the sums number w, w + Warps, ... of their tile row, and the warps' are added in the
 * order of the warps. It is launched beside the first kernel and waits for its end (programmatic dependent launch). */
template <class T>
__global__ void __launch_bounds__(32 * SYMV_GATHER_WARPS)
    symv_gather_kernel(const __grid_constant__ symv_operands<T> op, int n, int upper, int tiles, int edge, const T *sums)
{
    constexpr int Loads = 8, Warps = SYMV_GATHER_WARPS;
    __shared__ T parts[Warps][SYMV_GATHER_ROWS];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const int i = blockIdx.x * SYMV_GATHER_ROWS + lane;
    const T alpha = op.get_alpha(), beta = op.get_beta();
    const T *from = sums + (int64_t)(i / edge) * tiles * edge + i % edge;
#if __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
    T sum = scalar<T>::zero();
    if (!scalar<T>::is_zero(alpha))
        for (int k = warp; k < tiles; k += Loads * Warps)
        {
            T part[Loads];
#pragma unroll
            for (int u = 0; u < Loads; u++)
                part[u] = k + u * Warps < tiles ? from[(int64_t)(k + u * Warps) * edge] : scalar<T>::zero();
#pragma unroll
            for (int u = 0; u < Loads; u++)
                sum = scalar<T>::merge(sum, part[u]);
        }
    parts[warp][lane] = sum;
    __syncthreads();
    if (warp == 0)
    {
#pragma unroll
        for (int w = 1; w < Warps; w++)
            sum = scalar<T>::merge(sum, parts[w][lane]);
        store_results(op, n, upper != 0, i, i < n, alpha, beta, sum);
    }
}

#endif
