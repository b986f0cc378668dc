/*
 * Entry points of symv and hemv: they check the arguments and choose the engine.
 */
#include "symv.h"

#include "core/checks.h"
#include "level2/symv/cpu/symv_cpu.h"

/* Checks the arguments and returns the status. The positions are those in the prototype, where the
 * handle is argument 1. */
static ddblasStatus_t check(ddblasHandle_t handle, const struct ddblas_symv_problem *p)
{
    DDBLAS_CHECK(ddblas_check_fill(handle, 2, p->uplo));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "n", p->n));
    DDBLAS_CHECK(ddblas_check_leading(handle, 6, "lda", p->lda, p->n));
    DDBLAS_CHECK(ddblas_check_increment(handle, 8, "incx", p->incx));
    DDBLAS_CHECK(ddblas_check_increment(handle, 11, "incy", p->incy));
    if (p->n == 0)
        return DDBLAS_STATUS_SUCCESS;

    const enum ddblas_place arrays = ddblas_place_of_arrays(handle), scalars = ddblas_place_of_scalars(handle);
    DDBLAS_CHECK(ddblas_check_pointer(handle, 4, "alpha", p->type, scalars, p->alpha));
    if (scalars != DDBLAS_PLACE_HOST || !ddblas_symv_cpu_ops(p->type)->is_zero(p->alpha))
    {
        DDBLAS_CHECK(ddblas_check_pointer(handle, 5, "A", p->type, arrays, p->A));
        DDBLAS_CHECK(ddblas_check_pointer(handle, 7, "x", p->type, arrays, p->x));
    }
    DDBLAS_CHECK(ddblas_check_pointer(handle, 9, "beta", p->type, scalars, p->beta));
    return ddblas_check_pointer(handle, 10, "y", p->type, arrays, p->y);
}

static ddblasStatus_t symv(ddblasHandle_t handle, const struct ddblas_symv_problem *problem)
{
    ddblasStatus_t status = ddblas_enter(handle);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = check(handle, problem);
    if (status != DDBLAS_STATUS_SUCCESS || problem->n == 0)
        return status;
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_symv_cuda(handle, problem);
#endif
    return ddblas_symv_cpu(handle, problem);
}

/* Defines one entry point, ddblas<letter>symv or ddblas<letter>hemv. */
#define SYMV(letter, name, type, hermitian)                                                                                      \
    ddblasStatus_t ddblas##letter##name(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const type *alpha,              \
                                        const type *A, int64_t lda, const type *x, int64_t incx, const type *beta, type *y,      \
                                        int64_t incy)                                                                            \
    {                                                                                                                            \
        const struct ddblas_symv_problem problem = {                                                                             \
            DDBLAS_TYPE_##letter, hermitian, uplo, n, alpha, A, lda, x, incx, beta, y, incy};                                    \
        return symv(handle, &problem);                                                                                           \
    }

/* Defines ddblasSsymv, ddblasDsymv, ddblasWsymv, ddblasCsymv, ddblasZsymv and ddblasUsymv. */
#define DDBLAS_TYPES                                DDBLAS_TYPES_OF_SYMV
#define DDBLAS_TYPE(letter, type, real, is_complex) SYMV(letter, symv, type, 0)
#include <dd/types.def>

/* Defines ddblasChemv, ddblasZhemv and ddblasUhemv. */
#define DDBLAS_TYPES                                (DDBLAS_TYPES_OF_SYMV & DDBLAS_TYPES_COMPLEX)
#define DDBLAS_TYPE(letter, type, real, is_complex) SYMV(letter, hemv, type, 1)
#include <dd/types.def>

ddblasStatus_t ddblasSymvWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_SYMV));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "n", n));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 4, "bytes", bytes));
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
    {
        *bytes = ddblas_symv_cuda_workspace(handle, type, n);
        return DDBLAS_STATUS_SUCCESS;
    }
#endif
    *bytes = ddblas_symv_cpu_workspace(handle, type, n);
    return DDBLAS_STATUS_SUCCESS;
}
