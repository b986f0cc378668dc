/*
 * geqp3 by blocks of columns (geqp3.h), on either engine. Error bound: docs/numerics.md, "QR
 * factorisation".
 */
#include "geqp3.h"

#include "core/checks.h"
#include "core/sizes.h"
#include "factor/standard/standard.h"
#include "level2/gemv/gemv.h"

/* State of a call. */
struct run
{
    struct ddblas_block_run *blocks;
    const struct ddblas_geqp3_problem *p;
    struct ddblas_geqp3_step step;
    void *panel; /* Memory of a panel on the CUDA engine. */
};

/* Returns the bytes of a part of the memory. */
static size_t bytes_of(int64_t count, size_t size) { return round_up_bytes((size_t)count * size, 256); }

static size_t bytes_of_panel(const struct ddblas_block_run *b, int64_t rows)
{
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(b))
        return round_up_bytes(ddblas_qr_panel_scratch(rows), 256);
#endif
    (void)b;
    (void)rows;
    return 0;
}

static void lay_out(struct run *r)
{
    struct ddblas_block_run *b = r->blocks;
    const struct ddblas_geqp3_problem *p = r->p;
    /* Sizes beyond any memory do not overflow: orders are below 2^26, sides below 2^40. */
    const size_t F = bytes_of(p->n * DDBLAS_GEQP3_WIDTH, b->size), y = bytes_of(p->n, b->size),
                 numbers = bytes_of(p->n, sizeof(double)), state = 256;
    char *at = ddblas_qr_memory(b, (F + y + 3 * numbers + state + bytes_of_panel(b, p->m)) / b->size);
    r->step = (struct ddblas_geqp3_step){
        .type = p->type, .m = p->m, .n = p->n, .A = p->A, .lda = p->lda, .jpvt = p->jpvt, .tau = p->tau};
    if (b->planning)
        return;
    r->step.F = at;
    r->step.y = at += F;
    r->step.norm = (double *)(void *)(at += y);
    r->step.reference = (double *)(void *)(at += numbers);
    r->step.exchange = (int64_t *)(void *)(at += numbers);
    r->step.state = (int64_t *)(void *)(at += numbers);
    r->panel = at + state;
}

/* ---- steps ----------------------------------------------------------------------------------- */

enum part
{
    START,
    PIVOT,
    FINISH
};

static ddblasStatus_t run_part(struct run *r, enum part part)
{
    if (r->blocks->planning)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    static ddblasStatus_t (*const on_cuda[])(ddblasHandle_t, const struct ddblas_geqp3_step *) = {
        ddblas_geqp3_start_cuda, ddblas_geqp3_pivot_cuda, ddblas_geqp3_finish_cuda};
    if (ddblas_factor_on_cuda(r->blocks))
        return on_cuda[part](r->blocks->handle, &r->step);
#endif
    static void (*const on_cpu[])(ddblasHandle_t, const struct ddblas_geqp3_step *) = {
        ddblas_geqp3_start_cpu, ddblas_geqp3_pivot_cpu, ddblas_geqp3_finish_cpu};
    on_cpu[part](r->blocks->handle, &r->step);
    return DDBLAS_STATUS_SUCCESS;
}

/* Reflector k of column k. */
static ddblasStatus_t reflect_column(struct run *r)
{
    struct ddblas_block_run *b = r->blocks;
    const int64_t k = r->step.k;
    const struct ddblas_qr_panel panel = {.type = b->type,
                                          .rows = r->p->m - k,
                                          .columns = 1,
                                          .A = ddblas_block_to(b, r->p->A, k + k * r->p->lda),
                                          .lda = r->p->lda,
                                          .tau = ddblas_block_to(b, r->p->tau, k),
                                          .scratch = r->panel};
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(b))
        return b->planning ? DDBLAS_STATUS_SUCCESS : ddblas_qr_panel_cuda(b->handle, &panel);
#endif
    if (!b->planning)
        return ddblas_qr_panel_cpu(b->handle, &panel);
    const size_t bytes = ddblas_qr_panel_cpu_workspace(b->handle, &panel);
    ddblas_block_note(b, bytes, bytes);
    return DDBLAS_STATUS_SUCCESS;
}

/* y = A^H v in the rows below k, for the columns from `first` on. */
static ddblasStatus_t multiply_columns(struct run *r)
{
    struct ddblas_block_run *b = r->blocks;
    const struct ddblas_geqp3_step *s = &r->step;
    const int64_t rows = s->m - s->k - 1, columns = s->n - s->first;
    const int on_cuda = ddblas_factor_on_cuda(b);
    if (rows == 0)
        return DDBLAS_STATUS_SUCCESS;
    if (b->planning)
    {
        size_t bytes = 0;
#if DDBLAS_HAVE_CUDA
        if (on_cuda)
            bytes = ddblas_gemv_cuda_workspace(s->type, DDBLAS_OP_C, rows, columns);
#endif
        if (!on_cuda)
            bytes = ddblas_gemv_cpu_workspace(b->handle, s->type, DDBLAS_OP_C, rows, columns);
        ddblas_block_note(b, bytes, bytes);
        return DDBLAS_STATUS_SUCCESS;
    }
    const struct ddblas_gemv_problem product = {.type = s->type,
                                                .type_of_a = s->type,
                                                .trans = DDBLAS_OP_C,
                                                .m = rows,
                                                .n = columns,
                                                .alpha = b->one,
                                                .A = ddblas_block_at(b, s->A, s->k + 1 + s->first * s->lda),
                                                .lda = s->lda,
                                                .x = ddblas_block_at(b, s->A, s->k + 1 + s->k * s->lda),
                                                .incx = 1,
                                                .beta = b->zero,
                                                .y = ddblas_block_to(b, s->y, s->first),
                                                .incy = 1};
#if DDBLAS_HAVE_CUDA
    if (on_cuda)
        return ddblas_gemv_cuda(b->handle, &product);
#endif
    return ddblas_gemv_cpu(b->handle, &product);
}

/* Factors the columns [first, last), and computes A - V F^H behind them. */
static ddblasStatus_t factor_block(struct run *r, int64_t first, int64_t last)
{
    struct ddblas_block_run *b = r->blocks;
    const struct ddblas_geqp3_problem *p = r->p;
    r->step.first = first;
    for (int64_t k = first; k < last; k++)
    {
        r->step.k = k;
        DDBLAS_CHECK(run_part(r, PIVOT));
        DDBLAS_CHECK(reflect_column(r));
        if (k + 1 == p->n)
            break;
        DDBLAS_CHECK(multiply_columns(r));
        DDBLAS_CHECK(run_part(r, FINISH));
    }
    return ddblas_block_gemm(b, DDBLAS_OP_N, ddblas_type_is_complex(b->type) ? DDBLAS_OP_C : DDBLAS_OP_T, p->m - last,
                             p->n - last, last - first, b->minus, ddblas_block_at(b, p->A, last + first * p->lda), p->lda,
                             b->planning ? p->A : ddblas_block_at(b, r->step.F, last), p->n, b->one,
                             ddblas_block_to(b, p->A, last + last * p->lda), p->lda);
}

ddblasStatus_t ddblas_geqp3_blocks(struct ddblas_block_run *b, const void *problem)
{
    const struct ddblas_geqp3_problem *p = problem;
    const int64_t k = least(p->m, p->n);
    struct run r = {.blocks = b, .p = p};
    if (ddblas_is_standard(p->type))
    {
        const struct ddblas_standard step = {.step = DDBLAS_STANDARD_GEQP3,
                                             .type = p->type,
                                             .m = p->m,
                                             .n = p->n,
                                             .A = p->A,
                                             .lda = p->lda,
                                             .tau = p->tau,
                                             .ipiv = p->jpvt};
        return ddblas_standard_step(b, &step);
    }
    lay_out(&r);
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(b) && !b->planning)
        DDBLAS_CHECK(ddblas_qr_prepare_cuda(b->handle, r.panel, p->m));
#endif
    DDBLAS_CHECK(run_part(&r, START));
    for (int64_t first = 0; first < k; first += DDBLAS_GEQP3_WIDTH)
        DDBLAS_CHECK(factor_block(&r, first, least(k, first + DDBLAS_GEQP3_WIDTH)));
    return DDBLAS_STATUS_SUCCESS;
}
