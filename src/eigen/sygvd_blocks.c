/*
 * sygvd and hegvd as a function over blocks, on either engine. For the lower triangle (for the
 * upper one U is L^H):
 *
 *   B = L L^H                                potrf; info = n + k if it fails
 *   C = L^-1 A L^-H or L^H A L               sygst_blocks.c, in the triangle of A
 *   C = Y diag(w) Y^H                        syevd_blocks.c
 *   X = L^-H Y (types 1 and 2) or L Y (3)    trsm or trmm
 *
 * Error bound: docs/numerics.md, "Generalised eigenvalue problems".
 */
#include <stdlib.h>

#include "core/checks.h"
#include "factor/standard/standard.h"
#include "standard/syevd_standard.h"
#include "sygvd.h"

static ddblasStatus_t send(const struct ddblas_block_run *b, void *engine, const void *host, size_t bytes)
{
    return ddblas_check_engine(b->handle, b->handle->backend->to_engine(engine, bytes, host, bytes, bytes, 1, b->handle->stream),
                               "sygvd");
}

/* Sets info to n + failed and w to NaN. */
static ddblasStatus_t refuse_b(const struct ddblas_block_run *b, const struct ddblas_sygvd_problem *p, int64_t failed)
{
    const cuddreal nan = cuddNan();
    const int64_t info = p->n + failed;
    for (int64_t k = 0; k < p->n; k++)
        DDBLAS_CHECK(send(b, (char *)p->w + k * (int64_t)sizeof nan, &nan, sizeof nan));
    return send(b, p->info, &info, sizeof info);
}

/* Changes syevd's info of n + 1 (elements that are not finite) to 2 n + 1. */
static ddblasStatus_t decompose(struct ddblas_block_run *b, const struct ddblas_sygvd_problem *p, void *host, int64_t *info)
{
    const struct ddblas_syevd_problem syevd = {.type = p->type,
                                               .vectors = p->vectors,
                                               .uplo = p->uplo,
                                               .n = p->n,
                                               .A = p->A,
                                               .lda = p->lda,
                                               .w = p->w,
                                               .info = p->info,
                                               .room = p->room,
                                               .host = host};
    const int64_t not_finite = 2 * p->n + 1;
    DDBLAS_CHECK(ddblas_syevd_blocks(b, &syevd));
    if (b->planning)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_sygvd_fetch_info(b, p->info, info));
    return *info == p->n + 1 ? send(b, p->info, &not_finite, sizeof not_finite) : DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t transform_vectors(struct ddblas_block_run *b, const struct ddblas_sygvd_problem *p)
{
    const ddblasOperation_t adjoint = ddblas_type_is_complex(p->type) ? DDBLAS_OP_C : DDBLAS_OP_T;
    const int divides = p->itype != DDBLAS_EIG_TYPE_3, lower = p->uplo == DDBLAS_FILL_MODE_LOWER;
    const struct ddblas_triangular_problem t = {.type = p->type,
                                                .side = DDBLAS_SIDE_LEFT,
                                                .uplo = p->uplo,
                                                .trans = divides == lower ? adjoint : DDBLAS_OP_N,
                                                .diag = DDBLAS_DIAG_NON_UNIT,
                                                .m = p->n,
                                                .n = p->n,
                                                .alpha = b->one,
                                                .A = p->F,
                                                .lda = p->ldb,
                                                .B = p->A,
                                                .ldb = p->lda,
                                                .C = p->A,
                                                .ldc = p->lda};
    return divides ? ddblas_trsm_blocks(b, &t) : ddblas_trmm_blocks(b, &t);
}

static ddblasStatus_t run_call(struct ddblas_block_run *b, const struct ddblas_sygvd_problem *p, void *host)
{
    int64_t failed = 0, info = 0;
    DDBLAS_CHECK(ddblas_sygvd_factor_b(b, p, &failed));
    if (failed)
        return refuse_b(b, p, failed);
    DDBLAS_CHECK(ddblas_sygst_blocks(b, p));
    DDBLAS_CHECK(decompose(b, p, host, &info));
    return p->vectors && info == 0 ? transform_vectors(b, p) : DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_sygvd_choose(ddblasHandle_t handle, struct ddblas_sygvd_problem *p)
{
    struct ddblas_syevd_problem syevd = {.type = p->type, .vectors = p->vectors, .n = p->n};
    if (ddblas_is_standard(p->type))
        return ddblas_sygvd_standard_room(handle, p, &p->room);
    DDBLAS_CHECK(ddblas_syevd_choose(handle, &syevd));
    p->room = syevd.room;
    return DDBLAS_STATUS_SUCCESS;
}

/* All allocations come first, so that a failure leaves A and B unchanged. */
ddblasStatus_t ddblas_sygvd_blocks(struct ddblas_block_run *b, const void *problem)
{
    const struct ddblas_sygvd_problem *p = problem;
    if (ddblas_is_standard(p->type))
        return ddblas_sygvd_standard_blocks(b, p);
    const struct ddblas_syevd_problem syevd = {.type = p->type, .vectors = p->vectors, .n = p->n, .room = p->room};
    if (b->planning)
        return run_call(b, p, NULL);
    void *host = ddblas_host_alloc(ddblas_syevd_host_bytes(&syevd));
    if (!host)
        return ddblas_fail(b->handle, DDBLAS_STATUS_ALLOC_FAILED, "sygvd: no host memory for a tridiagonal matrix");
    ddblasStatus_t status = ddblas_syevd_prepare(b, &syevd);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = run_call(b, p, host);
    free(host);
    return status;
}
