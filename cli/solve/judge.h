/*
 * The judgement of solutions of op(A) X = B by MPFR: cli/solve/backward.c and cli/solve/forward.c.
 */
#ifndef DDBLAS_CLI_JUDGE_H
#define DDBLAS_CLI_JUDGE_H

#include "solve.h"

/* op(A), of which a triangle alone may count. */
struct cli_equation
{
    const ddblasHostMatrix *A; /* n x n */
    int triangular;            /* 0: all of A, and the members below are not read */
    ddblasFillMode_t uplo;
    ddblasOperation_t trans;
    ddblasDiagType_t diag;
};

/* part = element (i, j) of op(A). */
void cli_equation_element(const struct cli_equation *e, int64_t i, int64_t j, cuddreal part[2]);

/* The componentwise backward error: the largest |b - op(A) x|_i / (|op(A)| |x| + |b|)_i of all
 * columns, where 0 / 0 is 0. The numerators are exact: their precision is chosen from the exponents
 * of the data. X and B may have other types than A. All numbers must be finite. */
double cli_backward_error(const struct cli_equation *e, const ddblasHostMatrix *X, const ddblasHostMatrix *B);

/* ---- forward errors -------------------------------------------------------------------------- */

enum
{
    CLI_MOST_UNKNOWNS = 400 /* real ones, for which MPFR takes a few seconds; a complex one counts twice */
};

/* Exact solutions of a system of finite numbers, as far as `bits` bits go. */
struct cli_truth;

/* Gaussian elimination with partial pivoting at 424 bits and one correction from residuals at twice
 * as many. The correction shows whether every element is right to 160 bits; otherwise the bits are
 * doubled, at most to 1696. A column of random numbers is solved too, so that a singular matrix is
 * found where B happens to allow solutions. *why: null, or a sentence that says why there is no
 * solution (too many unknowns, singular). Returns an exit code; *truth is null if there is no
 * solution, and cli_truth_free frees it. */
int cli_truth_find(const struct cli_equation *e, const ddblasHostMatrix *B, struct cli_truth **truth, const char **why);
void cli_truth_free(struct cli_truth *truth);
int cli_truth_bits(const struct cli_truth *truth);

struct cli_forward
{
    double worst, median, whole; /* digits as in struct cli_accuracy; whole: the least of all columns */
};

/* The digits of X. digits: null or n x nrhs numbers, which become those of each element, infinite
 * where it is exact. Returns an exit code. */
int cli_forward_digits(const struct cli_truth *truth, const ddblasHostMatrix *X, double *digits, struct cli_forward *forward);

#endif
