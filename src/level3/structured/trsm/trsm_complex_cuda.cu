/*
 * Small triangular systems in complex double-double on the CUDA engine: X = T^-1 (alpha B), T of
 * order n at most 32. X overwrites B.
 *
 *   x_i = (alpha b_i - sum over j < i of T(i, j) x_j) / T(i, i)
 *
 * T is lower triangular; an upper triangle is read backwards, with negative strides. A thread
 * solves for one column of X. It reads back from memory the components that it has solved. All
 * threads read the same elements of T at the same time, and these come from the L1 cache. Work: n^2
 * / 2 complex multiply-adds of 40 FP64 instructions for each column.
 *
 * Special values. A component that is not finite is recomputed by the operations of cuddcomplex.h.
 * If *alpha is 0, the result is 0, and neither T nor B is read. Error bound: docs/numerics.md,
 * structured routines in U.
 */
#include <dd/scalar.cuh>

extern "C" {
#include "backend/device_error.h"
#include "core/sizes.h"
#include "level3/structured/block_operations.h"
}
#include "level3/gemm/gemm_complex.h"

#include <cuda_runtime_api.h>
#include <string.h>

enum
{
    THREADS = 64
};

struct complex_systems
{
    const cuddcomplex *A;
    cuddcomplex *x;
    int64_t row, column, step, stride, vectors;
    int n;
    bool unit, conjugate;
    cuddcomplex alpha;
    const cuddcomplex *alpha_device;

    __device__ __forceinline__ cuddcomplex element(int i, int j) const
    {
        const cuddcomplex a = A[i * row + j * column];
        return conjugate ? scalar<cuddcomplex>::conj(a) : a;
    }
};

static __device__ __noinline__ cuddcomplex divided(cuddcomplex a, cuddcomplex b) { return cuddcDiv(a, b); }

/* Computes component i with all special values. b: component i of the right-hand side, multiplied
 * by alpha. */
static __device__ __noinline__ cuddcomplex solve_carefully(const complex_systems &s, const cuddcomplex *x, int i, cuddcomplex b)
{
    for (int j = 0; j < i; j++)
        b = cuddcSub(b, dd_complex_multiply(s.element(i, j), x[j * s.step]));
    return s.unit ? b : divided(b, s.element(i, i));
}

__global__ void __launch_bounds__(THREADS) complex_systems_kernel(const __grid_constant__ complex_systems s)
{
    typedef scalar<cuddcomplex>::accumulator accumulator;
    const int64_t v = (int64_t)blockIdx.x * THREADS + threadIdx.x;
    const cuddcomplex alpha = s.alpha_device ? *s.alpha_device : s.alpha;
    const bool zero = cuddcIsZero(alpha);
    if (v >= s.vectors)
        return;
    cuddcomplex *x = s.x + v * s.stride;
#pragma unroll 1
    for (int i = 0; i < s.n; i++)
    {
        if (zero)
        {
            x[i * s.step] = cuddcFromDoubles(0.0, 0.0);
            continue;
        }
        const cuddcomplex b = ddblas_gemm_complex_times(alpha, x[i * s.step]);
        accumulator sum;
        sum.re.s = b.x.x, sum.re.c = b.x.y;
        sum.im.s = b.y.x, sum.im.c = b.y.y;
#pragma unroll 1
        for (int j = 0; j < i; j++)
        {
            sum.mac(scalar<cuddcomplex>::neg(s.element(i, j)), x[j * s.step]);
            if (j % accumulator::interval == accumulator::interval - 1)
                sum.renormalise();
        }
        cuddcomplex r = sum.value();
        if (!s.unit && scalar<cuddcomplex>::is_finite(r))
            r = divided(r, s.element(i, i));
        x[i * s.step] = scalar<cuddcomplex>::is_finite(r) ? r : solve_carefully(s, x, i, b);
    }
}

extern "C" ddblasStatus_t ddblas_solve_complex_cuda(ddblasHandle_t handle, const struct ddblas_systems *p)
{
    complex_systems s = {(const cuddcomplex *)p->A,
                         (cuddcomplex *)p->x,
                         p->row,
                         p->column,
                         p->step,
                         p->stride,
                         p->vectors,
                         (int)p->n,
                         p->unit != 0,
                         p->conjugate != 0,
                         cuddcFromDoubles(0.0, 0.0),
                         nullptr};
    if (p->vectors > (int64_t)INT32_MAX)
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "trsm: %lld vectors are more than the CUDA engine takes",
                           (long long)p->vectors);
    if (p->upper)
    {
        s.A += (p->n - 1) * (p->row + p->column);
        s.x += (p->n - 1) * p->step;
        s.row = -p->row;
        s.column = -p->column;
        s.step = -p->step;
    }
    if (handle->pointer_mode == DDBLAS_POINTER_MODE_DEVICE)
        s.alpha_device = (const cuddcomplex *)p->alpha;
    else
        /* p->alpha is aligned to 8 bytes only (simd/host_memory.h), so its bytes are copied. */
        memcpy(&s.alpha, p->alpha, sizeof s.alpha);
    complex_systems_kernel<<<(unsigned)quotient_up(p->vectors, THREADS), THREADS, 0, (cudaStream_t)handle->stream>>>(s);
    return ddblas_check_engine(handle, ddblas_device_error(cudaGetLastError()), "solving a small system");
}
