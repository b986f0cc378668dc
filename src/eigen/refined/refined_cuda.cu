/*
 * Operations on columns for the refinement of eigenvectors, on the CUDA engine. A block has a
 * column, and its threads elements THREADS apart; sums are added in a fixed order. A pass reads and
 * writes each element once or twice: 30 to 60 bytes, beside products of n terms an element.
 */
#include <dd/scalar.cuh>

extern "C" {
#include "backend/device_error.h"
#include "refined.h"
}

#include <cuda_runtime_api.h>

enum
{
    THREADS = 256
};

/* Sums of all threads' numbers, in every thread. */
static __device__ cuddreal sum_of_block(cuddreal mine)
{
    __shared__ cuddreal parts[THREADS];
    __syncthreads(); /* All threads have read the previous result. */
    parts[threadIdx.x] = mine;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2)
    {
        if ((int)threadIdx.x < half)
            parts[threadIdx.x] = scalar<cuddreal>::merge(parts[threadIdx.x], parts[threadIdx.x + half]);
        __syncthreads();
    }
    return parts[0];
}

/* The larger of two numbers; NaN counts as the largest. */
static __device__ double larger(double a, double b) { return a >= b || isnan(a) ? a : b; }

/* The sum, or the largest, of all threads' numbers, in thread 0. */
static __device__ double reduce_block(double mine, bool adds)
{
    __shared__ double parts[THREADS];
    __syncthreads();
    parts[threadIdx.x] = mine;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2)
    {
        if ((int)threadIdx.x < half)
        {
            const double a = parts[threadIdx.x], b = parts[threadIdx.x + half];
            parts[threadIdx.x] = adds ? __dadd_rn(a, b) : larger(a, b);
        }
        __syncthreads();
    }
    return parts[0];
}

__global__ void __launch_bounds__(THREADS) convert_kernel(const struct ddblas_refined r, enum ddblas_refined_pass pass)
{
    for (int64_t j = blockIdx.x; j < r.n; j += gridDim.x)
        for (int64_t i = threadIdx.x; i < r.n; i += THREADS)
        {
            cuddreal *x = &r.X[i + j * r.ldx];
            if (pass == DDBLAS_REFINED_NARROW)
                r.first[i + j * r.n] = r.M[i + j * r.n].x;
            else if (pass == DDBLAS_REFINED_WIDEN)
                *x = cuddFromDouble(r.first[i + j * r.n]);
            else
                *x = cuddAddD(*x, r.second[i + j * r.n]);
        }
}

__global__ void __launch_bounds__(THREADS) residual_kernel(const struct ddblas_refined r)
{
    for (int64_t j = blockIdx.x; j < r.n; j += gridDim.x)
    {
        const cuddreal *x = r.X + j * r.ldx, *t = r.T + j * r.n;
        cuddreal product = cuddFromDouble(0.0), square = product;
        double sum = 0.0;
        for (int64_t i = threadIdx.x; i < r.n; i += THREADS)
        {
            product = cuddFma(x[i], t[i], product);
            square = cuddFma(x[i], x[i], square);
        }
        product = sum_of_block(product);
        square = sum_of_block(square);
        const cuddreal value = cuddDiv(product, square);
        for (int64_t i = threadIdx.x; i < r.n; i += THREADS)
        {
            const double residual = cuddSub(t[i], cuddMul(x[i], value)).x;
            r.second[i + j * r.n] = residual;
            r.third[i + j * r.n] = x[i].x;
            sum = __fma_rn(residual, residual, sum);
        }
        sum = reduce_block(sum, true);
        if (threadIdx.x == 0)
        {
            r.values[j] = value;
            r.defect[j] = cuddDSub(1.0, square).x;
            r.measured[j] = sqrt(sum);
        }
    }
}

__global__ void __launch_bounds__(THREADS) correct_kernel(const struct ddblas_refined r)
{
    for (int64_t j = blockIdx.x; j < r.n; j += gridDim.x)
    {
        double largest = 0.0;
        for (int64_t i = threadIdx.x; i < r.n; i += THREADS)
        {
            double *e = &r.first[i + j * r.n];
            *e = i == j ? 0.5 * r.defect[j] : *e / cuddSub(r.values[j], r.values[i]).x;
            if (i != j)
                largest = larger(fabs(*e), largest);
        }
        largest = reduce_block(largest, false);
        if (threadIdx.x == 0)
            r.measured[j] = largest;
    }
}

__global__ void __launch_bounds__(THREADS) defect_kernel(const struct ddblas_refined r)
{
    for (int64_t j = blockIdx.x; j < r.n; j += gridDim.x)
    {
        double sum = 0.0;
        for (int64_t i = threadIdx.x; i < r.n; i += THREADS)
        {
            const double defect = cuddDSub(i == j ? 1.0 : 0.0, r.T[i + j * r.n]).x;
            r.first[i + j * r.n] = 0.5 * defect;
            sum = __fma_rn(defect, defect, sum);
        }
        sum = reduce_block(sum, true);
        if (threadIdx.x == 0)
            r.measured[j] = sqrt(sum);
    }
}

extern "C" ddblasStatus_t ddblas_refined_pass_cuda(ddblasHandle_t handle, enum ddblas_refined_pass pass,
                                                   const struct ddblas_refined *r)
{
    const cudaStream_t stream = (cudaStream_t)handle->stream;
    const unsigned blocks = (unsigned)(r->n < 1 << 20 ? r->n : 1 << 20);
    if (pass == DDBLAS_REFINED_RESIDUAL)
        residual_kernel<<<blocks, THREADS, 0, stream>>>(*r);
    else if (pass == DDBLAS_REFINED_CORRECT)
        correct_kernel<<<blocks, THREADS, 0, stream>>>(*r);
    else if (pass == DDBLAS_REFINED_DEFECT)
        defect_kernel<<<blocks, THREADS, 0, stream>>>(*r);
    else
        convert_kernel<<<blocks, THREADS, 0, stream>>>(*r, pass);
    return ddblas_check_engine(handle, ddblas_device_error((int)cudaGetLastError()), "syevd");
}
