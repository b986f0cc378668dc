/*
 * What an engine must offer: memory and streams. One struct of function pointers; cpu.c and cuda.c fill it. All functions return
 * DDBLAS_STATUS_SUCCESS or the reason, and touch nothing on failure. A stream is the engine's own (cudaStream_t, or unused).
 */
#ifndef DDBLAS_BACKEND_H
#define DDBLAS_BACKEND_H

#include <dd/ddblas.h>

struct ddblas_backend
{
    ddblasEngine_t engine;

    /* Binds to the current device; *device is its number, why gets a sentence on failure. */
    ddblasStatus_t (*open)(int *device, char *why, size_t size);
    /* A line that names device and capability, or instruction set. */
    void (*describe)(int device, int threads, char *text, size_t size);

    ddblasStatus_t (*alloc)(void **pointer, size_t bytes);
    ddblasStatus_t (*release)(void *pointer);
    /* columns blocks of `width` bytes, `pitch` bytes apart, between host and engine; ordered in the stream. The host side may be
     * reused on return. */
    ddblasStatus_t (*to_engine)(void *engine, size_t engine_pitch, const void *host, size_t host_pitch, size_t width,
                                size_t columns, void *stream);
    ddblasStatus_t (*from_engine)(void *host, size_t host_pitch, const void *engine, size_t engine_pitch, size_t width,
                                  size_t columns, void *stream);
    ddblasStatus_t (*synchronize)(void *stream);
    /* 1 while the stream records a graph: nothing may be allocated then. */
    int (*capturing)(void *stream);
    /* The runtime's own words for the last DEVICE_ERROR. */
    const char *(*last_message)(void);
};

extern const struct ddblas_backend ddblas_backend_cpu;
#if DDBLAS_HAVE_CUDA
extern const struct ddblas_backend ddblas_backend_cuda;
#endif

#endif
