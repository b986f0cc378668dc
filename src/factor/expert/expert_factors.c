/*
 * All steps of the expert drivers use these functions: copies between host and engine, and the
 * factorisation and its solutions.
 */
#include "expert.h"

#include "core/checks.h"
#include "factor/factor.h"

/* ---- copies ---------------------------------------------------------------------------------- */

ddblasStatus_t ddblas_expert_fetch(struct ddblas_expert *e, void *host, const void *engine, size_t bytes)
{
    return ddblas_check_engine(
        e->handle, e->handle->backend->from_engine(host, bytes, engine, bytes, bytes, 1, e->handle->stream), "an expert driver");
}

ddblasStatus_t ddblas_expert_send(struct ddblas_expert *e, void *engine, const void *host, size_t bytes)
{
    return ddblas_check_engine(e->handle, e->handle->backend->to_engine(engine, bytes, host, bytes, bytes, 1, e->handle->stream),
                               "an expert driver");
}

/* ---- factors --------------------------------------------------------------------------------- */

ddblasStatus_t ddblas_expert_run_blocks(struct ddblas_expert *e, int tasks, ddblasOperation_t trans, int64_t count, void *Z,
                                        int64_t ldz)
{
    const struct ddblas_expert_problem *p = e->p;
    const struct ddblas_getrf_problem lu = {.type = p->type,
                                            .tasks = tasks,
                                            .m = p->n,
                                            .n = p->n,
                                            .A = p->AF,
                                            .F = p->F,
                                            .lda = p->ldaf,
                                            .ipiv = p->ipiv,
                                            .pivots = p->pivots,
                                            .info = e->info,
                                            .trans = trans,
                                            .nrhs = count,
                                            .B = Z,
                                            .ldb = ldz};
    const struct ddblas_potrf_problem cholesky = {.type = p->type,
                                                  .tasks = tasks,
                                                  .uplo = p->uplo,
                                                  .n = p->n,
                                                  .A = p->AF,
                                                  .F = p->F,
                                                  .lda = p->ldaf,
                                                  .info = e->info,
                                                  .nrhs = count,
                                                  .B = Z,
                                                  .ldb = ldz};
    return p->positive ? ddblas_factor_run(e->handle, p->type, ddblas_potrf_blocks, &cholesky)
                       : ddblas_factor_run(e->handle, p->type, ddblas_getrf_blocks, &lu);
}

/* The adjoint of the transpose is the conjugate of A, for which A serves, because only norms are
 * found with it. */
ddblasStatus_t ddblas_expert_solve(struct ddblas_expert *e, int adjoint, int64_t count, void *Z, int64_t ldz)
{
    const int plain = e->p->trans == DDBLAS_OP_N;
    return ddblas_expert_run_blocks(e, DDBLAS_FACTOR_SOLVE,
                                    !adjoint ? e->p->trans
                                    : plain  ? DDBLAS_OP_C
                                             : DDBLAS_OP_N,
                                    count, Z, ldz);
}
