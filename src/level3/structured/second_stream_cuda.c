#include "second_stream.h"

#include <stdlib.h>

#include "backend/allocate.h"
#include "backend/streams.h"

static void release_second_stream(void *object)
{
    struct ddblas_second_stream *s = object;
    ddblas_streams_cuda.stream_free(s->stream);
    ddblas_streams_cuda.event_free(s->begin);
    ddblas_streams_cuda.event_free(s->done);
    free(s);
}

ddblasStatus_t ddblas_second_stream(ddblasHandle_t handle, struct ddblas_second_stream **second)
{
    /* The address of this variable is the key of the second stream's slot in a handle. */
    static const char owner;
    struct ddblas_slot *slot = ddblas_slot(handle, &owner);
    *second = slot->object;
    if (*second)
        return DDBLAS_STATUS_SUCCESS;
    struct ddblas_second_stream *made = ddblas_allocation_fails() ? NULL : calloc(1, sizeof *made);
    if (!made)
        return ddblas_fail(handle, DDBLAS_STATUS_ALLOC_FAILED, "no memory for the second stream");
    ddblasStatus_t status = ddblas_streams_cuda.stream_new(&made->stream);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = ddblas_streams_cuda.event_new(&made->begin, 0);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = ddblas_streams_cuda.event_new(&made->done, 0);
    if (status != DDBLAS_STATUS_SUCCESS)
    {
        release_second_stream(made);
        return ddblas_fail(handle, status, "second stream: %s", ddblas_streams_cuda.last_message());
    }
    slot->object = made;
    slot->release = release_second_stream;
    *second = made;
    return DDBLAS_STATUS_SUCCESS;
}
