/*
 * Entry points of symm and hemm: they check the arguments and choose the engine.
 */
#include "symm.h"

#include "core/checks.h"
#include "level3/vendor/vendor.h"

static ddblasStatus_t check_symm(ddblasHandle_t handle, const struct ddblas_symm_problem *p)
{
    DDBLAS_CHECK(ddblas_check_side(handle, 2, p->side));
    DDBLAS_CHECK(ddblas_check_fill(handle, 3, p->uplo));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "m", p->m));
    DDBLAS_CHECK(ddblas_check_size(handle, 5, "n", p->n));
    DDBLAS_CHECK(ddblas_check_leading(handle, 8, "lda", p->lda, p->side == DDBLAS_SIDE_LEFT ? p->m : p->n));
    DDBLAS_CHECK(ddblas_check_leading(handle, 10, "ldb", p->ldb, p->m));
    DDBLAS_CHECK(ddblas_check_leading(handle, 13, "ldc", p->ldc, p->m));
    if (p->m == 0 || p->n == 0)
        return DDBLAS_STATUS_SUCCESS;
    const enum ddblas_place arrays = ddblas_place_of_arrays(handle), scalars = ddblas_place_of_scalars(handle);
    DDBLAS_CHECK(ddblas_check_pointer(handle, 6, "alpha", p->type, scalars, p->alpha));
    const int reads_operands = !ddblas_known_zero(handle, p->type, 0, p->alpha);
    if (reads_operands)
        DDBLAS_CHECK(ddblas_check_pointer(handle, 7, "A", p->type, arrays, p->A));
    if (reads_operands)
        DDBLAS_CHECK(ddblas_check_pointer(handle, 9, "B", p->type, arrays, p->B));
    DDBLAS_CHECK(ddblas_check_pointer(handle, 11, "beta", p->type, scalars, p->beta));
    return ddblas_check_pointer(handle, 12, "C", p->type, arrays, p->C);
}

static ddblasStatus_t run_symm(ddblasHandle_t handle, const struct ddblas_symm_problem *problem)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_symm(handle, problem));
    if (problem->m == 0 || problem->n == 0)
        return DDBLAS_STATUS_SUCCESS;
    if (ddblas_type_is_double_double(problem->type))
        return ddblas_symm_w(handle, problem);
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_symm_cublas(handle, problem);
#endif
    return ddblas_symm_cblas(handle, problem);
}

/* Defines one entry point, ddblas<letter>symm or ddblas<letter>hemm. */
#define SYMM(letter, name, type, hermitian)                                                                                      \
    ddblasStatus_t ddblas##letter##name(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo, int64_t m,          \
                                        int64_t n, const type *alpha, const type *A, int64_t lda, const type *B, int64_t ldb,    \
                                        const type *beta, type *C, int64_t ldc)                                                  \
    {                                                                                                                            \
        const struct ddblas_symm_problem problem = {                                                                             \
            DDBLAS_TYPE_##letter, hermitian, side, uplo, m, n, alpha, A, lda, B, ldb, beta, C, ldc};                             \
        return run_symm(handle, &problem);                                                                                       \
    }

/* Defines ddblas<letter>symm for all types. */
#define DDBLAS_TYPES                                DDBLAS_TYPES_OF_LEVEL3
#define DDBLAS_TYPE(letter, type, real, is_complex) SYMM(letter, symm, type, 0)
#include <dd/types.def>

/* Defines ddblasChemm, ddblasZhemm and ddblasUhemm. */
#define DDBLAS_TYPES                                (DDBLAS_TYPES_OF_LEVEL3 & DDBLAS_TYPES_COMPLEX)
#define DDBLAS_TYPE(letter, type, real, is_complex) SYMM(letter, hemm, type, 1)
#include <dd/types.def>

ddblasStatus_t ddblasSymmWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasSideMode_t side, int64_t m, int64_t n,
                                       size_t *bytes)
{
    DDBLAS_CHECK(ddblas_check_sided_query(handle, type, side, m, n, bytes));
    *bytes = m == 0 || n == 0                     ? 0
             : ddblas_type_is_double_double(type) ? ddblas_symm_w_workspace(handle, type, side, m, n)
                                                  : ddblas_vendor_workspace(handle);
    return DDBLAS_STATUS_SUCCESS;
}
