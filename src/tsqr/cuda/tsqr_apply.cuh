/*
 * Applies one level of Q or Q^H to a general matrix B: B = Q B or B = Q^H B.
 *
 * One thread block treats one node and Shape::width columns of B, held as tiles in registers
 * (tsqr_tile.cuh). The block treats chunk after chunk, and in each chunk one panel of eight columns
 * of V after another. The top block is the first n rows of the node's first chunk. With B_c the
 * chunk's rows of B and t the panel's rows of the top block:
 *   Z = V^H B_c (first chunk), Z = t + V^H B_c (other chunks)
 *   W = T^H Z for Q^H, W = T Z for Q
 *   B_c -= V W, and t -= W in all chunks but the first
 * Q^H starts with the first panel of the first chunk, Q with the last panel of the last chunk.
 *
 * The Q of the level above is applied to the top blocks. After Q^H the kernel stores them in
 * `above`, and before Q it loads them from there; at the root they are part of B.
 * Operations: 2 n multiply-adds for each element of B.
 * Bytes: B is read and written once, V is read once for every Shape::width columns of B.
 * Edges: rows beyond the end, columns of V from n on and columns beyond B's are zeros.
 * Error: that of the level's reflections applied one after another (docs/numerics.md, "A block, a
 * tree, Q").
 */
#ifndef DDBLAS_TSQR_TSQR_APPLY_CUH
#define DDBLAS_TSQR_TSQR_APPLY_CUH

#include "tsqr_tile.cuh"

template <class T, class Shape>
struct tsqr_apply_memory
{
    typedef typename scalar<T>::accumulator sum;
    typedef tsqr_tile<T, Shape> tile;
    alignas(16) T x[Shape::warps][TSQR_TILE * tile::STRIDE]; /* The panel's columns of V. */
    /* The products V^H B_c over each warp's rows. */
    alignas(16) sum products[Shape::warps][Shape::width * tile::PRODUCT_STRIDE];
    alignas(16) T weights[Shape::width * tile::WEIGHT_STRIDE]; /* -W */
    /* S of the panel and of the next panel; the two buffers change roles. */
    T S[2][TSQR_TILE][TSQR_TILE];
    T top[DDBLAS_TSQR_WIDTH][Shape::width];
};

template <class T, class Shape, bool Adjoint>
struct tsqr_apply
{
    typedef scalar<T> s;
    typedef typename s::accumulator sum;
    typedef tsqr_tile<T, Shape> tile;
    static constexpr int ROWS = tile::ROWS, TILES = tile::TILES, WIDTH = Shape::width;

    tsqr_apply_memory<T, Shape> &shared;
    const tsqr_level &level;
    const tsqr_block &block;
    int warp, column, quarter, width; /* width: columns of B that this thread block has. */
    int64_t first;                    /* Number of the first of these columns in B. */
    T b[TILES][ROWS];

    __device__ __forceinline__ tsqr_apply(tsqr_apply_memory<T, Shape> &m, const tsqr_level &l, const tsqr_block &k, int64_t c)
        : shared(m), level(l), block(k), warp(threadIdx.x / 32), column(threadIdx.x % 32 / TSQR_QUARTERS),
          quarter(threadIdx.x % TSQR_QUARTERS), width((int)min((int64_t)WIDTH, k.columns - c)), first(c)
    {
    }

    /* Calls f(k, c) for this thread's elements (k, c) of the top block. */
    template <class F>
    __device__ __forceinline__ void over_top(F f)
    {
        for (int e = threadIdx.x; e < level.n * WIDTH; e += Shape::threads)
            f(e / WIDTH, e % WIDTH);
    }

    /* Loads panel p of V: each lane loads the rows that it holds, in its own column of the panel.
     * Each thread also loads one element of the panel's S. */
    __device__ __forceinline__ void fetch(int p, int64_t row, int64_t end, const T *S, T (&next)[ROWS], T &number) const
    {
        const int i = threadIdx.x / TSQR_TILE, k = threadIdx.x % TSQR_TILE, j = p * TSQR_TILE;
        tile::load_column(next, (const T *)level.A, level.a, row, end, level.n, j + column, quarter);
        number = i <= k && j + k < level.n ? S[tsqr_at(j + i, j + k)] : s::zero();
    }

    /* Computes -W for the column c = threadIdx.x of B in the rows of panel p, and subtracts W from
     * the top block. */
    __device__ __forceinline__ void weigh(int p, int turn, bool is_first)
    {
        const int c = threadIdx.x;
        if (c >= width)
            return;
        T z[TSQR_TILE];
#pragma unroll
        for (int k = 0; k < TSQR_TILE; k++)
        {
            z[k] = tile::total(&shared.products[0][c * tile::PRODUCT_STRIDE + k]);
            if (!is_first)
                z[k] = tsqr_add(z[k], shared.top[p * TSQR_TILE + k][c]);
        }
        tile::template substitute<Adjoint>(z, shared.S[turn]);
#pragma unroll
        for (int k = 0; k < TSQR_TILE; k++)
        {
            if (!is_first)
                shared.top[p * TSQR_TILE + k][c] = tsqr_add(shared.top[p * TSQR_TILE + k][c], z[k]);
            shared.weights[c * tile::WEIGHT_STRIDE + k] = z[k];
        }
    }

    /* Copies the rows of the first chunk that form the top block: from registers to shared memory
     * after Q^H, and back before Q. */
    __device__ __forceinline__ void exchange_top()
    {
#pragma unroll
        for (int i = 0; i < ROWS; i++)
        {
            const int row = warp * Shape::warp_rows + tile::row(i, quarter);
            if (row < level.n)
#pragma unroll
                for (int t = 0; t < TILES; t++)
                    if (Adjoint)
                        shared.top[row][t * TSQR_TILE + column] = b[t][i];
                    else
                        b[t][i] = shared.top[row][t * TSQR_TILE + column];
        }
    }

    __device__ __forceinline__ void chunk(int64_t row, int64_t end, const T *S, bool is_first)
    {
        const int panels = (level.n + TSQR_TILE - 1) / TSQR_TILE;
        const auto exists = [&](int t) { return t * TSQR_TILE < width; };
        T *B = (T *)block.B + first * block.b.column, x[ROWS], next[ROWS], number;
        row += warp * Shape::warp_rows;
        fetch(Adjoint ? 0 : panels - 1, row, end, S, next, number);
        tile::load(b, B, block.b, row, end, width, column, quarter);
        if (is_first && !Adjoint)
            exchange_top();
#pragma unroll 1
        for (int i = 0; i < panels; i++)
        {
            const int p = Adjoint ? i : panels - 1 - i, turn = i & 1;
            /* All lanes have read the columns of the previous panel, so they may be overwritten. */
            __syncwarp();
#pragma unroll
            for (int r = 0; r < ROWS; r++)
                x[r] = next[r];
            tile::write(&shared.x[warp][column * tile::STRIDE], x, quarter);
            if (threadIdx.x < TSQR_TILE * TSQR_TILE)
                shared.S[turn][threadIdx.x / TSQR_TILE][threadIdx.x % TSQR_TILE] = number;
            if (i + 1 < panels)
                fetch(Adjoint ? p + 1 : p - 1, row, end, S, next, number);
            __syncwarp();
            tile::products(b, shared.x[warp], x, shared.products[warp], column, quarter, exists);
            __syncthreads();
            weigh(p, turn, is_first);
            __syncthreads();
            tile::update(b, shared.x[warp], shared.weights, column, quarter, exists);
        }
        tile::store(b, B, block.b, row, end, width, column, quarter);
        if (is_first && Adjoint)
            exchange_top();
    }

    /* Loads the top block into shared memory or stores it. Its place in global memory is `above`;
     * at the root it is part of B, and the rows are multiplied by their signs on the way. Called by
     * all threads, after a barrier. */
    template <bool Load>
    __device__ __forceinline__ void move_top(int64_t node, int64_t start)
    {
        T *place = (T *)(block.above ? block.above : block.B);
        const struct tsqr_stride p = block.above ? block.a : block.b;
        const int64_t row = block.above ? node * level.n : start;
        over_top(
            [&](int k, int c)
            {
                T *element = &place[(row + k) * p.row + (first + c) * p.column];
                const T sign = block.signs ? ((const T *)block.signs)[k] : s::one();
                if (Load)
                    shared.top[k][c] = c < width ? tsqr_mul(sign, *element) : s::zero();
                else if (c < width)
                    *element = tsqr_mul(sign, shared.top[k][c]);
            });
    }

    __device__ __forceinline__ void node(int64_t node)
    {
        const int64_t start = tsqr_node_row(&level, node), end = tsqr_node_row(&level, node + 1), packed = tsqr_packed(level.n);
        const int64_t count = (end - start + Shape::chunk - 1) / Shape::chunk;
        const T *S = (const T *)level.S + node * level.chunks * packed;
        for (int e = threadIdx.x; e < DDBLAS_TSQR_WIDTH * WIDTH; e += Shape::threads)
            shared.top[e / WIDTH][e % WIDTH] = s::zero();
        __syncthreads();
        if (!Adjoint)
            move_top<true>(node, start);
        __syncthreads();
#pragma unroll 1
        for (int64_t i = 0; i < count; i++)
        {
            const int64_t number = Adjoint ? i : count - 1 - i;
            chunk(start + number * Shape::chunk, end, S + number * packed, number == 0);
        }
        __syncthreads();
        if (Adjoint)
            move_top<false>(node, start);
    }
};

template <class T, class Shape, bool Adjoint>
__global__ void __launch_bounds__(Shape::threads, Shape::blocks) tsqr_apply_kernel(const tsqr_level level, const tsqr_block block)
{
    if (!tsqr_is_wanted(level.wanted))
        return;
    extern __shared__ char bytes[];
    tsqr_apply<T, Shape, Adjoint> work(*(tsqr_apply_memory<T, Shape> *)bytes, level, block, (int64_t)blockIdx.y * Shape::width);
    work.node(blockIdx.x);
}

#endif
