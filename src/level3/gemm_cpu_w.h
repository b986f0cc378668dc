/*
 * Double-double kernels of gemm on the CPU: one algorithm (gemm_cpu_w_kernel.h), compiled for each
 * instruction set. The bits are the same in all of them.
 */
#ifndef DDBLAS_LEVEL3_GEMM_CPU_W_H
#define DDBLAS_LEVEL3_GEMM_CPU_W_H

#include <stdint.h>

#include "gemm.h"

/* A part of op(A), or of op(B) with its columns as rows: element (r, t) is X[r row_stride + t
 * term_stride]. rows_there >= rows and terms_there >= terms say how far the operand extends, for
 * prefetches. */
struct ddblas_gemm_w_part
{
    const cuddreal *X;
    int64_t row_stride, term_stride;
    int64_t rows, terms;
    int64_t rows_there, terms_there;
};

struct ddblas_gemm_w_kernels
{
    const char *name;
    int mr, nr; /* Rows and columns of a tile. */
    /* Packs a part into panels of mr or nr rows, with high and low parts separated. Pads with
     * copies of the last row to whole panels, and with zeros to a multiple of 4 terms. */
    void (*pack_a)(const struct ddblas_gemm_w_part *part, double *out);
    void (*pack_b)(const struct ddblas_gemm_w_part *part, double *out);
    /* Adds a b over kc terms to the sums of the first `columns` columns, kc a multiple of 4.
     * tile[1] is for a transposed problem, where a comes from op(B) and b from op(A). */
    void (*tile[2])(int columns, int64_t kc, const double *a, const double *b, double *sums);
    /* Adds `more` to sums for the first `columns` columns of a tile, by accurate additions. */
    void (*add)(int columns, const double *more, double *sums);
    /* Forms result = alpha * sums + beta * old for the first `columns` columns of a tile. The
     * leading dimension of result is mr, that of old is ld. beta = 0: old is not read. Returns 0
     * when an element of the result is not finite. */
    int (*combine)(int columns, cuddreal alpha, cuddreal beta, const double *sums, const cuddreal *old, int64_t ld,
                   cuddreal *result);
};

enum
{
    DDBLAS_GEMM_W_MOST_TILE = 8 * 6 /* Elements of the largest tile. */
};

extern const struct ddblas_gemm_w_kernels ddblas_gemm_w_portable, ddblas_gemm_w_avx2, ddblas_gemm_w_avx512;

#endif
