/*
 * S, D, C, Z gemm on the CUDA engine, by cuBLAS.
 */
#include "core/cublas.h"
#include "vendor.h"

size_t ddblas_gemm_cublas_workspace(void) { return DDBLAS_CUBLAS_WORKSPACE; }

static cublasStatus_t call_cublas_gemm(cublasHandle_t blas, const struct ddblas_gemm_problem *p)
{
    const cublasOperation_t ta = ddblas_cublas_operation(p->transa), tb = ddblas_cublas_operation(p->transb);
    switch (p->type)
    {
#define MULTIPLY(letter)                                                                                                         \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return cublas##letter##gemm_64(blas, ta, tb, p->m, p->n, p->k, p->alpha, p->A, p->lda, p->B, p->ldb, p->beta, p->C,      \
                                       p->ldc);
        MULTIPLY(S)
        MULTIPLY(D)
        MULTIPLY(C)
        MULTIPLY(Z)
#undef MULTIPLY
    default:
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
}

ddblasStatus_t ddblas_gemm_cublas(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem)
{
    cublasHandle_t blas;
    if (handle->pointer_mode == DDBLAS_POINTER_MODE_HOST &&
        (problem->k == 0 || ddblas_known_zero(handle, problem->type, 0, problem->alpha)))
        return ddblas_scale_cuda(handle, problem->type, DDBLAS_GEMM_ALL, 0, problem->m, problem->n, problem->beta, problem->C,
                                 problem->ldc);
    struct ddblas_gemm_problem p = *problem;
    const size_t size = ddblas_type_size(p.type);
    struct ddblas_cublas_scalar alpha, beta;
    p.alpha = ddblas_cublas_scalar(handle, p.alpha, size, &alpha);
    p.beta = ddblas_cublas_scalar(handle, p.beta, size, &beta);
    const ddblasStatus_t status = ddblas_cublas_begin(handle, &blas);
    return status == DDBLAS_STATUS_SUCCESS ? ddblas_cublas_end(handle, "gemm", call_cublas_gemm(blas, &p)) : status;
}
