/*
 * QR factorisation with pivoting of a small matrix by one thread block, and its reflectors. Columns
 * stay where they are; a permutation says in which order they count. A group of threads has a
 * column. A step takes three barriers: the pivot is found, its reflector computed, and applied to
 * the other columns, whose norms below the row are summed on the way.
 */
#ifndef DDBLAS_GESVD_BATCHED_FACTOR_CUH
#define DDBLAS_GESVD_BATCHED_FACTOR_CUH

#include "gesvd_batched_device.cuh"

/* The position from j on of the longest column; the first one of several. Called by all threads. */
template <class T>
static __device__ int find_pivot(const work<T> &m, int j)
{
    double longest = -1.0;
    int best = MOST;
    for (int k = j + m.lane; k < m.order; k += LANES)
        if (m.norms[k] > longest)
        {
            longest = m.norms[k];
            best = k;
        }
    for (int with = LANES / 2; with > 0; with /= 2)
    {
        const double other = from_lane(longest, with);
        const int there = __shfl_xor_sync(0xffffffffu, best, with);
        if (other > longest || (other == longest && there < best))
        {
            longest = other;
            best = there;
        }
    }
    return best < m.order ? best : j;
}

/* The reflector of column c, in row j. Called by the first warp, whose groups compute the same; the
 * first one writes. */
template <class T>
static __device__ void make_reflector(const work<T> &m, int j, int c)
{
    int e = QR_LEAST_EXPONENT;
    for (int i = m.lane; i < m.rows; i += LANES)
        e = i >= j ? max(e, ops<T>::exponent(ops<T>::get(m.M, i, c))) : e;
    e = most_of_lanes(e);
    const double power = qr_power(-e);
    dd_accumulator squares;
    squares.clear();
    for (int i = m.lane; i < m.rows; i += LANES)
        if (i > j)
        {
            ops<T>::add_norm(squares, ops<T>::scale(ops<T>::get(m.M, i, c), power));
            squares.renormalise();
        }
    add_lanes(squares);
    const typename ops<T>::reflector r = ops<T>::reflect(ops<T>::scale(ops<T>::get(m.M, j, c), power), squares.value());
    __syncwarp();
    if (m.group != 0)
        return;
    for (int i = m.lane; i < m.rows; i += LANES)
        if (i > j)
            ops<T>::put(m.M, i, c, scalar<T>::mul(ops<T>::scale(ops<T>::get(m.M, i, c), power), r.factor));
        else if (i == j)
            ops<T>::put(m.M, i, c, ops<T>::from(qr_scale_w(r.beta, qr_power(e))));
    if (m.lane == 0)
        m.tau[j] = r.tau;
}

/* Column z of Z, rows j on, minus factor v (v^H z) with the reflector in column c of M. Called by
 * whole groups; `exists`: whether the group has a column. Returns the thread's part of the square
 * of its norm below row j. */
template <class T>
static __device__ double reflect(const work<T> &m, int j, int c, T factor, const columns &Z, int z, int exists)
{
    const int rows = exists ? m.rows : 0;
    typename scalar<T>::accumulator sum;
    sum.clear();
    for (int i = m.lane; i < rows; i += LANES)
        if (i >= j)
        {
            const T v = i == j ? scalar<T>::one() : ops<T>::get(m.M, i, c);
            sum.mac(scalar<T>::conj(v), ops<T>::get(Z, i, z));
        }
    sum.renormalise();
    add_lanes(sum);
    const T product = scalar<T>::mul(factor, sum.value());
    double square = 0.0;
    for (int i = m.lane; i < rows; i += LANES)
        if (i >= j)
        {
            const T v = i == j ? scalar<T>::one() : ops<T>::get(m.M, i, c);
            const T a = ops<T>::subtract_product(ops<T>::get(Z, i, z), v, product);
            ops<T>::put(Z, i, z, a);
            square = i > j ? cudd_add(square, ops<T>::square(a)) : square;
        }
    return square;
}

/* M P = Q R in place; columns stay where they are. Called by all threads after a barrier. */
template <class T>
static __device__ void factor(const work<T> &m)
{
    for (int base = 0; base < m.order; base += m.groups)
    {
        const int k = base + m.group, rows = k < m.order ? m.rows : 0;
        double square = 0.0;
        for (int i = m.lane; i < rows; i += LANES)
            square = cudd_add(square, ops<T>::square(ops<T>::get(m.M, i, k)));
        square = sum_of_lanes(square);
        if (rows > 0 && m.lane == 0)
        {
            m.norms[k] = square;
            m.permutation[k] = k;
        }
    }
    __syncthreads();
    for (int j = 0; j < m.order; j++)
    {
        const int pivot = find_pivot(m, j), c = m.permutation[pivot], moved = m.permutation[j];
        __syncthreads();
        if (threadIdx.x == 0)
        {
            m.permutation[pivot] = moved;
            m.permutation[j] = c;
            m.norms[pivot] = m.norms[j];
        }
        if (threadIdx.x < 32)
            make_reflector(m, j, c);
        __syncthreads();
        for (int base = j + 1; base < m.order; base += m.groups)
        {
            const int k = base + m.group, exists = k < m.order, z = exists ? m.permutation[k] : 0;
            const double square = sum_of_lanes(reflect(m, j, c, scalar<T>::conj(m.tau[j]), m.M, z, exists));
            if (exists && m.lane == 0)
                m.norms[k] = square;
        }
        __syncthreads();
    }
}

#endif
