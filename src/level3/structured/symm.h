/*
 * symm and hemm inside the library: the problem and the functions that solve it.
 */
#ifndef DDBLAS_LEVEL3_SYMM_H
#define DDBLAS_LEVEL3_SYMM_H

#include "core/core.h"

#include <dd/level3.h>

/* C = alpha A B + beta C (LEFT) or C = alpha B A + beta C (RIGHT). The arguments have been checked,
 * and m, n >= 1. */
struct ddblas_symm_problem
{
    ddblasType_t type;
    int hermitian;
    ddblasSideMode_t side;
    ddblasFillMode_t uplo;
    int64_t m, n;
    const void *alpha, *A;
    int64_t lda;
    const void *B;
    int64_t ldb;
    const void *beta;
    void *C;
    int64_t ldc;
};

/* Computes symm and hemm of W and U. */
ddblasStatus_t ddblas_symm_w(ddblasHandle_t handle, const struct ddblas_symm_problem *problem);
size_t ddblas_symm_w_workspace(ddblasHandle_t handle, ddblasType_t type, ddblasSideMode_t side, int64_t m, int64_t n);

/* symm and hemm as an operation within a run (block_operations.h). `problem` is a struct
 * ddblas_symm_problem; the scalars are those of the run. */
struct ddblas_block_run;
ddblasStatus_t ddblas_symm_blocks(struct ddblas_block_run *blocks, const void *problem);

/* Compute symm and hemm of S, D, C, Z: on the CPU engine through CBLAS, on the CUDA engine through
 * cuBLAS. */
ddblasStatus_t ddblas_symm_cblas(ddblasHandle_t handle, const struct ddblas_symm_problem *problem);
#if DDBLAS_HAVE_CUDA
ddblasStatus_t ddblas_symm_cublas(ddblasHandle_t handle, const struct ddblas_symm_problem *problem);
#endif

#endif
