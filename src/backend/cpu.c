/*
 * The CPU engine: host memory, and streams whose work is done during the call.
 */
#define _POSIX_C_SOURCE 200809L
#include "backend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include "allocate.h"
#include "isa.h"

static ddblasStatus_t open_cpu(int *device, char *why, size_t size)
{
    (void)why;
    (void)size;
    *device = 0;
    return DDBLAS_STATUS_SUCCESS;
}

static void describe_cpu(int device, int threads, char *text, size_t size)
{
    (void)device;
    (void)snprintf(text, size, "CPU, %s, %d thread%s", ddblas_isa_title(ddblas_isa()), threads, threads == 1 ? "" : "s");
}

/* Writes the name of the processor. On x86 it comes from three leaves of CPUID; on other processors
 * it is a general name. */
static void processor_name(char *name, size_t size)
{
    (void)snprintf(name, size, "%s", "unknown processor");
#if defined(__x86_64__)
    unsigned words[12], highest = (unsigned)__get_cpuid_max(0x80000000U, NULL);
    char text[sizeof words + 1];
    if (highest < 0x80000004U)
        return;
    for (unsigned i = 0; i < 3; i++)
        (void)__get_cpuid(0x80000002U + i, &words[4 * i], &words[4 * i + 1], &words[4 * i + 2], &words[4 * i + 3]);
    memcpy(text, words, sizeof words);
    text[sizeof words] = '\0';
    size_t length = 0;
    for (const char *c = text; *c && length + 1 < size; c++)
        if (*c > ' ' && *c < 127)
            name[length++] = *c;
        else if (length > 0 && name[length - 1] != ' ')
            name[length++] = ' ';
    while (length > 0 && name[length - 1] == ' ')
        length--;
    if (length > 0)
        name[length] = '\0';
#elif defined(__aarch64__)
    (void)snprintf(name, size, "%s", "AArch64 processor");
#endif
}

static ddblasStatus_t identify_cpu(int device, struct ddblas_device *d)
{
    (void)device;
    *d = (struct ddblas_device){.engine = DDBLAS_ENGINE_CPU, .capability = 10};
    processor_name(d->name, sizeof d->name);
    const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    d->memory = pages > 0 && page > 0 ? (double)pages * (double)page : 0.0;
    d->multiprocessors = (int32_t)sysconf(_SC_NPROCESSORS_ONLN);
    /* The widest instruction set of the processor, whatever DDBLAS_CPU_ISA says. Tuning tables are
     * selected by this capability. So DDBLAS_CPU_ISA does not affect the choice of a table. The
     * bits of a result do not depend on the instruction set. */
    d->capability = 10 * (1 + (int32_t)ddblas_isa_widest());
    return DDBLAS_STATUS_SUCCESS;
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

static ddblasStatus_t repeat_cpu(void *pointer, size_t bytes, size_t total, void *stream)
{
    (void)stream;
    for (size_t done = bytes; done < total; done += bytes)
        memcpy((char *)pointer + done, pointer, total - done < bytes ? total - done : bytes);
    return DDBLAS_STATUS_SUCCESS;
}

static double seconds_now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static ddblasStatus_t start_cpu(void *stream, void **clock)
{
    double *begin = malloc(sizeof *begin);
    (void)stream;
    *clock = begin;
    if (!begin)
        return DDBLAS_STATUS_ALLOC_FAILED;
    *begin = seconds_now();
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t stop_cpu(void *stream, void *clock, double *seconds)
{
    (void)stream;
    *seconds = seconds_now() - *(const double *)clock;
    free(clock);
    return DDBLAS_STATUS_SUCCESS;
}

static const char *last_message_cpu(void) { return ""; }

const struct ddblas_backend ddblas_backend_cpu = {
    .engine = DDBLAS_ENGINE_CPU,
    .open = open_cpu,
    .describe = describe_cpu,
    .identify = identify_cpu,
    .alloc = alloc_cpu,
    .release = release_cpu,
    .to_engine = copy_cpu,
    .from_engine = copy_cpu,
    .synchronize = synchronize_cpu,
    .capturing = capturing_cpu,
    .repeat = repeat_cpu,
    .start = start_cpu,
    .stop = stop_cpu,
    .last_message = last_message_cpu,
};
