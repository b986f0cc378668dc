/*
 * Streams of the CUDA engine.
 */
#include "streams.h"

#include <cuda_runtime_api.h>
#include <stdint.h>

#include "allocate.h"

static _Thread_local cudaError_t last_error;

static ddblasStatus_t checked(cudaError_t error)
{
    if (error == cudaSuccess)
        return DDBLAS_STATUS_SUCCESS;
    last_error = error;
    (void)cudaGetLastError(); /* The next call must report its own error. */
    return error == cudaErrorMemoryAllocation ? DDBLAS_STATUS_ALLOC_FAILED : DDBLAS_STATUS_DEVICE_ERROR;
}

static int devices(void)
{
    int count = 0;
    return checked(cudaGetDeviceCount(&count)) == DDBLAS_STATUS_SUCCESS ? count : 0;
}

static ddblasStatus_t choose(int device)
{
    return checked(cudaSetDevice(device)) == DDBLAS_STATUS_SUCCESS ? DDBLAS_STATUS_SUCCESS : DDBLAS_STATUS_NO_DEVICE;
}

static int chosen(void)
{
    int device = 0;
    return checked(cudaGetDevice(&device)) == DDBLAS_STATUS_SUCCESS ? device : 0;
}

static const char *last_message(void) { return cudaGetErrorString(last_error); }

static ddblasStatus_t stream_new(void **stream)
{
    *stream = NULL;
    if (ddblas_allocation_fails())
        return DDBLAS_STATUS_ALLOC_FAILED;
    return checked(cudaStreamCreateWithFlags((cudaStream_t *)stream, cudaStreamNonBlocking));
}

static void stream_free(void *stream)
{
    if (stream)
        (void)checked(cudaStreamDestroy((cudaStream_t)stream));
}

static ddblasStatus_t event_new(void **event, int timed)
{
    *event = NULL;
    if (ddblas_allocation_fails())
        return DDBLAS_STATUS_ALLOC_FAILED;
    return checked(cudaEventCreateWithFlags((cudaEvent_t *)event, timed ? cudaEventDefault : cudaEventDisableTiming));
}

static void event_free(void *event)
{
    if (event)
        (void)checked(cudaEventDestroy((cudaEvent_t)event));
}

static ddblasStatus_t record(void *event, void *stream)
{
    return checked(cudaEventRecord((cudaEvent_t)event, (cudaStream_t)stream));
}

static ddblasStatus_t wait_in_stream(void *stream, void *event)
{
    return checked(cudaStreamWaitEvent((cudaStream_t)stream, (cudaEvent_t)event, 0));
}

static ddblasStatus_t wait_on_host(void *event) { return checked(cudaEventSynchronize((cudaEvent_t)event)); }

static ddblasStatus_t seconds(void *begin, void *end, double *between)
{
    float milliseconds = 0.0F;
    const ddblasStatus_t status = checked(cudaEventElapsedTime(&milliseconds, (cudaEvent_t)begin, (cudaEvent_t)end));
    *between = 1e-3 * (double)milliseconds;
    return status;
}

static ddblasStatus_t pinned_new(void **pointer, size_t bytes)
{
    *pointer = NULL;
    if (ddblas_allocation_fails())
        return DDBLAS_STATUS_ALLOC_FAILED;
    return checked(cudaHostAlloc(pointer, bytes, cudaHostAllocPortable));
}

static void pinned_free(void *pointer)
{
    if (pointer)
        (void)checked(cudaFreeHost(pointer));
}

static int is_pinned(const void *pointer)
{
    struct cudaPointerAttributes attributes;
    if (checked(cudaPointerGetAttributes(&attributes, pointer)) != DDBLAS_STATUS_SUCCESS)
        return 0;
    return attributes.type == cudaMemoryTypeHost ? 1 : attributes.type == cudaMemoryTypeDevice ? -1 : 0;
}

/* cudaMemcpy2DAsync takes pitches below 2^31. With larger ones the columns are copied one at a
 * time. */
static ddblasStatus_t copy(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t columns,
                           enum cudaMemcpyKind kind, void *stream)
{
    cudaError_t error = cudaSuccess;
    if (ddblas_work_fails())
        return DDBLAS_STATUS_DEVICE_ERROR;
    if (to_pitch == width && from_pitch == width)
        error = cudaMemcpyAsync(to, from, width * columns, kind, (cudaStream_t)stream);
    else if (to_pitch <= INT32_MAX && from_pitch <= INT32_MAX)
        error = cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, columns, kind, (cudaStream_t)stream);
    else
        for (size_t j = 0; j < columns && error == cudaSuccess; j++)
            error = cudaMemcpyAsync((char *)to + j * to_pitch, (const char *)from + j * from_pitch, width, kind,
                                    (cudaStream_t)stream);
    return checked(error);
}

static ddblasStatus_t to_engine(void *engine, size_t engine_pitch, const void *host, size_t host_pitch, size_t width,
                                size_t columns, void *stream)
{
    return copy(engine, engine_pitch, host, host_pitch, width, columns, cudaMemcpyHostToDevice, stream);
}

static ddblasStatus_t from_engine(void *host, size_t host_pitch, const void *engine, size_t engine_pitch, size_t width,
                                  size_t columns, void *stream)
{
    return copy(host, host_pitch, engine, engine_pitch, width, columns, cudaMemcpyDeviceToHost, stream);
}

const struct ddblas_streams ddblas_streams_cuda = {
    .devices = devices,
    .choose = choose,
    .chosen = chosen,
    .stream_new = stream_new,
    .stream_free = stream_free,
    .event_new = event_new,
    .event_free = event_free,
    .record = record,
    .wait_in_stream = wait_in_stream,
    .wait_on_host = wait_on_host,
    .seconds = seconds,
    .pinned_new = pinned_new,
    .pinned_free = pinned_free,
    .is_pinned = is_pinned,
    .to_engine = to_engine,
    .from_engine = from_engine,
    .last_message = last_message,
};
