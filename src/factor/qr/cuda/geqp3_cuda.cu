/*
 * Steps of geqp3 on the CUDA engine (geqp3.h).
 *
 *   order_kernel     one thread reads the marks in jpvt
 *   arrange_kernel   a thread for each row exchanges the marked columns, one after another
 *   pivot_kernel     one block finds the largest norm, and exchanges norms and rows of F
 *   row_kernel       a thread for each row exchanges two elements and updates column k
 *   column_kernel    a thread for each column behind k: F(j, k), a_kj, norm j; a norm that has to
 *                    be computed again becomes -1
 *   norm_kernel      a block for each column whose norm is -1, or at first for all
 *
 * Work of a step with l columns of its block before it: m l and 2 n l products, and m l for each
 * norm that is computed again. Edges: loops end at m and n. The sums of a norm have an order that m
 * alone decides.
 */
#include <dd/scalar.cuh>

extern "C" {
#include "backend/device_error.h"
#include "core/sizes.h"
#include "factor/qr/geqp3_norm.h"
}

#include <cuda_runtime_api.h>

enum
{
    THREADS = 256,
    MOST_BLOCKS = 4096
};

static __device__ __forceinline__ double square_w(cuddreal a, double power) { return a.x * power * (a.x * power); }
static __device__ __forceinline__ double square_u(cuddcomplex a, double power)
{
    return square_w(a.x, power) + square_w(a.y, power);
}

#undef CUDD_FN
#define CUDD_FN static __device__ __forceinline__

#define NAME(function) function##_w
#define T              cuddreal
#define HOST           cuddreal
#define ADD            scalar<cuddreal>::add
#define SUBTRACT       cuddSub
#define MULTIPLY       scalar<cuddreal>::mul
#define CONJUGATE      scalar<cuddreal>::conj
#define SQUARE         square_w
#define EXPONENT       qr_exponent_w
#include "factor/qr/geqp3_elements.h"

#define NAME(function) function##_u
#define T              cuddcomplex
#define HOST           cuddcomplex
#define ADD            scalar<cuddcomplex>::add
#define SUBTRACT       cuddcSub
#define MULTIPLY       scalar<cuddcomplex>::mul
#define CONJUGATE      scalar<cuddcomplex>::conj
#define SQUARE         square_u
#define EXPONENT       qr_exponent_u
#include "factor/qr/geqp3_elements.h"

static __device__ __forceinline__ int64_t thread_of_grid() { return (int64_t)blockIdx.x * THREADS + threadIdx.x; }
static __device__ __forceinline__ int64_t threads_of_grid() { return (int64_t)gridDim.x * THREADS; }

__global__ void order_kernel(const struct ddblas_geqp3_step s) { geqp3_order(&s); }

template <bool COMPLEX>
__global__ void __launch_bounds__(THREADS) arrange_kernel(const struct ddblas_geqp3_step s)
{
    for (int64_t i = thread_of_grid(); i < s.m; i += threads_of_grid())
        for (int64_t j = 0; j < s.n; j++)
            if (s.exchange[j] != j)
            {
                if (COMPLEX)
                    geqp3_exchange_u(geqp3_at_u(&s, i, j), geqp3_at_u(&s, i, s.exchange[j]));
                else
                    geqp3_exchange_w(geqp3_at_w(&s, i, j), geqp3_at_w(&s, i, s.exchange[j]));
            }
}

/* A column is preferred to another one if its norm is larger or, of equal norms, if it comes
 * first; -1 stands for no column. */
static __device__ __forceinline__ bool is_preferred(const struct ddblas_geqp3_step *s, int64_t a, int64_t b)
{
    return a >= 0 && (b < 0 || geqp3_is_above(s->norm[a], s->norm[b]) || (!geqp3_is_above(s->norm[b], s->norm[a]) && a < b));
}

template <bool COMPLEX>
__global__ void __launch_bounds__(THREADS) pivot_kernel(const struct ddblas_geqp3_step s)
{
    __shared__ int64_t best[THREADS];
    const int t = (int)threadIdx.x;
    int64_t mine = -1;
    for (int64_t j = s.k + t; j < (s.k >= s.state[0] ? s.n : s.k + 1); j += THREADS)
        mine = is_preferred(&s, j, mine) ? j : mine;
    best[t] = mine;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2)
    {
        if (t < half && is_preferred(&s, best[t + half], best[t]))
            best[t] = best[t + half];
        __syncthreads();
    }
    const int64_t pivot = best[0], l = s.first + t;
    if (l < s.k && pivot != s.k)
    {
        if (COMPLEX)
            geqp3_exchange_u(geqp3_f_u(&s, s.k, l), geqp3_f_u(&s, pivot, l));
        else
            geqp3_exchange_w(geqp3_f_w(&s, s.k, l), geqp3_f_w(&s, pivot, l));
    }
    if (t == 0)
        geqp3_exchange_norms(&s, pivot);
}

template <bool COMPLEX>
__global__ void __launch_bounds__(THREADS) row_kernel(const struct ddblas_geqp3_step s)
{
    const int64_t pivot = s.state[1];
    for (int64_t i = thread_of_grid(); i < s.m; i += threads_of_grid())
        if (COMPLEX)
            geqp3_row_u(&s, pivot, i);
        else
            geqp3_row_w(&s, pivot, i);
}

template <bool COMPLEX>
__global__ void __launch_bounds__(THREADS) column_kernel(const struct ddblas_geqp3_step s)
{
    for (int64_t j = s.k + 1 + thread_of_grid(); j < s.n; j += threads_of_grid())
        if (COMPLEX ? geqp3_column_u(&s, j) : geqp3_column_w(&s, j))
            s.norm[j] = -1.0;
}

template <bool COMPLEX>
__global__ void __launch_bounds__(THREADS) norm_kernel(const struct ddblas_geqp3_step s, bool all)
{
    __shared__ int exponents[THREADS];
    __shared__ double sums[THREADS];
    const int t = (int)threadIdx.x;
    const int64_t row = s.k + 1 + t;
    for (int64_t j = s.k + 1 + blockIdx.x; j < s.n; j += gridDim.x)
    {
        if (!all && s.norm[j] != -1.0)
            continue;
        exponents[t] = COMPLEX ? geqp3_exponent_u(&s, j, row, THREADS) : geqp3_exponent_w(&s, j, row, THREADS);
        __syncthreads();
        for (int half = THREADS / 2; half > 0; half /= 2)
        {
            if (t < half)
                exponents[t] = max(exponents[t], exponents[t + half]);
            __syncthreads();
        }
        const int e = exponents[0];
        sums[t] = COMPLEX ? geqp3_squares_u(&s, j, row, THREADS, e) : geqp3_squares_w(&s, j, row, THREADS, e);
        __syncthreads();
        for (int half = THREADS / 2; half > 0; half /= 2)
        {
            if (t < half)
                sums[t] += sums[t + half];
            __syncthreads();
        }
        if (t == 0)
            geqp3_set_norm(&s, j, sums[0], e);
        __syncthreads();
    }
}

static unsigned blocks_for(int64_t threads) { return (unsigned)least(quotient_up(threads, THREADS), MOST_BLOCKS); }

static ddblasStatus_t check_launch(ddblasHandle_t handle)
{
    return ddblas_check_engine(handle, ddblas_device_error((int)cudaGetLastError()), "geqp3");
}

extern "C" ddblasStatus_t ddblas_geqp3_start_cuda(ddblasHandle_t handle, const struct ddblas_geqp3_step *step)
{
    const cudaStream_t stream = (cudaStream_t)handle->stream;
    struct ddblas_geqp3_step s = *step;
    s.k = -1; /* Nothing is subtracted from the columns. */
    const unsigned rows = blocks_for(s.m), columns = (unsigned)least(s.n, MOST_BLOCKS);
    order_kernel<<<1, 1, 0, stream>>>(s);
    if (ddblas_type_is_complex(s.type))
    {
        arrange_kernel<true><<<rows, THREADS, 0, stream>>>(s);
        norm_kernel<true><<<columns, THREADS, 0, stream>>>(s, true);
    }
    else
    {
        arrange_kernel<false><<<rows, THREADS, 0, stream>>>(s);
        norm_kernel<false><<<columns, THREADS, 0, stream>>>(s, true);
    }
    return check_launch(handle);
}

extern "C" ddblasStatus_t ddblas_geqp3_pivot_cuda(ddblasHandle_t handle, const struct ddblas_geqp3_step *s)
{
    const cudaStream_t stream = (cudaStream_t)handle->stream;
    if (ddblas_type_is_complex(s->type))
    {
        pivot_kernel<true><<<1, THREADS, 0, stream>>>(*s);
        row_kernel<true><<<blocks_for(s->m), THREADS, 0, stream>>>(*s);
    }
    else
    {
        pivot_kernel<false><<<1, THREADS, 0, stream>>>(*s);
        row_kernel<false><<<blocks_for(s->m), THREADS, 0, stream>>>(*s);
    }
    return check_launch(handle);
}

extern "C" ddblasStatus_t ddblas_geqp3_finish_cuda(ddblasHandle_t handle, const struct ddblas_geqp3_step *s)
{
    const cudaStream_t stream = (cudaStream_t)handle->stream;
    const int64_t behind = s->n - s->k - 1;
    const unsigned columns = (unsigned)least(behind, MOST_BLOCKS);
    if (ddblas_type_is_complex(s->type))
    {
        column_kernel<true><<<blocks_for(behind), THREADS, 0, stream>>>(*s);
        norm_kernel<true><<<columns, THREADS, 0, stream>>>(*s, false);
    }
    else
    {
        column_kernel<false><<<blocks_for(behind), THREADS, 0, stream>>>(*s);
        norm_kernel<false><<<columns, THREADS, 0, stream>>>(*s, false);
    }
    return check_launch(handle);
}
