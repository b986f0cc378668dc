/*
 * W = T Z from the triangle S of a chunk. A warp treats four columns of Z.
 *
 * T^-1 is S with 1 / tau_j on its diagonal. Therefore W_i = tau_i (Z_i - sum over k > i of S(i, k)
 * W_k), computed from the last row up.
 *
 * The rows are treated in groups of eight. Lane (column c, part p) of a warp holds, in registers,
 * row p of each group of column c. A corner is an 8 x 8 diagonal block of S; the inverse of each
 * corner is computed beforehand. A group of W is the inverse corner times the group of Z from which
 * the groups below have been eliminated. Its eight values are then broadcast to the lanes of the
 * column and eliminated from all groups above. The warps do not exchange data, so there is no
 * barrier, and shared memory holds only S and the inverse corners.
 */
#ifndef DDBLAS_TSQR_TSQR_TRIANGLE_CUH
#define DDBLAS_TSQR_TSQR_TRIANGLE_CUH

#include "tsqr_shape.cuh"

enum
{
    TSQR_CORNER = 8,                              /* Rows of a group. */
    TSQR_GROUPS = DDBLAS_TSQR_WIDTH / TSQR_CORNER /* Most groups of a column. */
};

template <class T>
struct tsqr_numbers
{
    T S[DDBLAS_TSQR_WIDTH * (DDBLAS_TSQR_WIDTH + 1) / 2];
    /* Inverses of the corners of S; these are diagonal blocks of T. */
    T inverse[DDBLAS_TSQR_WIDTH][TSQR_CORNER + 1];
};

/* Starts copying the first `count` elements of S to shared memory; the caller waits for them. */
template <class T>
DD_DEVICE void tsqr_copy_numbers(T *shared, const T *S, int count)
{
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        tsqr_copy(&shared[i], &S[i], true);
}

/* Zeroes the elements of S after its first `top` columns, so that whole groups of eight can be
 * read. It is enough to do this once, because no copy writes to these elements. */
template <class T>
DD_DEVICE void tsqr_clear_numbers(tsqr_numbers<T> &numbers, int top)
{
    for (int i = (int)tsqr_packed(top) + threadIdx.x; i < (int)tsqr_packed(DDBLAS_TSQR_WIDTH); i += blockDim.x)
        numbers.S[i] = scalar<T>::zero();
}

/* Inverts the corners and zeroes the elements below their diagonals. One thread computes column k
 * of one corner from the last row up: T(i, k) = -tau_i sum over i < j <= k of S(i, j) T(j, k).
 * Columns from `top` on are set to zero. The caller has to pass a barrier afterwards. */
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
    int part; /* Row of each group that this lane holds. */

    /* Returns this lane's row of the product of the inverse corner and the vector z. Each of the
     * eight lanes of the column holds one element of z. */
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

    /* Replaces w = Z with W = T Z, `top` rows. w[g] is row 8 g + part; rows from top on are 0.
     * Called by whole warps. */
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
