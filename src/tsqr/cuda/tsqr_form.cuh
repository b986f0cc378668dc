/*
 * Explicit Q of one level from the Q of the level above, in two kernels.
 *
 * The Q of a node is the product over its chunks of I - [I; V] T [I; V]^H, applied to
 * [C; 0; 0; ..]. C is the node's n x n block of the Q above; at the root it is the identity or the
 * signs. C and all blocks that are computed from it are upper triangular, because the R factors of
 * the levels above are.
 *
 * tsqr_weights_kernel goes from a node's last chunk to its first: W = T C, then C = C - W. In the
 * first chunk V has its own unit triangle L on top, so W = T L^H C. The columns of W are
 * independent; one thread block treats 32 columns of one node. W is packed as S is.
 * tsqr_form_kernel treats each chunk by itself: Q = -V W, and Q = [C; 0] - V W in a first chunk.
 *
 * Operations: n/2 multiply-adds for each element of Q. Reflections one by one would take 2 n.
 * Bytes: V is read once and Q written once in its place. While a kernel computes with one chunk, it
 * copies the data of the next one.
 * Edges: rows beyond the end and columns from n on are zeros.
 * Error: docs/numerics.md, "A block, a tree, Q".
 */
#ifndef DDBLAS_TSQR_TSQR_FORM_CUH
#define DDBLAS_TSQR_TSQR_FORM_CUH

#include "tsqr_tile.cuh"
#include "tsqr_triangle.cuh"

enum
{
    TSQR_WEIGHT_COLUMNS = 32, /* Columns of W for a thread block. */
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
    /* Two buffers. One has S of the current chunk, and S of the next chunk is copied to the other
     * one. */
    tsqr_numbers<T> *shared;
    /* top: the rows of C and W from this one on are 0. part: the number of the row that this lane
     * holds in each group of eight rows. c: the lane's column of Q. */
    int n, top, part, c;

    /* Copies L, the unit triangle on top of V, over S in shared memory, packed by rows: row r
     * begins at r (r + 1) / 2. */
    __device__ __forceinline__ void fetch_triangle(tsqr_numbers<T> &to, const T *V, struct tsqr_stride v) const
    {
        for (int e = threadIdx.x; e < top * top; e += TSQR_WEIGHT_THREADS)
        {
            const int r = v.row == 1 ? e % top : e / top, i = v.row == 1 ? e / top : e % top;
            if (i <= r)
                tsqr_copy(&to.S[tsqr_at(i, r)], &V[r * v.row + i * v.column], true);
        }
    }

    /* Computes z = L^H C, with C in registers as in tsqr_triangle.cuh. Each row r of C is broadcast
     * to the lanes that hold the rows 0 .. r. */
    __device__ __forceinline__ void through_triangle(const tsqr_numbers<T> &triangle, const T (&C)[TSQR_GROUPS],
                                                     T (&z)[TSQR_GROUPS]) const
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
                    const T l = triangle.S[tsqr_at(g * ROWS + part, r)];
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

    /* Waits until the copies of all threads have arrived and all threads have left the previous
     * chunk. Its buffer may then be overwritten. */
    __device__ __forceinline__ void arrive() const
    {
        copy_wait_all();
        __syncthreads();
    }

    /* w = T w. */
    __device__ __forceinline__ void solve(tsqr_numbers<T> &numbers, T (&w)[TSQR_GROUPS]) const
    {
        const tsqr_triangle<T> system = {numbers, part};
        tsqr_invert_corners(numbers, top);
        __syncthreads();
        system.solve(w, top);
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
        const int count = (int)tsqr_packed(top);
        int64_t number = (end - start - 1) / tsqr_chunk<T>;
        T C[TSQR_GROUPS], w[TSQR_GROUPS];
        weights += node * (level.chunks + 1) * packed;
        tsqr_copy_numbers(shared[number % 2].S, S + number * packed, count);
        tsqr_clear_numbers(shared[0], top);
        tsqr_clear_numbers(shared[1], top);
#pragma unroll
        for (int g = 0; g < TSQR_GROUPS; g++)
            C[g] = g * ROWS + part < top && c < n ? tsqr_above_at<T>(above, node, n, g * ROWS + part, c) : s::zero();
        for (; number > 0; number--)
        {
            arrive();
            tsqr_copy_numbers(shared[(number - 1) % 2].S, S + (number - 1) * packed, count);
#pragma unroll
            for (int g = 0; g < TSQR_GROUPS; g++)
                w[g] = C[g];
            solve(shared[number % 2], w);
            store(w, weights + number * packed);
#pragma unroll
            for (int g = 0; g < TSQR_GROUPS; g++)
                C[g] = tsqr_add(C[g], tsqr_negative(w[g]));
        }
        store(C, weights + level.chunks * packed);
        arrive();
        fetch_triangle(shared[1], V, level.a);
        arrive();
        through_triangle(shared[1], C, w);
        solve(shared[0], w);
        store(w, weights);
    }
};

/* For each chunk of a node stores W; after these stores the part of C that remains for the first
 * chunk. */
template <class T>
__global__ void __launch_bounds__(TSQR_WEIGHT_THREADS)
    tsqr_weights_kernel(const tsqr_level level, const tsqr_above above, T *weights)
{
    if (!tsqr_is_wanted(level.wanted))
        return;
    extern __shared__ char bytes[];
    /* The last columns of the triangle have the most rows and take longest. The thread blocks with
     * the smallest numbers treat them, so that they start first. */
    const int first = (int)(gridDim.y - 1 - blockIdx.y) * TSQR_WEIGHT_COLUMNS, column = threadIdx.x / TSQR_CORNER,
              part = threadIdx.x % TSQR_CORNER;
    tsqr_weights<T> work = {(tsqr_numbers<T> *)bytes, level.n, min(level.n, first + TSQR_WEIGHT_COLUMNS), part, first + column};
    work.node(level, above, weights, blockIdx.x);
}

/* ---- Q = [C; 0] - V W: tiles in registers, panel by panel of V; no sum crosses a warp -------- */

template <class T, class Shape>
struct tsqr_form_memory
{
    typedef tsqr_tile<T, Shape> tile;
    alignas(16) T x[Shape::warps][TSQR_TILE * tile::STRIDE]; /* -V of the panel's columns. */
    /* W of every column, panel after panel. */
    alignas(16) T W[tile::TILES][Shape::width * tile::WEIGHT_STRIDE];
    /* The next panels of V. No barrier protects them, because a thread reads only elements that it
     * copied itself. */
    alignas(16) tsqr_pack<T> next[tile::TILES * tile::PIECES][Shape::threads];
};

template <class T, class Shape>
struct tsqr_form
{
    typedef scalar<T> s;
    typedef tsqr_tile<T, Shape> tile;
    static constexpr int ROWS = tile::ROWS, TILES = tile::TILES, WIDTH = Shape::width;

    tsqr_form_memory<T, Shape> &shared;
    /* Tile column that the lane holds, and the quarter of its rows. */
    int warp, column, quarter;
    T q[TILES][ROWS];

    __device__ __forceinline__ tsqr_form(tsqr_form_memory<T, Shape> &m)
        : shared(m), warp(threadIdx.x / 32), column(threadIdx.x % 32 / TSQR_QUARTERS), quarter(threadIdx.x % TSQR_QUARTERS)
    {
    }

    /* Addresses of the data of a chunk. */
    struct place
    {
        /* weights: W of the chunk. C: the block C if this is a first chunk, otherwise null. */
        const T *weights, *C;
        int64_t row, end; /* row: the warp's first row. end: the end of the node. */
        int n;            /* Number of columns, or 0 if there is no such chunk. */
    };
    __device__ __forceinline__ place place_of(const tsqr_level &level, const T *weights, int64_t item) const
    {
        const int64_t node = item / level.chunks, number = item % level.chunks, packed = tsqr_packed(level.n);
        const int64_t first = tsqr_node_row(&level, node) + number * Shape::chunk, end = tsqr_node_row(&level, node + 1);
        weights += node * (level.chunks + 1) * packed;
        return {weights + number * packed, number == 0 ? weights + level.chunks * packed : nullptr,
                first + warp * Shape::warp_rows, end, first < end ? level.n : 0};
    }

    /* Starts the copies of panel p: of V, where each thread copies the elements that it will use
     * itself, and of W. */
    __device__ __forceinline__ void fetch(const tsqr_level &level, const place &to, int p)
    {
        tile::copy_column(&shared.next[p * tile::PIECES], (const T *)level.A, level.a, to.row, to.end, to.n,
                          p * TSQR_TILE + column, quarter);
    }
    __device__ __forceinline__ void fetch_weights(const place &to, int p)
    {
        for (int e = threadIdx.x; e < WIDTH * TSQR_TILE; e += Shape::threads)
        {
            const int c = e / TSQR_TILE, k = p * TSQR_TILE + e % TSQR_TILE;
            const bool exists = k <= c && c < to.n;
            tsqr_copy(&shared.W[p][c * tile::WEIGHT_STRIDE + e % TSQR_TILE], exists ? &to.weights[tsqr_at(k, c)] : to.weights,
                      exists);
        }
    }

    __device__ __forceinline__ void start(const tsqr_level &level, const T *weights, int64_t item)
    {
        const place here = place_of(level, weights, item);
        for (int p = 0; p * TSQR_TILE < level.n; p++)
        {
            fetch(level, here, p);
            fetch_weights(here, p);
        }
    }

    /* Forms Q of a chunk whose panels have been fetched. When a panel of this chunk has been used,
     * the copy of the same panel of chunk number `next` starts, if next < items. */
    __device__ __forceinline__ void chunk(const tsqr_level &level, const T *weights, int64_t item, int64_t next, int64_t items)
    {
        const place here = place_of(level, weights, item), then = place_of(level, weights, next);
        T x[ROWS];
#pragma unroll
        for (int i = 0; i < ROWS; i++)
        {
            const int r = here.C ? warp * Shape::warp_rows + tile::row(i, quarter) : here.n;
#pragma unroll
            for (int t = 0; t < TILES; t++)
            {
                const int c = t * TSQR_TILE + column;
                q[t][i] = r <= c && c < here.n ? here.C[tsqr_at(r, c)] : s::zero();
            }
        }
        copy_wait_all();
#pragma unroll 1
        for (int p = 0; p * TSQR_TILE < level.n; p++)
        {
            tile::take_copy(x, &shared.next[p * tile::PIECES]);
            /* All copies have arrived, and all threads have used the columns and weights of the
             * previous panel. */
            __syncthreads();
            if (next < items)
            {
                fetch(level, then, p);
                if (p > 0)
                    fetch_weights(then, p - 1);
            }
#pragma unroll
            for (int i = 0; i < ROWS; i++)
                x[i] = tsqr_negative(x[i]);
            tile::write(&shared.x[warp][column * tile::STRIDE], x, quarter);
            __syncwarp();
            tile::update(q, shared.x[warp], shared.W[p], column, quarter, [&](int t) { return t + 1 >= p; });
        }
        __syncthreads();
        if (next < items)
            fetch_weights(then, (level.n - 1) / TSQR_TILE);
        tile::store(q, (T *)level.A, level.a, here.row, here.end, here.n, column, quarter);
    }
};

template <class T, class Shape>
__global__ void __launch_bounds__(Shape::threads, Shape::blocks) tsqr_form_kernel(const tsqr_level level, const T *weights)
{
    if (!tsqr_is_wanted(level.wanted))
        return;
    extern __shared__ char bytes[];
    tsqr_form<T, Shape> work(*(tsqr_form_memory<T, Shape> *)bytes);
    const int64_t items = (int64_t)level.nodes * level.chunks;
    work.start(level, weights, blockIdx.x);
#pragma unroll 1
    for (int64_t item = blockIdx.x; item < items; item += gridDim.x)
        work.chunk(level, weights, item, item + gridDim.x, items);
}

#endif
