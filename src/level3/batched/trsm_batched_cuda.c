/*
 * Batches of triangular systems on the CUDA engine, solved by halves. Each step is taken for all
 * members at once: it is one launch of small systems or one batch of products. Up to order 64 there
 * is only one step.
 */
#include "batched.h"

#include "core/checks.h"
#include "level3/structured/trsm/trsm_halves.h"
#include "level3/structured/trsm/trsm_panels.h"
#include "trsm_batched_systems.h"

enum
{
    CONSTANTS = 256 /* Bytes of workspace for constants. */
};

struct run
{
    ddblasHandle_t handle;
    const struct ddblas_trsm_batch *batch;
    /* The number -1, or 0 if alpha is 0; in host or engine memory as the pointer mode says. */
    const cuddreal *minus;
};

static ddblasStatus_t solve_piece(void *run, const struct ddblas_triangular_problem *p, struct ddblas_trsm_piece f)
{
    static cuddreal nothing;
    const struct run *r = run;
    struct ddblas_triangular_problem first = *p;
    first.A = first.C = &nothing;
    const struct ddblas_systems systems = ddblas_trsm_systems(&first, 0, f.order, f.alpha);
    return ddblas_solve_batched_cuda(r->handle, &systems, ddblas_batch_at(r->batch->A, f.at * (p->lda + 1)),
                                     ddblas_batch_at(r->batch->B, f.at * systems.step), r->batch->count);
}

static ddblasStatus_t subtract_product(void *run, const struct ddblas_triangular_problem *p,
                                       const struct ddblas_trsm_product *product)
{
    const struct run *r = run;
    const struct ddblas_batch_matrices block = ddblas_batch_at(r->batch->A, product->block),
                                       from = ddblas_batch_at(r->batch->B, product->from);
    struct ddblas_gemm_batch batch = {.each = product->problem,
                                      .A = product->block_is_left ? block : from,
                                      .B = product->block_is_left ? from : block,
                                      .C = ddblas_batch_at(r->batch->B, product->to),
                                      .count = r->batch->count};
    (void)p;
    batch.each.alpha = r->minus;
    return ddblas_gemm_batched_cuda(r->handle, &batch);
}

static int64_t order_of(const struct ddblas_trsm_batch *batch) { return ddblas_triangular_order(&batch->each); }

size_t ddblas_trsm_batched_cuda_workspace(const struct ddblas_trsm_batch *batch)
{
    return order_of(batch) > DDBLAS_SYSTEM_CUDA ? CONSTANTS : 0;
}

ddblasStatus_t ddblas_trsm_batched_cuda(ddblasHandle_t handle, const struct ddblas_trsm_batch *batch)
{
    static const cuddreal one = {1.0, 0.0}, minus = {-1.0, 0.0};
    struct run r = {handle, batch, &minus};
    struct ddblas_trsm_steps steps = {solve_piece, subtract_product, &r, DDBLAS_SYSTEM_CUDA, &one};
    if (handle->pointer_mode == DDBLAS_POINTER_MODE_DEVICE && order_of(batch) > DDBLAS_SYSTEM_CUDA)
    {
        void *memory = NULL;
        DDBLAS_CHECK(ddblas_workspace(handle, CONSTANTS, &memory));
        /* The numbers 0, 1, 1, -1, ...; the third and the fourth are 0 instead if alpha is 0. */
        const cuddreal *constants = memory;
        const struct ddblas_block_scalars scalars = {.alpha = batch->each.alpha};
        DDBLAS_CHECK(ddblas_constants_cuda(handle, DDBLAS_TYPE_W, &scalars, memory));
        steps.carry = constants + 2;
        r.minus = constants + 3;
    }
    return ddblas_trsm_by_halves(&steps, &batch->each, (struct ddblas_trsm_piece){0, order_of(batch), batch->each.alpha});
}
