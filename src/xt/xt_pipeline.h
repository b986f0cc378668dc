/*
 * The pipeline of one lane: two threads, one that starts loads and products, one that stores.
 */
#ifndef DDBLAS_XT_PIPELINE_H
#define DDBLAS_XT_PIPELINE_H

#include "xt/plan/xt_cache.h"
#include "xt_call.h"
#include "xt_lane.h"

struct xt_worker
{
    struct xt_call *call;
    struct xt_lane *lane;
    int number; /* of the lane in the call */
    struct xt_cache cache;
    double bytes_in, bytes_out;
    struct xt_trace traces[2]; /* of the two threads, when the call has a timeline */

    /* results on their way from one thread to the other, in order; unit number q has result q % plan.results */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int64_t units[XT_MOST_RESULTS];
    int64_t started; /* units that have a result; the first thread's own */
    int64_t ahead;   /* the most of them that are not stored */
    int64_t handed, stored;
    int ended; /* nothing more will be handed over */
};

/* A thread's body; the argument is an xt_worker. */
void *ddblas_xt_pipeline(void *argument);

#endif
