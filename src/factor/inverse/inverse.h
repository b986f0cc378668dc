/*
 * Inverses inside the library: of a triangular matrix, and of a matrix from its Cholesky or LU
 * factors. A routine is a function over the operations of block_operations.h, like the
 * factorisations, and over the small operations below, which each engine provides.
 */
#ifndef DDBLAS_FACTOR_INVERSE_H
#define DDBLAS_FACTOR_INVERSE_H

#include <dd/inverse.h>

#include "factor/factor.h"

#ifdef __cplusplus
extern "C" {
#endif

enum ddblas_inverse_task
{
    DDBLAS_INVERSE_TRTRI,
    DDBLAS_INVERSE_POTRI,
    DDBLAS_INVERSE_GETRI
};

/* C becomes the inverse. trtri and potri work in place: C is A. n >= 1. */
struct ddblas_inverse_problem
{
    ddblasType_t type;
    enum ddblas_inverse_task task;
    ddblasFillMode_t uplo; /* getri: not used. */
    ddblasDiagType_t diag; /* trtri only. */
    int64_t n;
    const void *A;
    int64_t lda;
    const int64_t *ipiv; /* getri only, in engine memory. */
    void *C;
    int64_t ldc;
    int64_t *info; /* In engine memory. */
};

/* Computes the problem, after *info has been set by ddblas_inverse_find_zero. */
ddblasStatus_t ddblas_inverse_blocks(struct ddblas_block_run *blocks, const void *problem);

/* ---- the engines ----------------------------------------------------------------------------- */

/* The action of ddblas_triangle_step on each element of an n x n matrix. */
enum ddblas_triangle_action
{
    DDBLAS_TRIANGLE_IDENTITY, /* C is the identity matrix. */
    DDBLAS_TRIANGLE_COPY,     /* C = A in the triangle; other elements are not written. */
    DDBLAS_TRIANGLE_EXTEND,   /* C = A in the triangle, and 0 elsewhere. */
    DDBLAS_TRIANGLE_CLEAR,    /* C = 0 in the triangle. */
    DDBLAS_TRIANGLE_POISON    /* C = NaN in the triangle if *info is not 0. */
};

struct ddblas_triangle_step
{
    enum ddblas_triangle_action action;
    ddblasType_t type;
    ddblasFillMode_t uplo;
    int strict;        /* 1: the diagonal is not part of the triangle. */
    int real_diagonal; /* COPY only. 1: imaginary parts of C's diagonal become 0. */
    int64_t n;
    const void *A; /* COPY and EXTEND only. */
    int64_t lda;
    void *C;
    int64_t ldc;
    const int64_t *info; /* POISON only. */
};

void ddblas_triangle_step_cpu(const struct ddblas_triangle_step *step);
/* Returns k if A(k, k), counted from 1, is the first zero on the diagonal, or 0. */
int64_t ddblas_inverse_find_zero_cpu(ddblasType_t type, int64_t n, const void *A, int64_t lda);
/* Exchanges columns j and ipiv[j] - 1 of C, of n rows and columns, for j = n - 1, ..., 0. */
void ddblas_exchange_columns_cpu(ddblasType_t type, int64_t n, void *C, int64_t ldc, const int64_t *ipiv);

#if DDBLAS_HAVE_CUDA
ddblasStatus_t ddblas_triangle_step_cuda(ddblasHandle_t handle, const struct ddblas_triangle_step *step);
/* Writes the number to *info, in the order of the stream. */
ddblasStatus_t ddblas_inverse_find_zero_cuda(ddblasHandle_t handle, ddblasType_t type, int64_t n, const void *A, int64_t lda,
                                             int64_t *info);
ddblasStatus_t ddblas_exchange_columns_cuda(ddblasHandle_t handle, ddblasType_t type, int64_t n, void *C, int64_t ldc,
                                            const int64_t *ipiv);
#endif

#ifdef __cplusplus
}
#endif

#endif
