/*
 * Determinants on the CUDA engine: f 2^e = the product of a diagonal, by one thread block, one
 * thread a lane (determinant.h has the order).
 *
 * Tiles: none. Work: n products, each with the scaling of its mantissa, in chains of n / 256.
 * Edges: lanes without elements stay 1. Error bound: docs/numerics.md, "Determinants".
 */
#include <dd/scalar.cuh>

extern "C" {
#include "backend/device_error.h"
#include "core/core.h"
}
#include "determinant.h"

#include <cuda_runtime_api.h>

enum
{
    LANES = DDBLAS_DETERMINANT_LANES
};

static __device__ __forceinline__ cuddcomplex as_complex(cuddreal a, bool) { return cuddcFromReal(a); }
static __device__ __forceinline__ cuddcomplex as_complex(cuddcomplex a, bool real) { return real ? cuddcFromReal(a.x) : a; }

template <class T, bool IS_COMPLEX>
__global__ void __launch_bounds__(LANES) determinant_kernel(const struct ddblas_determinant_problem p)
{
    const bool square = !p.ipiv;
    const T *A = (const T *)p.A;
    __shared__ ddblas_determinant_factor lane[LANES];
    const int t = (int)threadIdx.x;
    ddblas_determinant_factor product = ddblas_determinant_one();
    for (int64_t k = t; k < p.n; k += LANES)
        product = ddblas_determinant_times(
            product, ddblas_determinant_element(as_complex(A[k + k * p.lda], square), !square && p.ipiv[k] != k + 1), IS_COMPLEX);
    lane[t] = product;
    __syncthreads();
    for (int half = LANES / 2; half > 0; half /= 2)
    {
        if (t < half)
            lane[t] = ddblas_determinant_times(lane[t], lane[t + half], IS_COMPLEX);
        __syncthreads();
    }
    if (t != 0)
        return;
    const ddblas_determinant_factor result = ddblas_determinant_result(lane[0], square);
    if (IS_COMPLEX)
        *(cuddcomplex *)p.mantissa = result.f;
    else
        *(cuddreal *)p.mantissa = result.f.x;
    *p.exponent = result.e;
}

template <class T, bool IS_COMPLEX>
static void launch(cudaStream_t stream, const struct ddblas_determinant_problem *p)
{
    determinant_kernel<T, IS_COMPLEX><<<1, LANES, 0, stream>>>(*p);
}

template <class T, bool IS_COMPLEX>
__global__ void logarithm_kernel(const T *mantissa, const int64_t *exponent, cuddreal *logarithm)
{
    *logarithm = ddblas_logarithm_of_factor(as_complex(*mantissa, false), *exponent, IS_COMPLEX);
}

extern "C" ddblasStatus_t ddblas_logarithm_cuda(ddblasHandle_t handle, ddblasType_t type, const void *mantissa,
                                                const int64_t *exponent, cuddreal *logarithm)
{
    const cudaStream_t stream = (cudaStream_t)handle->stream;
    if (ddblas_type_is_complex(type))
        logarithm_kernel<cuddcomplex, true><<<1, 1, 0, stream>>>((const cuddcomplex *)mantissa, exponent, logarithm);
    else
        logarithm_kernel<cuddreal, false><<<1, 1, 0, stream>>>((const cuddreal *)mantissa, exponent, logarithm);
    return ddblas_check_engine(handle, ddblas_device_error((int)cudaGetLastError()), "a logarithm of a determinant");
}

extern "C" ddblasStatus_t ddblas_determinant_cuda(ddblasHandle_t handle, const struct ddblas_determinant_problem *problem)
{
    const cudaStream_t stream = (cudaStream_t)handle->stream;
    if (!ddblas_type_is_complex(problem->type))
        launch<cuddreal, false>(stream, problem);
    else if (problem->ipiv)
        launch<cuddcomplex, true>(stream, problem);
    else
        launch<cuddcomplex, false>(stream, problem);
    return ddblas_check_engine(handle, ddblas_device_error((int)cudaGetLastError()), "a determinant");
}
