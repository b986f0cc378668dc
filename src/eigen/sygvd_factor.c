/*
 * Generalised eigenproblems: the Cholesky factorisation of B, and info on the host.
 */
#include "core/checks.h"
#include "sygvd.h"

ddblasStatus_t ddblas_sygvd_fetch_info(const struct ddblas_block_run *b, const int64_t *info, int64_t *value)
{
    return ddblas_check_engine(
        b->handle,
        b->handle->backend->from_engine(value, sizeof *value, info, sizeof *value, sizeof *value, 1, b->handle->stream), "sygvd");
}

ddblasStatus_t ddblas_sygvd_factor_b(struct ddblas_block_run *b, const struct ddblas_sygvd_problem *p, int64_t *failed)
{
    const struct ddblas_potrf_problem potrf = {.type = p->type,
                                               .tasks = DDBLAS_FACTOR,
                                               .uplo = p->uplo,
                                               .n = p->n,
                                               .A = p->F,
                                               .F = p->F,
                                               .lda = p->ldb,
                                               .info = p->info};
    *failed = 0;
    DDBLAS_CHECK(ddblas_potrf_blocks(b, &potrf));
    return b->planning ? DDBLAS_STATUS_SUCCESS : ddblas_sygvd_fetch_info(b, p->info, failed);
}
