/*
 * Predicts how long a single lane takes if memory does not hold all tiles. Then loads run ahead
 * only as far as slots allow, and the time depends on the order in which tiles are given up. The
 * forecast follows the pipeline's order of events without doing the work. Plain C.
 */
#ifndef DDBLAS_XT_FORECAST_H
#define DDBLAS_XT_FORECAST_H

#include "xt_plan.h"

/* Seconds of a chunk's product; of the loads of a tile of op(A), of a tile of op(B), of C's block;
 * of a unit's store. */
struct xt_stages
{
    double product, a, b, c, store;
};

/* Returns the seconds from the first load to the last store. In long orders only the first columns
 * are followed, because the others are like them. */
double ddblas_xt_forecast(const struct xt_plan *plan, const struct xt_stages *stages, int reuse);

#endif
