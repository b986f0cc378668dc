/*
 * Explicit Q of one level from the Q of the level above, in two kernels.
 *
 * A node's Q is the product over its chunks of I - [I; V] T [I; V]^H, applied to [C; 0; 0 ..] with C the node's n x n block of
 * the Q above; at the root C = I or signs. C and all that follows from it are upper triangular, for the R factors above were.
 *
 * tsqr_weights: from the last chunk to the first, W = T C and C = C - W. Of the first chunk, where V has its own unit triangle L
 * on top, W = T L^H C. Columns of W are independent: one block for a node and 32 columns. W is packed as S is. tsqr_form: each
 * chunk by itself, Q = -V W, of a first chunk [C; 0] - V W. n/2 multiply-adds an element, where reflections one by one take 2 n:
 * all of Q costs half of R.
 */
#ifndef DDBLAS_TSQR_TSQR_FORM_CUH
#define DDBLAS_TSQR_TSQR_FORM_CUH

#include "tsqr_tile.cuh"
#include "tsqr_triangle.cuh"

enum
{
    TSQR_WEIGHT_COLUMNS = 32, /* of a block */
    TSQR_WEIGHT_THREADS = TSQR_WEIGHT_COLUMNS * TSQR_CORNER
};

template <class T>
DD_DEVICE T tsqr_above_at(const tsqr_above &above, int64_t node, int n, int i, int c)
{
    if (i > c)
        return scalar<T>::zero();
    if (above.C)
        return ((const T *)above.C)[(node * n + i) * above.c.row + c * above.c.column];
    return i < c ? scalar<T>::zero() : above.signs ? ((const T *)above.signs)[i] : scalar<T>::one();
}

template <class T>
struct tsqr_weights
{
    typedef scalar<T> s;
    typedef typename s::accumulator sum;
    static constexpr int ROWS = TSQR_CORNER;
    tsqr_numbers<T> &shared;
    int n, top, part, c; /* row of a group, column of Q; rows from `top` on are 0 */

    /* L, the top of V, in the place of S: row r packed at r (r + 1) / 2. After a barrier. */
    __device__ __forceinline__ void fetch_triangle(const T *V, struct tsqr_stride v)
    {
        __syncthreads();
        for (int e = threadIdx.x; e < top * top; e += TSQR_WEIGHT_THREADS)
        {
            const int r = v.row == 1 ? e % top : e / top, i = v.row == 1 ? e / top : e % top;
            if (i <= r)
                tsqr_copy(&shared.S[tsqr_at(i, r)], &V[r * v.row + i * v.column], true);
        }
        copy_wait_all();
        __syncthreads();
    }

    /* L^H C from C, as registers hold it: row r of C goes round to all rows up to it. */
    __device__ __forceinline__ void through_triangle(const T (&C)[TSQR_GROUPS], T (&z)[TSQR_GROUPS]) const
    {
        sum y[TSQR_GROUPS];
        const int base = threadIdx.x % 32 - part;
#pragma unroll
        for (int g = 0; g < TSQR_GROUPS; g++)
            y[g].clear();
#pragma unroll
        for (int h = 0; h < TSQR_GROUPS; h++)
        {
#pragma unroll 2
            for (int k = 0; k < ROWS && h * ROWS + k < top; k++)
            {
                const int r = h * ROWS + k;
                const T value = tsqr_broadcast(C[h], base + k);
#pragma unroll
                for (int g = 0; g <= h; g++)
                {
                    const T l = shared.S[tsqr_at(g * ROWS + part, r)];
                    y[g].mac(g * ROWS + part <= r ? s::conj(l) : s::zero(), value);
                }
            }
#pragma unroll
            for (int g = 0; g <= h; g++)
                tsqr_normalise(y[g]);
        }
#pragma unroll
        for (int g = 0; g < TSQR_GROUPS; g++)
            z[g] = tsqr_value(y[g]);
    }

    /* S of a chunk with its inverse corners, after a barrier. */
    __device__ __forceinline__ void fetch(const T *S)
    {
        __syncthreads();
        tsqr_copy_numbers(shared.S, S, (int)tsqr_packed(top));
        copy_wait_all();
        __syncthreads();
        tsqr_invert_corners(shared, top);
        __syncthreads();
    }

    __device__ __forceinline__ void store(const T (&w)[TSQR_GROUPS], T *weights) const
    {
#pragma unroll
        for (int g = 0; g < TSQR_GROUPS; g++)
        {
            const int i = g * ROWS + part;
            if (c < n && i <= c)
                weights[tsqr_at(i, c)] = w[g];
        }
    }

    __device__ __forceinline__ void node(const tsqr_level &level, const tsqr_above &above, T *weights, int64_t node)
    {
        const int64_t packed = tsqr_packed(n), start = tsqr_node_row(&level, node), end = tsqr_node_row(&level, node + 1);
        const T *S = (const T *)level.S + node * level.chunks * packed, *V = (const T *)level.A + start * level.a.row;
        const tsqr_triangle<T> system = {shared, part};
        T C[TSQR_GROUPS], w[TSQR_GROUPS];
        weights += node * (level.chunks + 1) * packed;
        tsqr_clear_numbers(shared, top);
#pragma unroll
        for (int g = 0; g < TSQR_GROUPS; g++)
            C[g] = g * ROWS + part < top && c < n ? tsqr_above_at<T>(above, node, n, g * ROWS + part, c) : s::zero();
        for (int64_t number = (end - start - 1) / tsqr_chunk<T>; number > 0; number--)
        {
            fetch(S + number * packed);
#pragma unroll
            for (int g = 0; g < TSQR_GROUPS; g++)
                w[g] = C[g];
            system.solve(w, top);
            store(w, weights + number * packed);
#pragma unroll
            for (int g = 0; g < TSQR_GROUPS; g++)
                C[g] = tsqr_add(C[g], tsqr_negative(w[g]));
        }
        store(C, weights + level.chunks * packed);
        fetch_triangle(V, level.a);
        through_triangle(C, w);
        fetch(S);
        system.solve(w, top);
        store(w, weights);
    }
};

/* weights: of each node its chunks' W and the C that is left for the first one. */
template <class T>
__global__ void __launch_bounds__(TSQR_WEIGHT_THREADS)
    tsqr_weights_kernel(const tsqr_level level, const tsqr_above above, T *weights)
{
    extern __shared__ char bytes[];
    /* the last columns have the most rows and start first */
    const int first = (int)(gridDim.y - 1 - blockIdx.y) * TSQR_WEIGHT_COLUMNS, column = threadIdx.x / TSQR_CORNER,
              part = threadIdx.x % TSQR_CORNER;
    tsqr_weights<T> work = {*(tsqr_numbers<T> *)bytes, level.n, min(level.n, first + TSQR_WEIGHT_COLUMNS), part, first + column};
    work.node(level, above, weights, blockIdx.x);
}

/* ---- Q = [C; 0] - V W: tiles in registers, panel by panel of V; no sum crosses a warp ------------------------------------- */

template <class T, class Shape>
struct tsqr_form_memory
{
    typedef tsqr_tile<T, Shape> tile;
    alignas(16) T x[Shape::warps][TSQR_TILE * tile::STRIDE];          /* the panel's columns, -V */
    alignas(16) T W[tile::TILES][Shape::width * tile::WEIGHT_STRIDE]; /* panel by panel, of every column */
};

template <class T, class Shape>
struct tsqr_form
{
    typedef scalar<T> s;
    typedef tsqr_tile<T, Shape> tile;
    static constexpr int ROWS = tile::ROWS, TILES = tile::TILES, WIDTH = Shape::width;

    tsqr_form_memory<T, Shape> &shared;
    int warp, column, quarter; /* column within a tile */
    T q[TILES][ROWS];

    __device__ __forceinline__ tsqr_form(tsqr_form_memory<T, Shape> &m)
        : shared(m), warp(threadIdx.x / 32), column(threadIdx.x % 32 / TSQR_QUARTERS), quarter(threadIdx.x % TSQR_QUARTERS)
    {
    }

    __device__ __forceinline__ void fetch_weights(const T *weights, int n)
    {
        for (int c = warp; c < WIDTH; c += Shape::warps)
            for (int k = threadIdx.x % 32; k < WIDTH; k += 32)
                tsqr_copy(&shared.W[k / TSQR_TILE][c * tile::WEIGHT_STRIDE + k % TSQR_TILE],
                          k <= c && c < n ? &weights[tsqr_at(k, c)] : weights, k <= c && c < n);
    }

    template <int From>
    __device__ __forceinline__ void update_from(int p)
    {
        if (p < From + 2)
            tile::template update<From>(q, shared.x[warp], shared.W[p], column, quarter);
        if constexpr (From + 2 < TILES)
            update_from<From + 2>(p);
    }

    __device__ __forceinline__ void chunk(const tsqr_level &level, const T *weights, int64_t node, int number)
    {
        const int64_t start = tsqr_node_row(&level, node), end = tsqr_node_row(&level, node + 1);
        const int64_t row = start + (int64_t)number * Shape::chunk + warp * Shape::warp_rows;
        const int n = level.n, panels = (n + TSQR_TILE - 1) / TSQR_TILE;
        const int64_t packed = tsqr_packed(n);
        T *A = (T *)level.A, x[ROWS], next[ROWS];
        if (start + (int64_t)number * Shape::chunk >= end)
            return;
        weights += node * (level.chunks + 1) * packed;
        fetch_weights(weights + number * packed, n);
        tile::load_column(next, A, level.a, row, end, n, column, quarter);
        const T *C = weights + level.chunks * packed;
#pragma unroll
        for (int i = 0; i < ROWS; i++)
        {
            const int r = number == 0 ? warp * Shape::warp_rows + tile::row(i, quarter) : n;
#pragma unroll
            for (int t = 0; t < TILES; t++)
            {
                const int c = t * TSQR_TILE + column;
                q[t][i] = r <= c && c < n ? C[tsqr_at(r, c)] : s::zero();
            }
        }
        copy_wait_all();
        __syncthreads();
#pragma unroll 1
        for (int p = 0; p < panels; p++)
        {
            __syncwarp(); /* the last panel's columns are read */
#pragma unroll
            for (int i = 0; i < ROWS; i++)
                x[i] = tsqr_negative(next[i]);
            tile::write(&shared.x[warp][column * tile::STRIDE], x, quarter);
            if (p + 1 < panels)
                tile::load_column(next, A, level.a, row, end, n, (p + 1) * TSQR_TILE + column, quarter);
            __syncwarp();
            update_from<0>(p);
        }
        tile::store(q, A, level.a, row, end, n, column, quarter);
    }
};

template <class T, class Shape>
__global__ void __launch_bounds__(Shape::threads, Shape::blocks) tsqr_form_kernel(const tsqr_level level, const T *weights)
{
    extern __shared__ char bytes[];
    tsqr_form<T, Shape> work(*(tsqr_form_memory<T, Shape> *)bytes);
    work.chunk(level, weights, blockIdx.x / level.chunks, blockIdx.x % level.chunks);
}

#endif
