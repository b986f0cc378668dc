/*
 * The units of a call, blocks of C, given out to its members. They wait in one section for each
 * lane. A lane that has finished its section takes half of the units that are left in the longest
 * section.
 */
#ifndef DDBLAS_XT_UNITS_H
#define DDBLAS_XT_UNITS_H

#include "xt_call.h"

/* Returns the next unit of a lane and writes the end of its section; -1 when there is none or the
 * call has failed. */
int64_t ddblas_xt_units_take(struct xt_call *call, int lane, int64_t *end);
/* Returns a unit for the CPU, from the end of the longest section, if the CPU, taking `seconds` for
 * it, ends before the devices end all others; otherwise -1. */
int64_t ddblas_xt_units_take_for_cpu(struct xt_call *call, double seconds);

#endif
