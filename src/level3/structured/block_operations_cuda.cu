/*
 * Operations on blocks on the CUDA engine: expansion of triangles, copies of rectangles, constants.
 */
#include <dd/scalar.cuh>

extern "C" {
#include "backend/device_error.h"
#include "core/sizes.h"
#include "block_operations.h"
}

#include <cuda_runtime_api.h>

enum
{
    THREADS = 256
};

static ddblasStatus_t check_launch(ddblasHandle_t handle, const char *doing)
{
    return ddblas_check_engine(handle, ddblas_device_error(cudaGetLastError()), doing);
}

static unsigned blocks_for(int64_t elements) { return (unsigned)least(quotient_up(elements, THREADS), 65536); }

__global__ void expand_kernel(int form, bool upper, int64_t n, const cuddreal *A, int64_t lda, cuddreal *out)
{
    for (int64_t e = (int64_t)blockIdx.x * THREADS + threadIdx.x; e < n * n; e += (int64_t)gridDim.x * THREADS)
    {
        const int64_t i = e % n, j = e / n;
        const bool stored = upper ? i <= j : i >= j;
        cuddreal value = cuddFromDouble(i == j ? 1.0 : 0.0);
        if (stored && !(i == j && form == DDBLAS_BLOCK_UNIT))
            value = A[i + j * lda];
        else if (form == DDBLAS_BLOCK_SYMMETRIC)
            value = A[j + i * lda];
        out[e] = value;
    }
}

extern "C" ddblasStatus_t ddblas_expand_cuda(ddblasHandle_t handle, enum ddblas_block_form form, ddblasFillMode_t uplo, int64_t n,
                                             const cuddreal *A, int64_t lda, cuddreal *out)
{
    expand_kernel<<<blocks_for(n * n), THREADS, 0, (cudaStream_t)handle->stream>>>(form, uplo == DDBLAS_FILL_MODE_UPPER, n, A,
                                                                                   lda, out);
    return check_launch(handle, "writing out a triangle");
}

__global__ void copy_kernel(int64_t m, int64_t n, const cuddreal *from, int64_t ldf, cuddreal *to, int64_t ldt)
{
    for (int64_t e = (int64_t)blockIdx.x * THREADS + threadIdx.x; e < m * n; e += (int64_t)gridDim.x * THREADS)
        to[e % m + e / m * ldt] = from[e % m + e / m * ldf];
}

extern "C" ddblasStatus_t ddblas_copy_cuda(ddblasHandle_t handle, int64_t m, int64_t n, const cuddreal *from, int64_t ldf,
                                           cuddreal *to, int64_t ldt)
{
    copy_kernel<<<blocks_for(m * n), THREADS, 0, (cudaStream_t)handle->stream>>>(m, n, from, ldf, to, ldt);
    return check_launch(handle, "copying a block");
}

__global__ void constants_kernel(const cuddreal *alpha, cuddreal *out)
{
    const double carry = cuddIsZero(*alpha) ? 0.0 : 1.0;
    out[0] = cuddFromDouble(0.0);
    out[1] = cuddFromDouble(1.0);
    out[2] = cuddFromDouble(carry);
    out[3] = cuddFromDouble(-carry);
}

extern "C" ddblasStatus_t ddblas_constants_cuda(ddblasHandle_t handle, const cuddreal *alpha, cuddreal *out)
{
    constants_kernel<<<1, 1, 0, (cudaStream_t)handle->stream>>>(alpha, out);
    return check_launch(handle, "writing constants");
}
