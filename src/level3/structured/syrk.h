/*
 * syrk, herk, syr2k and her2k inside the library: the problem and the functions that solve it.
 */
#ifndef DDBLAS_LEVEL3_SYRK_H
#define DDBLAS_LEVEL3_SYRK_H

#include "level3/gemm/gemm.h"

#include <dd/level3.h>

/* One triangle of C = alpha op(A) op(A)^T + beta C. If `two` is set, one triangle of C = alpha
 * (op(A) op(B)^T + op(B) op(A)^T) + beta C. In Hermitian problems ^H replaces ^T, and the second
 * product has the conjugate of alpha. The arguments have been checked, and n >= 1. Both scalars of
 * herk and beta of her2k are real. */
struct ddblas_syrk_problem
{
    ddblasType_t type;
    int hermitian, two;
    ddblasFillMode_t uplo;
    ddblasOperation_t trans;
    int64_t n, k;
    const void *alpha, *A;
    int64_t lda;
    const void *B; /* Only for syr2k and her2k. */
    int64_t ldb;
    const void *beta;
    void *C;
    int64_t ldc;
    /* 1: the elements of A are doubles. This is allowed in type W, if the problem is neither
     * Hermitian nor `two`. */
    int double_a;
};

/* Begins a call: checks the handle, clears its last error, and checks every argument in the order
 * of the prototype. If on_host is set, all pointers must lead to host memory, whatever the engine
 * and the pointer mode are. */
ddblasStatus_t ddblas_syrk_check(ddblasHandle_t handle, const struct ddblas_syrk_problem *problem, int on_host);

/* Returns syrk or herk as a gemm of one triangle, with the scalars of the problem. For syr2k and
 * her2k it returns the first of their two products. */
struct ddblas_gemm_problem ddblas_syrk_product(const struct ddblas_syrk_problem *problem);

/* Computes the routines in W and U. */
ddblasStatus_t ddblas_syrk_w(ddblasHandle_t handle, const struct ddblas_syrk_problem *problem);
size_t ddblas_syrk_w_workspace(ddblasHandle_t handle, ddblasType_t type, int64_t n, int64_t k);

/* The routines as operations within a run (block_operations.h). `problem` is a struct
 * ddblas_syrk_problem; the scalars are those of the run. */
struct ddblas_block_run;
ddblasStatus_t ddblas_syrk_blocks(struct ddblas_block_run *blocks, const void *problem);

/* Compute the routines of S, D, C, Z: on the CPU engine through CBLAS, on the CUDA engine through
 * cuBLAS. */
ddblasStatus_t ddblas_syrk_cblas(ddblasHandle_t handle, const struct ddblas_syrk_problem *problem);
#if DDBLAS_HAVE_CUDA
ddblasStatus_t ddblas_syrk_cublas(ddblasHandle_t handle, const struct ddblas_syrk_problem *problem);
#endif

#endif
