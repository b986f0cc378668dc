/*
 * The double-double kernels of gemm on the CPU: one algorithm (gemm_cpu_w_kernel.h), compiled for each instruction set, with the
 * same bits in all of them.
 */
#ifndef DDBLAS_LEVEL3_GEMM_CPU_W_H
#define DDBLAS_LEVEL3_GEMM_CPU_W_H

#include <stdint.h>

#include "gemm.h"

struct ddblas_gemm_w_kernels
{
    const char *name;
    int mr, nr; /* rows and columns of a tile */
    /* `rows` rows (of op(A), or columns of op(B)) of `terms` terms to panels of mr or nr rows, split, padded with zeros to whole
     * panels and to a multiple of 4 terms. Element (r, t) stands at X[r row_stride + t term_stride]. */
    void (*pack_a)(const cuddreal *X, int64_t row_stride, int64_t term_stride, int64_t rows, int64_t terms, double *out);
    void (*pack_b)(const cuddreal *X, int64_t row_stride, int64_t term_stride, int64_t rows, int64_t terms, double *out);
    /* sums += a b over kc terms, kc a multiple of 4. */
    void (*tile)(int64_t kc, const double *a, const double *b, double *sums);
    /* result = alpha sums + beta old, `count` numbers in split form, high and low parts in turn by mr. Special values: see
     * gemm_cpu_w.c. beta = 0: old is not read. */
    void (*combine)(int64_t count, cuddreal alpha, cuddreal beta, const double *sums, const double *old, double *result);
};

enum
{
    DDBLAS_GEMM_W_MOST_TILE = 8 * 6 /* elements of the largest tile */
};

extern const struct ddblas_gemm_w_kernels ddblas_gemm_w_portable, ddblas_gemm_w_avx2, ddblas_gemm_w_avx512;

#endif
