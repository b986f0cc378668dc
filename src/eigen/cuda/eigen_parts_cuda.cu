/*
 * Scaling of a matrix and the order of eigenvectors, on the CUDA engine.
 */
#include <dd/scalar.cuh>

extern "C" {
#include "backend/device_error.h"
#include "core/checks.h"
#include "core/sizes.h"
#include "eigen/eigen.h"
}

#include <cuda_runtime_api.h>

#include "eigen_device.cuh"

enum
{
    THREADS = 256,
    MOST_BLOCKS = 4096,
    SHIFTED_AT_ONCE = 8 /* Columns that a thread reads before it writes them. */
};

/* Returns the largest of the numbers of all threads of the block, to every thread. */
static __device__ int largest_of_block(int mine)
{
    __shared__ int parts[THREADS];
    __syncthreads();
    parts[threadIdx.x] = mine;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2)
    {
        if ((int)threadIdx.x < half && parts[threadIdx.x + half] > parts[threadIdx.x])
            parts[threadIdx.x] = parts[threadIdx.x + half];
        __syncthreads();
    }
    return parts[0];
}

/* ---- scaling --------------------------------------------------------------------------------- */

/* Sets *found to the largest exponent of the nonzero elements, or to DDBLAS_EIGEN_NOT_FINITE. The
 * maximum does not depend on the order in which threads contribute. */
template <class T>
__global__ void __launch_bounds__(THREADS) exponent_kernel(int64_t elements, const T *M, int *found)
{
    int most = INT_MIN;
    for (int64_t k = blockIdx.x * (int64_t)THREADS + threadIdx.x; k < elements; k += (int64_t)gridDim.x * THREADS)
    {
        const T a = M[k];
        const int e = !scalar<T>::is_finite(a) ? DDBLAS_EIGEN_NOT_FINITE : scalar<T>::is_zero(a) ? INT_MIN : exponent_of(a);
        most = e > most ? e : most;
    }
    most = largest_of_block(most);
    if (threadIdx.x == 0)
        atomicMax(found, most);
}

/* An element of a matrix whose largest component is about 1. cuSOLVER's Cheevd gives NaN, or does
 * not converge, where squares of elements leave the range of single precision (seen in version
 * 12.0). In S and C components below 2^-40 become 0, which changes an eigenvalue by less than n
 * 2^-40. */
template <class T>
static __device__ __forceinline__ T without_negligible(T a)
{
    return a;
}
template <>
__device__ __forceinline__ float without_negligible(float a)
{
    return fabsf(a) < 0x1p-40F ? 0.0F : a;
}
template <>
__device__ __forceinline__ ddblasComplex without_negligible(ddblasComplex a)
{
    return scalar<ddblasComplex>::make(without_negligible(a.x), without_negligible(a.y));
}
template <class T>
__global__ void __launch_bounds__(THREADS) scale_kernel(int64_t elements, T *M, double power)
{
    for (int64_t k = blockIdx.x * (int64_t)THREADS + threadIdx.x; k < elements; k += (int64_t)gridDim.x * THREADS)
        M[k] = without_negligible(scaled(M[k], power));
}

static unsigned blocks_of(int64_t elements) { return (unsigned)least(quotient_up(elements, THREADS), MOST_BLOCKS); }

template <class T>
static ddblasStatus_t scale_matrix(ddblasHandle_t handle, const struct ddblas_eigen_scale *s, int *exponent)
{
    const cudaStream_t stream = (cudaStream_t)handle->stream;
    const int none = INT_MIN;
    int found = none;
    DDBLAS_CHECK(ddblas_check_engine(
        handle, handle->backend->to_engine(s->found, sizeof none, &none, sizeof none, sizeof none, 1, stream), "syevd"));
    exponent_kernel<T><<<blocks_of(s->elements), THREADS, 0, stream>>>(s->elements, (const T *)s->M, s->found);
    DDBLAS_CHECK(ddblas_check_engine(handle, ddblas_device_error((int)cudaGetLastError()), "syevd"));
    DDBLAS_CHECK(ddblas_check_engine(
        handle, handle->backend->from_engine(&found, sizeof found, s->found, sizeof found, sizeof found, 1, stream), "syevd"));
    *exponent = found == none ? 0 : found;
    if (found == none || found == DDBLAS_EIGEN_NOT_FINITE)
        return DDBLAS_STATUS_SUCCESS;
    scale_kernel<T><<<blocks_of(s->elements), THREADS, 0, stream>>>(s->elements, (T *)s->M, qr_power(-found));
    return ddblas_check_engine(handle, ddblas_device_error((int)cudaGetLastError()), "syevd");
}

extern "C" ddblasStatus_t ddblas_eigen_scale_cuda(ddblasHandle_t handle, const struct ddblas_eigen_scale *scale, int *exponent)
{
    switch (scale->type)
    {
#define DDBLAS_TYPES DDBLAS_TYPES_OF_EIGEN
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return scale_matrix<element>(handle, scale, exponent);
#include <dd/types.def>
    default:
        return DDBLAS_STATUS_INTERNAL_ERROR;
    }
}

/* ---- vectors --------------------------------------------------------------------------------- */

template <class T>
__global__ void __launch_bounds__(THREADS)
    gather_kernel(int64_t rows, int64_t columns, const cuddreal *Z, int64_t ldz, const int64_t *order, T *out, int64_t ldo)
{
    const int64_t pieces = (rows + THREADS - 1) / THREADS;
    for (int64_t k = blockIdx.x; k < pieces * columns; k += gridDim.x)
    {
        const int64_t i = k % pieces * THREADS + threadIdx.x, j = k / pieces;
        if (i < rows)
            set_real(&out[i + j * ldo], Z[i + order[j] * ldz]);
    }
}

template <class T>
static void launch_gather(cudaStream_t stream, const struct ddblas_eigen_gather *g)
{
    const int64_t pieces = quotient_up(g->rows, THREADS) * g->columns;
    gather_kernel<T><<<(unsigned)least(pieces, MOST_BLOCKS), THREADS, 0, stream>>>(g->rows, g->columns, (const cuddreal *)g->Z,
                                                                                   g->ldz, g->order, (T *)g->out, g->ldo);
}

extern "C" ddblasStatus_t ddblas_eigen_gather_cuda(ddblasHandle_t handle, const struct ddblas_eigen_gather *gather)
{
    if (ddblas_type_is_complex(gather->type))
        launch_gather<cuddcomplex>((cudaStream_t)handle->stream, gather);
    else
        launch_gather<cuddreal>((cudaStream_t)handle->stream, gather);
    return ddblas_check_engine(handle, ddblas_device_error((int)cudaGetLastError()), "syevd");
}

/* Moves columns of `words` floats or doubles to the front. Each thread moves one word of every
 * column, in ascending order of the columns, so that none is overwritten before it has been read. */
template <class R>
__global__ void __launch_bounds__(THREADS) shift_kernel(int64_t words, int64_t pitch, int64_t first, int64_t columns, R *A)
{
    const int64_t i = blockIdx.x * (int64_t)THREADS + threadIdx.x;
    R word[SHIFTED_AT_ONCE];
    if (i >= words)
        return;
    for (int64_t j = 0; j < columns; j += SHIFTED_AT_ONCE)
    {
#pragma unroll
        for (int k = 0; k < SHIFTED_AT_ONCE; k++)
            word[k] = j + k < columns ? A[i + (first + j + k) * pitch] : R(0);
#pragma unroll
        for (int k = 0; k < SHIFTED_AT_ONCE; k++)
            if (j + k < columns)
                A[i + (j + k) * pitch] = word[k];
    }
}

template <class R>
static void launch_shift(cudaStream_t stream, const struct ddblas_eigen_shift *s)
{
    const int64_t words = (int64_t)(ddblas_type_size(s->type) / sizeof(R));
    const unsigned blocks = (unsigned)quotient_up(s->n * words, THREADS); /* n is at most 2^26 */
    shift_kernel<R><<<blocks, THREADS, 0, stream>>>(s->n * words, s->lda * words, s->first, s->columns, (R *)s->A);
}

extern "C" ddblasStatus_t ddblas_eigen_shift_cuda(ddblasHandle_t handle, const struct ddblas_eigen_shift *s)
{
    if (ddblas_type_is_single(s->type))
        launch_shift<float>((cudaStream_t)handle->stream, s);
    else
        launch_shift<double>((cudaStream_t)handle->stream, s);
    return ddblas_check_engine(handle, ddblas_device_error((int)cudaGetLastError()), "syevdx");
}
