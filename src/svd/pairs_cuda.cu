/*
 * Corrections of singular vectors on the CUDA engine. A block has a column, and its threads
 * elements THREADS apart. An element of P and of Q is read and written once: 32 bytes for about 60
 * operations.
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
    __shared__ double parts[THREADS];
    for (int64_t j = blockIdx.x; j < c.n; j += gridDim.x)
    {
        double *p = c.P + j * c.n, *q = c.Q + j * c.n, largest = 0.0;
        for (int64_t i = threadIdx.x; i < c.n; i += THREADS)
            if (i == j)
            {
                p[i] = 0.5 * c.left[j];
                q[i] = 0.5 * c.right[j];
            }
            else
            {
                ddblas_svd_solve_pair(c.values[i], c.values[j], &p[i], &q[i]);
                largest = larger(fabs(p[i]) + fabs(q[i]), largest);
            }
        parts[threadIdx.x] = largest;
        __syncthreads();
        for (int half = THREADS / 2; half > 0; half /= 2)
        {
            if ((int)threadIdx.x < half)
                parts[threadIdx.x] = larger(parts[threadIdx.x], parts[threadIdx.x + half]);
            __syncthreads();
        }
        if (threadIdx.x == 0)
            c.measured[j] = parts[0];
        __syncthreads(); /* Before the next column. */
    }
}

extern "C" ddblasStatus_t ddblas_svd_correct_cuda(ddblasHandle_t handle, const struct ddblas_svd_pairs *c)
{
    const unsigned blocks = (unsigned)(c->n < 1 << 20 ? c->n : 1 << 20);
    correct_kernel<<<blocks, THREADS, 0, (cudaStream_t)handle->stream>>>(*c);
    return ddblas_check_engine(handle, ddblas_device_error((int)cudaGetLastError()), "gesvd");
}
