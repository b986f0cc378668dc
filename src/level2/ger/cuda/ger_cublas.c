/*
 * ger and its relatives in S, D, C and Z on the CUDA engine, by cuBLAS. Each element is updated
 * once, without a sum over blocks, so the bits of a shape are the same in every call.
 */
#include "core/checks.h"
#include "core/cublas.h"
#include "level2/ger/ger.h"

#define FULL(letter, name)                                                                                                       \
    return cublas##letter##name##_64(blas, p->m, p->n, p->alpha, p->x, p->incx, p->y, p->incy, p->A, p->layout.lda)
#define TRIANGLE(letter, name)                                                                                                   \
    return p->two_products                                                                                                       \
               ? cublas##letter##name##2_64(blas, uplo, p->n, p->alpha, p->x, p->incx, p->y, p->incy, p->A, p->layout.lda)       \
               : cublas##letter##name##_64(blas, uplo, p->n, p->alpha, p->x, p->incx, p->A, p->layout.lda)
#define PACKED(letter, name)                                                                                                     \
    return p->two_products ? cublas##letter##name##2_64(blas, uplo, p->n, p->alpha, p->x, p->incx, p->y, p->incy, p->A)          \
                           : cublas##letter##name##_64(blas, uplo, p->n, p->alpha, p->x, p->incx, p->A)

static cublasStatus_t call_real(cublasHandle_t blas, cublasFillMode_t uplo, const struct ddblas_ger_problem *p)
{
    const int single = ddblas_type_is_single(p->type);
    switch (p->layout.storage)
    {
    case LAYOUT_FULL:
        if (single)
            FULL(S, ger);
        FULL(D, ger);
    case LAYOUT_TRIANGLE:
        if (single)
            TRIANGLE(S, syr);
        TRIANGLE(D, syr);
    default:
        if (single)
            PACKED(S, spr);
        PACKED(D, spr);
    }
}

static cublasStatus_t call_complex(cublasHandle_t blas, cublasFillMode_t uplo, const struct ddblas_ger_problem *p)
{
    const int single = ddblas_type_is_single(p->type);
    switch (p->layout.storage)
    {
    case LAYOUT_FULL:
        if (single && p->conjugate)
            FULL(C, gerc);
        if (single)
            FULL(C, geru);
        if (p->conjugate)
            FULL(Z, gerc);
        FULL(Z, geru);
    case LAYOUT_TRIANGLE:
        if (single && p->conjugate)
            TRIANGLE(C, her);
        if (single)
            TRIANGLE(C, syr);
        if (p->conjugate)
            TRIANGLE(Z, her);
        TRIANGLE(Z, syr);
    default:
        if (single)
            PACKED(C, hpr);
        PACKED(Z, hpr);
    }
}

ddblasStatus_t ddblas_ger_cublas(ddblasHandle_t handle, const struct ddblas_ger_problem *problem)
{
    const ddblasType_t type_of_alpha = problem->real_alpha ? ddblas_type_real(problem->type) : problem->type;
    const cublasFillMode_t uplo = problem->layout.upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
    cublasHandle_t blas;
    struct ddblas_ger_problem p = *problem;
    struct ddblas_cublas_scalar alpha;
    p.alpha = ddblas_cublas_scalar(handle, p.alpha, ddblas_type_size(type_of_alpha), &alpha);
    DDBLAS_CHECK(ddblas_cublas_begin(handle, &blas));
    return ddblas_cublas_end(handle, p.name,
                             ddblas_type_is_complex(p.type) ? call_complex(blas, uplo, &p) : call_real(blas, uplo, &p));
}
