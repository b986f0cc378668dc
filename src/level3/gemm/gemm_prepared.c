/*
 * Products with prepared operands: entry point and query.
 */
#include "core/checks.h"
#include "level3/gemm/cpu/gemm_cpu.h"
#include "gemm_operand.h"

#if DDBLAS_HAVE_CUDA
#include "level3/gemm/residue/gemm_residue_route.h"
#endif

ddblasStatus_t ddblasWgemmPrepared(ddblasHandle_t handle, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m,
                                   int64_t n, int64_t k, const cuddreal *alpha, const cuddreal *A, int64_t lda,
                                   ddblasGemmOperand_t prepared_a, const cuddreal *B, int64_t ldb, ddblasGemmOperand_t prepared_b,
                                   const cuddreal *beta, cuddreal *C, int64_t ldc)
{
    const struct ddblas_gemm_problem problem = {.type = DDBLAS_TYPE_W,
                                                .transa = transa,
                                                .transb = transb,
                                                .m = m,
                                                .n = n,
                                                .k = k,
                                                .alpha = alpha,
                                                .A = A,
                                                .lda = lda,
                                                .B = B,
                                                .ldb = ldb,
                                                .beta = beta,
                                                .C = C,
                                                .ldc = ldc,
                                                .takes_prepared = 1,
                                                .prepared = {prepared_a, prepared_b}};
    DDBLAS_CHECK(ddblas_gemm_check(handle, &problem, 0));
    return m == 0 || n == 0 ? DDBLAS_STATUS_SUCCESS : ddblas_gemm(handle, &problem);
}

ddblasStatus_t ddblasWgemmPreparedWorkspaceSize(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k,
                                                ddblasGemmOperand_t prepared_a, ddblasGemmOperand_t prepared_b, size_t *bytes)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_size(handle, 2, "m", m));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "n", n));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "k", k));
    DDBLAS_CHECK(ddblas_gemm_check_owned(handle, 5, 0, prepared_a, k));
    DDBLAS_CHECK(ddblas_gemm_check_owned(handle, 6, 1, prepared_b, k));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 7, "bytes", bytes));
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA && k > 0 && (prepared_a || prepared_b))
    {
        const int prepared = (prepared_a ? 1 : 0) | (prepared_b ? 2 : 0);
        *bytes = m == 0 || n == 0 ? 0 : ddblas_gemm_residue_workspace(handle, m, n, k, prepared);
        return DDBLAS_STATUS_SUCCESS;
    }
#endif
    return ddblasGemmWorkspaceSize(handle, DDBLAS_TYPE_W, m, n, k, bytes);
}
