/*
 * gemm on the CPU: interface between gemm_cpu.c and its two implementations, double-double and
 * CBLAS.
 */
#ifndef DDBLAS_LEVEL3_GEMM_CPU_H
#define DDBLAS_LEVEL3_GEMM_CPU_H

#include "level3/gemm/gemm.h"

/* Both functions compute C = alpha op(A) op(B) + beta C for alpha != 0 and k >= 1.
 * ddblas_gemm_cpu_w does it for W and U with the double-double kernels, ddblas_gemm_cpu_cblas for
 * the other types through CBLAS. */
ddblasStatus_t ddblas_gemm_cpu_w(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem);
ddblasStatus_t ddblas_gemm_cpu_cblas(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem);

/* Computes C = beta C on the part of C that the problem computes, with up to `threads` threads. If
 * beta is 1, the function does nothing in S, D, C and Z. In double-double it reads and writes C,
 * because the low part of an Inf or NaN has to become 0. */
void ddblas_gemm_cpu_scale(int threads, const struct ddblas_gemm_problem *problem);

/* Returns 1 if a double-double problem of k terms may set `pair`. Then the product with A and B
 * exchanged is added too, as syr2k needs it. */
int ddblas_gemm_cpu_w_pairs(ddblasType_t type, int64_t k);

/* Returns the bytes of workspace with which all threads of the handle can work. */
size_t ddblas_gemm_cpu_w_workspace(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, int64_t k);
/* Return the bytes of workspace that one thread needs. With less workspace a double-double gemm
 * fails. */
size_t ddblas_gemm_cpu_w_least(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, int64_t k);
size_t ddblas_gemm_cpu_cblas_workspace(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, int64_t k);

#endif
