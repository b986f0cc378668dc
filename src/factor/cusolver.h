/*
 * cuSOLVER for the factorisations and the eigensolver, which share one handle of cuSOLVER. It is
 * stored in the handle of the library.
 */
#ifndef DDBLAS_FACTOR_CUSOLVER_H
#define DDBLAS_FACTOR_CUSOLVER_H

#include <cusolverDn.h>

#include "core/core.h"

struct ddblas_cusolver
{
    cusolverDnHandle_t solver;
    cusolverDnParams_t params;
    /* Host workspace for cuSOLVER, which may use it until the stream has finished. */
    void *host;
    size_t host_bytes;
};

/* Provides cuSOLVER with the stream of our handle. The first call makes its handle, which it
 * refuses while the stream records a graph. Later calls are allowed then, for questions about
 * workspace: the callers refuse to record cuSOLVER's computations. */
ddblasStatus_t ddblas_cusolver_begin(ddblasHandle_t handle, struct ddblas_cusolver **cusolver);
/* Converts cuSOLVER's status to ours and records it. */
ddblasStatus_t ddblas_cusolver_check(ddblasHandle_t handle, cusolverStatus_t status, const char *doing);
/* Makes the host workspace at least this large. Waits for the stream before it frees a smaller one.
 * */
ddblasStatus_t ddblas_cusolver_reserve(ddblasHandle_t handle, struct ddblas_cusolver *cusolver, size_t bytes);

#endif
