/*
 * The scaled matrix of a least squares problem on the CUDA engine. A block has a column, which it
 * reads twice: for its largest number, and to scale it. Work: a product with a power of two for
 * each number. Edges: loops end at m. The sums of squares have an order that m alone decides. The
 * columns of an adjoint are rows in memory, and each number costs a sector of 32 bytes, which is
 * little beside the factorisation.
 */
#include <dd/scalar.cuh>

extern "C" {
#include "backend/device_error.h"
#include "core/sizes.h"
#include "factor/refine/least/refine_least.h"
}

#include <cuda_runtime_api.h>
#include <math.h>

enum
{
    THREADS = 256,
    MOST_BLOCKS = 4096
};

static __device__ __forceinline__ cuddreal number_of(double a) { return cuddFromDouble(a); }
static __device__ __forceinline__ cuddreal number_of(cuddreal a) { return a; }

/* Numbers of S and A; m and lda count them. */
template <class T>
struct scaled
{
    int64_t m, n;
    const T *A;
    int64_t lda;
    int parts;
    bool adjoint, in_double;
    int32_t *exponents;
    double *sums;
    void *S;
};

/* Number i of column j. */
template <class T>
static __device__ __forceinline__ cuddreal number_at(const scaled<T> &s, int64_t i, int64_t j)
{
    if (!s.adjoint)
        return number_of(s.A[i + j * s.lda]);
    const int64_t part = i % s.parts;
    const cuddreal a = number_of(s.A[j * s.parts + i / s.parts * s.lda + part]);
    return part ? cuddNeg(a) : a;
}

template <class T>
__global__ void __launch_bounds__(THREADS) least_scale_kernel(const scaled<T> s)
{
    __shared__ double shared[THREADS];
    const int t = (int)threadIdx.x;
    for (int64_t j = blockIdx.x; j < s.n; j += gridDim.x)
    {
        double largest = 0.0, sum = 0.0;
        for (int64_t i = t; i < s.m; i += THREADS)
        {
            const cuddreal a = number_at(s, i, j);
            const double magnitude = cuddIsFinite(a) ? fabs(a.x) : (double)INFINITY;
            largest = magnitude > largest ? magnitude : largest;
        }
        __syncthreads();
        shared[t] = largest;
        __syncthreads();
        for (int half = THREADS / 2; half > 0; half /= 2)
        {
            if (t < half)
                shared[t] = shared[t] > shared[t + half] ? shared[t] : shared[t + half];
            __syncthreads();
        }
        largest = shared[0];
        __syncthreads();
        int e = 0;
        if (largest > 0.0 && largest < (double)INFINITY)
            (void)frexp(largest, &e);
        for (int64_t i = t; i < s.m; i += THREADS)
        {
            const cuddreal a = cuddLdexp(number_at(s, i, j), -e);
            sum += a.x * a.x;
            if (s.in_double)
                ((double *)s.S)[i + j * s.m] = a.x;
            else
                ((cuddreal *)s.S)[i + j * s.m] = a;
        }
        shared[t] = sum;
        __syncthreads();
        for (int half = THREADS / 2; half > 0; half /= 2)
        {
            if (t < half)
                shared[t] += shared[t + half];
            __syncthreads();
        }
        if (t == 0)
        {
            s.exponents[j] = e;
            s.sums[j] = largest < (double)INFINITY ? shared[0] : (double)NAN;
        }
    }
}

template <class T>
static void launch(cudaStream_t stream, const struct ddblas_least_scale *p)
{
    const int parts = ddblas_type_is_complex(p->p->element) ? 2 : 1;
    const bool in_double = !ddblas_type_is_double_double(p->type);
    const scaled<T> s = {p->p->m * parts,       p->p->n,   (const T *)p->p->A, p->p->lda * parts, parts,
                         p->p->least_norm != 0, in_double, p->exponents,       p->sums,           p->S};
    least_scale_kernel<T><<<(unsigned)least(s.n, MOST_BLOCKS), THREADS, 0, stream>>>(s);
}

extern "C" ddblasStatus_t ddblas_least_scale_cuda(ddblasHandle_t handle, const struct ddblas_least_scale *s)
{
    if (s->p->type == DDBLAS_TYPE_D)
        launch<double>((cudaStream_t)handle->stream, s);
    else
        launch<cuddreal>((cudaStream_t)handle->stream, s);
    return ddblas_check_engine(handle, ddblas_device_error((int)cudaGetLastError()), "refinement");
}
