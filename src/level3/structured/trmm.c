/*
 * trmm: entry points.
 */
#include "triangular.h"

/* Defines ddblas<letter>trmm for all types. */
#define DDBLAS_TYPES DDBLAS_TYPES_OF_LEVEL3
#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    ddblasStatus_t ddblas##letter##trmm(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo,                     \
                                        ddblasOperation_t trans, ddblasDiagType_t diag, int64_t m, int64_t n, const type *alpha, \
                                        const type *A, int64_t lda, const type *B, int64_t ldb, type *C, int64_t ldc)            \
    {                                                                                                                            \
        const struct ddblas_triangular_problem problem = {                                                                       \
            DDBLAS_TYPE_##letter, side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb, C, ldc};                                 \
        return ddblas_triangular(handle, &problem, 0);                                                                           \
    }
#include <dd/types.def>

ddblasStatus_t ddblasTrmmWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasSideMode_t side, int64_t m, int64_t n,
                                       size_t *bytes)
{
    return ddblas_triangular_query(handle, type, side, m, n, bytes, 0);
}
