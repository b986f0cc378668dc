/*
 * The timeline of a call: begin, end and block of each stage's work. One trace belongs to one
 * thread of a lane. All traces of a call are written to one file, which chrome://tracing and
 * Perfetto show.
 */
#ifndef DDBLAS_XT_TRACE_H
#define DDBLAS_XT_TRACE_H

#include <stdio.h>

#include "backend/streams.h"

struct xt_mark; /* One stage's work. */

struct xt_trace
{
    const struct ddblas_streams *streams;
    int on_device; /* 1: work in a stream is timed by events, not by the host's clock. */
    int lane;
    double start;        /* Time of the event `origin` by the host's clock, in seconds. */
    void *origin;        /* An event. */
    int64_t unit, chunk; /* Current unit and chunk of the thread, which the owner updates. */
    struct xt_mark *first, *last;
};

/* Returns seconds of a monotonic clock. */
double ddblas_xt_now(void);

ddblasStatus_t ddblas_xt_trace_start(struct xt_trace *trace, const struct ddblas_streams *streams, ddblasEngine_t engine,
                                     int lane, void *stream);
void ddblas_xt_trace_free(struct xt_trace *trace);

/* Mark the begin and end of work in a stream. A null stream means work on the host. A null trace
 * records nothing; neither does a mark for which there is no memory. */
struct xt_mark *ddblas_xt_trace_begin(struct xt_trace *trace, const char *stage, void *stream);
void ddblas_xt_trace_end(struct xt_trace *trace, struct xt_mark *mark, void *stream);

/* Writes all marks as elements of a JSON array, each after a comma unless *count is 0. Times are
 * relative to `zero`. */
void ddblas_xt_trace_write(struct xt_trace *trace, FILE *out, double zero, int *count);

#endif
