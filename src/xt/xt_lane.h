/*
 * A lane: the resources of one device. It is kept with the handle from call to call.
 */
#ifndef DDBLAS_XT_LANE_H
#define DDBLAS_XT_LANE_H

#include "xt/plan/xt_plan.h"
#include "xt_staging.h"

struct xt_lane
{
    int device;
    const struct ddblas_streams *streams;
    ddblasHandle_t handle; /* Its stream is `multiply`; it computes the products. */
    void *in, *multiply, *out;
    void *memory; /* Device memory: workspace, results, slots. */
    size_t bytes;
    int64_t slots; /* Slots that have events and an entry in `tiles`. */
    /* Events of each slot: its load has ended, its last product has ended. */
    void **loaded, **used;
    struct xt_slot *tiles;
    void *result_loaded[XT_MOST_RESULTS], *multiplied[XT_MOST_RESULTS];
    struct xt_ring load, store;
};

/* Creates or grows what the plan needs, on the thread's current device. owner: the caller's handle,
 * whose settings apply. ring: 1 when copies may use the rings. After a failure the lane is
 * consistent: it may be freed or prepared again. */
ddblasStatus_t ddblas_xt_lane_prepare(struct xt_lane *lane, ddblasHandle_t owner, const struct xt_plan *plan,
                                      const struct ddblas_gemm_problem *problem, int ring);

/* Waits for the lane's streams and frees everything. */
void ddblas_xt_lane_free(struct xt_lane *lane);

/* Waits for all work of the lane. */
ddblasStatus_t ddblas_xt_lane_wait(struct xt_lane *lane);

void *ddblas_xt_lane_slot(const struct xt_lane *lane, const struct xt_plan *plan, int64_t slot);
void *ddblas_xt_lane_result(const struct xt_lane *lane, const struct xt_plan *plan, int64_t result);

#endif
