/*
 * Batches of small symmetric eigenvalue problems on the CUDA engine: cyclic Jacobi (jacobi.h).
 *
 * Tiles: a thread block has a member, whose triangle, vectors and rotations are in shared memory:
 * 98 KiB for n = 64.
 * Work: in a round a thread determines the rotation of a pair; then each takes every so manyth item
 * of the update. About 7 n^3 multiply-adds a sweep with vectors, and 2 (n - 1) barriers.
 * Edges: an odd order gets a row of zeros.
 * Error bound: docs/numerics.md, "Symmetric eigenvalue problems".
 */
#include <dd/scalar.cuh>

extern "C" {
#include "backend/device_error.h"
#include "core/checks.h"
#include "core/sizes.h"
#include "factor/qr/qr_reflector.h"
#include "jacobi.h"
#include "syevd_batched.h"
}

#include <cuda_runtime_api.h>

enum
{
    THREADS = 128,
    MOST_BLOCKS = 1 << 20,
    NOT_FINITE = 1 << 20 /* An exponent of matrices with Inf or NaN. */
};

static __device__ __forceinline__ cuddreal stored(const struct ddblas_syevd_batched &b, const cuddreal *A, int i, int k)
{
    return b.uplo == DDBLAS_FILL_MODE_LOWER ? A[i + k * b.lda] : A[k + i * b.lda];
}

/* The exponent of the largest element of the triangle, 0 if all are 0. Called by all threads. */
static __device__ int exponent_of_member(const struct ddblas_syevd_batched &b, const cuddreal *A, int *of_thread)
{
    const int n = (int)b.n;
    int found = -NOT_FINITE;
    for (int e = (int)threadIdx.x; e < n * n; e += THREADS)
    {
        const int i = e % n, k = e / n;
        if (i < k)
            continue;
        const cuddreal a = stored(b, A, i, k);
        const int exponent = !cuddIsFinite(a) ? NOT_FINITE : cuddIsZero(a) ? -NOT_FINITE : qr_exponent_w(a);
        found = exponent > found ? exponent : found;
    }
    of_thread[threadIdx.x] = found;
    __syncthreads();
    for (int t = 0; t < THREADS; t++)
        found = of_thread[t] > found ? of_thread[t] : found;
    return found == -NOT_FINITE ? 0 : found;
}

static __device__ void load(const struct ddblas_syevd_batched &b, const cuddreal *A, int exponent, const struct jacobi &j)
{
    const double power = qr_power(-exponent);
    for (int e = (int)threadIdx.x; e < j.even * j.even; e += THREADS)
    {
        const int i = e % j.even, k = e / j.even;
        if (i >= k)
            *jacobi_at(&j, i, k) = i < j.n ? qr_scale_w(stored(b, A, i, k), power) : cuddFromDouble(0.0);
    }
    for (int e = (int)threadIdx.x; j.V && e < j.n * j.even; e += THREADS)
        j.V[e] = cuddFromDouble(e % j.n == e / j.n ? 1.0 : 0.0);
    __syncthreads();
}

/* Returns 1 if the sweeps have converged. Called by all threads. */
static __device__ int run_sweeps(const struct jacobi &j, int *rotated)
{
    for (int sweep = 0; sweep < JACOBI_MOST_SWEEPS; sweep++)
    {
        int any = 0;
        for (int round = 0; round < j.even - 1; round++)
        {
            int used = 0;
            for (int k = (int)threadIdx.x; k < jacobi_pairs(&j); k += THREADS)
                used |= jacobi_rotate(&j, round, k);
            rotated[threadIdx.x] = used;
            __syncthreads();
            int of_round = 0;
            for (int t = 0; t < jacobi_pairs(&j); t++)
                of_round |= rotated[t];
            for (int item = (int)threadIdx.x; of_round && item < jacobi_items(&j); item += THREADS)
                jacobi_update(&j, item);
            any |= of_round;
            __syncthreads();
        }
        if (!any)
            return 1;
    }
    return 0;
}

static __global__ void __launch_bounds__(THREADS) syevd_batched_kernel(const struct ddblas_syevd_batched b)
{
    extern __shared__ double2 shared[];
    __shared__ int of_thread[THREADS];
    const struct jacobi j = jacobi_in((int)b.n, b.vectors, shared);
    for (int64_t member = blockIdx.x; member < b.count; member += gridDim.x)
    {
        cuddreal *A = b.A + member * b.stride_a, *w = b.w + member * b.stride_w;
        const int exponent = exponent_of_member(b, A, of_thread);
        int64_t info = exponent == NOT_FINITE ? b.n + 1 : 0;
        __syncthreads();
        if (info == 0)
        {
            load(b, A, exponent, j);
            info = run_sweeps(j, of_thread) ? 0 : b.n;
        }
        for (int k = (int)threadIdx.x; k < j.n; k += THREADS)
        {
            of_thread[k] = info ? k : jacobi_place(&j, k);
            w[of_thread[k]] = info ? cuddNan() : cuddLdexp(*jacobi_at(&j, k, k), exponent);
        }
        if (threadIdx.x == 0)
            b.info[member] = info;
        __syncthreads();
        for (int e = (int)threadIdx.x; b.vectors && info == 0 && e < j.n * j.n; e += THREADS)
            A[e % j.n + of_thread[e / j.n] * b.lda] = j.V[e];
        __syncthreads();
    }
}

extern "C" ddblasStatus_t ddblas_syevd_batched_cuda(ddblasHandle_t handle, const struct ddblas_syevd_batched *batch)
{
    const cudaStream_t stream = (cudaStream_t)handle->stream;
    const int bytes = (int)jacobi_bytes((int)batch->n, batch->vectors);
    if (batch->n == 0)
        return ddblas_check_engine(
            handle, ddblas_device_error((int)cudaMemsetAsync(batch->info, 0, (size_t)batch->count * sizeof *batch->info, stream)),
            "a batch of eigenvalue problems");
    cudaError_t error =
        cudaFuncSetAttribute((const void *)syevd_batched_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    if (error == cudaSuccess)
    {
        syevd_batched_kernel<<<(unsigned)least(batch->count, MOST_BLOCKS), THREADS, (size_t)bytes, stream>>>(*batch);
        error = cudaGetLastError();
    }
    return ddblas_check_engine(handle, ddblas_device_error((int)error), "a batch of eigenvalue problems");
}
