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

/* Lines (rows of op(A) or columns of op(B)) of a complex operand. Element (l, t) is X[l line_stride
 * + t term_stride] or, if `conjugate`, its conjugate. */
struct gemm_complex_lines
{
    const cuddcomplex *X;
    int64_t line_stride, term_stride;
    int64_t lines, terms;
    /* At least `terms`: zeros follow. */
    int64_t padded;
    /* 0: the real and the imaginary part of a term are adjacent; 1: all real parts come first. */
    int apart;
    int conjugate;
    /* If not null and *alpha is 0, nothing is read, and zeros are stored. */
    const cuddcomplex *alpha;
};

/* Stores A' (doubled = 0) or B' (doubled = 1) of gemm_complex_plan.h, with leading dimension
 * 2 padded. */
int ddblas_gemm_complex_expand(const struct gemm_complex_lines *lines, int doubled, cuddreal *out, void *stream);

/* A block of C. */
struct gemm_complex_block
{
    const cuddreal *P; /* Null: there is no product, and C = beta C. */
    int64_t ldp;
    cuddcomplex *C;
    int64_t ldc, rows, columns;
    int64_t below; /* Row of the block's first element less its column. */
    enum ddblas_gemm_part part;
    int real_diagonal; /* As in struct ddblas_gemm_problem. */
    /* The scalars; not null: in device memory. */
    const cuddcomplex *alpha_device, *beta_device;
    cuddcomplex alpha, beta;
};

/* Stores alpha P + beta C in C, on the part of C that is computed. */
int ddblas_gemm_complex_combine(const struct gemm_complex_block *block, void *stream);

#ifdef __cplusplus
}
#endif

#endif
