/*
 * Cholesky factorisation of a small diagonal block on the CUDA engine: launch of the kernel. The
 * other kernels of this file are small: *info = 0, and NaN in B if *info is not 0.
 */
#include <dd/scalar.cuh>

#include "potrf_leaf_kernel.cuh"

extern "C" {
#include "backend/device_error.h"
#include "core/sizes.h"
#include "factor/factor.h"
}

#include <cuda_runtime_api.h>

enum
{
    THREADS = 256 /* Threads of a block that sets B to NaN. */
};

static ddblasStatus_t check_launch(ddblasHandle_t handle, int error, const char *doing)
{
    return ddblas_check_engine(handle, ddblas_device_error(error), doing);
}

template <class T, int ORDER>
static void launch_leaf(ddblasHandle_t handle, const struct ddblas_potrf_leaf *l)
{
    const leaf_block<T> block = {(T *)l->A, l->row, l->column, (int)l->order, l->conjugate != 0};
    potrf_leaf_kernel<T, ORDER><<<1, LEAF_THREADS, 0, (cudaStream_t)handle->stream>>>(block, l->at, l->info);
}

extern "C" ddblasStatus_t ddblas_potrf_leaf_cuda(ddblasHandle_t handle, const struct ddblas_potrf_leaf *leaf)
{
    if (ddblas_type_is_complex(leaf->type))
        launch_leaf<cuddcomplex, DDBLAS_POTRF_LEAF_COMPLEX_CUDA>(handle, leaf);
    else
        launch_leaf<cuddreal, DDBLAS_POTRF_LEAF_CUDA>(handle, leaf);
    return check_launch(handle, (int)cudaGetLastError(), "potrf");
}

extern "C" ddblasStatus_t ddblas_factor_clear_info_cuda(ddblasHandle_t handle, int64_t *info)
{
    return check_launch(handle, (int)cudaMemsetAsync(info, 0, sizeof *info, (cudaStream_t)handle->stream), "clearing info");
}

static __device__ __forceinline__ void set_nan(float *a) { *a = (float)cuddNan().x; }
static __device__ __forceinline__ void set_nan(double *a) { *a = cuddNan().x; }
static __device__ __forceinline__ void set_nan(cuddreal *a) { *a = cuddNan(); }

template <class R>
__global__ void poison_kernel(const int64_t *info, int64_t words, int64_t nrhs, R *B, int64_t pitch)
{
    if (*info == 0)
        return;
    for (int64_t e = (int64_t)blockIdx.x * THREADS + threadIdx.x; e < words * nrhs; e += (int64_t)gridDim.x * THREADS)
        set_nan(&B[e % words + e / words * pitch]);
}

extern "C" ddblasStatus_t ddblas_factor_poison_cuda(ddblasHandle_t handle, ddblasType_t type, const int64_t *info, int64_t n,
                                                    int64_t nrhs, void *B, int64_t ldb)
{
    const int64_t parts = ddblas_type_is_complex(type) ? 2 : 1, words = n * parts, pitch = ldb * parts;
    const unsigned blocks = (unsigned)least(quotient_up(words * nrhs, THREADS), 1024);
    const cudaStream_t stream = (cudaStream_t)handle->stream;
    if (ddblas_type_is_double_double(type))
        poison_kernel<cuddreal><<<blocks, THREADS, 0, stream>>>(info, words, nrhs, (cuddreal *)B, pitch);
    else if (ddblas_type_is_single(type))
        poison_kernel<float><<<blocks, THREADS, 0, stream>>>(info, words, nrhs, (float *)B, pitch);
    else
        poison_kernel<double><<<blocks, THREADS, 0, stream>>>(info, words, nrhs, (double *)B, pitch);
    return check_launch(handle, (int)cudaGetLastError(), "setting the solution to NaN");
}
