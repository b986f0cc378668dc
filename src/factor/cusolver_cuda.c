/*
 * cuSOLVER for the factorisations and the eigensolver.
 */
#include "cusolver.h"

#include <stdlib.h>

#include "core/checks.h"

static void release_cusolver(void *object)
{
    struct ddblas_cusolver *c = object;
    if (c->params)
        (void)cusolverDnDestroyParams(c->params);
    if (c->solver)
        (void)cusolverDnDestroy(c->solver);
    free(c->host);
    free(c);
}

static ddblasStatus_t attach_cusolver(ddblasHandle_t handle, struct ddblas_slot *slot)
{
    struct ddblas_cusolver *c = ddblas_host_alloc(sizeof *c);
    if (!c)
        return ddblas_fail(handle, DDBLAS_STATUS_ALLOC_FAILED, "no cuSOLVER handle could be made");
    *c = (struct ddblas_cusolver){.solver = NULL};
    if (ddblas_allocation_fails() || cusolverDnCreate(&c->solver) != CUSOLVER_STATUS_SUCCESS ||
        cusolverDnCreateParams(&c->params) != CUSOLVER_STATUS_SUCCESS)
    {
        release_cusolver(c);
        return ddblas_fail(handle, DDBLAS_STATUS_ALLOC_FAILED, "no cuSOLVER handle could be made");
    }
    slot->object = c;
    slot->release = release_cusolver;
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_cusolver_begin(ddblasHandle_t handle, struct ddblas_cusolver **cusolver)
{
    static const char owner; /* Its address names the slot of cuSOLVER's handle in a handle. */
    struct ddblas_slot *slot = ddblas_slot(handle, &owner);
    if (!slot->object && handle->backend->capturing(handle->stream))
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED,
                           "the first call makes cuSOLVER's handle, which a recording stream does not allow");
    if (!slot->object)
        DDBLAS_CHECK(attach_cusolver(handle, slot));
    *cusolver = slot->object;
    return ddblas_cusolver_check(handle, cusolverDnSetStream((*cusolver)->solver, (cudaStream_t)handle->stream),
                                 "setting up cuSOLVER");
}

ddblasStatus_t ddblas_cusolver_check(ddblasHandle_t handle, cusolverStatus_t status, const char *doing)
{
    if (status == CUSOLVER_STATUS_SUCCESS)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail(handle, status == CUSOLVER_STATUS_ALLOC_FAILED ? DDBLAS_STATUS_ALLOC_FAILED : DDBLAS_STATUS_DEVICE_ERROR,
                       "%s: cuSOLVER says: %d", doing, (int)status);
}

ddblasStatus_t ddblas_cusolver_reserve(ddblasHandle_t handle, struct ddblas_cusolver *c, size_t bytes)
{
    if (bytes <= c->host_bytes)
        return DDBLAS_STATUS_SUCCESS;
    void *larger = ddblas_host_alloc(bytes);
    if (!larger)
        return ddblas_fail(handle, DDBLAS_STATUS_ALLOC_FAILED, "%zu bytes of host memory for cuSOLVER", bytes);
    const ddblasStatus_t status = c->host ? handle->backend->synchronize(handle->stream) : DDBLAS_STATUS_SUCCESS;
    free(c->host);
    c->host = larger;
    c->host_bytes = bytes;
    return ddblas_check_engine(handle, status, "replacing the host memory of cuSOLVER");
}
