/*
 * Norms on the CPU: passes and reductions by threads. Each partial result is computed by one thread
 * in the order that norm.h states, so the bits do not depend on the threads.
 */
#include "norm_cpu.h"

#include <stdatomic.h>

#include "backend/isa.h"
#include "core/sizes.h"
#include "matrix/norm_element.h"

enum
{
    /* Elements worth a thread, 20 to 60 us each. */
    THREAD_ELEMENTS = 1 << 13,
    THREAD_ITEMS = 1 << 11
};

static const struct ddblas_norm_kernels *const kernels_of[DDBLAS_ISA_COUNT] = {
    [DDBLAS_ISA_PORTABLE] = &ddblas_norm_portable,
#if defined(__x86_64__)
    [DDBLAS_ISA_AVX2] = &ddblas_norm_avx2,
    [DDBLAS_ISA_AVX512] = &ddblas_norm_avx512,
#endif
};

static _Atomic(const struct ddblas_norm_kernels *) substitute;

void ddblas_norm_substitute(const struct ddblas_norm_kernels *kernels) { atomic_store(&substitute, kernels); }

static const struct ddblas_norm_kernels *kernels_in_use(void)
{
    const struct ddblas_norm_kernels *other = atomic_load(&substitute);
    return other ? other : kernels_of[ddblas_isa()];
}

/* Runs `work` for the tasks 0 .. count - 1, each by one thread. */
static void for_all(ddblasHandle_t handle, int64_t count, double worth, void (*work)(const void *call, int64_t task),
                    const void *call)
{
    /* W stands for every type whose routine does not call CBLAS. */
    const int threads = ddblas_threads_useful(handle, DDBLAS_TYPE_W, worth < (double)count ? worth : (double)count);
    if (threads == 1) /* opens no parallel region, which would be most of the time of a small call */
    {
        for (int64_t task = 0; task < count; task++)
            work(call, task);
        return;
    }
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int64_t task = 0; task < count; task++)
        work(call, task);
}

/* ---- passes ---------------------------------------------------------------------------------- */

struct pass_call
{
    const struct ddblas_norm_kernels *kernels;
    const struct ddblas_norm_problem *p;
    const struct ddblas_norm_pass *pass;
};

static double worth_of(const struct ddblas_norm_problem *p) { return 1.0 + (double)p->m * (double)p->n / THREAD_ELEMENTS; }

static void pass_block(const void *call, int64_t task)
{
    const struct pass_call *c = call;
    const struct ddblas_norm_problem *p = c->p;
    const int64_t blocks = ddblas_norm_blocks(p->m), j = task / blocks;
    int64_t first, last;
    ddblas_norm_rows_of(p->uplo, c->pass->strict, p->m, task % blocks, j, &first, &last);
    c->pass->to[task] = c->kernels->column(p, c->pass->term, j, first, last);
}

static ddblasStatus_t pass_columns(ddblasHandle_t handle, const struct ddblas_norm_problem *p,
                                   const struct ddblas_norm_pass *pass)
{
    const struct pass_call call = {kernels_in_use(), p, pass};
    for_all(handle, p->n * ddblas_norm_blocks(p->m), worth_of(p), pass_block, &call);
    return DDBLAS_STATUS_SUCCESS;
}

/* 32 rows in a chunk. */
static void pass_strip(const void *call, int64_t task)
{
    const struct pass_call *c = call;
    const struct ddblas_norm_problem *p = c->p;
    const int64_t strips = quotient_up(p->m, DDBLAS_NORM_LANES), chunk = task / strips, row = task % strips * DDBLAS_NORM_LANES,
                  count = least(p->m - row, DDBLAS_NORM_LANES), column = chunk * c->pass->chunk;
    struct special_sum sums[DDBLAS_NORM_LANES];
    c->kernels->rows(p, row, count, column, least(p->n, column + c->pass->chunk), sums);
    if (!c->pass->collapse)
        for (int64_t i = 0; i < count; i++)
            c->pass->to[row + i + chunk * p->m] = sums[i];
    else
    {
        for (int64_t i = 1; i < count; i++)
            norm_merge(&sums[0], sums[i], 1);
        c->pass->to[task] = sums[0];
    }
}

static ddblasStatus_t pass_rows(ddblasHandle_t handle, const struct ddblas_norm_problem *p, const struct ddblas_norm_pass *pass)
{
    const struct pass_call call = {kernels_in_use(), p, pass};
    for_all(handle, quotient_up(p->m, DDBLAS_NORM_LANES) * quotient_up(p->n, pass->chunk), worth_of(p), pass_strip, &call);
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- reductions ------------------------------------------------------------------------------ */

/* A block of a segment. */
static void reduce_block(const void *call, int64_t task)
{
    const struct ddblas_norm_reduction *r = call;
    const int64_t blocks = ddblas_norm_blocks(r->in.count), first = task % blocks * DDBLAS_NORM_BLOCK,
                  last = least(r->in.count, first + DDBLAS_NORM_BLOCK);
    const struct special_sum *segment = r->in.base + task / blocks * r->in.segment_stride;
    struct special_sum lane[DDBLAS_NORM_LANES];
    for (int l = 0; l < DDBLAS_NORM_LANES; l++)
        lane[l] = special_sum_zero();
    for (int64_t t = first; t < last; t++)
        norm_merge(&lane[t % DDBLAS_NORM_LANES], segment[t * r->in.item_stride], r->largest);
    for (int half = DDBLAS_NORM_LANES / 2; half > 0; half /= 2)
        for (int l = 0; l < half; l++)
            norm_merge(&lane[l], lane[l + half], r->largest);
    if (r->finish == DDBLAS_NORM_KEEP)
        r->to[task * r->to_stride] = lane[0];
    else
        norm_store(r->finish == DDBLAS_NORM_ROOT ? level1_root(lane[0]) : special_sum_value(lane[0]),
                   ddblas_type_is_single(r->type), ddblas_type_is_double_double(r->type), r->result);
}

static ddblasStatus_t reduce(ddblasHandle_t handle, const struct ddblas_norm_reduction *r)
{
    for_all(handle, r->in.segments * ddblas_norm_blocks(r->in.count),
            1.0 + (double)r->in.segments * (double)r->in.count / THREAD_ITEMS, reduce_block, r);
    return DDBLAS_STATUS_SUCCESS;
}

const struct ddblas_norm_engine ddblas_norm_cpu = {pass_columns, pass_rows, reduce};
