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
            if (pass == DDBLAS_REFINED_WIDEN)
                *x = cuddFromDouble(r.first[i + j * r.n]);
            else
                *x = cuddAddD(*x, r.second[i + j * r.n]);
        }
}

__global__ void __launch_bounds__(THREADS) narrow_kernel(const struct ddblas_refined r)
{
    for (int64_t j = blockIdx.x; j < r.n; j += gridDim.x)
    {
        double sum = 0.0;
        for (int64_t i = threadIdx.x; i < r.n; i += THREADS)
        {
            const double a = r.M[i + j * r.n].x;
            r.first[i + j * r.n] = a;
            sum = __fma_rn(a, a, sum);
        }
        sum = reduce_block(sum, true);
        if (threadIdx.x == 0)
            r.measured[j] = sqrt(sum);
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
            if (i == j)
                *e = 0.5 * r.defect[j];
            else
                *e = r.members[i].first == r.members[j].first ? 0.0 : *e / cuddSub(r.values[j], r.values[i]).x;
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
        double sum = 0.0, weighted = 0.0;
        for (int64_t i = threadIdx.x; i < r.n; i += THREADS)
        {
            const double defect = cuddDSub(i == j ? 1.0 : 0.0, i >= j ? r.T[i + j * r.n] : r.T[j + i * r.n]).x;
            const double commutator = 0.5 * defect * cuddSub(r.values[i], r.values[j]).x;
            r.first[i + j * r.n] = 0.5 * defect;
            sum = __fma_rn(defect, defect, sum);
            weighted = __fma_rn(commutator, commutator, weighted);
        }
        sum = reduce_block(sum, true);
        weighted = reduce_block(weighted, true);
        if (threadIdx.x == 0)
        {
            r.measured[j] = sqrt(sum);
            r.defect[j] = sqrt(weighted);
        }
    }
}

/* ---- clusters -------------------------------------------------------------------------------- */

__global__ void __launch_bounds__(THREADS) gram_kernel(const struct ddblas_refined r)
{
    for (int64_t j = blockIdx.x; j < r.n; j += gridDim.x)
    {
        const struct ddblas_refined_member m = r.members[j];
        const cuddreal *x = r.X + j * r.ldx, *t = r.T + j * r.n;
        for (int64_t i = j; m.at >= 0 && i < m.first + m.count; i++)
        {
            const cuddreal *y = r.X + i * r.ldx, mu = r.values[m.first];
            cuddreal product = cuddFromDouble(0.0), square = product;
            for (int64_t e = threadIdx.x; e < r.n; e += THREADS)
            {
                product = cuddFma(y[e], cuddSub(t[e], cuddMul(mu, x[e])), product);
                square = cuddFma(y[e], x[e], square);
            }
            product = sum_of_block(product);
            square = sum_of_block(square);
            if (threadIdx.x == 0)
            {
                r.small[m.at + i - m.first + (j - m.first) * m.count] = product;
                r.small[m.at + j - m.first + (i - m.first + 1) * m.count] = square;
            }
        }
    }
}

/* The columns of clusters: wide = from Q. */
__global__ void __launch_bounds__(THREADS) rotate_kernel(const struct ddblas_refined r, const cuddreal *from, int64_t ldf)
{
    cuddreal *wide = (cuddreal *)(void *)r.second;
    for (int64_t j = blockIdx.x; j < r.n; j += gridDim.x)
    {
        const struct ddblas_refined_member m = r.members[j];
        const cuddreal *Q = r.small + m.at + (j - m.first) * m.count, *A = from + m.first * ldf;
        for (int64_t i = threadIdx.x; m.at >= 0 && i < r.n; i += THREADS)
        {
            cuddreal sum = cuddFromDouble(0.0);
            for (int64_t p = 0; p < m.count; p++)
                sum = cuddFma(A[i + p * ldf], Q[p], sum);
            wide[i + j * r.n] = sum;
        }
    }
}

/* The columns of clusters: to = wide. */
__global__ void __launch_bounds__(THREADS) take_kernel(const struct ddblas_refined r, cuddreal *to, int64_t ldt)
{
    const cuddreal *wide = (const cuddreal *)(const void *)r.second;
    for (int64_t j = blockIdx.x; j < r.n; j += gridDim.x)
        for (int64_t i = threadIdx.x; r.members[j].at >= 0 && i < r.n; i += THREADS)
            to[i + j * ldt] = wide[i + j * r.n];
}

extern "C" ddblasStatus_t ddblas_refined_pass_cuda(ddblasHandle_t handle, enum ddblas_refined_pass pass,
                                                   const struct ddblas_refined *r)
{
    const cudaStream_t stream = (cudaStream_t)handle->stream;
    const unsigned blocks = (unsigned)(r->n < 1 << 20 ? r->n : 1 << 20);
    switch (pass)
    {
    case DDBLAS_REFINED_NARROW:
        narrow_kernel<<<blocks, THREADS, 0, stream>>>(*r);
        break;
    case DDBLAS_REFINED_RESIDUAL:
        residual_kernel<<<blocks, THREADS, 0, stream>>>(*r);
        break;
    case DDBLAS_REFINED_CORRECT:
        correct_kernel<<<blocks, THREADS, 0, stream>>>(*r);
        break;
    case DDBLAS_REFINED_DEFECT:
        defect_kernel<<<blocks, THREADS, 0, stream>>>(*r);
        break;
    case DDBLAS_REFINED_GRAM:
        gram_kernel<<<blocks, THREADS, 0, stream>>>(*r);
        break;
    case DDBLAS_REFINED_ROTATE_X:
        rotate_kernel<<<blocks, THREADS, 0, stream>>>(*r, r->X, r->ldx);
        break;
    case DDBLAS_REFINED_TAKE_X:
        take_kernel<<<blocks, THREADS, 0, stream>>>(*r, r->X, r->ldx);
        break;
    case DDBLAS_REFINED_ROTATE_T:
        rotate_kernel<<<blocks, THREADS, 0, stream>>>(*r, r->T, r->n);
        break;
    case DDBLAS_REFINED_TAKE_T:
        take_kernel<<<blocks, THREADS, 0, stream>>>(*r, r->T, r->n);
        break;
    default:
        convert_kernel<<<blocks, THREADS, 0, stream>>>(*r, pass);
    }
    return ddblas_check_engine(handle, ddblas_device_error((int)cudaGetLastError()), "syevd");
}
