/*
 * The matrix of a refinement on the CUDA engine: exponents of its rows and columns, scaling, the
 * other triangle. Each kernel reads the matrix once; threads follow a column, so that a warp reads
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

enum
{
    THREADS = 256,
    MOST_BLOCKS = 4096,
    STRIP = 64 /* Columns that a thread follows. */
};

static ddblasStatus_t check_launch(struct ddblas_refine *f)
{
    return ddblas_check_engine(f->handle, ddblas_device_error((int)cudaGetLastError()), "refinement");
}

static unsigned blocks_for(int64_t elements) { return (unsigned)least(quotient_up(elements, THREADS), MOST_BLOCKS); }

/* Blocks for tiles of THREADS rows and STRIP columns. */
static dim3 tiles_for(int64_t n) { return dim3((unsigned)quotient_up(n, THREADS), (unsigned)least(quotient_up(n, STRIP), 1024)); }

static __device__ __forceinline__ cuddreal number_of(double a) { return cuddFromDouble(a); }
static __device__ __forceinline__ cuddreal number_of(cuddreal a) { return a; }

static __device__ int exponent_of(cuddreal a)
{
    int e = 0;
    if (!cuddIsFinite(a))
        return DDBLAS_REFINE_NOT_FINITE;
    (void)frexp(a.x, &e);
    return a.x == 0.0 ? (int)DDBLAS_REFINE_ZERO : e;
}

__global__ void fill_kernel(int64_t count, int32_t *exponents)
{
    for (int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x; i < count; i += (int64_t)gridDim.x * THREADS)
        exponents[i] = DDBLAS_REFINE_ZERO;
}

/* A thread follows a row through a strip of STRIP columns. */
template <class T>
__global__ void row_kernel(int64_t n, const T *A, int64_t lda, int32_t *row)
{
    const int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;
    for (int64_t first = (int64_t)blockIdx.y * STRIP; first < n && i < n; first += (int64_t)gridDim.y * STRIP)
    {
        int largest = DDBLAS_REFINE_ZERO;
        for (int64_t j = first; j < first + STRIP && j < n; j++)
        {
            const int e = exponent_of(number_of(A[i + j * lda]));
            largest = e > largest ? e : largest;
        }
        atomicMax(&row[i], largest);
    }
}

/* A block has a column. */
template <class T>
__global__ void column_kernel(int64_t n, const T *A, int64_t lda, const int32_t *row, int32_t *column)
{
    for (int64_t j = blockIdx.x; j < n; j += gridDim.x)
    {
        int largest = DDBLAS_REFINE_ZERO;
        for (int64_t i = threadIdx.x; i < n; i += THREADS)
        {
            const int e = exponent_of(number_of(A[i + j * lda]));
            if (e != DDBLAS_REFINE_ZERO && e != DDBLAS_REFINE_NOT_FINITE && e - row[i] > largest)
                largest = e - row[i];
        }
        if (largest != DDBLAS_REFINE_ZERO)
            atomicMax(&column[j], largest);
    }
}

template <class T>
__global__ void diagonal_kernel(int64_t n, const T *A, int64_t lda, int32_t *row, int32_t *column)
{
    for (int64_t j = (int64_t)blockIdx.x * THREADS + threadIdx.x; j < n; j += (int64_t)gridDim.x * THREADS)
    {
        const int e = exponent_of(number_of(A[j + j * lda]));
        column[j] = row[j] == DDBLAS_REFINE_NOT_FINITE ? (int)DDBLAS_REFINE_NOT_FINITE
                    : e == DDBLAS_REFINE_ZERO          ? 0
                                                       : (e + 3000 + 1) / 2 - 1500;
        row[j] = column[j];
    }
}

template <class T>
static void launch_exponents(struct ddblas_refine *f)
{
    const int64_t n = f->p->n;
    cudaStream_t stream = (cudaStream_t)f->handle->stream;
    int32_t *row = f->exponents, *column = f->exponents + n;
    const T *A = (const T *)f->full;
    fill_kernel<<<blocks_for(2 * n), THREADS, 0, stream>>>(2 * n, row);
    row_kernel<T><<<tiles_for(n), THREADS, 0, stream>>>(n, A, f->ldfull, row);
    if (f->p->positive)
        diagonal_kernel<T><<<blocks_for(n), THREADS, 0, stream>>>(n, A, f->ldfull, row, column);
    else
        column_kernel<T><<<(unsigned)least(n, MOST_BLOCKS), THREADS, 0, stream>>>(n, A, f->ldfull, row, column);
}

extern "C" ddblasStatus_t ddblas_refine_exponents_cuda(struct ddblas_refine *f)
{
    if (f->p->type == DDBLAS_TYPE_D)
        launch_exponents<double>(f);
    else
        launch_exponents<cuddreal>(f);
    return check_launch(f);
}

/* A thread scales a row in one of DDBLAS_REFINE_STRIPS strips, and adds up its moduli. */
template <class T>
__global__ void scale_kernel(int64_t n, const T *A, int64_t lda, const int32_t *row, const int32_t *column, bool in_double,
                             void *S, double *sums)
{
    const int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x, width = (n + DDBLAS_REFINE_STRIPS - 1) / DDBLAS_REFINE_STRIPS;
    double sum = 0.0;
    if (i >= n)
        return;
    for (int64_t j = blockIdx.y * width; j < (blockIdx.y + 1) * width && j < n; j++)
    {
        const cuddreal s = cuddLdexp(number_of(A[i + j * lda]), -row[i] - column[j]);
        sum += fabs(s.x);
        if (in_double)
            ((double *)S)[i + j * n] = s.x;
        else
            ((cuddreal *)S)[i + j * n] = s;
    }
    sums[i + blockIdx.y * n] = sum;
}

extern "C" ddblasStatus_t ddblas_refine_scale_cuda(struct ddblas_refine *f)
{
    const int64_t n = f->p->n, lda = f->ldfull;
    const bool in_double = f->route == DDBLAS_REFINE_ROUTE_DOUBLE;
    cudaStream_t stream = (cudaStream_t)f->handle->stream;
    const int32_t *row = f->exponents, *column = f->exponents + n;
    const dim3 grid((unsigned)quotient_up(n, THREADS), DDBLAS_REFINE_STRIPS);
    const double *D = (const double *)f->full;
    const cuddreal *W = (const cuddreal *)f->full;
    if (f->p->type == DDBLAS_TYPE_D)
        scale_kernel<double><<<grid, THREADS, 0, stream>>>(n, D, lda, row, column, in_double, f->factors, f->sums);
    else
        scale_kernel<cuddreal><<<grid, THREADS, 0, stream>>>(n, W, lda, row, column, in_double, f->factors, f->sums);
    return check_launch(f);
}

template <class T>
__global__ void expand_kernel(int64_t n, bool upper, const T *A, int64_t lda, T *full)
{
    for (int64_t e = (int64_t)blockIdx.x * THREADS + threadIdx.x; e < n * n; e += (int64_t)gridDim.x * THREADS)
    {
        const int64_t i = e % n, j = e / n;
        const bool stored = upper ? i <= j : i >= j;
        full[e] = stored ? A[i + j * lda] : A[j + i * lda];
    }
}

extern "C" ddblasStatus_t ddblas_refine_expand_cuda(struct ddblas_refine *f, void *full)
{
    const int64_t n = f->p->n, lda = f->p->lda;
    const unsigned blocks = blocks_for(n * n);
    const bool upper = f->p->uplo == DDBLAS_FILL_MODE_UPPER;
    cudaStream_t stream = (cudaStream_t)f->handle->stream;
    if (f->p->type == DDBLAS_TYPE_D)
        expand_kernel<double><<<blocks, THREADS, 0, stream>>>(n, upper, (const double *)f->p->A, lda, (double *)full);
    else
        expand_kernel<cuddreal><<<blocks, THREADS, 0, stream>>>(n, upper, (const cuddreal *)f->p->A, lda, (cuddreal *)full);
    return check_launch(f);
}
