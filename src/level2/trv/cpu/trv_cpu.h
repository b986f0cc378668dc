/*
 * trmv and trsv on the CPU: the blocks of the diagonal; bands and packed matrices.
 */
#ifndef DDBLAS_LEVEL2_TRV_CPU_H
#define DDBLAS_LEVEL2_TRV_CPU_H

#include "level2/trv/trv.h"

enum
{
    DDBLAS_TRV_BLOCK = 32 /* Order of a block. */
};

/* Multiply by rows and columns [first, first + count) of L, or solve with them, in place. count is
 * at most DDBLAS_TRV_BLOCK. */
void ddblas_trv_cpu_w(const struct ddblas_trv_problem *p, const struct ddblas_trv_layout *l, int64_t first, int64_t count);
void ddblas_trv_cpu_u(const struct ddblas_trv_problem *p, const struct ddblas_trv_layout *l, int64_t first, int64_t count);
void ddblas_trv_cpu_blas(const struct ddblas_trv_problem *p, const struct ddblas_trv_layout *l, int64_t first, int64_t count);

/* Products and systems with bands and packed matrices. The first function does both by CBLAS, for
 * S, D, C and Z; the other two are for W and U. */
ddblasStatus_t ddblas_trv_cpu_compact_cblas(ddblasHandle_t handle, const struct ddblas_trv_problem *problem);
ddblasStatus_t ddblas_trv_cpu_compact_multiply(ddblasHandle_t handle, const struct ddblas_trv_problem *problem);
ddblasStatus_t ddblas_trv_cpu_compact_solve(ddblasHandle_t handle, const struct ddblas_trv_problem *problem);

#endif
