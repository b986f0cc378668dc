/*
 * Cholesky factorisation of a small diagonal block on the CUDA engine, by one thread block:
 *
 *   l_jj = sqrt(a_jj),  l_ij = a_ij (1 / l_jj),  a_ic = a_ic - l_ij conj(l_cj)  for i >= c > j
 *
 * Tiles: the lower triangle is in shared memory, column after column. For each PANEL columns
 *
 *   1. a lane has a row of these columns in registers. The first lanes of each warp have the
 *      PANEL rows of the diagonal block, so that a warp needs no other warp's numbers: it factors
 *      these rows for itself and its other rows with them;
 *   2. all threads subtract the PANEL products from the triangle behind, 2 x 2 elements at a time.
 *
 * Work: n^3 / 6 multiply-adds. The time is the latency of n roots with their reciprocals, one after
 * another, and of three barriers for each panel.
 * Edges: a block of order n < ORDER has n rows in shared memory; a panel that ends beyond column n
 * goes on with the identity matrix.
 * Special values: this form needs pivots in mid range and finite numbers. If a pivot is not
 * positive, is too small or too large, or if an element of the result is not finite, the block is
 * read again and factored column by column with the operations of cuddreal.h, which treat all
 * special values.
 * Error bound: docs/numerics.md, "Cholesky and LU factorisations".
 */
#ifndef DDBLAS_FACTOR_POTRF_LEAF_KERNEL_CUH
#define DDBLAS_FACTOR_POTRF_LEAF_KERNEL_CUH

#include "add_products.cuh"
#include "backend/roots.cuh"
#include "level2/symv/cuda/symv_device.cuh"

enum
{
    LEAF_THREADS = 256,
    LEAF_PANEL = 8,               /* Columns of a panel. */
    LEAF_BELOW = 32 - LEAF_PANEL, /* Rows below the diagonal block that a warp has. */
    LEAF_SIDE = 16,               /* Column by column: threads that share a column. */
    LEAF_AT_ONCE = 4              /* Elements that a thread updates, or pieces that it loads, side by side. */
};

static __device__ __forceinline__ cuddreal real_part(cuddreal a) { return a; }
static __device__ __forceinline__ cuddreal real_part(cuddcomplex a) { return a.x; }
static __device__ __forceinline__ cuddreal quotient(cuddreal a, cuddreal d) { return cuddDiv(a, d); }
static __device__ __forceinline__ cuddcomplex quotient(cuddcomplex a, cuddreal d) { return cuddcDivReal(a, d); }
template <class T>
static __device__ __forceinline__ T from_real(cuddreal a);
template <>
__device__ __forceinline__ cuddreal from_real<cuddreal>(cuddreal a)
{
    return a;
}
template <>
__device__ __forceinline__ cuddcomplex from_real<cuddcomplex>(cuddreal a)
{
    return cuddcFromReal(a);
}
template <class T>
static __device__ __forceinline__ T not_a_number();
template <>
__device__ __forceinline__ cuddreal not_a_number<cuddreal>()
{
    return cuddNan();
}
template <>
__device__ __forceinline__ cuddcomplex not_a_number<cuddcomplex>()
{
    return cuddcMake(cuddNan(), cuddNan());
}

/* The products and sums of the form by panels, which does not treat special values. */
static __device__ __forceinline__ cuddreal times_real(cuddreal a, cuddreal r) { return cudd_mul_parts(a.x, a.y, r.x, r.y); }
static __device__ __forceinline__ cuddcomplex times_real(cuddcomplex a, cuddreal r)
{
    return cuddcMake(times_real(a.x, r), times_real(a.y, r));
}
static __device__ __forceinline__ cuddreal difference(cuddreal a, cuddreal b) { return cudd_add_parts(a.x, a.y, -b.x, -b.y); }
static __device__ __forceinline__ cuddcomplex difference(cuddcomplex a, cuddcomplex b)
{
    return cuddcMake(difference(a.x, b.x), difference(a.y, b.y));
}

/* The block in global memory: element (i, j) at A[i row + j column], or its conjugate there. */
template <class T>
struct leaf_block
{
    T *A;
    int64_t row, column;
    int n;
    bool conjugate;

    __device__ __forceinline__ T *at(int i, int j) const { return A + i * row + j * column; }
    __device__ __forceinline__ T load(int i, int j) const { return conjugate ? scalar<T>::conj(*at(i, j)) : *at(i, j); }
    __device__ __forceinline__ void store(int i, int j, T l) const { *at(i, j) = conjugate && i > j ? scalar<T>::conj(l) : l; }
};

/* The block as a sum of `count` matrices, or as it is in its place if count is 0. Element (i, j) of
 * the first matrix is at first[i + j order], and the next one order^2 elements behind. */
template <class T>
struct leaf_pieces
{
    const T *first;
    int count, order;

    __device__ __forceinline__ T load(const leaf_block<T> &block, int i, int j) const
    {
        if (count == 0)
            return block.load(i, j);
        T sum = scalar<T>::zero();
        for (int q = 0; q < count; q += LEAF_AT_ONCE)
        {
            T piece[LEAF_AT_ONCE]; /* All are loaded before any is added. */
#pragma unroll
            for (int k = 0; k < LEAF_AT_ONCE; k++)
                piece[k] = q + k < count ? first[(q + k) * order * order + i + j * order] : scalar<T>::zero();
#pragma unroll
            for (int k = 0; k < LEAF_AT_ONCE; k++)
                sum = scalar<T>::merge(sum, piece[k]);
        }
        return sum;
    }
};

/* Place of element (i, j), i >= j, in the packed triangle of order n. */
static __device__ __forceinline__ int packed(int n, int i, int j) { return j * n - j * (j - 1) / 2 + i - j; }

/* Computes 1 / sqrt(a) for a in mid range: an approximation r in double, corrected by the first two
 * terms of the series in e = 1 - a r^2, whose residual is exact up to rounding. */
static __device__ __forceinline__ cuddreal inverse_root(cuddreal a)
{
    const double r = corrected_rsqrt(a.x);
    const cuddreal square = cuddTwoProd(r, r);
    const double e = __fma_rn(-a.y, square.x, __fma_rn(-a.x, square.y, __fma_rn(-a.x, square.x, 1.0)));
    return cuddFastTwoSum(r, __dmul_rn(__dmul_rn(r, e), __fma_rn(0.375, e, 0.5)));
}

/* Returns the sum of an accumulator without treating special values. */
static __device__ __forceinline__ cuddreal sum_of(const dd_accumulator &a) { return cuddFastTwoSum(a.s, a.c); }
static __device__ __forceinline__ cuddcomplex sum_of(const dd_complex_accumulator &a)
{
    return cuddcMake(sum_of(a.re), sum_of(a.im));
}
static __device__ __forceinline__ cuddreal real_sum_of(const dd_accumulator &a) { return sum_of(a); }
static __device__ __forceinline__ cuddreal real_sum_of(const dd_complex_accumulator &a) { return sum_of(a.re); }
static __device__ __forceinline__ void start_sum(dd_accumulator &sum, cuddreal a)
{
    sum.s = a.x;
    sum.c = a.y;
}
static __device__ __forceinline__ void start_sum(dd_complex_accumulator &sum, cuddcomplex a)
{
    start_sum(sum.re, a.x);
    start_sum(sum.im, a.y);
}

/* Factors the columns [first, first + PANEL) in all rows from number `first` on. Returns false in
 * some thread if a pivot is not positive or not in mid range. */
template <class T>
static __device__ bool factor_panel(T *a, int n, int first)
{
    const int warp = (int)threadIdx.x / 32, lane = (int)threadIdx.x % 32, below = first + LEAF_PANEL + warp * LEAF_BELOW;
    const int row = lane < LEAF_PANEL ? first + lane : below + lane - LEAF_PANEL;
    typename scalar<T>::accumulator sum[LEAF_PANEL]; /* The elements of this row. */
    bool fine = true;
#pragma unroll
    for (int c = 0; c < LEAF_PANEL; c++)
        start_sum(sum[c], row < n && row >= first + c ? a[packed(n, row, first + c)]
                          : row == first + c          ? scalar<T>::one()
                                                      : scalar<T>::zero());
    __syncthreads(); /* All warps have read the diagonal block, which warp 0 overwrites. */
    if (warp > 0 && below >= n)
        return true;
#pragma unroll
    for (int k = 0; k < LEAF_PANEL; k++)
    {
        const cuddreal pivot = shuffle_from(real_sum_of(sum[k]), k), inverse = inverse_root(pivot);
        const T mine = sum_of(sum[k]), l = times_real(lane == k ? from_real<T>(pivot) : mine, inverse);
        fine = fine && pivot.x > 0.0 && cudd_mid_range(pivot.x);
#pragma unroll
        for (int c = k + 1; c < LEAF_PANEL; c++)
            sum[c].mac(l, scalar<T>::neg(scalar<T>::conj(shuffle_from(l, c))));
        if (row < n && row >= first + k && (warp == 0 || lane >= LEAF_PANEL))
            a[packed(n, row, first + k)] = l;
    }
    return fine;
}

/* Subtracts the products of the panel's columns from the elements (i, c), (i + 1, c), (i, c + 1)
 * and (i + 1, c + 1), as far as they exist. */
template <class T>
static __device__ void subtract_tile(T *a, int n, int first, int i, int c)
{
    typename scalar<T>::accumulator sum[2][2];
    const int last = n - 1;
#pragma unroll
    for (int e = 0; e < 4; e++)
        sum[e / 2][e % 2].clear();
#pragma unroll
    for (int k = first; k < first + LEAF_PANEL; k++)
    {
        const T left[2] = {a[packed(n, i, k)], a[packed(n, min(i + 1, last), k)]};
        const T right[2] = {scalar<T>::conj(a[packed(n, c, k)]), scalar<T>::conj(a[packed(n, min(c + 1, last), k)])};
#pragma unroll
        for (int e = 0; e < 4; e++)
            sum[e / 2][e % 2].mac(left[e / 2], right[e % 2]);
    }
#pragma unroll
    for (int e = 0; e < 4; e++)
        if (i + e / 2 < n && i + e / 2 >= c + e % 2)
        {
            T &element = a[packed(n, i + e / 2, c + e % 2)];
            element = difference(element, sum[e / 2][e % 2].value());
        }
}

/* Subtracts the products of the columns [first, first + PANEL) from the triangle behind them. Tiles
 * are counted along the rows of the triangle. */
template <class T>
static __device__ void subtract_panel(T *a, int n, int first)
{
    const int from = first + LEAF_PANEL, side = (n - from + 1) / 2;
    for (int tile = (int)threadIdx.x; tile < side * (side + 1) / 2; tile += LEAF_THREADS)
    {
        const int row = (int)((sqrtf((float)(8 * tile + 1)) - 1.0F) / 2.0F); /* exact for so few tiles */
        subtract_tile(a, n, first, from + 2 * row, from + 2 * (tile - row * (row + 1) / 2));
    }
}

/* Factors the triangle by panels. Returns false in all threads if the result is not to be used. */
template <class T>
static __device__ bool factor_panels(T *a, int n)
{
    bool fine = true;
    for (int first = 0; first < n; first += LEAF_PANEL)
    {
        fine = factor_panel(a, n, first) && fine;
        __syncthreads();
        if (first + LEAF_PANEL < n)
            subtract_panel(a, n, first);
        __syncthreads();
    }
    for (int e = (int)threadIdx.x; e < n * (n + 1) / 2; e += LEAF_THREADS)
        fine = fine && scalar<T>::is_finite(a[e]);
    return __syncthreads_or(!fine) == 0;
}

/* Subtracts the products of column j from LEAF_AT_ONCE rows of column c: i, i + LEAF_SIDE, ... */
template <class T>
static __device__ __forceinline__ void update_rows(T *a, int n, int j, int c, int i)
{
    const T factor = scalar<T>::neg(scalar<T>::conj(a[packed(n, c, j)]));
    T element[LEAF_AT_ONCE], left[LEAF_AT_ONCE], factors[LEAF_AT_ONCE];
    int first = i; /* The first of these rows in the triangle, in place of those that are not. */
    while (first < c)
        first += LEAF_SIDE;
    if (first >= n || first >= i + LEAF_AT_ONCE * LEAF_SIDE)
        return;
#pragma unroll
    for (int q = 0; q < LEAF_AT_ONCE; q++)
    {
        const int row = i + q * LEAF_SIDE < n ? max(i + q * LEAF_SIDE, first) : first;
        element[q] = a[packed(n, row, c)];
        left[q] = a[packed(n, row, j)];
        factors[q] = factor;
    }
    add_products(element, left, factors);
#pragma unroll
    for (int q = 0; q < LEAF_AT_ONCE; q++)
        if (i + q * LEAF_SIDE >= c && i + q * LEAF_SIDE < n)
            a[packed(n, i + q * LEAF_SIDE, c)] = element[q];
}

/* Factors the triangle column by column. Returns the number of columns that are factored. */
template <class T>
static __device__ int factor_columns(T *a, int n)
{
    const int down = (int)threadIdx.x % LEAF_SIDE, across = (int)threadIdx.x / LEAF_SIDE;
    for (int j = 0; j < n; j++)
    {
        const cuddreal pivot = real_part(a[packed(n, j, j)]);
        if (!cuddGtD(pivot, 0.0))
            return j;
        const cuddreal root = cuddSqrt(pivot);
        for (int i = j + 1 + (int)threadIdx.x; i < n; i += LEAF_THREADS)
            a[packed(n, i, j)] = quotient(a[packed(n, i, j)], root);
        __syncthreads();
        if (threadIdx.x == 0)
            a[packed(n, j, j)] = from_real<T>(root);
        for (int c = j + 1 + across; c < n; c += LEAF_SIDE)
            for (int i = j + 1 + down; i < n; i += LEAF_AT_ONCE * LEAF_SIDE)
                update_rows(a, n, j, c, i);
        __syncthreads();
    }
    return n;
}

/* Copies the triangle to shared memory. */
template <class T>
static __device__ void load_triangle(const leaf_block<T> &block, const leaf_pieces<T> &pieces, T *a)
{
    const int n = block.n;
#pragma unroll 2
    for (int e = (int)threadIdx.x; e < n * n; e += LEAF_THREADS)
    {
        const int i = block.row == 1 ? e % n : e / n, j = block.row == 1 ? e / n : e % n;
        if (i >= j)
            a[packed(n, i, j)] = pieces.load(block, i, j);
    }
    __syncthreads();
}

/* Stores the triangle, with NaN in the columns from number `good` on. */
template <class T>
static __device__ void store_triangle(const leaf_block<T> &block, const T *a, int good)
{
    const int n = block.n;
    for (int e = (int)threadIdx.x; e < n * n; e += LEAF_THREADS)
    {
        const int i = block.row == 1 ? e % n : e / n, j = block.row == 1 ? e / n : e % n;
        if (i < j)
            continue;
        block.store(i, j, j < good ? a[packed(n, i, j)] : not_a_number<T>());
    }
}

template <class T, int ORDER>
__global__ void __launch_bounds__(LEAF_THREADS)
    potrf_leaf_kernel(const leaf_block<T> block, const leaf_pieces<T> pieces, int64_t first, int64_t *info)
{
    __shared__ T a[ORDER * (ORDER + 1) / 2];
    const bool failed_before = *info != 0;
    int good = 0;
    if (!failed_before)
    {
        load_triangle(block, pieces, a);
        good = block.n;
        if (!factor_panels(a, block.n))
        {
            load_triangle(block, pieces, a);
            good = factor_columns(a, block.n);
        }
        __syncthreads();
        if (threadIdx.x == 0 && good < block.n)
            *info = first + good + 1;
    }
    store_triangle(block, a, good);
}

#endif
