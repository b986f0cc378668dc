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
 * V from the Gram matrix. What limits the speed is the chain from one column's norm to the next,
 * not the throughput of the pipelines. Where no accuracy is lost, V is therefore computed without
 * that chain. G = X^H X is one sum. Up to signs the new diagonal block is the Cholesky factor R' of
 * R^H R + G; its diagonal has the signs opposite to R's. The panel's reflections together are
 * I - [I; V] T [I; V]^H with V = X N^-1, where N = R - R' is an upper triangle whose diagonal is
 * free of cancellation. One warp computes R' and N^-1 from G.
 * The rounding errors of G are relative to the norms of the columns c_i of [R; X], and N^-1 carries
 * them over to R'. If sum_i |c_i|^2 |N^-1_ij|^2 exceeds TSQR_MOST_LOST for some j, the panel is
 * computed step by step instead.
 *
 * V step by step. Each column's sums are formed from the column itself. First chunks always go this
 * way, because there the pivots of the reflections lie in the chunk. In step j, x is column j of
 * the panel as it is now, and v = s x. In a first chunk rows 0 .. j of x are left out, and row j of
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

#include "tsqr_tile.cuh"

/* Limit of sum_i |c_i|^2 |N^-1_ij|^2, above which the Gram matrix of a panel is too inaccurate.
 * When R is short and the columns are long the sum is about 1; when the columns are short it is
 * about 1/4. */
#define TSQR_MOST_LOST 2

template <class T, class Shape>
struct tsqr_factor_memory
{
    typedef typename scalar<T>::accumulator sum;
    typedef tsqr_tile<T, Shape> tile;
    /* The panel's columns of the chunk: X, then V. */
    alignas(16) T x[Shape::warps][TSQR_TILE * tile::STRIDE];
    /* The panel's eight products with every column, over each warp's rows. */
    alignas(16) sum products[Shape::warps][Shape::width * tile::PRODUCT_STRIDE];
    /* Eight numbers for every column: in turn N^-1 or the panel's rows of a first chunk, then Z,
     * then -W. */
    alignas(16) T weights[Shape::width * tile::WEIGHT_STRIDE];
    /* The sums of a step over each warp's rows; two buffers in turn. */
    alignas(16) sum part[2][TSQR_TILE][Shape::warps];
    /* Row j of a first chunk in step j; two buffers in turn. */
    T row[2][TSQR_TILE];
    alignas(16) T S[TSQR_TILE][TSQR_TILE]; /* S of the panel's own columns, tau on the diagonal. */
    /* square[c] is column c of R^H R, then of R^H R + G. */
    alignas(16) T square[TSQR_TILE][TSQR_TILE];
    /* The panel's diagonal block of R before the chunk. */
    alignas(16) T old[TSQR_TILE][TSQR_TILE];
    alignas(16) T fresh[TSQR_TILE][TSQR_TILE]; /* R', the new diagonal block. */
    /* First tiles of the next chunk. A thread reads only what it copied itself. */
    alignas(16) tsqr_pack<T> next[tile::AHEAD * tile::PIECES][Shape::threads];
    /* s of each column of a panel that is computed step by step. */
    T scale[TSQR_TILE];
    int together;                               /* 1: the panel's V comes from the Gram matrix. */
    T R[Shape::width * (Shape::width + 1) / 2]; /* R packed by columns, each column in its unit. */
    /* For each column: its largest biased exponent so far, and the exponent of its unit. */
    int largest[Shape::width], unit[Shape::width];
};

template <class T, class Shape>
struct tsqr_factor
{
    typedef scalar<T> s;
    typedef typename s::accumulator sum;
    typedef tsqr_factor_memory<T, Shape> memory;
    typedef tsqr_tile<T, Shape> tile;
    typedef typename tsqr_word<T>::type word;
    static constexpr int ROWS = tile::ROWS, TILES = tile::TILES, WIDTH = Shape::width;

    /* W always goes step by step: its speed is limited by the pipelines and not by the chain, and
     * steps cost less there than the Gram matrix. */
    static constexpr bool BY_GRAM = sum::interval == 0;

    memory &shared;
    int warp, column, quarter; /* Column and quarter of the lane within a tile (tsqr_tile.cuh). */
    T a[TILES][ROWS];

    __device__ __forceinline__ tsqr_factor(memory &m)
        : shared(m), warp(threadIdx.x / 32), column(threadIdx.x % 32 / TSQR_QUARTERS), quarter(threadIdx.x % TSQR_QUARTERS)
    {
    }

    /* Row of the chunk that is number i of this lane's rows. */
    __device__ __forceinline__ int row(int i) const { return warp * Shape::warp_rows + tile::row(i, quarter); }

    /* Updates the largest exponent of each column so far, which decides the column's unit. If the
     * unit changes, R's column is rescaled. Then the chunk's elements are divided by the units. */
    __device__ __forceinline__ void choose_units()
    {
        int e[TILES];
        bool larger = false;
#pragma unroll
        for (int t = 0; t < TILES; t++)
        {
            e[t] = 0;
#pragma unroll
            for (int i = 0; i < ROWS; i++)
                e[t] = max(e[t], tsqr_exponent(a[t][i]));
            larger |= e[t] > shared.largest[t * TSQR_TILE + column];
        }
        if (__syncthreads_or(larger))
        {
#pragma unroll
            for (int t = 0; t < TILES; t++)
                atomicMax(&shared.largest[t * TSQR_TILE + column], e[t]);
            __syncthreads();
            const int c = threadIdx.x, unit = c < WIDTH ? tsqr_unit_of<T>(shared.largest[c]) : 0;
            if (c < WIDTH && unit != shared.unit[c])
            {
                for (int i = 0; i <= c; i++)
                    shared.R[tsqr_at(i, c)] = tsqr_scale(shared.R[tsqr_at(i, c)], shared.unit[c] - unit);
                shared.unit[c] = unit;
            }
            __syncthreads();
        }
#pragma unroll
        for (int t = 0; t < TILES; t++)
        {
            const int unit = shared.unit[t * TSQR_TILE + column];
            if (unit != 0)
#pragma unroll
                for (int i = 0; i < ROWS; i++)
                    a[t][i] = tsqr_scale(a[t][i], -unit);
        }
    }

    /* The lane's column of the panel in shared memory. */
    __device__ __forceinline__ T *panel_column() const { return &shared.x[warp][column * tile::STRIDE]; }

    /* take copies tile p from the registers to x, put copies x to tile p. Both go through shared
     * memory, where the tile stays, because registers cannot be indexed. Called by whole warps;
     * __syncwarp keeps the compiler from turning eight branches into eight times the accesses. */
    __device__ __forceinline__ void take(int p, T (&x)[ROWS]) const
    {
#pragma unroll
        for (int t = 0; t < TILES; t++)
            if (t == p)
            {
                __syncwarp();
                tile::write(panel_column(), a[t], quarter);
            }
        tile::read(x, panel_column(), quarter);
    }
    __device__ __forceinline__ void put(int p, const T (&x)[ROWS])
    {
        tile::write(panel_column(), x, quarter);
#pragma unroll
        for (int t = 0; t < TILES; t++)
            if (t == p)
            {
                __syncwarp();
                tile::read(a[t], panel_column(), quarter);
            }
    }

    /* The sums over the warps of the lane's own column (own) and of column k (of_k). turn: the
     * buffer. */
    __device__ __forceinline__ void totals(int turn, int k, T &own, T &of_k) const
    {
        if constexpr (sum::interval == 0)
        {
            own = tile::over_warps(shared.part[turn][column], 1);
            of_k = tile::over_warps(shared.part[turn][k], 1);
        }
        else
        {
            own = tile::over_warps_by_quarters(shared.part[turn][column], quarter);
            of_k = tsqr_broadcast(own, k * TSQR_QUARTERS);
        }
    }

    /* Step k of panel p. y: the lane's column of the panel. scale: s of the lane's column, set in
     * its own step. */
    template <bool First>
    __device__ __forceinline__ void step(int p, int k, T (&y)[ROWS], T &scale)
    {
        const int turn = k & 1, j = p * TSQR_TILE + k, c = p * TSQR_TILE + column;
        T *x = &shared.x[warp][k * tile::STRIDE];
        T own[ROWS], alpha = s::zero(), rest = s::zero();
        if (column == k)
        {
#pragma unroll
            for (int i = 0; i < ROWS; i++)
                own[i] = First && row(i) <= j ? s::zero() : y[i];
            tile::write(x, own, quarter);
        }
        if (First)
#pragma unroll
            for (int i = 0; i < ROWS; i++)
                if (row(i) == j)
                    shared.row[turn][column] = y[i];
        if (!First) /* Read before the barrier: row j of R may be overwritten after it. */
        {
            alpha = shared.R[tsqr_at(j, j)];
            rest = shared.R[tsqr_at(j, max(j, c))];
        }
        __syncwarp();
        tile::read(own, x, quarter);
        const sum g = tile::dot(own, y);
        if (quarter == 0)
            shared.part[turn][column][warp] = g;
        __syncthreads();
        if (First)
        {
            alpha = shared.row[turn][k];
            rest = shared.row[turn][column];
        }
        T own_total, total;
        totals(turn, k, own_total, total);
        const tsqr_reflection<T> h = tsqr_reflect(alpha, tsqr_real(total));
        const T along = tsqr_fma(s::conj(h.s), own_total, rest);
        const T q = column > k ? tsqr_mul(h.step, along) : s::zero();
#pragma unroll
        for (int i = 0; i < ROWS; i++)
        {
            sum z = tsqr_sum_from(y[i]);
            z.mac(own[i], q);
            y[i] = tsqr_value(z);
        }
        if (column == k)
            scale = h.s;
        if (warp == k % Shape::warps && quarter == 0 && column >= k)
        {
            const T w = tsqr_fma(tsqr_negative(s::conj(h.tau)), along, rest);
            shared.R[tsqr_at(j, c)] = column > k ? w : h.beta;
            if (column == k)
                shared.scale[k] = h.s;
        }
    }

    /* Replaces x, the lane's column of panel p, with V. In a first chunk the unit diagonal of V is
     * left out and added to the sums last. */
    template <bool First>
    __device__ __forceinline__ void go_by_steps(int p, T (&x)[ROWS])
    {
        const int c = p * TSQR_TILE + column;
        T scale = s::zero();
#pragma unroll 1
        for (int k = 0; k < TSQR_TILE; k++)
            step<First>(p, k, x, scale);
#pragma unroll
        for (int i = 0; i < ROWS; i++)
        {
            const T v = tsqr_mul(x[i], scale);
            x[i] = First && row(i) <= c ? s::zero() : v;
        }
    }

    /* Element (i, c) of the panel's diagonal block of R, which starts at column `first`. */
    __device__ __forceinline__ T panel_R(int first, int i, int c) const
    {
        const T r = shared.R[tsqr_at(first + min(i, c), first + c)];
        return i > c ? s::zero() : r;
    }

    /* Stores the panel's diagonal block of R and R^H R. Lane (column b, quarter q) computes rows
     * 2 q and 2 q + 1 of column b. Called by one warp. */
    __device__ __forceinline__ void square_panel(int p)
    {
        const int first = p * TSQR_TILE, b = column;
        T r_b[TSQR_TILE];
#pragma unroll
        for (int i = 0; i < TSQR_TILE; i++)
            r_b[i] = panel_R(first, i, b);
#pragma unroll
        for (int h = 0; h < 2; h++)
        {
            const int r = 2 * quarter + h;
            sum z;
            z.clear();
#pragma unroll
            for (int i = 0; i < TSQR_TILE; i++)
                z.mac(s::conj(panel_R(first, i, r)), r_b[i]);
            shared.square[b][r] = tsqr_value(z);
            shared.old[r][b] = panel_R(first, r, b);
        }
    }

    /* Computes R' and N^-1 from G and R. The other warps wait for the one that does this, so its
     * number of instructions matters. An exchange between lanes costs more than computing an
     * element of the triangle again; so each lane holds the whole triangle and computes column b of
     * N^-1. shared.together tells whether the result is accurate enough; number_panel copies R' to
     * R. Columns from n on count as columns of the identity. */
    __device__ __forceinline__ void factor_panel(int p, int n)
    {
        typedef typename s::real real;
        constexpr int VECTOR = tile::VECTOR, PACKS = TSQR_TILE / VECTOR;
        const int b = column, lane = threadIdx.x % 32;
        T g[TSQR_TILE * (TSQR_TILE + 1) / 2];
        real root[TSQR_TILE];
        bool kept = true;
        for (int e = lane; e < TSQR_TILE * PACKS; e += 32)
        {
            const int c = e / PACKS, k = e % PACKS * VECTOR;
            tsqr_pack<T> z = tile::totals(&shared.products[0][c * tile::PRODUCT_STRIDE + k]);
#pragma unroll
            for (int v = 0; v < VECTOR; v++)
                z.at[v] = k + v == c && p * TSQR_TILE + c >= n ? s::one() : tsqr_add(z.at[v], shared.square[c][k + v]);
            tsqr_store(&shared.square[c][k], z);
        }
        __syncwarp();
#pragma unroll
        for (int j = 0; j < TSQR_TILE; j++)
#pragma unroll
            for (int i = 0; i <= j; i += VECTOR)
            {
                const tsqr_pack<T> z = tsqr_load(&shared.square[j][i]);
#pragma unroll
                for (int v = 0; v < VECTOR && i + v <= j; v++)
                    g[tsqr_at(i + v, j)] = z.at[v];
            }
            /* Row k of R', and its elimination from the rows below. Row k of g becomes row k of
             * -N. */
#pragma unroll
        for (int k = 0; k < TSQR_TILE; k++)
        {
            const real d = tsqr_real(g[tsqr_at(k, k)]), by = tsqr_reciprocal(d);
            real inverse;
            tsqr_root(d, root[k], inverse);
            kept &= tsqr_high(d) > tsqr_range<word>::LEAST;
#pragma unroll
            for (int j = k + 1; j < TSQR_TILE; j++)
            {
                const T factor = tsqr_negative(tsqr_times(g[tsqr_at(k, j)], by));
#pragma unroll
                for (int i = k + 1; i <= j; i++)
                    g[tsqr_at(i, j)] = tsqr_fma(s::conj(g[tsqr_at(k, i)]), factor, g[tsqr_at(i, j)]);
            }
            /* R' is positive where R is negative. */
            const bool up = tsqr_high(shared.old[k][k]) < 0;
            const real signed_root = up ? root[k] : tsqr_negative(root[k]), scale = up ? inverse : tsqr_negative(inverse);
#pragma unroll
            for (int j = k / VECTOR * VECTOR; j < TSQR_TILE; j += VECTOR)
            {
                const tsqr_pack<T> old = tsqr_load(&shared.old[k][j]);
                tsqr_pack<T> fresh;
#pragma unroll
                for (int v = 0; v < VECTOR; v++)
                    if (j + v < k)
                        fresh.at[v] = s::zero();
                    else
                    {
                        T &r = g[tsqr_at(k, j + v)];
                        fresh.at[v] = j + v == k ? tsqr_from_real<T>(signed_root) : tsqr_times(r, scale);
                        r = tsqr_add(fresh.at[v], tsqr_negative(old.at[v]));
                    }
                if (lane == 0)
                    tsqr_store(&shared.fresh[k][j], fresh);
            }
            root[k] = tsqr_reciprocal(tsqr_negative(tsqr_real(g[tsqr_at(k, k)])));
        }
        T x[TSQR_TILE];
        word lost = 0;
#pragma unroll
        for (int i = TSQR_TILE - 1; i >= 0; i--)
        {
            sum z = tsqr_sum_from(i == b ? s::one() : s::zero());
#pragma unroll
            for (int l = TSQR_TILE - 1; l > i; l--)
                z.mac(g[tsqr_at(i, l)], x[l]);
            x[i] = tsqr_times(tsqr_value(z), root[i]);
            lost += tsqr_high(tsqr_real(shared.square[i][i])) * tsqr_square(x[i]);
        }
        kept = __all_sync(0xffffffffu, kept && lost <= word(TSQR_MOST_LOST));
        if (lane == 0)
            shared.together = kept;
#pragma unroll
        for (int k = 0; k < TSQR_TILE; k += VECTOR)
            if (k / 2 == quarter)
            {
                tsqr_pack<T> w;
#pragma unroll
                for (int v = 0; v < VECTOR; v++)
                    w.at[v] = x[k + v];
                tsqr_store(&shared.weights[b * tile::WEIGHT_STRIDE + k], w);
            }
    }

    /* Replaces X in x with V = X N^-1 and returns true if the Gram matrix is accurate enough.
     * Otherwise x is X again. */
    __device__ __forceinline__ bool goes_together(int p, T (&x)[ROWS], int n)
    {
        T *X = shared.x[warp];
        tile::gram(x, X, shared.products[warp], column, quarter);
        __syncthreads();
        if (warp == 0)
            factor_panel(p, n);
        __syncthreads();
        if (shared.together)
            tile::transform(x, X, &shared.weights[column * tile::WEIGHT_STRIDE], column, quarter);
        else
            tile::read(x, panel_column(), quarter);
        return shared.together;
    }

    /* Elements S(i, k) of the panel's own columns, i = row .. row + VECTOR - 1, from the products
     * v_i^H v_k. If V came from the Gram matrix, R' is copied to R as well. S: where the chunk's S
     * is stored, or null. */
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

    /* Sums V^H a over the warps. For the panel's own columns this gives S. For another column the
     * panel's rows of that column (in R, or in the first chunk) are added, and the sum goes to the
     * column's weights. */
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

    /* Turns the sums of a column into S to the left of the panel. To the right it turns them into
     * -W and adds that to R's rows. One thread for each column, the last threads of the block. */
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

    /* First chunk: copies the panel's rows of all columns to the weights. */
    __device__ __forceinline__ void publish_rows(int p)
    {
#pragma unroll
        for (int i = 0; i < ROWS; i++)
            if (row(i) / TSQR_TILE == p)
#pragma unroll
                for (int t = 0; t < TILES; t++)
                    shared.weights[(t * TSQR_TILE + column) * tile::WEIGHT_STRIDE + row(i) % TSQR_TILE] = a[t][i];
    }

    /* First chunk, after the update: adds the panel's rows to R, and zeroes them in the columns to
     * the right, because V of those columns has zeros there. Sets the unit diagonal of V. */
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
     * the chunk's S is stored, or null; V is stored if S is. unit: on the diagonal of the chunk's
     * first n rows V has ones. */
    template <bool First>
    __device__ __forceinline__ void panel(const tsqr_level &level, int64_t rows, int64_t end, int p, T *S, bool unit)
    {
        const int n = level.n, c = p * TSQR_TILE + column;
        T x[ROWS];
        __syncwarp(); /* All lanes have read the previous panel's columns. */
        take(p, x);
        __syncwarp();
        const bool together = !First && BY_GRAM && goes_together(p, x, n);
        if (!together)
            go_by_steps<First>(p, x);
        __syncwarp();
        put(p, x);
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
        /* Columns to the left of the panel are needed for S only. */
        tile::products(a, shared.x[warp], x, shared.products[warp], column, quarter, [&](int t) { return S || t + 1 >= p; });
        __syncthreads();
        gather<First>(p, n, together, S);
        __syncthreads();
        weigh<First>(p, n, S);
        if (!First && BY_GRAM && warp == 0 && (p + 1) * TSQR_TILE < n)
            square_panel(p + 1);
        __syncthreads();
        tile::update(a, shared.x[warp], shared.weights, column, quarter, [&](int t) { return t + 1 > p; });
        if (First)
            collect_rows(p);
    }

    /* Factors the chunk that begins at row `first`. own: leading rows that come from R; there V is
     * the identity. 0 if there are none. */
    template <bool First>
    __device__ __forceinline__ void chunk(const tsqr_level &level, int64_t first, int64_t end, T *S, int own)
    {
        const int n = level.n;
        arrive(level, first, end);
        choose_units();
        if (first + Shape::chunk < end)
            fetch(level, first + Shape::chunk, end);
        first += warp * Shape::warp_rows;
        if (!First && own > 0)
            clear_top(own);
        if (!First && BY_GRAM && warp == 0)
            square_panel(0);
#pragma unroll 1
        for (int p = 0; p * TSQR_TILE < n; p++)
            panel<First>(level, first, end, p, S, First || own > 0);
    }

    /* Starts copying a chunk's first tiles to shared memory, while the previous chunk is being
     * factored. Each thread copies what it will hold itself. */
    __device__ __forceinline__ void fetch(const tsqr_level &level, int64_t first, int64_t end)
    {
        const T *A = (const T *)level.A;
#pragma unroll
        for (int t = 0; t < tile::AHEAD; t++)
            tile::copy_column(&shared.next[t * tile::PIECES], A, level.a, first + warp * Shape::warp_rows, end, level.n,
                              t * TSQR_TILE + column, quarter);
    }

    /* Loads a chunk into registers: the fetched tiles from shared memory, the others from global
     * memory. */
    __device__ __forceinline__ void arrive(const tsqr_level &level, int64_t first, int64_t end)
    {
        copy_wait_all();
#pragma unroll
        for (int t = 0; t < TILES; t++)
            if (t < tile::AHEAD)
                tile::take_copy(a[t], &shared.next[t * tile::PIECES]);
            else
                tile::load_column(a[t], (const T *)level.A, level.a, first + warp * Shape::warp_rows, end, level.n,
                                  t * TSQR_TILE + column, quarter);
    }

    /* Zeroes the chunk's first `own` rows, which R holds already. */
    __device__ __forceinline__ void clear_top(int own)
    {
#pragma unroll
        for (int i = 0; i < ROWS; i++)
#pragma unroll
            for (int t = 0; t < TILES; t++)
                if (row(i) < own)
                    a[t][i] = s::zero();
    }

    /* Loads R from the first n rows of a stacked node. */
    __device__ __forceinline__ void start_from(const tsqr_level &level, int64_t start)
    {
        const T *A = (const T *)level.A + start * level.a.row;
        for (int c = warp; c < WIDTH; c += Shape::warps)
            for (int i = threadIdx.x % 32; i <= c; i += 32)
                shared.R[tsqr_at(i, c)] = c < level.n ? A[i * level.a.row + c * level.a.column] : s::zero();
    }

    /* Stores R in the matrix's own units. If signs are wanted, rows with a negative diagonal change
     * sign, and the signs are stored. */
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

    __device__ __forceinline__ void node(const tsqr_level &level, int64_t node)
    {
        const int64_t start = tsqr_node_row(&level, node), end = tsqr_node_row(&level, node + 1);
        const int64_t packed = tsqr_packed(level.n);
        T *S = level.S ? (T *)level.S + node * level.chunks * packed : nullptr;
        if (threadIdx.x < WIDTH)
        {
            /* Columns beyond the matrix keep unit 1. */
            shared.largest[threadIdx.x] = threadIdx.x < level.n ? -1 : INT_MAX;
            shared.unit[threadIdx.x] = 0;
        }
        fetch(level, start, end);
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
