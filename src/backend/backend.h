/*
 * What an engine must offer: memory and streams. One struct of function pointers; cpu.c and cuda.c fill it. All functions return
 * DDBLAS_STATUS_SUCCESS or the reason, and touch nothing on failure. A stream is the engine's own (cudaStream_t, or unused).
 */
#ifndef DDBLAS_BACKEND_H
#define DDBLAS_BACKEND_H

#include <dd/ddblas.h>

enum
{
    DDBLAS_DEVICE_NAME = 96
};

/* What decisions may depend on. Limits that the engine does not have are 0. */
struct ddblas_device
{
    ddblasEngine_t engine;
    char name[DDBLAS_DEVICE_NAME]; /* as the maker calls it, printable ASCII, single blanks */
    int32_t capability;            /* 10 major + minor; of a CPU 10 portable, 20 AVX2, 30 AVX-512 */
    int32_t multiprocessors;
    int32_t threads, blocks;         /* on one multiprocessor */
    int32_t registers;               /* 32-bit, of one multiprocessor */
    int32_t shared, shared_of_block; /* bytes of one multiprocessor, and of one block at most */
    double memory, cache;            /* bytes: of the engine's memory in all, of its last cache */
};

/* A kernel on a device, and what it takes of a multiprocessor. */
struct ddblas_kernel
{
    const void *function; /* for the engine's launch */
    int32_t registers;    /* of a thread */
    int32_t spilled;      /* bytes of local memory of a thread */
    int32_t shared;       /* bytes of shared memory of a block beside what its launch gives it */
};

struct ddblas_backend
{
    ddblasEngine_t engine;

    /* Binds to the current device; *device is its number, why gets a sentence on failure. */
    ddblasStatus_t (*open)(int *device, char *why, size_t size);
    /* A line that names device and capability, or instruction set. */
    void (*describe)(int device, int threads, char *text, size_t size);
    /* Name and limits of the device. */
    void (*identify)(int device, struct ddblas_device *properties);

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
    /* Makes the kernel `name` of a compiled image usable on the device; it stays until the process ends. Null: no kernels. */
    ddblasStatus_t (*load)(int device, const void *image, const char *name, struct ddblas_kernel *kernel);
    /* Repeats the first `bytes` bytes at `pointer` up to `total` bytes. */
    ddblasStatus_t (*repeat)(void *pointer, size_t bytes, size_t total, void *stream);
    /* A clock of the engine's own work: both stand in the stream, stop waits for it and gives the seconds between them. */
    ddblasStatus_t (*start)(void *stream, void **clock);
    ddblasStatus_t (*stop)(void *stream, void *clock, double *seconds);
    /* The runtime's own words for the last DEVICE_ERROR. */
    const char *(*last_message)(void);
};

extern const struct ddblas_backend ddblas_backend_cpu;
#if DDBLAS_HAVE_CUDA
extern const struct ddblas_backend ddblas_backend_cuda;
#endif

#endif
