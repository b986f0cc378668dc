/*
 * Operations of a refinement of singular vectors, which its parts share.
 */
#include <math.h>

#include "core/checks.h"
#include "refine.h"

ddblasType_t ddblas_svd_narrow_type(const struct ddblas_svd_refinement *c)
{
    return ddblas_type_is_complex(c->blocks->type) ? DDBLAS_TYPE_Z : DDBLAS_TYPE_D;
}

ddblasStatus_t ddblas_svd_refine_pass(const struct ddblas_svd_refinement *c, enum ddblas_refined_pass which,
                                      const struct ddblas_refined *r)
{
    if (c->blocks->planning)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(c->blocks))
        return ddblas_refined_pass_cuda(c->blocks->handle, which, r);
#endif
    ddblas_refined_pass_cpu(c->blocks->handle, which, r);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_svd_refine_fetch(const struct ddblas_svd_refinement *c, void *host, const void *engine, size_t bytes)
{
    ddblasHandle_t h = c->blocks->handle;
    return ddblas_check_engine(h, h->backend->from_engine(host, bytes, engine, bytes, bytes, 1, h->stream), "gesvd");
}

ddblasStatus_t ddblas_svd_refine_send(const struct ddblas_svd_refinement *c, void *engine, const void *host, size_t bytes)
{
    ddblasHandle_t h = c->blocks->handle;
    return ddblas_check_engine(h, h->backend->to_engine(engine, bytes, host, bytes, bytes, 1, h->stream), "gesvd");
}

/* NaN counts as the largest. */
static double larger(double a, double b) { return a >= b || isnan(a) ? a : b; }

ddblasStatus_t ddblas_svd_fetch_largest(const struct ddblas_svd_refinement *c, const double *numbers, double *largest)
{
    *largest = 0.0;
    if (c->blocks->planning)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_svd_refine_fetch(c, c->measured, numbers, (size_t)c->q->n * sizeof *c->measured));
    for (int64_t j = 0; j < c->q->n; j++)
        *largest = larger(*largest, c->measured[j]);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_svd_times_c(const struct ddblas_svd_refinement *c, int adjoint, const void *X)
{
    const int64_t n = c->q->n;
    const struct ddblas_gemm_problem g = {.type = c->blocks->type,
                                          .transa = adjoint ? DDBLAS_OP_C : DDBLAS_OP_N,
                                          .transb = DDBLAS_OP_N,
                                          .m = n,
                                          .n = n,
                                          .k = n,
                                          .alpha = c->blocks->one,
                                          .A = c->q->C,
                                          .lda = n,
                                          .B = X,
                                          .ldb = n,
                                          .beta = c->blocks->zero,
                                          .C = c->u.T,
                                          .ldc = n};
    return ddblas_block_gemm_part(c->blocks, &g);
}
