/*
 * The matrix of a refinement on the CUDA engine: exponents of its diagonal, scaling, the other
 * triangle. Each kernel reads the matrix once; threads follow a column, so that a warp reads
 * adjacent elements.
 */
#include <dd/scalar.cuh>

extern "C" {
#include "backend/device_error.h"
#include "core/sizes.h"
#include "factor/refine/refine.h"
}

#include <cuda_runtime_api.h>
#include <math.h>

#include "factor/exponents/exponents.cuh"

enum
{
    THREADS = 256,
    MOST_BLOCKS = 4096
};

static ddblasStatus_t check_launch(struct ddblas_refine *f)
{
    return ddblas_check_engine(f->handle, ddblas_device_error((int)cudaGetLastError()), "refinement");
}

static unsigned blocks_for(int64_t elements) { return (unsigned)least(quotient_up(elements, THREADS), MOST_BLOCKS); }

template <class T>
__global__ void diagonal_kernel(int64_t n, int parts, const T *A, int64_t lda, int32_t *row, int32_t *column)
{
    for (int64_t j = (int64_t)blockIdx.x * THREADS + threadIdx.x; j < n; j += (int64_t)gridDim.x * THREADS)
    {
        const int e = exponent_of(number_of(A[j * parts + j * lda]));
        column[j] = row[j] == DDBLAS_EXPONENT_NOT_FINITE ? (int)DDBLAS_EXPONENT_NOT_FINITE
                    : e == DDBLAS_EXPONENT_ZERO          ? 0
                                                         : (e + 3000 + 1) / 2 - 1500;
        row[j] = column[j];
    }
}

extern "C" ddblasStatus_t ddblas_refine_exponents_of_diagonal_cuda(struct ddblas_refine *f)
{
    const int64_t n = f->p->n, lda = f->ldfull * f->parts;
    const unsigned blocks = blocks_for(n);
    const cudaStream_t stream = (cudaStream_t)f->handle->stream;
    const double *D = (const double *)f->full;
    const cuddreal *W = (const cuddreal *)f->full;
    int32_t *row = f->exponents, *column = f->exponents + n;
    if (f->p->type == DDBLAS_TYPE_D)
        diagonal_kernel<double><<<blocks, THREADS, 0, stream>>>(n, f->parts, D, lda, row, column);
    else
        diagonal_kernel<cuddreal><<<blocks, THREADS, 0, stream>>>(n, f->parts, W, lda, row, column);
    return check_launch(f);
}

/* A thread scales a row in one of DDBLAS_REFINE_STRIPS strips, and adds up its moduli. */
template <class T>
__global__ void scale_kernel(int64_t n, int parts, const T *A, int64_t lda, const int32_t *row, const int32_t *column,
                             bool in_double, void *S, double *sums)
{
    const int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x, width = (n + DDBLAS_REFINE_STRIPS - 1) / DDBLAS_REFINE_STRIPS;
    double sum = 0.0;
    if (i >= n)
        return;
    for (int64_t j = blockIdx.y * width; j < (blockIdx.y + 1) * width && j < n; j++)
    {
        double square = 0.0, modulus = 0.0;
        for (int64_t k = i * parts; k < (i + 1) * parts; k++)
        {
            const cuddreal s = cuddLdexp(number_of(A[k + j * lda]), -row[i] - column[j]);
            square += s.x * s.x;
            modulus = fabs(s.x);
            if (in_double)
                ((double *)S)[k + j * n * parts] = s.x;
            else
                ((cuddreal *)S)[k + j * n * parts] = s;
        }
        sum += parts == 2 ? sqrt(square) : modulus;
    }
    sums[i + blockIdx.y * n] = sum;
}

extern "C" ddblasStatus_t ddblas_refine_scale_cuda(struct ddblas_refine *f)
{
    const int64_t n = f->p->n, lda = f->ldfull * f->parts;
    const int parts = f->parts;
    const bool in_double = f->route == DDBLAS_REFINE_ROUTE_DOUBLE;
    cudaStream_t stream = (cudaStream_t)f->handle->stream;
    const int32_t *row = f->exponents, *column = f->exponents + n;
    const dim3 grid((unsigned)quotient_up(n, THREADS), DDBLAS_REFINE_STRIPS);
    const double *D = (const double *)f->full;
    const cuddreal *W = (const cuddreal *)f->full;
    if (f->p->type == DDBLAS_TYPE_D)
        scale_kernel<double><<<grid, THREADS, 0, stream>>>(n, parts, D, lda, row, column, in_double, f->factors, f->sums);
    else
        scale_kernel<cuddreal><<<grid, THREADS, 0, stream>>>(n, parts, W, lda, row, column, in_double, f->factors, f->sums);
    return check_launch(f);
}

/* A thread adds the strips of a row; a block writes the largest sum of its rows. */
__global__ void __launch_bounds__(THREADS) norm_kernel(int64_t n, const double *sums, double *largest)
{
    __shared__ double shared[THREADS];
    const int t = (int)threadIdx.x;
    double mine = 0.0;
    for (int64_t i = (int64_t)blockIdx.x * THREADS + t; i < n; i += (int64_t)gridDim.x * THREADS)
    {
        double sum = 0.0;
        for (int strip = 0; strip < DDBLAS_REFINE_STRIPS; strip++)
            sum += sums[i + strip * n];
        mine = sum > mine ? sum : mine;
    }
    shared[t] = mine;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2)
    {
        if (t < half && shared[t + half] > shared[t])
            shared[t] = shared[t + half];
        __syncthreads();
    }
    if (t == 0)
        largest[blockIdx.x] = shared[0];
}

/* The largest sums of at most 128 blocks are copied to the host: the columns of f->vectors have
 * room for one of each block. */
extern "C" ddblasStatus_t ddblas_refine_norm_cuda(struct ddblas_refine *f)
{
    enum
    {
        BLOCKS = 128
    };
    const unsigned blocks = (unsigned)least(quotient_up(f->p->n, THREADS), BLOCKS);
    double largest[BLOCKS];
    norm_kernel<<<blocks, THREADS, 0, (cudaStream_t)f->handle->stream>>>(f->p->n, f->sums, (double *)f->vectors);
    ddblasStatus_t status = check_launch(f);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = ddblas_refine_fetch(f, largest, f->vectors, blocks * sizeof *largest);
    f->norm = 0.0;
    for (unsigned b = 0; b < blocks && status == DDBLAS_STATUS_SUCCESS; b++)
        f->norm = largest[b] > f->norm ? largest[b] : f->norm;
    return status;
}

/* Numbers first to end - 1, whose places in W do not overlap their places in double, unless there
 * is one alone. */
__global__ void widen_kernel(int64_t first, int64_t end, const double *narrow, cuddreal *wide)
{
    for (int64_t e = first + (int64_t)blockIdx.x * THREADS + threadIdx.x; e < end; e += (int64_t)gridDim.x * THREADS)
    {
        const double a = narrow[e];
        wide[e] = cuddFromDouble(a);
    }
}

extern "C" ddblasStatus_t ddblas_refine_widen_cuda(struct ddblas_refine *f)
{
    int64_t first;
    for (int64_t end = f->p->n * f->numbers; end > 0; end = first)
    {
        first = end == 1 ? 0 : (end + 1) / 2;
        widen_kernel<<<blocks_for(end - first), THREADS, 0, (cudaStream_t)f->handle->stream>>>(
            first, end, (const double *)f->factors, (cuddreal *)f->factors);
    }
    return check_launch(f);
}

/* Converts a number where the type of the full matrix is the wider one. */
static __device__ __forceinline__ void put_number(double *to, double a) { *to = a; }
static __device__ __forceinline__ void put_number(cuddreal *to, double a) { *to = cuddFromDouble(a); }
static __device__ __forceinline__ void put_number(cuddreal *to, cuddreal a) { *to = a; }

static __device__ __forceinline__ double negative_of(double a) { return -a; }
static __device__ __forceinline__ cuddreal negative_of(cuddreal a) { return cuddNeg(a); }

/* Expands a stored triangle to the full matrix. Each thread writes numbers of it: stored elements,
 * their conjugates, or zeros as imaginary parts of a Hermitian diagonal. */
template <class T, class F>
__global__ void expand_kernel(int64_t n, int parts, bool triangle, bool upper, const T *A, int64_t lda, F *full)
{
    for (int64_t e = (int64_t)blockIdx.x * THREADS + threadIdx.x; e < n * n * parts; e += (int64_t)gridDim.x * THREADS)
    {
        const int64_t j = e / (n * parts), i = e % (n * parts) / parts;
        const int part = (int)(e % parts);
        const bool stored = !triangle || (upper ? i <= j : i >= j);
        if (triangle && i == j && part == 1)
            put_number(full + e, 0.0);
        else if (stored)
            put_number(full + e, A[(i + j * lda) * parts + part]);
        else
        {
            const T a = A[(j + i * lda) * parts + part];
            put_number(full + e, part == 1 ? negative_of(a) : a);
        }
    }
}

template <class T, class F>
static void launch_expand(struct ddblas_refine *f, void *full)
{
    const int64_t n = f->p->n;
    expand_kernel<T, F><<<blocks_for(n * f->numbers), THREADS, 0, (cudaStream_t)f->handle->stream>>>(
        n, f->parts, f->p->positive != 0, f->p->uplo == DDBLAS_FILL_MODE_UPPER, (const T *)f->p->A, f->p->lda, (F *)full);
}

extern "C" ddblasStatus_t ddblas_refine_expand_cuda(struct ddblas_refine *f, void *full)
{
    if (f->p->type == DDBLAS_TYPE_D)
        launch_expand<double, double>(f, full);
    else if (f->p->type == DDBLAS_TYPE_Z)
        launch_expand<double, cuddreal>(f, full);
    else
        launch_expand<cuddreal, cuddreal>(f, full);
    return check_launch(f);
}
