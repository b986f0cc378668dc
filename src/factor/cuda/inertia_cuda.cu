/*
 * The inertia of a factored matrix on the CUDA engine: the signs of D's elements are counted.
 *
 * Tiles: none. One block; a thread takes every so manyth row, and the counts of the threads are
 * added in shared memory by halves.
 * Work: one element of the diagonal and one pivot a row. Edges: loops end at n. No rounding errors.
 */
#include <dd/scalar.cuh>

extern "C" {
#include "backend/device_error.h"
#include "factor/inertia.h"
}

#include <cuda_runtime_api.h>

enum
{
    THREADS = 256
};

static __device__ __forceinline__ double sign_of(cuddreal a) { return a.x; }
static __device__ __forceinline__ double sign_of(cuddcomplex a) { return a.x.x; }

template <class T>
__global__ void __launch_bounds__(THREADS)
    inertia_kernel(int64_t n, const T *A, int64_t lda, const int64_t *ipiv, int64_t *inertia)
{
    __shared__ int64_t counts[THREADS][DDBLAS_INERTIA_COUNTS];
    const int t = (int)threadIdx.x;
    for (int kind = 0; kind < DDBLAS_INERTIA_COUNTS; kind++)
        counts[t][kind] = 0;
    for (int64_t k = t; k < n; k += THREADS)
        counts[t][ddblas_inertia_kind(sign_of(A[k * (lda + 1)]), ipiv[k])]++;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2)
    {
        for (int kind = 0; kind < DDBLAS_INERTIA_COUNTS && t < half; kind++)
            counts[t][kind] += counts[t + half][kind];
        __syncthreads();
    }
    if (t == 0)
        ddblas_inertia_finish(counts[0], inertia);
}

extern "C" ddblasStatus_t ddblas_inertia_cuda(ddblasHandle_t handle, const struct ddblas_inertia *p)
{
    const cudaStream_t stream = (cudaStream_t)handle->stream;
    if (ddblas_type_is_complex(p->type))
        inertia_kernel<cuddcomplex><<<1, THREADS, 0, stream>>>(p->n, (const cuddcomplex *)p->A, p->lda, p->ipiv, p->inertia);
    else
        inertia_kernel<cuddreal><<<1, THREADS, 0, stream>>>(p->n, (const cuddreal *)p->A, p->lda, p->ipiv, p->inertia);
    return ddblas_check_engine(handle, ddblas_device_error((int)cudaGetLastError()), "counting signs");
}
