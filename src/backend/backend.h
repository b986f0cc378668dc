/*
 * The functions that an engine must provide for memory and streams. They are function pointers in
 * one struct, which cpu.c and cuda.c fill in. A function that returns a status returns
 * DDBLAS_STATUS_SUCCESS, or on failure the reason; a function that fails changes nothing. A
 * `stream` is a cudaStream_t on the CUDA engine; the CPU engine ignores it.
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

/* The facts of a device on which decisions may depend. A limit that the engine does not have is
 * 0. */
struct ddblas_device
{
    ddblasEngine_t engine;
    /* The maker's name for the device, in printable ASCII, with single blanks between words. */
    char name[DDBLAS_DEVICE_NAME];
    int32_t capability; /* GPU: 10 major + minor. CPU: 10 portable, 20 AVX2, 30 AVX-512. */
    /* Number of multiprocessors of a GPU, or of online processors of the CPU. */
    int32_t multiprocessors;
    int32_t threads, blocks; /* Largest number of threads, and of blocks, on a multiprocessor. */
    int32_t registers;       /* Number of 32-bit registers of a multiprocessor. */
    /* On a GPU: number of FP32 operations that take the time of one FP64 operation. */
    int32_t single_to_double;
    /* Bytes of shared memory of a multiprocessor, and the largest number of bytes that a block may
     * use. */
    int32_t shared, shared_of_block;
    double memory, cache; /* Bytes of the engine's memory, and of its last-level cache. */
};

/* A kernel on a device, and the resources that it uses. */
struct ddblas_kernel
{
    const void *function; /* The handle with which the kernel is launched: a cudaKernel_t. */
    int32_t registers;    /* Registers of a thread. */
    int32_t spilled;      /* Bytes of local memory of a thread. */
    int32_t shared;       /* Bytes of static shared memory of a block. */
};

struct ddblas_backend
{
    ddblasEngine_t engine;

    /* Binds the engine to the current device and stores the number of this device in *device. On
     * failure `why` receives a sentence. */
    ddblasStatus_t (*open)(int *device, char *why, size_t size);
    /* Writes a line of text with the name of the device and its capability, or the instruction set
     * of the CPU. */
    void (*describe)(int device, int threads, char *text, size_t size);
    /* Asks the device for its facts. A fact that the device does not give becomes 0; if the
     * routines need it, the device's error is returned as status. ddblas_device_facts remembers the
     * answer. */
    ddblasStatus_t (*identify)(int device, struct ddblas_device *facts);

    ddblasStatus_t (*alloc)(void **pointer, size_t bytes);
    ddblasStatus_t (*release)(void *pointer);
    /* Copies `columns` blocks of `width` bytes between host and engine, in the order of the stream.
     * A pitch is the distance from one block to the next, in bytes. The host memory may be reused
     * when the function returns. */
    ddblasStatus_t (*to_engine)(void *engine, size_t engine_pitch, const void *host, size_t host_pitch, size_t width,
                                size_t columns, void *stream);
    ddblasStatus_t (*from_engine)(void *host, size_t host_pitch, const void *engine, size_t engine_pitch, size_t width,
                                  size_t columns, void *stream);
    ddblasStatus_t (*synchronize)(void *stream);
    /* Returns 1 while the stream records a graph. During this time nothing may be allocated. */
    int (*capturing)(void *stream);
    /* Makes the kernel `name` of a compiled image usable on the device, until the process ends. A
     * null pointer means that the engine has no such kernels. */
    ddblasStatus_t (*load)(int device, const void *image, const char *name, struct ddblas_kernel *kernel);
    /* Fills `total` bytes from `pointer` on by repeating the first `bytes` bytes. */
    ddblasStatus_t (*repeat)(void *pointer, size_t bytes, size_t total, void *stream);
    /* Two functions that measure the time of the engine's work. Each puts a mark into the stream.
     * `stop` also waits for its mark and writes the seconds between the two marks. */
    ddblasStatus_t (*start)(void *stream, void **clock);
    ddblasStatus_t (*stop)(void *stream, void *clock, double *seconds);
    /* Returns the message of the runtime for the last DEVICE_ERROR. */
    const char *(*last_message)(void);
};

/* Stores the facts of a device in *facts. A process asks the backend only once for each device;
 * later calls copy the answer. Returns the status of `identify`. */
ddblasStatus_t ddblas_device_facts(const struct ddblas_backend *backend, int device, struct ddblas_device *facts);

extern const struct ddblas_backend ddblas_backend_cpu;
#if DDBLAS_HAVE_CUDA
extern const struct ddblas_backend ddblas_backend_cuda;
#endif

#ifdef __cplusplus
}
#endif

#endif
