/*
 * The handle: creation on an engine, what it holds, and the checks that every call starts with.
 */
#include "checks.h"

#include <stdlib.h>

#include "backend/isa.h"
#include "backend/launch_graphs.h"

ddblasStatus_t ddblas_enter(ddblasHandle_t handle)
{
    if (!handle || handle->magic != DDBLAS_MAGIC)
        return ddblas_fail(NULL, DDBLAS_STATUS_NOT_INITIALIZED, "the handle is null or was destroyed");
    handle->last_argument = 0;
    handle->last_error[0] = '\0';
    return DDBLAS_STATUS_SUCCESS;
}

/* Opens the backend of the engine asked for. AUTO takes the CPU only when no CUDA device can be
 * used. */
static ddblasStatus_t open_backend(ddblasEngine_t engine, const struct ddblas_backend **backend, int *device)
{
    char why[DDBLAS_ERROR_TEXT] = "this build of ddblas has no CUDA engine";
    ddblasStatus_t status = DDBLAS_STATUS_NOT_SUPPORTED;
#if DDBLAS_HAVE_CUDA
    if (engine != DDBLAS_ENGINE_CPU)
    {
        *backend = &ddblas_backend_cuda;
        status = ddblas_backend_cuda.open(device, why, sizeof why);
        if (status == DDBLAS_STATUS_SUCCESS)
            return status;
    }
#endif
    if (engine == DDBLAS_ENGINE_CUDA)
        return ddblas_fail(NULL, status, "%s", why);
    *backend = &ddblas_backend_cpu;
    return ddblas_backend_cpu.open(device, why, sizeof why);
}

ddblasStatus_t ddblas_handle_new(ddblasHandle_t *handle, ddblasEngine_t engine)
{
    if (!handle)
        return ddblas_fail(NULL, DDBLAS_STATUS_INVALID_VALUE, "handle: null pointer");
    *handle = NULL;
    if (engine != DDBLAS_ENGINE_AUTO && engine != DDBLAS_ENGINE_CPU && engine != DDBLAS_ENGINE_CUDA)
        return ddblas_fail(NULL, DDBLAS_STATUS_INVALID_VALUE, "engine: %d is none of AUTO, CPU, CUDA", (int)engine);
    ddblas_threads_watch_forks();
    int failed_case = ddblas_selftest();
    if (failed_case)
        return ddblas_fail(NULL, DDBLAS_STATUS_SELFTEST_FAILED, "known answer %d of the double-double self-test is wrong",
                           failed_case);

    char why[DDBLAS_ERROR_TEXT];
    ddblasStatus_t status = ddblas_isa_check(why, sizeof why); /* the CUDA engine takes the CPU's kernels for parts of its work */
    if (status != DDBLAS_STATUS_SUCCESS)
        return ddblas_fail(NULL, status, "%s", why);

    const struct ddblas_backend *backend = NULL;
    int device = 0;
    status = open_backend(engine, &backend, &device);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    struct ddblasContext *context = ddblas_allocation_fails() ? NULL : calloc(1, sizeof *context);
    if (!context)
        return ddblas_fail(NULL, DDBLAS_STATUS_ALLOC_FAILED, "no memory for a handle");
    context->magic = DDBLAS_MAGIC;
    context->backend = backend;
    context->device = device;
    *handle = context;
    return DDBLAS_STATUS_SUCCESS;
}

struct ddblas_slot *ddblas_slot(ddblasHandle_t handle, const void *owner)
{
    int i = 0;
    while (handle->slot[i].owner && handle->slot[i].owner != owner)
        i++;
    handle->slot[i].owner = owner;
    return &handle->slot[i];
}

#if DDBLAS_HAVE_CUDA
struct ddblas_launch_graphs *ddblas_handle_graphs(ddblasHandle_t handle)
{
    static const char owner = 0; /* Its address names the slot of the graphs. */
    struct ddblas_slot *slot = ddblas_slot(handle, &owner);
    if (!slot->object)
    {
        slot->object = ddblas_launch_graphs_new();
        slot->release = ddblas_launch_graphs_free;
    }
    return slot->object;
}
#endif

ddblasStatus_t ddblasDestroy(ddblasHandle_t handle)
{
    ddblasStatus_t status = ddblas_enter(handle);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    status = handle->backend->synchronize(handle->stream);
    ddblasStatus_t released = handle->backend->release(handle->own_workspace);
    for (int i = DDBLAS_MOST_SLOTS - 1; i >= 0; i--)
        if (handle->slot[i].object)
            handle->slot[i].release(handle->slot[i].object);
    handle->magic = 0;
    free(handle);
    return status != DDBLAS_STATUS_SUCCESS ? status : released;
}

ddblasStatus_t ddblasGetEngine(ddblasHandle_t handle, ddblasEngine_t *engine)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 2, "engine", engine));
    *engine = handle->backend->engine;
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblasGetEngineName(ddblasHandle_t handle, char *name, size_t size)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 2, "name", name));
    if (size == 0)
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, 3, "size: no room for any text");
    handle->backend->describe(handle->device, ddblas_threads(handle), name, size);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblasSetStream(ddblasHandle_t handle, void *stream)
{
    ddblasStatus_t status = ddblas_enter(handle);
    if (status == DDBLAS_STATUS_SUCCESS)
        handle->stream = stream;
    return status;
}

ddblasStatus_t ddblasGetStream(ddblasHandle_t handle, void **stream)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 2, "stream", stream));
    *stream = handle->stream;
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblasSynchronize(ddblasHandle_t handle)
{
    ddblasStatus_t status = ddblas_enter(handle);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    return ddblas_check_engine(handle, handle->backend->synchronize(handle->stream), "waiting for the stream");
}

ddblasStatus_t ddblasSetPointerMode(ddblasHandle_t handle, ddblasPointerMode_t mode)
{
    ddblasStatus_t status = ddblas_enter(handle);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    if (mode != DDBLAS_POINTER_MODE_HOST && mode != DDBLAS_POINTER_MODE_DEVICE)
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, 2, "mode: %d is neither HOST nor DEVICE", (int)mode);
    handle->pointer_mode = mode;
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblasGetPointerMode(ddblasHandle_t handle, ddblasPointerMode_t *mode)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 2, "mode", mode));
    *mode = handle->pointer_mode;
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblasSetThreads(ddblasHandle_t handle, int threads)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_size(handle, 2, "threads", threads));
    const int before = handle->threads;
    handle->threads = threads;
    ddblas_threads_try_again();
    const int got = ddblas_threads(handle), most = threads < DDBLAS_MOST_THREADS ? threads : DDBLAS_MOST_THREADS;
    if (got < most && !ddblas_threads_forked())
    {
        handle->threads = before;
        return ddblas_fail_argument(handle, DDBLAS_STATUS_ALLOC_FAILED, 2,
                                    "threads: the system grants this process %d threads of the %d asked for", got, most);
    }
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblasGetThreads(ddblasHandle_t handle, int *threads)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 2, "threads", threads));
    *threads = ddblas_threads(handle);
    return DDBLAS_STATUS_SUCCESS;
}
