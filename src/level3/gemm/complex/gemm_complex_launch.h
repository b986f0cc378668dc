/*
 * Launches of the kernels of complex double-double gemm on the CUDA engine. The functions return an
 * error code of the CUDA runtime.
 */
#ifndef DDBLAS_LEVEL3_GEMM_COMPLEX_LAUNCH_H
#define DDBLAS_LEVEL3_GEMM_COMPLEX_LAUNCH_H

#include "level3/gemm/gemm.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Lines of a complex operand; a line is a row of op(A) or a column of op(B). Element (l, t) is X[l
 * line_stride + t term_stride]; if `conjugate` is set, it is conjugated. */
struct gemm_complex_lines
{
    const cuddcomplex *X;
    int64_t line_stride, term_stride;
    int64_t lines, terms;
    /* Number of terms with which a line is stored, at least `terms`; the added ones are zeros. */
    int64_t padded;
    /* 0: the real and the imaginary part of a term are adjacent; 1: all real parts of a line come
     * before all imaginary parts. */
    int apart;
    int conjugate;
    /* If `alpha` is not null and *alpha is 0, nothing is read, and zeros are stored. */
    const cuddcomplex *alpha;
};

/* Stores A' (doubled = 0) or B' (doubled = 1) of gemm_complex_plan.h, with leading dimension
 * 2 padded. */
int ddblas_gemm_complex_expand(const struct gemm_complex_lines *lines, int doubled, cuddreal *out, void *stream);

/* A block of C. */
struct gemm_complex_block
{
    const cuddreal *P; /* The product. Null: there is no product, and C = beta C. */
    int64_t ldp;
    cuddcomplex *C;
    int64_t ldc, rows, columns;
    int64_t below; /* Row number minus column number of the block's first element in C. */
    enum ddblas_gemm_part part;
    int real_diagonal; /* As in struct ddblas_gemm_problem. */
    /* Addresses of the scalars in device memory. If null, alpha and beta below are used. */
    const cuddcomplex *alpha_device, *beta_device;
    cuddcomplex alpha, beta;
};

/* Stores alpha P + beta C in the part of C that the problem computes. */
int ddblas_gemm_complex_combine(const struct gemm_complex_block *block, void *stream);

#ifdef __cplusplus
}
#endif

#endif
