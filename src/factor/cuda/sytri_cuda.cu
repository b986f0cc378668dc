/*
 * The inverse of a symmetric indefinite matrix on the CUDA engine, beside the systems. Elements are
 * only moved, except that conjugates are taken.
 *
 *   zero_kernel    one block looks for the first block of D of order 1 that is 0
 *   place_kernel   one thread follows the exchanges of rows, one after another; each is an exchange
 *                  of two numbers
 *   store_kernel   a thread for each element of Z writes it, or its adjoint, to its place in A
 *
 * Work: n exchanges of numbers, n^2 / 2 elements read and written. Edges: loops end at n.
 */
#include <dd/scalar.cuh>

extern "C" {
#include "backend/device_error.h"
#include "core/sizes.h"
#include "factor/sytrf.h"
}

#include <cuda_runtime_api.h>

enum
{
    THREADS = 256,
    MOST_BLOCKS = 4096
};

/* struct ddblas_sytri with typed pointers. */
template <class T>
struct inverse_view
{
    int64_t n, lda;
    const int64_t *row, *kind;
    const T *Z;
    T *A;
    int64_t *place, *info;
    bool hermitian, upper;

    __device__ __forceinline__ int64_t row_of(int64_t i) const { return upper ? n - 1 - i : i; }
};

template <class T>
__global__ void __launch_bounds__(THREADS) zero_kernel(const inverse_view<T> v)
{
    __shared__ int64_t first[THREADS];
    int64_t mine = INT64_MAX; /* A row of the view. */
    for (int64_t k = threadIdx.x; k < v.n && mine == INT64_MAX; k += THREADS)
    {
        const int64_t i = v.row_of(k);
        const T d = v.A[i * (v.lda + 1)];
        if (v.kind[i] == 0 && scalar<T>::is_zero(v.hermitian ? scalar<T>::real_of(d) : d))
            mine = k;
    }
    first[threadIdx.x] = mine;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2)
    {
        if ((int)threadIdx.x < half && first[threadIdx.x + half] < first[threadIdx.x])
            first[threadIdx.x] = first[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *v.info = first[0] == INT64_MAX ? 0 : v.row_of(first[0]) + 1;
}

template <class T>
__global__ void __launch_bounds__(THREADS) place_kernel(const inverse_view<T> v)
{
    for (int64_t i = threadIdx.x; i < v.n; i += THREADS)
        v.place[i] = i;
    __syncthreads();
    for (int64_t k = 0; k < v.n && threadIdx.x == 0; k++)
    {
        const int64_t i = v.row_of(k), j = v.row[i] - 1, kept = v.place[i];
        v.place[i] = v.place[j];
        v.place[j] = kept;
    }
}

template <class T>
__global__ void __launch_bounds__(THREADS) store_kernel(const inverse_view<T> v)
{
    for (int64_t e = (int64_t)blockIdx.x * THREADS + threadIdx.x; e < v.n * v.n; e += (int64_t)gridDim.x * THREADS)
    {
        const int64_t i = e % v.n, j = e / v.n, a = v.place[i], b = v.place[j];
        const bool inside = v.upper ? a <= b : a >= b;
        if (v.upper ? i > j : i < j)
            continue;
        T z = v.Z[e];
        if (v.hermitian)
            z = a == b ? scalar<T>::real_of(z) : inside ? z : scalar<T>::conj(z);
        v.A[inside ? a + b * v.lda : b + a * v.lda] = z;
    }
}

template <class T>
static void launch(cudaStream_t stream, const struct ddblas_sytri *t, bool stores)
{
    const struct ddblas_sytrf_system *s = &t->system;
    const inverse_view<T> v = {s->n,      s->lda,   s->order.row, s->order.kind,     (const T *)t->Z,
                               (T *)t->A, t->place, t->info,      s->hermitian != 0, s->upper != 0};
    if (!stores)
    {
        zero_kernel<T><<<1, THREADS, 0, stream>>>(v);
        return;
    }
    place_kernel<T><<<1, THREADS, 0, stream>>>(v);
    store_kernel<T><<<(unsigned)least(quotient_up(v.n * v.n, THREADS), MOST_BLOCKS), THREADS, 0, stream>>>(v);
}

static ddblasStatus_t run_launch(ddblasHandle_t handle, const struct ddblas_sytri *t, bool stores)
{
    if (ddblas_type_is_complex(t->system.type))
        launch<cuddcomplex>((cudaStream_t)handle->stream, t, stores);
    else
        launch<cuddreal>((cudaStream_t)handle->stream, t, stores);
    return ddblas_check_engine(handle, ddblas_device_error((int)cudaGetLastError()), "sytri");
}

extern "C" ddblasStatus_t ddblas_sytri_find_zero_cuda(ddblasHandle_t handle, const struct ddblas_sytri *t)
{
    return run_launch(handle, t, false);
}

extern "C" ddblasStatus_t ddblas_sytri_store_cuda(ddblasHandle_t handle, const struct ddblas_sytri *t)
{
    return run_launch(handle, t, true);
}
