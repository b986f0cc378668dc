/*
 * Householder factorisation of one node: R of its rows, V over them, the numbers behind T.
 *
 * By one thread block of Shape::threads; chunks of rows in registers, R in shared memory. Step j of a chunk, x its column j as it
 * stands (v = s x), R_j row j of R (of the first chunk: row j of the chunk itself, and x without rows 0 .. j):
 *   g_c = x^H a_c for every column c, summed over lanes and warps; sigma = g_j, alpha = R_jj;
 *   h_c = R_jc + conj(s) g_c, w_c = conj(tau) h_c;  R_jc -= w_c and a_c -= x (s w_c) for c > j;
 *   for c < j, where the registers hold x_c, h_c is v_j^H v_c / s_c: one column of S.
 * One sum over the block and one barrier a step: the norm comes with the products, for x is scaled afterwards.
 *
 * Operations for each element of a chunk: n multiply-adds for the products, (n/2 .. 3n/4) for the update. Sums over warps, the
 * reflection's numbers and row j are done by every warp for itself: about 60 instructions a step in D beside its 96 to 128.
 * Ragged edges: rows beyond the end and columns from n on are zeros and stay so.
 * Barriers are passed by all threads the same number of times: n and the chunks are the block's, not a lane's.
 */
#ifndef DDBLAS_TSQR_TSQR_FACTOR_CUH
#define DDBLAS_TSQR_TSQR_FACTOR_CUH

#include "tsqr_shape.cuh"

template <class T, class Shape>
struct tsqr_factor_memory
{
    typedef typename scalar<T>::accumulator sum;
    alignas(16) T stage[Shape::warps][Shape::across * Shape::columns * Shape::stride];
    T R[Shape::width * (Shape::width + 1) / 2]; /* packed by columns */
    alignas(16) T x[2][Shape::warps][Shape::warp_rows];
    sum part[2][Shape::warps][Shape::width];
    T row[2][Shape::width]; /* row j of a first chunk */
    int largest[Shape::width];
};

template <class T, class Shape>
struct tsqr_factor
{
    typedef scalar<T> s;
    typedef typename s::accumulator sum;
    typedef tsqr_factor_memory<T, Shape> memory;
    static constexpr int COLUMNS = Shape::columns, ROWS = Shape::rows, ACROSS = Shape::across, WIDTH = Shape::width;
    static constexpr int VECTOR = tsqr_vector<T>;

    memory &shared;
    int warp, lane, column, group;
    T a[COLUMNS][ROWS];
    T scale[COLUMNS]; /* s of the lane's columns */
    int unit[COLUMNS];

    __device__ __forceinline__ tsqr_factor(memory &m)
        : shared(m), warp(threadIdx.x / 32), lane(threadIdx.x % 32), column(lane % ACROSS), group(lane / ACROSS)
    {
#pragma unroll
        for (int k = 0; k < COLUMNS; k++)
            unit[k] = 0;
    }

    /* The column's largest exponent so far decides its unit; R follows a change. */
    __device__ __forceinline__ void choose_units()
    {
        int changed = 0, before[COLUMNS];
#pragma unroll
        for (int k = 0; k < COLUMNS; k++)
        {
            int e = 0;
#pragma unroll
            for (int r = 0; r < ROWS; r++)
                e = max(e, tsqr_exponent(a[k][r]));
            atomicMax(&shared.largest[column + k * ACROSS], e);
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < COLUMNS; k++)
        {
            before[k] = unit[k];
            unit[k] = tsqr_unit_of<T>(shared.largest[column + k * ACROSS]);
            changed |= before[k] != unit[k];
            if (unit[k] != 0)
#pragma unroll
                for (int r = 0; r < ROWS; r++)
                    a[k][r] = tsqr_scale(a[k][r], -unit[k]);
        }
        if (__syncthreads_or(changed))
        {
            if (warp == 0 && group == 0)
#pragma unroll
                for (int k = 0; k < COLUMNS; k++)
                    for (int i = 0; i <= column + k * ACROSS; i++)
                    {
                        T &r = shared.R[tsqr_at(i, column + k * ACROSS)];
                        r = tsqr_scale(r, before[k] - unit[k]);
                    }
            __syncthreads();
        }
    }

    /* Rows r .. of column j, which is the lane's column number k, to the warp's x; of a first chunk zeros down to row j. */
    template <bool First>
    __device__ __forceinline__ void publish(int j, int k, int r, T *x) const
    {
        const int mine = j - warp * Shape::warp_rows - group * ROWS;
        tsqr_pack<T> pack;
#pragma unroll
        for (int v = 0; v < VECTOR; v++)
            pack.at[v] = First && r + v <= mine ? s::zero() : a[k][r + v];
        tsqr_store(&x[r], pack);
    }

    /* Register row `mine`, Low <= mine < High, to `row`: by halves, for registers have no index. */
    template <int Low, int High>
    __device__ __forceinline__ void publish_register(int mine, T *row) const
    {
        if constexpr (High - Low > 1)
        {
            if (mine < (Low + High) / 2)
                publish_register<Low, (Low + High) / 2>(mine, row);
            else
                publish_register<(Low + High) / 2, High>(mine, row);
        }
        else
        {
#pragma unroll
            for (int k = 0; k < COLUMNS; k++)
                row[column + k * ACROSS] = a[k][Low];
        }
    }

    /* Row j of a first chunk, by its owners, to all. */
    __device__ __forceinline__ void publish_row(int j) const
    {
        const int mine = j - warp * Shape::warp_rows - group * ROWS;
        if (mine >= 0 && mine < ROWS)
            publish_register<0, ROWS>(mine, shared.row[j & 1]);
    }

    /* Column j, and row j of a first chunk. */
    template <bool First>
    __device__ __forceinline__ void publish_all(int j) const
    {
#pragma unroll
        for (int k = 0; k < COLUMNS; k++)
            if (column + k * ACROSS == j)
#pragma unroll
                for (int r = 0; r < ROWS; r += VECTOR)
                    publish<First>(j, k, r, &shared.x[j & 1][warp][group * ROWS]);
        if (First)
            publish_row(j);
    }

    /* g_c over the warp's rows. Four sums a column where a sum is one chain of fused multiply-adds. */
    __device__ __forceinline__ void products(const T *x, sum *part)
    {
        constexpr int CHAINS = sum::interval == 0 ? 4 : 1;
        sum g[COLUMNS][CHAINS];
#pragma unroll
        for (int k = 0; k < COLUMNS; k++)
#pragma unroll
            for (int i = 0; i < CHAINS; i++)
                g[k][i].clear();
#pragma unroll
        for (int r = 0; r < ROWS; r += 2 * VECTOR)
        {
            const tsqr_pack<T> one = tsqr_load(&x[r]), two = tsqr_load(&x[r + VECTOR]);
#pragma unroll
            for (int v = 0; v < VECTOR; v++)
#pragma unroll
                for (int k = 0; k < COLUMNS; k++)
                    if (CHAINS == 1)
                        tsqr_mac_pair(g[k][0], s::conj(one.at[v]), a[k][r + v], s::conj(two.at[v]), a[k][r + VECTOR + v]);
                    else
                    {
                        g[k][v % 2 % CHAINS].mac(s::conj(one.at[v]), a[k][r + v]);
                        g[k][(2 + v % 2) % CHAINS].mac(s::conj(two.at[v]), a[k][r + VECTOR + v]);
                    }
            if (sum::interval != 0 && (r + 2 * VECTOR) % 8 == 0)
#pragma unroll
                for (int k = 0; k < COLUMNS; k++)
                    tsqr_normalise(g[k][0]);
        }
#pragma unroll
        for (int k = 0; k < COLUMNS; k++)
        {
            if (CHAINS == 4)
            {
                g[k][0].add(g[k][1 % CHAINS]);
                g[k][2 % CHAINS].add(g[k][3 % CHAINS]);
                g[k][0].add(g[k][2 % CHAINS]);
            }
#pragma unroll
            for (int mask = ACROSS; mask < 32; mask *= 2)
                g[k][0].add(tsqr_exchange(g[k][0], mask));
            if (group == 0)
                part[column + k * ACROSS] = g[k][0];
        }
    }

    /* a_c -= x q_c for the lane's columns from number From on. Entries of x come in groups ahead of their use; column j + 1
     * goes out as it becomes ready. */
    template <bool First, int From>
    __device__ __forceinline__ void update(int j, const T *x, const T (&q)[COLUMNS])
    {
        constexpr int GROUP = ROWS / VECTOR < 4 ? ROWS / VECTOR : 4;
        T *next = &shared.x[(j + 1) & 1][warp][group * ROWS];
        tsqr_pack<T> pack[GROUP], ahead[GROUP];
#pragma unroll
        for (int i = 0; i < GROUP; i++)
            ahead[i] = tsqr_load(&x[i * VECTOR]);
#pragma unroll
        for (int r0 = 0; r0 < ROWS; r0 += GROUP * VECTOR)
        {
#pragma unroll
            for (int i = 0; i < GROUP; i++)
            {
                pack[i] = ahead[i];
                if (r0 + GROUP * VECTOR < ROWS)
                    ahead[i] = tsqr_load(&x[r0 + (GROUP + i) * VECTOR]);
            }
#pragma unroll
            for (int i = 0; i < GROUP; i++)
#pragma unroll
                for (int v = 0; v < VECTOR; v++)
#pragma unroll
                    for (int k = From; k < COLUMNS; k++)
                    {
                        const int r = r0 + i * VECTOR + v;
                        sum y = tsqr_sum_from(a[k][r]);
                        y.mac(pack[i].at[v], q[k]);
                        a[k][r] = tsqr_value(y);
                    }
#pragma unroll
            for (int k = From; k < COLUMNS; k++)
#pragma unroll
                for (int i = 0; i < GROUP; i++)
                    if (!First && column + k * ACROSS == j + 1)
                        publish<First>(j + 1, k, r0 + i * VECTOR, next);
        }
        if (First)
            publish_all<First>(j + 1);
    }

    template <bool First, int From>
    __device__ __forceinline__ void update_from(int j, const T *x, const T (&q)[COLUMNS])
    {
        if constexpr (From + 1 < COLUMNS)
            if (j + 1 >= (From + 1) * ACROSS)
            {
                update_from<First, From + 1>(j, x, q);
                return;
            }
        update<First, From>(j, x, q);
    }

    /* g of a column: the warps' sums, in pairs. */
    __device__ __forceinline__ T total(int turn, int c) const
    {
        static_assert(Shape::warps == 4, "two pairs");
        sum low = shared.part[turn][0][c], high = shared.part[turn][2][c];
        low.add(shared.part[turn][1][c]);
        high.add(shared.part[turn][3][c]);
        low.add(high);
        return tsqr_value(low);
    }

    template <bool First>
    __device__ __forceinline__ void step(int j, T *S)
    {
        const int turn = j & 1;
        const T *x = &shared.x[turn][warp][group * ROWS], *row = shared.row[turn];
        T rest[COLUMNS], along[COLUMNS], q[COLUMNS], alpha = s::zero();
        if (!First) /* row j of R may be overwritten once the barrier is passed */
        {
            alpha = shared.R[tsqr_at(j, j)];
#pragma unroll
            for (int k = 0; k < COLUMNS; k++)
            {
                const int c = column + k * ACROSS;
                const T r = shared.R[tsqr_at(j, max(j, c))];
                rest[k] = c < j ? s::zero() : r;
            }
        }
        __syncwarp();
        products(x, shared.part[turn][warp]);
        __syncthreads();
        if (First)
        {
            alpha = row[j];
#pragma unroll
            for (int k = 0; k < COLUMNS; k++)
                rest[k] = row[column + k * ACROSS];
        }
        const tsqr_reflection<T> h = tsqr_reflect(alpha, tsqr_real(total(turn, j)));
#pragma unroll
        for (int k = 0; k < COLUMNS; k++)
        {
            const int c = column + k * ACROSS;
            along[k] = tsqr_fma(s::conj(h.s), total(turn, c), rest[k]);
            q[k] = c > j ? tsqr_mul(h.step, along[k]) : s::zero();
            if (c == j)
                scale[k] = h.s;
        }
        update_from<First, 0>(j, x, q);
        keep(j, h, rest, along, S);
    }

    /* Row j of R and column j of S, each warp its share of the columns. */
    __device__ __forceinline__ void keep(int j, const tsqr_reflection<T> &h, const T (&rest)[COLUMNS], const T (&along)[COLUMNS],
                                         T *S)
    {
#pragma unroll
        for (int k = 0; k < COLUMNS; k++)
        {
            const int c = column + k * ACROSS;
            if (c / (WIDTH / Shape::warps) != warp || group != 0)
                continue;
            const T w = tsqr_fma(tsqr_negative(s::conj(h.tau)), along[k], rest[k]);
            if (c >= j)
                shared.R[tsqr_at(j, c)] = c > j ? w : h.beta;
            if (S && c <= j)
                S[j * (j + 1) / 2 + c] = c == j ? h.tau : s::conj(tsqr_mul(scale[k], along[k]));
        }
    }

    /* V = x s; of a first chunk with its unit diagonal and the zeros above it. */
    template <bool First>
    __device__ __forceinline__ void scale_columns(int n)
    {
#pragma unroll
        for (int k = 0; k < COLUMNS; k++)
        {
            const int c = column + k * ACROSS, skip = First ? c - warp * Shape::warp_rows - group * ROWS : -1;
            if (c < n)
#pragma unroll
                for (int r = 0; r < ROWS; r++)
                {
                    const T v = tsqr_mul(a[k][r], scale[k]);
                    a[k][r] = !First || r > skip ? v : r == skip ? s::one() : s::zero();
                }
        }
    }

    template <bool First>
    __device__ __forceinline__ void chunk(const tsqr_level &level, int64_t row, int64_t end, T *S)
    {
        T *A = (T *)level.A, *stage = shared.stage[warp];
        row += warp * Shape::warp_rows;
        tsqr_stage_load<Shape>(stage, A, level.a, row, end, level.n, WIDTH, lane);
        copy_wait_all();
        __syncwarp();
        tsqr_lane_load<Shape>(a, stage, column, group);
        choose_units();
        publish_all<First>(0);
#pragma unroll 1
        for (int j = 0; j < level.n; j++)
            step<First>(j, S);
        if (S)
        {
            scale_columns<First>(level.n);
            tsqr_lane_store<Shape>(stage, a, column, group);
            __syncwarp();
            tsqr_stage_store<Shape>(stage, A, level.a, row, end, level.n, lane);
        }
        __syncwarp();
    }

    /* R in the matrix's own units; its rows with a negative diagonal change sign where that is asked for. */
    __device__ __forceinline__ void finish(const tsqr_level &level, int64_t node)
    {
        T *R = (T *)level.R, *signs = (T *)level.signs;
        __syncthreads();
        for (int i = warp; i < level.n; i += Shape::warps)
        {
            const bool flip = signs && tsqr_high(shared.R[tsqr_at(i, i)]) < 0;
            if (signs && lane == 0)
                signs[i] = flip ? tsqr_negative(s::one()) : s::one();
#pragma unroll
            for (int k = 0; k < COLUMNS; k++)
            {
                const int c = column + k * ACROSS;
                if (group == 0 && c < level.n)
                {
                    const T r = tsqr_scale(shared.R[tsqr_at(min(i, c), c)], unit[k]);
                    R[(node * level.n + i) * level.r.row + c * level.r.column] = c < i ? s::zero() : flip ? tsqr_negative(r) : r;
                }
            }
        }
    }

    __device__ __forceinline__ void node(const tsqr_level &level, int64_t node)
    {
        const int64_t start = tsqr_node_row(&level, node), end = tsqr_node_row(&level, node + 1);
        const int64_t packed = tsqr_packed(level.n);
        T *S = level.S ? (T *)level.S + node * level.chunks * packed : nullptr;
        if (threadIdx.x < WIDTH)
            shared.largest[threadIdx.x] = 0;
        __syncthreads();
        chunk<true>(level, start, end, S);
#pragma unroll 1
        for (int64_t row = start + Shape::chunk; row < end; row += Shape::chunk)
        {
            if (S)
                S += packed;
            chunk<false>(level, row, end, S);
        }
        finish(level, node);
    }
};

template <class T, class Shape>
__global__ void __launch_bounds__(Shape::threads, 2) tsqr_factor_kernel(const tsqr_level level)
{
    extern __shared__ char bytes[];
    tsqr_factor<T, Shape> work(*(tsqr_factor_memory<T, Shape> *)bytes);
    work.node(level, blockIdx.x);
}

#endif
