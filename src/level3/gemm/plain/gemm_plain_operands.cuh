/*
 * The operands of the plain route's kernels (gemm_plain_kernel.cuh): the problem described by
 * strides, the copies of op(A) and op(B) to shared memory, and the computation of an element of C
 * with all special values.
 */
#ifndef DDBLAS_LEVEL3_GEMM_PLAIN_OPERANDS_CUH
#define DDBLAS_LEVEL3_GEMM_PLAIN_OPERANDS_CUH

#include "backend/instructions.cuh"

extern "C" {
#include "level3/gemm/gemm.h"
#include "gemm_plain_plan.h"
}

/* The arrays of one product. */
struct gemm_plain_arrays
{
    const void *A, *B;
    cuddreal *C;
};

/* A problem whose operands are all given by strides, counted in elements. If the plan says so,
 * op(A) and op(B) are exchanged, so that C^T is computed. */
struct gemm_plain_operands
{
    /* Null in a batch, because each product of a batch has arrays of its own. */
    struct gemm_plain_arrays arrays;
    bool double_a, double_b; /* True if the elements of A (of B) are doubles. */
    int64_t m, n, k;
    int64_t a_row, a_term, b_row, b_term, c_row, c_column;
    const cuddreal *alpha_device, *beta_device;
    cuddreal alpha, beta;
    /* Selects elements of C. If its member `elements` is null, all elements are computed. */
    struct ddblas_gemm_mask mask;
    int part; /* enum ddblas_gemm_part */
    int64_t down, across, split_terms;
    /* The sums of the parts of k, m x n of them for each part. Null if k is not cut. */
    cuddreal *partial;

    __device__ __forceinline__ cuddreal get_alpha() const { return alpha_device ? *alpha_device : alpha; }
    __device__ __forceinline__ cuddreal get_beta() const { return beta_device ? *beta_device : beta; }

    __device__ __forceinline__ bool wanted(int64_t i, int64_t j) const
    {
        if (i >= m || j >= n || (part == DDBLAS_GEMM_LOWER && i < j) || (part == DDBLAS_GEMM_UPPER && i > j))
            return false;
        return !mask.elements || (mask.elements[i / 32 + j * mask.pitch] >> (i % 32) & 1);
    }
};

/* Returns a double that is NaN, Inf or finite as the double-double number a is. */
DD_DEVICE double gemm_class_of(cuddreal a) { return cuddIsNan(a) ? cuddNan().x : a.x; }

/* Reads the elements of a row of op(A) or a column of op(B), one after another. */
struct gemm_plain_walk
{
    const char *next;
    int64_t step; /* In bytes. */
    bool is_double;

    __device__ __forceinline__ gemm_plain_walk(const void *X, bool of_doubles, int64_t first, int64_t stride)
        : next((const char *)X + first * (of_doubles ? sizeof(double) : sizeof(cuddreal))),
          step(stride * (of_doubles ? sizeof(double) : sizeof(cuddreal))), is_double(of_doubles)
    {
    }

    __device__ __forceinline__ cuddreal take()
    {
        const cuddreal e = is_double ? cuddFromDouble(*(const double *)next) : *(const cuddreal *)next;
        next += step;
        return e;
    }
};

/* Recomputes the sum of element (i, j) if the sum of the kernel is not finite. First the products
 * of the high parts are summed in double. If that sum is not finite, it is the result; otherwise
 * the terms are summed by cuddFma. */
static __device__ __noinline__ cuddreal gemm_careful_sum(const gemm_plain_operands &op, const gemm_plain_arrays &x, int64_t i,
                                                         int64_t j)
{
    gemm_plain_walk a(x.A, op.double_a, i * op.a_row, op.a_term), b(x.B, op.double_b, j * op.b_row, op.b_term);
    double high = 0.0;
    for (int64_t t = 0; t < op.k && high == high; t++)
        high = __dadd_rn(high, __dmul_rn(gemm_class_of(a.take()), gemm_class_of(b.take())));
    if (!dd_is_finite(high))
        return cuddMake(high, 0.0);
    a = gemm_plain_walk(x.A, op.double_a, i * op.a_row, op.a_term);
    b = gemm_plain_walk(x.B, op.double_b, j * op.b_row, op.b_term);
    cuddreal sum = cuddFromDouble(0.0);
    for (int64_t t = 0; t < op.k; t++)
    {
        const cuddreal e = a.take();
        sum = cuddFma(e, b.take(), sum);
    }
    return sum;
}

/* Stores element (i, j) of C, computed from its sum with all special values. If `product` is false,
 * C = beta C. */
static __device__ __noinline__ void gemm_finish_element(const gemm_plain_operands &op, const gemm_plain_arrays &x, int64_t i,
                                                        int64_t j, bool product, cuddreal alpha, cuddreal beta, cuddreal sum)
{
    cuddreal *C = x.C + i * op.c_row + j * op.c_column;
    if (!product)
    {
        *C = ddblas_gemm_scaled(beta, C);
        return;
    }
    if (!dd_is_finite(sum.x) || !dd_is_finite(sum.y))
        sum = gemm_careful_sum(op, x, i, j);
    sum = cuddMul(alpha, sum);
    *C = cuddIsZero(beta) ? sum : cuddAdd(sum, cuddMul(beta, *C));
}

/* Copies the elements of an operand to the stages of the ring in shared memory. A line is a row of
 * op(A) or a column of op(B). In each stage a thread copies several elements: those at line + s
 * lines, term + s terms, for s = 0, 1, .... If Mixed is set and the elements are doubles, only high
 * parts are copied. */
template <bool Mixed>
struct gemm_plain_loader
{
    /* Address of the first element that the thread copies for the next stage. */
    const char *from;
    int64_t step, stage_step; /* In bytes. */
    int line, term, lines, terms;
    bool is_double;
    int64_t lines_left;

    template <int Lines, int Threads>
    __device__ __forceinline__ void start(const void *X, bool of_doubles, int64_t first_line, int64_t all_lines,
                                          int64_t first_term, int64_t line_stride, int64_t term_stride)
    {
        constexpr int Terms = GEMM_PLAIN_TERMS;
        const bool along_lines = line_stride == 1;
        line = along_lines ? threadIdx.x % Lines : threadIdx.x / Terms;
        term = along_lines ? threadIdx.x / Lines : threadIdx.x % Terms;
        lines = along_lines ? 0 : Threads / Terms;
        terms = along_lines ? Threads / Lines : 0;
        is_double = Mixed && of_doubles;
        const int64_t size = is_double ? sizeof(double) : sizeof(cuddreal);
        from = (const char *)X + size * ((first_line + line) * line_stride + (first_term + term) * term_stride);
        step = size * (lines * line_stride + terms * term_stride);
        stage_step = size * Terms * term_stride;
        lines_left = all_lines - first_line;
    }

    template <int Lines, int Threads>
    __device__ __forceinline__ void load(cuddreal (&to)[GEMM_PLAIN_TERMS][Lines + 1], int64_t terms_left)
    {
        constexpr int Count = (Lines * GEMM_PLAIN_TERMS + Threads - 1) / Threads;
#pragma unroll
        for (int s = 0; s < Count; s++)
        {
            const int l = line + s * lines, t = term + s * terms;
            if (l >= Lines || t >= GEMM_PLAIN_TERMS)
                continue;
            if (Mixed && is_double)
                copy_async<8>(&to[t][l].x, from + s * step, l < lines_left && t < terms_left ? 8 : 0);
            else
                copy_async<16>(&to[t][l], from + s * step, l < lines_left && t < terms_left ? 16 : 0);
        }
        from += stage_step;
    }
};

#endif
