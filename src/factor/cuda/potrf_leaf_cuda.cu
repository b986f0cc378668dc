/*
 * Cholesky factorisation of a small diagonal block on the CUDA engine: launches of the kernel,
 * after the product that the block belongs to or ahead of it. The other kernels are small:
 * *info = 0, and NaN in B if *info is not 0.
 */
#include <dd/scalar.cuh>

#include "potrf_square_kernel.cuh"

extern "C" {
#include "backend/device_error.h"
#include "backend/streams.h"
#include "core/checks.h"
#include "core/sizes.h"
#include "factor/factor.h"
#include "level3/structured/second_stream.h"
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

/* The largest orders of a block. */
template <class T>
static constexpr int ORDER = scalar<T>::is_complex ? (int)DDBLAS_POTRF_LEAF_COMPLEX_CUDA : (int)DDBLAS_POTRF_LEAF_CUDA;

template <class T>
static leaf_block<T> block_of(const struct ddblas_potrf_leaf *l)
{
    return {(T *)l->A, l->row, l->column, (int)l->order, l->conjugate != 0};
}

template <class T>
static void launch_leaf(ddblasHandle_t handle, const struct ddblas_potrf_leaf *l)
{
    constexpr int N = ORDER<T>;
    const leaf_pieces<T> in_its_place = {};
    potrf_leaf_kernel<T, N><<<1, LEAF_THREADS, 0, (cudaStream_t)handle->stream>>>(block_of<T>(l), in_its_place, l->at, l->info);
}

extern "C" ddblasStatus_t ddblas_potrf_leaf_cuda(ddblasHandle_t handle, const struct ddblas_potrf_leaf *leaf)
{
    if (ddblas_type_is_complex(leaf->type))
        launch_leaf<cuddcomplex>(handle, leaf);
    else
        launch_leaf<cuddreal>(handle, leaf);
    return check_launch(handle, (int)cudaGetLastError(), "potrf");
}

/* ---- the next block ahead of its product ----------------------------------------------------- */

extern "C" int64_t ddblas_potrf_ahead_elements(ddblasType_t type)
{
    const int64_t order = ddblas_type_is_complex(type) ? ORDER<cuddcomplex> : ORDER<cuddreal>;
    return (SQUARE_PIECES + 1) * order * order;
}

extern "C" ddblasStatus_t ddblas_potrf_prepare_cuda(ddblasHandle_t handle)
{
    struct ddblas_second_stream *second;
    return ddblas_second_stream(handle, &second);
}

/* Launches the square in the handle's stream and its factorisation in the second stream. */
template <class T>
static ddblasStatus_t launch_ahead(ddblasHandle_t handle, const struct ddblas_potrf_leaf *l, const struct ddblas_potrf_terms *t,
                                   const struct ddblas_second_stream *second, T *scratch)
{
    constexpr int N = ORDER<T>;
    const square_factor<T> x = {(const T *)t->X, t->row, t->term, t->terms, l->conjugate != 0};
    const int64_t terms = square_terms_of_piece(t->terms), pieces = quotient_up(t->terms, terms);
    const leaf_block<T> factored = {scratch, 1, N, (int)l->order, false};
    T *sums = scratch + N * N;
    const leaf_pieces<T> in_pieces = {sums, (int)pieces, N};
    const dim3 blocks((unsigned)pieces, 3);
    const cudaStream_t stream = (cudaStream_t)handle->stream;
    potrf_square_kernel<T, N><<<blocks, SQUARE_THREADS, 0, stream>>>(block_of<T>(l), x, terms, sums);
    DDBLAS_CHECK(check_launch(handle, (int)cudaGetLastError(), "potrf"));
    DDBLAS_CHECK(ddblas_streams_cuda.record(second->begin, handle->stream));
    DDBLAS_CHECK(ddblas_streams_cuda.wait_in_stream(second->stream, second->begin));
    potrf_leaf_kernel<T, N><<<1, LEAF_THREADS, 0, (cudaStream_t)second->stream>>>(factored, in_pieces, l->at, l->info);
    DDBLAS_CHECK(check_launch(handle, (int)cudaGetLastError(), "potrf"));
    return ddblas_streams_cuda.record(second->done, second->stream);
}

extern "C" ddblasStatus_t ddblas_potrf_ahead_cuda(ddblasHandle_t handle, const struct ddblas_potrf_leaf *leaf,
                                                  const struct ddblas_potrf_terms *terms, void *scratch)
{
    struct ddblas_second_stream *second;
    DDBLAS_CHECK(ddblas_second_stream(handle, &second));
    const ddblasStatus_t status = ddblas_type_is_complex(leaf->type)
                                      ? launch_ahead(handle, leaf, terms, second, (cuddcomplex *)scratch)
                                      : launch_ahead(handle, leaf, terms, second, (cuddreal *)scratch);
    return ddblas_check_engine(handle, status, "potrf");
}

template <class T>
static void launch_place(ddblasHandle_t handle, const struct ddblas_potrf_leaf *l, const void *scratch)
{
    constexpr int N = ORDER<T>;
    const int blocks = N * N / SQUARE_THREADS;
    const cudaStream_t stream = (cudaStream_t)handle->stream;
    potrf_place_kernel<T, N><<<blocks, SQUARE_THREADS, 0, stream>>>(block_of<T>(l), (const T *)scratch);
}

extern "C" ddblasStatus_t ddblas_potrf_place_cuda(ddblasHandle_t handle, const struct ddblas_potrf_leaf *leaf,
                                                  const void *scratch)
{
    struct ddblas_second_stream *second;
    DDBLAS_CHECK(ddblas_second_stream(handle, &second));
    DDBLAS_CHECK(ddblas_check_engine(handle, ddblas_streams_cuda.wait_in_stream(handle->stream, second->done), "potrf"));
    if (ddblas_type_is_complex(leaf->type))
        launch_place<cuddcomplex>(handle, leaf, scratch);
    else
        launch_place<cuddreal>(handle, leaf, scratch);
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
