/*
 * Norms of matrices of any type, by MPFR.
 */
#ifndef DD_REFERENCE_ORACLE_NORM_H
#define DD_REFERENCE_ORACLE_NORM_H

#include <dd/ddblas.h>

/* A problem in the terms of matrix.h, all elements that are read finite; host memory. */
struct dd_norm_problem
{
    ddblasType_t type;
    ddblasNorm_t norm;
    int symmetric, hermitian; /* lansy; lanhe has both */
    ddblasFillMode_t uplo;    /* FULL if not symmetric */
    int64_t m, n;
    const void *A;
    int64_t lda;
};

/* |result - norm| / norm in units of the type; 0 if both are 0, Inf if the norm alone is or if the
 * result is not finite. `absolute` units in the last place of the least subnormal number of the
 * type's words are taken from the error first. *value, when not null, gets the norm rounded to
 * double, Inf beyond its range. */
double dd_oracle_norm_error(const struct dd_norm_problem *p, const void *result, double absolute, double *value);

#endif
