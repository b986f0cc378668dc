/*
 * Systems with a symmetric indefinite factorisation on the CUDA engine, beside exchanges of rows
 * and triangular systems. In the view of sytrf.h:
 *
 *   order_kernel    a thread for each row reads what ipiv says. In a run of negative pivots blocks
 *                   of order 2 follow one another, so that the distance to the last positive pivot
 *                   tells first and second rows apart
 *   unfold_kernel   a thread for each element copies the triangle to F
 *   chain_kernel    a thread for each column exchanges elements one after another, at most 64
 *   divide_kernel   a thread for each component of a right-hand side divides by D
 *
 * Work: n^2 / 2 copies and 32 n exchanges; n nrhs quotients.
 * Edges: the last step of exchanges may have fewer columns.
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

/* struct ddblas_sytrf_system with typed pointers. */
template <class T>
struct system_view
{
    const T *A;
    int64_t lda, n;
    const int64_t *ipiv;
    int64_t *row, *kind;
    T *F, *B;
    int64_t nrhs, ldb;
    bool hermitian, upper;

    __device__ __forceinline__ int64_t row_of(int64_t i) const { return upper ? n - 1 - i : i; }
    __device__ __forceinline__ T adjoint(T x) const { return hermitian ? scalar<T>::conj(x) : x; }
    __device__ __forceinline__ T diagonal(int64_t i) const
    {
        const T d = A[row_of(i) + row_of(i) * lda];
        return hermitian ? scalar<T>::real_of(d) : d;
    }
};

static __device__ __noinline__ cuddreal quotient(cuddreal a, cuddreal b) { return cuddDiv(a, b); }
static __device__ __noinline__ cuddcomplex quotient(cuddcomplex a, cuddcomplex b) { return cuddcDiv(a, b); }
template <class T>
static __device__ __forceinline__ T difference(T a, T b)
{
    return scalar<T>::add(a, scalar<T>::neg(b));
}

static __device__ __forceinline__ int64_t thread_of_grid() { return (int64_t)blockIdx.x * THREADS + threadIdx.x; }
static __device__ __forceinline__ int64_t threads_of_grid() { return (int64_t)gridDim.x * THREADS; }

template <class T>
__global__ void __launch_bounds__(THREADS) order_kernel(const system_view<T> s)
{
    for (int64_t k = thread_of_grid(); k < s.n; k += threads_of_grid())
    {
        const int64_t i = s.row_of(k), p = s.ipiv[i];
        int64_t before = k; /* The first row of the run of negative pivots. */
        while (p < 0 && before > 0 && s.ipiv[s.row_of(before - 1)] < 0)
            before--;
        const bool second = (k - before) % 2 == 1;
        s.kind[i] = p > 0 ? 0 : second ? 2 : 1;
        s.row[i] = p > 0 ? p : second ? -p : i + 1;
    }
}

template <class T>
__global__ void __launch_bounds__(THREADS) unfold_kernel(const system_view<T> s)
{
    for (int64_t e = thread_of_grid(); e < s.n * s.n; e += threads_of_grid())
    {
        const int64_t row = e % s.n, column = e / s.n, i = s.row_of(row), j = s.row_of(column);
        if (i >= j)
            s.F[e] = i == j + 1 && s.kind[column] == 1 ? scalar<T>::zero() : s.A[row + column * s.lda];
    }
}

template <class T>
static __device__ void exchange_in_column(const system_view<T> &s, T *column, int64_t q)
{
    const int64_t i = s.row_of(q), j = s.row[i] - 1;
    const T kept = column[i];
    column[i] = column[j];
    column[j] = kept;
}

template <class T>
__global__ void __launch_bounds__(THREADS) chain_kernel(const system_view<T> s)
{
    for (int64_t j = thread_of_grid(); j < s.n; j += threads_of_grid())
    {
        T *column = s.F + s.row_of(j) * s.n;
        const bool begins_pair = s.kind[s.row_of(j)] == 1;
        const int64_t step_end = min(s.n, (j / DDBLAS_SYTRF_EXCHANGE_COLUMNS + 1) * DDBLAS_SYTRF_EXCHANGE_COLUMNS);
        for (int64_t q = j + 1 + begins_pair; q < step_end; q++)
            exchange_in_column(s, column, q);
        if (begins_pair && j + 1 == step_end)
            exchange_in_column(s, column, j + 1);
    }
}

/* Divides the components k and k + 1 by a block of order 2, as divide_pair on the CPU does. */
template <class T>
static __device__ void divide_pair(const system_view<T> &s, int64_t k, T *b)
{
    const int64_t i = s.row_of(k), j = s.row_of(k + 1);
    const T d = s.diagonal(k), e = s.diagonal(k + 1), c = s.A[j + i * s.lda], star = s.adjoint(c);
    const T p = quotient(e, star), q = quotient(d, c);
    const T t = quotient(scalar<T>::one(), difference(scalar<T>::mul(p, q), scalar<T>::one()));
    const T b1 = b[i], b2 = b[j];
    b[i] = scalar<T>::mul(quotient(t, c), difference(scalar<T>::mul(p, b1), b2));
    b[j] = scalar<T>::mul(quotient(t, star), difference(scalar<T>::mul(q, b2), b1));
}

template <class T>
__global__ void __launch_bounds__(THREADS) divide_kernel(const system_view<T> s)
{
    for (int64_t e = thread_of_grid(); e < s.n * s.nrhs; e += threads_of_grid())
    {
        const int64_t k = e % s.n, kind = s.kind[s.row_of(k)];
        T *b = s.B + e / s.n * s.ldb;
        if (kind == 0)
            b[s.row_of(k)] = quotient(b[s.row_of(k)], s.diagonal(k));
        else if (kind == 1)
            divide_pair(s, k, b);
    }
}

enum step
{
    ORDER,
    UNFOLD,
    DIVIDE
};

static unsigned blocks_for(int64_t threads) { return (unsigned)least(quotient_up(threads, THREADS), MOST_BLOCKS); }

template <class T>
static void launch_step(cudaStream_t stream, const struct ddblas_sytrf_system *p, enum step step)
{
    const system_view<T> s = {(const T *)p->A, p->lda,    p->n,    p->ipiv, p->order.row,      p->order.kind,
                              (T *)p->F,       (T *)p->B, p->nrhs, p->ldb,  p->hermitian != 0, p->upper != 0};
    if (step == ORDER)
        order_kernel<T><<<blocks_for(s.n), THREADS, 0, stream>>>(s);
    else if (step == DIVIDE)
        divide_kernel<T><<<blocks_for(s.n * s.nrhs), THREADS, 0, stream>>>(s);
    else
    {
        unfold_kernel<T><<<blocks_for(s.n * s.n), THREADS, 0, stream>>>(s);
        chain_kernel<T><<<blocks_for(s.n), THREADS, 0, stream>>>(s);
    }
}

static ddblasStatus_t run_step(ddblasHandle_t handle, const struct ddblas_sytrf_system *s, enum step step)
{
    if (ddblas_type_is_complex(s->type))
        launch_step<cuddcomplex>((cudaStream_t)handle->stream, s, step);
    else
        launch_step<cuddreal>((cudaStream_t)handle->stream, s, step);
    return ddblas_check_engine(handle, ddblas_device_error((int)cudaGetLastError()), "sytrs");
}

extern "C" ddblasStatus_t ddblas_sytrf_order_cuda(ddblasHandle_t handle, const struct ddblas_sytrf_system *s)
{
    return run_step(handle, s, ORDER);
}
extern "C" ddblasStatus_t ddblas_sytrf_unfold_cuda(ddblasHandle_t handle, const struct ddblas_sytrf_system *s)
{
    return run_step(handle, s, UNFOLD);
}
extern "C" ddblasStatus_t ddblas_sytrf_divide_cuda(ddblasHandle_t handle, const struct ddblas_sytrf_system *s)
{
    return run_step(handle, s, DIVIDE);
}
