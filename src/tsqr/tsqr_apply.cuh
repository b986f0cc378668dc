/*
 * One level of Q^H B or Q B for a general block B of p columns.
 *
 * By one thread block for a node and Shape::width columns of B. Chunk by chunk, B_c the chunk's rows, Z = V^H B_c, of all but the
 * first chunk plus the top block; W = T^H Z (Q^H, from the first chunk to the last) or T Z (Q, from the last to the first); B_c
 * -= V W, and the top block -= W. The top block are the first n rows of the node's first chunk, which go on to the level above:
 * Q^H leaves them in `above`, Q takes them from there; at the root they are where they belong. 2 n multiply-adds an element of B;
 * V is read once for every Shape::width columns.
 */
#ifndef DDBLAS_TSQR_TSQR_APPLY_CUH
#define DDBLAS_TSQR_TSQR_APPLY_CUH

#include "tsqr_triangle.cuh"

template <class T, class Shape>
struct tsqr_apply_memory
{
    typedef typename scalar<T>::accumulator sum;
    alignas(16) T stage[Shape::warps][Shape::stage];
    tsqr_numbers<T> numbers;
    T W[DDBLAS_TSQR_WIDTH][Shape::width];
    /* Elements of up to 8 bytes: the top block is in registers and the sums have one place, so that two blocks fit. */
    static constexpr int top_rows = sizeof(T) == 16 ? DDBLAS_TSQR_WIDTH : 0, turns = sizeof(T) == 16 ? 2 : 1;
    T top[top_rows > 0 ? top_rows : 1][top_rows > 0 ? Shape::width : 1];
    sum part[turns][Shape::warps][8][Shape::width];
};

template <class T, class Shape, bool Adjoint>
struct tsqr_apply
{
    typedef scalar<T> s;
    typedef typename s::accumulator sum;
    static constexpr int ROWS = Shape::rows, WIDTH = Shape::width, VECTOR = tsqr_vector<T>, TOGETHER = 8;
    static_assert(Shape::columns == 1, "one column a lane");

    tsqr_apply_memory<T, Shape> &shared;
    const tsqr_level &level;
    const tsqr_block &block;
    int warp, lane, column, group, width; /* width: columns of B that exist here */
    int64_t first;                        /* of them */
    T b[1][ROWS];
    /* Element e = thread + t threads of the top block, row e / WIDTH, column e % WIDTH. */
    static constexpr int SHARE = DDBLAS_TSQR_WIDTH * WIDTH / Shape::threads;
    static constexpr bool IN_REGISTERS = tsqr_apply_memory<T, Shape>::top_rows == 0;
    T kept[IN_REGISTERS ? SHARE : 1];

    __device__ __forceinline__ T &top(int t)
    {
        const int e = threadIdx.x + t * Shape::threads;
        if constexpr (IN_REGISTERS)
            return kept[t];
        else
            return shared.top[e / WIDTH][e % WIDTH];
    }

    /* f(t, k, c) for this thread's elements (k, c) of the top block. */
    template <class F>
    __device__ __forceinline__ void over_top(F f)
    {
#pragma unroll
        for (int t = 0; t < SHARE; t++)
        {
            const int e = threadIdx.x + t * Shape::threads;
            if (e / WIDTH < level.n)
                f(t, e / WIDTH, e % WIDTH);
        }
    }

    __device__ __forceinline__ tsqr_apply(tsqr_apply_memory<T, Shape> &m, const tsqr_level &l, const tsqr_block &k, int64_t c)
        : shared(m), level(l), block(k), warp(threadIdx.x / 32), lane(threadIdx.x % 32), column(lane % Shape::across),
          group(lane / Shape::across), width((int)min((int64_t)WIDTH, k.columns - c)), first(c)
    {
    }

    /* V^H b for eight columns of V, over the warp's rows. */
    __device__ __forceinline__ void products(const T *V, int k0, sum *part)
    {
        sum z[TOGETHER];
#pragma unroll
        for (int i = 0; i < TOGETHER; i++)
            z[i].clear();
#pragma unroll
        for (int r = 0; r < ROWS; r += VECTOR)
        {
#pragma unroll
            for (int i = 0; i < TOGETHER; i++)
            {
                const tsqr_pack<T> pack = tsqr_load(&V[(k0 + i) * Shape::stride + r]);
#pragma unroll
                for (int v = 0; v < VECTOR; v++)
                    z[i].mac(s::conj(pack.at[v]), b[0][r + v]);
                if (sum::interval != 0 && (r + VECTOR) % 8 == 0)
                    tsqr_normalise(z[i]);
            }
        }
#pragma unroll
        for (int i = 0; i < TOGETHER; i++)
        {
#pragma unroll
            for (int mask = Shape::across; mask < 32; mask *= 2)
                z[i].add(tsqr_exchange(z[i], mask));
            if (group == 0)
                part[i * WIDTH + column] = z[i];
        }
    }

    /* Z, in W's place. */
    __device__ __forceinline__ void all_products(const T *V, bool with_top)
    {
#pragma unroll 1
        for (int k0 = 0; k0 < level.n; k0 += TOGETHER)
        {
            constexpr int TURNS = tsqr_apply_memory<T, Shape>::turns;
            const int turn = k0 / TOGETHER % TURNS;
            products(V, k0, &shared.part[turn][warp][0][0]);
            __syncthreads();
            for (int i = threadIdx.x; i < TOGETHER * WIDTH; i += Shape::threads)
            {
                const int k = k0 + i / WIDTH, c = i % WIDTH;
                sum z = shared.part[turn][0][i / WIDTH][c];
#pragma unroll
                for (int w = 1; w < Shape::warps; w++)
                    z.add(shared.part[turn][w][i / WIDTH][c]);
                if (k < level.n)
                    shared.W[k][c] = tsqr_value(z);
            }
            if (TURNS == 1)
                __syncthreads();
        }
        __syncthreads();
        if (with_top)
            over_top([&](int t, int k, int c) { shared.W[k][c] = tsqr_add(shared.W[k][c], top(t)); });
        __syncthreads();
    }

    /* W from Z, in its place: each warp takes columns of its own. */
    __device__ __forceinline__ void solve()
    {
        const int part = lane % TSQR_CORNER;
        const tsqr_triangle<T, Adjoint> system = {shared.numbers, part};
#pragma unroll 1
        for (int c0 = warp * TSQR_SOLVE_COLUMNS; c0 < WIDTH; c0 += Shape::warps * TSQR_SOLVE_COLUMNS)
        {
            const int c = c0 + lane / TSQR_CORNER;
            T w[TSQR_GROUPS];
#pragma unroll
            for (int g = 0; g < TSQR_GROUPS; g++)
                w[g] = g * TSQR_CORNER + part < level.n ? shared.W[g * TSQR_CORNER + part][c] : s::zero();
            system.solve(w, level.n);
#pragma unroll
            for (int g = 0; g < TSQR_GROUPS; g++)
                if (g * TSQR_CORNER + part < level.n)
                    shared.W[g * TSQR_CORNER + part][c] = w[g];
        }
    }

    /* b -= V W. */
    __device__ __forceinline__ void update(const T *V)
    {
        sum y[ROWS];
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            y[r] = tsqr_sum_from(b[0][r]);
#pragma unroll 1
        for (int k = 0; k < level.n; k++)
        {
            const T w = tsqr_negative(shared.W[k][column]);
#pragma unroll
            for (int r = 0; r < ROWS; r += VECTOR)
            {
                const tsqr_pack<T> pack = tsqr_load(&V[k * Shape::stride + r]);
#pragma unroll
                for (int v = 0; v < VECTOR; v++)
                    y[r + v].mac(pack.at[v], w);
            }
            if (sum::interval != 0 && k % 8 == 7)
#pragma unroll
                for (int r = 0; r < ROWS; r++)
                    tsqr_normalise(y[r]);
        }
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            b[0][r] = tsqr_value(y[r]);
    }

    /* Rows of the first chunk that are the top block: taken after Q^H, given before Q, through W's place. By all threads. */
    __device__ __forceinline__ void exchange_top()
    {
        const int row = warp * Shape::warp_rows + group * ROWS;
        __syncthreads();
        if (!Adjoint)
            over_top([&](int t, int k, int c) { shared.W[k][c] = top(t); });
        if (!Adjoint)
            __syncthreads();
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            if (row + r < level.n)
            {
                if (Adjoint)
                    shared.W[row + r][column] = b[0][r];
                else
                    b[0][r] = shared.W[row + r][column];
            }
        __syncthreads();
        if (Adjoint)
            over_top([&](int t, int k, int c) { top(t) = shared.W[k][c]; });
    }

    __device__ __forceinline__ void chunk(int64_t row, int64_t end, const T *S, bool is_first)
    {
        T *stage = shared.stage[warp], *B = (T *)block.B + first * block.b.column;
        row += warp * Shape::warp_rows;
        tsqr_stage_load<Shape>(stage, B, block.b, row, end, width, WIDTH, lane);
        copy_wait_all();
        __syncwarp();
        tsqr_lane_load<Shape>(b, stage, column, group);
        __syncwarp();
        tsqr_stage_load<Shape>(stage, (const T *)level.A, level.a, row, end, level.n, (level.n + 7) & ~7, lane);
        tsqr_copy_numbers(shared.numbers.S, S, (int)tsqr_packed(level.n));
        if (is_first && !Adjoint)
            exchange_top();
        copy_wait_all();
        __syncthreads();
        tsqr_invert_corners(shared.numbers, level.n);
        const T *V = stage + group * ROWS;
        all_products(V, !is_first);
        solve();
        __syncthreads();
        update(V);
        __syncwarp();
        tsqr_lane_store<Shape>(stage, b, column, group);
        __syncwarp();
        tsqr_stage_store<Shape>(stage, B, block.b, row, end, width, lane);
        if (!is_first)
            over_top([&](int t, int k, int c) { top(t) = tsqr_add(top(t), tsqr_negative(shared.W[k][c])); });
        else if (Adjoint)
            exchange_top();
        __syncthreads();
    }

    /* Between the top block in shared memory and its place above, or in B at the root. */
    template <bool Load>
    __device__ __forceinline__ void move_top(int64_t node, int64_t start)
    {
        T *place = (T *)(block.above ? block.above : block.B);
        const struct tsqr_stride p = block.above ? block.a : block.b;
        const int64_t row = block.above ? node * level.n : start;
        over_top(
            [&](int t, int k, int c)
            {
                T *element = &place[(row + k) * p.row + (first + c) * p.column];
                const T sign = block.signs ? ((const T *)block.signs)[k] : s::one();
                if (Load)
                    top(t) = c < width ? tsqr_mul(sign, *element) : s::zero();
                else if (c < width)
                    *element = tsqr_mul(sign, top(t));
            });
    }

    __device__ __forceinline__ void node(int64_t node)
    {
        const int64_t start = tsqr_node_row(&level, node), end = tsqr_node_row(&level, node + 1), packed = tsqr_packed(level.n);
        const int64_t count = (end - start + Shape::chunk - 1) / Shape::chunk;
        const T *S = (const T *)level.S + node * level.chunks * packed;
        tsqr_clear_numbers(shared.numbers, level.n);
        if (!Adjoint)
            move_top<true>(node, start);
        __syncthreads();
#pragma unroll 1
        for (int64_t i = 0; i < count; i++)
        {
            const int64_t number = Adjoint ? i : count - 1 - i;
            chunk(start + number * Shape::chunk, end, S + number * packed, number == 0);
        }
        if (Adjoint)
            move_top<false>(node, start);
    }
};

template <class T, class Shape, bool Adjoint>
__global__ void __launch_bounds__(Shape::threads) tsqr_apply_kernel(const tsqr_level level, const tsqr_block block)
{
    extern __shared__ char bytes[];
    tsqr_apply<T, Shape, Adjoint> work(*(tsqr_apply_memory<T, Shape> *)bytes, level, block, (int64_t)blockIdx.y * Shape::width);
    work.node(blockIdx.x);
}

#endif
