/*
 * trmv and trsv on the CPU: functions for the diagonal blocks, and for bands and packed matrices.
 */
#ifndef DDBLAS_LEVEL2_TRV_CPU_H
#define DDBLAS_LEVEL2_TRV_CPU_H

#include "level2/trv/trv.h"

enum
{
    DDBLAS_TRV_BLOCK = 32 /* Order of a block. */
};

/* Multiply x by the diagonal block of L with the rows and columns [first, first + count), or solve
 * with it, in place. count is at most DDBLAS_TRV_BLOCK. */
void ddblas_trv_cpu_w(const struct ddblas_trv_problem *p, const struct ddblas_trv_layout *l, int64_t first, int64_t count);
void ddblas_trv_cpu_u(const struct ddblas_trv_problem *p, const struct ddblas_trv_layout *l, int64_t first, int64_t count);
void ddblas_trv_cpu_blas(const struct ddblas_trv_problem *p, const struct ddblas_trv_layout *l, int64_t first, int64_t count);

/* Products and systems with bands and packed matrices. ddblas_trv_cpu_compact_cblas does both
 * through CBLAS, for S, D, C and Z. The other two functions, one for products and one for systems,
 * are for W and U. */
ddblasStatus_t ddblas_trv_cpu_compact_cblas(ddblasHandle_t handle, const struct ddblas_trv_problem *problem);
ddblasStatus_t ddblas_trv_cpu_compact_multiply(ddblasHandle_t handle, const struct ddblas_trv_problem *problem);
ddblasStatus_t ddblas_trv_cpu_compact_solve(ddblasHandle_t handle, const struct ddblas_trv_problem *problem);

#endif
