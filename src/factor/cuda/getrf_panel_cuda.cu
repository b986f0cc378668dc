/*
 * A panel of an LU factorisation on the CUDA engine. If its rows fit the shared memory of the
 * device, one launch factors it (getrf_resident_kernel.cuh). Otherwise there is one launch a
 * column:
 *
 *   the pivot goes to row j,  l_ij = a_ij / u_jj,  a_ic = a_ic - l_ij u_jc  for i, c > j
 *
 * Launch j divides column j - 1 by its pivot, subtracts its products from the columns from j on,
 * and searches column j. A thread has a row at a time; the row of U is in shared memory. Each block
 * leaves its best pivot in scratch memory. The block that finishes last, by an atomic counter,
 * chooses among them and exchanges the two rows. No block waits for another, and the choice does
 * not depend on the order in which blocks finish.
 *
 * Work: panel columns^2 / 2 multiply-adds for each row; one launch of a few microseconds a column.
 * Edges: the last launch has nothing to search, and a square panel has no last launch.
 * Error bound: docs/numerics.md, "Cholesky and LU factorisations".
 */
#include <dd/scalar.cuh>

#include "add_products.cuh"

extern "C" {
#include "backend/device_error.h"
#include "core/sizes.h"
#include "factor/factor.h"
}
#include "factor/getrf_pivot.h"

#include <cuda_runtime_api.h>

enum
{
    THREADS = 256,
    MOST_BLOCKS = 1024,
    /* Bytes of scratch memory before the pivots of the blocks: the counter. */
    COUNTER_BYTES = 256
};

struct panel_pivots
{
    unsigned *finished; /* Number of blocks that have finished; 0 between launches. */
    ddblas_pivot *best; /* The best pivot of each block. */
};

template <class T>
struct panel_columns
{
    T *A;
    int64_t lda, rows, at;
    int columns;
    int64_t *ipiv, *info;

    __device__ __forceinline__ T *element(int64_t i, int64_t j) const { return A + i + j * lda; }
};

static __device__ __noinline__ cuddreal quotient(cuddreal a, cuddreal b) { return cuddDiv(a, b); }
static __device__ __noinline__ cuddcomplex quotient(cuddcomplex a, cuddcomplex b) { return cuddcDiv(a, b); }

/* Subtracts the products of column j - 1 in row i, and returns the new element of column j. row_u:
 * row j - 1 of the panel. */
template <class T>
static __device__ T eliminate_row(const panel_columns<T> &p, int64_t i, int j, const T *row_u)
{
    const T factor = quotient(*p.element(i, j - 1), row_u[j - 1]), minus = scalar<T>::neg(factor);
    T next = scalar<T>::zero();
    *p.element(i, j - 1) = factor;
#pragma unroll 4
    for (int c = j; c < p.columns; c++)
    {
        const T a = add_one_product(*p.element(i, c), minus, row_u[c]);
        *p.element(i, c) = a;
        if (c == j)
            next = a;
    }
    return next;
}

/* Returns the best pivot of the block, in its first thread. */
static __device__ ddblas_pivot best_of_block(ddblas_pivot mine, ddblas_pivot *shared)
{
    shared[threadIdx.x] = mine;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2)
    {
        if ((int)threadIdx.x < half)
            shared[threadIdx.x] = ddblas_pivot_of(shared[threadIdx.x], shared[threadIdx.x + half]);
        __syncthreads();
    }
    return shared[0];
}

/* No row: its magnitude is 0, and its index is larger than every row of the panel. */
static __device__ __forceinline__ ddblas_pivot no_pivot() { return {cuddFromDouble(0.0), INT64_MAX}; }

/* Called by the block that finishes last: chooses the pivot of column j, records it, and exchanges
 * the rows. */
template <class T>
static __device__ void choose_pivot(const panel_columns<T> &p, int j, const panel_pivots &pivots, ddblas_pivot *shared)
{
    ddblas_pivot mine = no_pivot();
    for (int b = (int)threadIdx.x; b < (int)gridDim.x; b += THREADS)
        mine = ddblas_pivot_of(mine, pivots.best[b]);
    const ddblas_pivot pivot = best_of_block(mine, shared);
    if (threadIdx.x == 0)
    {
        *pivots.finished = 0;
        p.ipiv[p.at + j] = p.at + pivot.row + 1;
        if (cuddIsZero(pivot.magnitude) && *p.info == 0)
            *p.info = p.at + j + 1;
    }
    for (int c = (int)threadIdx.x; c < p.columns && pivot.row != j; c += THREADS)
    {
        const T kept = *p.element(j, c);
        *p.element(j, c) = *p.element(pivot.row, c);
        *p.element(pivot.row, c) = kept;
    }
}

template <class T, int COLUMNS>
__global__ void __launch_bounds__(THREADS) panel_kernel(const panel_columns<T> p, int j, const panel_pivots pivots)
{
    __shared__ T row_u[COLUMNS];
    __shared__ ddblas_pivot shared[THREADS];
    __shared__ bool is_last;
    const bool searches = j < p.columns;
    for (int c = (int)threadIdx.x; c < p.columns && j > 0; c += THREADS)
        row_u[c] = *p.element(j - 1, c);
    __syncthreads();
    const bool eliminates = j > 0 && !scalar<T>::is_zero(row_u[j > 0 ? j - 1 : 0]);
    ddblas_pivot mine = no_pivot();
    for (int64_t i = j + (int64_t)blockIdx.x * THREADS + threadIdx.x; i < p.rows; i += (int64_t)gridDim.x * THREADS)
    {
        T next = scalar<T>::zero();
        if (eliminates)
            next = eliminate_row(p, i, j, row_u);
        else if (searches)
            next = *p.element(i, j);
        if (searches)
            mine = ddblas_pivot_of(mine, {scalar<T>::abs1(next), i});
    }
    if (!searches)
        return;
    const ddblas_pivot best = best_of_block(mine, shared);
    if (threadIdx.x == 0)
        pivots.best[blockIdx.x] = best;
    __threadfence(); /* Also for this thread's elements, because the last block exchanges rows. */
    __syncthreads();
    if (threadIdx.x == 0)
    {
        is_last = atomicAdd(pivots.finished, 1U) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (is_last)
        choose_pivot(p, j, pivots, shared);
}

#include "getrf_resident_kernel.cuh"

/* Scratch memory: the counter, the pivots of MOST_BLOCKS blocks, and that of resident_panel_kernel,
 * which has the same size for both types. */
static const size_t RESIDENT_AT = COUNTER_BYTES + MOST_BLOCKS * sizeof(ddblas_pivot);
static_assert(sizeof(resident_scratch<cuddreal, DDBLAS_GETRF_PANEL_CUDA>) ==
                  sizeof(resident_scratch<cuddcomplex, DDBLAS_GETRF_PANEL_COMPLEX_CUDA>),
              "one size");

/* Launches the kernel that holds the panel in shared memory. Returns an error if the panel does not
 * fit the device, or cudaErrorCooperativeLaunchTooLarge. */
template <class T, int COLUMNS>
static cudaError_t launch_resident(ddblasHandle_t handle, const struct ddblas_getrf_panel *f)
{
    struct ddblas_device facts;
    if (ddblas_device_facts(handle->backend, handle->device, &facts) != DDBLAS_STATUS_SUCCESS)
        return cudaErrorNotSupported;
    const int64_t most_blocks = least(facts.multiprocessors, RESIDENT_MOST_BLOCKS);
    int64_t rows = RESIDENT_LEAST_ROWS; /* doubled up to the number of threads, then a multiple of it */
    while (rows * most_blocks < f->rows)
        rows += least(rows, RESIDENT_THREADS);
    const int64_t bytes = rows * f->columns * (int64_t)sizeof(T);
    if (rows > RESIDENT_MOST_ROWS || bytes > facts.shared_of_block - 4096 /* static shared memory */)
        return cudaErrorCooperativeLaunchTooLarge;
    cudaError_t error =
        cudaFuncSetAttribute(resident_panel_kernel<T, COLUMNS>, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
    if (error != cudaSuccess)
        return error;
    const panel_columns<T> p = {(T *)f->A, f->lda, f->rows, f->at, (int)f->columns, f->ipiv, f->info};
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeCooperative;
    attribute.val.cooperative = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3((unsigned)quotient_up(f->rows, rows));
    config.blockDim = dim3(RESIDENT_THREADS);
    config.dynamicSmemBytes = (size_t)bytes;
    config.stream = (cudaStream_t)handle->stream;
    config.attrs = &attribute;
    config.numAttrs = config.gridDim.x > 1 ? 1 : 0;
    return cudaLaunchKernelEx(&config, resident_panel_kernel<T, COLUMNS>, p, (int)rows,
                              (resident_scratch<T, COLUMNS> *)((char *)f->scratch + RESIDENT_AT));
}

template <class T, int COLUMNS>
static void launch_columns(cudaStream_t stream, const struct ddblas_getrf_panel *f, const panel_pivots &pivots)
{
    const panel_columns<T> p = {(T *)f->A, f->lda, f->rows, f->at, (int)f->columns, f->ipiv, f->info};
    for (int j = 0; j <= (int)f->columns && j < f->rows; j++)
    {
        const unsigned blocks = (unsigned)least(quotient_up(f->rows - j, THREADS), MOST_BLOCKS);
        panel_kernel<T, COLUMNS><<<blocks, THREADS, 0, stream>>>(p, j, pivots);
    }
}

template <class T, int COLUMNS>
static ddblasStatus_t launch_panel(ddblasHandle_t handle, const struct ddblas_getrf_panel *f, const panel_pivots &pivots)
{
    cudaError_t error = launch_resident<T, COLUMNS>(handle, f);
    if (error != cudaSuccess)
    {
        (void)cudaGetLastError(); /* Clears the error of the launch that was too large. */
        launch_columns<T, COLUMNS>((cudaStream_t)handle->stream, f, pivots);
        error = cudaGetLastError();
    }
    return ddblas_check_engine(handle, ddblas_device_error((int)error), "getrf");
}

extern "C" size_t ddblas_getrf_panel_scratch(void)
{
    return RESIDENT_AT + sizeof(resident_scratch<cuddreal, DDBLAS_GETRF_PANEL_CUDA>);
}

extern "C" ddblasStatus_t ddblas_getrf_prepare_cuda(ddblasHandle_t handle, void *scratch)
{
    /* The counter of panel_kernel and the messages of resident_panel_kernel. */
    const cudaError_t error = cudaMemsetAsync(scratch, 0, ddblas_getrf_panel_scratch(), (cudaStream_t)handle->stream);
    return ddblas_check_engine(handle, ddblas_device_error((int)error), "getrf");
}

extern "C" ddblasStatus_t ddblas_getrf_panel_cuda(ddblasHandle_t handle, const struct ddblas_getrf_panel *panel)
{
    const panel_pivots pivots = {(unsigned *)panel->scratch, (ddblas_pivot *)((char *)panel->scratch + COUNTER_BYTES)};
    return ddblas_type_is_complex(panel->type) ? launch_panel<cuddcomplex, DDBLAS_GETRF_PANEL_COMPLEX_CUDA>(handle, panel, pivots)
                                               : launch_panel<cuddreal, DDBLAS_GETRF_PANEL_CUDA>(handle, panel, pivots);
}
