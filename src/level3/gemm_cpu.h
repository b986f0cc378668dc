/*
 * gemm on the CPU: what its two engines offer to gemm_cpu.c.
 */
#ifndef DDBLAS_LEVEL3_GEMM_CPU_H
#define DDBLAS_LEVEL3_GEMM_CPU_H

#include "gemm.h"

/* C = alpha op(A) op(B) + beta C, alpha != 0 and k >= 1: double-double, and the other types through CBLAS. */
ddblasStatus_t ddblas_gemm_cpu_w(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem);
ddblasStatus_t ddblas_gemm_cpu_cblas(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem);

/* 1 when a double-double problem of k terms may ask for the product with A and B exchanged as well. */
int ddblas_gemm_cpu_w_pairs(int64_t k);

/* 1 for a scalar in host memory that is zero, or one. */
int ddblas_gemm_is_zero(ddblasType_t type, const void *scalar);
int ddblas_gemm_is_one(ddblasType_t type, const void *scalar);

/* Workspace for all threads of the handle. */
size_t ddblas_gemm_cpu_w_workspace(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k);
/* One thread's: a double-double gemm with less fails. */
size_t ddblas_gemm_cpu_w_least(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k);
size_t ddblas_gemm_cpu_cblas_workspace(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, int64_t k);

/* A workspace for up to `threads` threads, `share` bytes each: whole, or, when the caller's is smaller, for the number of threads
 * that is written to *threads, at least one. */
ddblasStatus_t ddblas_gemm_cpu_share(ddblasHandle_t handle, size_t share, int *threads, void **workspace);

#endif
