/*
 * Operations on blocks, CUDA engine: copies of triangles and rectangles, small triangular systems, constants.
 *
 * Systems: X(i) = (B(i) - sum over j < i of T(i, j) X(j)) r_i for a lower triangular T of order at most 32, r_i the reciprocal of
 * T(i, i). A block of 64 threads takes 64 vectors, one to a thread: T, the reciprocals and the vectors lie in shared memory, and
 * the sums of four components at a time in registers. An upper triangle is read backwards. 528 multiply-adds a vector at 12.4
 * FP64 instructions; the vectors are read and written once.
 *
 * A vector whose result is not finite, and all of them where a reciprocal is not safe, are solved again by the operations of
 * cuddreal.h. Error bound: docs/numerics.md.
 */
#include "../level2/symv_device.cuh"

extern "C" {
#include "blocks.h"
}

#include <cuda_runtime_api.h>

enum
{
    THREADS = 256, /* of the copying kernels */
    SYSTEM = DDBLAS_SYSTEM_CUDA,
    VECTORS = 64, /* of a block of the solving kernel, and its threads */
    ROWS = 4,     /* components whose sums are in registers together */
    PERIOD = 8    /* terms between normalisations */
};

static ddblasStatus_t launched(ddblasHandle_t handle, const char *what)
{
    const cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail(handle, DDBLAS_STATUS_DEVICE_ERROR, "%s: %s", what, cudaGetErrorString(error));
}

static unsigned blocks_for(int64_t elements)
{
    const int64_t blocks = (elements + THREADS - 1) / THREADS;
    return (unsigned)(blocks < 65536 ? blocks : 65536);
}

/* ---- copies ------------------------------------------------------------------------------------------------------------ */

__global__ void expand_kernel(int form, bool upper, int64_t n, const cuddreal *A, int64_t lda, cuddreal *out)
{
    for (int64_t e = (int64_t)blockIdx.x * THREADS + threadIdx.x; e < n * n; e += (int64_t)gridDim.x * THREADS)
    {
        const int64_t i = e % n, j = e / n;
        const bool stored = upper ? i <= j : i >= j;
        cuddreal value = cuddFromDouble(i == j ? 1.0 : 0.0);
        if (stored && !(i == j && form == DDBLAS_BLOCKS_UNIT))
            value = A[i + j * lda];
        else if (form == DDBLAS_BLOCKS_SYMMETRIC)
            value = A[j + i * lda];
        out[e] = value;
    }
}

extern "C" ddblasStatus_t ddblas_expand_cuda(ddblasHandle_t handle, enum ddblas_blocks_form form, ddblasFillMode_t uplo,
                                             int64_t n, const cuddreal *A, int64_t lda, cuddreal *out)
{
    expand_kernel<<<blocks_for(n * n), THREADS, 0, (cudaStream_t)handle->stream>>>(form, uplo == DDBLAS_FILL_MODE_UPPER, n, A,
                                                                                   lda, out);
    return launched(handle, "writing out a triangle");
}

__global__ void copy_kernel(int64_t m, int64_t n, const cuddreal *from, int64_t ldf, cuddreal *to, int64_t ldt)
{
    for (int64_t e = (int64_t)blockIdx.x * THREADS + threadIdx.x; e < m * n; e += (int64_t)gridDim.x * THREADS)
        to[e % m + e / m * ldt] = from[e % m + e / m * ldf];
}

extern "C" ddblasStatus_t ddblas_copy_cuda(ddblasHandle_t handle, int64_t m, int64_t n, const cuddreal *from, int64_t ldf,
                                           cuddreal *to, int64_t ldt)
{
    copy_kernel<<<blocks_for(m * n), THREADS, 0, (cudaStream_t)handle->stream>>>(m, n, from, ldf, to, ldt);
    return launched(handle, "copying a block");
}

__global__ void constants_kernel(const cuddreal *alpha, cuddreal *out)
{
    const double carry = cuddIsZero(*alpha) ? 0.0 : 1.0;
    out[0] = cuddFromDouble(0.0);
    out[1] = cuddFromDouble(1.0);
    out[2] = cuddFromDouble(carry);
    out[3] = cuddFromDouble(-carry);
}

extern "C" ddblasStatus_t ddblas_constants_cuda(ddblasHandle_t handle, const cuddreal *alpha, cuddreal *out)
{
    constants_kernel<<<1, 1, 0, (cudaStream_t)handle->stream>>>(alpha, out);
    return launched(handle, "writing constants");
}

/* ---- systems ----------------------------------------------------------------------------------------------------------- */

struct systems
{
    ddblas_systems s;
    cuddreal alpha;
    const cuddreal *alpha_device;

    /* Component i of the lower triangular form. */
    __device__ __forceinline__ int64_t place(int i) const { return s.upper ? s.n - 1 - i : i; }
    __device__ __forceinline__ cuddreal &x(int i, int64_t vector) const { return s.x[place(i) * s.step + vector * s.stride]; }
};

struct solving_memory
{
    cuddreal triangle[SYSTEM * (SYSTEM + 1) / 2], reciprocal[SYSTEM], x[SYSTEM][VECTORS + 1];

    /* T(i, j), i >= j. */
    __device__ __forceinline__ cuddreal &t(int i, int j) { return triangle[i * (i + 1) / 2 + j]; }
};

/* T; beyond n zeros, and ones on the diagonal. Returns whether all reciprocals are safe. */
DD_DEVICE bool fetch_triangle(const systems &p, solving_memory &memory)
{
    bool safe = true;
    for (int e = threadIdx.x; e < SYSTEM * SYSTEM; e += VECTORS)
    {
        const int i = p.s.row == 1 ? e % SYSTEM : e / SYSTEM, j = p.s.row == 1 ? e / SYSTEM : e % SYSTEM;
        if (j > i)
            continue;
        cuddreal value = cuddFromDouble(i == j ? 1.0 : 0.0);
        if (i < p.s.n && !(i == j && p.s.unit))
            value = p.s.A[p.place(i) * p.s.row + p.place(j) * p.s.column];
        memory.t(i, j) = value;
        if (i != j)
            continue;
        memory.reciprocal[i] = cuddDDiv(1.0, value);
        safe = safe && cuddIsFinite(value) && cudd_mid_range(value.x);
    }
    return __syncthreads_and(safe);
}

/* s + c -= t x, as gemm's multiply-adds. */
DD_DEVICE void take_off(double &s, double &c, cuddreal t, cuddreal x)
{
    const double p = __dmul_rn(-t.x, x.x);
    double e = __fma_rn(-t.x, x.x, -p);
    e = __fma_rn(-t.x, x.y, e);
    e = __fma_rn(-t.y, x.x, e);
    const cuddreal sum = cuddTwoSum(s, p);
    s = sum.x;
    c = __dadd_rn(c, __dadd_rn(sum.y, e));
}

/* The thread's vector by substitution. */
DD_DEVICE void substitute(solving_memory &memory, int n)
{
    const int v = threadIdx.x;
#pragma unroll 1
    for (int i = 0; i < n; i += ROWS)
    {
        double s[ROWS], c[ROWS];
#pragma unroll
        for (int r = 0; r < ROWS; r++)
        {
            s[r] = memory.x[i + r][v].x;
            c[r] = memory.x[i + r][v].y;
        }
#pragma unroll 2
        for (int j = 0; j < i; j++)
        {
            const cuddreal x = memory.x[j][v];
#pragma unroll
            for (int r = 0; r < ROWS; r++)
                take_off(s[r], c[r], memory.t(i + r, j), x);
            if (j % PERIOD == PERIOD - 1)
#pragma unroll
                for (int r = 0; r < ROWS; r++)
                {
                    const cuddreal sum = cuddFastTwoSum(s[r], c[r]);
                    s[r] = sum.x;
                    c[r] = sum.y;
                }
        }
#pragma unroll
        for (int r = 0; r < ROWS; r++)
        {
            const cuddreal sum = cuddTwoSum(s[r], c[r]), d = memory.reciprocal[i + r];
            const cuddreal x = cudd_mul_parts(sum.x, sum.y, d.x, d.y);
            memory.x[i + r][v] = x;
#pragma unroll
            for (int q = r + 1; q < ROWS; q++)
                take_off(s[q], c[q], memory.t(i + q, i + r), x);
        }
    }
}

/* The same by the operations of cuddreal.h, which know all special values. */
static __device__ __noinline__ void solve_carefully(const systems &p, solving_memory &memory, int64_t vector, cuddreal alpha)
{
    const int v = threadIdx.x;
    for (int i = 0; i < p.s.n; i++)
    {
        cuddreal sum = cuddMul(alpha, p.x(i, vector));
        for (int j = 0; j < i; j++)
            sum = cuddFma(cuddNeg(memory.t(i, j)), memory.x[j][v], sum);
        memory.x[i][v] = p.s.unit ? sum : cuddDiv(sum, memory.t(i, i));
    }
}

__global__ void __launch_bounds__(VECTORS) solve_kernel(const __grid_constant__ systems p)
{
    __shared__ __align__(16) unsigned char bytes[sizeof(solving_memory)];
    solving_memory &memory = *(solving_memory *)bytes;
    const int64_t first = (int64_t)blockIdx.x * VECTORS;
    const cuddreal alpha = p.alpha_device ? *p.alpha_device : p.alpha;
    const bool zero = cuddIsZero(alpha), scaled = !cuddEqD(alpha, 1.0), along = p.s.step == 1;
    const int n = (int)p.s.n, count = (int)(p.s.vectors - first < VECTORS ? p.s.vectors - first : VECTORS);
#pragma unroll 1
    for (int e = threadIdx.x; e < SYSTEM * VECTORS; e += VECTORS)
    {
        const int i = along ? e % SYSTEM : e / VECTORS, v = along ? e / SYSTEM : e % VECTORS;
        cuddreal b = cuddFromDouble(0.0);
        if (i < n && v < count && !zero)
            b = scaled ? cuddMul(alpha, p.x(i, first + v)) : p.x(i, first + v);
        memory.x[i][v] = b;
    }
    if (!zero) /* the same in all threads */
    {
        const bool safe = fetch_triangle(p, memory);
        const int v = threadIdx.x;
        bool finite = safe;
        if (safe)
            substitute(memory, n);
#pragma unroll 1
        for (int i = 0; i < n && finite; i++)
            finite = dd_is_finite(memory.x[i][v].x) && dd_is_finite(memory.x[i][v].y);
        if (!finite && v < count)
            solve_carefully(p, memory, first + v, alpha);
    }
    __syncthreads();
#pragma unroll 1
    for (int e = threadIdx.x; e < SYSTEM * VECTORS; e += VECTORS)
    {
        const int i = along ? e % SYSTEM : e / VECTORS, v = along ? e / SYSTEM : e % VECTORS;
        if (i < n && v < count)
            p.x(i, first + v) = memory.x[i][v];
    }
}

extern "C" ddblasStatus_t ddblas_solve_cuda(ddblasHandle_t handle, const struct ddblas_systems *s)
{
    systems p = {*s, cuddFromDouble(0.0), nullptr};
    if (handle->pointer_mode == DDBLAS_POINTER_MODE_DEVICE)
        p.alpha_device = s->alpha;
    else
        p.alpha = *s->alpha;
    const int64_t blocks = (s->vectors + VECTORS - 1) / VECTORS;
    if (blocks > INT32_MAX)
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "trsm: %lld vectors are more than the CUDA engine takes",
                           (long long)s->vectors);
    solve_kernel<<<(unsigned)blocks, VECTORS, 0, (cudaStream_t)handle->stream>>>(p);
    return launched(handle, "solving a small system");
}
