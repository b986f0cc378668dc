/*
 * Householder factorisation of the nodes of one level: R, the reflections V and the triangle S,
 * from which T follows (tsqr_level.h).
 *
 * One thread block of Shape::threads threads factors one node. It holds a chunk of rows in
 * registers (tsqr_tile.cuh) and R in shared memory. It treats the chunk by panels of eight columns:
 *
 *           done   panel   columns to the right
 *         +------+-------+---------------------+
 *   R     |      |   R   |          r          |   shared memory: the panel's eight rows of R
 *         +------+-------+---------------------+
 *   chunk |  V   |   X   |          a          |   registers
 *         +------+-------+---------------------+
 *
 * 1. V and the panel's new diagonal block of R are computed from X and R in one of two ways, below.
 * 2. Z = V^H A is summed for all columns A of the chunk, V's own among them. This is one sum over
 *    the warps, not a chain of dependent sums.
 * 3. The products V^H V, and Z of the columns to the left, are the panel's columns of S. So T
 *    belongs to V as it is stored, however V was computed, and Q is as orthogonal as V^H V is
 *    accurate (docs/numerics.md, "Panels of eight columns on the GPU").
 * 4. Columns to the right: W = T^H (r + Z), r -= W, a -= V W.
 *
 * V from the Gram matrix. The speed is limited by the chain of dependent operations from one
 * column's norm to the next, not by the throughput of the pipelines. Where no accuracy is lost, V
 * is therefore computed without that chain. G = X^H X is one sum over the warps. The new diagonal
 * block R' is the Cholesky factor of R^H R + G up to the signs of its rows; the sign of each
 * diagonal element is opposite to that in R. The panel's reflections together are
 * I - [I; V] T [I; V]^H with V = X N^-1, where N = R - R' is an upper triangle whose diagonal is
 * free of cancellation. One warp computes R' and N^-1 from G.
 * The rounding errors of G are relative to the norms of the columns c_i of [R; X], and N^-1 carries
 * them over to R'. If sum_i |c_i|^2 |N^-1_ij|^2 exceeds TSQR_MOST_LOST for some j, the panel is
 * computed step by step instead.
 *
 * V step by step. Each column's sums are formed from the column itself. First chunks are always
 * factored in this way, because their pivots are in the chunk itself. In step j, x is the current
 * column j of the panel, and v = s x. In a first chunk rows 0 .. j of x are left out, and row j of
 * the chunk takes the place of R_j:
 *   g_c = x^H a_c for the panel's columns c; sigma = g_j, alpha = R_jj;
 *   h_c = R_jc + conj(s) g_c, w_c = conj(tau) h_c;  R_jc -= w_c and a_c -= x (s w_c) for c > j.
 *
 * Operations for each element of a chunk: n multiply-adds for the products (n/2 if V is not kept),
 * n/2 for the update.
 * Bytes: each element is read once, and V is written once if it is kept. Rows reach the registers
 * through shared memory, where the next chunk is copied while a chunk is being factored.
 * Edges: rows beyond the end and columns from n on are zeros and stay zeros.
 * Barriers: all threads pass each barrier equally often, because n and the number of chunks are the
 * same for the whole block.
 * Error of a chunk, gamma the error of a sum, gamma' = gamma + 18 u: ||Q^H Q - I||_F <= 12 n gamma;
 * with V from the Gram matrix a panel adds at most (364 gamma' + 10800 u) |c_j| to |A - Q R|_j
 * (docs/numerics.md).
 */
#ifndef DDBLAS_TSQR_TSQR_FACTOR_CUH
#define DDBLAS_TSQR_TSQR_FACTOR_CUH

#include <limits.h>

#include "tsqr_factor_panel.cuh"

/* The factorisation of a node. */
template <class T, class Shape>
struct tsqr_factor : tsqr_factor_panel<T, Shape>
{
    typedef tsqr_factor_panel<T, Shape> base;
    using base::ROWS, base::TILES, base::WIDTH, base::BY_GRAM;
    using base::shared, base::warp, base::column, base::quarter, base::a, base::row;
    using typename base::s, typename base::memory, typename base::tile;

    __device__ __forceinline__ tsqr_factor(memory &m) : base(m) {}

    /* Computes the elements S(i, k), i = row .. row + VECTOR - 1, of column k of the panel from the
     * products v_i^H v_k. together: V came from the Gram matrix; the function then also copies R'
     * to R. S: the place of the chunk's S in global memory, or null. */
    template <bool First>
    __device__ __forceinline__ void number_panel(int p, int row, int k, const tsqr_pack<T> &products, int n, bool together, T *S)
    {
        const int first = p * TSQR_TILE;
        const T diagonal = together ? shared.fresh[k][k] : shared.R[tsqr_at(first + k, first + k)];
        T square = s::zero();
#pragma unroll
        for (int v = 0; v < tile::VECTOR; v++)
            square = row + v == k ? products.at[v] : square;
        const T tau = tsqr_tau(square, diagonal, together ? s::one() : shared.scale[k]);
#pragma unroll
        for (int v = 0; v < tile::VECTOR; v++)
        {
            const int i = row + v;
            if (i <= k)
            {
                const T product = First ? tsqr_add(products.at[v], s::conj(shared.weights[(first + i) * tile::WEIGHT_STRIDE + k]))
                                        : products.at[v],
                        number = i == k ? tau : product;
                shared.S[i][k] = number;
                if (together && first + k < n)
                    shared.R[tsqr_at(first + i, first + k)] = shared.fresh[i][k];
                if (S && first + k < n)
                    S[tsqr_at(first + i, first + k)] = number;
            }
        }
    }

    /* Sums V^H a over the warps for every column a. For a column of the panel itself the sums give
     * S. For any other column the panel's rows of that column are added, from R or, in a first
     * chunk, from the chunk, and the result is stored in the column's weights. */
    template <bool First>
    __device__ __forceinline__ void gather(int p, int n, bool together, T *S)
    {
        constexpr int VECTOR = tile::VECTOR, PACKS = TSQR_TILE / VECTOR;
        const int first = p * TSQR_TILE;
        for (int e = threadIdx.x; e < WIDTH * PACKS; e += Shape::threads)
        {
            const int c = e / PACKS, k = e % PACKS * VECTOR;
            T *weight = &shared.weights[c * tile::WEIGHT_STRIDE + k];
            tsqr_pack<T> z = tile::totals(&shared.products[0][c * tile::PRODUCT_STRIDE + k]);
            if (c / TSQR_TILE == p)
            {
                number_panel<First>(p, k, c - first, z, n, together, S);
                continue;
            }
            const bool right = c > first;
#pragma unroll
            for (int v = 0; v < VECTOR; v++)
                z.at[v] = tsqr_add(z.at[v], First   ? weight[v]
                                            : right ? shared.R[tsqr_at(first + k + v, right ? c : first)]
                                                    : s::zero());
            tsqr_store(weight, z);
        }
    }

    /* Turns the sums of a column to the left of the panel into elements of S, and those of a column
     * to the right into -W, which is added to R's rows. Each column has one thread; these are the
     * last threads of the block. */
    template <bool First>
    __device__ __forceinline__ void weigh(int p, int n, T *S)
    {
        const int c = (int)threadIdx.x - (Shape::threads - WIDTH), first = p * TSQR_TILE;
        T *weight = &shared.weights[c * tile::WEIGHT_STRIDE], z[TSQR_TILE];
        if (c < 0 || (c < first && !S))
            return;
        const bool left = c < first, right = c >= first + TSQR_TILE;
        T *R = &shared.R[tsqr_at(first, right ? c : first)];
#pragma unroll
        for (int k = 0; k < TSQR_TILE; k++)
            z[k] = weight[k];
        if (left)
        {
#pragma unroll
            for (int k = 0; k < TSQR_TILE; k++)
                if (first + k < n)
                    S[tsqr_at(c, first + k)] = s::conj(z[k]);
        }
        else if (right)
        {
            tile::template substitute<true>(z, shared.S);
#pragma unroll
            for (int k = 0; k < TSQR_TILE; k++)
                R[k] = First ? z[k] : tsqr_add(R[k], z[k]);
        }
#pragma unroll
        for (int k = 0; k < TSQR_TILE; k++)
            weight[k] = right ? z[k] : s::zero();
    }

    /* In a first chunk: copies the panel's rows of all columns from the registers to the weights in
     * shared memory. */
    __device__ __forceinline__ void publish_rows(int p)
    {
#pragma unroll
        for (int i = 0; i < ROWS; i++)
            if (row(i) / TSQR_TILE == p)
#pragma unroll
                for (int t = 0; t < TILES; t++)
                    shared.weights[(t * TSQR_TILE + column) * tile::WEIGHT_STRIDE + row(i) % TSQR_TILE] = a[t][i];
    }

    /* In a first chunk, after the update: copies the panel's rows from the registers to R. Then it
     * zeroes these rows in the columns to the right, because their vectors V have zeros there, and
     * sets the unit diagonal of V. */
    __device__ __forceinline__ void collect_rows(int p)
    {
#pragma unroll
        for (int i = 0; i < ROWS; i++)
            if (row(i) / TSQR_TILE == p)
#pragma unroll
                for (int t = 0; t < TILES; t++)
                    if (t > p)
                    {
                        T &r = shared.R[tsqr_at(row(i), t * TSQR_TILE + column)];
                        r = tsqr_add(r, a[t][i]);
                        a[t][i] = s::zero();
                    }
                    else if (t == p && row(i) == t * TSQR_TILE + column)
                        a[t][i] = s::one();
    }

    /* Factors panel p of a chunk. rows: the warp's first row; end: the end of the node. S: where
     * the chunk's S is stored, or null, in which case neither S nor V is stored. unit: V has ones
     * on the diagonal of the chunk's first n rows. */
    template <bool First>
    __device__ __forceinline__ void panel(const tsqr_level &level, int64_t rows, int64_t end, int p, T *S, bool unit)
    {
        const int n = level.n, c = p * TSQR_TILE + column;
        T x[ROWS];
        /* All lanes have read the columns of the previous panel, so they may be overwritten. */
        __syncwarp();
        this->take(p, x);
        __syncwarp();
        const bool together = !First && BY_GRAM && this->goes_together(p, x, n);
        if (!together)
            this->template go_by_steps<First>(p, x);
        __syncwarp();
        this->put(p, x);
        if (First)
            publish_rows(p);
        __syncwarp();
        if (S)
        {
            T v[ROWS];
#pragma unroll
            for (int i = 0; i < ROWS; i++)
                v[i] = unit && row(i) == c ? s::one() : x[i];
            tile::store_column(v, (T *)level.A, level.a, rows, end, n, c, quarter);
        }
        /* The products with the columns to the left of the panel are needed only for S. */
        tile::products(a, shared.x[warp], x, shared.products[warp], column, quarter, [&](int t) { return S || t + 1 >= p; });
        __syncthreads();
        gather<First>(p, n, together, S);
        __syncthreads();
        weigh<First>(p, n, S);
        if (!First && BY_GRAM && warp == 0 && (p + 1) * TSQR_TILE < n)
            this->square_panel(p + 1);
        __syncthreads();
        tile::update(a, shared.x[warp], shared.weights, column, quarter, [&](int t) { return t + 1 > p; });
        if (First)
            collect_rows(p);
    }

    /* Factors the chunk that begins at row `first`. own: the number of leading rows of the chunk
     * that are the R of the node's first child. V is the identity in these rows. own is 0 in chunks
     * without such rows. */
    template <bool First>
    __device__ __forceinline__ void chunk(const tsqr_level &level, int64_t first, int64_t end, T *S, int own)
    {
        const int n = level.n;
        this->arrive(level, first, end);
        this->choose_units();
        if (first + Shape::chunk < end)
            this->fetch(level, first + Shape::chunk, end);
        first += warp * Shape::warp_rows;
        if (!First && own > 0)
            this->clear_top(own);
        if (!First && BY_GRAM && warp == 0)
            this->square_panel(0);
#pragma unroll 1
        for (int p = 0; p * TSQR_TILE < n; p++)
            panel<First>(level, first, end, p, S, First || own > 0);
    }

    /* Loads R from the first n rows of a stacked node. */
    __device__ __forceinline__ void start_from(const tsqr_level &level, int64_t start)
    {
        const T *A = (const T *)level.A + start * level.a.row;
        for (int c = warp; c < WIDTH; c += Shape::warps)
            for (int i = threadIdx.x % 32; i <= c; i += 32)
                shared.R[tsqr_at(i, c)] = c < level.n ? A[i * level.a.row + c * level.a.column] : s::zero();
    }

    /* Stores R. Each column is multiplied by its unit. If the level has an array of signs, rows
     * with a negative diagonal element change their sign, and the signs are stored. */
    __device__ __forceinline__ void finish(const tsqr_level &level, int64_t node)
    {
        T *R = (T *)level.R, *signs = (T *)level.signs;
        const int lane = threadIdx.x % 32;
        __syncthreads();
        for (int i = warp; i < level.n; i += Shape::warps)
        {
            const bool flip = signs && tsqr_high(shared.R[tsqr_at(i, i)]) < 0;
            if (signs && lane == 0)
                signs[i] = flip ? tsqr_negative(s::one()) : s::one();
            for (int c = lane; c < level.n; c += 32)
            {
                const T r = tsqr_scale(shared.R[tsqr_at(min(i, c), c)], shared.unit[c]);
                R[(node * level.n + i) * level.r.row + c * level.r.column] = c < i ? s::zero() : flip ? tsqr_negative(r) : r;
            }
        }
    }

    /* Factors a node of the level. */
    __device__ __forceinline__ void node(const tsqr_level &level, int64_t node)
    {
        const int64_t start = tsqr_node_row(&level, node), end = tsqr_node_row(&level, node + 1);
        const int64_t packed = tsqr_packed(level.n);
        T *S = level.S ? (T *)level.S + node * level.chunks * packed : nullptr;
        if (threadIdx.x < WIDTH)
        {
            /* Columns from n on keep unit 1. */
            shared.largest[threadIdx.x] = threadIdx.x < level.n ? -1 : INT_MAX;
            shared.unit[threadIdx.x] = 0;
        }
        this->fetch(level, start, end);
        if (level.stacked)
            start_from(level, start);
        __syncthreads();
        int64_t row = start;
        if (!level.stacked)
        {
            chunk<true>(level, start, end, S, 0);
            row += Shape::chunk;
        }
#pragma unroll 1
        for (; row < end; row += Shape::chunk)
            chunk<false>(level, row, end, S ? S + (row - start) / Shape::chunk * packed : nullptr, row == start ? level.n : 0);
        finish(level, node);
    }
};

template <class T, class Shape>
__global__ void __launch_bounds__(Shape::threads, Shape::blocks) tsqr_factor_kernel(const tsqr_level level)
{
    if (!tsqr_is_wanted(level.wanted))
        return;
    extern __shared__ char bytes[];
    tsqr_factor<T, Shape> work(*(tsqr_factor_memory<T, Shape> *)bytes);
    work.node(level, blockIdx.x);
}

#endif
