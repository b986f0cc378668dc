/*
 * Linear systems for the tests of refinement: matrices of chosen condition, and the comparison of
 * reported bounds with true errors.
 */
#ifndef DD_VALIDATION_REFINE_CASE_H
#define DD_VALIDATION_REFINE_CASE_H

#include <stddef.h>
#include <stdint.h>

#include <dd/ddblas.h>

#include "random.h"

/* A system in host memory, without padding, and what a call returns. A complex element is two
 * numbers, real part first. */
struct system
{
    int positive; /* posvRefine */
    ddblasFillMode_t uplo;
    ddblasType_t type; /* Type of A as it is given: D, W, Z, U. */
    int parts;         /* Numbers of an element. */
    int64_t n, nrhs;
    cuddreal *A, *B, *X;
    ddblasRefineReport_t report;
    double *normwise, *componentwise;
};

/* Zeros; the test fails if there is no memory. */
void *refine_numbers(int64_t count, size_t size);

struct system refine_system_new(int positive, ddblasType_t type, int64_t n, int64_t nrhs);
void refine_system_free(struct system *s);

/* A as it is given, with this leading dimension; NaN where the routine has no business. */
void *refine_given_matrix(const struct system *s, int64_t lda, size_t *bytes);

/* Singular values of a matrix, from 1 to 10^-digits. */
enum refine_spectrum
{
    REFINE_GEOMETRIC, /* With equal quotients. */
    REFINE_ONE_SMALL, /* All are 1 but the last one. */
    REFINE_RANDOM     /* With random logarithms between those of the first and the last one. */
};

/* Fill A with a matrix of about this condition, 10^digits, and B. Without a spectrum it is
 * REFINE_GEOMETRIC. */
void refine_fill_conditioned(struct system *s, struct dd_random *g, double digits);
void refine_fill_spectrum(struct system *s, struct dd_random *g, double digits, enum refine_spectrum spectrum);

/* The true errors of column j of X, by MPFR: of the largest element, and of any. */
struct refine_errors
{
    double normwise, componentwise;
};
struct refine_errors refine_true_errors(const struct system *s, int64_t j);

/* The call of the routine of this system, with leading dimensions n of B and X. */
ddblasStatus_t refine_call(ddblasHandle_t handle, struct system *s, const void *A, int64_t lda, const void *B, void *X);
/* The call in memory of the engine, with a padded A. A and B must come back as they were. */
ddblasStatus_t refine_run_on(ddblasHandle_t handle, struct system *s);

/* How many times larger bounds are than errors: the sum of the logarithms, and their number. */
struct refine_tightness
{
    double logarithms;
    int count;
};

/* Fails if a true error exceeds its bound. Returns the largest normwise bound. tightness may be
 * null. */
double refine_check_bounds(const struct system *s, struct refine_tightness *tightness, const char *what);

#endif
