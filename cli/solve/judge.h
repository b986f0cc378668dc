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

/* Both backward errors of a user's solution, which may have Inf or NaN: they are infinite then. */
struct cli_backward
{
    double component; /* cli_backward_error */
    double norm;      /* the largest ||b - op(A) x|| / (||op(A)|| ||x|| + ||b||) of all columns, largest moduli and row sums */
    double size;      /* ||op(A)|| */
};
/* sums: null, or numbers of the shape of X by columns, which become (|op(A)| |x| + |b|)_i; scales:
 * null, or a number a column, which becomes ||op(A)|| ||x|| + ||b||. */
struct cli_backward cli_backward_errors(const struct cli_equation *e, const ddblasHostMatrix *X, const ddblasHostMatrix *B,
                                        double *sums, double *scales);

/* ---- forward errors -------------------------------------------------------------------------- */

enum
{
    CLI_MOST_UNKNOWNS = 400 /* real ones, for which MPFR takes a few seconds; a complex one counts twice */
};

/* Exact solutions of a system of finite numbers, as far as `bits` bits go. */
struct cli_truth;

/* Gaussian elimination with partial pivoting at 128 bits and corrections from residuals of twice
 * the solution's bits, 424 or, where elements are small, about 1300. The last correction bounds the
 * error of every element, which is at most 2^-160 of it or of the smallest double; otherwise the
 * factors get more bits, at most 1696. A column of random numbers is solved too, so that a singular
 * matrix is found where B happens to allow solutions. *why: null, or a sentence that says why there
 * is no solution (too many unknowns, singular). Returns an exit code; *truth is null if there is no
 * solution, and cli_truth_free frees it. */
int cli_truth_find(const struct cli_equation *e, const ddblasHostMatrix *B, struct cli_truth **truth, const char **why);
/* 1 when there is no solution because it would take too long. */
int cli_truth_is_too_large(const struct cli_equation *e, const ddblasHostMatrix *B);
void cli_truth_free(struct cli_truth *truth);
int cli_truth_bits(const struct cli_truth *truth);

/* *X = the solutions rounded to a type, W or U. Returns an exit code. */
int cli_truth_solutions(const struct cli_truth *truth, ddblasType_t type, ddblasHostMatrix *X);
/* An n x n matrix of D becomes the moduli of the inverse of op(A). Returns an exit code. */
int cli_truth_inverse(const struct cli_truth *truth, ddblasHostMatrix *moduli);
/* *condition = ||op(A)|| ||op(A)^-1||, largest sums of moduli in a row. Returns an exit code. */
int cli_truth_condition(const struct cli_truth *truth, const struct cli_equation *e, double *condition);

/* ---- results of the user: cli/solve/result.c ------------------------------------------------- */

/* The judgement of mine->X[0], a solution X of op(A) X = B. `bound` times mine->unit is that of the
 * backward error: by component or by norms. The caller has filled in the titles of *j. Returns an
 * exit code. */
struct cli_judgement;
struct cli_mine;
int cli_solution_judge(const struct cli_equation *e, const ddblasHostMatrix *B, const struct cli_mine *mine, int by_component,
                       double bound, struct cli_judgement *j);

struct cli_forward
{
    double worst, median, whole; /* digits as in struct cli_accuracy; whole: the least of all columns */
};

/* The digits of X. digits: null or n x nrhs numbers, which become those of each element, infinite
 * where it is exact. Returns an exit code. */
int cli_forward_digits(const struct cli_truth *truth, const ddblasHostMatrix *X, double *digits, struct cli_forward *forward);

#endif
