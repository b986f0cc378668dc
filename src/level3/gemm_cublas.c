/*
 * S, D, C, Z gemm on the CUDA engine: cuBLAS.
 */
#include "cublas.h"
#include "gemm.h"

size_t ddblas_gemm_cublas_workspace(void) { return DDBLAS_CUBLAS_WORKSPACE; }

/* 1 for a scalar in host memory whose parts are all 0. */
static int is_zero(ddblasType_t type, const void *scalar)
{
    switch (type)
    {
    case DDBLAS_TYPE_S:
        return *(const float *)scalar == 0.0F;
    case DDBLAS_TYPE_D:
        return *(const double *)scalar == 0.0;
    case DDBLAS_TYPE_C:
        return ((const ddblasComplex *)scalar)->x == 0.0F && ((const ddblasComplex *)scalar)->y == 0.0F;
    default:
        return ((const ddblasDoubleComplex *)scalar)->x == 0.0 && ((const ddblasDoubleComplex *)scalar)->y == 0.0;
    }
}

/* C = beta C. */
static cublasStatus_t scale(cublasHandle_t blas, const struct ddblas_gemm_problem *p)
{
    const ddblasDoubleComplex zero = {0.0, 0.0};
    switch (p->type)
    {
#define SCALE(letter)                                                                                                            \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return cublas##letter##geam_64(blas, CUBLAS_OP_N, CUBLAS_OP_N, p->m, p->n, p->beta, p->C, p->ldc, (const void *)&zero,   \
                                       p->C, p->ldc, p->C, p->ldc);
        SCALE(S)
        SCALE(D)
        SCALE(C)
        SCALE(Z)
#undef SCALE
    default:
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
}

static cublasStatus_t multiply(cublasHandle_t blas, const struct ddblas_gemm_problem *p)
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
    const ddblasStatus_t status = ddblas_cublas_begin(handle, &blas);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    const int host = handle->pointer_mode == DDBLAS_POINTER_MODE_HOST;
    if (host && (problem->k == 0 || is_zero(problem->type, problem->alpha)))
        return ddblas_cublas_end(handle, "gemm", scale(blas, problem));
    return ddblas_cublas_end(handle, "gemm", multiply(blas, problem));
}
