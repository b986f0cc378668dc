/*
 * gemv on the CPU: the functions for W and U, and for S, D, C and Z, between which gemv_cpu.c
 * chooses.
 */
#ifndef DDBLAS_LEVEL2_GEMV_CPU_H
#define DDBLAS_LEVEL2_GEMV_CPU_H

#include "level2/gemv/gemv.h"

/* Compute a problem whose alpha is not 0. */
ddblasStatus_t ddblas_gemv_cpu_pairs(ddblasHandle_t handle, const struct ddblas_gemv_problem *problem);
ddblasStatus_t ddblas_gemv_cpu_blas(ddblasHandle_t handle, const struct ddblas_gemv_problem *problem);

/* Computes a batch whose alpha is not 0, without a workspace. Each member has the same bits as if
 * it were computed alone. */
void ddblas_gemv_cpu_pairs_batch(ddblasHandle_t handle, const struct ddblas_gemv_batch *batch);

/* Returns a member of a batch. */
static inline struct ddblas_gemv_problem ddblas_gemv_member(const struct ddblas_gemv_batch *batch, int64_t i)
{
    struct ddblas_gemv_problem p = batch->each;
    p.A = (const cuddreal *)p.A + i * batch->strideA;
    p.x = (const cuddreal *)p.x + i * batch->stridex;
    p.y = (cuddreal *)p.y + i * batch->stridey;
    return p;
}

/* Returns the bytes of workspace with which a call in W or U can use all threads. */
size_t ddblas_gemv_cpu_pairs_workspace(ddblasHandle_t handle, ddblasType_t type, ddblasOperation_t trans, int64_t m, int64_t n);

#endif
