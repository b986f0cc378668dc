/*
 * What work on several devices at once needs of an engine: devices by number, streams, events, copies that do not wait, host
 * memory that the copy engine reaches. The CPU engine's streams do their work at once; it has one device.
 *
 * All functions return SUCCESS or the reason. A device is chosen for the calling thread; streams and events belong to the device
 * that was chosen when they were made.
 */
#ifndef DDBLAS_BACKEND_STREAMS_H
#define DDBLAS_BACKEND_STREAMS_H

#include <dd/ddblas.h>

struct ddblas_streams
{
    int (*devices)(void);
    ddblasStatus_t (*choose)(int device);
    int (*chosen)(void);

    ddblasStatus_t (*stream_new)(void **stream);
    void (*stream_free)(void *stream);
    /* timed: for `seconds`. */
    ddblasStatus_t (*event_new)(void **event, int timed);
    void (*event_free)(void *event);
    /* The event happens when the work so far in the stream is done; one that was never recorded has happened. */
    ddblasStatus_t (*record)(void *event, void *stream);
    ddblasStatus_t (*wait_in_stream)(void *stream, void *event);
    ddblasStatus_t (*wait_on_host)(void *event);
    ddblasStatus_t (*seconds)(void *begin, void *end, double *seconds);

    /* Host memory for copies that do not wait. */
    ddblasStatus_t (*pinned_new)(void **pointer, size_t bytes);
    void (*pinned_free)(void *pointer);
    /* 1 for host memory of that kind, whoever made it so; -1 for memory that the host cannot read; 0 for any other. */
    int (*is_pinned)(const void *pointer);

    /* `columns` pieces of `width` bytes, pitches apart, in the order of the stream; one side is the engine's memory, the other
     * pinned. The host side must stand until an event says that the copy is done. */
    ddblasStatus_t (*to_engine)(void *engine, size_t engine_pitch, const void *host, size_t host_pitch, size_t width,
                                size_t columns, void *stream);
    ddblasStatus_t (*from_engine)(void *host, size_t host_pitch, const void *engine, size_t engine_pitch, size_t width,
                                  size_t columns, void *stream);
    /* The runtime's own words for this thread's last failure. */
    const char *(*last_message)(void);
};

/* The functions of an engine that is CPU or CUDA. */
const struct ddblas_streams *ddblas_streams_of(ddblasEngine_t engine);

extern const struct ddblas_streams ddblas_streams_cpu;
/* What the CPU engine says of all host memory, 0 at first: then matrices go through staging memory as pageable ones do on the
 * CUDA engine; 1: straight. For tests. */
void ddblas_streams_cpu_pinned(int pinned);
#if DDBLAS_HAVE_CUDA
extern const struct ddblas_streams ddblas_streams_cuda;
#endif

#endif
