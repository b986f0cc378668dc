/*
 * A second stream beside the stream of a handle on the CUDA engine, with two events, for routines
 * that do two things at once. It is made at the first use and kept with the handle; all routines
 * share it. When a routine returns, the second stream must be idle, or the handle's stream must
 * wait for its work.
 */
#ifndef DDBLAS_LEVEL3_SECOND_STREAM_H
#define DDBLAS_LEVEL3_SECOND_STREAM_H

#include "core/core.h"

struct ddblas_second_stream
{
    void *stream;
    void *begin; /* An event of the handle's stream that the second stream waits for. */
    void *done;  /* An event of the second stream that the handle's stream waits for. */
};

/* Returns the second stream in *second. The status is ALLOC_FAILED or DEVICE_ERROR if the stream
 * cannot be made. */
ddblasStatus_t ddblas_second_stream(ddblasHandle_t handle, struct ddblas_second_stream **second);

#endif
