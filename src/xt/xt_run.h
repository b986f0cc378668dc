/*
 * Runs a checked product: plan, lanes, threads, report.
 */
#ifndef DDBLAS_XT_RUN_H
#define DDBLAS_XT_RUN_H

#include "xt_context.h"

/* Runs the problem, m, n >= 1, with host pointers. Fills the context's report. */
ddblasStatus_t ddblas_xt_run(ddblasHandle_t owner, struct xt_context *context, const struct ddblas_gemm_problem *problem);

#endif
