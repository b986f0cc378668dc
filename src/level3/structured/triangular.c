/*
 * Functions that trmm and trsm share: checks of arguments, choice of the engine, workspace query.
 */
#include "triangular.h"

#include "core/checks.h"
#include "level3/vendor/vendor.h"

static ddblasStatus_t check_pointers(ddblasHandle_t handle, const struct ddblas_triangular_problem *p, int solve)
{
    const enum ddblas_place arrays = ddblas_place_of_arrays(handle), scalars = ddblas_place_of_scalars(handle);
    DDBLAS_CHECK(ddblas_check_pointer(handle, 8, "alpha", p->type, scalars, p->alpha));
    const int reads_operands = !ddblas_known_zero(handle, p->type, 0, p->alpha);
    if (reads_operands)
        DDBLAS_CHECK(ddblas_check_pointer(handle, 9, "A", p->type, arrays, p->A));
    if (reads_operands || solve) /* In trsm, B is also the result. */
        DDBLAS_CHECK(ddblas_check_pointer(handle, 11, "B", p->type, arrays, p->B));
    return solve ? DDBLAS_STATUS_SUCCESS : ddblas_check_pointer(handle, 13, "C", p->type, arrays, p->C);
}

static ddblasStatus_t check_triangular(ddblasHandle_t handle, const struct ddblas_triangular_problem *p, int solve)
{
    DDBLAS_CHECK(ddblas_check_side(handle, 2, p->side));
    DDBLAS_CHECK(ddblas_check_fill(handle, 3, p->uplo));
    DDBLAS_CHECK(ddblas_check_operation(handle, 4, "trans", p->trans));
    DDBLAS_CHECK(ddblas_check_diagonal(handle, 5, p->diag));
    DDBLAS_CHECK(ddblas_check_size(handle, 6, "m", p->m));
    DDBLAS_CHECK(ddblas_check_size(handle, 7, "n", p->n));
    DDBLAS_CHECK(ddblas_check_leading(handle, 10, "lda", p->lda, ddblas_triangular_order(p)));
    DDBLAS_CHECK(ddblas_check_leading(handle, 12, "ldb", p->ldb, p->m));
    if (!solve)
        DDBLAS_CHECK(ddblas_check_leading(handle, 14, "ldc", p->ldc, p->m));
    if (p->m == 0 || p->n == 0)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(check_pointers(handle, p, solve));
    if (p->C == p->B && p->ldc != p->ldb)
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, 14, "ldc: %lld is not ldb = %lld, and C is B",
                                    (long long)p->ldc, (long long)p->ldb);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_triangular(ddblasHandle_t handle, const struct ddblas_triangular_problem *problem, int solve)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_triangular(handle, problem, solve));
    if (problem->m == 0 || problem->n == 0)
        return DDBLAS_STATUS_SUCCESS;
    if (ddblas_type_is_double_double(problem->type))
        return (solve ? ddblas_trsm_w : ddblas_trmm_w)(handle, problem);
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_triangular_cublas(handle, problem, solve);
#endif
    return ddblas_triangular_cblas(handle, problem, solve);
}

ddblasStatus_t ddblas_triangular_query(ddblasHandle_t handle, ddblasType_t type, ddblasSideMode_t side, int64_t m, int64_t n,
                                       size_t *bytes, int solve)
{
    DDBLAS_CHECK(ddblas_check_sided_query(handle, type, side, m, n, bytes));
    *bytes = m == 0 || n == 0 ? 0
             : ddblas_type_is_double_double(type)
                 ? (solve ? ddblas_trsm_w_workspace : ddblas_trmm_w_workspace)(handle, type, side, m, n)
                 : ddblas_vendor_workspace(handle);
    return DDBLAS_STATUS_SUCCESS;
}
