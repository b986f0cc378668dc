/*
 * trsm: entry points.
 */
#include "level3/structured/triangular.h"

/* Defines ddblas<letter>trsm for all types. */
#define DDBLAS_TYPES DDBLAS_TYPES_OF_LEVEL3
#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    ddblasStatus_t ddblas##letter##trsm(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo,                     \
                                        ddblasOperation_t trans, ddblasDiagType_t diag, int64_t m, int64_t n, const type *alpha, \
                                        const type *A, int64_t lda, type *B, int64_t ldb)                                        \
    {                                                                                                                            \
        const struct ddblas_triangular_problem problem = {                                                                       \
            DDBLAS_TYPE_##letter, side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb, B, ldb};                                 \
        return ddblas_triangular(handle, &problem, 1);                                                                           \
    }
#include <dd/types.def>

ddblasStatus_t ddblasTrsmWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasSideMode_t side, int64_t m, int64_t n,
                                       size_t *bytes)
{
    return ddblas_triangular_query(handle, type, side, m, n, bytes, 1);
}
