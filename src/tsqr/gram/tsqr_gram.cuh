/*
 * R and explicit Q from Gram matrices in S and D: the passes over A, on the tensor cores
 * (tsqr_gram.h).
 *
 * The three passes, A^T A, Q1^T Q1 and Q, share one algorithm. A warp holds rows of its own in
 * registers, as tiles of eight columns (tsqr_tile.cuh). The rows are multiplied by R1^-1 in the
 * second pass, and by R1^-1 and R2^-1 in the third. In the first two passes they are then copied to
 * shared memory, where all warps sum the Gram matrix; in the third they are stored as Q. Everything
 * between A and Q is in double.
 *
 * Substitution solves x R = a for panels of eight columns, from left to right. A panel passes
 * through shared memory, where a lane takes one whole row of it and solves with the diagonal block
 * of R. The panel is then eliminated from all columns to its right on the tensor cores. Row by row
 * this is substitution with the computed R, so its backward error does not depend on the condition
 * of R. The bits of a row of Q1 depend only on that row of A and on R1. The third pass therefore
 * forms Q from exactly the Q1 whose Gram matrix was checked.
 *
 * Gram matrix. The columns form P pairs of tiles. Pair p has products with the tiles 0 .. 2 p + 1.
 * Pairs P - 1 - i and i have 2 P + 2 products together, the share of two warps. If there are fewer
 * pairs than warps, several warps have the same products and divide the rows. With P = 4 the
 * products belong to the warps a, b, c, d as follows:
 *
 *   tile t   0 1 2 3 4 5 6 7
 *   pair 0   b b
 *   pair 1   d d d d
 *   pair 2   c c c c c d
 *   pair 3   a a a a a b b b
 *
 * Sums have three levels: a chain of CHAIN rows on the tensor cores, the chains of a part, and the
 * parts. If all elements of a column have the same magnitude, every addition of a chain may round
 * in the same direction. The error of the second Gram matrix appears in Q. In D its chains are
 * therefore short, and the chains of a part are added without an error: the rounding error of an
 * addition is the first term of the next chain. In S all sums have 29 bits more than the elements,
 * so plain additions are accurate enough.
 *
 * Multiply-adds for a row: n (n - 1) / 2 for a substitution, n (n + 1) / 2 for a Gram matrix.
 * Bytes: each pass reads A once; the last one also writes Q over A.
 * Edges: rows beyond the end and columns from n on are zeros.
 * Error: at most 100 u of |x|^T |y| for an element of the first Gram matrix; for Q and R see
 * docs/numerics.md, "R and Q from Gram matrices".
 */
#ifndef DDBLAS_TSQR_TSQR_GRAM_CUH
#define DDBLAS_TSQR_TSQR_GRAM_CUH

#include <type_traits>

#include "tsqr_gram.h"
#include "tsqr/cuda/tsqr_tile.cuh"

/* The layout of shared memory and registers for up to Width columns. */
template <class T, int Width>
struct tsqr_gram_shape
{
    typedef double work;
    static constexpr int width = Width;
    static constexpr int warps = 8, threads = 32 * warps;
    static constexpr int chunk = Width <= 64 ? DDBLAS_TSQR_GRAM_ROWS : DDBLAS_TSQR_GRAM_ROWS / 2, warp_rows = chunk / warps;
    /* Elements from one column to the next; the 4 added elements avoid bank conflicts when a warp
     * accesses 4 columns by 8 rows. */
    static constexpr int stride = chunk + 4;
    /* Number of thread blocks that a multiprocessor holds at once, as in tsqr_gram_blocks. */
    static constexpr int blocks = Width <= 16 ? 3 : Width <= 32 ? 2 : 1;
    /* True if the chains of the second Gram matrix are added without an error, which is needed if
     * the work type has no more digits than the elements. */
    static constexpr bool exact = std::is_same<T, work>::value;
    /* Number of thread blocks that a multiprocessor holds at once in the kernel of the second Gram
     * matrix. Its exact sums take more registers. */
    static constexpr int second_blocks = exact && Width <= 16 ? 2 : blocks;
    static constexpr int form_blocks = blocks;
};

/* A triangular factor, stored as the substitution needs it. Panel p has the rows 8 p .. 8 p + 7,
 * from column 8 p on. Elements off the diagonal are negated. On the diagonal are not the elements
 * of the factor but the numbers that are stored behind it: 1 / R1(j, j), or 1 / R2(j, j) - 1. */
template <int Width>
struct tsqr_gram_triangle
{
    static constexpr int PANELS = Width / TSQR_TILE;
    /* stride: elements from one row of panel p to the next. begin: the index at which the panel
     * begins. */
    static constexpr __host__ __device__ int stride(int p) { return Width - TSQR_TILE * p + 4; }
    static constexpr __host__ __device__ int begin(int p) { return TSQR_TILE * (p * (Width + 4) - TSQR_TILE / 2 * p * (p - 1)); }

    double at[TSQR_TILE * (PANELS * (Width + 4) - TSQR_TILE / 2 * PANELS * (PANELS - 1))];

    /* Fills the triangle from a packed factor and the n numbers that follow it. Columns from n on
     * are zeros. Called by all threads; the caller passes a barrier afterwards. */
    __device__ void fetch(const double *R, int n)
    {
        for (int e = threadIdx.x; e < Width * Width; e += blockDim.x)
        {
            const int j = e / Width, k = e % Width, p = k / TSQR_TILE;
            if (j < p * TSQR_TILE)
                continue;
            const bool inside = j < n && k <= j;
            at[begin(p) + k % TSQR_TILE * stride(p) + j - p * TSQR_TILE] = !inside  ? 0.0
                                                                           : k == j ? R[tsqr_packed(n) + j]
                                                                                    : -R[tsqr_at(k, j)];
        }
    }
};

template <class T, class Shape>
struct tsqr_gram_rows
{
    typedef tsqr_tile<T, Shape> tile;
    typedef tsqr_gram_triangle<Shape::width> triangle;
    /* GROUPS: groups of eight rows of the warp. */
    static constexpr int TILES = tile::TILES, ROWS = tile::ROWS, GROUPS = ROWS / 2;

    /* The warp's rows: x[t][g][i] is an element of tile t in row 8 g + 2 quarter + i, where the
     * rows are numbered as in tsqr_tile. */
    double x[TILES][GROUPS][2];
    int column, quarter, lane;

    __device__ __forceinline__ tsqr_gram_rows()
        : column(threadIdx.x % 32 / TSQR_QUARTERS), quarter(threadIdx.x % TSQR_QUARTERS), lane(threadIdx.x % 32)
    {
    }

    __device__ __forceinline__ void take(int t, const T (&a)[ROWS])
    {
#pragma unroll
        for (int i = 0; i < ROWS; i++)
            x[t][i / 2][i % 2] = a[i];
    }

    /* publish copies tile t to eight columns in shared memory, `stride` elements apart; read_back
     * copies it from there. */
    __device__ __forceinline__ void publish(int t, double *columns, int stride) const
    {
#pragma unroll
        for (int g = 0; g < GROUPS; g++)
            tsqr_store(&columns[column * stride + TSQR_TILE * g + 2 * quarter], {x[t][g][0], x[t][g][1]});
    }
    __device__ __forceinline__ void read_back(int t, const double *columns, int stride)
    {
#pragma unroll
        for (int g = 0; g < GROUPS; g++)
        {
            const tsqr_pack<double> pack = tsqr_load(&columns[column * stride + TSQR_TILE * g + 2 * quarter]);
            x[t][g][0] = pack.at[0];
            x[t][g][1] = pack.at[1];
        }
    }

    /* Solves with the diagonal block of panel p. Each lane treats one row of A. second: R is R2. */
    __device__ __forceinline__ void solve_corner(int p, const triangle &R, double *columns, int stride, bool second) const
    {
        if (lane >= Shape::warp_rows)
            return;
        double v[TSQR_TILE];
#pragma unroll
        for (int k = 0; k < TSQR_TILE; k++)
            v[k] = columns[k * stride + lane];
#pragma unroll
        for (int k = 0; k < TSQR_TILE; k++)
        {
            double r[TSQR_TILE];
#pragma unroll
            for (int j = k / 2 * 2; j < TSQR_TILE; j += 2)
            {
                const tsqr_pack<double> pack = tsqr_load(&R.at[triangle::begin(p) + k * triangle::stride(p) + j]);
                r[j] = pack.at[0];
                r[j + 1] = pack.at[1];
            }
            /* For R1 the product v r is wanted, for R2 the sum v r + v. Adding -0.0 turns the FMA
             * into a plain product with the same sign of zero. */
            v[k] = __fma_rn(v[k], r[k], second ? v[k] : -0.0);
#pragma unroll
            for (int j = k + 1; j < TSQR_TILE; j++)
                v[j] = __fma_rn(v[k], r[j], v[j]);
        }
#pragma unroll
        for (int k = 0; k < TSQR_TILE; k++)
            columns[k * stride + lane] = v[k];
    }

    /* Eliminates panel p, whose columns are solved, from the columns to its right. */
    __device__ __forceinline__ void update(int p, const triangle &R, const double *columns, int stride)
    {
        double b[2][GROUPS];
#pragma unroll
        for (int h = 0; h < 2; h++)
#pragma unroll
            for (int g = 0; g < GROUPS; g++)
                b[h][g] = columns[(TSQR_QUARTERS * h + quarter) * stride + TSQR_TILE * g + column];
#pragma unroll
        for (int t = (p + 1) / 2 * 2; t < TILES; t += 2)
#pragma unroll
            for (int h = 0; h < 2; h++)
            {
                const double *row = &R.at[triangle::begin(p) + (TSQR_QUARTERS * h + quarter) * triangle::stride(p) +
                                          (t - p) * TSQR_TILE + column];
                const double first = t == p ? 0.0 : row[0], second = row[TSQR_TILE];
#pragma unroll
                for (int g = 0; g < GROUPS; g++)
                    multiply_doubles(x[t][g], x[t + 1][g], first, second, b[h][g]);
            }
    }

    /* Replaces the rows x with x R^-1. Panel p passes through eight columns of the warp's own
     * shared memory, which begin at columns + p * next. Keep: the result is copied back to the
     * registers. second: R is R2. */
    template <bool Keep>
    __device__ __forceinline__ void solve(const triangle &R, double *columns, int stride, int next, bool second)
    {
#pragma unroll
        for (int p = 0; p < TILES; p++)
        {
            double *panel = columns + p * next;
            publish(p, panel, stride);
            __syncwarp();
            solve_corner(p, R, panel, stride, second);
            __syncwarp();
            update(p, R, panel, stride);
            if (Keep)
            {
                read_back(p, panel, stride);
                __syncwarp();
            }
        }
    }
};

/* ---- Gram matrix ----------------------------------------------------------------------------- */

/* The sums of the Gram matrix over one part of the rows. Exact: the chains are added without an
 * error; this requires that the norms of the columns are near 1. */
template <class T, class Shape, bool Exact>
struct tsqr_gram_sums
{
    static constexpr int PAIRS = Shape::width / (2 * TSQR_TILE), PRODUCTS = PAIRS + 1;
    /* SPLITS: number of warps that compute the same products, each over its own share of the
     * rows. */
    static constexpr int SPLITS = Shape::warps / PAIRS, SPLIT_ROWS = Shape::chunk / SPLITS;
    /* Elements from the sums of one left column to those of the next. */
    static constexpr int STRIDE = Shape::width + 4;

    /* Rows of a chain. */
    static constexpr int CHAIN = (Shape::width <= 16 ? 16 : Shape::width <= 32 ? 32 : 64) / (Exact ? 2 : 1);
    /* The sum of the chains starts at this number instead of 0. It exceeds every sum of products of
     * columns with norms near 1. The larger operand of each addition is therefore known in advance,
     * and the rounding error can be computed exactly. */
    static constexpr double OFFSET = Exact ? 6.0 : 0.0;

    /* sum: the chain that is being summed. before: OFFSET plus all earlier chains. */
    double sum[PRODUCTS][2][2], before[PRODUCTS][2][2];
    /* high, low: the warp's pairs of tiles. first: number of the warp's first product among the
     * products of both pairs. split: number of the warp's share of the rows. */
    int high, low, first, column, quarter, split;

    __device__ __forceinline__ tsqr_gram_sums()
        : sum{}, column(threadIdx.x % 32 / TSQR_QUARTERS), quarter(threadIdx.x % TSQR_QUARTERS)
    {
        const int warp = threadIdx.x / 32, role = warp % PAIRS;
        split = warp / PAIRS;
        low = role / 2;
        high = PAIRS - 1 - low;
        first = role % 2 * PRODUCTS;
#pragma unroll
        for (int i = 0; i < PRODUCTS; i++)
#pragma unroll
            for (int e = 0; e < 4; e++)
                before[i][e / 2][e % 2] = OFFSET;
    }

    /* Product i of the warp is that of a left pair of tiles and a right tile. is_high tells whether
     * the left pair is `high`; right returns the number of the right tile. */
    __device__ __forceinline__ bool is_high(int i) const { return first + i < 2 * high + 2; }
    __device__ __forceinline__ int right(int i) const { return is_high(i) ? first + i : first + i - (2 * high + 2); }

    /* Adds the products of the chunk in shared memory, whose columns are Shape::stride elements
     * apart. */
    __device__ __forceinline__ void add(const double *tile)
    {
        const double *rows = tile + column * Shape::stride + split * SPLIT_ROWS + quarter;
        const double *left[2] = {rows + high * 2 * TSQR_TILE * Shape::stride, rows + low * 2 * TSQR_TILE * Shape::stride};
        const double *to[PRODUCTS];
#pragma unroll
        for (int i = 0; i < PRODUCTS; i++)
            to[i] = rows + right(i) * TSQR_TILE * Shape::stride;
#pragma unroll 1
        for (int begin = 0; begin < SPLIT_ROWS; begin += CHAIN)
        {
#pragma unroll 2
            for (int k = begin; k < begin + CHAIN; k += TSQR_QUARTERS)
            {
                double a[2][2];
#pragma unroll
                for (int h = 0; h < 2; h++)
#pragma unroll
                    for (int t = 0; t < 2; t++)
                        a[h][t] = left[h][t * TSQR_TILE * Shape::stride + k];
#pragma unroll
                for (int i = 0; i < PRODUCTS; i++)
                {
                    const bool h = is_high(i);
                    multiply_doubles(sum[i][0], sum[i][1], h ? a[0][0] : a[1][0], h ? a[0][1] : a[1][1], to[i][k]);
                }
            }
            end_chain();
        }
    }

    __device__ __forceinline__ void end_chain()
    {
#pragma unroll
        for (int i = 0; i < PRODUCTS; i++)
#pragma unroll
            for (int e = 0; e < 4; e++)
            {
                double &chain = sum[i][e / 2][e % 2], &total = before[i][e / 2][e % 2];
                const double next = __dadd_rn(total, chain);
                chain = Exact ? __dsub_rn(chain, __dsub_rn(next, total)) : 0.0;
                total = next;
            }
    }

    /* Returns the sum of all chains for element e of product i. */
    __device__ __forceinline__ double value(int i, int e) const
    {
        return (before[i][e / 2][e % 2] - OFFSET) + sum[i][e / 2][e % 2];
    }

    /* Adds the sums of all warps and stores them as a triangle packed by columns. shared: shared
     * memory that no thread reads any more. */
    __device__ __forceinline__ void store(double *shared, double *triangle, int n) const
    {
        double *own = shared + split * Shape::width * STRIDE;
#pragma unroll
        for (int i = 0; i < PRODUCTS; i++)
#pragma unroll
            for (int t = 0; t < 2; t++)
                tsqr_store(&own[(((is_high(i) ? high : low) * 2 + t) * TSQR_TILE + column) * STRIDE + right(i) * TSQR_TILE +
                                2 * quarter],
                           {value(i, 2 * t), value(i, 2 * t + 1)});
        __syncthreads();
        for (int e = threadIdx.x; e < Shape::width * Shape::width; e += Shape::threads)
        {
            const int j = e / Shape::width, i = e % Shape::width;
            if (i > j || j >= n)
                continue;
            /* The totals are added in pairs; if all are equal, no addition has a rounding error. */
            double total[SPLITS];
#pragma unroll
            for (int s = 0; s < SPLITS; s++)
                total[s] = shared[(s * Shape::width + j) * STRIDE + i];
#pragma unroll
            for (int half = SPLITS / 2; half > 0; half /= 2)
#pragma unroll
                for (int s = 0; s < half; s++)
                    total[s] += total[s + half];
            triangle[tsqr_at(i, j)] = total[0];
        }
    }
};

template <class T, class Shape>
struct tsqr_gram_memory
{
    typedef tsqr_gram_sums<T, Shape, true> sums;
    static constexpr int SUMS = sums::SPLITS * Shape::width * sums::STRIDE, TILE = Shape::width * Shape::stride;
    double tile[TILE > SUMS ? TILE : SUMS];
    tsqr_gram_triangle<Shape::width> R;
};

/* Computes the Gram matrix of each part of the rows of A, or of A R1^-1 if Solves is 1. One thread
 * block for each part. */
template <class T, class Shape, int Solves>
__global__ void __launch_bounds__(Shape::threads, Solves > 0 ? Shape::second_blocks : Shape::blocks)
    tsqr_gram_kernel(const tsqr_gram gram)
{
    typedef tsqr_tile<T, Shape> tile;
    extern __shared__ __align__(16) char bytes[];
    tsqr_gram_memory<T, Shape> &shared = *(tsqr_gram_memory<T, Shape> *)bytes;
    if (Solves > 0 && *gram.refused)
        return;
    if (Solves > 0)
        shared.R.fetch((const double *)gram.R1, gram.n);
    __syncthreads();
    tsqr_gram_rows<T, Shape> rows;
    tsqr_gram_sums<T, Shape, (Solves > 0 && Shape::exact)> sums;
    const int64_t begin = blockIdx.x * gram.part_rows, end = min(begin + gram.part_rows, gram.m);
    const int first = threadIdx.x / 32 * Shape::warp_rows;
    /* Number of tiles of the next chunk that are loaded while the current chunk is summed. */
    constexpr int AHEAD = Shape::width <= 64 ? tile::TILES : tile::TILES / 2;
    T a[tile::TILES][tile::ROWS];
    const auto load = [&](int64_t chunk, int t) {
        tile::load_column(a[t], (const T *)gram.A, gram.a, chunk + first, end, gram.n, t * TSQR_TILE + rows.column, rows.quarter);
    };
#pragma unroll
    for (int t = 0; t < AHEAD; t++)
        load(begin, t);
    for (int64_t chunk = begin; chunk < end; chunk += Shape::chunk)
    {
#pragma unroll
        for (int t = AHEAD; t < tile::TILES; t++)
            load(chunk, t);
#pragma unroll
        for (int t = 0; t < tile::TILES; t++)
            rows.take(t, a[t]);
        if (Solves > 0)
            rows.template solve<false>(shared.R, &shared.tile[first], Shape::stride, TSQR_TILE * Shape::stride, false);
        else
#pragma unroll
            for (int t = 0; t < tile::TILES; t++)
                rows.publish(t, &shared.tile[t * TSQR_TILE * Shape::stride + first], Shape::stride);
        __syncthreads();
#pragma unroll
        for (int t = 0; t < AHEAD; t++)
            load(chunk + Shape::chunk, t);
        sums.add(shared.tile);
        __syncthreads();
    }
    sums.store(shared.tile, (double *)gram.partial + blockIdx.x * tsqr_packed(gram.n), gram.n);
}

/* ---- Q --------------------------------------------------------------------------------------- */

template <class T, class Shape>
struct tsqr_gram_form_memory
{
    typedef tsqr_tile<T, Shape> tile;
    static constexpr int PANEL_STRIDE = Shape::warp_rows + 4;
    /* Number of tiles of the next chunk that are copied ahead. */
    static constexpr int AHEAD = Shape::width <= 64 ? tile::TILES : tile::TILES / 2;
    tsqr_gram_triangle<Shape::width> R[2];
    double panel[Shape::warps][TSQR_TILE * PANEL_STRIDE];
    tsqr_pack<T> ahead[AHEAD][tile::PIECES][Shape::threads];
};

/* Overwrites A with Q = (A R1^-1) R2^-1, unless the matrix is refused. Block b treats the chunks b,
 * b + gridDim.x, .. */
template <class T, class Shape>
__global__ void __launch_bounds__(Shape::threads, Shape::blocks) tsqr_gram_form_kernel(const tsqr_gram gram)
{
    typedef tsqr_tile<T, Shape> tile;
    typedef tsqr_gram_form_memory<T, Shape> memory;
    extern __shared__ __align__(16) char bytes[];
    memory &shared = *(memory *)bytes;
    if (*gram.refused)
        return;
    tsqr_gram_rows<T, Shape> rows;
    const int warp = threadIdx.x / 32, n = gram.n;
    const int64_t step = (int64_t)gridDim.x * Shape::chunk, m = gram.m;
    T *A = (T *)gram.A;
    const auto ahead = [&](int64_t first)
    {
#pragma unroll
        for (int t = 0; t < memory::AHEAD; t++)
            tile::copy_column(shared.ahead[t], A, gram.a, first, m, n, t * TSQR_TILE + rows.column, rows.quarter);
        copy_commit();
    };
    int64_t first = (int64_t)blockIdx.x * Shape::chunk + warp * Shape::warp_rows;
    ahead(first);
    shared.R[0].fetch((const double *)gram.R1, n);
    shared.R[1].fetch((const double *)gram.R2, n);
    __syncthreads();
    for (; first - warp * Shape::warp_rows < m; first += step)
    {
        T a[tile::ROWS];
#pragma unroll
        for (int t = memory::AHEAD; t < tile::TILES; t++)
        {
            tile::load_column(a, A, gram.a, first, m, n, t * TSQR_TILE + rows.column, rows.quarter);
            rows.take(t, a);
        }
        copy_wait<0>();
#pragma unroll
        for (int t = 0; t < memory::AHEAD; t++)
        {
            tile::take_copy(a, shared.ahead[t]);
            rows.take(t, a);
        }
        ahead(first + step);
#pragma unroll 1
        for (int s = 0; s < 2; s++)
            rows.template solve<true>(shared.R[s], shared.panel[warp], memory::PANEL_STRIDE, 0, s == 1);
#pragma unroll
        for (int t = 0; t < tile::TILES; t++)
        {
#pragma unroll
            for (int i = 0; i < tile::ROWS; i++)
                a[i] = (T)rows.x[t][i / 2][i % 2];
            tile::store_column(a, A, gram.a, first, m, n, t * TSQR_TILE + rows.column, rows.quarter);
        }
    }
}

#endif
