/*
 * Products of a matrix and a vector that the reductions share, on the CPU engine.
 */
#include "eigen.h"
#include "level2/gemv/gemv.h"

ddblasStatus_t ddblas_eigen_multiply(struct ddblas_block_run *b, ddblasOperation_t trans, int64_t m, int64_t n, const void *alpha,
                                     const void *A, int64_t lda, const void *x, const void *beta, void *y)
{
    const struct ddblas_gemv_problem g = {.type = b->type,
                                          .type_of_a = b->type,
                                          .trans = trans,
                                          .m = m,
                                          .n = n,
                                          .alpha = alpha,
                                          .A = A,
                                          .lda = lda,
                                          .x = x,
                                          .incx = 1,
                                          .beta = beta,
                                          .y = y,
                                          .incy = 1};
    if (!b->planning)
        return ddblas_gemv_cpu(b->handle, &g);
    const size_t bytes = ddblas_gemv_cpu_workspace(b->handle, b->type, trans, m, n);
    ddblas_block_note(b, bytes, bytes);
    return DDBLAS_STATUS_SUCCESS;
}
