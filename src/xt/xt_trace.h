/*
 * The timeline of a call: for the work of each stage, its beginning, its end, and the unit and
 * chunk to which it belongs. A trace belongs to one thread of a lane. All traces of a call are
 * written to one file, which chrome://tracing and Perfetto can show.
 */
#ifndef DDBLAS_XT_TRACE_H
#define DDBLAS_XT_TRACE_H

#include <stdio.h>

#include "backend/streams.h"

struct xt_mark; /* A mark describes the work of one stage. */

struct xt_trace
{
    const struct ddblas_streams *streams;
    int on_device; /* 1: work in a stream is timed by events. 0: it is timed by the host's clock. */
    int lane;
    double start; /* Time of the event `origin` by the host's clock, in seconds. */
    void *origin; /* An event. All times by events are measured from it. */
    /* The current unit and chunk of the thread. The thread keeps them up to date. */
    int64_t unit, chunk;
    struct xt_mark *first, *last;
};

/* Returns the seconds of a monotonic clock. */
double ddblas_xt_now(void);

ddblasStatus_t ddblas_xt_trace_start(struct xt_trace *trace, const struct ddblas_streams *streams, ddblasEngine_t engine,
                                     int lane, void *stream);
void ddblas_xt_trace_free(struct xt_trace *trace);

/* Mark the beginning and the end of work in a stream. A null stream means work on the host. If
 * `trace` is null, nothing is recorded; neither is a mark for which there is no memory. */
struct xt_mark *ddblas_xt_trace_begin(struct xt_trace *trace, const char *stage, void *stream);
void ddblas_xt_trace_end(struct xt_trace *trace, struct xt_mark *mark, void *stream);

/* Writes all marks as elements of a JSON array. A comma comes before each of them, except before
 * the first if *count is 0. Times are relative to `zero`, which is in seconds of the host's
 * clock. */
void ddblas_xt_trace_write(struct xt_trace *trace, FILE *out, double zero, int *count);

#endif
