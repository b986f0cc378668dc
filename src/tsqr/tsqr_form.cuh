/*
 * Explicit Q of one level from the Q of the level above, in two kernels.
 *
 * A node's Q is the product over its chunks of I - [I; V] T [I; V]^H, applied to [C; 0; 0 ..] with C the node's n x n block of
 * the Q above; at the root C = I or signs. C and all that follows from it are upper triangular, for the R factors above were.
 *
 * tsqr_weights: from the last chunk to the first, W = T C and C = C - W. Of the first chunk, where V has its own unit triangle L
 * on top, W = T L^H C. Columns of W are independent: one block for a node and 16 columns. W is packed as S is. tsqr_form: each
 * chunk by itself, Q = -V W, of a first chunk [C; 0] - V W. n/2 multiply-adds an element, where reflections one by one take 2 n:
 * all of Q costs half of R.
 */
#ifndef DDBLAS_TSQR_TSQR_FORM_CUH
#define DDBLAS_TSQR_TSQR_FORM_CUH

#include "tsqr_triangle.cuh"

enum
{
    TSQR_WEIGHT_COLUMNS = 16, /* of a block */
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
        constexpr int CHUNK = sizeof(T) == 16 ? DDBLAS_TSQR_CHUNK_16 : DDBLAS_TSQR_CHUNK_8;
        const T *S = (const T *)level.S + node * level.chunks * packed, *V = (const T *)level.A + start * level.a.row;
        const tsqr_triangle<T, false> system = {shared, part};
        T C[TSQR_GROUPS], w[TSQR_GROUPS];
        weights += node * (level.chunks + 1) * packed;
        tsqr_clear_numbers(shared, top);
#pragma unroll
        for (int g = 0; g < TSQR_GROUPS; g++)
            C[g] = g * ROWS + part < top && c < n ? tsqr_above_at<T>(above, node, n, g * ROWS + part, c) : s::zero();
        for (int64_t number = (end - start - 1) / CHUNK; number > 0; number--)
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

/* ---- Q = [C; 0] - V W -------------------------------------------------------------------------------------------------- */

template <class T, class Shape>
struct tsqr_form_memory
{
    alignas(16) T stage[Shape::warps][Shape::across * Shape::columns * Shape::stride];
    T W[Shape::width * (Shape::width + 1) / 2];
};

template <class T, class Shape>
struct tsqr_form
{
    typedef scalar<T> s;
    typedef typename s::accumulator sum;
    static constexpr int COLUMNS = Shape::columns, ROWS = Shape::rows, ACROSS = Shape::across;

    tsqr_form_memory<T, Shape> &shared;
    int warp, lane, column, group;
    sum q[COLUMNS][ROWS];

    /* -W(k, c). */
    __device__ __forceinline__ T weight(int k, int c) const
    {
        return k <= c ? tsqr_negative(shared.W[tsqr_at(k, c)]) : s::zero();
    }

    /* q_c -= V(:, k) W(k, c) for k = begin .. end - 1, in pairs, and the lane's columns from number From on. */
    template <int From>
    __device__ __forceinline__ void columns(const T *V, int begin, int end)
    {
#pragma unroll 1
        for (int k = begin; k < end; k += 2)
        {
            T w[2][COLUMNS];
#pragma unroll
            for (int j = From; j < COLUMNS; j++)
            {
                w[0][j] = weight(k, column + j * ACROSS);
                w[1][j] = weight(k + 1, column + j * ACROSS);
            }
#pragma unroll
            for (int r = 0; r < ROWS; r += tsqr_vector<T>)
            {
                const tsqr_pack<T> one = tsqr_load(&V[k * Shape::stride + r]), two = tsqr_load(&V[(k + 1) * Shape::stride + r]);
#pragma unroll
                for (int v = 0; v < tsqr_vector<T>; v++)
#pragma unroll
                    for (int j = From; j < COLUMNS; j++)
                        tsqr_mac_pair(q[j][r + v], one.at[v], w[0][j], two.at[v], w[1][j]);
            }
            if (sum::interval != 0 && k % 8 == 6)
#pragma unroll
                for (int r = 0; r < ROWS; r++)
#pragma unroll
                    for (int j = From; j < COLUMNS; j++)
                        tsqr_normalise(q[j][r]);
        }
        if constexpr (From + 1 < COLUMNS)
            columns<From + 1>(V, end, end + ACROSS);
    }

    __device__ __forceinline__ void chunk(const tsqr_level &level, const T *weights, int64_t node, int number)
    {
        const int64_t start = tsqr_node_row(&level, node), end = tsqr_node_row(&level, node + 1);
        const int64_t row = start + (int64_t)number * Shape::chunk + warp * Shape::warp_rows;
        const int packed = (int)tsqr_packed(level.n);
        T *stage = shared.stage[warp], out[COLUMNS][ROWS];
        if (start + (int64_t)number * Shape::chunk >= end)
            return;
        weights += node * (level.chunks + 1) * packed;
        for (int i = threadIdx.x; i < (int)tsqr_packed(Shape::width); i += Shape::threads)
            tsqr_copy(&shared.W[i], i < packed ? &weights[number * packed + i] : weights, i < packed);
        tsqr_stage_load<Shape>(stage, (const T *)level.A, level.a, row, end, level.n, Shape::width, lane);
        const int top = number == 0 ? warp * Shape::warp_rows + group * ROWS : level.n;
#pragma unroll
        for (int r = 0; r < ROWS; r++)
#pragma unroll
            for (int k = 0; k < COLUMNS; k++)
            {
                const int c = column + k * ACROSS, i = top + r;
                q[k][r] = tsqr_sum_from(i <= c && c < level.n ? weights[level.chunks * packed + tsqr_at(i, c)] : s::zero());
            }
        copy_wait_all();
        __syncthreads();
        columns<0>(stage + group * ROWS, 0, ACROSS);
#pragma unroll
        for (int r = 0; r < ROWS; r++)
#pragma unroll
            for (int k = 0; k < COLUMNS; k++)
                out[k][r] = tsqr_value(q[k][r]);
        __syncwarp();
        tsqr_lane_store<Shape>(stage, out, column, group);
        __syncwarp();
        tsqr_stage_store<Shape>(stage, (T *)level.A, level.a, row, end, level.n, lane);
    }
};

template <class T, class Shape>
__global__ void __launch_bounds__(Shape::threads, 2) tsqr_form_kernel(const tsqr_level level, const T *weights)
{
    extern __shared__ char bytes[];
    const int thread = threadIdx.x, lane = thread % 32;
    tsqr_form<T, Shape> work = {*(tsqr_form_memory<T, Shape> *)bytes, thread / 32, lane, lane % Shape::across,
                                lane / Shape::across};
    work.chunk(level, weights, blockIdx.x / level.chunks, blockIdx.x % level.chunks);
}

#endif
