/*
 * S, D, C, Z syrk, herk, syr2k and her2k on the CUDA engine, by cuBLAS.
 */
#include "core/checks.h"
#include "core/cublas.h"
#include "vendor.h"
#include "level3/structured/syrk.h"

#define ONE(letter, name)                                                                                                        \
    return cublas##letter##name##_64(blas, uplo, op, p->n, p->k, p->alpha, p->A, p->lda, p->beta, p->C, p->ldc)
#define TWO(letter, name)                                                                                                        \
    return cublas##letter##name##_64(blas, uplo, op, p->n, p->k, p->alpha, p->A, p->lda, p->B, p->ldb, p->beta, p->C, p->ldc)

static cublasStatus_t call_cublas_syrk(cublasHandle_t blas, const struct ddblas_syrk_problem *p)
{
    const cublasFillMode_t uplo = ddblas_cublas_fill(p->uplo);
    const cublasOperation_t op = ddblas_cublas_operation(p->trans);
    switch (p->type)
    {
#define SYMMETRIC(letter)                                                                                                        \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        if (p->two)                                                                                                              \
            TWO(letter, syr2k);                                                                                                  \
        ONE(letter, syrk);
        SYMMETRIC(S)
        SYMMETRIC(D)
        SYMMETRIC(C)
        SYMMETRIC(Z)
#undef SYMMETRIC
    default:
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
}

static cublasStatus_t call_cublas_herk(cublasHandle_t blas, const struct ddblas_syrk_problem *p)
{
    const cublasFillMode_t uplo = ddblas_cublas_fill(p->uplo);
    const cublasOperation_t op = ddblas_cublas_operation(p->trans);
    switch (p->type)
    {
#define HERMITIAN(letter)                                                                                                        \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        if (p->two)                                                                                                              \
            TWO(letter, her2k);                                                                                                  \
        ONE(letter, herk);
        HERMITIAN(C)
        HERMITIAN(Z)
#undef HERMITIAN
    default:
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
}

ddblasStatus_t ddblas_syrk_cublas(ddblasHandle_t handle, const struct ddblas_syrk_problem *problem)
{
    struct ddblas_syrk_problem q = *problem;
    const struct ddblas_syrk_problem *p = &q;
    const enum ddblas_gemm_part part = p->uplo == DDBLAS_FILL_MODE_LOWER ? DDBLAS_GEMM_LOWER : DDBLAS_GEMM_UPPER;
    const int host = handle->pointer_mode == DDBLAS_POINTER_MODE_HOST;
    cublasHandle_t blas;
    if (host && (p->k == 0 || ddblas_known_zero(handle, p->type, p->hermitian && !p->two, p->alpha)))
        return ddblas_scale_cuda(handle, p->type, part, p->hermitian, p->n, p->n, p->beta, p->C, p->ldc);
    struct ddblas_cublas_scalar alpha, beta;
    /* beta of herk and her2k is a real number. */
    const size_t size = ddblas_type_size(p->type), beta_size = p->hermitian ? size / 2 : size;
    q.alpha = ddblas_cublas_scalar(handle, p->alpha, p->two ? size : beta_size, &alpha);
    q.beta = ddblas_cublas_scalar(handle, p->beta, beta_size, &beta);
    DDBLAS_CHECK(ddblas_cublas_begin(handle, &blas));
    if (p->hermitian)
        DDBLAS_CHECK(ddblas_real_diagonal_cuda(handle, p));
    return ddblas_cublas_end(handle, "syrk", (p->hermitian ? call_cublas_herk : call_cublas_syrk)(blas, p));
}
