/*
 * Streams of the CUDA engine.
 */
#include "streams.h"

#include <cuda_runtime_api.h>
#include <stdint.h>

#include "allocate.h"
#include "device_error.h"

static int count_devices(void)
{
    int count = 0;
    return ddblas_device_status((int)cudaGetDeviceCount(&count)) == DDBLAS_STATUS_SUCCESS ? count : 0;
}

static ddblasStatus_t choose(int device)
{
    return ddblas_device_status((int)cudaSetDevice(device)) == DDBLAS_STATUS_SUCCESS ? DDBLAS_STATUS_SUCCESS
                                                                                     : DDBLAS_STATUS_NO_DEVICE;
}

static int chosen_device(void)
{
    int device = 0;
    return ddblas_device_status((int)cudaGetDevice(&device)) == DDBLAS_STATUS_SUCCESS ? device : 0;
}

static ddblasStatus_t stream_new(void **stream)
{
    *stream = NULL;
    if (ddblas_allocation_fails())
        return DDBLAS_STATUS_ALLOC_FAILED;
    return ddblas_device_status((int)cudaStreamCreateWithFlags((cudaStream_t *)stream, cudaStreamNonBlocking));
}

static void stream_free(void *stream)
{
    if (stream)
        (void)ddblas_device_status((int)cudaStreamDestroy((cudaStream_t)stream));
}

static ddblasStatus_t event_new(void **event, int timed)
{
    *event = NULL;
    if (ddblas_allocation_fails())
        return DDBLAS_STATUS_ALLOC_FAILED;
    return ddblas_device_status(
        (int)cudaEventCreateWithFlags((cudaEvent_t *)event, timed ? cudaEventDefault : cudaEventDisableTiming));
}

static void event_free(void *event)
{
    if (event)
        (void)ddblas_device_status((int)cudaEventDestroy((cudaEvent_t)event));
}

static ddblasStatus_t record(void *event, void *stream)
{
    return ddblas_device_status((int)cudaEventRecord((cudaEvent_t)event, (cudaStream_t)stream));
}

static ddblasStatus_t wait_in_stream(void *stream, void *event)
{
    return ddblas_device_status((int)cudaStreamWaitEvent((cudaStream_t)stream, (cudaEvent_t)event, 0));
}

static ddblasStatus_t wait_on_host(void *event) { return ddblas_device_status((int)cudaEventSynchronize((cudaEvent_t)event)); }

static ddblasStatus_t seconds(void *begin, void *end, double *between)
{
    float milliseconds = 0.0F;
    const ddblasStatus_t status =
        ddblas_device_status((int)cudaEventElapsedTime(&milliseconds, (cudaEvent_t)begin, (cudaEvent_t)end));
    *between = 1e-3 * (double)milliseconds;
    return status;
}

static ddblasStatus_t pinned_new(void **pointer, size_t bytes)
{
    *pointer = NULL;
    if (ddblas_allocation_fails())
        return DDBLAS_STATUS_ALLOC_FAILED;
    return ddblas_device_status((int)cudaHostAlloc(pointer, bytes, cudaHostAllocPortable));
}

static void pinned_free(void *pointer)
{
    if (pointer)
        (void)ddblas_device_status((int)cudaFreeHost(pointer));
}

static int is_pinned(const void *pointer)
{
    struct cudaPointerAttributes attributes;
    if (ddblas_device_status((int)cudaPointerGetAttributes(&attributes, pointer)) != DDBLAS_STATUS_SUCCESS)
        return 0;
    return attributes.type == cudaMemoryTypeHost ? 1 : attributes.type == cudaMemoryTypeDevice ? -1 : 0;
}

/* cudaMemcpy2DAsync accepts pitches below 2^31 bytes. With larger pitches each column is copied by
 * a call of its own. */
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
    return ddblas_device_status((int)error);
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
    .devices = count_devices,
    .choose = choose,
    .chosen = chosen_device,
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
    .last_message = ddblas_device_message,
};
