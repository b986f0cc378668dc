/*
 * Batches of small triangular systems on the CUDA engine.
 */
#ifndef DDBLAS_LEVEL3_TRSM_BATCHED_SYSTEMS_H
#define DDBLAS_LEVEL3_TRSM_BATCHED_SYSTEMS_H

#include "batched.h"
#include "level3/structured/block_operations.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Solves the systems of each member. The pointers in `systems` are ignored. For each member, the
 * triangular matrix is its matrix of A, and the right-hand sides, which the solutions overwrite,
 * are its matrix of x. */
ddblasStatus_t ddblas_solve_batched_cuda(ddblasHandle_t handle, const struct ddblas_systems *systems,
                                         struct ddblas_batch_matrices A, struct ddblas_batch_matrices x, int64_t count);

#ifdef __cplusplus
}
#endif

#endif
