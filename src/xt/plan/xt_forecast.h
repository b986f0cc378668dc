/*
 * How long a lane alone takes where memory does not hold all tiles: then loads run ahead no further than slots allow, and what
 * counts is which tile is given up when. The pipeline's own order of events, without the work. Plain C.
 */
#ifndef DDBLAS_XT_FORECAST_H
#define DDBLAS_XT_FORECAST_H

#include "xt_plan.h"

/* Seconds of a chunk's product, of the loads of a tile of op(A), of one of op(B) and of C's block, of a unit's store. */
struct xt_stages
{
    double product, a, b, c, store;
};

/* Seconds from the first load to the last store; of long orders the first columns, the others being like them. */
double ddblas_xt_forecast(const struct xt_plan *plan, const struct xt_stages *stages, int reuse);

#endif
