/*
 * The reflections of a panel of eight columns: V and the panel's new diagonal block of R, computed
 * step by step or from the Gram matrix of the panel. tsqr_factor.cuh describes both ways.
 */
#ifndef DDBLAS_TSQR_TSQR_FACTOR_PANEL_CUH
#define DDBLAS_TSQR_TSQR_FACTOR_PANEL_CUH

#include "tsqr_factor_chunk.cuh"

/* V comes from the Gram matrix of a panel unless sum_i |c_i|^2 |N^-1_ij|^2 exceeds this number for
 * some j; beyond it V would be too inaccurate. For scale: the sum is about 1 if R is short and the
 * columns of the chunk are long, and about 1/4 if these columns are short. */
#define TSQR_MOST_LOST 2

/* The computation of V for a panel. */
template <class T, class Shape>
struct tsqr_factor_panel : tsqr_factor_chunk<T, Shape>
{
    typedef tsqr_factor_chunk<T, Shape> base;
    using base::ROWS, base::shared, base::warp, base::column, base::quarter, base::row, base::panel_column;
    using typename base::s, typename base::sum, typename base::tile;
    typedef typename scalar<T>::word word;

    /* True if V may come from the Gram matrix. In W it never does: the throughput of the arithmetic
     * limits the speed there, not the chain of norms, and the computation step by step needs fewer
     * operations. */
    static constexpr bool BY_GRAM = sum::interval == 0;

    __device__ __forceinline__ tsqr_factor_panel(typename base::memory &m) : base(m) {}

    /* Sums the products of a step over the warps. own: the total for the lane's own column; of_k:
     * the total for column k. turn: which of the two buffers. */
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

    /* Applies step k of panel p to the chunk and to R. y: the lane's column of the panel. scale: s
     * of the lane's column; the function sets it in the step k of that column. */
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
        /* Row j of R is read before the barrier, because it may be overwritten after it. */
        if (!First)
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

    /* Replaces x, the lane's column of panel p, with V. In a first chunk the sums do not include
     * the unit diagonal of V until the end, where it is added. */
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

    /* Returns element (i, c) of the panel's diagonal block of R, which starts at column `first`. */
    __device__ __forceinline__ T panel_R(int first, int i, int c) const
    {
        const T r = shared.R[tsqr_at(first + min(i, c), first + c)];
        return i > c ? s::zero() : r;
    }

    /* Stores the panel's diagonal block of R in `old` and R^H R in `square`. The lane with column b
     * and quarter q computes rows 2 q and 2 q + 1 of column b. Called by one warp. */
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

    /* Computes R' and N^-1 from G and R, with one warp. The other warps wait for the result, so the
     * number of instructions matters. Computing an element of the triangle in every lane costs less
     * than exchanging it between lanes. Each lane therefore holds the whole triangle, and computes
     * one column b of N^-1. The function sets shared.together to 1 if the result is accurate
     * enough; then number_panel of tsqr_factor.cuh copies R' to R. Columns from n on are treated as
     * columns of the identity. */
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
#pragma unroll
        for (int k = 0; k < TSQR_TILE; k++)
        {
            /* Computes row k of R' and eliminates it from the rows below. Row k of g becomes row k
             * of -N. */
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
            /* The diagonal of R' gets the sign opposite to that of R, so that N = R - R' has no
             * cancellation. */
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
     * Otherwise it returns false and leaves X in x. */
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
};

#endif
