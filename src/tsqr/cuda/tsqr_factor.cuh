/*
 * Householder factorisation of one node: R of its rows, V over them, the numbers behind T.
 *
 * By one thread block of Shape::threads; chunks of rows in registers (tsqr_tile.cuh), R in shared memory. A chunk goes by panels
 * of eight columns, r and a the panel's rows of R and the chunk's rows of any other column:
 *   V and the panel's own rows of the new R, one way or the other, below.
 *   Z = V^H A over all columns as they stand, V's own among them: one sum over the warps, no chain.
 *   Of V^H V the numbers S, of the left columns the rest of S: T is that of V as it is stored, whatever V is, so that Q is
 *   orthogonal as well as V^H V is summed (docs/numerics.md).
 *   To the right W = T^H (r + Z), r -= W, a -= V W.
 * What would limit is the chain from one column's norm to the next, not the pipes, so V is had without it where that loses
 * nothing. X the panel's eight columns, R its rows of them: G = X^H X is one sum; the new R is up to signs the Cholesky factor R'
 * of R^H R + G, its diagonal signed against R's; the panel's reflections together are I - [I; V] T [I; V]^H with V = X N^-1 and
 * N = R - R', an upper triangle without cancellation on its diagonal. One warp has R' and N^-1 from G.
 * G knows the columns c_i of [R; X] up to rounding errors of their norms, which N^-1 carries over to R'. When for some j
 * sum_i |c_i|^2 |N^-1_ij|^2 is above TSQR_MOST_LOST, the panel goes step by step, each column's sums formed of the column itself,
 * as a first chunk does, whose reflections have their pivots in the chunk. Step j, x its column j as it stands (v = s x), without
 * rows 0 .. j of a first chunk, where row j of the chunk is in R_j's place:
 *   g_c = x^H a_c for the panel's columns c; sigma = g_j, alpha = R_jj;
 *   h_c = R_jc + conj(s) g_c, w_c = conj(tau) h_c;  R_jc -= w_c and a_c -= x (s w_c) for c > j.
 *
 * Operations for each element of a chunk: n multiply-adds for the products (n/2 where V is not kept), n/2 for the update.
 * Rows come by way of shared memory, where a chunk's are brought while the one before is at work.
 * Ragged edges: rows beyond the end and columns from n on are zeros and stay so.
 * Barriers are passed by all threads the same number of times: n and the chunks are the block's, not a lane's.
 */
#ifndef DDBLAS_TSQR_TSQR_FACTOR_CUH
#define DDBLAS_TSQR_TSQR_FACTOR_CUH

#include <limits.h>

#include "tsqr_tile.cuh"

/* How much a panel's Gram matrix may lose to N^-1. Reflections of long columns onto a short R have about 1, of short ones 1/4. */
#define TSQR_MOST_LOST 2

template <class T, class Shape>
struct tsqr_factor_memory
{
    typedef typename scalar<T>::accumulator sum;
    typedef tsqr_tile<T, Shape> tile;
    alignas(16) T x[Shape::warps][TSQR_TILE * tile::STRIDE];                     /* the panel's columns */
    alignas(16) sum products[Shape::warps][Shape::width * tile::PRODUCT_STRIDE]; /* of every column, over a warp's rows */
    alignas(16) T weights[Shape::width * tile::WEIGHT_STRIDE];                   /* -W of every column; before, N^-1 */
    alignas(16) sum part[2][TSQR_TILE][Shape::warps];                            /* of a step's sums */
    T row[2][TSQR_TILE];                                                         /* row j of a first chunk */
    alignas(16) T S[TSQR_TILE][TSQR_TILE];                                       /* of the panel; tau on the diagonal */
    alignas(16) T square[TSQR_TILE][TSQR_TILE];                                  /* column c of R^H R, then of R^H R + G at [c] */
    alignas(16) T old[TSQR_TILE][TSQR_TILE];                                     /* the panel's own rows of R */
    alignas(16) T fresh[TSQR_TILE][TSQR_TILE];                                   /* R' */
    alignas(16) tsqr_pack<T> next[tile::AHEAD * tile::PIECES][Shape::threads];   /* of the next chunk, each thread's own */
    T scale[TSQR_TILE];                                                          /* s of a panel by steps */
    int together;                                                                /* whether N^-1 holds */
    T R[Shape::width * (Shape::width + 1) / 2];                                  /* packed by columns */
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

    /* In W the pipes limit and not the chain: there steps cost less than the Gram matrix. */
    static constexpr bool BY_GRAM = sum::interval == 0;

    memory &shared;
    int warp, column, quarter; /* column within a tile */
    T a[TILES][ROWS];

    __device__ __forceinline__ tsqr_factor(memory &m)
        : shared(m), warp(threadIdx.x / 32), column(threadIdx.x % 32 / TSQR_QUARTERS), quarter(threadIdx.x % TSQR_QUARTERS)
    {
    }

    /* Row number i of this lane within the chunk. */
    __device__ __forceinline__ int row(int i) const { return warp * Shape::warp_rows + tile::row(i, quarter); }

    /* The column's largest exponent so far decides its unit; R follows a change. */
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

    /* Tile p, out of the registers, which have no index, and into them, by way of shared memory, where it stays. By whole warps,
     * whose meeting keeps the compiler from turning eight branches into eight times the accesses. */
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

    /* The sums over the warps of the lane's own column and of column k. */
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

    /* Step k of panel p, whose columns y holds. scale: s of the lane's column. */
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
        if (!First) /* row j of R may be overwritten once the barrier is passed */
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

    /* V of panel p in the place of its columns; of a first chunk without its unit diagonal, so that sums see it last. */
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

    /* Element (i, c) of the panel's own rows of R, c counted from its first column. */
    __device__ __forceinline__ T panel_R(int first, int i, int c) const
    {
        const T r = shared.R[tsqr_at(first + min(i, c), first + c)];
        return i > c ? s::zero() : r;
    }

    /* The panel's own rows R of R, and R^H R: lane (column b, quarter q) has rows 2 q and 2 q + 1. By one warp. */
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

    /* R' and N^-1 from G and R, by one warp, for whom its instructions count: an exchange between lanes costs more than an
     * element of the triangle, so each lane has the whole triangle, and of N^-1 column b. Says in shared memory whether nothing
     * was lost; R' becomes R's in number_panel. Columns from n on count as those of the identity. */
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
            /* row k of R', and what it leaves of the rows below; g becomes -N */
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
            const bool up = tsqr_high(shared.old[k][k]) < 0; /* R's diagonal is negative */
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

    /* V = X N^-1 in the place of X where nothing is lost. */
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

    /* The panel's own numbers S(i, k) from v_i^H v_k for the rows i of a pack; and R' where the panel went together. */
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

    /* V^H a summed over the warps: of the panel's own columns its numbers; of the others what a's own rows add as well, to where
     * the weights will be. */
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

    /* From the sums of a column, one of the last threads each: S's numbers to the left; -W to the right, and R's rows. */
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

    /* Of a first chunk the panel's rows of all columns to where the weights will be. */
    __device__ __forceinline__ void publish_rows(int p)
    {
#pragma unroll
        for (int i = 0; i < ROWS; i++)
            if (row(i) / TSQR_TILE == p)
#pragma unroll
                for (int t = 0; t < TILES; t++)
                    shared.weights[(t * TSQR_TILE + column) * tile::WEIGHT_STRIDE + row(i) % TSQR_TILE] = a[t][i];
    }

    /* Of a first chunk what the update left of them is R's; V has zeros there, and its own unit diagonal. */
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

    /* V goes to memory where S does; `unit`: the chunk's first rows are R's, and V has the unit triangle there. */
    template <bool First>
    __device__ __forceinline__ void panel(const tsqr_level &level, int64_t rows, int64_t end, int p, T *S, bool unit)
    {
        const int n = level.n, c = p * TSQR_TILE + column;
        T x[ROWS];
        __syncwarp(); /* the last panel's columns are read */
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
        /* those left of the panel only for S */
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

    /* own: of a stacked node's first chunk the rows that are R's; V has the identity there. */
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

    /* A chunk's first tiles on their way to shared memory while the one before is at work: a thread copies what it will hold. */
    __device__ __forceinline__ void fetch(const tsqr_level &level, int64_t first, int64_t end)
    {
        const T *A = (const T *)level.A;
#pragma unroll
        for (int t = 0; t < tile::AHEAD; t++)
            tile::copy_column(&shared.next[t * tile::PIECES], A, level.a, first + warp * Shape::warp_rows, end, level.n,
                              t * TSQR_TILE + column, quarter);
    }

    /* The chunk that was fetched, in registers; what is left of it from memory. */
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

    /* The chunk's first `own` rows, R's, are 0 in what is left. */
    __device__ __forceinline__ void clear_top(int own)
    {
#pragma unroll
        for (int i = 0; i < ROWS; i++)
#pragma unroll
            for (int t = 0; t < TILES; t++)
                if (row(i) < own)
                    a[t][i] = s::zero();
    }

    /* R from the node's first rows. */
    __device__ __forceinline__ void start_from(const tsqr_level &level, int64_t start)
    {
        const T *A = (const T *)level.A + start * level.a.row;
        for (int c = warp; c < WIDTH; c += Shape::warps)
            for (int i = threadIdx.x % 32; i <= c; i += 32)
                shared.R[tsqr_at(i, c)] = c < level.n ? A[i * level.a.row + c * level.a.column] : s::zero();
    }

    /* R in the matrix's own units; its rows with a negative diagonal change sign where that is asked for. */
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
            shared.largest[threadIdx.x] = threadIdx.x < level.n ? -1 : INT_MAX; /* columns beyond the matrix keep their unit */
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
