/*
 * Products with band and packed matrices in S, D, C and Z on the CUDA engine, through cuBLAS. Its
 * atomic additions, whose order may vary, are not allowed.
 */
#include "core/checks.h"
#include "core/cublas.h"
#include "level2/compact/compact.h"

static cublasStatus_t call_cublas_compact(cublasHandle_t blas, const struct ddblas_compact_problem *p)
{
    const struct layout *l = &p->layout;
    const cublasFillMode_t uplo = l->upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
    const cublasOperation_t op = ddblas_cublas_operation(p->trans);
    const int64_t k = l->kl + l->ku;
    switch (p->type)
    {
#define RUN(letter, symmetry)                                                                                                    \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        if (!p->symmetric)                                                                                                       \
            return cublas##letter##gbmv_64(blas, op, l->m, l->n, l->kl, l->ku, p->alpha, p->A, l->lda, p->x, p->incx, p->beta,   \
                                           p->y, p->incy);                                                                       \
        if (l->storage == LAYOUT_BAND)                                                                                           \
            return cublas##letter##symmetry##bmv_64(blas, uplo, l->n, k, p->alpha, p->A, l->lda, p->x, p->incx, p->beta, p->y,   \
                                                    p->incy);                                                                    \
        return cublas##letter##symmetry##pmv_64(blas, uplo, l->n, p->alpha, p->A, p->x, p->incx, p->beta, p->y, p->incy);
        RUN(S, s)
        RUN(D, s)
        RUN(C, h)
        RUN(Z, h)
#undef RUN
    default:
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
}

ddblasStatus_t ddblas_compact_cublas(ddblasHandle_t handle, const struct ddblas_compact_problem *problem)
{
    /* cuBLAS would read A and x although alpha is 0. */
    if (ddblas_known_zero(handle, problem->type, 0, problem->alpha))
    {
        const struct ddblas_gemv_problem scaling = ddblas_compact_scaling(problem);
        return ddblas_gemv_cublas(handle, &scaling);
    }
    cublasHandle_t blas;
    struct ddblas_compact_problem p = *problem;
    struct ddblas_cublas_scalar alpha, beta;
    p.alpha = ddblas_cublas_scalar(handle, p.alpha, ddblas_type_size(p.type), &alpha);
    p.beta = ddblas_cublas_scalar(handle, p.beta, ddblas_type_size(p.type), &beta);
    DDBLAS_CHECK(ddblas_cublas_begin(handle, &blas));
    return ddblas_cublas_end(handle, p.name, call_cublas_compact(blas, &p));
}
