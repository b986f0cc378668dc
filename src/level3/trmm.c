/*
 * trmm: the entry points and the choice of the engine.
 */
#include "checks.h"
#include "passing.h"
#include "triangular.h"

static ddblasStatus_t trmm(ddblasHandle_t handle, const struct ddblas_triangular_problem *problem)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_triangular(handle, problem, 0));
    if (problem->m == 0 || problem->n == 0)
        return DDBLAS_STATUS_SUCCESS;
    if (problem->type == DDBLAS_TYPE_W)
        return ddblas_trmm_w(handle, problem);
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_triangular_cublas(handle, problem, 0);
#endif
    return ddblas_triangular_cblas(handle, problem, 0);
}

#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    ddblasStatus_t ddblas##letter##trmm(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo,                     \
                                        ddblasOperation_t trans, ddblasDiagType_t diag, int64_t m, int64_t n, const type *alpha, \
                                        const type *A, int64_t lda, const type *B, int64_t ldb, type *C, int64_t ldc)            \
    {                                                                                                                            \
        const struct ddblas_triangular_problem problem = {                                                                       \
            DDBLAS_TYPE_##letter, side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb, C, ldc};                                 \
        return trmm(handle, &problem);                                                                                           \
    }
#include <dd/types.def>

ddblasStatus_t ddblasTrmmWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasSideMode_t side, int64_t m, int64_t n,
                                       size_t *bytes)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_triangular_query(handle, type, side, m, n, bytes));
    *bytes = m == 0 || n == 0        ? 0
             : type == DDBLAS_TYPE_W ? ddblas_trmm_w_workspace(handle, side, m, n)
                                     : ddblas_passing_workspace(handle);
    return DDBLAS_STATUS_SUCCESS;
}
