/*
 * S, D, C, Z trmv and trsv on the CUDA engine, through cuBLAS. cuBLAS uses atomic additions, whose
 * order may vary, only if a caller allows them, and this library does not allow them.
 */
#include "core/checks.h"
#include "core/cublas.h"
#include "level2/trv/trv.h"

size_t ddblas_trv_cublas_workspace(void) { return DDBLAS_CUBLAS_WORKSPACE; }

static cublasStatus_t call_cublas_trv(cublasHandle_t blas, const struct ddblas_trv_problem *p)
{
    const cublasFillMode_t uplo = ddblas_cublas_fill(p->uplo);
    const cublasOperation_t op = ddblas_cublas_operation(p->trans);
    const cublasDiagType_t diag = ddblas_cublas_diagonal(p->diag);
    const int solve = p->routine == DDBLAS_TRV_SOLVE;
    const int64_t k = p->stored.kl + p->stored.ku;
    switch (p->type)
    {
#define RUN(letter)                                                                                                              \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        if (p->stored.storage == LAYOUT_BAND)                                                                                    \
            return (solve ? cublas##letter##tbsv_64 : cublas##letter##tbmv_64)(blas, uplo, op, diag, p->n, k, p->A, p->lda,      \
                                                                               p->x, p->incx);                                   \
        if (p->stored.storage == LAYOUT_PACKED)                                                                                  \
            return (solve ? cublas##letter##tpsv_64 : cublas##letter##tpmv_64)(blas, uplo, op, diag, p->n, p->A, p->x, p->incx); \
        return (solve ? cublas##letter##trsv_64 : cublas##letter##trmv_64)(blas, uplo, op, diag, p->n, p->A, p->lda, p->x,       \
                                                                           p->incx);
        RUN(S)
        RUN(D)
        RUN(C)
        RUN(Z)
#undef RUN
    default:
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
}

ddblasStatus_t ddblas_trv_cublas(ddblasHandle_t handle, const struct ddblas_trv_problem *problem)
{
    cublasHandle_t blas;
    DDBLAS_CHECK(ddblas_cublas_begin(handle, &blas));
    return ddblas_cublas_end(handle, problem->name, call_cublas_trv(blas, problem));
}
