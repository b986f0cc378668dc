/*
 * One call of sygvd or hegvd under test: pairs of matrices, and the judgement by MPFR. The call
 * itself is that of eigen_case.h.
 */
#ifndef DD_VALIDATION_SYGVD_CASE_H
#define DD_VALIDATION_SYGVD_CASE_H

#include "eigen_case.h"

/* A case with vectors, whose matrices are not filled. */
struct eigen_case *sygvd_case_new(ddblasType_t type, ddblasEigType_t itype, int upper, int64_t n, int64_t pad);

/* Fills A from the family; B is positive definite, of kind number `kind`. */
enum
{
    SYGVD_KINDS = 6 /* Near the identity, 1 .. n, clusters, 1-2-1, Hilbert (n <= 12), min(i, j). */
};
void sygvd_case_fill(struct eigen_case *c, struct dd_random *g, enum eigen_family family, int kind);

/* Fills A and B with integers, so that the eigenvalues are those of the integers `values`:
 * B = L L^H with a bidiagonal L of units, A = L D L^H in type 1 and L^-H D L^-1 in types 2 and 3.
 * Values are at most 1000 in modulus. ||B^-1||_F is at most n (n + 1) / 2. */
void sygvd_case_fill_integers(struct eigen_case *c, const int64_t *values);

/* Runs the call and judges residuals, normalisation and the order of w. Returns the largest error
 * over its bound. */
double sygvd_case_judge(ddblasHandle_t h, struct eigen_case *c, const char *what, uint64_t seed);

/* The error of c->result and c->w over its bound. */
double sygvd_case_error(const struct eigen_case *c);

/* potrf of the pair with B on the engine, and sygst with A and the factor there. */
ddblasStatus_t sygvd_call_potrf(ddblasHandle_t h, const struct eigen_case *c, void *B, int64_t *info);
ddblasStatus_t sygvd_call_sygst(ddblasHandle_t h, const struct eigen_case *c, void *A, const void *B);
/* Both, with a positive definite B: the pair's result becomes its factor, and c->result C. */
void sygvd_case_reduce(ddblasHandle_t h, struct eigen_case *c);

/* The bound of a routine in units of u_w. */
double sygvd_case_bound(const struct eigen_case *c, enum dd_routine routine);

#endif
