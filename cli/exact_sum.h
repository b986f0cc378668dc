/*
 * Sums of products of numbers of any type, by MPFR, and what verify makes of them.
 */
#ifndef DDBLAS_CLI_EXACT_SUM_H
#define DDBLAS_CLI_EXACT_SUM_H

#include "cli.h"

#include <mpfr.h>

enum
{
    CLI_SUM_BITS = 512
};

/* A complex sum. */
struct cli_sum
{
    mpfr_t re, im, t;
};

extern const cuddreal cli_sum_one[2]; /* 1 */

void cli_sum_start(struct cli_sum *s);
void cli_sum_clear(struct cli_sum *s);
void cli_sum_finish(struct cli_sum *s);
/* s += sign a b, or sign conj(a) b; each product of two doubles is exact. */
void cli_sum_add(struct cli_sum *s, const cuddreal a[2], const cuddreal b[2], int conjugate, int sign);
/* total += |s|^2 */
void cli_sum_add_square(mpfr_ptr total, const struct cli_sum *s);
/* part[0] + i part[1] = element (i, j). */
void cli_sum_fetch(const ddblasHostMatrix *A, int64_t i, int64_t j, cuddreal part[2]);

/* s += sign (column i of X)^H (column j of Y), over their first `rows` rows. */
void cli_sum_add_columns(struct cli_sum *s, const ddblasHostMatrix *X, int64_t i, const ddblasHostMatrix *Y, int64_t j,
                         int64_t rows, int sign);
/* s += sign (row i of X) (column j of Y), over their first `terms` terms. */
void cli_sum_add_row(struct cli_sum *s, const ddblasHostMatrix *X, int64_t i, const ddblasHostMatrix *Y, int64_t j, int64_t terms,
                     int sign);

/* *total += ||(Q^H Q - I)_j||^2 */
void cli_add_orthogonality(mpfr_ptr total, const ddblasHostMatrix *Q, int64_t j);
/* The Frobenius norm of `all` columns, as far as `compared` of them, whose squares `total` holds,
 * tell; NaN counts as infinite. */
double cli_norm_of_all(mpfr_ptr total, int64_t compared, int64_t all);
/* NaN is larger than any number. */
double cli_larger(double a, double b);

#endif
