/*
 * trsm: the entry points and the choice of the engine.
 */
#include "checks.h"
#include "passing.h"
#include "triangular.h"

static ddblasStatus_t trsm(ddblasHandle_t handle, const struct ddblas_triangular_problem *problem)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_triangular(handle, problem, 1));
    if (problem->m == 0 || problem->n == 0)
        return DDBLAS_STATUS_SUCCESS;
    if (problem->type == DDBLAS_TYPE_W)
        return ddblas_trsm_w(handle, problem);
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_triangular_cublas(handle, problem, 1);
#endif
    return ddblas_triangular_cblas(handle, problem, 1);
}

#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    ddblasStatus_t ddblas##letter##trsm(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo,                     \
                                        ddblasOperation_t trans, ddblasDiagType_t diag, int64_t m, int64_t n, const type *alpha, \
                                        const type *A, int64_t lda, type *B, int64_t ldb)                                        \
    {                                                                                                                            \
        const struct ddblas_triangular_problem problem = {                                                                       \
            DDBLAS_TYPE_##letter, side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb, B, ldb};                                 \
        return trsm(handle, &problem);                                                                                           \
    }
#include <dd/types.def>

ddblasStatus_t ddblasTrsmWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasSideMode_t side, int64_t m, int64_t n,
                                       size_t *bytes)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_triangular_query(handle, type, side, m, n, bytes));
    *bytes = m == 0 || n == 0        ? 0
             : type == DDBLAS_TYPE_W ? ddblas_trsm_w_workspace(handle, side, m, n)
                                     : ddblas_passing_workspace(handle);
    return DDBLAS_STATUS_SUCCESS;
}
