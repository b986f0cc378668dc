/*
 * The CPU engine: host memory, and streams that are always done.
 */
#include "backend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "allocate.h"

static ddblasStatus_t open_cpu(int *device, char *why, size_t size)
{
    (void)why;
    (void)size;
    *device = 0;
    return DDBLAS_STATUS_SUCCESS;
}

static const char *instruction_set(void)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return "AVX-512";
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return "AVX2";
#endif
    return "portable";
}

static void describe_cpu(int device, int threads, char *text, size_t size)
{
    (void)device;
    (void)snprintf(text, size, "CPU, %s, %d thread%s", instruction_set(), threads, threads == 1 ? "" : "s");
}

static ddblasStatus_t alloc_cpu(void **pointer, size_t bytes)
{
    *pointer = ddblas_host_alloc(bytes);
    return *pointer ? DDBLAS_STATUS_SUCCESS : DDBLAS_STATUS_ALLOC_FAILED;
}

static ddblasStatus_t release_cpu(void *pointer)
{
    free(pointer);
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t copy_cpu(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t columns,
                               void *stream)
{
    (void)stream;
    for (size_t j = 0; j < columns; j++)
        memcpy((char *)to + j * to_pitch, (const char *)from + j * from_pitch, width);
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t synchronize_cpu(void *stream)
{
    (void)stream;
    return DDBLAS_STATUS_SUCCESS;
}

static int capturing_cpu(void *stream)
{
    (void)stream;
    return 0;
}

static const char *last_message_cpu(void) { return ""; }

const struct ddblas_backend ddblas_backend_cpu = {
    .engine = DDBLAS_ENGINE_CPU,
    .open = open_cpu,
    .describe = describe_cpu,
    .alloc = alloc_cpu,
    .release = release_cpu,
    .to_engine = copy_cpu,
    .from_engine = copy_cpu,
    .synchronize = synchronize_cpu,
    .capturing = capturing_cpu,
    .last_message = last_message_cpu,
};
