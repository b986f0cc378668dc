/*
 * The functions that an engine must provide for work on several devices: numbered devices, streams,
 * events, asynchronous copies, and page-locked host memory. The CPU engine has one device, and its
 * streams do their work at once.
 *
 * Functions with a status return SUCCESS or the reason of their failure. `choose` chooses a device
 * for the calling thread only. Streams and events belong to the device that was chosen when they
 * were made.
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
    /* timed: 1 if the function `seconds` may use the event. */
    ddblasStatus_t (*event_new)(void **event, int timed);
    void (*event_free)(void *event);
    /* Records the event in the stream: the event happens when all work has been done that is in the
     * stream so far. An event that was never recorded counts as having happened. */
    ddblasStatus_t (*record)(void *event, void *stream);
    ddblasStatus_t (*wait_in_stream)(void *stream, void *event);
    ddblasStatus_t (*wait_on_host)(void *event);
    ddblasStatus_t (*seconds)(void *begin, void *end, double *seconds);

    /* Allocates page-locked host memory, which asynchronous copies need. */
    ddblasStatus_t (*pinned_new)(void **pointer, size_t bytes);
    void (*pinned_free)(void *pointer);
    /* Returns 1 for page-locked host memory, even if other code than `pinned_new` has made it so;
     * -1 for memory that the host cannot read; 0 for all other memory. */
    int (*is_pinned)(const void *pointer);

    /* Copies `columns` pieces of `width` bytes, in the order of the stream. A pitch is the distance
     * from one piece to the next, in bytes. One side is memory of the engine. The other side is
     * page-locked host memory, which must stay valid until an event tells that the copy is done. */
    ddblasStatus_t (*to_engine)(void *engine, size_t engine_pitch, const void *host, size_t host_pitch, size_t width,
                                size_t columns, void *stream);
    ddblasStatus_t (*from_engine)(void *host, size_t host_pitch, const void *engine, size_t engine_pitch, size_t width,
                                  size_t columns, void *stream);
    /* Returns the message of the runtime for the last failure of this thread. */
    const char *(*last_message)(void);
};

/* Returns the functions of the CPU engine or of the CUDA engine. */
const struct ddblas_streams *ddblas_streams_of(ddblasEngine_t engine);

extern const struct ddblas_streams ddblas_streams_cpu;
/* For tests: sets the value that is_pinned of the CPU engine returns for all host memory. At first
 * it is 0; matrices then go through staging memory, as pageable ones do on the CUDA engine. With 1
 * they are copied directly. */
void ddblas_streams_cpu_pinned(int pinned);
#if DDBLAS_HAVE_CUDA
extern const struct ddblas_streams ddblas_streams_cuda;
#endif

#endif
