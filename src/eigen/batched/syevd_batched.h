/*
 * Batches of small symmetric and Hermitian eigenvalue problems inside the library.
 */
#ifndef DDBLAS_SYEVD_BATCHED_H
#define DDBLAS_SYEVD_BATCHED_H

#include <dd/eigen.h>

#include "core/core.h"
#include "room.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Checked arguments, n >= 1, count >= 1. Strides count elements of the type, W or U. */
struct ddblas_syevd_batched
{
    ddblasType_t type;
    int vectors;
    ddblasFillMode_t uplo;
    int64_t n;
    void *A;
    int64_t lda, stride_a;
    cuddreal *w;
    int64_t stride_w;
    int64_t *info;
    int64_t count;
};

/* Returns the bytes of workspace of all threads. The problem needs type, n and count. */
size_t ddblas_syevd_batched_cpu_workspace(ddblasHandle_t handle, const struct ddblas_syevd_batched *batch);
ddblasStatus_t ddblas_syevd_batched_cpu(ddblasHandle_t handle, const struct ddblas_syevd_batched *batch);

#if DDBLAS_HAVE_CUDA
/* The places of a member's arrays: the triangle with its rotations; the vectors; none. */
ddblasStatus_t ddblas_syevd_batched_room(ddblasHandle_t handle, const struct ddblas_syevd_batched *batch,
                                         struct ddblas_batch_room *room);
ddblasStatus_t ddblas_syevd_batched_cuda(ddblasHandle_t handle, const struct ddblas_syevd_batched *batch);
#endif

#ifdef __cplusplus
}
#endif

#endif
