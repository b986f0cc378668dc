/*
 * Converts errors of the CUDA runtime to statuses, and keeps the text of the last error for the
 * calling thread.
 */
#ifndef DDBLAS_BACKEND_DEVICE_ERROR_H
#define DDBLAS_BACKEND_DEVICE_ERROR_H

#include <dd/ddblas.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Converts a cudaError_t from a routine's work to SUCCESS or DEVICE_ERROR. The text of a failure is
 * kept for ddblas_device_message. The last error that the runtime remembers is cleared, so that the
 * next call reports its own error. */
ddblasStatus_t ddblas_device_error(int error);

/* Converts an error from a call for memory, streams, events or copies in the same way as
 * ddblas_device_error, with one exception: a lack of memory gives ALLOC_FAILED. */
ddblasStatus_t ddblas_device_status(int error);

/* Returns the message of the runtime for the last failure of the calling thread. */
const char *ddblas_device_message(void);

#ifdef __cplusplus
}
#endif

#endif
