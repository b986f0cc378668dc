/*
 * Small kernels that do not belong to the factorisation: copies of blocks, top blocks between
 * levels, back substitution, norms of residuals.
 */
#ifndef DDBLAS_TSQR_TSQR_TOOLS_CUH
#define DDBLAS_TSQR_TSQR_TOOLS_CUH

#include <dd/mcblas.cuh>

#include "tsqr_arith.cuh"
#include "tsqr_launch.h"

enum
{
    TSQR_COPY_THREADS = 256,
    TSQR_SOLVE_THREADS = 256,
    TSQR_NORM_PARTS = DDBLAS_TSQR_NORM_PARTS /* Partial norms of a column. */
};

/* Copies A to B, both m x n, or sets B to 0 if A is null. Does nothing if *wanted is 0. */
template <class T>
__global__ void __launch_bounds__(TSQR_COPY_THREADS)
    tsqr_copy_kernel(int64_t m, int64_t n, const T *A, tsqr_stride a, T *B, tsqr_stride b, const int32_t *wanted)
{
    if (!tsqr_is_wanted(wanted))
        return;
    for (int64_t i = (int64_t)blockIdx.x * TSQR_COPY_THREADS + threadIdx.x; i < m * n;
         i += (int64_t)gridDim.x * TSQR_COPY_THREADS)
    {
        const int64_t r = b.row == 1 ? i % m : i / n, c = b.row == 1 ? i / m : i % n;
        B[r * b.row + c * b.column] = A ? A[r * a.row + c * a.column] : scalar<T>::zero();
    }
}

/* Copies the top blocks of the nodes of B to the level above if Up is true, otherwise from there to
 * B. There is one thread block for each node. */
template <class T, bool Up>
__global__ void __launch_bounds__(TSQR_COPY_THREADS) tsqr_tops_kernel(const tsqr_level level, const tsqr_block block)
{
    if (!tsqr_is_wanted(level.wanted))
        return;
    const int64_t start = tsqr_node_row(&level, blockIdx.x), row = (int64_t)blockIdx.x * level.n;
    for (int64_t i = threadIdx.x; i < level.n * block.columns; i += TSQR_COPY_THREADS)
    {
        const int64_t k = block.b.row == 1 ? i % level.n : i / block.columns,
                      c = block.b.row == 1 ? i / level.n : i % block.columns;
        T *here = (T *)block.B + (start + k) * block.b.row + c * block.b.column;
        T *there = (T *)block.above + (row + k) * block.a.row + c * block.a.column;
        if (Up)
            *there = *here;
        else
            *here = *there;
    }
}

/* ---- R X = B --------------------------------------------------------------------------------- */

/* Returns a / r for real r. If r = 0, the result is Inf or NaN, as IEEE 754 prescribes. */
DD_DEVICE float tsqr_divide(float a, float r) { return a / r; }
DD_DEVICE double tsqr_divide(double a, double r) { return a / r; }
DD_DEVICE cuddreal tsqr_divide(cuddreal a, cuddreal r) { return cuddDiv(a, r); }
DD_DEVICE ddblasComplex tsqr_divide(ddblasComplex a, ddblasComplex r)
{
    return scalar<ddblasComplex>::make(a.x / r.x, a.y / r.x);
}
DD_DEVICE ddblasDoubleComplex tsqr_divide(ddblasDoubleComplex a, ddblasDoubleComplex r)
{
    return scalar<ddblasDoubleComplex>::make(a.x / r.x, a.y / r.x);
}

template <class R>
DD_DEVICE R tsqr_nan(R)
{
    return R(cuddNan().x);
}
DD_DEVICE cuddreal tsqr_nan(cuddreal) { return cuddNan(); }
DD_DEVICE ddblasComplex tsqr_nan(ddblasComplex) { return scalar<ddblasComplex>::make(tsqr_nan(0.0f), tsqr_nan(0.0f)); }
DD_DEVICE ddblasDoubleComplex tsqr_nan(ddblasDoubleComplex)
{
    return scalar<ddblasDoubleComplex>::make(tsqr_nan(0.0), tsqr_nan(0.0));
}

/* Solves R X = B in the first n <= 1024 rows of B. R is upper triangular with a real diagonal. From
 * the last row up, row i of X is computed, and its multiple is subtracted from the rows above. If R
 * has a 0 on its diagonal or is not finite, or if a column of X or its residual norm is not finite,
 * the column and the norm become NaN. `residual` may be null. One thread block for each column;
 * thread t has the rows t, t + TSQR_SOLVE_THREADS, .. */
template <class T>
__global__ void __launch_bounds__(TSQR_SOLVE_THREADS)
    tsqr_solve_kernel(int n, const T *R, tsqr_stride r, T *B, tsqr_stride b, typename scalar<T>::real *residual)
{
    constexpr int MOST = 1024;
    typedef typename scalar<T>::real real;
    __shared__ __align__(16) char bytes[MOST * sizeof(T)];
    T *x = (T *)bytes;
    B += (int64_t)blockIdx.x * b.column;
    residual = residual ? residual + blockIdx.x : nullptr;
    bool failed = residual && !scalar<real>::is_finite(*residual);
    for (int i = threadIdx.x; i < n; i += TSQR_SOLVE_THREADS)
        x[i] = B[i * b.row];
    __syncthreads();
    for (int i = n - 1; i >= 0; i--)
    {
        const T diagonal = R[i * (r.row + r.column)], xi = tsqr_divide(x[i], diagonal);
        failed |= scalar<T>::is_zero(diagonal) || !scalar<T>::is_finite(diagonal);
        __syncthreads();
        if (threadIdx.x == 0)
            x[i] = xi;
        for (int k = threadIdx.x; k < i; k += TSQR_SOLVE_THREADS)
        {
            const T above = R[k * r.row + i * r.column];
            failed |= !scalar<T>::is_finite(above);
            x[k] = scalar<T>::fma(scalar<T>::neg(above), xi, x[k]);
        }
        __syncthreads();
    }
    for (int i = threadIdx.x; i < n; i += TSQR_SOLVE_THREADS)
        failed |= !scalar<T>::is_finite(x[i]);
    failed = __syncthreads_or(failed);
    for (int i = threadIdx.x; i < n; i += TSQR_SOLVE_THREADS)
        B[i * b.row] = failed ? tsqr_nan(T()) : x[i];
    if (failed && residual && threadIdx.x == 0)
        *residual = tsqr_nan(real());
}

/* ---- norms ----------------------------------------------------------------------------------- */

/* Sets norms[part + c PARTS] to the norm of column c over rows of part number `part`. The grid has
 * PARTS x columns thread blocks. */
template <class T>
__global__ void __launch_bounds__(TSQR_COPY_THREADS)
    tsqr_partial_norm_kernel(int64_t m, const T *B, tsqr_stride b, typename scalar<T>::real *norms)
{
    __shared__ mcblas_scratch scratch;
    const int64_t part = blockIdx.x, begin = m / TSQR_NORM_PARTS * part + min(part, m % TSQR_NORM_PARTS);
    const int64_t count = m / TSQR_NORM_PARTS + (part < m % TSQR_NORM_PARTS);
    const typename scalar<T>::real norm =
        mcblasNrm2(mcblas_block(&scratch), count, B + blockIdx.y * b.column + begin * b.row, b.row);
    if (threadIdx.x == 0)
        norms[part + (int64_t)blockIdx.y * TSQR_NORM_PARTS] = norm;
}

/* Combines the partial norms of column c into residual[c]. There is one thread block for each
 * column. */
template <class R>
__global__ void __launch_bounds__(TSQR_NORM_PARTS) tsqr_norm_kernel(const R *norms, R *residual)
{
    __shared__ mcblas_scratch scratch;
    const R norm = mcblasNrm2(mcblas_block(&scratch), TSQR_NORM_PARTS, norms + (int64_t)blockIdx.x * TSQR_NORM_PARTS, 1);
    if (threadIdx.x == 0)
        residual[blockIdx.x] = norm;
}

#endif
