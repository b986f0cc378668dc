/*
 * The functions that an engine must provide: memory and streams. It is one struct of function
 * pointers, which cpu.c and cuda.c fill. A function with a status returns DDBLAS_STATUS_SUCCESS; on
 * failure it changes nothing and returns the reason. A `stream` is a cudaStream_t on the CUDA
 * engine; the CPU engine ignores it.
 */
#ifndef DDBLAS_BACKEND_H
#define DDBLAS_BACKEND_H

#include <dd/ddblas.h>

#ifdef __cplusplus
extern "C" {
#endif

enum
{
    DDBLAS_DEVICE_NAME = 96
};

/* Facts of a device on which decisions may depend. Limits that the engine does not have are
 * 0. */
struct ddblas_device
{
    ddblasEngine_t engine;
    /* The maker's name for it, in printable ASCII with single blanks. */
    char name[DDBLAS_DEVICE_NAME];
    int32_t capability;      /* GPU: 10 major + minor. CPU: 10 portable, 20 AVX2, 30 AVX-512. */
    int32_t multiprocessors; /* Multiprocessors, or online processors of the CPU. */
    int32_t threads, blocks; /* Most threads and most blocks of a multiprocessor. */
    int32_t registers;       /* 32-bit registers of a multiprocessor. */
    /* GPU: FP32 operations in the time of one FP64 operation. */
    int32_t single_to_double;
    /* Bytes of shared memory of a multiprocessor, and the most that a block may use. */
    int32_t shared, shared_of_block;
    double memory, cache; /* Bytes of the engine's memory and of its last-level cache. */
};

/* A kernel on a device, and the resources that it takes. */
struct ddblas_kernel
{
    const void *function; /* The kernel's handle for a launch: a cudaKernel_t. */
    int32_t registers;    /* Registers of a thread. */
    int32_t spilled;      /* Bytes of local memory of a thread. */
    int32_t shared;       /* Bytes of static shared memory of a block. */
};

struct ddblas_backend
{
    ddblasEngine_t engine;

    /* Binds to the current device and stores its number in *device. On failure `why` receives a
     * sentence. */
    ddblasStatus_t (*open)(int *device, char *why, size_t size);
    /* Writes a line that names the device and its capability, or the instruction set. */
    void (*describe)(int device, int threads, char *text, size_t size);
    /* Asks the device for its facts. A fact that the device does not give is 0. If the routines
     * need that fact, the status is the device's error. ddblas_device_facts remembers the answer. */
    ddblasStatus_t (*identify)(int device, struct ddblas_device *facts);

    ddblasStatus_t (*alloc)(void **pointer, size_t bytes);
    ddblasStatus_t (*release)(void *pointer);
    /* Copies `columns` blocks of `width` bytes, `pitch` bytes apart, between host and engine in
     * stream order. The host memory may be reused on return. */
    ddblasStatus_t (*to_engine)(void *engine, size_t engine_pitch, const void *host, size_t host_pitch, size_t width,
                                size_t columns, void *stream);
    ddblasStatus_t (*from_engine)(void *host, size_t host_pitch, const void *engine, size_t engine_pitch, size_t width,
                                  size_t columns, void *stream);
    ddblasStatus_t (*synchronize)(void *stream);
    /* 1 while the stream records a graph. Nothing may be allocated then. */
    int (*capturing)(void *stream);
    /* Makes the kernel `name` of a compiled image usable on the device until the process ends. A
     * null member means that the engine has no such kernels. */
    ddblasStatus_t (*load)(int device, const void *image, const char *name, struct ddblas_kernel *kernel);
    /* Repeats the first `bytes` bytes at `pointer` until `total` bytes are filled. */
    ddblasStatus_t (*repeat)(void *pointer, size_t bytes, size_t total, void *stream);
    /* Measures the time of the engine's work. start and stop each put a mark into the stream. stop
     * waits for its mark and writes the seconds between the two marks. */
    ddblasStatus_t (*start)(void *stream, void **clock);
    ddblasStatus_t (*stop)(void *stream, void *clock, double *seconds);
    /* The runtime's message for the last DEVICE_ERROR. */
    const char *(*last_message)(void);
};

/* Stores the facts of a device. A process asks the backend once for each device; later calls copy
 * its answer. Returns the status of identify. */
ddblasStatus_t ddblas_device_facts(const struct ddblas_backend *backend, int device, struct ddblas_device *facts);

extern const struct ddblas_backend ddblas_backend_cpu;
#if DDBLAS_HAVE_CUDA
extern const struct ddblas_backend ddblas_backend_cuda;
#endif

#ifdef __cplusplus
}
#endif

#endif
