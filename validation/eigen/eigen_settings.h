/*
 * Calls of eigen_case.h under all settings of a handle, and with failing allocations.
 */
#ifndef DD_VALIDATION_EIGEN_SETTINGS_H
#define DD_VALIDATION_EIGEN_SETTINGS_H

#include "eigen_case.h"

/* Demands the same bits, and info = 0, from repeated calls: workspaces of the caller, instruction
 * sets, threads, places of the arrays, and pointer modes. */
void eigen_case_same_bits(ddblasHandle_t h, struct eigen_case *c);

/* Runs the call with new handles, of whose allocations number 1, 2, ... fails, until one succeeds.
 * Each failure must leave all arrays as they were. */
void eigen_case_without_memory(ddblasHandle_t h, struct eigen_case *c);

#endif
