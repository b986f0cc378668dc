/*
 * Complex double-double gemm on the CUDA engine: interface.
 */
#ifndef DDBLAS_LEVEL3_GEMM_COMPLEX_CUDA_H
#define DDBLAS_LEVEL3_GEMM_COMPLEX_CUDA_H

#include "level3/gemm/gemm.h"

/* Returns the bytes of workspace for full speed, and the least with which a product of these sizes
 * runs. */
size_t ddblas_gemm_complex_cuda_workspace(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k);
size_t ddblas_gemm_complex_cuda_least(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k);

/* Later calls of this process take three products of residues from m n k = order^3 on, if the
 * device has them. The default is that of the machine; a negative order restores it. For tests. */
void ddblas_gemm_complex_use_three_from(double order);

ddblasStatus_t ddblas_gemm_complex_cuda(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem);

#endif
