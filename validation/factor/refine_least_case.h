/*
 * Problems of least squares and least norm for the tests of refinement: matrices of chosen
 * condition, and the comparison of reported bounds with true errors.
 */
#ifndef DD_VALIDATION_REFINE_LEAST_CASE_H
#define DD_VALIDATION_REFINE_LEAST_CASE_H

#include <stddef.h>
#include <stdint.h>

#include <dd/ddblas.h>

#include "random.h"

/* A problem in host memory, without padding, and what a call returns: of least squares if m >= n,
 * otherwise of least norm. A complex element is two numbers, real part first. */
struct least_problem
{
    ddblasType_t type; /* Type of A as it is given: D, W, Z or U. */
    int parts;
    int64_t m, n, nrhs;
    cuddreal *A, *B, *X;
    ddblasRefineReport_t report;
    double *normwise, *componentwise;
};

/* Zeros; the test fails if there is no memory. */
void *least_numbers(int64_t count, size_t size);

struct least_problem least_problem_new(ddblasType_t type, int64_t m, int64_t n, int64_t nrhs);
void least_problem_free(struct least_problem *p);
cuddreal *least_at(const struct least_problem *p, int64_t i, int64_t j);

/* Singular values from 1 to 10^-digits with equal quotients, between reflections; columns, or rows
 * if m < n, times powers of two up to 2^(+-grade). */
void least_fill_matrix(struct least_problem *p, struct dd_random *g, double digits, int grade);
/* B = A x for random x in double, rounded to W, plus `residual` times random numbers. */
void least_fill_right(struct least_problem *p, struct dd_random *g, double residual);

ddblasStatus_t least_call(ddblasHandle_t handle, struct least_problem *p, const void *A, int64_t lda, const void *B, void *X);
/* The call in memory of the engine, with a padded A. A and B must come back as they were. */
ddblasStatus_t least_run_on(ddblasHandle_t handle, struct least_problem *p);

struct least_errors
{
    double normwise, componentwise;
};

/* The errors of column j of X by MPFR, from the system of r and x, or of x and z, as one of real
 * numbers. */
struct least_errors least_true_errors(const struct least_problem *p, int64_t j);

/* How far bounds are from errors: the largest quotient of an error and its bound, the sum of the
 * logarithms of a normwise bound over its error, and their number. */
struct least_tightness
{
    double largest, logarithms;
    int64_t count;
};
extern struct least_tightness least_tightness;

/* Returns the largest normwise bound, after every bound has been compared with its error. */
double least_check_bounds(const struct least_problem *p, double digits, const char *what);

/* Checks, for m x n problems in all types, that the queried workspace suffices and gives the bits
 * of the handle's own, and that less is refused. */
void least_check_workspace(ddblasHandle_t handle, int64_t m, int64_t n, uint64_t seed);

#endif
