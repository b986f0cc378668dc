/*
 * Factors of a refinement in W or U, and solutions with them, on either engine.
 */
#include "refine.h"

#include "core/checks.h"
#include "factor/factor.h"

ddblasStatus_t ddblas_refine_factor_w(struct ddblas_refine *f, int64_t *info)
{
    const int64_t n = f->p->n;
    const struct ddblas_getrf_problem lu = {.type = f->p->element,
                                            .tasks = DDBLAS_FACTOR,
                                            .m = n,
                                            .n = n,
                                            .A = f->factors,
                                            .F = f->factors,
                                            .lda = n,
                                            .ipiv = f->pivots,
                                            .pivots = f->pivots,
                                            .info = f->info};
    const struct ddblas_potrf_problem cholesky = {.type = f->p->element,
                                                  .tasks = DDBLAS_FACTOR,
                                                  .uplo = DDBLAS_FILL_MODE_LOWER,
                                                  .n = n,
                                                  .A = f->factors,
                                                  .F = f->factors,
                                                  .lda = n,
                                                  .info = f->info};
    DDBLAS_CHECK(f->p->positive ? ddblas_factor_run(f->handle, f->p->element, ddblas_potrf_blocks, &cholesky)
                                : ddblas_factor_run(f->handle, f->p->element, ddblas_getrf_blocks, &lu));
    return ddblas_refine_fetch(f, info, f->info, sizeof *info);
}

ddblasStatus_t ddblas_refine_solve_w(struct ddblas_refine *f, int adjoint, int64_t count, cuddreal *columns)
{
    const int64_t n = f->p->n;
    const struct ddblas_getrf_problem lu = {.type = f->p->element,
                                            .tasks = DDBLAS_FACTOR_SOLVE,
                                            .m = n,
                                            .n = n,
                                            .A = f->factors,
                                            .lda = n,
                                            .ipiv = f->pivots,
                                            .trans = adjoint ? DDBLAS_OP_C : DDBLAS_OP_N,
                                            .nrhs = count,
                                            .B = f->vectors,
                                            .ldb = n};
    const struct ddblas_potrf_problem cholesky = {.type = f->p->element,
                                                  .tasks = DDBLAS_FACTOR_SOLVE,
                                                  .uplo = DDBLAS_FILL_MODE_LOWER,
                                                  .n = n,
                                                  .A = f->factors,
                                                  .lda = n,
                                                  .nrhs = count,
                                                  .B = f->vectors,
                                                  .ldb = n};
    DDBLAS_CHECK(ddblas_refine_put_columns(f, f->vectors, n, columns, count));
    DDBLAS_CHECK(f->p->positive ? ddblas_factor_run(f->handle, f->p->element, ddblas_potrf_blocks, &cholesky)
                                : ddblas_factor_run(f->handle, f->p->element, ddblas_getrf_blocks, &lu));
    return ddblas_refine_fetch_columns(f, columns, f->vectors, n, count);
}
