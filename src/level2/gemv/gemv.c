/*
 * Entry points of gemv: they check the arguments and choose the engine.
 */
#include "gemv.h"

#include "core/checks.h"

/* Checks the arguments and returns the status. The positions are those in the prototype, where the
 * handle is argument 1. `more` is 1 if the type of A is also an argument; it is then argument 7,
 * and all later ones move by one. */
static ddblasStatus_t check(ddblasHandle_t handle, const struct ddblas_gemv_problem *p, int more)
{
    DDBLAS_CHECK(ddblas_check_operation(handle, 2, "trans", p->trans));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "m", p->m));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "n", p->n));
    if (more)
        DDBLAS_CHECK(ddblas_check_type(handle, 7, p->type_of_a, DDBLAS_TYPES_D | DDBLAS_TYPES_W));
    DDBLAS_CHECK(ddblas_check_leading(handle, 7 + more, "lda", p->lda, p->m));
    DDBLAS_CHECK(ddblas_check_increment(handle, 9 + more, "incx", p->incx));
    DDBLAS_CHECK(ddblas_check_increment(handle, 12 + more, "incy", p->incy));
    if (p->m == 0 || p->n == 0)
        return DDBLAS_STATUS_SUCCESS;

    const enum ddblas_place arrays = ddblas_place_of_arrays(handle), scalars = ddblas_place_of_scalars(handle);
    DDBLAS_CHECK(ddblas_check_pointer(handle, 5, "alpha", p->type, scalars, p->alpha));
    if (!ddblas_known_zero(handle, p->type, 0, p->alpha))
    {
        DDBLAS_CHECK(ddblas_check_pointer(handle, 6, "A", p->type_of_a, arrays, p->A));
        DDBLAS_CHECK(ddblas_check_pointer(handle, 8 + more, "x", p->type, arrays, p->x));
    }
    DDBLAS_CHECK(ddblas_check_pointer(handle, 10 + more, "beta", p->type, scalars, p->beta));
    return ddblas_check_pointer(handle, 11 + more, "y", p->type, arrays, p->y);
}

static ddblasStatus_t gemv(ddblasHandle_t handle, const struct ddblas_gemv_problem *problem, int more)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check(handle, problem, more));
    if (problem->m == 0 || problem->n == 0)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_gemv_cuda(handle, problem);
#endif
    return ddblas_gemv_cpu(handle, problem);
}

/* Defines ddblasSgemv, ddblasDgemv, ddblasWgemv, ddblasCgemv, ddblasZgemv and ddblasUgemv. */
#define DDBLAS_TYPES DDBLAS_TYPES_OF_GEMV
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    ddblasStatus_t ddblas##letter##gemv(ddblasHandle_t handle, ddblasOperation_t trans, int64_t m, int64_t n,                    \
                                        const element *alpha, const element *A, int64_t lda, const element *x, int64_t incx,     \
                                        const element *beta, element *y, int64_t incy)                                           \
    {                                                                                                                            \
        const struct ddblas_gemv_problem problem = {                                                                             \
            DDBLAS_TYPE_##letter, DDBLAS_TYPE_##letter, trans, m, n, alpha, A, lda, x, incx, beta, y, incy};                     \
        return gemv(handle, &problem, 0);                                                                                        \
    }
#include <dd/types.def>

ddblasStatus_t ddblasWgemvEx(ddblasHandle_t handle, ddblasOperation_t trans, int64_t m, int64_t n, const cuddreal *alpha,
                             const void *A, ddblasType_t typea, int64_t lda, const cuddreal *x, int64_t incx,
                             const cuddreal *beta, cuddreal *y, int64_t incy)
{
    const struct ddblas_gemv_problem problem = {DDBLAS_TYPE_W, typea, trans, m, n, alpha, A, lda, x, incx, beta, y, incy};
    return gemv(handle, &problem, 1);
}

ddblasStatus_t ddblasGemvWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasOperation_t trans, int64_t m, int64_t n,
                                       size_t *bytes)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_GEMV));
    DDBLAS_CHECK(ddblas_check_operation(handle, 3, "trans", trans));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "m", m));
    DDBLAS_CHECK(ddblas_check_size(handle, 5, "n", n));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 6, "bytes", bytes));
    *bytes = 0;
    if (m == 0 || n == 0)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
    {
        *bytes = ddblas_gemv_cuda_workspace(type, trans, m, n);
        return DDBLAS_STATUS_SUCCESS;
    }
#endif
    *bytes = ddblas_gemv_cpu_workspace(handle, type, trans, m, n);
    return DDBLAS_STATUS_SUCCESS;
}
