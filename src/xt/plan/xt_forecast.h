/*
 * Predicts how long a single lane takes if the device's memory does not hold all tiles. Loads can
 * then run ahead only as far as there are free slots, so the time depends on which tiles are given
 * up and when. The forecast follows the events of the pipeline in their order without doing the
 * work. Plain C.
 */
#ifndef DDBLAS_XT_FORECAST_H
#define DDBLAS_XT_FORECAST_H

#include "xt_plan.h"

/* Times in seconds: of the product of a chunk; of the loads of a tile of op(A), of a tile of op(B)
 * and of the block of C; and of the store of a unit. */
struct xt_stages
{
    double product, a, b, c, store;
};

/* Returns the predicted seconds, for one lane, from the beginning of the first load to the end of
 * the last store. The units are simulated in their order. If there are many, the simulation ends
 * where a column of blocks begins, after at least two whole columns and more than 512 products, or
 * in any case after more than 4096 products. Each further unit is assumed to take the average time
 * of the units that were simulated after the first column, or of all simulated units if no second
 * column was reached. */
double ddblas_xt_forecast(const struct xt_plan *plan, const struct xt_stages *stages, int reuse);

#endif
