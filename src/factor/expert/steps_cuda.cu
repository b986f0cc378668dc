/*
 * Steps of equilibration and of the expert drivers on the CUDA engine.
 *
 * Tiles: none. Scaling and sums of vectors: a thread an element. Maxima: a block a column. Products
 * of moduli: a block 32 rows of op(A) with 8 lanes each for A, or one row with all lanes for its
 * transpose; lanes take every so manyth term, and are added by halves, in an order that n alone
 * decides.
 * Work: an element of A is read once for each right-hand side. Edges: loops end at n.
 * Errors: sums of n moduli in double, n 2^-53; the drivers allow for them.
 */
#include <dd/scalar.cuh>

extern "C" {
#include "backend/device_error.h"
#include "core/sizes.h"
#include "factor/expert/steps.h"
}

#include <cuda_runtime_api.h>
#include <math.h>

enum
{
    THREADS = 256,
    ROWS = 32, /* Rows of a block that multiplies by A. */
    LANES = THREADS / ROWS,
    MOST_BLOCKS = 65535
};

static ddblasStatus_t check_launch(ddblasHandle_t handle, const char *doing)
{
    return ddblas_check_engine(handle, ddblas_device_error((int)cudaGetLastError()), doing);
}

static unsigned blocks_for(int64_t count, int64_t of_block) { return (unsigned)least(quotient_up(count, of_block), MOST_BLOCKS); }

static __device__ __forceinline__ double high_part(float a) { return (double)a; }
static __device__ __forceinline__ double high_part(double a) { return a; }
static __device__ __forceinline__ double high_part(cuddreal a) { return a.x; }

static __device__ __forceinline__ double sum_of_parts(float a) { return fabs((double)a); }
static __device__ __forceinline__ double sum_of_parts(double a) { return fabs(a); }
static __device__ __forceinline__ double sum_of_parts(cuddreal a) { return fabs(a.x); }
/* The complex types. */
template <class T>
static __device__ __forceinline__ double sum_of_parts(T a)
{
    return fabs(high_part(a.x)) + fabs(high_part(a.y));
}

static __device__ __forceinline__ double modulus(float a) { return fabs((double)a); }
static __device__ __forceinline__ double modulus(double a) { return fabs(a); }
static __device__ __forceinline__ double modulus(cuddreal a) { return fabs(a.x); }
template <class T>
static __device__ __forceinline__ double modulus(T a)
{
    return hypot(high_part(a.x), high_part(a.y));
}

static __device__ __forceinline__ float times(float a, double f) { return (float)((double)a * f); }
static __device__ __forceinline__ double times(double a, double f) { return a * f; }
static __device__ __forceinline__ cuddreal times(cuddreal a, double f) { return cuddMulD(a, f); }
template <class T>
static __device__ __forceinline__ T times(T a, double f)
{
    a.x = times(a.x, f);
    a.y = times(a.y, f);
    return a;
}

/* The larger one, or NaN. */
static __device__ __forceinline__ double larger(double a, double b) { return a > b || isnan(a) ? a : b; }

/* The largest of the numbers of all threads of a block, in thread 0. */
static __device__ double largest_of_block(double mine)
{
    __shared__ double shared[THREADS];
    const int t = (int)threadIdx.x;
    shared[t] = mine;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2)
    {
        if (t < half)
            shared[t] = larger(shared[t], shared[t + half]);
        __syncthreads();
    }
    const double largest = shared[0];
    __syncthreads();
    return largest;
}

/* ---- scaling --------------------------------------------------------------------------------- */

/* Blocks go along the columns in x, and take columns in y. */
template <class T>
__global__ void __launch_bounds__(THREADS) scale_kernel(const struct ddblas_scale_step s)
{
    for (int64_t j = blockIdx.y; j < s.n; j += gridDim.y)
    {
        const int64_t first = s.uplo == DDBLAS_FILL_MODE_LOWER ? j : 0,
                      last = s.uplo == DDBLAS_FILL_MODE_UPPER && j + 1 < s.m ? j + 1 : s.m;
        const double column = s.C ? s.C[j] : 1.0;
        T *A = (T *)s.A + j * s.lda;
        for (int64_t i = first + (int64_t)blockIdx.x * THREADS + threadIdx.x; i < last; i += (int64_t)gridDim.x * THREADS)
        {
            const double row = s.R ? s.R[i] : 1.0, factor = row * column;
            A[i] = factor > 0x1p-900 && factor < 0x1p900 ? times(A[i], factor) : times(times(A[i], row), column);
        }
    }
}

extern "C" ddblasStatus_t ddblas_scale_step_cuda(ddblasHandle_t handle, const struct ddblas_scale_step *s)
{
    const cudaStream_t stream = (cudaStream_t)handle->stream;
    const dim3 grid((unsigned)least(quotient_up(s->m, THREADS), 1024), blocks_for(s->n, 1));
    switch (s->type)
    {
#define DDBLAS_TYPES DDBLAS_TYPES_ALL
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        scale_kernel<element><<<grid, THREADS, 0, stream>>>(*s);                                                                 \
        break;
#include <dd/types.def>
    default:
        break;
    }
    return check_launch(handle, "scaling");
}

/* ---- maxima ---------------------------------------------------------------------------------- */

template <class T>
__global__ void __launch_bounds__(THREADS) largest_kernel(const struct ddblas_largest_step s)
{
    for (int64_t j = blockIdx.x; j < s.n; j += gridDim.x)
    {
        const T *A = (const T *)s.A + j * s.lda;
        double mine = 0.0;
        for (int64_t i = threadIdx.x; i < (s.upper && j + 1 < s.m ? j + 1 : s.m); i += THREADS)
            mine = larger(modulus(A[i]), mine);
        mine = largest_of_block(mine);
        if (threadIdx.x == 0)
            s.largest[j] = mine;
    }
}

extern "C" ddblasStatus_t ddblas_largest_step_cuda(ddblasHandle_t handle, const struct ddblas_largest_step *s)
{
    const cudaStream_t stream = (cudaStream_t)handle->stream;
    const unsigned grid = blocks_for(s->n, 1);
    switch (s->type)
    {
#define DDBLAS_TYPES DDBLAS_TYPES_ALL
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        largest_kernel<element><<<grid, THREADS, 0, stream>>>(*s);                                                               \
        break;
#include <dd/types.def>
    default:
        break;
    }
    return check_launch(handle, "the largest elements");
}

/* ---- products of moduli ---------------------------------------------------------------------- */

template <class T>
static __device__ __forceinline__ double modulus_of_x(const struct ddblas_moduli_step &s, int64_t i, int64_t c)
{
    return s.X ? sum_of_parts(((const T *)s.X)[i + c * s.ldx]) : 1.0;
}

/* Row i of A belongs to LANES threads, which are ROWS threads apart. */
template <class T>
__global__ void __launch_bounds__(THREADS) moduli_kernel(const struct ddblas_moduli_step s)
{
    __shared__ double shared[THREADS];
    const int t = (int)threadIdx.x, lane = t / ROWS;
    const T *A = (const T *)s.A;
    for (int64_t c = blockIdx.y; c < s.nrhs; c += gridDim.y)
        for (int64_t first = (int64_t)blockIdx.x * ROWS; first < s.n; first += (int64_t)gridDim.x * ROWS)
        {
            const int64_t i = first + t % ROWS;
            double sum = 0.0;
            for (int64_t j = lane; j < s.n && i < s.n; j += LANES)
                sum += sum_of_parts(A[i + j * s.lda]) * modulus_of_x<T>(s, j, c);
            shared[t] = sum;
            __syncthreads();
            for (int half = LANES / 2; half > 0; half /= 2)
            {
                if (lane < half)
                    shared[t] += shared[t + half * ROWS];
                __syncthreads();
            }
            if (lane == 0 && i < s.n)
                s.sums[i + c * s.n] = shared[t] + (s.B ? sum_of_parts(((const T *)s.B)[i + c * s.ldb]) : 0.0);
            __syncthreads();
        }
}

/* Row i of the transpose is column i of A: a block has it. */
template <class T>
__global__ void __launch_bounds__(THREADS) transposed_kernel(const struct ddblas_moduli_step s)
{
    __shared__ double shared[THREADS];
    const int t = (int)threadIdx.x;
    for (int64_t c = blockIdx.y; c < s.nrhs; c += gridDim.y)
        for (int64_t i = blockIdx.x; i < s.n; i += gridDim.x)
        {
            const T *A = (const T *)s.A + i * s.lda;
            double sum = 0.0;
            for (int64_t j = t; j < s.n; j += THREADS)
                sum += sum_of_parts(A[j]) * modulus_of_x<T>(s, j, c);
            shared[t] = sum;
            __syncthreads();
            for (int half = THREADS / 2; half > 0; half /= 2)
            {
                if (t < half)
                    shared[t] += shared[t + half];
                __syncthreads();
            }
            if (t == 0)
                s.sums[i + c * s.n] = shared[0] + (s.B ? sum_of_parts(((const T *)s.B)[i + c * s.ldb]) : 0.0);
            __syncthreads();
        }
}

extern "C" ddblasStatus_t ddblas_moduli_step_cuda(ddblasHandle_t handle, const struct ddblas_moduli_step *s)
{
    const cudaStream_t stream = (cudaStream_t)handle->stream;
    const dim3 rows(blocks_for(s->n, ROWS), blocks_for(s->nrhs, 1)), columns(blocks_for(s->n, 1), blocks_for(s->nrhs, 1));
    if (s->transposed)
        switch (s->type)
        {
#define DDBLAS_TYPES DDBLAS_TYPES_ALL
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        transposed_kernel<element><<<columns, THREADS, 0, stream>>>(*s);                                                         \
        break;
#include <dd/types.def>
        default:
            break;
        }
    else
        switch (s->type)
        {
#define DDBLAS_TYPES DDBLAS_TYPES_ALL
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        moduli_kernel<element><<<rows, THREADS, 0, stream>>>(*s);                                                                \
        break;
#include <dd/types.def>
        default:
            break;
        }
    return check_launch(handle, "a product of moduli");
}

/* ---- quotients, corrections ------------------------------------------------------------------ */

template <class T>
__global__ void __launch_bounds__(THREADS) quotient_kernel(const struct ddblas_quotient_step s, double small)
{
    const T *residuals = (const T *)s.residuals;
    for (int64_t c = blockIdx.x; c < s.nrhs; c += gridDim.x)
    {
        double mine = 0.0;
        for (int64_t i = c * s.n + threadIdx.x; i < (c + 1) * s.n; i += THREADS)
        {
            const double r = sum_of_parts(residuals[i]), w = s.sums[i], more = w > small ? 0.0 : s.least;
            mine = larger((r + more) / (w + more), mine);
            s.sums[i] = r + s.terms * w + more;
        }
        mine = largest_of_block(mine);
        if (threadIdx.x == 0)
            s.backward[c] = mine;
    }
}

extern "C" ddblasStatus_t ddblas_quotient_step_cuda(ddblasHandle_t handle, const struct ddblas_quotient_step *s)
{
    const cudaStream_t stream = (cudaStream_t)handle->stream;
    const double small = s->least / ddblas_type_unit(s->type);
    const unsigned grid = blocks_for(s->nrhs, 1);
    switch (s->type)
    {
#define DDBLAS_TYPES DDBLAS_TYPES_ALL
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        quotient_kernel<element><<<grid, THREADS, 0, stream>>>(*s, small);                                                       \
        break;
#include <dd/types.def>
    default:
        break;
    }
    return check_launch(handle, "backward errors");
}

template <class T>
__global__ void __launch_bounds__(THREADS) add_kernel(const struct ddblas_add_step s)
{
    for (int64_t c = blockIdx.y; c < s.nrhs; c += gridDim.y)
        for (int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x; i < s.n && s.active[c]; i += (int64_t)gridDim.x * THREADS)
        {
            T *x = (T *)s.X + i + c * s.ldx;
            *x = scalar<T>::add(*x, ((const T *)s.D)[i + c * s.n]);
        }
}

extern "C" ddblasStatus_t ddblas_add_step_cuda(ddblasHandle_t handle, const struct ddblas_add_step *s)
{
    const cudaStream_t stream = (cudaStream_t)handle->stream;
    const dim3 grid((unsigned)least(quotient_up(s->n, THREADS), 1024), blocks_for(s->nrhs, 1));
    switch (s->type)
    {
#define DDBLAS_TYPES DDBLAS_TYPES_ALL
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        add_kernel<element><<<grid, THREADS, 0, stream>>>(*s);                                                                   \
        break;
#include <dd/types.def>
    default:
        break;
    }
    return check_launch(handle, "a correction");
}
