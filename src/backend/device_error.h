/*
 * From an error of the CUDA runtime to a status. The error's text is kept for the calling thread.
 */
#ifndef DDBLAS_BACKEND_DEVICE_ERROR_H
#define DDBLAS_BACKEND_DEVICE_ERROR_H

#include <dd/ddblas.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Converts a cudaError_t of a routine's work to SUCCESS or DEVICE_ERROR. A failure is kept for
 * ddblas_device_message, and the runtime's last error is cleared, so that the next call reports its
 * own. */
ddblasStatus_t ddblas_device_error(int error);

/* The same for memory, streams, events and copies: if the engine has too little memory, the status
 * is ALLOC_FAILED. */
ddblasStatus_t ddblas_device_status(int error);

/* The runtime's message for the last failure of the calling thread. */
const char *ddblas_device_message(void);

#ifdef __cplusplus
}
#endif

#endif
