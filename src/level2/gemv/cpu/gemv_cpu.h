/*
 * gemv on the CPU: what gemv_cpu.c asks of the files for W and U, and for S, D, C and Z.
 */
#ifndef DDBLAS_LEVEL2_GEMV_CPU_H
#define DDBLAS_LEVEL2_GEMV_CPU_H

#include "level2/gemv/gemv.h"

/* Compute the problem, whose alpha is not 0. */
ddblasStatus_t ddblas_gemv_cpu_pairs(ddblasHandle_t handle, const struct ddblas_gemv_problem *problem);
ddblasStatus_t ddblas_gemv_cpu_blas(ddblasHandle_t handle, const struct ddblas_gemv_problem *problem);

/* Returns the bytes of workspace with which W or U uses all threads. */
size_t ddblas_gemv_cpu_pairs_workspace(ddblasHandle_t handle, ddblasType_t type, ddblasOperation_t trans, int64_t m, int64_t n);

#endif
