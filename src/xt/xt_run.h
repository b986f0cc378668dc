/*
 * Runs a checked product: plan, lanes, threads, report.
 */
#ifndef DDBLAS_XT_RUN_H
#define DDBLAS_XT_RUN_H

#include "xt_context.h"

/* Runs the problem. m, n >= 1, and all pointers lead to host memory. Fills in the report of the
 * context. */
ddblasStatus_t ddblas_xt_run(ddblasHandle_t owner, struct xt_context *context, const struct ddblas_gemm_problem *problem);

#endif
