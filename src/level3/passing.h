/*
 * What the routines that pass S, D, C, Z on to CBLAS and cuBLAS share.
 */
#ifndef DDBLAS_LEVEL3_PASSING_H
#define DDBLAS_LEVEL3_PASSING_H

#include "gemm.h"

#include <dd/level3.h>

/* Workspace of S, D, C, Z on the handle's engine. */
size_t ddblas_passing_workspace(ddblasHandle_t handle);

/* NOT_SUPPORTED when one of the numbers is beyond what CBLAS takes. */
ddblasStatus_t ddblas_check_cblas(ddblasHandle_t handle, int64_t a, int64_t b, int64_t c, int64_t d, int64_t e);

/* NOT_SUPPORTED for an order that no memory holds the square of. */
ddblasStatus_t ddblas_check_order(ddblasHandle_t handle, int64_t order);

/* 1 for a scalar of the type (real_part: of its real part) that is known to be 0, or 1: in host memory. */
int ddblas_known_zero(ddblasHandle_t handle, ddblasType_t type, int real_part, const void *scalar);
int ddblas_known_one(ddblasHandle_t handle, ddblasType_t type, int real_part, const void *scalar);

#if DDBLAS_HAVE_CUDA
/* One part of C = beta C, beta in host memory; hermitian: beta is real, and the diagonal's imaginary parts count as 0. With beta
 * = 1 C is not touched. S, D, C, Z. */
ddblasStatus_t ddblas_scale_cuda(ddblasHandle_t handle, ddblasType_t type, enum ddblas_gemm_part part, int hermitian, int64_t m,
                                 int64_t n, const void *beta, void *C, int64_t ldc);
/* Before a herk or her2k: the imaginary parts of C's diagonal become 0. With scalars on the device, C stays as it is when these
 * say that there is no product and beta is 1. C, Z. */
struct ddblas_syrk_problem;
ddblasStatus_t ddblas_real_diagonal_cuda(ddblasHandle_t handle, const struct ddblas_syrk_problem *problem);
#endif

enum
{
    DDBLAS_PASSING_TILE = 256 /* rows or columns of one CBLAS call: fixed, so that bits do not depend on threads */
};

#endif
