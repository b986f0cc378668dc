/*
 * Checks that the tests of syevd and heevd of all types share: wrong arguments, order 0, NaN and
 * Inf, the calls of eigen_case.h under all settings of a handle and with failing allocations.
 */
#ifndef DD_VALIDATION_EIGEN_SETTINGS_H
#define DD_VALIDATION_EIGEN_SETTINGS_H

#include "eigen_case.h"

/* Every wrong argument is refused, and an order `too_large` for the type. `memory` points to 4096
 * bytes of the engine. */
void eigen_refuse_all(ddblasHandle_t h, ddblasType_t type, int64_t too_large, char *memory);

/* A call with n = 0 sets info and needs no arrays, with vectors and without. */
void eigen_empty(ddblasHandle_t h, ddblasType_t type);

/* Puts NaN or Inf at `place` and at its mirror image: info is n + 1, w is NaN, A is as it was. */
void eigen_assert_not_finite(ddblasHandle_t h, struct eigen_case *c, const int64_t place[2], int nan);

/* Runs `count` cases of one matrix, with other leading dimensions or the other triangle: all have
 * the same bits. Frees the cases. */
void eigen_same_in_forms(ddblasHandle_t h, struct eigen_case *const *c, int count);

/* Demands the same bits, and info = 0, from repeated calls: workspaces of the caller, instruction
 * sets, threads, places of the arrays, and pointer modes. */
void eigen_case_same_bits(ddblasHandle_t h, struct eigen_case *c);

/* Runs the call with new handles, of whose allocations number 1, 2, ... fails, until one succeeds.
 * Each failure must leave all arrays as they were. */
void eigen_case_without_memory(ddblasHandle_t h, struct eigen_case *c);

#endif
