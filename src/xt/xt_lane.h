/*
 * A lane: the resources of one device for products over host memory. The handle keeps the lane from
 * call to call.
 */
#ifndef DDBLAS_XT_LANE_H
#define DDBLAS_XT_LANE_H

#include "xt/plan/xt_plan.h"
#include "xt_staging.h"

struct xt_lane
{
    int device;
    const struct ddblas_streams *streams;
    ddblasHandle_t handle; /* The handle that computes the products. Its stream is `multiply`. */
    void *in, *multiply, *out;
    void *memory; /* Device memory for the workspace, the results and the slots. */
    size_t bytes;
    int64_t slots; /* Number of slots that have events and an entry in `tiles`. */
    /* Two events of each slot: its load has ended (loaded); the last product that uses it has ended
     * (used). */
    void **loaded, **used;
    struct xt_slot *tiles;
    void *result_loaded[XT_MOST_RESULTS], *multiplied[XT_MOST_RESULTS];
    struct xt_ring load, store;
};

/* Creates or enlarges the resources that the plan needs, on the current device of the thread.
 * owner: the caller's handle, whose settings apply. ring: 1 if copies may use the rings. After a
 * failure the lane is still consistent, so it may be freed or prepared again. */
ddblasStatus_t ddblas_xt_lane_prepare(struct xt_lane *lane, ddblasHandle_t owner, const struct xt_plan *plan,
                                      const struct ddblas_gemm_problem *problem, int ring);

/* Waits for the streams of the lane and frees all its resources. */
void ddblas_xt_lane_free(struct xt_lane *lane);

/* Waits for all work in the streams of the lane. */
ddblasStatus_t ddblas_xt_lane_wait(struct xt_lane *lane);

void *ddblas_xt_lane_slot(const struct xt_lane *lane, const struct xt_plan *plan, int64_t slot);
void *ddblas_xt_lane_result(const struct xt_lane *lane, const struct xt_plan *plan, int64_t result);

#endif
