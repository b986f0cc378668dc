/*
 * W = T Z from the numbers S of a chunk, four columns a warp.
 *
 * T^-1 is S with 1 / tau_j on its diagonal: W_i = tau_i (Z_i - sum over k > i of S(i, k) W_k), from the last row up.
 * Eight rows at a time, a group: lane (column c, part p) of a warp has row p of each group of column c in registers. A group is
 * found as the inverse of S's corner of eight, made before, times what is left of Z; then its eight values go round and leave
 * every group to come. No barrier and, but for S, no shared memory.
 */
#ifndef DDBLAS_TSQR_TSQR_TRIANGLE_CUH
#define DDBLAS_TSQR_TSQR_TRIANGLE_CUH

#include "tsqr_shape.cuh"

enum
{
    TSQR_CORNER = 8,                              /* rows of a group */
    TSQR_GROUPS = DDBLAS_TSQR_WIDTH / TSQR_CORNER /* groups at most */
};

template <class T>
struct tsqr_numbers
{
    T S[DDBLAS_TSQR_WIDTH * (DDBLAS_TSQR_WIDTH + 1) / 2];
    T inverse[DDBLAS_TSQR_WIDTH][TSQR_CORNER + 1]; /* of S's corners: T's own */
};

/* The first `count` numbers to shared memory; the caller waits. */
template <class T>
DD_DEVICE void tsqr_copy_numbers(T *shared, const T *S, int count)
{
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        tsqr_copy(&shared[i], &S[i], true);
}

/* Zeros where S of `top` columns ends, so that whole groups may be read. Once, for no copy reaches there. */
template <class T>
DD_DEVICE void tsqr_clear_numbers(tsqr_numbers<T> &numbers, int top)
{
    for (int i = (int)tsqr_packed(top) + threadIdx.x; i < (int)tsqr_packed(DDBLAS_TSQR_WIDTH); i += blockDim.x)
        numbers.S[i] = scalar<T>::zero();
}

/* The inverses of the corners with zeros below their diagonals: column k of one by one thread, from the last row up,
 * T(i, k) = -tau_i sum over i < j <= k of S(i, j) T(j, k). Columns from top on are zeros. The caller brings the barrier. */
template <class T>
DD_DEVICE void tsqr_invert_corners(tsqr_numbers<T> &numbers, int top)
{
    typedef typename scalar<T>::accumulator sum;
    const int c = threadIdx.x, k = c % TSQR_CORNER, i0 = c - k;
    if (c >= (top + TSQR_CORNER - 1) / TSQR_CORNER * TSQR_CORNER)
        return;
    T t[TSQR_CORNER];
#pragma unroll
    for (int i = TSQR_CORNER - 1; i >= 0; i--)
    {
        sum y;
        y.clear();
#pragma unroll
        for (int j = i + 1; j < TSQR_CORNER; j++)
            y.mac(numbers.S[tsqr_at(i0 + i, i0 + j)], t[j]);
        const T tau = numbers.S[tsqr_at(i0 + i, i0 + i)], above = tsqr_negative(tsqr_mul(tau, tsqr_value(y)));
        t[i] = c >= top || i > k ? scalar<T>::zero() : i == k ? tau : above;
        numbers.inverse[i0 + i][k] = t[i];
    }
}

template <class T>
struct tsqr_triangle
{
    typedef scalar<T> s;
    typedef typename s::accumulator sum;
    static constexpr int ROWS = TSQR_CORNER;
    const tsqr_numbers<T> &shared;
    int part; /* the row within each group that this lane has */

    /* The inverse corner times the eight lanes' z, this lane's row. */
    __device__ __forceinline__ T corner(int i0, T z) const
    {
        sum w;
        w.clear();
        const int lane = threadIdx.x % 32 - part;
#pragma unroll
        for (int k = 0; k < ROWS; k++)
        {
            w.mac(shared.inverse[i0 + part][k], tsqr_broadcast(z, lane + k));
        }
        return tsqr_value(w);
    }

    /* w[g] = row 8 g + part of W from the same of Z, `top` rows; rows from top on are 0. By whole warps. */
    __device__ __forceinline__ void solve(T (&w)[TSQR_GROUPS], int top) const
    {
        const int base = threadIdx.x % 32 - part;
        sum z[TSQR_GROUPS];
#pragma unroll
        for (int g = 0; g < TSQR_GROUPS; g++)
            z[g] = tsqr_sum_from(w[g]);
#pragma unroll
        for (int n = 0; n < TSQR_GROUPS; n++)
        {
            const int g = TSQR_GROUPS - 1 - n, i0 = g * ROWS;
            const bool exists = i0 + part < top;
            w[g] = s::zero();
            if (i0 < top)
            {
                const T found = corner(i0, exists ? tsqr_value(z[g]) : s::zero());
                w[g] = exists ? found : s::zero();
#pragma unroll
                for (int k = 0; k < ROWS; k++)
                {
                    const T wk = tsqr_negative(tsqr_broadcast(w[g], base + k));
#pragma unroll
                    for (int m = n + 1; m < TSQR_GROUPS; m++)
                    {
                        const int to = TSQR_GROUPS - 1 - m;
                        z[to].mac(shared.S[tsqr_at(to * ROWS + part, i0 + k)], wk);
                    }
                }
#pragma unroll
                for (int m = n + 1; m < TSQR_GROUPS; m++)
                    tsqr_normalise(z[TSQR_GROUPS - 1 - m]);
            }
        }
    }
};

#endif
