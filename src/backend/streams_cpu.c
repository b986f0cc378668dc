/*
 * Streams of the CPU engine. All work is done before a call returns, so every event has happened
 * already.
 */
#include "streams.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "allocate.h"

const struct ddblas_streams *ddblas_streams_of(ddblasEngine_t engine)
{
#if DDBLAS_HAVE_CUDA
    if (engine == DDBLAS_ENGINE_CUDA)
        return &ddblas_streams_cuda;
#endif
    (void)engine;
    return &ddblas_streams_cpu;
}

static int count_devices(void) { return 1; }

static ddblasStatus_t choose(int device) { return device == 0 ? DDBLAS_STATUS_SUCCESS : DDBLAS_STATUS_NO_DEVICE; }

static int chosen_device(void) { return 0; }

static const char *last_message(void) { return ""; }

/* Creates nothing. It counts as an allocation for tests that make allocations fail, because the
 * CUDA engine allocates here. */
static ddblasStatus_t nothing_new(void **thing)
{
    *thing = NULL;
    return ddblas_allocation_fails() ? DDBLAS_STATUS_ALLOC_FAILED : DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t event_new(void **event, int timed)
{
    (void)timed;
    return nothing_new(event);
}

static void nothing_freed(void *thing) { (void)thing; }

static ddblasStatus_t at_once(void *a, void *b)
{
    (void)a;
    (void)b;
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t wait_on_host(void *event)
{
    (void)event;
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t no_seconds(void *begin, void *end, double *seconds)
{
    (void)begin;
    (void)end;
    *seconds = 0.0;
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t pinned_new(void **pointer, size_t bytes)
{
    *pointer = ddblas_host_alloc(bytes);
    return *pointer ? DDBLAS_STATUS_SUCCESS : DDBLAS_STATUS_ALLOC_FAILED;
}

static void pinned_free(void *pointer) { free(pointer); }

static atomic_int all_is_pinned;

void ddblas_streams_cpu_pinned(int pinned) { atomic_store(&all_is_pinned, pinned); }

static int is_pinned(const void *pointer)
{
    (void)pointer;
    return atomic_load(&all_is_pinned);
}

static ddblasStatus_t copy(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t columns,
                           void *stream)
{
    (void)stream;
    if (ddblas_work_fails())
        return DDBLAS_STATUS_DEVICE_ERROR;
    for (size_t j = 0; j < columns; j++)
        memcpy((char *)to + j * to_pitch, (const char *)from + j * from_pitch, width);
    return DDBLAS_STATUS_SUCCESS;
}

const struct ddblas_streams ddblas_streams_cpu = {
    .devices = count_devices,
    .choose = choose,
    .chosen = chosen_device,
    .stream_new = nothing_new,
    .stream_free = nothing_freed,
    .event_new = event_new,
    .event_free = nothing_freed,
    .record = at_once,
    .wait_in_stream = at_once,
    .wait_on_host = wait_on_host,
    .seconds = no_seconds,
    .pinned_new = pinned_new,
    .pinned_free = pinned_free,
    .is_pinned = is_pinned,
    .to_engine = copy,
    .from_engine = copy,
    .last_message = last_message,
};
