/*
 * S, D, C, Z trmm and trsm on the CUDA engine, by cuBLAS.
 */
#include "core/checks.h"
#include "core/cublas.h"
#include "vendor.h"
#include "level3/structured/triangular.h"

static cublasStatus_t call_cublas_triangular(cublasHandle_t blas, const struct ddblas_triangular_problem *p, int solve)
{
    const cublasSideMode_t side = ddblas_cublas_side(p->side);
    const cublasFillMode_t uplo = ddblas_cublas_fill(p->uplo);
    const cublasOperation_t op = ddblas_cublas_operation(p->trans);
    const cublasDiagType_t diag = ddblas_cublas_diagonal(p->diag);
    switch (p->type)
    {
#define RUN(letter)                                                                                                              \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return solve ? cublas##letter##trsm_64(blas, side, uplo, op, diag, p->m, p->n, p->alpha, p->A, p->lda, p->C, p->ldc)     \
                     : cublas##letter##trmm_64(blas, side, uplo, op, diag, p->m, p->n, p->alpha, p->A, p->lda, p->B, p->ldb,     \
                                               p->C, p->ldc);
        RUN(S)
        RUN(D)
        RUN(C)
        RUN(Z)
#undef RUN
    default:
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
}

ddblasStatus_t ddblas_triangular_cublas(ddblasHandle_t handle, const struct ddblas_triangular_problem *problem, int solve)
{
    static const double zero[2];
    cublasHandle_t blas;
    if (ddblas_known_zero(handle, problem->type, 0, problem->alpha))
        return ddblas_scale_cuda(handle, problem->type, DDBLAS_GEMM_ALL, 0, problem->m, problem->n, zero, problem->C,
                                 problem->ldc);
    struct ddblas_triangular_problem p = *problem;
    struct ddblas_cublas_scalar alpha;
    p.alpha = ddblas_cublas_scalar(handle, p.alpha, ddblas_type_size(p.type), &alpha);
    DDBLAS_CHECK(ddblas_cublas_begin(handle, &blas));
    return ddblas_cublas_end(handle, solve ? "trsm" : "trmm", call_cublas_triangular(blas, &p, solve));
}
