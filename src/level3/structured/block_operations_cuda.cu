/*
 * Operations on blocks on the CUDA engine: expansion of triangles, copies of rectangles, constants.
 */
#include <dd/scalar.cuh>

extern "C" {
#include "backend/device_error.h"
#include "core/sizes.h"
#include "block_operations.h"
}

#include <cuda_runtime_api.h>

enum
{
    THREADS = 256
};

static ddblasStatus_t check_launch(ddblasHandle_t handle, const char *doing)
{
    return ddblas_check_engine(handle, ddblas_device_error(cudaGetLastError()), doing);
}

static unsigned blocks_for(int64_t elements) { return (unsigned)least(quotient_up(elements, THREADS), 65536); }

template <class T>
__global__ void expand_kernel(int form, bool upper, int64_t n, const T *A, int64_t lda, T *out)
{
    const bool mirrored = form == DDBLAS_BLOCK_SYMMETRIC || form == DDBLAS_BLOCK_HERMITIAN;
    for (int64_t e = (int64_t)blockIdx.x * THREADS + threadIdx.x; e < n * n; e += (int64_t)gridDim.x * THREADS)
    {
        const int64_t i = e % n, j = e / n;
        const bool stored = upper ? i <= j : i >= j;
        T value = i == j ? scalar<T>::one() : scalar<T>::zero();
        if (stored && !(i == j && form == DDBLAS_BLOCK_UNIT))
            value = A[i + j * lda];
        else if (mirrored)
            value = A[j + i * lda];
        if (form == DDBLAS_BLOCK_HERMITIAN && !stored)
            value = scalar<T>::conj(value);
        if (form == DDBLAS_BLOCK_HERMITIAN && i == j)
            value = scalar<T>::real_of(value);
        out[e] = value;
    }
}

template <class T>
static void launch_expand(ddblasHandle_t handle, int form, ddblasFillMode_t uplo, int64_t n, const void *A, int64_t lda,
                          void *out)
{
    expand_kernel<T><<<blocks_for(n * n), THREADS, 0, (cudaStream_t)handle->stream>>>(form, uplo == DDBLAS_FILL_MODE_UPPER, n,
                                                                                      (const T *)A, lda, (T *)out);
}

extern "C" ddblasStatus_t ddblas_expand_cuda(ddblasHandle_t handle, ddblasType_t type, enum ddblas_block_form form,
                                             ddblasFillMode_t uplo, int64_t n, const void *A, int64_t lda, void *out)
{
    switch (type)
    {
#define DDBLAS_TYPES DDBLAS_TYPES_OF_LEVEL3
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        launch_expand<element>(handle, form, uplo, n, A, lda, out);                                                              \
        break;
#include <dd/types.def>
    default:
        break;
    }
    return check_launch(handle, "writing out a triangle");
}

template <class T>
__global__ void copy_kernel(int64_t m, int64_t n, const T *from, int64_t ldf, T *to, int64_t ldt)
{
    for (int64_t e = (int64_t)blockIdx.x * THREADS + threadIdx.x; e < m * n; e += (int64_t)gridDim.x * THREADS)
        to[e % m + e / m * ldt] = from[e % m + e / m * ldf];
}

template <class T>
static void launch_copy(ddblasHandle_t handle, int64_t m, int64_t n, const void *from, int64_t ldf, void *to, int64_t ldt)
{
    copy_kernel<T><<<blocks_for(m * n), THREADS, 0, (cudaStream_t)handle->stream>>>(m, n, (const T *)from, ldf, (T *)to, ldt);
}

extern "C" ddblasStatus_t ddblas_copy_cuda(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, const void *from,
                                           int64_t ldf, void *to, int64_t ldt)
{
    switch (type)
    {
#define DDBLAS_TYPES DDBLAS_TYPES_OF_LEVEL3
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        launch_copy<element>(handle, m, n, from, ldf, to, ldt);                                                                  \
        break;
#include <dd/types.def>
    default:
        break;
    }
    return check_launch(handle, "copying a block");
}

/* Returns a scalar of a problem as an element of the type T. */
template <class T, class S>
static __device__ T scalar_of(const void *value)
{
    return *(const S *)value;
}

template <>
__device__ cuddcomplex scalar_of<cuddcomplex, cuddreal>(const void *value)
{
    return cuddcFromReal(*(const cuddreal *)value);
}

template <class T, class A, class B>
__global__ void constants_kernel(const void *alpha, const void *beta, T *out)
{
    const T a = scalar_of<T, A>(alpha), one = scalar<T>::one(), zero = scalar<T>::zero();
    const bool product = !scalar<T>::is_zero(a);
    out[0] = zero;
    out[1] = one;
    out[2] = product ? one : zero;
    out[3] = product ? scalar<T>::neg(one) : zero;
    out[4] = a;
    out[5] = scalar<T>::conj(a);
    out[6] = beta ? scalar_of<T, B>(beta) : zero;
}

template <class T, class A, class B>
static void launch_constants(ddblasHandle_t handle, const struct ddblas_block_scalars *s, void *out)
{
    constants_kernel<T, A, B><<<1, 1, 0, (cudaStream_t)handle->stream>>>(s->alpha, s->beta, (T *)out);
}

extern "C" ddblasStatus_t ddblas_constants_cuda(ddblasHandle_t handle, ddblasType_t type,
                                                const struct ddblas_block_scalars *scalars, void *out)
{
    if (!ddblas_type_is_complex(type))
        launch_constants<cuddreal, cuddreal, cuddreal>(handle, scalars, out);
    else if (scalars->real_alpha)
        launch_constants<cuddcomplex, cuddreal, cuddreal>(handle, scalars, out);
    else if (scalars->real_beta)
        launch_constants<cuddcomplex, cuddcomplex, cuddreal>(handle, scalars, out);
    else
        launch_constants<cuddcomplex, cuddcomplex, cuddcomplex>(handle, scalars, out);
    return check_launch(handle, "writing constants");
}
