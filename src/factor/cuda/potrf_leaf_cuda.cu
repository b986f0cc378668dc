/*
 * Cholesky factorisation of a small diagonal block on the CUDA engine, by one thread block:
 *
 *   l_jj = sqrt(a_jj),  l_ij = a_ij / l_jj,  a_ic = a_ic - l_ij conj(l_cj)  for i >= c > j
 *
 * Tiles: the lower triangle is in shared memory, column after column. Sixteen by sixteen threads
 * update the triangle behind column j; each thread takes every sixteenth row and column. Two
 * barriers a column. Work: n^3 / 6 multiply-adds in a chain of n roots and n quotients, whose
 * latency is the time of the kernel.
 * Edges: a block of order n < ORDER has n rows in shared memory.
 * Error bound: docs/numerics.md, "Cholesky and LU factorisations".
 *
 * The other kernels of this file are small: *info = 0, and NaN in B if *info is not 0.
 */
#include <dd/scalar.cuh>

#include "add_products.cuh"

extern "C" {
#include "backend/device_error.h"
#include "core/sizes.h"
#include "factor/factor.h"
}

#include <cuda_runtime_api.h>

enum
{
    SIDE = 16,
    THREADS = SIDE * SIDE,
    AT_ONCE = 4 /* Elements that a thread updates side by side. */
};

static ddblasStatus_t check_launch(ddblasHandle_t handle, int error, const char *doing)
{
    return ddblas_check_engine(handle, ddblas_device_error(error), doing);
}

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

/* The block in global memory: element (i, j) at A[i row + j column], or its conjugate there. */
template <class T>
struct leaf_block
{
    T *A;
    int64_t row, column;
    int n;
    bool conjugate;

    __device__ __forceinline__ T *at(int i, int j) const { return A + i * row + j * column; }
};

/* Place of element (i, j), i >= j, in the packed triangle of order n. */
static __device__ __forceinline__ int packed(int n, int i, int j) { return j * n - j * (j - 1) / 2 + i - j; }

/* Subtracts the products of column j from rows i, i + SIDE, ... of column c, AT_ONCE of them. */
template <class T>
static __device__ __forceinline__ void update_rows(T *a, int n, int j, int c, int i)
{
    const T factor = scalar<T>::neg(scalar<T>::conj(a[packed(n, c, j)]));
    T element[AT_ONCE], left[AT_ONCE], factors[AT_ONCE];
    if (i + (AT_ONCE - 1) * SIDE < c)
        return;
#pragma unroll
    for (int q = 0; q < AT_ONCE; q++)
    {
        const int row = min(max(i + q * SIDE, c), n - 1); /* a row of the triangle in place of others */
        element[q] = a[packed(n, row, c)];
        left[q] = a[packed(n, row, j)];
        factors[q] = factor;
    }
    add_products(element, left, factors);
#pragma unroll
    for (int q = 0; q < AT_ONCE; q++)
        if (i + q * SIDE >= c && i + q * SIDE < n)
            a[packed(n, i + q * SIDE, c)] = element[q];
}

/* Returns the number of columns that are factored. */
template <class T>
static __device__ int factor_triangle(T *a, int n)
{
    const int down = (int)threadIdx.x % SIDE, across = (int)threadIdx.x / SIDE;
    for (int j = 0; j < n; j++)
    {
        const cuddreal pivot = real_part(a[packed(n, j, j)]);
        if (!cuddGtD(pivot, 0.0))
            return j;
        const cuddreal root = cuddSqrt(pivot);
        for (int i = j + 1 + (int)threadIdx.x; i < n; i += THREADS)
            a[packed(n, i, j)] = quotient(a[packed(n, i, j)], root);
        __syncthreads();
        if (threadIdx.x == 0)
            a[packed(n, j, j)] = from_real<T>(root);
        for (int c = j + 1 + across; c < n; c += SIDE)
            for (int i = j + 1 + down; i < n; i += AT_ONCE * SIDE)
                update_rows(a, n, j, c, i);
        __syncthreads();
    }
    return n;
}

template <class T, int ORDER>
__global__ void __launch_bounds__(THREADS) potrf_leaf_kernel(const leaf_block<T> block, int64_t first, int64_t *info)
{
    __shared__ T a[ORDER * (ORDER + 1) / 2];
    const int n = block.n;
    const bool rows_adjacent = block.row == 1, failed_before = *info != 0;
    for (int e = (int)threadIdx.x; e < n * n; e += THREADS)
    {
        const int i = rows_adjacent ? e % n : e / n, j = rows_adjacent ? e / n : e % n;
        if (i >= j)
            a[packed(n, i, j)] = block.conjugate ? scalar<T>::conj(*block.at(i, j)) : *block.at(i, j);
    }
    __syncthreads();
    const int good = failed_before ? 0 : factor_triangle(a, n);
    __syncthreads();
    if (threadIdx.x == 0 && good < n && !failed_before)
        *info = first + good + 1;
    for (int e = (int)threadIdx.x; e < n * n; e += THREADS)
    {
        const int i = rows_adjacent ? e % n : e / n, j = rows_adjacent ? e / n : e % n;
        if (i < j)
            continue;
        const T l = a[packed(n, i, j)];
        *block.at(i, j) = j >= good ? not_a_number<T>() : block.conjugate && i > j ? scalar<T>::conj(l) : l;
    }
}

template <class T, int ORDER>
static void launch_leaf(ddblasHandle_t handle, const struct ddblas_potrf_leaf *l)
{
    const leaf_block<T> block = {(T *)l->A, l->row, l->column, (int)l->order, l->conjugate != 0};
    potrf_leaf_kernel<T, ORDER><<<1, THREADS, 0, (cudaStream_t)handle->stream>>>(block, l->at, l->info);
}

extern "C" ddblasStatus_t ddblas_potrf_leaf_cuda(ddblasHandle_t handle, const struct ddblas_potrf_leaf *leaf)
{
    if (ddblas_type_is_complex(leaf->type))
        launch_leaf<cuddcomplex, DDBLAS_POTRF_LEAF_COMPLEX_CUDA>(handle, leaf);
    else
        launch_leaf<cuddreal, DDBLAS_POTRF_LEAF_CUDA>(handle, leaf);
    return check_launch(handle, (int)cudaGetLastError(), "potrf");
}

extern "C" ddblasStatus_t ddblas_factor_clear_info_cuda(ddblasHandle_t handle, int64_t *info)
{
    return check_launch(handle, (int)cudaMemsetAsync(info, 0, sizeof *info, (cudaStream_t)handle->stream), "clearing info");
}

__global__ void poison_kernel(const int64_t *info, int64_t words, int64_t nrhs, cuddreal *B, int64_t pitch)
{
    if (*info == 0)
        return;
    for (int64_t e = (int64_t)blockIdx.x * THREADS + threadIdx.x; e < words * nrhs; e += (int64_t)gridDim.x * THREADS)
        B[e % words + e / words * pitch] = cuddNan();
}

extern "C" ddblasStatus_t ddblas_factor_poison_cuda(ddblasHandle_t handle, ddblasType_t type, const int64_t *info, int64_t n,
                                                    int64_t nrhs, void *B, int64_t ldb)
{
    const int64_t parts = ddblas_type_is_complex(type) ? 2 : 1;
    const unsigned blocks = (unsigned)least(quotient_up(n * parts * nrhs, THREADS), 1024);
    poison_kernel<<<blocks, THREADS, 0, (cudaStream_t)handle->stream>>>(info, n * parts, nrhs, (cuddreal *)B, ldb * parts);
    return check_launch(handle, (int)cudaGetLastError(), "setting the solution to NaN");
}
