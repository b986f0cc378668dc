/*
 * Products with band and packed matrices on the CPU, for each group of types.
 */
#ifndef DDBLAS_LEVEL2_COMPACT_CPU_H
#define DDBLAS_LEVEL2_COMPACT_CPU_H

#include "level2/compact/compact.h"

/* ddblas_compact_cpu_pairs is for W and U, ddblas_compact_cpu_cblas for S, D, C and Z. */
ddblasStatus_t ddblas_compact_cpu_pairs(ddblasHandle_t handle, const struct ddblas_compact_problem *problem);
ddblasStatus_t ddblas_compact_cpu_cblas(ddblasHandle_t handle, const struct ddblas_compact_problem *problem);

#endif
