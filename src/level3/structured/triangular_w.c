/*
 * Functions that double-double trmm and trsm share: the case alpha = 0, and the workspace query.
 */
#include "triangular_w.h"

#include "core/checks.h"
#include "core/sizes.h"
#include "level3/vendor/vendor.h"

static ddblasStatus_t clear_matrix(struct ddblas_block_run *b, const void *problem)
{
    const struct ddblas_triangular_problem *p = problem;
    return ddblas_block_gemm(b, DDBLAS_OP_N, DDBLAS_OP_N, p->m, p->n, 0, b->zero, p->A, p->lda, p->A, p->lda, b->zero, p->C,
                             p->ldc);
}

ddblasStatus_t ddblas_triangular_w(ddblasHandle_t handle, ddblas_block_routine routine,
                                   const struct ddblas_triangular_problem *problem)
{
    DDBLAS_CHECK(ddblas_check_order(handle, ddblas_triangular_order(problem)));
    const int zero = ddblas_known_zero(handle, problem->type, 0, problem->alpha);
    const struct ddblas_block_scalars scalars = {.alpha = problem->alpha};
    return ddblas_block_plan_and_run(handle, problem->type, zero ? clear_matrix : routine, problem, &scalars);
}

ddblasStatus_t ddblas_vendor_trsm_blocks(struct ddblas_block_run *b, const struct ddblas_triangular_problem *problem)
{
    struct ddblas_triangular_problem p = *problem;
    const size_t bytes = ddblas_vendor_workspace(b->handle);
    p.alpha = ddblas_type_one(p.type);
    if (b->planning)
    {
        ddblas_block_note(b, bytes, bytes);
        return DDBLAS_STATUS_SUCCESS;
    }
#if DDBLAS_HAVE_CUDA
    if (b->handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_triangular_cublas(b->handle, &p, 1);
#endif
    return ddblas_triangular_cblas(b->handle, &p, 1);
}

size_t ddblas_triangular_w_workspace(ddblasHandle_t handle, ddblasType_t type, ddblas_block_routine routine,
                                     ddblasSideMode_t side, int64_t m, int64_t n)
{
    static cuddcomplex nothing;
    struct ddblas_triangular_problem problem = {
        .type = type, .side = side, .m = m, .n = n, .lda = 1, .A = &nothing, .B = &nothing, .ldb = 1, .C = &nothing, .ldc = 1};
    /* The half that is computed first depends on whether op(A) is lower or upper, and the shapes of
     * the products depend on this half. The query therefore plans both cases; the larger workspace
     * suffices for all arguments. */
    problem.uplo = DDBLAS_FILL_MODE_LOWER;
    const size_t lower = ddblas_block_workspace(handle, type, routine, &problem);
    problem.uplo = DDBLAS_FILL_MODE_UPPER;
    const size_t upper = ddblas_block_workspace(handle, type, routine, &problem);
    return most_bytes(lower, upper);
}
