/*
 * Corrections of singular vectors on the CUDA engine. A block has a column, and its threads
 * elements THREADS apart. An element of P and of Q is read and written once: in double 32 bytes for
 * about 60 operations.
 */
#include <dd/scalar.cuh>

extern "C" {
#include "backend/device_error.h"
#include "refine.h"
}

#include <cuda_runtime_api.h>

enum
{
    THREADS = 256
};

/* The larger of two numbers; NaN counts as the largest. */
static __device__ double larger(double a, double b) { return a >= b || isnan(a) ? a : b; }

static __global__ void __launch_bounds__(THREADS) correct_kernel(const struct ddblas_svd_pairs c)
{
    __shared__ double largest_of[THREADS];
    for (int64_t j = blockIdx.x; j < c.n; j += gridDim.x)
    {
        double largest = 0.0;
        for (int64_t i = threadIdx.x; i < c.n; i += THREADS)
            if (i == j)
                ddblas_svd_correct_diagonal(&c, j);
            else
                largest = larger(ddblas_svd_correct_element(&c, i, j), largest);
        largest_of[threadIdx.x] = largest;
        __syncthreads();
        for (int half = THREADS / 2; half > 0; half /= 2)
        {
            if ((int)threadIdx.x < half)
                largest_of[threadIdx.x] = larger(largest_of[threadIdx.x], largest_of[threadIdx.x + half]);
            __syncthreads();
        }
        if (threadIdx.x == 0)
            c.measured[j] = largest_of[0];
        __syncthreads(); /* Before the next column. */
    }
}

extern "C" ddblasStatus_t ddblas_svd_correct_cuda(ddblasHandle_t handle, const struct ddblas_svd_pairs *c)
{
    const unsigned blocks = (unsigned)(c->n < 1 << 20 ? c->n : 1 << 20);
    correct_kernel<<<blocks, THREADS, 0, (cudaStream_t)handle->stream>>>(*c);
    return ddblas_check_engine(handle, ddblas_device_error((int)cudaGetLastError()), "gesvd");
}
