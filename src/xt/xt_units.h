/*
 * Gives the units of a call, which are blocks of C, to the members of the call. Each lane has a
 * section of the order of units. A lane that has finished its section takes half of the units that
 * are left in the longest section.
 */
#ifndef DDBLAS_XT_UNITS_H
#define DDBLAS_XT_UNITS_H

#include "xt_call.h"

/* Returns the next unit for a lane, and in *end the end of the lane's section. Returns -1 if there
 * is no unit left or if the call has failed. */
int64_t ddblas_xt_units_take(struct xt_call *call, int lane, int64_t *end);
/* Returns a unit for the CPU, from the end of the longest section, or -1. The CPU gets a unit only
 * if it would end this unit, for which it needs `seconds`, before the devices end all others. */
int64_t ddblas_xt_units_take_for_cpu(struct xt_call *call, double seconds);

#endif
