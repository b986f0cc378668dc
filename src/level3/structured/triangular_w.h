/*
 * Interface of the functions that double-double trmm and trsm share: the case alpha = 0, and the
 * workspace query.
 */
#ifndef DDBLAS_LEVEL3_TRIANGULAR_W_H
#define DDBLAS_LEVEL3_TRIANGULAR_W_H

#include "block_operations.h"
#include "triangular.h"

/* Runs the routine. If alpha is in host memory and is 0, sets C = 0 instead. */
ddblasStatus_t ddblas_triangular_w(ddblasHandle_t handle, ddblas_block_routine routine,
                                   const struct ddblas_triangular_problem *problem);

/* trmm and trsm as operations within a run. `problem` is a struct ddblas_triangular_problem; its
 * alpha is that of the run. trsm also serves S, D, C and Z, through CBLAS or cuBLAS; in these types
 * alpha must be 1. */
ddblasStatus_t ddblas_trmm_blocks(struct ddblas_block_run *blocks, const void *problem);
ddblasStatus_t ddblas_trsm_blocks(struct ddblas_block_run *blocks, const void *problem);

/* Performs trsm for S, D, C and Z. */
ddblasStatus_t ddblas_vendor_trsm_blocks(struct ddblas_block_run *blocks, const struct ddblas_triangular_problem *problem);

/* Returns the bytes of workspace that suffice for the routine with these sizes, for all values of
 * the other arguments. */
size_t ddblas_triangular_w_workspace(ddblasHandle_t handle, ddblasType_t type, ddblas_block_routine routine,
                                     ddblasSideMode_t side, int64_t m, int64_t n);

#endif
