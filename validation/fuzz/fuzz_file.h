/*
 * Shared by the fuzzing of both file formats: a file in memory is read as one of the types or by
 * parts; what was read is a whole matrix, what was refused leaves an empty one and a sentence.
 */
#ifndef DD_FUZZ_FILE_H
#define DD_FUZZ_FILE_H

#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/file.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

enum
{
    FUZZ_MEMORY = 1 << 20
};

static void fuzz_check(int condition)
{
    if (!condition)
        abort();
}

static void fuzz_read(const unsigned char *data, size_t size, ddblasType_t type, int parts, const ddblasReadOptions *options)
{
    struct ddblas_source s;
    ddblasHostMatrix re = {.lda = 1}, im = {.lda = 1};
    struct ddblas_destination d = {.re = &re, .im = parts ? &im : NULL, .type = type, .options = options};
    FILE *file = fmemopen((void *)(size_t)data, size, "rb");
    fuzz_check(file != NULL && ddblas_source_open(&s, "memory", file) == DDBLAS_STATUS_SUCCESS);
    ddblasStatus_t status = ddblas_read_source(&s, &d);
    ddblas_source_close(&s);
    if (status)
        fuzz_check(!re.data && !im.data && re.m == 0 && strncmp(ddblasGetLastError(NULL), "memory:", 7) == 0);
    else
        fuzz_check(re.lda >= re.m && (re.m == 0 || re.n == 0 || re.data));
    ddblasHostMatrixFree(&re);
    ddblasHostMatrixFree(&im);
}

static int fuzz_file(const unsigned char *data, size_t size, ddblasFileFormat_t format)
{
    if (size == 0)
        return 0;
    ddblasReadOptions options = {.format = format, .max_bytes = FUZZ_MEMORY};
    /* the last byte chooses what the caller asks for: one read an input keeps the fuzzer fast */
    unsigned wish = data[size - 1];
    options.one_triangle = wish & 1;
    options.npy_pairs = (int)((wish >> 1) % 3);
    unsigned type = (wish >> 3) % (DDBLAS_TYPE_COUNT + 1);
    if (type < DDBLAS_TYPE_COUNT)
        fuzz_read(data, size, (ddblasType_t)type, 0, &options);
    else
        fuzz_read(data, size, DDBLAS_TYPE_W, 1, &options);
    return 0;
}

#endif
