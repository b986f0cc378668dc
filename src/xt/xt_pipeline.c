/*
 * The pipeline of one lane. A unit passes through these stages:
 *
 *   stage         thread    stream     waits for
 *   host copy in  first     -          the piece of the ring (pageable memory only)
 *   load          first     in         the last product that used the slot
 *   multiply      first     multiply   the loads of both tiles, and of C where beta is not 0
 *   store         second    out        the products of the unit
 *   host copy out second    -          the piece of the ring (pageable memory only)
 *
 * Where the plan has a window (xt_plan.h), the lane's first units begin together: the first chunk
 * of each is computed first, then the other chunks unit by unit.
 *
 * Streams wait for each other by events. Therefore the first thread can run ahead of the device by
 * as many units as there are results (places for a unit on the device), or by fewer where there are
 * other lanes. Then it waits for the second thread. Without DRAIN there is one result, so that the
 * store of a unit must end before the products of the next unit begin. Without DOUBLE_BUFFER the
 * first thread waits for each load and product.
 *
 * No wait is endless. Events are recorded before they are waited for. The second thread accepts
 * every unit that the first hands over, even after a failure; it then does not store the unit.
 */
#include "xt_pipeline.h"
#include "xt_barrier.h"
#include "xt_units.h"

#include <stdio.h>

#include "core/checks.h"

static int uses_technique(const struct xt_worker *w, int technique) { return (w->call->techniques & technique) != 0; }

/* Records a failure. words: the message of the lane's handle. The second thread passes null,
 * because the handle belongs to the first thread. */
static void fail_call(struct xt_worker *w, ddblasStatus_t status, const char *words)
{
    const char *why = words && words[0] ? words : status == DDBLAS_STATUS_DEVICE_ERROR ? w->lane->streams->last_message() : "";
    if (status != DDBLAS_STATUS_SUCCESS)
        ddblas_xt_call_fail(w->call, status, "device %d: %s", w->lane->device, why[0] ? why : ddblasGetStatusString(status));
}

/* ---- the hand-over --------------------------------------------------------------------------- */

/* Waits until `count` units have been stored. */
static void wait_for_stores(struct xt_worker *w, int64_t count)
{
    (void)pthread_mutex_lock(&w->lock);
    while (w->stored < count)
        (void)pthread_cond_wait(&w->changed, &w->lock);
    (void)pthread_mutex_unlock(&w->lock);
}

/* Counts one more unit as started. Then waits until at most `ahead` of the started units are not
 * stored yet; the result of the new unit is then free. */
static void wait_for_result(struct xt_worker *w)
{
    w->started++;
    wait_for_stores(w, w->started - w->ahead);
}

static void hand_over(struct xt_worker *w, int64_t unit, int ended)
{
    (void)pthread_mutex_lock(&w->lock);
    if (ended)
        w->ended = 1;
    else
        w->units[w->handed++ % w->call->plan.results] = unit;
    (void)pthread_cond_broadcast(&w->changed);
    (void)pthread_mutex_unlock(&w->lock);
}

/* ---- blocks ---------------------------------------------------------------------------------- */

/* Describes the block of C that a unit computes, with its place on the device. */
static struct xt_block block_of_c(const struct xt_worker *w, struct xt_unit at, int64_t result)
{
    const struct xt_call *call = w->call;
    const struct xt_plan *p = &call->plan;
    const struct ddblas_gemm_problem *g = call->problem;
    return (struct xt_block){.size = ddblas_type_size(g->type),
                             .rows = ddblas_xt_rows(p, at.i),
                             .columns = ddblas_xt_columns(p, at.j),
                             .host = ddblas_xt_element(call, g->C, g->ldc, at.i * p->rows, at.j * p->columns),
                             .host_leading = g->ldc,
                             .host_is_pinned = call->c_pinned,
                             .device = ddblas_xt_lane_result(w->lane, p, result),
                             .device_leading = ddblas_xt_leading(p->rows),
                             .part = ddblas_xt_part(p, at)};
}

/* Describes a tile as it is stored on the host: the tile of op(A) for block row `line`, or the tile
 * of op(B) for block column `line`. */
static struct xt_block block_of_operand(const struct xt_worker *w, enum xt_side side, int64_t line, int64_t chunk, int64_t slot)
{
    const struct xt_call *call = w->call;
    const struct xt_plan *p = &call->plan;
    const struct ddblas_gemm_problem *g = call->problem;
    const int of_a = side == XT_SIDE_A;
    /* 1: the tile's rows of op(A), or its columns of op(B), are rows of the stored matrix. */
    const int lines_down = of_a ? g->transa == DDBLAS_OP_N : g->transb != DDBLAS_OP_N;
    const int64_t length = of_a ? p->rows : p->columns;
    const int64_t lines = of_a ? ddblas_xt_rows(p, line) : ddblas_xt_columns(p, line), terms = ddblas_xt_terms(p, chunk);
    const int64_t row = lines_down ? line * length : chunk * p->terms, column = lines_down ? chunk * p->terms : line * length;
    return (struct xt_block){.size = ddblas_type_size(g->type),
                             .rows = lines_down ? lines : terms,
                             .columns = lines_down ? terms : lines,
                             .host = ddblas_xt_element(call, of_a ? g->A : g->B, of_a ? g->lda : g->ldb, row, column),
                             .host_leading = of_a ? g->lda : g->ldb,
                             .host_is_pinned = of_a ? call->a_pinned : call->b_pinned,
                             .device = ddblas_xt_lane_slot(w->lane, p, slot),
                             .device_leading = ddblas_xt_leading(lines_down ? length : p->terms)};
}

static double bytes_of(const struct xt_block *b) { return (double)b->rows * (double)b->columns * (double)b->size; }

/* ---- the first thread: loads and products ---------------------------------------------------- */

static ddblasStatus_t wait_in_turn(const struct xt_worker *w, void *event)
{
    return uses_technique(w, DDBLAS_XT_DOUBLE_BUFFER) ? DDBLAS_STATUS_SUCCESS : w->lane->streams->wait_on_host(event);
}

/* Finds the slot of a tile and, if the tile is not on the device, starts its load. */
static ddblasStatus_t bring_tile(struct xt_worker *w, enum xt_side side, int64_t line, int64_t chunk, int64_t unit, int64_t end,
                                 int64_t *slot)
{
    const struct xt_lane *lane = w->lane;
    int load = 0;
    *slot = ddblas_xt_cache_take(&w->cache, side, line, chunk, unit, end, &load);
    if (!load)
        return DDBLAS_STATUS_SUCCESS;
    const struct xt_block block = block_of_operand(w, side, line, chunk, *slot);
    DDBLAS_CHECK(lane->streams->wait_in_stream(lane->in, lane->used[*slot]));
    DDBLAS_CHECK(ddblas_xt_load(&w->lane->load, &block));
    DDBLAS_CHECK(lane->streams->record(lane->loaded[*slot], lane->in));
    w->bytes_in += bytes_of(&block);
    return wait_in_turn(w, lane->loaded[*slot]);
}

static ddblasStatus_t load_c(struct xt_worker *w, struct xt_unit at, int64_t result)
{
    const struct xt_lane *lane = w->lane;
    const struct xt_block block = block_of_c(w, at, result);
    DDBLAS_CHECK(ddblas_xt_load(&w->lane->load, &block));
    DDBLAS_CHECK(lane->streams->record(lane->result_loaded[result], lane->in));
    DDBLAS_CHECK(lane->streams->wait_in_stream(lane->multiply, lane->result_loaded[result]));
    w->bytes_in += bytes_of(&block);
    return wait_in_turn(w, lane->result_loaded[result]);
}

/* Starts the product of one chunk: result = alpha * tile * tile + beta * result. For all chunks but
 * the first, beta is 1. */
static ddblasStatus_t multiply_chunk(struct xt_worker *w, struct xt_unit at, int64_t chunk, const int64_t slots[2],
                                     int64_t result)
{
    const struct xt_lane *lane = w->lane;
    const struct xt_plan *p = &w->call->plan;
    struct ddblas_gemm_problem g = *w->call->problem;
    g.m = ddblas_xt_rows(p, at.i);
    g.n = ddblas_xt_columns(p, at.j);
    g.k = ddblas_xt_terms(p, chunk);
    g.part = ddblas_xt_part(p, at);
    g.beta = chunk == 0 ? g.beta : ddblas_type_one(g.type);
    g.C = ddblas_xt_lane_result(lane, p, result);
    g.ldc = ddblas_xt_leading(p->rows);
    if (g.k > 0)
    {
        g.A = ddblas_xt_lane_slot(lane, p, slots[0]);
        g.B = ddblas_xt_lane_slot(lane, p, slots[1]);
        g.lda = ddblas_xt_leading(g.transa == DDBLAS_OP_N ? p->rows : p->terms);
        g.ldb = ddblas_xt_leading(g.transb == DDBLAS_OP_N ? p->terms : p->columns);
        for (int i = 0; i < 2; i++)
            DDBLAS_CHECK(lane->streams->wait_in_stream(lane->multiply, lane->loaded[slots[i]]));
    }
    struct xt_trace *trace = lane->load.trace;
    struct xt_mark *mark = ddblas_xt_trace_begin(trace, "multiply", lane->multiply);
    if (ddblas_work_fails())
        return ddblas_fail(lane->handle, DDBLAS_STATUS_DEVICE_ERROR, "a launch failed because a test wants it");
    DDBLAS_CHECK(ddblas_gemm(lane->handle, &g));
    ddblas_xt_trace_end(trace, mark, lane->multiply);
    for (int i = 0; i < 2 && g.k > 0; i++)
    {
        DDBLAS_CHECK(lane->streams->record(lane->used[slots[i]], lane->multiply));
        DDBLAS_CHECK(wait_in_turn(w, lane->used[slots[i]]));
    }
    return DDBLAS_STATUS_SUCCESS;
}

/* Computes the chunks [first, last) of a unit. The loads of the first tiles start before the thread
 * waits for a free result, so that they overlap with this wait. */
static ddblasStatus_t multiply_chunks(struct xt_worker *w, int64_t unit, int64_t end, int64_t result, int64_t first, int64_t last)
{
    const struct xt_unit at = ddblas_xt_unit(&w->call->plan, unit);
    for (int64_t chunk = first; chunk < last; chunk++)
    {
        int64_t slots[2] = {0, 0};
        if (ddblas_xt_call_failed(w->call))
            return DDBLAS_STATUS_SUCCESS;
        w->traces[0].unit = unit;
        w->traces[0].chunk = chunk;
        ddblas_xt_cache_step(&w->cache);
        if (w->call->plan.chunks > 0)
        {
            DDBLAS_CHECK(bring_tile(w, XT_SIDE_A, at.i, chunk, unit, end, &slots[0]));
            DDBLAS_CHECK(bring_tile(w, XT_SIDE_B, at.j, chunk, unit, end, &slots[1]));
        }
        if (chunk == 0)
            wait_for_result(w);
        if (chunk == 0 && w->call->reads_c)
            DDBLAS_CHECK(load_c(w, at, result));
        DDBLAS_CHECK(multiply_chunk(w, at, chunk, slots, result));
    }
    return DDBLAS_STATUS_SUCCESS;
}

/* Computes the `count` units that begin together. If there are several, the first chunk of every
 * unit comes first, because these chunks need few different tiles. Then the remaining chunks
 * follow, unit by unit. */
static ddblasStatus_t compute_units(struct xt_worker *w, const int64_t *units, int count, int64_t end)
{
    const struct xt_plan *p = &w->call->plan;
    const int64_t results = p->results, begin = w->started, chunks = p->chunks > 0 ? p->chunks : 1;
    for (int u = 0; u < count && count > 1; u++)
        DDBLAS_CHECK(multiply_chunks(w, units[u], end, (begin + u) % results, 0, 1));
    for (int u = 0; u < count; u++)
    {
        const int64_t result = (begin + u) % results;
        DDBLAS_CHECK(multiply_chunks(w, units[u], end, result, count > 1, chunks));
        DDBLAS_CHECK(w->lane->streams->record(w->lane->multiplied[result], w->lane->multiply));
        DDBLAS_CHECK(wait_in_turn(w, w->lane->multiplied[result]));
        hand_over(w, units[u], 0);
        if (!uses_technique(w, DDBLAS_XT_DOUBLE_BUFFER))
            wait_for_stores(w, w->handed);
    }
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- the second thread: stores --------------------------------------------------------------- */

static ddblasStatus_t store_unit(struct xt_worker *w, int64_t unit, int64_t result)
{
    const struct xt_block block = block_of_c(w, ddblas_xt_unit(&w->call->plan, unit), result);
    w->traces[1].unit = unit;
    DDBLAS_CHECK(w->lane->streams->wait_in_stream(w->lane->out, w->lane->multiplied[result]));
    ddblas_xt_call_touch(w->call);
    DDBLAS_CHECK(ddblas_xt_store(&w->lane->store, &block));
    w->bytes_out += bytes_of(&block);
    ddblas_xt_call_arrived(w->call, 0);
    return DDBLAS_STATUS_SUCCESS;
}

/* Returns the next unit that the first thread has handed over, or -1 if there will be no more. */
static int64_t next_finished_unit(struct xt_worker *w)
{
    (void)pthread_mutex_lock(&w->lock);
    while (w->handed == w->stored && !w->ended)
        (void)pthread_cond_wait(&w->changed, &w->lock);
    const int64_t unit = w->handed > w->stored ? w->units[w->stored % w->call->plan.results] : -1;
    (void)pthread_mutex_unlock(&w->lock);
    return unit;
}

static void *store_units(void *argument)
{
    struct xt_worker *w = argument;
    fail_call(w, w->lane->streams->choose(w->lane->device), NULL);
    for (int64_t unit = next_finished_unit(w); unit >= 0; unit = next_finished_unit(w))
    {
        if (!ddblas_xt_call_failed(w->call))
            fail_call(w, store_unit(w, unit, w->stored % w->call->plan.results), NULL);
        (void)pthread_mutex_lock(&w->lock);
        w->stored++;
        (void)pthread_cond_broadcast(&w->changed);
        (void)pthread_mutex_unlock(&w->lock);
    }
    return NULL;
}

/* ---- both ------------------------------------------------------------------------------------ */

static int rings_needed(const struct xt_call *c)
{
    return !c->a_pinned || !c->b_pinned || !c->c_pinned || c->plan.part != DDBLAS_GEMM_ALL;
}

/* Returns the number of threads that copy on the host in one direction. Four threads copy pageable
 * memory as fast as a device transfers it, 25 GB/s, and there are two directions. */
static int copy_threads(const struct xt_call *c)
{
    enum
    {
        ENOUGH = 8
    };
    if (c->options->copy_threads > 0)
        return c->options->copy_threads < DDBLAS_MOST_THREADS ? c->options->copy_threads : DDBLAS_MOST_THREADS;
    const int share = ddblas_threads(c->owner) / (2 * c->lanes);
    return share < 1 ? 1 : share < ENOUGH ? share : ENOUGH;
}

static ddblasStatus_t prepare_lane(struct xt_worker *w)
{
    struct xt_lane *lane = w->lane;
    const struct xt_call *call = w->call;
    const int threads = ddblas_threads(call->owner) / call->lanes;
    DDBLAS_CHECK(lane->streams->choose(lane->device));
    DDBLAS_CHECK(ddblas_xt_lane_prepare(lane, call->owner, &call->plan, call->problem, rings_needed(call)));
    DDBLAS_CHECK(ddblasSetThreads(lane->handle, threads > 1 ? threads : 1));
    ddblas_xt_cache_start(&w->cache, &call->plan, lane->tiles, uses_technique(w, DDBLAS_XT_REUSE));
    lane->load.threads = lane->store.threads = copy_threads(call);
    lane->load.trace = lane->store.trace = NULL;
    if (!call->options->trace)
        return DDBLAS_STATUS_SUCCESS;
    const ddblasEngine_t engine = call->owner->backend->engine;
    DDBLAS_CHECK(ddblas_xt_trace_start(&w->traces[0], lane->streams, engine, w->number, lane->in));
    DDBLAS_CHECK(ddblas_xt_trace_start(&w->traces[1], lane->streams, engine, w->number, lane->out));
    lane->load.trace = &w->traces[0];
    lane->store.trace = &w->traces[1];
    return DDBLAS_STATUS_SUCCESS;
}

/* Takes units and computes them until none is left. If there are other lanes, this lane takes a
 * unit only when it needs one, so that faster lanes get more units. */
static void work_on_units(struct xt_worker *w)
{
    enum
    {
        AHEAD = 4
    };
    const struct xt_plan *p = &w->call->plan;
    const int alone = w->call->lanes == 1;
    /* If there are other lanes: the largest number of units of a window, three quarters of the
     * lane's section. */
    const int64_t part = p->units / w->call->lanes * 3 / 4;
    int64_t units[XT_MOST_RESULTS], end = 0;
    int64_t window = alone || p->window <= part ? p->window : part > 1 ? part : 1;
    w->ahead = p->results;
    for (;; window = 1)
    {
        int count = 0;
        while (count < window && (units[count] = ddblas_xt_units_take(w->call, w->number, &end)) >= 0)
            count++;
        if (count == 0)
            return;
        const ddblasStatus_t status = compute_units(w, units, count, end);
        fail_call(w, status, ddblasGetLastError(w->lane->handle));
        w->ahead = alone || p->results < AHEAD ? p->results : AHEAD;
    }
}

void *ddblas_xt_pipeline(void *argument)
{
    struct xt_worker *w = argument;
    pthread_t second;
    ddblasStatus_t status = prepare_lane(w);
    char why[DDBLAS_ERROR_TEXT];
    (void)snprintf(why, sizeof why, "device %d: %s", w->lane->device,
                   w->lane->handle && ddblasGetLastError(w->lane->handle)[0] ? ddblasGetLastError(w->lane->handle)
                                                                             : ddblasGetStatusString(status));
    const int threaded = status == DDBLAS_STATUS_SUCCESS && pthread_create(&second, NULL, store_units, w) == 0;
    if (status == DDBLAS_STATUS_SUCCESS && !threaded)
    {
        status = DDBLAS_STATUS_ALLOC_FAILED;
        (void)snprintf(why, sizeof why, "device %d: a thread could not be started", w->lane->device);
    }
    if (ddblas_xt_barrier_start(w->call, status, why))
        work_on_units(w);
    if (threaded)
    {
        hand_over(w, -1, 1);
        (void)pthread_join(second, NULL);
    }
    fail_call(w, ddblas_xt_lane_wait(w->lane), NULL);
    ddblas_xt_barrier_end(w->call, w->bytes_in, w->bytes_out);
    return NULL;
}
