/*
 * Runs a product over host memory, from its plan to its report.
 */
#include "xt_run.h"

#include <stdlib.h>
#include <string.h>

#include "core/checks.h"
#include "level3/gemm/cpu/gemm_cpu.h"
#include "io/file.h"
#include "xt_barrier.h"
#include "xt_pipeline.h"
#include "xt/plan/xt_share.h"

/* ---- devices --------------------------------------------------------------------------------- */

/* Lists the devices that the options name. If they name none, lists all devices. */
static ddblasStatus_t list_devices(ddblasHandle_t owner, const ddblasXtOptions_t *o, int *devices, int *count)
{
    const int there = ddblas_streams_of(owner->backend->engine)->devices();
    const int all = there < DDBLAS_XT_MOST_DEVICES ? there : DDBLAS_XT_MOST_DEVICES;
    *count = o->device_count > 0 ? o->device_count : all;
    for (int d = 0; d < *count; d++)
    {
        devices[d] = o->device_count > 0 ? o->devices[d] : d;
        if (devices[d] >= there)
            return ddblas_fail(owner, DDBLAS_STATUS_NO_DEVICE, "device %d of the options: there are %d", devices[d], there);
    }
    return *count > 0 ? DDBLAS_STATUS_SUCCESS : ddblas_fail(owner, DDBLAS_STATUS_NO_DEVICE, "there is no device");
}

/* Returns the bytes of memory for a lane. Half of the memory of the smallest device may be used;
 * lanes on the same device share it equally. */
static size_t memory_of(ddblasHandle_t owner, const int *devices, int count)
{
    double least = 0.0;
    for (int d = 0; d < count; d++)
    {
        struct ddblas_device properties;
        int lanes = 0;
        (void)ddblas_device_facts(owner->backend, devices[d], &properties);
        for (int k = 0; k < count; k++)
            lanes += devices[k] == devices[d];
        least = d == 0 || properties.memory / lanes < least ? properties.memory / lanes : least;
    }
    return (size_t)(least / 2.0);
}

/* Makes the lanes of the context match the devices. If they already do, the lanes are kept. */
static void take_lanes(ddblasHandle_t owner, struct xt_context *context, const int *devices, int count)
{
    int same = context->lanes == count;
    for (int d = 0; d < count && same; d++)
        same = context->lane[d].device == devices[d];
    if (same)
        return;
    ddblas_xt_release_lanes(context);
    for (int d = 0; d < count; d++)
        context->lane[d] = (struct xt_lane){.device = devices[d], .streams = ddblas_streams_of(owner->backend->engine)};
    context->lanes = count;
}

/* ---- the plan -------------------------------------------------------------------------------- */

static ddblasStatus_t make_plan(struct xt_call *c, size_t memory)
{
    const struct ddblas_gemm_problem *g = c->problem;
    const struct xt_rates rates = ddblas_xt_rates(g->type);
    const struct xt_request request = {.type = g->type,
                                       .part = g->part,
                                       .m = g->m,
                                       .n = g->n,
                                       .k = g->k,
                                       .reads_c = c->reads_c,
                                       .reuse = (c->techniques & DDBLAS_XT_REUSE) != 0,
                                       .drain = (c->techniques & DDBLAS_XT_DRAIN) != 0,
                                       .engine_workspace = c->owner->backend->engine == DDBLAS_ENGINE_CUDA,
                                       .memory = memory,
                                       .rows = c->options->block_rows,
                                       .columns = c->options->block_columns,
                                       .terms = c->options->block_terms};
    const ddblasStatus_t status = ddblas_xt_make_plan(&c->plan, &request, &rates);
    if (status == DDBLAS_STATUS_INVALID_VALUE)
        return ddblas_fail(c->owner, status,
                           "C has more than %d blocks: block_rows and block_columns of the options must be larger",
                           XT_MOST_UNITS);
    if (status == DDBLAS_STATUS_WORKSPACE_TOO_SMALL)
        return ddblas_fail(c->owner, status,
                           "%zu bytes of a device's memory hold no blocks, or only such that C has more than %d of them", memory,
                           XT_MOST_UNITS);
    ddblas_xt_cut_bands(&c->plan, c->lanes);
    return DDBLAS_STATUS_SUCCESS;
}

/* Returns 1 if the matrix is in page-locked memory. It counts as page-locked if its first and its
 * last element are. */
static int is_pinned(const struct xt_call *c, const void *matrix, int64_t leading, int64_t rows, int64_t columns)
{
    const struct ddblas_streams *s = ddblas_streams_of(c->owner->backend->engine);
    return s->is_pinned(matrix) == 1 && s->is_pinned(ddblas_xt_element(c, matrix, leading, rows - 1, columns - 1)) == 1;
}

static void look_at_operands(struct xt_call *c)
{
    const struct ddblas_gemm_problem *g = c->problem;
    const int64_t lines_a = g->transa == DDBLAS_OP_N ? g->m : g->k, lines_b = g->transb == DDBLAS_OP_N ? g->k : g->n;
    c->reads_c = !ddblas_type_is_zero(g->type, g->beta);
    c->c_pinned = is_pinned(c, g->C, g->ldc, g->m, g->n);
    c->a_pinned = g->k == 0 || is_pinned(c, g->A, g->lda, lines_a, g->m + g->k - lines_a);
    c->b_pinned = g->k == 0 || is_pinned(c, g->B, g->ldb, lines_b, g->k + g->n - lines_b);
}

/* ---- threads --------------------------------------------------------------------------------- */

/* Starts the threads of all members, waits for them, and reports progress meanwhile. */
static void run_members(struct xt_call *c, struct xt_worker *workers, struct xt_share *share)
{
    pthread_t threads[DDBLAS_XT_MOST_DEVICES + 1];
    int started = 0;
    while (started < c->lanes && pthread_create(&threads[started], NULL, ddblas_xt_pipeline, &workers[started]) == 0)
        started++;
    if (started == c->lanes && share && pthread_create(&threads[started], NULL, ddblas_xt_share_work, share) == 0)
        started++;
    if (started < c->members)
        ddblas_xt_barrier_absent(c, c->members - started);
    ddblas_xt_barrier_wait(c);
    for (int t = 0; t < started; t++)
        (void)pthread_join(threads[t], NULL);
}

/* ---- timeline and report --------------------------------------------------------------------- */

/* Returns `status`, which is the result of a step in writing the timeline. If the step has failed,
 * it also records a sentence. */
static ddblasStatus_t check_trace(const struct xt_call *c, ddblasStatus_t status)
{
    return status == DDBLAS_STATUS_SUCCESS
               ? status
               : ddblas_fail(c->owner, status, "%s: the timeline could not be written", c->options->trace);
}

/* Writes the timeline and closes its file. The file then gets its final name. */
static ddblasStatus_t write_trace(struct xt_call *c, struct xt_worker *workers, struct ddblas_target *target)
{
    int count = 0;
    fprintf(target->file, "[\n");
    for (int l = 0; l < c->lanes; l++)
        for (int t = 0; t < 2; t++)
            ddblas_xt_trace_write(&workers[l].traces[t], target->file, c->started, &count);
    fprintf(target->file, "\n]\n");
    return check_trace(c, ddblas_target_close(target, DDBLAS_STATUS_SUCCESS));
}

static void write_report(const struct xt_call *c, struct xt_context *context)
{
    const struct xt_plan *p = &c->plan;
    const int complete = p->units > 0 && c->done == p->units;
    context->report = (ddblasXtReport_t){.state = complete     ? DDBLAS_XT_COMPLETE
                                                  : c->touched ? DDBLAS_XT_PARTIAL
                                                               : DDBLAS_XT_UNTOUCHED,
                                         .devices = c->lanes,
                                         .block_rows = p->rows,
                                         .block_columns = p->columns,
                                         .block_terms = p->terms,
                                         .blocks = p->units,
                                         .blocks_done = c->done,
                                         .blocks_by_cpu = c->by_cpu,
                                         .seconds = c->go ? ddblas_xt_now() - c->started : 0.0,
                                         .expected = p->seconds,
                                         .bytes_in = c->bytes_in,
                                         .bytes_out = c->bytes_out,
                                         .cpu_share = context->cpu_share};
}

/* ---- the call -------------------------------------------------------------------------------- */

static ddblasStatus_t run_on_lanes(struct xt_call *c, struct xt_context *context, struct xt_worker *workers,
                                   struct xt_share *share)
{
    struct ddblas_target trace = {0};
    if (c->options->trace)
        DDBLAS_CHECK(check_trace(c, ddblas_target_open(&trace, c->options->trace)));
    for (int l = 0; l < c->lanes; l++)
    {
        workers[l] = (struct xt_worker){.call = c, .lane = &context->lane[l], .number = l};
        (void)pthread_mutex_init(&workers[l].lock, NULL);
        (void)pthread_cond_init(&workers[l].changed, NULL);
        ddblas_xt_section(&c->plan, l, c->lanes, &c->sections[l].first, &c->sections[l].end);
    }
    run_members(c, workers, share);
    write_report(c, context);
    ddblasStatus_t status = DDBLAS_STATUS_SUCCESS;
    if (c->options->trace)
        status = write_trace(c, workers, &trace);
    if (c->status != DDBLAS_STATUS_SUCCESS)
        status = ddblas_fail(c->owner, c->status, "%s", c->error);
    for (int l = 0; l < c->lanes; l++)
    {
        ddblas_xt_trace_free(&workers[l].traces[0]);
        ddblas_xt_trace_free(&workers[l].traces[1]);
        (void)pthread_cond_destroy(&workers[l].changed);
        (void)pthread_mutex_destroy(&workers[l].lock);
    }
    if (c->status != DDBLAS_STATUS_SUCCESS)
        ddblas_xt_release_lanes(context);
    return status;
}

static ddblasStatus_t run_call(struct xt_call *c, struct xt_context *context)
{
    struct xt_share share = {.call = c, .text = context->cpu_share};
    const int with_cpu = (c->techniques & DDBLAS_XT_CPU_SHARE) != 0;
    if (with_cpu && ddblas_handle_new(&share.handle, DDBLAS_ENGINE_CPU) != DDBLAS_STATUS_SUCCESS)
        return ddblas_fail(c->owner, DDBLAS_STATUS_ALLOC_FAILED, "no memory for the CPU's handle");
    struct xt_worker *workers = ddblas_host_alloc((size_t)c->lanes * sizeof *workers);
    ddblasStatus_t status = workers ? DDBLAS_STATUS_SUCCESS : DDBLAS_STATUS_ALLOC_FAILED;
    if (share.handle)
        share.handle->threads = c->owner->threads;
    c->members = c->lanes + with_cpu;
    if (workers)
        status = run_on_lanes(c, context, workers, with_cpu ? &share : NULL);
    else
        (void)ddblas_fail(c->owner, status, "no memory for the lanes");
    free(workers);
    if (share.handle)
        (void)ddblasDestroy(share.handle);
    return status;
}

/* Computes one product directly in the arrays of the caller. It serves the CPU engine if there is
 * no limit on memory. */
static ddblasStatus_t run_in_core(ddblasHandle_t owner, struct xt_context *context, const struct ddblas_gemm_problem *problem)
{
    const double begin = ddblas_xt_now();
    const ddblasStatus_t status = ddblas_gemm(owner, problem);
    const int done = status == DDBLAS_STATUS_SUCCESS;
    context->report.state = done ? DDBLAS_XT_COMPLETE : DDBLAS_XT_UNTOUCHED;
    context->report.devices = 1;
    context->report.block_rows = problem->m;
    context->report.block_columns = problem->n;
    context->report.block_terms = problem->k;
    context->report.blocks = 1;
    context->report.blocks_done = done;
    context->report.seconds = ddblas_xt_now() - begin;
    return status;
}

ddblasStatus_t ddblas_xt_run(ddblasHandle_t owner, struct xt_context *context, const struct ddblas_gemm_problem *problem)
{
    const ddblasXtOptions_t *o = &context->options;
    struct xt_call c = {.owner = owner, .problem = problem, .options = o};
    int devices[DDBLAS_XT_MOST_DEVICES] = {0};
    if (owner->backend->engine == DDBLAS_ENGINE_CPU && o->device_memory == 0)
        return run_in_core(owner, context, problem);
    c.techniques =
        o->techniques == DDBLAS_XT_DEFAULT ? DDBLAS_XT_DOUBLE_BUFFER | DDBLAS_XT_REUSE | DDBLAS_XT_DRAIN : o->techniques;
    if (c.techniques == DDBLAS_XT_CPU_SHARE)
        c.techniques |= DDBLAS_XT_DOUBLE_BUFFER | DDBLAS_XT_REUSE | DDBLAS_XT_DRAIN;
    look_at_operands(&c);
    DDBLAS_CHECK(list_devices(owner, o, devices, &c.lanes));
    DDBLAS_CHECK(make_plan(&c, o->device_memory ? o->device_memory : memory_of(owner, devices, c.lanes)));
    take_lanes(owner, context, devices, c.lanes);
    (void)pthread_mutex_init(&c.lock, NULL);
    (void)pthread_cond_init(&c.changed, NULL);
    const ddblasStatus_t status = run_call(&c, context);
    (void)pthread_cond_destroy(&c.changed);
    (void)pthread_mutex_destroy(&c.lock);
    return status;
}
