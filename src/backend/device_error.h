/*
 * Converts an error of the CUDA runtime to a status, and keeps the error's text for the calling
 * thread.
 */
#ifndef DDBLAS_BACKEND_DEVICE_ERROR_H
#define DDBLAS_BACKEND_DEVICE_ERROR_H

#include <dd/ddblas.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Converts a cudaError_t of a routine's work to SUCCESS or DEVICE_ERROR. The text of a failure is
 * kept for ddblas_device_message. The runtime's last error is cleared, so that the next call
 * reports its own error. */
ddblasStatus_t ddblas_device_error(int error);

/* Converts an error of a call for memory, streams, events or copies in the same way, except that a
 * lack of memory gives ALLOC_FAILED. */
ddblasStatus_t ddblas_device_status(int error);

/* The runtime's message for the last failure of the calling thread. */
const char *ddblas_device_message(void);

#ifdef __cplusplus
}
#endif

#endif
