/*
 * Errors of solutions of linear systems against MPFR.
 */
#ifndef DD_REFERENCE_ORACLE_SOLVE_H
#define DD_REFERENCE_ORACLE_SOLVE_H

#include <stdint.h>

#include <dd/cuddreal.h>

/* Solves A x = b of order n, A column-major without padding, by elimination with pivots in
 * arithmetic of 1024 bits, so that conditions up to 2^500 leave hundreds of bits. Writes for each
 * component |computed - exact| and |computed|, rounded to double. Returns 0 if a pivot is 0. */
int dd_oracle_solution_errors(int64_t n, const cuddreal *A, const cuddreal *b, const cuddreal *computed, double *error,
                              double *size);

#endif
