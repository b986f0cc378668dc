/*
 * Functions that the routines for S, D, C, Z share; these routines call CBLAS or cuBLAS.
 */
#ifndef DDBLAS_LEVEL3_VENDOR_H
#define DDBLAS_LEVEL3_VENDOR_H

#include "level3/gemm/gemm.h"

#include <dd/level3.h>

/* Returns the bytes of workspace for S, D, C, Z on the handle's engine. */
size_t ddblas_vendor_workspace(ddblasHandle_t handle);

/* Returns NOT_SUPPORTED if one of the numbers does not fit an integer of CBLAS's interface. */
ddblasStatus_t ddblas_check_cblas(ddblasHandle_t handle, int64_t a, int64_t b, int64_t c, int64_t d, int64_t e);

#if DDBLAS_HAVE_CUDA
/* Computes C = beta C on one part of C, for S, D, C, Z, with beta in host memory. If `hermitian` is
 * set, beta is real, and the imaginary parts of the diagonal count as 0. If beta is 1, C is neither
 * read nor written. */
ddblasStatus_t ddblas_scale_cuda(ddblasHandle_t handle, ddblasType_t type, enum ddblas_gemm_part part, int hermitian, int64_t m,
                                 int64_t n, const void *beta, void *C, int64_t ldc);
/* Called before a herk or her2k of type C or Z. Sets the imaginary parts of the diagonal of the
 * matrix to 0. With scalars in host memory the caller has made sure that there is a product (k > 0,
 * alpha not 0). With scalars in device memory the kernel tests this, and leaves the matrix
 * unchanged if there is no product and beta is 1. */
struct ddblas_syrk_problem;
ddblasStatus_t ddblas_real_diagonal_cuda(ddblasHandle_t handle, const struct ddblas_syrk_problem *problem);
#endif

enum
{
    /* Number of rows or columns that one CBLAS call computes. It is fixed, so that the bits do not
     * depend on the number of threads. */
    DDBLAS_VENDOR_TILE = 256
};

#endif
