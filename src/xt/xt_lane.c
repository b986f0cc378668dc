/*
 * The resources of one device: how they are created, how they grow, and how they are released.
 */
#include "xt_lane.h"

#include "tune/tune.h"

#include <stdlib.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "xt/plan/xt_cache.h"

void *ddblas_xt_lane_result(const struct xt_lane *lane, const struct xt_plan *p, int64_t result)
{
    return (char *)lane->memory + p->workspace + (size_t)result * p->result_bytes;
}

void *ddblas_xt_lane_slot(const struct xt_lane *lane, const struct xt_plan *p, int64_t slot)
{
    return (char *)ddblas_xt_lane_result(lane, p, p->results) + (size_t)slot * p->tile_bytes;
}

/* ---- making ---------------------------------------------------------------------------------- */

static ddblasStatus_t make_lane(struct xt_lane *lane, ddblasHandle_t owner)
{
    const struct ddblas_streams *s = lane->streams;
    if (lane->handle)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(s->stream_new(&lane->in));
    DDBLAS_CHECK(s->stream_new(&lane->multiply));
    DDBLAS_CHECK(s->stream_new(&lane->out));
    for (int i = 0; i < XT_MOST_RESULTS; i++)
    {
        DDBLAS_CHECK(s->event_new(&lane->result_loaded[i], 0));
        DDBLAS_CHECK(s->event_new(&lane->multiplied[i], 0));
    }
    DDBLAS_CHECK(ddblas_xt_ring_new(&lane->load, s, lane->in));
    DDBLAS_CHECK(ddblas_xt_ring_new(&lane->store, s, lane->out));
    DDBLAS_CHECK(ddblas_handle_new(&lane->handle, owner->backend->engine));
    return ddblasSetStream(lane->handle, lane->multiply);
}

static void free_slots(struct xt_lane *lane)
{
    for (int64_t s = 0; s < lane->slots; s++)
    {
        lane->streams->event_free(lane->loaded[s]);
        lane->streams->event_free(lane->used[s]);
    }
    free((void *)lane->loaded);
    free((void *)lane->used);
    free(lane->tiles);
    lane->loaded = lane->used = NULL;
    lane->tiles = NULL;
    lane->slots = 0;
}

static ddblasStatus_t make_slots(struct xt_lane *lane, int64_t slots)
{
    if (slots <= lane->slots)
        return DDBLAS_STATUS_SUCCESS;
    free_slots(lane);
    lane->loaded = (void **)ddblas_host_alloc((size_t)slots * sizeof *lane->loaded);
    lane->used = (void **)ddblas_host_alloc((size_t)slots * sizeof *lane->used);
    lane->tiles = ddblas_host_alloc((size_t)slots * sizeof *lane->tiles);
    if (!lane->loaded || !lane->used || !lane->tiles)
        return DDBLAS_STATUS_ALLOC_FAILED;
    for (; lane->slots < slots; lane->slots++)
    {
        lane->used[lane->slots] = NULL;
        DDBLAS_CHECK(lane->streams->event_new(&lane->loaded[lane->slots], 0));
        const ddblasStatus_t status = lane->streams->event_new(&lane->used[lane->slots], 0);
        if (status != DDBLAS_STATUS_SUCCESS)
        {
            lane->streams->event_free(lane->loaded[lane->slots]);
            return status;
        }
    }
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t make_memory(struct xt_lane *lane, const struct xt_plan *p)
{
    const struct ddblas_backend *backend = lane->handle->backend;
    const size_t bytes = p->workspace + (size_t)p->results * p->result_bytes + (size_t)p->slots * p->tile_bytes;
    if (bytes <= lane->bytes)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblasSetWorkspace(lane->handle, NULL, 0));
    DDBLAS_CHECK(backend->release(lane->memory));
    lane->memory = NULL;
    lane->bytes = 0;
    if (backend->alloc(&lane->memory, bytes) != DDBLAS_STATUS_SUCCESS)
        return ddblas_fail(lane->handle, DDBLAS_STATUS_ALLOC_FAILED, "%zu bytes of the device's memory could not be allocated",
                           bytes);
    lane->bytes = bytes;
    return DDBLAS_STATUS_SUCCESS;
}

/* Checks that the workspace suffices for the double-double products of every size that occurs in
 * the plan. */
static ddblasStatus_t check_workspace(struct xt_lane *lane, const struct xt_plan *p, const struct ddblas_gemm_problem *problem)
{
#if DDBLAS_HAVE_CUDA
    if (lane->handle->backend->engine != DDBLAS_ENGINE_CUDA || !ddblas_type_is_double_double(problem->type) || p->chunks == 0)
        return DDBLAS_STATUS_SUCCESS;
    const int64_t rows[2] = {p->rows, p->m - (p->down - 1) * p->rows};
    const int64_t columns[2] = {p->columns, p->n - (p->across - 1) * p->columns};
    const int64_t terms[2] = {p->terms, p->k - (p->chunks - 1) * p->terms};
    for (int i = 0; i < 8; i++)
    {
        struct ddblas_gemm_problem g = *problem;
        g.m = rows[i & 1];
        g.n = columns[i >> 1 & 1];
        g.k = terms[i >> 2];
        g.part = problem->part != DDBLAS_GEMM_ALL && g.m == g.n ? problem->part : DDBLAS_GEMM_ALL;
        if (ddblas_gemm_cuda_least(lane->handle, &g) > p->workspace)
            return ddblas_fail(lane->handle, DDBLAS_STATUS_WORKSPACE_TOO_SMALL,
                               "device_memory leaves %zu bytes of workspace, too little for a block", p->workspace);
    }
#else
    (void)lane;
    (void)p;
    (void)problem;
#endif
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_xt_lane_prepare(struct xt_lane *lane, ddblasHandle_t owner, const struct xt_plan *p,
                                      const struct ddblas_gemm_problem *problem, int ring)
{
    const size_t size = ddblas_type_size(problem->type);
    const int64_t rows = most(p->rows, p->columns);
    const size_t column = (size_t)most(rows, p->terms) * size;
    const size_t block = most_bytes(p->tile_bytes, p->result_bytes);
    DDBLAS_CHECK(make_lane(lane, owner));
    DDBLAS_CHECK(ddblasSetGemmRoute(lane->handle, ddblas_gemm_route(owner)));
    DDBLAS_CHECK(ddblas_tune_follow(lane->handle, owner));
    DDBLAS_CHECK(make_slots(lane, p->slots));
    DDBLAS_CHECK(make_memory(lane, p));
    if (ring)
    {
        DDBLAS_CHECK(ddblas_xt_ring_reserve(&lane->load, block, column));
        DDBLAS_CHECK(ddblas_xt_ring_reserve(&lane->store, block, column));
    }
    DDBLAS_CHECK(check_workspace(lane, p, problem));
    return p->workspace > 0 ? ddblasSetWorkspace(lane->handle, lane->memory, p->workspace) : DDBLAS_STATUS_SUCCESS;
}

/* ---- the end --------------------------------------------------------------------------------- */

ddblasStatus_t ddblas_xt_lane_wait(struct xt_lane *lane)
{
    void *const streams[] = {lane->in, lane->multiply, lane->out};
    ddblasStatus_t first = DDBLAS_STATUS_SUCCESS;
    for (int i = 0; i < 3 && lane->handle; i++)
    {
        const ddblasStatus_t status = lane->handle->backend->synchronize(streams[i]);
        first = first != DDBLAS_STATUS_SUCCESS ? first : status;
    }
    return first;
}

void ddblas_xt_lane_free(struct xt_lane *lane)
{
    if (!lane->streams)
        return;
    const int before = lane->streams->chosen();
    (void)lane->streams->choose(lane->device);
    (void)ddblas_xt_lane_wait(lane);
    free_slots(lane);
    for (int i = 0; i < XT_MOST_RESULTS; i++)
    {
        lane->streams->event_free(lane->result_loaded[i]);
        lane->streams->event_free(lane->multiplied[i]);
    }
    ddblas_xt_ring_free(&lane->load);
    ddblas_xt_ring_free(&lane->store);
    if (lane->handle)
    {
        (void)lane->handle->backend->release(lane->memory);
        (void)ddblasDestroy(lane->handle);
    }
    lane->streams->stream_free(lane->in);
    lane->streams->stream_free(lane->multiply);
    lane->streams->stream_free(lane->out);
    (void)lane->streams->choose(before);
    *lane = (struct xt_lane){0};
}
