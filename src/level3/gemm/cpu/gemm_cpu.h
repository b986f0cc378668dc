/*
 * gemm on the CPU: interface between gemm_cpu.c and its two implementations, double-double and
 * CBLAS.
 */
#ifndef DDBLAS_LEVEL3_GEMM_CPU_H
#define DDBLAS_LEVEL3_GEMM_CPU_H

#include "level3/gemm/gemm.h"

/* C = alpha op(A) op(B) + beta C, alpha != 0 and k >= 1: in double-double, and through CBLAS for
 * the other types. */
ddblasStatus_t ddblas_gemm_cpu_w(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem);
ddblasStatus_t ddblas_gemm_cpu_cblas(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem);

/* Returns 1 if a double-double problem of k terms may ask for the product with A and B exchanged
 * too. */
int ddblas_gemm_cpu_w_pairs(int64_t k);

/* Returns the bytes of workspace for all threads of the handle. */
size_t ddblas_gemm_cpu_w_workspace(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k);
/* Returns one thread's bytes. With less a double-double gemm fails. */
size_t ddblas_gemm_cpu_w_least(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k);
size_t ddblas_gemm_cpu_cblas_workspace(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, int64_t k);

#endif
