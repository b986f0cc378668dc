/*
 * checksums [cpu|cuda] [--own] [--only PATTERN] [--scale N] [--work W] [--against FILE]
 *
 * Prints a line for each case: its name and a hash of the bits that the call left. A NaN is hashed
 * as one NaN, whatever its bits.
 *
 *   --own           only cases that the library's own kernels compute
 *   --only PATTERN  only cases whose names match, with the wildcards * and ?
 *   --scale N       one case out of N, chosen by their names
 *   --work W        only cases of at most W multiply-adds
 *   --against FILE  compares with such a record and names each difference
 *
 * Exits with 1 after a difference or an unexpected status, with 2 when it cannot work, and with 77
 * when there is no device.
 */
#include "checksums.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    FAILED = 1,
    UNUSABLE = 2,
    SKIPPED = 77
};

static int usage(void)
{
    fputs("usage: checksums [cpu|cuda] [--own] [--only PATTERN] [--scale N] [--work W] [--against FILE]\n", stderr);
    return UNUSABLE;
}

/* Fills in the settings; 0 when an argument is wrong. */
static int read_arguments(struct run *run, const char **against, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
    {
        const char *const value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(argv[i], "cpu") == 0)
            run->engine = DDBLAS_ENGINE_CPU;
        else if (strcmp(argv[i], "cuda") == 0)
            run->engine = DDBLAS_ENGINE_CUDA;
        else if (strcmp(argv[i], "--own") == 0)
            run->own = 1;
        else if (value && strcmp(argv[i], "--only") == 0)
            run->only = argv[++i];
        else if (value && strcmp(argv[i], "--against") == 0)
            *against = argv[++i];
        else if (value && strcmp(argv[i], "--scale") == 0 && atoi(value) > 0)
            run->scale = (uint64_t)atoi(argv[++i]);
        else if (value && strcmp(argv[i], "--work") == 0 && atof(value) > 0)
            run->most_work = atof(argv[++i]);
        else
            return 0;
    }
    return 1;
}

static void (*const families[])(struct run *run) = {checksums_scalar, checksums_convert,    checksums_symv,
                                                    checksums_gemm,   checksums_structured, checksums_triangular,
                                                    checksums_tsqr,   checksums_xt,         checksums_factor};

int main(int argc, char **argv)
{
    /* Enough work for a few seconds on each engine. */
    const double most_work_cpu = 2e7, most_work_cuda = 3e9;
    struct run run = {.engine = DDBLAS_ENGINE_CPU, .scale = 1};
    const char *against = NULL;
    if (!read_arguments(&run, &against, argc, argv))
        return usage();
    const int whole = run.scale == 1 && !run.only && run.most_work == 0;
    if (run.most_work == 0)
        run.most_work = run.engine == DDBLAS_ENGINE_CPU ? most_work_cpu : most_work_cuda;
    if (against && !(run.against = record_read(against)))
        return UNUSABLE;
    const ddblasStatus_t status = ddblasCreateWithEngine(&run.handle, run.engine);
    if (status != DDBLAS_STATUS_SUCCESS)
    {
        fprintf(stderr, "checksums: %s: %s\n", ddblasGetStatusName(status), ddblasGetLastError(NULL));
        return status == DDBLAS_STATUS_NO_DEVICE ? SKIPPED : UNUSABLE;
    }
    for (size_t i = 0; i < sizeof families / sizeof families[0]; i++)
        families[i](&run);
    int64_t missing = 0;
    if (run.against && whole)
        missing = record_missing(run.against);
    record_free(run.against);
    must(&run, ddblasDestroy(run.handle), "ddblasDestroy");
    fprintf(stderr, "checksums: %lld cases, %lld different, %lld missing, %lld with an unexpected status\n", (long long)run.cases,
            (long long)run.different, (long long)missing, (long long)run.unexpected);
    return run.different || missing || run.unexpected || run.cases == 0 ? FAILED : 0;
}
