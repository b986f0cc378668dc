/*
 * Complex double-double gemm on the CUDA engine: the kernels before and after the real product.
 * gemm_complex_plan.h defines P.
 *
 *   expand     writes element (l, t) of op(A) as two real numbers, or one of op(B) as four. It
 *              reads 32 bytes and writes 32 (64), in whole sectors of the L2 cache where the parts
 *              are adjacent.
 *   combine    C = alpha P + beta C. For each element it reads 32 bytes of P and reads or writes 32
 *              bytes of C, or both where beta is not 0.
 *
 * A thread has one element at a time. Adjacent threads have elements that are adjacent in the
 * operand's memory. Special values and error bound: docs/numerics.md, complex gemm.
 */
extern "C" {
#include "gemm_complex_launch.h"
#include "core/sizes.h"
}
#include "level3/gemm/gemm_complex.h"

#include <cuda_runtime_api.h>

enum
{
    THREADS = 128,
    MOST_BLOCKS = 65535 /* Largest number of blocks along the y-axis of a grid. */
};

/* Returns a grid with enough blocks of threads along x for `fast` elements, and along y for `slow`
 * rows of elements. */
static dim3 grid_of(int64_t fast, int64_t slow)
{
    return dim3((unsigned)quotient_up(fast, THREADS), (unsigned)least(slow, MOST_BLOCKS));
}

/* along_terms: adjacent threads have adjacent terms; otherwise they have adjacent lines. */
__global__ void __launch_bounds__(THREADS)
    gemm_complex_expand_kernel(const __grid_constant__ struct gemm_complex_lines s, bool along_terms, bool doubled, cuddreal *out)
{
    const bool zero = s.alpha && cuddcIsZero(*s.alpha);
    const int64_t fast = (int64_t)blockIdx.x * THREADS + threadIdx.x, pitch = 2 * s.padded;
    const int64_t step = s.apart ? 1 : 2, second = s.apart ? s.padded : 1;
    if (fast >= (along_terms ? s.padded : s.lines))
        return;
    for (int64_t slow = blockIdx.y; slow < (along_terms ? s.lines : s.padded); slow += gridDim.y)
    {
        const int64_t line = along_terms ? slow : fast, term = along_terms ? fast : slow;
        cuddcomplex z = cuddcFromDoubles(0.0, 0.0);
        if (!zero && term < s.terms)
            z = s.X[line * s.line_stride + term * s.term_stride];
        if (s.conjugate)
            z = cuddcConj(z);
        cuddreal *to = out + (doubled ? 2 * line : line) * pitch + step * term;
        to[0] = z.x;
        to[second] = doubled ? cuddNeg(z.y) : z.y;
        if (doubled)
        {
            to[pitch] = z.y;
            to[pitch + second] = z.x;
        }
    }
}

__global__ void __launch_bounds__(THREADS) gemm_complex_combine_kernel(const __grid_constant__ struct gemm_complex_block b)
{
    const cuddcomplex alpha = b.alpha_device ? *b.alpha_device : b.alpha, beta = b.beta_device ? *b.beta_device : b.beta;
    const bool product = b.P && !cuddcIsZero(alpha), with_old = !cuddcIsZero(beta);
    const bool stays = !product && cuddEqD(beta.x, 1.0) && cuddIsZero(beta.y);
    const int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;
    if (i >= b.rows)
        return;
    for (int64_t j = blockIdx.y; j < b.columns; j += gridDim.y)
    {
        const int64_t below = i - j + b.below;
        if ((b.part == DDBLAS_GEMM_LOWER && below < 0) || (b.part == DDBLAS_GEMM_UPPER && below > 0))
            continue;
        const bool real = b.real_diagonal && below == 0;
        cuddcomplex *to = b.C + i + j * b.ldc, old = cuddcFromDoubles(0.0, 0.0);
        if (with_old)
        {
            old.x = to->x;
            if (!real)
                old.y = to->y;
        }
        cuddcomplex sum = cuddcFromDoubles(0.0, 0.0);
        if (product)
        {
            sum.x = b.P[i + 2 * j * b.ldp];
            sum.y = b.P[i + (2 * j + 1) * b.ldp];
        }
        const cuddcomplex r =
            product ? ddblas_gemm_complex_element(alpha, sum, beta, &old) : ddblas_gemm_complex_scaled(beta, &old);
        to->x = r.x;
        if (!real)
            to->y = r.y;
        else if (!stays)
            to->y = cuddFromDouble(0.0);
    }
}

extern "C" int ddblas_gemm_complex_expand(const struct gemm_complex_lines *lines, int doubled, cuddreal *out, void *stream)
{
    const bool along_terms = lines->line_stride != 1;
    const int64_t fast = along_terms ? lines->padded : lines->lines, slow = along_terms ? lines->lines : lines->padded;
    gemm_complex_expand_kernel<<<grid_of(fast, slow), THREADS, 0, (cudaStream_t)stream>>>(*lines, along_terms, doubled != 0, out);
    return (int)cudaGetLastError();
}

extern "C" int ddblas_gemm_complex_combine(const struct gemm_complex_block *block, void *stream)
{
    gemm_complex_combine_kernel<<<grid_of(block->rows, block->columns), THREADS, 0, (cudaStream_t)stream>>>(*block);
    return (int)cudaGetLastError();
}
