/*
 * Factors of a refinement, in W or in double, and solutions with them, on either engine.
 */
#include "refine.h"

#include "core/checks.h"
#include "factor/factor.h"

/* ---- factors --------------------------------------------------------------------------------- */

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

static ddblasStatus_t solve_in_w(struct ddblas_refine *f, int adjoint, int64_t count)
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
    DDBLAS_CHECK(ddblas_refine_put_columns(f, f->vectors, n, f->z, count));
    DDBLAS_CHECK(f->p->positive ? ddblas_factor_run(f->handle, f->p->element, ddblas_potrf_blocks, &cholesky)
                                : ddblas_factor_run(f->handle, f->p->element, ddblas_getrf_blocks, &lu));
    return ddblas_refine_fetch_columns(f, f->z, f->vectors, n, count);
}

ddblasStatus_t ddblas_refine_factor_double(struct ddblas_refine *f, int *failed)
{
#if DDBLAS_HAVE_CUDA
    if (f->handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_refine_factor_cusolver(f, failed);
#endif
    return ddblas_refine_factor_lapack(f, failed);
}

static ddblasStatus_t solve_in_double(struct ddblas_refine *f, int adjoint, int64_t count, double *packed)
{
#if DDBLAS_HAVE_CUDA
    if (f->handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_refine_solve_cusolver(f, adjoint, count, packed);
#endif
    return ddblas_refine_solve_lapack(f, adjoint, count, packed);
}

ddblasStatus_t ddblas_refine_solve(struct ddblas_refine *f, int adjoint, int64_t count)
{
    if (f->route == DDBLAS_REFINE_ROUTE_W)
        return solve_in_w(f, adjoint, count);
    const int64_t numbers = f->numbers * count;
    double *packed = &f->z[0].x; /* The high parts move to the first half of z, and back. */
    for (int64_t e = 0; e < numbers; e++)
        packed[e] = f->z[e].x;
    DDBLAS_CHECK(solve_in_double(f, adjoint, count, packed));
    for (int64_t e = numbers - 1; e >= 0; e--)
        f->z[e] = cuddFromDouble(packed[e]);
    return DDBLAS_STATUS_SUCCESS;
}
