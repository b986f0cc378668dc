/*
 * Numbers beyond double-double, by MPFR: entries of test matrices.
 */
#ifndef DDBLAS_CLI_REFERENCE_H
#define DDBLAS_CLI_REFERENCE_H

#include "cli.h"

/* factor / divisor (p / q)^k, rounded to double-double; k >= 0, q > 0, divisor > 0. */
cuddreal cli_power(long factor, unsigned long divisor, unsigned long p, unsigned long q, unsigned long k);

/* factor C(n, k) C(m, l), rounded to double-double. */
cuddreal cli_binomials(long factor, unsigned long n, unsigned long k, unsigned long m, unsigned long l);

/* sum of (p / q)^k for k = 0 ... terms - 1, rounded to double-double. */
cuddreal cli_power_sum(unsigned long p, unsigned long q, int64_t terms);

/*
 * A = Q D Q^T with D = diag(cond^(-i / (n - 1))), i = 0 ... n - 1, and Q = H3 H2 H1 a product of
 * reflections H = I - 2 v v^T / v^T v with random integer v. A reflection changes a symmetric
 * matrix by a product of rank two, H A H = A - v w^T - w v^T with p = 2 A v / v^T v and w = p -
 * (v^T p / v^T v) v, so that each entry is a sum of a few products.
 */
struct cli_spectrum;
/* Null when memory is short. random() gives integers that fit 53 bits, not all zero. */
struct cli_spectrum *cli_spectrum_make(int64_t n, cuddreal cond, int64_t (*random)(uint64_t seed, uint64_t index), uint64_t seed);
/* A[i, j] rounded to double-double. */
cuddreal cli_spectrum_entry(struct cli_spectrum *spectrum, int64_t i, int64_t j);
void cli_spectrum_free(struct cli_spectrum *spectrum);

#endif
