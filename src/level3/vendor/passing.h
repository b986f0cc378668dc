/*
 * What the routines that pass S, D, C, Z on to CBLAS and cuBLAS share.
 */
#ifndef DDBLAS_LEVEL3_PASSING_H
#define DDBLAS_LEVEL3_PASSING_H

#include "level3/gemm/gemm.h"

#include <dd/level3.h>

/* Workspace of S, D, C, Z on the handle's engine. */
size_t ddblas_passing_workspace(ddblasHandle_t handle);

/* NOT_SUPPORTED when one of the numbers is beyond what CBLAS takes. */
ddblasStatus_t ddblas_check_cblas(ddblasHandle_t handle, int64_t a, int64_t b, int64_t c, int64_t d, int64_t e);

/* NOT_SUPPORTED for an order that no memory holds the square of. */
ddblasStatus_t ddblas_check_order(ddblasHandle_t handle, int64_t order);

/* 1 for a scalar of the type (real_part: of its real part) that is known to be 0: in host memory. */
int ddblas_known_zero(ddblasHandle_t handle, ddblasType_t type, int real_part, const void *scalar);

#if DDBLAS_HAVE_CUDA
/* One part of C = beta C, beta in host memory; hermitian: beta is real, and the diagonal's imaginary parts count as 0. S, D, C,
 * Z. */
ddblasStatus_t ddblas_scale_cuda(ddblasHandle_t handle, ddblasType_t type, enum ddblas_gemm_part part, int hermitian, int64_t m,
                                 int64_t n, const void *beta, void *C, int64_t ldc);
/* Imaginary parts of the diagonal become 0. C, Z. */
ddblasStatus_t ddblas_real_diagonal_cuda(ddblasHandle_t handle, ddblasType_t type, int64_t n, void *C, int64_t ldc);
#endif

enum
{
    DDBLAS_PASSING_TILE = 256 /* rows or columns of one CBLAS call: fixed, so that bits do not depend on threads */
};

#endif
