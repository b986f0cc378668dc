/*
 * The timeline of a call: when each stage worked on what. One trace belongs to one thread of a lane; all of a call are written as
 * one file that chrome://tracing and Perfetto show.
 */
#ifndef DDBLAS_XT_TRACE_H
#define DDBLAS_XT_TRACE_H

#include <stdio.h>

#include "backend/streams.h"

struct xt_mark; /* one stage's work */

struct xt_trace
{
    const struct ddblas_streams *streams;
    int on_device; /* streams keep time of their own */
    int lane;
    double start;        /* the host's clock when `origin` happened */
    void *origin;        /* an event */
    int64_t unit, chunk; /* that the thread works on; the owner keeps them */
    struct xt_mark *first, *last;
};

/* Seconds of a clock that does not go back. */
double ddblas_xt_now(void);

ddblasStatus_t ddblas_xt_trace_start(struct xt_trace *trace, const struct ddblas_streams *streams, ddblasEngine_t engine,
                                     int lane, void *stream);
void ddblas_xt_trace_free(struct xt_trace *trace);

/* Work in a stream, or with a null stream of the CUDA engine on the host, between these two calls. A null trace notes nothing;
 * nor does a mark for which there is no memory. */
struct xt_mark *ddblas_xt_trace_begin(struct xt_trace *trace, const char *stage, void *stream);
void ddblas_xt_trace_end(struct xt_trace *trace, struct xt_mark *mark, void *stream);

/* All marks as elements of a JSON array, each after a comma unless *count is 0; times from `zero` on. */
void ddblas_xt_trace_write(struct xt_trace *trace, FILE *out, double zero, int *count);

#endif
