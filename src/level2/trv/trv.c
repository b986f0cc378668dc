/*
 * trmv and trsv: entry points, checks, choice of the engine.
 */
#include "trv.h"

#include "core/checks.h"

/* Checks the arguments and returns the status. Positions are those of the prototype; the handle is
 * 1. */
static ddblasStatus_t check(ddblasHandle_t handle, const struct ddblas_trv_problem *p)
{
    DDBLAS_CHECK(ddblas_check_fill(handle, 2, p->uplo));
    DDBLAS_CHECK(ddblas_check_operation(handle, 3, "trans", p->trans));
    DDBLAS_CHECK(ddblas_check_diagonal(handle, 4, p->diag));
    DDBLAS_CHECK(ddblas_check_size(handle, 5, "n", p->n));
    DDBLAS_CHECK(ddblas_check_leading(handle, 7, "lda", p->lda, p->n));
    DDBLAS_CHECK(ddblas_check_increment(handle, 9, "incx", p->incx));
    if (p->n == 0)
        return DDBLAS_STATUS_SUCCESS;

    const enum ddblas_place arrays = ddblas_place_of_arrays(handle);
    DDBLAS_CHECK(ddblas_check_pointer(handle, 6, "A", p->type, arrays, p->A));
    return ddblas_check_pointer(handle, 8, "x", p->type, arrays, p->x);
}

static ddblasStatus_t run(ddblasHandle_t handle, const struct ddblas_trv_problem *problem)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check(handle, problem));
    if (problem->n == 0)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_trv_cuda(handle, problem);
#endif
    return ddblas_trv_cpu(handle, problem);
}

static ddblasStatus_t query(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes, enum ddblas_trv_routine routine)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_TRV));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "n", n));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 4, "bytes", bytes));
    *bytes = 0;
#if DDBLAS_HAVE_CUDA
    if (n > 0 && handle->backend->engine == DDBLAS_ENGINE_CUDA)
        *bytes = ddblas_trv_cuda_workspace(type, routine, n);
#else
    (void)routine;
#endif
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblasTrmvWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes)
{
    return query(handle, type, n, bytes, DDBLAS_TRV_MULTIPLY);
}

ddblasStatus_t ddblasTrsvWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes)
{
    return query(handle, type, n, bytes, DDBLAS_TRV_SOLVE);
}

#define DEFINE_ROUTINE(letter, element, name, routine)                                                                           \
    ddblasStatus_t ddblas##letter##name(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,                   \
                                        ddblasDiagType_t diag, int64_t n, const element *A, int64_t lda, element *x,             \
                                        int64_t incx)                                                                            \
    {                                                                                                                            \
        const struct ddblas_trv_problem problem = {DDBLAS_TYPE_##letter, routine, uplo, trans, diag, n, A, lda, x, incx};        \
        return run(handle, &problem);                                                                                            \
    }
/* Defines ddblas?trmv and ddblas?trsv for the six types. */
#define DDBLAS_TYPES DDBLAS_TYPES_OF_TRV
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    DEFINE_ROUTINE(letter, element, trmv, DDBLAS_TRV_MULTIPLY)                                                                   \
    DEFINE_ROUTINE(letter, element, trsv, DDBLAS_TRV_SOLVE)
#include <dd/types.def>
