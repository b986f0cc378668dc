/*
 * The CUDA engine's memory and streams.
 */
#include "backend.h"

#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>

#include "allocate.h"
#include "device_error.h"

static ddblasStatus_t open_cuda(int *device, char *why, size_t size)
{
    struct ddblas_device facts;
    int count = 0;
    cudaError_t error = cudaGetDeviceCount(&count);
    if (error == cudaSuccess && count == 0)
        error = cudaErrorNoDevice;
    if (error == cudaSuccess)
        error = cudaGetDevice(device);
    ddblasStatus_t status = ddblas_device_error((int)error);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = ddblas_device_facts(&ddblas_backend_cuda, *device, &facts);
    if (status != DDBLAS_STATUS_SUCCESS)
    {
        (void)snprintf(why, size, "no usable CUDA device: %s", ddblas_device_message());
        return DDBLAS_STATUS_NO_DEVICE;
    }
    if (facts.capability < 80)
    {
        (void)snprintf(why, size, "no usable CUDA device: compute capability %d.x, and 8.0 is needed", facts.capability / 10);
        return DDBLAS_STATUS_NO_DEVICE;
    }
    return DDBLAS_STATUS_SUCCESS;
}

static void describe_cuda(int device, int threads, char *text, size_t size)
{
    struct ddblas_device facts;
    (void)threads;
    if (ddblas_device_facts(&ddblas_backend_cuda, device, &facts) == DDBLAS_STATUS_SUCCESS)
        (void)snprintf(text, size, "CUDA, %s, compute capability %d.%d", facts.name, facts.capability / 10,
                       facts.capability % 10);
    else
        (void)snprintf(text, size, "CUDA, device %d", device);
}

/* Stores an attribute of the device in *value, or 0 if the query fails. Returns the status of the
 * query. */
static ddblasStatus_t ask_attribute(enum cudaDeviceAttr which, int device, int32_t *value)
{
    int answer = 0;
    const ddblasStatus_t status = ddblas_device_error((int)cudaDeviceGetAttribute(&answer, which, device));
    *value = status == DDBLAS_STATUS_SUCCESS ? answer : 0;
    return status;
}

/* Asks for all facts of the device. The function fails only if one of the last two attributes
 * cannot be queried, because the routines need these. The other attributes only help to decide. */
static ddblasStatus_t identify_cuda(int device, struct ddblas_device *d)
{
    struct cudaDeviceProp properties;
    int32_t cache = 0;
    *d = (struct ddblas_device){.engine = DDBLAS_ENGINE_CUDA, .name = "unknown CUDA device"};
    ddblasStatus_t status = ddblas_device_error((int)cudaGetDeviceProperties(&properties, device));
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    (void)snprintf(d->name, sizeof d->name, "%.*s", (int)sizeof d->name - 1, properties.name);
    d->capability = 10 * properties.major + properties.minor;
    d->memory = (double)properties.totalGlobalMem;
    (void)ask_attribute(cudaDevAttrMaxThreadsPerMultiProcessor, device, &d->threads);
    (void)ask_attribute(cudaDevAttrMaxBlocksPerMultiprocessor, device, &d->blocks);
    (void)ask_attribute(cudaDevAttrMaxRegistersPerMultiprocessor, device, &d->registers);
    (void)ask_attribute(cudaDevAttrSingleToDoublePrecisionPerfRatio, device, &d->single_to_double);
    (void)ask_attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor, device, &d->shared);
    (void)ask_attribute(cudaDevAttrL2CacheSize, device, &cache);
    d->cache = (double)cache;
    status = ask_attribute(cudaDevAttrMultiProcessorCount, device, &d->multiprocessors);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = ask_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, device, &d->shared_of_block);
    return status;
}

static ddblasStatus_t alloc_cuda(void **pointer, size_t bytes)
{
    *pointer = NULL;
    if (ddblas_allocation_fails())
        return DDBLAS_STATUS_ALLOC_FAILED;
    return ddblas_device_status((int)cudaMalloc(pointer, bytes));
}

static ddblasStatus_t release_cuda(void *pointer) { return ddblas_device_status((int)cudaFree(pointer)); }

static ddblasStatus_t copy_cuda(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t columns,
                                enum cudaMemcpyKind kind, cudaStream_t stream)
{
    cudaError_t error;
    if (to_pitch == width && from_pitch == width)
        error = cudaMemcpyAsync(to, from, width * columns, kind, stream);
    else
        error = cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, columns, kind, stream);
    if (error == cudaSuccess)
        error = cudaStreamSynchronize(stream);
    return ddblas_device_status((int)error);
}

static ddblasStatus_t to_cuda(void *engine, size_t engine_pitch, const void *host, size_t host_pitch, size_t width,
                              size_t columns, void *stream)
{
    return copy_cuda(engine, engine_pitch, host, host_pitch, width, columns, cudaMemcpyHostToDevice, (cudaStream_t)stream);
}

static ddblasStatus_t from_cuda(void *host, size_t host_pitch, const void *engine, size_t engine_pitch, size_t width,
                                size_t columns, void *stream)
{
    return copy_cuda(host, host_pitch, engine, engine_pitch, width, columns, cudaMemcpyDeviceToHost, (cudaStream_t)stream);
}

static ddblasStatus_t synchronize_cuda(void *stream)
{
    return ddblas_device_status((int)cudaStreamSynchronize((cudaStream_t)stream));
}

static int capturing_cuda(void *stream)
{
    enum cudaStreamCaptureStatus state = cudaStreamCaptureStatusNone;
    return cudaStreamIsCapturing((cudaStream_t)stream, &state) == cudaSuccess && state != cudaStreamCaptureStatusNone;
}

/* Loads a kernel with the library functions of the runtime, which exist from CUDA 12.8 on. With
 * older runtimes only those kernels exist that are compiled into the library. Loading is allowed
 * while another stream of this thread records a graph, and it does not become a part of that
 * graph. */
static ddblasStatus_t load_cuda(int device, const void *image, const char *name, struct ddblas_kernel *kernel)
{
#if CUDART_VERSION >= 12080
    enum cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    cudaLibrary_t library;
    cudaKernel_t function;
    struct cudaFuncAttributes attributes;
    struct ddblas_device facts;
    const ddblasStatus_t known = ddblas_device_facts(&ddblas_backend_cuda, device, &facts);
    if (known != DDBLAS_STATUS_SUCCESS)
        return known;
    (void)cudaThreadExchangeStreamCaptureMode(&mode);
    cudaError_t error = cudaLibraryLoadData(&library, image, NULL, NULL, 0, NULL, NULL, 0);
    if (error == cudaSuccess)
        error = cudaLibraryGetKernel(&function, library, name);
    if (error == cudaSuccess)
        error = cudaFuncGetAttributes(&attributes, (const void *)function);
    if (error == cudaSuccess)
        error = cudaFuncSetAttribute((const void *)function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                     facts.shared_of_block - (int)attributes.sharedSizeBytes);
    if (error == cudaSuccess)
        error = cudaFuncSetAttribute((const void *)function, cudaFuncAttributePreferredSharedMemoryCarveout,
                                     cudaSharedmemCarveoutMaxShared);
    (void)cudaThreadExchangeStreamCaptureMode(&mode);
    if (error == cudaSuccess)
        *kernel = (struct ddblas_kernel){(const void *)function, attributes.numRegs, (int32_t)attributes.localSizeBytes,
                                         (int32_t)attributes.sharedSizeBytes};
    return ddblas_device_status((int)error);
#else
    (void)device;
    (void)image;
    (void)name;
    (void)kernel;
    return DDBLAS_STATUS_NOT_SUPPORTED;
#endif
}

/* Fills memory by copying the part that has been filled so far. So each copy doubles the number of
 * bytes that are filled. */
static ddblasStatus_t repeat_cuda(void *pointer, size_t bytes, size_t total, void *stream)
{
    cudaError_t error = cudaSuccess;
    for (size_t done = bytes; done < total && error == cudaSuccess;)
    {
        const size_t more = done < total - done ? done : total - done;
        error = cudaMemcpyAsync((char *)pointer + done, pointer, more, cudaMemcpyDeviceToDevice, (cudaStream_t)stream);
        done += more;
    }
    return ddblas_device_status((int)error);
}

struct clock
{
    cudaEvent_t begin, end;
};

static ddblasStatus_t start_cuda(void *stream, void **pointer)
{
    struct clock *c = calloc(1, sizeof *c);
    *pointer = c;
    if (!c)
        return DDBLAS_STATUS_ALLOC_FAILED;
    cudaError_t error = cudaEventCreate(&c->begin);
    if (error == cudaSuccess)
        error = cudaEventCreate(&c->end);
    if (error == cudaSuccess)
        error = cudaEventRecord(c->begin, (cudaStream_t)stream);
    if (error != cudaSuccess)
    {
        (void)cudaEventDestroy(c->begin);
        (void)cudaEventDestroy(c->end);
        free(c);
    }
    return ddblas_device_status((int)error);
}

static ddblasStatus_t stop_cuda(void *stream, void *pointer, double *seconds)
{
    struct clock *c = pointer;
    float milliseconds = 0.0F;
    cudaError_t error = cudaEventRecord(c->end, (cudaStream_t)stream);
    if (error == cudaSuccess)
        error = cudaEventSynchronize(c->end);
    if (error == cudaSuccess)
        error = cudaEventElapsedTime(&milliseconds, c->begin, c->end);
    *seconds = 1e-3 * (double)milliseconds;
    (void)cudaEventDestroy(c->begin);
    (void)cudaEventDestroy(c->end);
    free(c);
    return ddblas_device_status((int)error);
}

const struct ddblas_backend ddblas_backend_cuda = {
    .engine = DDBLAS_ENGINE_CUDA,
    .open = open_cuda,
    .describe = describe_cuda,
    .identify = identify_cuda,
    .alloc = alloc_cuda,
    .release = release_cuda,
    .to_engine = to_cuda,
    .from_engine = from_cuda,
    .synchronize = synchronize_cuda,
    .capturing = capturing_cuda,
    .load = load_cuda,
    .repeat = repeat_cuda,
    .start = start_cuda,
    .stop = stop_cuda,
    .last_message = ddblas_device_message,
};
