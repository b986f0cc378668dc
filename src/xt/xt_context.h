/*
 * Data that a handle keeps for products over host memory: the options, the lanes, and the last
 * report.
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
    int lanes; /* Number of lanes in `lane`. */
    struct xt_lane lane[DDBLAS_XT_MOST_DEVICES];
};

/* Returns the context of the handle; the first call creates it. Returns null if there is not enough
 * memory. */
struct xt_context *ddblas_xt_context(ddblasHandle_t handle);

/* Frees the lanes. */
void ddblas_xt_release_lanes(struct xt_context *context);

#endif
