/*
 * gemm inside the library: one problem, checked by gemm.c, given to the engine of the handle.
 */
#ifndef DDBLAS_LEVEL3_GEMM_H
#define DDBLAS_LEVEL3_GEMM_H

#include "../core/core.h"

#include <dd/level3.h>

/* C = alpha op(A) op(B) + beta C with checked arguments, m, n >= 1, k >= 0. */
struct ddblas_gemm_problem
{
    ddblasType_t type;
    ddblasOperation_t transa, transb;
    int64_t m, n, k;
    const void *alpha; /* host or engine memory, as the handle's pointer mode says */
    const void *A;
    int64_t lda;
    const void *B;
    int64_t ldb;
    const void *beta;
    void *C;
    int64_t ldc;
};

/* Bytes of engine workspace that the engine's gemm takes for this type and these sizes at full speed. */
size_t ddblas_gemm_cpu_workspace(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, int64_t k);

/* Solves the problem on the engine. */
ddblasStatus_t ddblas_gemm_cpu(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem);

#endif
