/*
 * Small operations of inverses on the CUDA engine: steps on triangles, the search for a zero on the
 * diagonal, exchanges of columns. They only move elements, so there is no error bound.
 *
 * Tiles: none. A thread takes every so manyth element of a matrix, or for the exchanges one row,
 * along which it follows the pivots; adjacent threads have adjacent rows.
 * Work: at most one load and one store an element, for the exchanges two of each.
 * Edges: loops end at n.
 */
#include <dd/scalar.cuh>

extern "C" {
#include "backend/device_error.h"
#include "core/sizes.h"
#include "inverse.h"
}

#include <cuda_runtime_api.h>

enum
{
    THREADS = 256,
    ROWS = 64, /* Threads of a block that exchanges columns. */
    MOST_BLOCKS = 65536
};

static ddblasStatus_t check_launch(ddblasHandle_t handle, const char *doing)
{
    return ddblas_check_engine(handle, ddblas_device_error((int)cudaGetLastError()), doing);
}

static __device__ __forceinline__ void set_nan(float *a) { *a = (float)cuddNan().x; }
static __device__ __forceinline__ void set_nan(double *a) { *a = cuddNan().x; }
static __device__ __forceinline__ void set_nan(cuddreal *a) { *a = cuddNan(); }

/* The complex types. */
template <class T>
static __device__ __forceinline__ void set_nan(T *a)
{
    set_nan(&a->x);
    set_nan(&a->y);
}

static __device__ __forceinline__ float real_part(const float &a) { return a; }
static __device__ __forceinline__ double real_part(const double &a) { return a; }
static __device__ __forceinline__ cuddreal real_part(const cuddreal &a) { return a; }

/* The complex types. */
template <class T>
static __device__ __forceinline__ T real_part(const T &a)
{
    T real = scalar<T>::zero();
    real.x = a.x;
    return real;
}

template <class T>
struct triangle_step
{
    enum ddblas_triangle_action action;
    bool lower;
    int strict, real_diagonal;
    int64_t n;
    const T *A;
    int64_t lda;
    T *C;
    int64_t ldc;
    const int64_t *info;
};

template <class T>
static __device__ __forceinline__ void act(const triangle_step<T> &s, int64_t i, int64_t j)
{
    const bool inside = s.lower ? i >= j + s.strict : j >= i + s.strict;
    T *to = s.C + i + j * s.ldc;
    if (s.action == DDBLAS_TRIANGLE_IDENTITY)
        *to = i == j ? scalar<T>::one() : scalar<T>::zero();
    else if (!inside && s.action == DDBLAS_TRIANGLE_EXTEND)
        *to = scalar<T>::zero();
    else if (inside && (s.action == DDBLAS_TRIANGLE_COPY || s.action == DDBLAS_TRIANGLE_EXTEND))
        *to = s.real_diagonal && i == j ? real_part(s.A[i + j * s.lda]) : s.A[i + j * s.lda];
    else if (inside && s.action == DDBLAS_TRIANGLE_CLEAR)
        *to = scalar<T>::zero();
    else if (inside && s.action == DDBLAS_TRIANGLE_POISON)
        set_nan(to);
}

template <class T>
__global__ void __launch_bounds__(THREADS) triangle_kernel(const triangle_step<T> s)
{
    if (s.action == DDBLAS_TRIANGLE_POISON && *s.info == 0)
        return;
    for (int64_t e = (int64_t)blockIdx.x * THREADS + threadIdx.x; e < s.n * s.n; e += (int64_t)gridDim.x * THREADS)
        act(s, e % s.n, e / s.n);
}

template <class T>
static void launch_step(cudaStream_t stream, const struct ddblas_triangle_step *s)
{
    const triangle_step<T> step = {s->action, s->uplo == DDBLAS_FILL_MODE_LOWER,
                                   s->strict, s->real_diagonal,
                                   s->n,      (const T *)s->A,
                                   s->lda,    (T *)s->C,
                                   s->ldc,    s->info};
    const unsigned blocks = (unsigned)least(quotient_up(s->n * s->n, THREADS), MOST_BLOCKS);
    triangle_kernel<T><<<blocks, THREADS, 0, stream>>>(step);
}

extern "C" ddblasStatus_t ddblas_triangle_step_cuda(ddblasHandle_t handle, const struct ddblas_triangle_step *step)
{
    switch (step->type)
    {
#define DDBLAS_TYPES DDBLAS_TYPES_OF_INVERSE
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        launch_step<element>((cudaStream_t)handle->stream, step);                                                                \
        break;
#include <dd/types.def>
    default:
        break;
    }
    return check_launch(handle, "a step on a triangle");
}

/* One block. Each thread finds its own first zero; the least number of all is the result. */
template <class T>
__global__ void __launch_bounds__(THREADS) find_zero_kernel(int64_t n, const T *A, int64_t lda, int64_t *info)
{
    __shared__ int64_t first[THREADS];
    const int t = (int)threadIdx.x;
    int64_t found = n;
    for (int64_t k = t; k < n && found == n; k += THREADS)
        if (scalar<T>::is_zero(A[k + k * lda]))
            found = k;
    first[t] = found;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2)
    {
        if (t < half && first[t + half] < first[t])
            first[t] = first[t + half];
        __syncthreads();
    }
    if (t == 0)
        *info = first[0] < n ? first[0] + 1 : 0;
}

extern "C" ddblasStatus_t ddblas_inverse_find_zero_cuda(ddblasHandle_t handle, ddblasType_t type, int64_t n, const void *A,
                                                        int64_t lda, int64_t *info)
{
    const cudaStream_t stream = (cudaStream_t)handle->stream;
    switch (type)
    {
#define DDBLAS_TYPES DDBLAS_TYPES_OF_INVERSE
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        find_zero_kernel<element><<<1, THREADS, 0, stream>>>(n, (const element *)A, lda, info);                                  \
        break;
#include <dd/types.def>
    default:
        break;
    }
    return check_launch(handle, "looking for a zero on the diagonal");
}

template <class T>
__global__ void __launch_bounds__(ROWS) exchange_columns_kernel(int64_t n, T *C, int64_t ldc, const int64_t *ipiv)
{
    for (int64_t i = (int64_t)blockIdx.x * ROWS + threadIdx.x; i < n; i += (int64_t)gridDim.x * ROWS)
        for (int64_t j = n - 1; j >= 0; j--)
        {
            const int64_t other = ipiv[j] - 1;
            if (other == j)
                continue;
            const T kept = C[i + j * ldc];
            C[i + j * ldc] = C[i + other * ldc];
            C[i + other * ldc] = kept;
        }
}

extern "C" ddblasStatus_t ddblas_exchange_columns_cuda(ddblasHandle_t handle, ddblasType_t type, int64_t n, void *C, int64_t ldc,
                                                       const int64_t *ipiv)
{
    const cudaStream_t stream = (cudaStream_t)handle->stream;
    const unsigned blocks = (unsigned)least(quotient_up(n, ROWS), MOST_BLOCKS);
    switch (type)
    {
#define DDBLAS_TYPES DDBLAS_TYPES_OF_INVERSE
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        exchange_columns_kernel<element><<<blocks, ROWS, 0, stream>>>(n, (element *)C, ldc, ipiv);                               \
        break;
#include <dd/types.def>
    default:
        break;
    }
    return check_launch(handle, "exchanging columns");
}
