/*
 * Small systems on the CUDA engine, a thread block for each member of a batch:
 *
 *   gesv    the pivot goes to row j, l_ij = a_ij / u_jj, a_ic = a_ic - l_ij u_jc  for i, c > j
 *   potrf   l_jj = sqrt(a_jj), l_ij = a_ij / l_jj, a_ic = a_ic - l_ij conj(l_cj)  for i >= c > j
 *   systems x_j = b_j / t_jj, b_i = b_i - t_ij x_j  for the rows i that come after j
 *
 * Tiles: the matrix is in shared memory if it fits, else it stays in global memory. The right-hand
 * sides pass through shared memory, CHUNK columns at a time. In a step the threads share out the
 * elements behind column j, adjacent threads with adjacent rows. Four barriers a column of gesv,
 * two of potrf and of a system. Work: n^3 / 3 multiply-adds for gesv, n^3 / 6 for potrf, n^2 for
 * each right-hand side. Edges: n is a run-time number. A member does not leave its block, so its
 * bits depend on nothing else. Error bound: docs/numerics.md, "Batches of systems".
 */
#ifndef DDBLAS_FACTOR_BATCHED_KERNEL_CUH
#define DDBLAS_FACTOR_BATCHED_KERNEL_CUH

#include <dd/scalar.cuh>

#include "factor/cuda/add_products.cuh"
#include "factor/getrf_pivot.h"

enum
{
    FACTOR_BATCHED_CHUNK = 8, /* Right-hand sides that are solved together. */
    FACTOR_BATCHED_LANES = 32,
    FACTOR_BATCHED_THREADS = 256 /* Largest number of threads of a block. */
};

/* The arguments of a kernel. `shared`: the matrix is copied to shared memory, where its leading
 * dimension `pitch` is odd, so that accesses along rows and along columns are free of bank
 * conflicts. */
template <class T>
struct factor_batch
{
    int n, pitch;
    bool lower, shared;
    int64_t nrhs, count;
    T *A; /* Only read by potrs. */
    int64_t lda, stride_a;
    int64_t *ipiv, stride_pivots;
    T *B;
    int64_t ldb, stride_b;
    int64_t *info;
};

/* A matrix in either memory: element (i, j) is at base[i row + j column], or its conjugate is. */
template <class T>
struct factor_view
{
    T *base;
    int64_t row, column;
    bool conjugate;

    __device__ __forceinline__ T get(int i, int j) const
    {
        const T a = base[i * row + j * column];
        return conjugate ? scalar<T>::conj(a) : a;
    }
    __device__ __forceinline__ void set(int i, int j, T a) const
    {
        base[i * row + j * column] = conjugate ? scalar<T>::conj(a) : a;
    }
    /* Returns the view of the conjugate transpose. */
    __device__ __forceinline__ factor_view adjoint() const { return {base, column, row, !conjugate}; }
};

static __device__ __noinline__ cuddreal batched_quotient(cuddreal a, cuddreal b) { return cuddDiv(a, b); }
static __device__ __noinline__ cuddcomplex batched_quotient(cuddcomplex a, cuddcomplex b) { return cuddcDiv(a, b); }
static __device__ __forceinline__ cuddreal batched_real(cuddreal a) { return a; }
static __device__ __forceinline__ cuddreal batched_real(cuddcomplex a) { return a.x; }
static __device__ __forceinline__ void batched_set_real(cuddreal *a, cuddreal re) { *a = re; }
static __device__ __forceinline__ void batched_set_real(cuddcomplex *a, cuddreal re) { *a = cuddcFromReal(re); }
static __device__ __forceinline__ void batched_set_nan(cuddreal *a) { *a = cuddNan(); }
static __device__ __forceinline__ void batched_set_nan(cuddcomplex *a) { *a = cuddcMake(cuddNan(), cuddNan()); }

/* Returns a - x t. */
template <class T>
static __device__ __forceinline__ T batched_subtract(T a, T x, T t)
{
    T sum[1] = {a};
    const T left[1] = {x}, right[1] = {scalar<T>::neg(t)};
    add_products(sum, left, right);
    return sum[0];
}

/* ---- LU -------------------------------------------------------------------------------------- */

static __device__ __forceinline__ ddblas_pivot batched_pivot_from(ddblas_pivot p, int with)
{
    ddblas_pivot other;
    other.magnitude.x = __shfl_xor_sync(0xffffffffu, p.magnitude.x, with);
    other.magnitude.y = __shfl_xor_sync(0xffffffffu, p.magnitude.y, with);
    other.row = __shfl_xor_sync(0xffffffffu, p.row, with);
    return other;
}

/* Called by the first warp: returns the pivot of column j. */
template <class T>
static __device__ ddblas_pivot batched_find_pivot(const factor_view<T> &a, int n, int j)
{
    ddblas_pivot best = {cuddFromDouble(0.0), INT64_MAX};
    for (int i = j + (int)threadIdx.x; i < n; i += FACTOR_BATCHED_LANES)
        best = ddblas_pivot_of(best, {scalar<T>::abs1(a.get(i, j)), i});
    for (int with = FACTOR_BATCHED_LANES / 2; with > 0; with /= 2)
        best = ddblas_pivot_of(best, batched_pivot_from(best, with));
    return best;
}

/* Factors the matrix; returns info, in all threads. */
template <class T>
static __device__ int64_t batched_factor_lu(const factor_view<T> &a, int n, int64_t *ipiv, ddblas_pivot *shared)
{
    const int threads = (int)blockDim.x, t = (int)threadIdx.x;
    int64_t info = 0;
    for (int j = 0; j < n; j++)
    {
        if (t < FACTOR_BATCHED_LANES)
        {
            const ddblas_pivot best = batched_find_pivot(a, n, j);
            if (t == 0)
            {
                *shared = best;
                ipiv[j] = best.row + 1;
            }
        }
        __syncthreads();
        const ddblas_pivot pivot = *shared;
        const int with = (int)pivot.row, rest = n - j - 1;
        for (int c = t; c < n && with != j; c += threads)
        {
            const T kept = a.get(j, c);
            a.set(j, c, a.get(with, c));
            a.set(with, c, kept);
        }
        __syncthreads();
        if (cuddIsZero(pivot.magnitude))
        {
            info = info == 0 ? j + 1 : info;
            continue;
        }
        for (int i = j + 1 + t; i < n; i += threads)
            a.set(i, j, batched_quotient(a.get(i, j), a.get(j, j)));
        __syncthreads();
        for (int e = t; e < rest * rest; e += threads)
        {
            const int i = j + 1 + e % rest, c = j + 1 + e / rest;
            a.set(i, c, batched_subtract(a.get(i, c), a.get(i, j), a.get(j, c)));
        }
        __syncthreads();
    }
    return info;
}

/* ---- Cholesky -------------------------------------------------------------------------------- */

/* Factors the lower triangle of the view; returns info. The columns from info on become NaN. */
template <class T>
static __device__ int64_t batched_factor_cholesky(const factor_view<T> &a, int n)
{
    const int threads = (int)blockDim.x, t = (int)threadIdx.x;
    int good = n;
    for (int j = 0; j < n && good == n; j++)
    {
        const cuddreal pivot = batched_real(a.get(j, j));
        const int rest = n - j - 1;
        T root;
        if (!cuddGtD(pivot, 0.0))
        {
            good = j;
            break;
        }
        batched_set_real(&root, cuddSqrt(pivot));
        for (int i = j + 1 + t; i < n; i += threads)
            a.set(i, j, batched_quotient(a.get(i, j), root));
        __syncthreads();
        if (t == 0)
            a.set(j, j, root);
        for (int e = t; e < rest * rest; e += threads)
        {
            const int i = j + 1 + e % rest, c = j + 1 + e / rest;
            if (i >= c)
                a.set(i, c, batched_subtract(a.get(i, c), a.get(i, j), scalar<T>::conj(a.get(c, j))));
        }
        __syncthreads();
    }
    __syncthreads(); /* All threads have read the pivot that ended the loop before it is overwritten. */
    for (int e = t; e < n * n && good < n; e += threads)
    {
        T nan;
        batched_set_nan(&nan);
        if (e / n >= good && e % n >= e / n)
            a.set(e % n, e / n, nan);
    }
    __syncthreads();
    return good < n ? good + 1 : 0;
}

/* ---- systems --------------------------------------------------------------------------------- */

/* Solves T X = B in place for `columns` columns of X, in shared memory with leading dimension n; T
 * is lower triangular if `forward`, else upper triangular. */
template <class T>
static __device__ void batched_substitute(const factor_view<T> &triangle, int n, bool forward, bool unit, T *X, int columns)
{
    const int threads = (int)blockDim.x, t = (int)threadIdx.x;
    for (int step = 0; step < n; step++)
    {
        const int j = forward ? step : n - 1 - step, rest = n - step - 1, first = forward ? j + 1 : 0;
        if (!unit)
        {
            for (int c = t; c < columns; c += threads)
                X[j + c * n] = batched_quotient(X[j + c * n], triangle.get(j, j));
            __syncthreads();
        }
        for (int e = t; e < rest * columns; e += threads)
        {
            const int i = first + e % rest, c = e / rest;
            X[i + c * n] = batched_subtract(X[i + c * n], triangle.get(i, j), X[j + c * n]);
        }
        __syncthreads();
    }
}

/* Copies column c of B, with its rows exchanged if there are pivots. */
template <class T>
static __device__ void batched_load_columns(const T *B, int64_t ldb, const int64_t *ipiv, int n, T *X, int columns)
{
    const int threads = (int)blockDim.x, t = (int)threadIdx.x;
    for (int e = t; e < n * columns; e += threads)
        X[e] = B[e % n + e / n * ldb];
    __syncthreads();
    for (int c = t; c < columns && ipiv; c += threads)
        for (int i = 0; i < n; i++)
        {
            const int with = (int)ipiv[i] - 1;
            const T kept = X[i + c * n];
            X[i + c * n] = X[with + c * n];
            X[with + c * n] = kept;
        }
    __syncthreads();
}

/* Solves with two triangles, or writes NaN if the member failed. */
template <class T>
static __device__ void batched_solve(const factor_batch<T> &b, int64_t member, const factor_view<T> &first, bool unit,
                                     const factor_view<T> &second, const int64_t *ipiv, bool failed, T *X)
{
    for (int64_t done = 0; done < b.nrhs; done += FACTOR_BATCHED_CHUNK)
    {
        T *B = b.B + member * b.stride_b + done * b.ldb;
        const int columns = b.nrhs - done < FACTOR_BATCHED_CHUNK ? (int)(b.nrhs - done) : (int)FACTOR_BATCHED_CHUNK;
        batched_load_columns(B, b.ldb, ipiv, b.n, X, columns);
        if (!failed)
        {
            batched_substitute(first, b.n, true, unit, X, columns);
            batched_substitute(second, b.n, false, false, X, columns);
        }
        for (int e = (int)threadIdx.x; e < b.n * columns; e += (int)blockDim.x)
        {
            if (failed)
                batched_set_nan(&X[e]);
            B[e % b.n + e / b.n * b.ldb] = X[e];
        }
        __syncthreads();
    }
}

/* ---- kernels --------------------------------------------------------------------------------- */

/* Copies between the matrix of a member and shared memory: all of it, or its lower triangle. */
template <class T>
static __device__ void batched_copy(const factor_view<T> &from, const factor_view<T> &to, int n, bool triangle)
{
    for (int e = (int)threadIdx.x; e < n * n; e += (int)blockDim.x)
    {
        /* Adjacent threads take adjacent elements of the matrix in global memory. */
        const bool along_rows = from.row == 1 && to.row == 1;
        const int i = along_rows ? e % n : e / n, j = along_rows ? e / n : e % n;
        if (!triangle || i >= j)
            to.set(i, j, from.get(i, j));
    }
    __syncthreads();
}

/* Returns the view of a member's matrix, in the memory where it is computed. With `triangle` it is
 * always a lower triangle. */
template <class T>
struct batched_places
{
    factor_view<T> global, matrix;
    T *X;
};

template <class T>
static __device__ batched_places<T> batched_places_of(const factor_batch<T> &b, int64_t member, bool triangle, T *shared)
{
    const factor_view<T> stored = {b.A + member * b.stride_a, 1, b.lda, false};
    const factor_view<T> global = triangle && !b.lower ? stored.adjoint() : stored;
    const factor_view<T> copy = {shared, 1, b.pitch, false};
    return {global, b.shared ? copy : global, b.shared ? shared + b.n * b.pitch : shared};
}

template <class T>
__global__ void __launch_bounds__(FACTOR_BATCHED_THREADS, 2) gesv_batched_kernel(const factor_batch<T> b)
{
    extern __shared__ __align__(16) unsigned char bytes[];
    __shared__ ddblas_pivot pivot;
    for (int64_t member = blockIdx.x; member < b.count; member += gridDim.x)
    {
        const batched_places<T> p = batched_places_of(b, member, false, (T *)bytes);
        int64_t *ipiv = b.ipiv + member * b.stride_pivots;
        if (b.shared)
            batched_copy(p.global, p.matrix, b.n, false);
        const int64_t info = batched_factor_lu(p.matrix, b.n, ipiv, &pivot);
        if (threadIdx.x == 0)
            b.info[member] = info;
        if (b.shared)
            batched_copy(p.matrix, p.global, b.n, false);
        batched_solve(b, member, p.matrix, true, p.matrix, ipiv, info != 0, p.X);
        __syncthreads();
    }
}

template <class T>
__global__ void __launch_bounds__(FACTOR_BATCHED_THREADS) potrf_batched_kernel(const factor_batch<T> b)
{
    extern __shared__ __align__(16) unsigned char bytes[];
    for (int64_t member = blockIdx.x; member < b.count; member += gridDim.x)
    {
        const batched_places<T> p = batched_places_of(b, member, true, (T *)bytes);
        if (b.shared)
            batched_copy(p.global, p.matrix, b.n, true);
        const int64_t info = batched_factor_cholesky(p.matrix, b.n);
        if (threadIdx.x == 0)
            b.info[member] = info;
        if (b.shared)
            batched_copy(p.matrix, p.global, b.n, true);
        __syncthreads();
    }
}

template <class T>
__global__ void __launch_bounds__(FACTOR_BATCHED_THREADS) potrs_batched_kernel(const factor_batch<T> b)
{
    extern __shared__ __align__(16) unsigned char bytes[];
    for (int64_t member = blockIdx.x; member < b.count; member += gridDim.x)
    {
        const batched_places<T> p = batched_places_of(b, member, true, (T *)bytes);
        if (b.shared)
            batched_copy(p.global, p.matrix, b.n, true);
        batched_solve(b, member, p.matrix, false, p.matrix.adjoint(), (const int64_t *)nullptr, false, p.X);
    }
}

#endif
