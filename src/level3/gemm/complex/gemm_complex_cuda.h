/*
 * Complex double-double gemm on the CUDA engine: interface.
 */
#ifndef DDBLAS_LEVEL3_GEMM_COMPLEX_CUDA_H
#define DDBLAS_LEVEL3_GEMM_COMPLEX_CUDA_H

#include "level3/gemm/gemm.h"

/* The first function returns the bytes of workspace for full speed; the second returns the least
 * number of bytes with which a product of these sizes runs. */
size_t ddblas_gemm_complex_cuda_workspace(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k);
size_t ddblas_gemm_complex_cuda_least(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k);

/* Makes later calls of this process use the method GEMM_COMPLEX_THREE if m n k >= order^3 and the
 * device has its kernels. The default order is a constant of the machine; a negative order restores
 * it. Tests use this function. */
void ddblas_gemm_complex_use_three_from(double order);

ddblasStatus_t ddblas_gemm_complex_cuda(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem);

#endif
