/*
 * S, D, C, Z gemv on the CUDA engine, by cuBLAS. Its gemv has no atomic additions unless a caller
 * allows them, which this library does not; so the bits of a shape are the same in every call.
 */
#include "core/cublas.h"
#include "core/checks.h"
#include "level2/gemv/gemv.h"

size_t ddblas_gemv_cublas_workspace(void) { return DDBLAS_CUBLAS_WORKSPACE; }

static cublasStatus_t call_cublas_gemv(cublasHandle_t blas, const struct ddblas_gemv_problem *p)
{
    const cublasOperation_t op = ddblas_cublas_operation(p->trans);
    switch (p->type)
    {
#define MULTIPLY(letter)                                                                                                         \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return cublas##letter##gemv_64(blas, op, p->m, p->n, p->alpha, p->A, p->lda, p->x, p->incx, p->beta, p->y, p->incy);
        MULTIPLY(S)
        MULTIPLY(D)
        MULTIPLY(C)
        MULTIPLY(Z)
#undef MULTIPLY
    default:
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
}

ddblasStatus_t ddblas_gemv_cublas(ddblasHandle_t handle, const struct ddblas_gemv_problem *problem)
{
    cublasHandle_t blas;
    struct ddblas_gemv_problem p = *problem;
    const size_t size = ddblas_type_size(p.type);
    struct ddblas_cublas_scalar alpha, beta;
    p.alpha = ddblas_cublas_scalar(handle, p.alpha, size, &alpha);
    p.beta = ddblas_cublas_scalar(handle, p.beta, size, &beta);
    DDBLAS_CHECK(ddblas_cublas_begin(handle, &blas));
    return ddblas_cublas_end(handle, "gemv", call_cublas_gemv(blas, &p));
}
