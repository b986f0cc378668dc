/*
 * gemm on the CPU: interface between gemm_cpu.c and its two implementations, double-double and
 * CBLAS.
 */
#ifndef DDBLAS_LEVEL3_GEMM_CPU_H
#define DDBLAS_LEVEL3_GEMM_CPU_H

#include "level3/gemm/gemm.h"

/* Both functions compute C = alpha op(A) op(B) + beta C for alpha != 0 and k >= 1: the first one in
 * double-double (W and U), the second one through CBLAS for the other types. */
ddblasStatus_t ddblas_gemm_cpu_w(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem);
ddblasStatus_t ddblas_gemm_cpu_cblas(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem);

/* Forms C = beta C on the part of C that the problem computes, with up to this many threads. If
 * beta is 1, only double-double reads and writes C; for the other types the function does
 * nothing. */
void ddblas_gemm_cpu_scale(int threads, const struct ddblas_gemm_problem *problem);

/* Returns 1 if a double-double problem of k terms may set `pair`, so that the product with A and B
 * exchanged is added too. */
int ddblas_gemm_cpu_w_pairs(ddblasType_t type, int64_t k);

/* Returns the bytes of workspace for all threads of the handle. */
size_t ddblas_gemm_cpu_w_workspace(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, int64_t k);
/* Returns the bytes of workspace that one thread needs. A double-double gemm with less workspace
 * fails. */
size_t ddblas_gemm_cpu_w_least(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, int64_t k);
size_t ddblas_gemm_cpu_cblas_workspace(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, int64_t k);

#endif
