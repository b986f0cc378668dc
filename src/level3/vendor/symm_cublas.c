/*
 * S, D, C, Z symm and hemm on the CUDA engine, by cuBLAS.
 */
#include "core/checks.h"
#include "core/cublas.h"
#include "vendor.h"
#include "level3/structured/symm.h"

static cublasStatus_t call_cublas_symm(cublasHandle_t blas, const struct ddblas_symm_problem *p)
{
    const cublasSideMode_t side = ddblas_cublas_side(p->side);
    const cublasFillMode_t uplo = ddblas_cublas_fill(p->uplo);
#define MULTIPLY(letter, name)                                                                                                   \
    return cublas##letter##name##_64(blas, side, uplo, p->m, p->n, p->alpha, p->A, p->lda, p->B, p->ldb, p->beta, p->C, p->ldc)
    switch (p->type)
    {
    case DDBLAS_TYPE_S:
        MULTIPLY(S, symm);
    case DDBLAS_TYPE_D:
        MULTIPLY(D, symm);
    case DDBLAS_TYPE_C:
        if (p->hermitian)
            MULTIPLY(C, hemm);
        MULTIPLY(C, symm);
    default:
        if (p->hermitian)
            MULTIPLY(Z, hemm);
        MULTIPLY(Z, symm);
    }
#undef MULTIPLY
}

ddblasStatus_t ddblas_symm_cublas(ddblasHandle_t handle, const struct ddblas_symm_problem *problem)
{
    cublasHandle_t blas;
    if (ddblas_known_zero(handle, problem->type, 0, problem->alpha))
        return ddblas_scale_cuda(handle, problem->type, DDBLAS_GEMM_ALL, 0, problem->m, problem->n, problem->beta, problem->C,
                                 problem->ldc);
    struct ddblas_symm_problem p = *problem;
    const size_t size = ddblas_type_size(p.type);
    struct ddblas_cublas_scalar alpha, beta;
    p.alpha = ddblas_cublas_scalar(handle, p.alpha, size, &alpha);
    p.beta = ddblas_cublas_scalar(handle, p.beta, size, &beta);
    DDBLAS_CHECK(ddblas_cublas_begin(handle, &blas));
    return ddblas_cublas_end(handle, "symm", call_cublas_symm(blas, &p));
}
