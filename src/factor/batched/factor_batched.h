/*
 * Batches of small systems inside the library: one problem for gesv, potrf and potrs, which
 * factor_batched.c checks and gives to the handle's engine.
 */
#ifndef DDBLAS_FACTOR_BATCHED_H
#define DDBLAS_FACTOR_BATCHED_H

#include <dd/factor_batched.h>

#include "core/core.h"

#ifdef __cplusplus
extern "C" {
#endif

enum
{
    DDBLAS_FACTOR_BATCHED_MOST = 128 /* Largest order. */
};

enum ddblas_factor_batched_task
{
    DDBLAS_BATCHED_GESV,
    DDBLAS_BATCHED_POTRF,
    DDBLAS_BATCHED_POTRS
};

/* Checked arguments, n >= 1, count >= 1. nrhs may be 0 for gesv. Strides count elements. */
struct ddblas_factor_batched
{
    ddblasType_t type;
    enum ddblas_factor_batched_task task;
    ddblasFillMode_t uplo; /* Not gesv. */
    int64_t n, nrhs;
    const void *A;
    void *F; /* A, if the call factors it. */
    int64_t lda, stride_a;
    int64_t *ipiv, stride_pivots; /* gesv only. */
    void *B;
    int64_t ldb, stride_b;
    int64_t *info; /* Not potrs. */
    int64_t count;
};

/* Returns the bytes of workspace of all threads. The problem needs type, n, nrhs and count. */
size_t ddblas_factor_batched_cpu_workspace(ddblasHandle_t handle, const struct ddblas_factor_batched *batch);
ddblasStatus_t ddblas_factor_batched_cpu(ddblasHandle_t handle, const struct ddblas_factor_batched *batch);

#if DDBLAS_HAVE_CUDA
ddblasStatus_t ddblas_factor_batched_cuda(ddblasHandle_t handle, const struct ddblas_factor_batched *batch);
/* Sets `count` numbers to 0. */
ddblasStatus_t ddblas_factor_batched_clear_cuda(ddblasHandle_t handle, int64_t *info, int64_t count);
#endif

#ifdef __cplusplus
}
#endif

#endif
