/*
 * geqrf, ormqr, orgqr and gels as functions over blocks of reflectors (qr_block.c), on either
 * engine. The blocks of a matrix with k reflectors begin at the columns 0, w, 2 w, ...
 *
 *   geqrf   for each block: factor its columns, apply its adjoint to the columns behind them
 *   ormqr   Q C and C Q^H: the last block first; Q^H C and C Q: the first block first
 *   orgqr   the last block first: its columns become those of the identity, then it is applied to
 *           them and to the columns behind them
 *   gels    with Q R of A, or of A^H if A has more columns than rows:
 *           least squares    R X = Q^H B
 *           least norm       R^H Y = B, X = Q [Y; 0]
 */
#include "core/checks.h"
#include "core/sizes.h"
#include "qr.h"
#include "factor/standard/standard.h"

/* ---- S, D, C, Z ------------------------------------------------------------------------------ */

static struct ddblas_standard geqrf_step(const struct ddblas_geqrf_problem *p)
{
    return (struct ddblas_standard){
        .step = DDBLAS_STANDARD_GEQRF, .type = p->type, .m = p->m, .n = p->n, .A = p->A, .lda = p->lda, .tau = p->tau};
}

static struct ddblas_standard ormqr_step(const struct ddblas_ormqr_problem *p)
{
    return (struct ddblas_standard){.step = DDBLAS_STANDARD_ORMQR,
                                    .type = p->type,
                                    .side = p->side,
                                    .adjoint = p->adjoint,
                                    .m = p->m,
                                    .n = p->n,
                                    .k = p->k,
                                    .A = (void *)p->A,
                                    .lda = p->lda,
                                    .tau = (void *)p->tau,
                                    .C = p->C,
                                    .ldc = p->ldc};
}

static struct ddblas_standard orgqr_step(const struct ddblas_orgqr_problem *p)
{
    return (struct ddblas_standard){.step = DDBLAS_STANDARD_ORGQR,
                                    .type = p->type,
                                    .m = p->m,
                                    .n = p->n,
                                    .k = p->k,
                                    .A = p->A,
                                    .lda = p->lda,
                                    .tau = (void *)p->tau};
}

/* ---- geqrf, ormqr, orgqr --------------------------------------------------------------------- */

static ddblasStatus_t factor_matrix(struct ddblas_qr_block *q, const struct ddblas_geqrf_problem *p)
{
    struct ddblas_block_run *b = q->blocks;
    const int64_t k = least(p->m, p->n);
    for (int64_t at = 0; at < k; at += q->wide)
    {
        const int64_t columns = least(q->wide, k - at), behind = p->n - at - columns;
        DDBLAS_CHECK(ddblas_qr_factor(q, p->m - at, columns, ddblas_block_to(b, p->A, at + at * p->lda), p->lda,
                                      ddblas_block_to(b, p->tau, at), behind > 0));
        DDBLAS_CHECK(ddblas_qr_apply(q, DDBLAS_SIDE_LEFT, 1, columns, ddblas_block_to(b, p->A, at + (at + columns) * p->lda),
                                     p->lda, behind));
    }
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_geqrf_blocks(struct ddblas_block_run *b, const void *problem)
{
    const struct ddblas_geqrf_problem *p = problem;
    const int64_t k = least(p->m, p->n);
    const struct ddblas_standard step = geqrf_step(p);
    if (ddblas_is_standard(p->type))
        return ddblas_standard_step(b, &step);
    void *memory = ddblas_qr_memory(b, ddblas_qr_elements(b, p->m, k, p->n));
    struct ddblas_qr_block q;
    DDBLAS_CHECK(ddblas_qr_begin(&q, b, memory, p->m, k, p->n));
    return factor_matrix(&q, p);
}

static ddblasStatus_t apply_block(struct ddblas_qr_block *q, const struct ddblas_ormqr_problem *p, int64_t at)
{
    struct ddblas_block_run *b = q->blocks;
    const int left = p->side == DDBLAS_SIDE_LEFT;
    const int64_t columns = least(q->wide, p->k - at), length = left ? p->m : p->n;
    DDBLAS_CHECK(ddblas_qr_form(q, length - at, columns, ddblas_block_at(b, p->A, at + at * p->lda), p->lda,
                                ddblas_block_at(b, p->tau, at)));
    return ddblas_qr_apply(q, p->side, p->adjoint, columns, ddblas_block_to(b, p->C, left ? at : at * p->ldc), p->ldc,
                           left ? p->n : p->m);
}

ddblasStatus_t ddblas_ormqr_apply(struct ddblas_qr_block *q, const struct ddblas_ormqr_problem *p)
{
    const int64_t count = quotient_up(p->k, q->wide);
    const int first_first = (p->side == DDBLAS_SIDE_LEFT) == (p->adjoint != 0);
    for (int64_t i = 0; i < count; i++)
        DDBLAS_CHECK(apply_block(q, p, (first_first ? i : count - 1 - i) * q->wide));
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_ormqr_blocks(struct ddblas_block_run *b, const void *problem)
{
    const struct ddblas_ormqr_problem *p = problem;
    const int left = p->side == DDBLAS_SIDE_LEFT;
    const struct ddblas_standard step = ormqr_step(p);
    if (ddblas_is_standard(p->type))
        return ddblas_standard_step(b, &step);
    const int64_t length = left ? p->m : p->n, others = left ? p->n : p->m;
    void *memory = ddblas_qr_memory(b, ddblas_qr_elements(b, length, p->k, others));
    struct ddblas_qr_block q;
    DDBLAS_CHECK(ddblas_qr_begin(&q, b, memory, length, p->k, others));
    return ddblas_ormqr_apply(&q, p);
}

ddblasStatus_t ddblas_orgqr_form(struct ddblas_qr_block *q, const struct ddblas_orgqr_problem *p)
{
    struct ddblas_block_run *b = q->blocks;
    for (int64_t i = quotient_up(p->k, q->wide) - 1; i >= 0; i--)
    {
        const int64_t at = i * q->wide, columns = least(q->wide, p->k - at);
        void *corner = ddblas_block_to(b, p->A, at + at * p->lda);
        DDBLAS_CHECK(ddblas_qr_form(q, p->m - at, columns, corner, p->lda, ddblas_block_at(b, p->tau, at)));
        DDBLAS_CHECK(
            ddblas_qr_copy(b, DDBLAS_QR_IDENTITY, p->m, columns, at, NULL, 1, ddblas_block_to(b, p->A, at * p->lda), p->lda));
        DDBLAS_CHECK(ddblas_qr_apply(q, DDBLAS_SIDE_LEFT, 0, columns, corner, p->lda, p->n - at));
    }
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_orgqr_blocks(struct ddblas_block_run *b, const void *problem)
{
    const struct ddblas_orgqr_problem *p = problem;
    const struct ddblas_standard step = orgqr_step(p);
    struct ddblas_qr_block q;
    if (ddblas_is_standard(p->type) && p->k > 0)
        return ddblas_standard_step(b, &step);
    DDBLAS_CHECK(
        ddblas_qr_copy(b, DDBLAS_QR_IDENTITY, p->m, p->n - p->k, p->k, NULL, 1, ddblas_block_to(b, p->A, p->k * p->lda), p->lda));
    if (p->k == 0)
        return DDBLAS_STATUS_SUCCESS;
    void *memory = ddblas_qr_memory(b, ddblas_qr_elements(b, p->m, p->k, p->n));
    DDBLAS_CHECK(ddblas_qr_begin(&q, b, memory, p->m, p->k, p->n));
    return ddblas_orgqr_form(&q, p);
}

/* ---- gels ------------------------------------------------------------------------------------ */

static ddblasStatus_t find_zero(struct ddblas_block_run *b, int64_t order, const void *R, int64_t ldr, int64_t *info)
{
    const struct ddblas_qr_singular singular = {b->type, order, R, ldr, info};
    if (b->planning)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(b))
        return ddblas_qr_singular_cuda(b->handle, &singular);
#endif
    ddblas_qr_singular_cpu(&singular);
    return DDBLAS_STATUS_SUCCESS;
}

/* Solves R X = B or R^H X = B. */
static ddblasStatus_t solve_triangle(struct ddblas_block_run *b, int adjoint, const struct ddblas_geqrf_problem *f, int64_t order,
                                     const struct ddblas_gels_problem *p)
{
    const struct ddblas_triangular_problem t = {.type = b->type,
                                                .side = DDBLAS_SIDE_LEFT,
                                                .uplo = DDBLAS_FILL_MODE_UPPER,
                                                .trans = adjoint ? DDBLAS_OP_C : DDBLAS_OP_N,
                                                .diag = DDBLAS_DIAG_NON_UNIT,
                                                .m = order,
                                                .n = p->nrhs,
                                                .alpha = b->one,
                                                .A = f->A,
                                                .lda = f->lda,
                                                .B = p->B,
                                                .ldb = p->ldb,
                                                .C = p->B,
                                                .ldc = p->ldb};
    return ddblas_trsm_blocks(b, &t);
}

static ddblasStatus_t multiply_right(struct ddblas_qr_block *q, const struct ddblas_ormqr_problem *p)
{
    const struct ddblas_standard step = ormqr_step(p);
    return ddblas_is_standard(p->type) ? ddblas_standard_step(q->blocks, &step) : ddblas_ormqr_apply(q, p);
}

/* Solves with the factors f of A or of A^H. */
static ddblasStatus_t solve_with(struct ddblas_qr_block *q, const struct ddblas_geqrf_problem *f,
                                 const struct ddblas_gels_problem *p, int least_norm)
{
    struct ddblas_block_run *b = q->blocks;
    const struct ddblas_ormqr_problem multiply = {.type = b->type,
                                                  .side = DDBLAS_SIDE_LEFT,
                                                  .adjoint = !least_norm,
                                                  .m = f->m,
                                                  .n = p->nrhs,
                                                  .k = f->n,
                                                  .A = f->A,
                                                  .lda = f->lda,
                                                  .tau = f->tau,
                                                  .C = p->B,
                                                  .ldc = p->ldb};
    if (!least_norm)
    {
        DDBLAS_CHECK(multiply_right(q, &multiply));
        return solve_triangle(b, 0, f, f->n, p);
    }
    DDBLAS_CHECK(solve_triangle(b, 1, f, f->n, p));
    DDBLAS_CHECK(
        ddblas_qr_copy(b, DDBLAS_QR_IDENTITY, f->m - f->n, p->nrhs, f->m, NULL, 1, ddblas_block_to(b, p->B, f->n), p->ldb));
    return multiply_right(q, &multiply);
}

/* A matrix without elements: X = 0, and so is what is behind it. */
static ddblasStatus_t clear_solution(struct ddblas_block_run *b, const struct ddblas_gels_problem *p)
{
    const int64_t rows = most(p->m, p->n);
    if (!b->planning)
        DDBLAS_CHECK(ddblas_factor_clear_info(b->handle, p->info));
    return ddblas_qr_copy(b, DDBLAS_QR_IDENTITY, rows, p->nrhs, rows, NULL, 1, p->B, p->ldb);
}

/* Elements of a copy, a multiple of `unit`; more than any memory has if the product overflows. */
static int64_t elements_of_copy(int64_t rows, int64_t columns, int64_t unit)
{
    const int64_t most_elements = INT64_C(1) << 56;
    return rows > most_elements / columns ? most_elements : round_up(rows * columns, unit);
}

ddblasStatus_t ddblas_gels_blocks(struct ddblas_block_run *b, const void *problem)
{
    const struct ddblas_gels_problem *p = problem;
    const int wide = p->m < p->n, standard = ddblas_is_standard(b->type);
    if (p->m == 0 || p->n == 0)
        return clear_solution(b, p);
    const int64_t rows = wide ? p->n : p->m, k = wide ? p->m : p->n, others = most(k, p->nrhs), unit = 256 / (int64_t)b->size,
                  tau = round_up(k, unit), copy = wide ? elements_of_copy(rows, k, unit) : 0;
    char *memory = ddblas_qr_memory(b, (size_t)(tau + copy) + (standard ? 0 : ddblas_qr_elements(b, rows, k, others)));
    const struct ddblas_geqrf_problem f = {.type = b->type,
                                           .m = rows,
                                           .n = k,
                                           .A = wide ? ddblas_block_to(b, memory, tau) : p->A,
                                           .lda = wide ? rows : p->lda,
                                           .tau = memory};
    const struct ddblas_standard step = geqrf_step(&f);
    struct ddblas_qr_block q = {.blocks = b};
    if (standard)
        DDBLAS_CHECK(ddblas_standard_prepare(b, &step, p->nrhs > 0));
    else
        DDBLAS_CHECK(ddblas_qr_begin(&q, b, ddblas_block_to(b, memory, tau + copy), rows, k, others));
    if (wide)
        DDBLAS_CHECK(ddblas_qr_copy(b, DDBLAS_QR_ADJOINT, rows, k, 0, p->A, p->lda, f.A, f.lda));
    DDBLAS_CHECK(standard ? ddblas_standard_step(b, &step) : factor_matrix(&q, &f));
    DDBLAS_CHECK(find_zero(b, k, f.A, f.lda, p->info));
    const int fails = !b->planning && !ddblas_factor_on_cuda(b) && *p->info != 0;
    if (p->nrhs > 0 && !fails)
        DDBLAS_CHECK(solve_with(&q, &f, p, wide != (p->adjoint != 0)));
    return b->planning || p->nrhs == 0 ? DDBLAS_STATUS_SUCCESS
                                       : ddblas_factor_poison(b->handle, b->type, p->info, rows, p->nrhs, p->B, p->ldb);
}
