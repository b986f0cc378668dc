/*
 * One-sided Jacobi for a batch of small matrices on the CUDA engine; gesvd_batched.h has the
 * formulas.
 *
 * Tiles: a thread block has a member. Its arrays are in shared memory as far as they fit: L, then G
 * with room for Q G, then M; for 32 x 32 with vectors 48 KiB in W and 96 KiB in U. Elements of U
 * are in two arrays, real and imaginary parts. A group of LANES threads has a pair of columns, and
 * each of its threads every LANES-th row, so that a quarter of a warp accesses 128 consecutive
 * bytes.
 *
 * Work, for k x k: a round of k / 2 disjoint pairs takes one block barrier, a sweep k - 1 rounds. A
 * pair takes 30 k operations for its sums, 44 k (in U 140 k) for the rotation of each of L and G,
 * and about 150 for the rotation itself, whose tangent is a double. Nine sweeps suffice for random
 * matrices of order 32, and twelve for all that have been tried; the last one finds nothing to
 * rotate. The QR factorisation takes 3 barriers a column.
 *
 * Edges: an odd order gets a pair with one column, which is skipped. All threads of a warp take
 * part in every shuffle: where a group has no column its loops are empty.
 *
 * Error bound: docs/numerics.md, "Batches of singular value decompositions".
 */
#ifndef DDBLAS_GESVD_BATCHED_KERNEL_CUH
#define DDBLAS_GESVD_BATCHED_KERNEL_CUH

#include "gesvd_batched_factor.cuh"

/* ---- sweeps ---------------------------------------------------------------------------------- */

/* 1 / sqrt(1 + tau^2) with an error of about u^2, from a double and the second and third term of
 * its series. */
static __device__ __forceinline__ cuddreal cosine_of(cuddreal tau_squared)
{
    const cuddreal h = cuddAddD(tau_squared, 1.0);
    const double c = 1.0 / sqrt(h.x);
    const cuddreal square = cuddTwoProd(c, c), product = cuddTwoProd(h.x, square.x);
    const double high = cudd_sub(cudd_sub(1.0, product.x), product.y);
    const double e = cudd_sub(cudd_sub(high, cudd_mul(h.x, square.y)), cudd_mul(h.y, square.x));
    return cuddFastTwoSum(c, cudd_mul(c, cudd_fma(cudd_mul(0.375, e), e, cudd_mul(0.5, e))));
}

/* The smaller root of t^2 + 2 zeta t - 1 = 0, zeta = difference / (2 gamma), gamma > 0. */
static __device__ __forceinline__ double tangent_of(double difference, double gamma)
{
    const double zeta = difference / cudd_add(gamma, gamma), size = fabs(zeta);
    const double t = size > 0x1p60 ? 0.5 / size : 1.0 / cudd_add(size, sqrt(cudd_fma(zeta, zeta, 1.0)));
    return zeta < 0.0 ? -t : t;
}

/* Rows of two columns of Z. */
template <class T>
static __device__ __forceinline__ void turn_columns(const columns &Z, int rows, int p, int q, int lane, cuddreal c, T s)
{
    for (int i = lane; i < rows; i += LANES)
    {
        T x = ops<T>::get(Z, i, p), y = ops<T>::get(Z, i, q);
        ops<T>::turn(c, s, x, y);
        ops<T>::put(Z, i, p, x);
        ops<T>::put(Z, i, q, y);
    }
}

/* Makes columns p < q of L orthogonal; q = order if there is no such pair. Returns 1 if they were
 * not. Called by all threads of a warp. */
template <class T>
static __device__ __forceinline__ int treat_pair(const work<T> &m, int p, int q, double small)
{
    const int rows = q < m.order ? m.order : 0;
    typename scalar<T>::accumulator gamma;
    dd_accumulator difference;
    double alpha = 0.0, beta = 0.0;
    gamma.clear();
    difference.clear();
    for (int i = m.lane; i < rows; i += LANES)
    {
        const T x = ops<T>::get(m.L, i, p), y = ops<T>::get(m.L, i, q);
        gamma.mac(scalar<T>::conj(x), y);
        ops<T>::add_norm(difference, y);
        ops<T>::subtract_norm(difference, x);
        difference.renormalise_finite();
        alpha = cudd_add(alpha, ops<T>::square(x));
        beta = cudd_add(beta, ops<T>::square(y));
    }
    gamma.renormalise();
    add_lanes(gamma);
    add_lanes(difference);
    alpha = sum_of_lanes(alpha);
    beta = sum_of_lanes(beta);
    const T product = gamma.value();
    const double modulus = ops<T>::modulus(product), least = 0x1p-900;
    if (!(alpha >= least && beta >= least && modulus > cudd_mul(small, cudd_mul(sqrt(alpha), sqrt(beta)))))
        return 0;
    const typename ops<T>::tangent t = ops<T>::with_phase(tangent_of(difference.value().x, modulus), product);
    const cuddreal c = cosine_of(ops<T>::square_of(t));
    const T s = ops<T>::sine(c, t);
    turn_columns(m.L, m.order, p, q, m.lane, c, s);
    if (m.has_long)
        turn_columns(m.G, m.order, p, q, m.lane, c, s);
    return 1;
}

/* L = R^H, G = I. */
template <class T>
static __device__ void begin_sweeps(const work<T> &m)
{
    for (int e = (int)threadIdx.x; e < m.order * m.order; e += (int)blockDim.x)
    {
        const int i = e % m.order, j = e / m.order;
        ops<T>::put(m.L, i, j, i >= j ? scalar<T>::conj(ops<T>::get(m.M, j, m.permutation[i])) : scalar<T>::zero());
    }
    for (int e = (int)threadIdx.x; m.has_long && e < m.rows * m.order; e += (int)blockDim.x)
        ops<T>::put(m.G, e % m.rows, e / m.rows, e % m.rows == e / m.rows ? scalar<T>::one() : scalar<T>::zero());
    __syncthreads();
}

/* Returns 1 if the sweeps have converged. Called by all threads. */
template <class T>
static __device__ int run_sweeps(const work<T> &m)
{
    const int even = jacobi_even(m.order), group = m.group < even / 2 ? m.group : -1;
    const double small = cudd_mul(0x1p-104, sqrt((double)m.order));
    for (int sweep = 0; sweep < SVD_BATCHED_SWEEPS; sweep++)
    {
        int rotated = 0;
        for (int round = 0; round < even - 1; round++)
        {
            int p = 0, q = m.order;
            if (group >= 0)
                jacobi_pair(even, round, group, &p, &q);
            rotated |= treat_pair(m, p, q, small);
            __syncthreads();
        }
        if (!__syncthreads_or(rotated))
            return 1;
    }
    return 0;
}

/* ---- results --------------------------------------------------------------------------------- */

/* values = the norms of L's columns, which become unit vectors unless they are 0. */
template <class T>
static __device__ void normalise(const work<T> &m)
{
    for (int base = 0; base < m.order; base += m.groups)
    {
        const int j = base + m.group, rows = j < m.order ? m.order : 0;
        int e = QR_LEAST_EXPONENT;
        for (int i = m.lane; i < rows; i += LANES)
            e = max(e, ops<T>::exponent(ops<T>::get(m.L, i, j)));
        e = most_of_lanes(e);
        const double power = qr_power(-e);
        dd_accumulator squares;
        squares.clear();
        for (int i = m.lane; i < rows; i += LANES)
        {
            ops<T>::add_norm(squares, ops<T>::scale(ops<T>::get(m.L, i, j), power));
            squares.renormalise();
        }
        add_lanes(squares);
        const cuddreal square = squares.value(), norm = cuddSqrt(square);
        if (rows > 0 && m.lane == 0)
            m.values[j] = cuddLdexp(norm, e);
        if (!m.has_short || cuddIsZero(square))
            continue;
        const cuddreal inverse = cuddDDiv(1.0, norm);
        for (int i = m.lane; i < rows; i += LANES)
            ops<T>::put(m.L, i, j, ops<T>::times(ops<T>::scale(ops<T>::get(m.L, i, j), power), inverse));
    }
    __syncthreads();
}

/* place[k] = the number of the column with the k-th largest value. */
template <class T>
static __device__ void sort(const work<T> &m)
{
    for (int k = (int)threadIdx.x; k < m.order; k += (int)blockDim.x)
    {
        const cuddreal value = m.values[k];
        int place = 0;
        for (int i = 0; i < m.order; i++)
            place += cuddGt(m.values[i], value) || (cuddEq(m.values[i], value) && i < k);
        m.place[place] = k;
    }
    __syncthreads();
}

/* sums[k] = X_k^H x for the columns before position j, x in column c. Called by all threads. */
template <class T>
static __device__ void project(const work<T> &m, int j, int c)
{
    for (int base = 0; base < j; base += m.groups)
    {
        const int k = base + m.group, rows = k < j ? m.order : 0, column = k < j ? m.place[k] : 0;
        typename scalar<T>::accumulator sum;
        sum.clear();
        for (int i = m.lane; i < rows; i += LANES)
            sum.mac(scalar<T>::conj(ops<T>::get(m.L, i, column)), ops<T>::get(m.L, i, c));
        sum.renormalise();
        add_lanes(sum);
        if (rows > 0 && m.lane == 0)
            m.sums[k] = sum.value();
    }
    __syncthreads();
}

/* The column of position j of X becomes a unit vector that is orthogonal to those before it:
 * classical Gram-Schmidt twice, from a unit vector whose distance from them is at least
 * order^(-1/2). Called by all threads. */
template <class T>
static __device__ void complete(const work<T> &m, int j)
{
    const int c = m.place[j], i = (int)threadIdx.x, has_row = i < m.order;
    if (has_row)
    {
        m.norms[i] = 0.0;
        for (int k = 0; k < j; k++)
            m.norms[i] = cudd_add(m.norms[i], ops<T>::square(ops<T>::get(m.L, i, m.place[k])));
    }
    __syncthreads();
    int row = 0;
    for (int k = 1; k < m.order; k++)
        row = m.norms[k] < m.norms[row] ? k : row;
    if (has_row)
        ops<T>::put(m.L, i, c, i == row ? scalar<T>::one() : scalar<T>::zero());
    __syncthreads();
    for (int turn = 0; turn < 2; turn++)
    {
        project(m, j, c);
        if (has_row)
        {
            T x = ops<T>::get(m.L, i, c);
            for (int k = 0; k < j; k++)
                x = ops<T>::subtract_product(x, ops<T>::get(m.L, i, m.place[k]), m.sums[k]);
            ops<T>::put(m.L, i, c, x);
        }
        __syncthreads();
    }
    dd_accumulator square;
    square.clear();
    for (int k = 0; k < m.order; k++)
    {
        ops<T>::add_norm(square, ops<T>::get(m.L, k, c));
        square.renormalise();
    }
    __syncthreads();
    if (has_row)
        ops<T>::put(m.L, i, c, ops<T>::times(ops<T>::get(m.L, i, c), cuddDDiv(1.0, cuddSqrt(square.value()))));
    __syncthreads();
}

/* G becomes Q G. Called by all threads; a group has a column. */
template <class T>
static __device__ void apply_q(const work<T> &m)
{
    for (int base = 0; base < m.order; base += m.groups)
    {
        const int z = base + m.group;
        for (int j = m.order - 1; j >= 0; j--)
            (void)reflect(m, j, m.permutation[j], m.tau[j], m.G, z < m.order ? z : 0, z < m.order);
    }
}

/* ---- a member -------------------------------------------------------------------------------- */

/* The exponent of the largest element of A, 0 if all are 0. Called by all threads. */
template <class T>
static __device__ int exponent_of_member(const struct ddblas_gesvd_batched &b, const T *A, int *largest)
{
    int found = -SVD_BATCHED_NOT_FINITE;
    for (int e = (int)threadIdx.x; e < b.m * b.n; e += (int)blockDim.x)
    {
        const T a = A[e % b.m + e / b.m * b.lda];
        const int exponent = !scalar<T>::is_finite(a) ? SVD_BATCHED_NOT_FINITE
                             : scalar<T>::is_zero(a)  ? -SVD_BATCHED_NOT_FINITE
                                                      : ops<T>::exponent(a);
        found = max(found, exponent);
    }
    for (int with = 16; with > 0; with /= 2)
        found = max(found, __shfl_xor_sync(0xffffffffu, found, with));
    if (threadIdx.x % 32 == 0)
        largest[threadIdx.x / 32] = found;
    __syncthreads();
    for (int k = 0; k < (int)blockDim.x / 32; k++)
        found = max(found, largest[k]);
    __syncthreads();
    return found == -SVD_BATCHED_NOT_FINITE ? 0 : found;
}

template <class T>
static __device__ void load(const struct ddblas_gesvd_batched &b, const T *A, int exponent, const work<T> &m)
{
    const double power = qr_power(-exponent);
    for (int e = (int)threadIdx.x; e < b.m * b.n; e += (int)blockDim.x)
    {
        const int i = e % b.m, j = e / b.m;
        const T a = ops<T>::scale(A[i + j * b.lda], power);
        if (m.wide)
            ops<T>::put(m.M, j, i, scalar<T>::conj(a));
        else
            ops<T>::put(m.M, i, j, a);
    }
    __syncthreads();
}

/* Vectors of a side: rows x order elements, row i of Z in row `target` of the result. They are
 * columns of U or, conjugate, rows of VT. */
template <class T>
static __device__ void store(const work<T> &m, const columns &Z, int rows, const int *target, int transposed, T *to, int64_t ld)
{
    for (int e = (int)threadIdx.x; e < rows * m.order; e += (int)blockDim.x)
    {
        const int i = transposed ? e / m.order : e % rows, j = transposed ? e % m.order : e / rows, at = target ? target[i] : i;
        const T z = ops<T>::get(Z, i, m.place[j]);
        if (transposed)
            to[j + at * ld] = scalar<T>::conj(z);
        else
            to[at + j * ld] = z;
    }
}

template <class T>
static __device__ void store_vectors(const struct ddblas_gesvd_batched &b, const work<T> &m, int64_t member)
{
    T *U = (T *)b.U + member * b.stride_u, *VT = (T *)b.VT + member * b.stride_vt;
    for (int j = 0; m.has_short && j < m.order; j++)
        if (m.values[m.place[j]].x < SVD_BATCHED_NULL)
            complete(m, j);
    if (m.has_long)
        apply_q(m);
    __syncthreads();
    if (m.has_short)
        store(m, m.L, m.order, m.permutation, !m.wide, m.wide ? U : VT, m.wide ? b.ldu : b.ldvt);
    if (m.has_long)
        store(m, m.G, m.rows, (const int *)NULL, m.wide, m.wide ? VT : U, m.wide ? b.ldvt : b.ldu);
}

template <class T>
static __device__ void compute_member(const struct ddblas_gesvd_batched &b, const work<T> &m, int64_t member, int *largest)
{
    const T *A = (const T *)b.A + member * b.stride_a;
    cuddreal *s = b.s + member * b.stride_s;
    const int exponent = exponent_of_member(b, A, largest);
    int64_t info = exponent == SVD_BATCHED_NOT_FINITE ? m.order + 1 : 0;
    if (info == 0)
    {
        load(b, A, exponent, m);
        factor(m);
        begin_sweeps(m);
        info = run_sweeps(m) ? 0 : m.order;
    }
    if (info == 0)
    {
        normalise(m);
        sort(m);
    }
    for (int k = (int)threadIdx.x; k < m.order; k += (int)blockDim.x)
        s[k] = info ? cuddNan() : cuddLdexp(m.values[m.place[k]], exponent);
    if (threadIdx.x == 0)
        b.info[member] = info;
    if (info == 0)
        store_vectors(b, m, member);
    __syncthreads();
}

/* The columns of array k, `elements` of them, with `pitch` rows. */
template <class T>
static __device__ columns place_array(const struct ddblas_batch_room &room, int k, char *inside, char *outside, int pitch,
                                      int elements)
{
    columns c;
    c.at = (cuddreal *)(void *)((room.inside[k] ? inside : outside) + room.from[k]);
    c.pitch = pitch;
    c.plane = elements;
    return c;
}

template <class T>
static __global__ void __launch_bounds__(MOST_THREADS, scalar<T>::is_complex ? 1 : 2)
    gesvd_batched_kernel(const struct ddblas_gesvd_batched b, const struct ddblas_batch_room room, char *outside)
{
    extern __shared__ double2 shared[];
    __shared__ double2 tau[MOST * sizeof(T) / sizeof(double2)], sums[MOST * sizeof(T) / sizeof(double2)], values[MOST];
    __shared__ double norms[MOST];
    __shared__ int permutation[MOST], place[MOST], largest[MOST_THREADS / 32];
    work<T> m;
    m.wide = b.m < b.n;
    m.rows = m.wide ? b.n : b.m;
    m.order = m.wide ? b.m : b.n;
    m.lane = (int)threadIdx.x % LANES;
    m.group = (int)threadIdx.x / LANES;
    m.groups = (int)blockDim.x / LANES;
    m.has_long = m.wide ? b.right : b.left;
    m.has_short = m.wide ? b.left : b.right;
    char *const own = outside + blockIdx.x * room.share;
    m.L = place_array<T>(room, 0, (char *)shared, own, m.order, m.order * m.order);
    m.G = place_array<T>(room, 1, (char *)shared, own, m.rows, m.rows * m.order);
    m.M = place_array<T>(room, 2, (char *)shared, own, m.rows, m.rows * m.order);
    m.tau = (T *)(void *)tau;
    m.sums = (T *)(void *)sums;
    m.values = (cuddreal *)(void *)values;
    m.norms = norms;
    m.permutation = permutation;
    m.place = place;
    for (int64_t member = blockIdx.x; member < b.count; member += gridDim.x)
        compute_member(b, m, member, largest);
}

#endif
