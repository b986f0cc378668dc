/*
 * S, D, C, Z trmv and trsv on the CUDA engine, by cuBLAS. Neither has atomic additions unless a
 * caller allows them, which this library does not.
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
    switch (p->type)
    {
#define RUN(letter)                                                                                                              \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return p->routine == DDBLAS_TRV_SOLVE                                                                                    \
                   ? cublas##letter##trsv_64(blas, uplo, op, diag, p->n, p->A, p->lda, p->x, p->incx)                            \
                   : cublas##letter##trmv_64(blas, uplo, op, diag, p->n, p->A, p->lda, p->x, p->incx);
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
    return ddblas_cublas_end(handle, problem->routine == DDBLAS_TRV_SOLVE ? "trsv" : "trmv", call_cublas_trv(blas, problem));
}
