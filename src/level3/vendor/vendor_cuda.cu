/*
 * Kernels for results that cuBLAS does not guarantee: C = beta C where alpha is 0 and the operands
 * may be NaN, and real diagonals of Hermitian matrices.
 */
extern "C" {
#include "vendor.h"
#include "backend/device_error.h"
#include "core/sizes.h"
#include "level3/structured/syrk.h"
}

#include <cuda_runtime_api.h>
#include <string.h>

enum
{
    THREADS = 256
};

template <class R>
struct parts
{
    R re, im;
};

/* Computes C = beta C on one part of C. If `hermitian` is set, beta is real, and the imaginary
 * parts of the diagonal count as 0. */
template <class R, bool Complex>
__global__ void scale_kernel(int part, bool hermitian, int64_t m, int64_t n, parts<R> beta, R *C, int64_t ldc)
{
    constexpr int Width = Complex ? 2 : 1;
    const bool zero = beta.re == R(0) && beta.im == R(0);
    for (int64_t e = (int64_t)blockIdx.x * THREADS + threadIdx.x; e < m * n; e += (int64_t)gridDim.x * THREADS)
    {
        const int64_t i = e % m, j = e / m;
        if ((part == DDBLAS_GEMM_LOWER && i < j) || (part == DDBLAS_GEMM_UPPER && i > j))
            continue;
        R *c = C + Width * (i + j * ldc);
        const R re = zero ? R(0) : c[0], im = !Complex || zero || (hermitian && i == j) ? R(0) : c[Width - 1];
        c[0] = hermitian ? beta.re * re : beta.re * re - beta.im * im;
        if (Complex)
            c[Width - 1] = hermitian ? beta.re * im : beta.re * im + beta.im * re;
    }
}

template <class R, bool Complex>
static void scale_matrix(ddblasHandle_t handle, int part, bool hermitian, int64_t m, int64_t n, const void *beta, void *C,
                         int64_t ldc)
{
    parts<R> b = {R(0), R(0)};
    memcpy(&b, beta, (Complex && !hermitian ? 2 : 1) * sizeof(R));
    if (b.re == R(1) && b.im == R(0))
        return;
    const unsigned blocks = (unsigned)least(quotient_up(m * n, THREADS), 65536);
    scale_kernel<R, Complex><<<blocks, THREADS, 0, (cudaStream_t)handle->stream>>>(part, hermitian, m, n, b, (R *)C, ldc);
}

static ddblasStatus_t check_launch(ddblasHandle_t handle)
{
    return ddblas_check_engine(handle, ddblas_device_error(cudaGetLastError()), "scaling a matrix");
}

extern "C" ddblasStatus_t ddblas_scale_cuda(ddblasHandle_t handle, ddblasType_t type, enum ddblas_gemm_part part, int hermitian,
                                            int64_t m, int64_t n, const void *beta, void *C, int64_t ldc)
{
    switch (type)
    {
    case DDBLAS_TYPE_S:
        scale_matrix<float, false>(handle, part, false, m, n, beta, C, ldc);
        break;
    case DDBLAS_TYPE_D:
        scale_matrix<double, false>(handle, part, false, m, n, beta, C, ldc);
        break;
    case DDBLAS_TYPE_C:
        scale_matrix<float, true>(handle, part, hermitian, m, n, beta, C, ldc);
        break;
    case DDBLAS_TYPE_Z:
        scale_matrix<double, true>(handle, part, hermitian, m, n, beta, C, ldc);
        break;
    default:
        return ddblas_fail(handle, DDBLAS_STATUS_INTERNAL_ERROR, "scaling a matrix of type %d", (int)type);
    }
    return check_launch(handle);
}

/* Sets the imaginary parts of the diagonal of C to 0, if there is a product or beta is not 1.
 * alpha: null if it is known that there is a product; otherwise alpha and beta are in device
 * memory. alpha_parts: 1 if alpha is real, otherwise 2. */
template <class R>
__global__ void real_diagonal_kernel(const R *alpha, int alpha_parts, const R *beta, int64_t n, int64_t k, R *C, int64_t ldc)
{
    const bool product = !alpha || (k > 0 && (alpha[0] != R(0) || alpha[alpha_parts - 1] != R(0)));
    if (!product && *beta == R(1))
        return;
    for (int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x; i < n; i += (int64_t)gridDim.x * THREADS)
        C[2 * i * (ldc + 1) + 1] = R(0);
}

template <class R>
static void make_diagonal_real(ddblasHandle_t handle, const ddblas_syrk_problem &p)
{
    const unsigned blocks = (unsigned)least(quotient_up(p.n, THREADS), 65536);
    const bool on_device = handle->pointer_mode == DDBLAS_POINTER_MODE_DEVICE;
    real_diagonal_kernel<R><<<blocks, THREADS, 0, (cudaStream_t)handle->stream>>>(
        on_device ? (const R *)p.alpha : nullptr, p.two ? 2 : 1, (const R *)p.beta, p.n, p.k, (R *)p.C, p.ldc);
}

extern "C" ddblasStatus_t ddblas_real_diagonal_cuda(ddblasHandle_t handle, const struct ddblas_syrk_problem *problem)
{
    if (ddblas_type_is_single(problem->type))
        make_diagonal_real<float>(handle, *problem);
    else
        make_diagonal_real<double>(handle, *problem);
    return check_launch(handle);
}
