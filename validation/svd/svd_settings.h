/*
 * Checks that the tests of gesvd of all types share: wrong arguments, NaN and Inf, the calls of
 * svd_case.h under all settings of a handle and with failing allocations.
 */
#ifndef DD_VALIDATION_SVD_SETTINGS_H
#define DD_VALIDATION_SVD_SETTINGS_H

#include "svd_case.h"

/* Every wrong argument is refused. `memory` points to 4096 bytes of the engine. Returns the right
 * arguments, from which a test makes those that are wrong for its types alone. */
struct svd_arguments svd_refuse_all(ddblasHandle_t h, ddblasType_t type, char *memory);

/* The query of the workspace, with modes that may be wrong. */
ddblasStatus_t svd_query(ddblasHandle_t h, ddblasType_t type, int jobu, int jobv, int64_t m, int64_t n, size_t *bytes);

/* Puts NaN or Inf into a corner of A, in a complex type into the imaginary part if asked for: info
 * is min(m, n) + 1, s is NaN, U and VT are as they were. */
void svd_assert_not_finite(ddblasHandle_t h, struct svd_case *c, int last_row, int second_part, int nan);

/* Demands the same bits, and info = 0, from repeated calls: workspaces of the caller, instruction
 * sets, threads, places of the arrays, and pointer modes. */
void svd_case_same_bits(ddblasHandle_t h, struct svd_case *c);

/* Runs two cases of one matrix, one without padding: the same bits. Frees both. */
void svd_same_as_padded(ddblasHandle_t h, struct svd_case *c, struct svd_case *wide);

/* Runs the call with new handles, of whose allocations number 1, 2, ... fails, until one succeeds.
 * Each failure must leave all arrays as they were. */
void svd_case_without_memory(ddblasHandle_t h, struct svd_case *c);

#endif
