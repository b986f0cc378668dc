/*
 * Copies of triangles and reflectors, and reversals, on the CUDA engine: a thread has one element.
 */
#include <dd/scalar.cuh>

extern "C" {
#include "backend/device_error.h"
#include "core/checks.h"
#include "core/sizes.h"
#include "eigen/reduction/reduction.h"
}

#include <cuda_runtime_api.h>

#include "eigen/cuda/eigen_device.cuh"

enum
{
    THREADS = 256,
    MOST_BLOCKS = 65535
};

/* Number k of n in A's order. */
DD_DEVICE int64_t in_order(bool reversed, int64_t k, int64_t n) { return reversed ? n - 1 - k : k; }

template <class T>
static __device__ void move_element(const ddblas_reduction_move &m, int64_t i, int64_t j)
{
    const int64_t n = m.n;
    T *mine = (T *)m.M + i + j * n, *A = (T *)m.A;
    T *theirs = A + in_order(m.reversed, i, n) + in_order(m.reversed, j, n) * m.lda;
    switch (m.task)
    {
    case DDBLAS_REDUCTION_LOAD:
        if (i == j)
            set_real(mine, real_part(*theirs));
        else if (i > j)
            *mine = *theirs;
        break;
    case DDBLAS_REDUCTION_STORE:
        if (i == j || i == j + 1)
            set_real(theirs, ((const cuddreal *)(i == j ? m.d : m.e))[j]);
        else if (i > j)
            *theirs = *mine;
        break;
    case DDBLAS_REDUCTION_SHIFT:
        set_real(mine, cuddFromDouble(i == 0 && j == 0 ? 1.0 : 0.0));
        if (j > 0 && i > j - 1)
            *mine = A[in_order(m.reversed, i, n) + in_order(m.reversed, j - 1, n) * m.lda];
        break;
    default:
        *theirs = *mine;
    }
}

/* Blocks of rows of a column; the vectors have the threads of column 0. */
template <class T>
__global__ void __launch_bounds__(THREADS) move_kernel(ddblas_reduction_move m)
{
    const int64_t n = m.n, pieces = (n + THREADS - 1) / THREADS;
    for (int64_t k = blockIdx.x; k < pieces * n; k += gridDim.x)
    {
        const int64_t i = k % pieces * THREADS + threadIdx.x, j = k / pieces;
        if (i >= n)
            continue;
        move_element<T>(m, i, j);
        if (j > 0)
            continue;
        if (i + 1 < n && m.tau_out)
            ((T *)m.tau_out)[in_order(m.reversed, i, n - 1)] = ((const T *)m.tau)[i];
        if (i + 1 < n && m.e_out)
            ((cuddreal *)m.e_out)[in_order(m.reversed, i, n - 1)] = ((const cuddreal *)m.e)[i];
        if (m.d_out)
            ((cuddreal *)m.d_out)[in_order(m.reversed, i, n)] = ((const cuddreal *)m.d)[i];
    }
}

extern "C" ddblasStatus_t ddblas_reduction_move_cuda(ddblasHandle_t handle, const struct ddblas_reduction_move *move)
{
    struct ddblas_reduction_move m = *move;
    const unsigned blocks = (unsigned)least(quotient_up(m.n, THREADS) * m.n, MOST_BLOCKS);
    const cudaStream_t stream = (cudaStream_t)handle->stream;
    if (m.task != DDBLAS_REDUCTION_STORE)
        m.d_out = m.e_out = NULL;
    if (m.task == DDBLAS_REDUCTION_LOAD || m.task == DDBLAS_REDUCTION_UNSHIFT)
        m.tau_out = NULL;
    if (ddblas_type_is_complex(m.type))
        move_kernel<cuddcomplex><<<blocks, THREADS, 0, stream>>>(m);
    else
        move_kernel<cuddreal><<<blocks, THREADS, 0, stream>>>(m);
    return ddblas_check_engine(handle, ddblas_device_error((int)cudaGetLastError()), "a reduction");
}

/* Each thread exchanges two elements. */
template <class T>
__global__ void __launch_bounds__(THREADS) reverse_kernel(ddblas_reduction_reversal r)
{
    const int64_t rows = r.columns ? r.m : r.m / 2, columns = r.columns ? r.n / 2 : r.n;
    const int64_t pieces = (rows + THREADS - 1) / THREADS;
    T *C = (T *)r.C;
    for (int64_t k = blockIdx.x; k < pieces * columns; k += gridDim.x)
    {
        const int64_t i = k % pieces * THREADS + threadIdx.x, j = k / pieces;
        if (i >= rows)
            continue;
        T *a = C + i + j * r.ldc, *b = C + (r.columns ? i + (r.n - 1 - j) * r.ldc : r.m - 1 - i + j * r.ldc);
        const T kept = *a;
        *a = *b;
        *b = kept;
    }
}

extern "C" ddblasStatus_t ddblas_reduction_reverse_cuda(ddblasHandle_t handle, const struct ddblas_reduction_reversal *reversal)
{
    const struct ddblas_reduction_reversal r = *reversal;
    const int64_t rows = r.columns ? r.m : r.m / 2, columns = r.columns ? r.n / 2 : r.n;
    const cudaStream_t stream = (cudaStream_t)handle->stream;
    const int64_t pieces = quotient_up(rows, THREADS) * columns;
    if (pieces == 0)
        return DDBLAS_STATUS_SUCCESS;
    const unsigned blocks = (unsigned)least(pieces, MOST_BLOCKS);
    if (ddblas_type_is_complex(r.type))
        reverse_kernel<cuddcomplex><<<blocks, THREADS, 0, stream>>>(r);
    else
        reverse_kernel<cuddreal><<<blocks, THREADS, 0, stream>>>(r);
    return ddblas_check_engine(handle, ddblas_device_error((int)cudaGetLastError()), "a reduction");
}
