/*
 * The pipeline of one lane. It has two threads: one starts loads and products, the other stores.
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
    int number; /* Number of the lane in the call. */
    struct xt_cache cache;
    double bytes_in, bytes_out;
    struct xt_trace traces[2]; /* One timeline for each of the two threads, if the call records any. */

    /* Units whose results the first thread hands to the second, in order. Unit number q in this
     * order, from 0, has result q % plan.results. */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int64_t units[XT_MOST_RESULTS];
    int64_t started; /* Units that have a result; used by the first thread only. */
    int64_t ahead;   /* Most started units that may not be stored yet. */
    int64_t handed, stored;
    int ended; /* 1: the first thread will hand over no more units. */
};

/* Body of the lane's first thread; the argument is an xt_worker. */
void *ddblas_xt_pipeline(void *argument);

#endif
