/*
 * The engine under test.
 */
#include "engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "poison.h"

static void must(ddblasHandle_t handle, ddblasStatus_t status, const char *what)
{
    if (status == DDBLAS_STATUS_SUCCESS)
        return;
    fprintf(stderr, "%s: %s: %s\n", what, ddblasGetStatusName(status), ddblasGetLastError(handle));
    exit(2);
}

ddblasEngine_t dd_test_engine(void)
{
    const char *name = getenv("DDBLAS_TEST_ENGINE");
    if (!name || strcmp(name, "cpu") == 0)
        return DDBLAS_ENGINE_CPU;
    if (strcmp(name, "cuda") == 0)
        return DDBLAS_ENGINE_CUDA;
    fprintf(stderr, "DDBLAS_TEST_ENGINE=%s: neither cpu nor cuda\n", name);
    exit(2);
}

int dd_test_skips_without_device(void)
{
    enum
    {
        SKIPPED = 77 /* SKIP_RETURN_CODE of these tests */
    };
    ddblasHandle_t probe = NULL;
    const ddblasStatus_t status = ddblasCreateWithEngine(&probe, DDBLAS_ENGINE_CUDA);
    if (status == DDBLAS_STATUS_SUCCESS)
        (void)ddblasDestroy(probe);
    if (status != DDBLAS_STATUS_NO_DEVICE || dd_test_engine() == DDBLAS_ENGINE_CUDA)
        return 0;
    printf("no CUDA device: skipped\n");
    return SKIPPED;
}

ddblasHandle_t dd_test_handle_on(ddblasEngine_t engine)
{
    ddblasHandle_t handle = NULL;
    must(NULL, ddblasCreateWithEngine(&handle, engine), "ddblasCreateWithEngine");
    return handle;
}

ddblasHandle_t dd_test_handle(void) { return dd_test_handle_on(dd_test_engine()); }

void *dd_engine_copy(ddblasHandle_t handle, const void *host, size_t bytes, size_t offset)
{
    void *base = NULL;
    must(handle, ddblasMalloc(handle, &base, bytes + offset + 1), "ddblasMalloc");
    char *place = (char *)base + offset;
    /* Bytes around the operand are initialised, because a kernel may fetch it together with
     * elements of the operand, and because dd_engine_guarded looks for changes. */
    unsigned char around[256];
    memset(around, DD_POISON, sizeof around);
    for (size_t i = 0; i < offset; i += sizeof around)
    {
        const int64_t part = (int64_t)(offset - i < sizeof around ? offset - i : sizeof around);
        must(handle, ddblasSetMatrix(handle, part, 1, 1, around, part, (char *)base + i, part), "ddblasSetMatrix");
    }
    must(handle, ddblasSetMatrix(handle, 1, 1, 1, around, 1, place + bytes, 1), "ddblasSetMatrix");
    if (bytes > 0)
        must(handle, ddblasSetMatrix(handle, (int64_t)bytes, 1, 1, host, (int64_t)bytes, place, (int64_t)bytes),
             "ddblasSetMatrix");
    return place;
}

void dd_engine_free(ddblasHandle_t handle, void *pointer, size_t offset)
{
    must(handle, ddblasFree(handle, (char *)pointer - offset), "ddblasFree");
}

int dd_engine_guarded(ddblasHandle_t handle, const void *pointer, size_t bytes, size_t offset)
{
    unsigned char *guard = dd_poisoned(offset + 1);
    dd_engine_read(handle, guard, (const char *)pointer - offset, offset);
    dd_engine_read(handle, guard + offset, (const char *)pointer + bytes, 1);
    size_t intact = 0;
    while (intact <= offset && guard[intact] == DD_POISON)
        intact++;
    free(guard);
    return intact == offset + 1;
}

size_t dd_engine_half(ddblasHandle_t handle)
{
    ddblasEngine_t engine;
    must(handle, ddblasGetEngine(handle, &engine), "ddblasGetEngine");
    return engine == DDBLAS_ENGINE_CPU ? 8 : 0;
}

size_t dd_engine_misaligned(ddblasHandle_t handle) { return dd_engine_half(handle) > 0 ? 4 : 8; }

const void *dd_scalar_put(struct dd_scalar *scalar, const void *value, size_t size)
{
    memcpy(scalar->bytes + 8, value, size);
    return scalar->bytes + 8;
}

int dd_engine_holds(ddblasHandle_t handle, const void *engine, const void *host, size_t bytes)
{
    void *back = dd_poisoned(bytes);
    dd_engine_read(handle, back, engine, bytes);
    const int same = bytes == 0 || memcmp(back, host, bytes) == 0; /* host may be null then */
    free(back);
    return same;
}

void dd_engine_read(ddblasHandle_t handle, void *host, const void *engine, size_t bytes)
{
    if (bytes > 0)
        must(handle, ddblasGetMatrix(handle, (int64_t)bytes, 1, 1, engine, (int64_t)bytes, host, (int64_t)bytes),
             "ddblasGetMatrix");
    must(handle, ddblasSynchronize(handle), "ddblasSynchronize");
}
