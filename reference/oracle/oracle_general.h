/*
 * The oracle for nonsymmetric eigenvalue problems. Matrices are dense and column-major on the host,
 * leading dimension n. All data finite; errors are Inf where a result is not.
 */
#ifndef DD_REFERENCE_ORACLE_GENERAL_H
#define DD_REFERENCE_ORACLE_GENERAL_H

#include <stdint.h>

#include <dd/ddblas.h>

/* In units of n u, u the unit of the type; from exact sums. */
struct dd_schur_error
{
    double residual;      /* ||A Z - Z T||_F / ||A||_F */
    double orthogonality; /* The largest norm of a column of Z^H Z - I. */
};
struct dd_schur_error dd_oracle_schur_error(ddblasType_t type, int64_t n, const void *A, const void *Z, const void *T);

/* Eigenpairs as geev returns them; wi is null for complex types. */
struct dd_general_pairs
{
    ddblasType_t type;
    int64_t n;
    int left;
    const void *A, *wr, *wi, *V;
};

struct dd_pairs_error
{
    double residual; /* The largest ||A x - lambda x||, or its like for left vectors, over ||A||_F, in units of n u. */
    double norm;     /* The largest | ||x||^2 - 1 |, in units of u. */
};
struct dd_pairs_error dd_oracle_pairs_error(const struct dd_general_pairs *pairs);

/* n eigenvalues of the circulant matrix with element (i, j) = first[(i - j) mod n]. */
void dd_oracle_circulant(int64_t n, const double *first, cuddcomplex *values);
/* n eigenvalues a + 2 sqrt(b c) cos(k pi / (n + 1)) of the tridiagonal Toeplitz matrix with
 * diagonals b, a, c; b c >= 0. */
void dd_oracle_toeplitz(int64_t n, double a, double b, double c, cuddcomplex *values);

#endif
