/*
 * Exponents of rows and columns on the CUDA engine. Each kernel reads the matrix once; threads
 * follow a column, so that a warp reads adjacent elements.
 */
#include <dd/scalar.cuh>

extern "C" {
#include "backend/device_error.h"
#include "core/sizes.h"
}

#include <cuda_runtime_api.h>
#include <math.h>

#include "exponents.cuh"

enum
{
    THREADS = 256,
    MOST_BLOCKS = 4096,
    STRIP = 64 /* Columns that a thread follows. */
};

__global__ void fill_kernel(int64_t count, int32_t *exponents)
{
    for (int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x; i < count; i += (int64_t)gridDim.x * THREADS)
        exponents[i] = DDBLAS_EXPONENT_ZERO;
}

/* A thread follows row i of the numbers, which are those of row i / parts, through a strip of STRIP
 * columns. lda counts numbers. */
template <class T>
__global__ void row_kernel(int64_t m, int64_t n, int parts, const T *A, int64_t lda, int32_t *row)
{
    for (int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x; i < m * parts; i += (int64_t)gridDim.x * THREADS)
        for (int64_t first = (int64_t)blockIdx.y * STRIP; first < n; first += (int64_t)gridDim.y * STRIP)
        {
            int largest = DDBLAS_EXPONENT_ZERO;
            for (int64_t j = first; j < first + STRIP && j < n; j++)
            {
                const int e = exponent_of(number_of(A[i + j * lda]));
                largest = e > largest ? e : largest;
            }
            atomicMax(&row[i / parts], largest);
        }
}

/* A block has a column. */
template <class T>
__global__ void column_kernel(int64_t m, int64_t n, int parts, const T *A, int64_t lda, const int32_t *row, int32_t *column)
{
    for (int64_t j = blockIdx.x; j < n; j += gridDim.x)
    {
        int largest = DDBLAS_EXPONENT_ZERO;
        for (int64_t i = threadIdx.x; i < m * parts; i += THREADS)
        {
            const int e = exponent_of(number_of(A[i + j * lda]));
            if (e != DDBLAS_EXPONENT_ZERO && e != DDBLAS_EXPONENT_NOT_FINITE && e - row[i / parts] > largest)
                largest = e - row[i / parts];
        }
        if (largest != DDBLAS_EXPONENT_ZERO)
            atomicMax(&column[j], largest);
    }
}

static unsigned blocks_for(int64_t count, int64_t of_block, int64_t most_blocks)
{
    return (unsigned)least(quotient_up(count, of_block), most_blocks);
}

template <class T>
static void launch_kernels(const struct ddblas_exponents *p)
{
    const int64_t lda = p->lda * p->parts;
    const cudaStream_t stream = (cudaStream_t)p->handle->stream;
    const T *A = (const T *)p->A;
    const dim3 tiles(blocks_for(p->m * p->parts, THREADS, INT32_MAX), blocks_for(p->n, STRIP, 1024));
    fill_kernel<<<blocks_for(p->m, THREADS, MOST_BLOCKS), THREADS, 0, stream>>>(p->m, p->row);
    row_kernel<T><<<tiles, THREADS, 0, stream>>>(p->m, p->n, p->parts, A, lda, p->row);
    if (!p->column)
        return;
    fill_kernel<<<blocks_for(p->n, THREADS, MOST_BLOCKS), THREADS, 0, stream>>>(p->n, p->column);
    column_kernel<T><<<blocks_for(p->n, 1, MOST_BLOCKS), THREADS, 0, stream>>>(p->m, p->n, p->parts, A, lda, p->row, p->column);
}

extern "C" ddblasStatus_t ddblas_exponents_cuda(const struct ddblas_exponents *p)
{
    if (p->number == DDBLAS_TYPE_S)
        launch_kernels<float>(p);
    else if (p->number == DDBLAS_TYPE_D)
        launch_kernels<double>(p);
    else
        launch_kernels<cuddreal>(p);
    return ddblas_check_engine(p->handle, ddblas_device_error((int)cudaGetLastError()), "exponents of rows and columns");
}
