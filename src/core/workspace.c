/*
 * Workspace: the caller's, or the handle's own, grown when a call needs more.
 */
#include "core.h"

enum
{
    ALIGNMENT = 256
};

ddblasStatus_t ddblasSetWorkspace(ddblasHandle_t handle, void *workspace, size_t bytes)
{
    ddblasStatus_t status = ddblas_enter(handle);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    if ((uintptr_t)workspace % ALIGNMENT != 0)
        return ddblas_fail_argument(handle, DDBLAS_STATUS_MISALIGNED, 2, "workspace: %p is not a multiple of %d bytes", workspace,
                                    ALIGNMENT);
    if (!workspace && bytes > 0)
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, 2, "workspace: null pointer with %zu bytes", bytes);
    handle->user_workspace = workspace;
    handle->user_workspace_bytes = bytes;
    return DDBLAS_STATUS_SUCCESS;
}

/* The handle's own workspace gets at least `bytes`. Work that still uses the old one in the stream
 * is waited for. */
static ddblasStatus_t grow(ddblasHandle_t handle, size_t bytes)
{
    if (handle->backend->capturing(handle->stream))
        return ddblas_fail(
            handle, DDBLAS_STATUS_WORKSPACE_TOO_SMALL,
            "%zu bytes of workspace are needed and none can be allocated during capture: set a workspace, or run the "
            "call once before",
            bytes);
    void *larger = NULL;
    ddblasStatus_t status = handle->backend->alloc(&larger, bytes);
    if (status != DDBLAS_STATUS_SUCCESS)
        return ddblas_fail(handle, status, "%zu bytes of workspace could not be allocated", bytes);
    if (handle->own_workspace)
    {
        status = handle->backend->synchronize(handle->stream);
        ddblasStatus_t released = handle->backend->release(handle->own_workspace);
        status = status != DDBLAS_STATUS_SUCCESS ? status : released;
    }
    handle->own_workspace = larger;
    handle->own_workspace_bytes = bytes;
    return ddblas_check_engine(handle, status, "replacing the workspace");
}

ddblasStatus_t ddblas_workspace(ddblasHandle_t handle, size_t bytes, void **workspace)
{
    *workspace = NULL;
    if (bytes == 0)
        return DDBLAS_STATUS_SUCCESS;
    if (handle->user_workspace)
    {
        if (bytes > handle->user_workspace_bytes)
            return ddblas_fail(handle, DDBLAS_STATUS_WORKSPACE_TOO_SMALL, "%zu bytes of workspace are needed, %zu are set", bytes,
                               handle->user_workspace_bytes);
        *workspace = handle->user_workspace;
        return DDBLAS_STATUS_SUCCESS;
    }
    if (bytes > handle->own_workspace_bytes)
    {
        ddblasStatus_t status = grow(handle, bytes);
        if (status != DDBLAS_STATUS_SUCCESS)
            return status;
    }
    *workspace = handle->own_workspace;
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_workspace_shares(ddblasHandle_t handle, size_t share, int *threads, void **workspace)
{
    if (handle->user_workspace && handle->user_workspace_bytes < (size_t)*threads * share)
        *threads = handle->user_workspace_bytes < share ? 1 : (int)(handle->user_workspace_bytes / share);
    return ddblas_workspace(handle, (size_t)*threads * share, workspace);
}
