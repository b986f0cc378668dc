/*
 * What a handle keeps for products over host memory: options, lanes, the last report.
 */
#ifndef DDBLAS_XT_CONTEXT_H
#define DDBLAS_XT_CONTEXT_H

#include <dd/xt.h>

#include "xt_lane.h"

struct xt_context
{
    ddblasXtOptions_t options;
    ddblasXtReport_t report;
    char cpu_share[DDBLAS_ERROR_TEXT];
    int lanes; /* that are kept */
    struct xt_lane lane[DDBLAS_XT_MOST_DEVICES];
};

/* The handle's context, made when it has none; null for want of memory. */
struct xt_context *ddblas_xt_context(ddblasHandle_t handle);

/* Frees the lanes. */
void ddblas_xt_release_lanes(struct xt_context *context);

#endif
