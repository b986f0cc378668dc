/*
 * The pipeline of one lane. It has two threads. The first one starts loads and products, and the
 * second one stores results.
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
    int number; /* Number of the lane within the call. */
    struct xt_cache cache;
    double bytes_in, bytes_out;
    /* One timeline for each of the two threads, used if the call records a timeline. */
    struct xt_trace traces[2];

    /* The units whose results the first thread has handed to the second, in their order. Unit
     * number q in this order, counted from 0, has result q % plan.results. */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int64_t units[XT_MOST_RESULTS];
    int64_t started; /* Number of units that have got a result. Only the first thread uses it. */
    int64_t ahead;   /* Largest number of started units that are not stored yet. */
    int64_t handed, stored;
    int ended; /* 1: the first thread will hand over no more units. */
};

/* The function that the first thread of a lane executes. The argument points at an xt_worker. */
void *ddblas_xt_pipeline(void *argument);

#endif
