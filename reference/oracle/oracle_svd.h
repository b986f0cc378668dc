/*
 * The oracle for singular value decompositions. Matrices are dense and column-major on the host,
 * leading dimension = rows. All data finite; k = min(m, n).
 */
#ifndef DD_REFERENCE_ORACLE_SVD_H
#define DD_REFERENCE_ORACLE_SVD_H

#include <stdint.h>

#include <dd/ddblas.h>

/* In units of max(m, n) u, u the unit of the type; from exact sums. */
struct dd_svd_error
{
    /* The norm of the largest column of A - U diag(s) V^H over that of A's largest column. */
    double residual;
    double left, right; /* ||U^H U - I||_F and ||V^H V - I||_F */
};

/* U is m x columns, VT rows x n, both at least k. Inf where a number is not finite. */
struct dd_svd_error dd_oracle_svd_error(ddblasType_t type, int64_t m, int64_t n, const void *A, const cuddreal *s,
                                        int64_t columns, const void *U, int64_t rows, const void *VT);

/* The largest errors of s, which must descend, against one-sided Jacobi in MPFR with 640 bits. */
struct dd_singular_value_error
{
    double absolute; /* |s_j - exact_j| in units of max(m, n) u exact_0 */
    double relative; /* in units of k u exact_j; not of exact values that are 0 */
};
struct dd_singular_value_error dd_oracle_singular_value_error(ddblasType_t type, int64_t m, int64_t n, const void *A,
                                                              const cuddreal *s);

/* s becomes the singular values of A, rounded to W, by the same method. Those that are 0 become
 * numbers below 2^-500 of the largest one. */
void dd_oracle_singular_values(ddblasType_t type, int64_t m, int64_t n, const void *A, cuddreal *s);

/* A basis Z of a null space, n x columns, in units of max(m, n) u; MPFR with 320 bits. */
struct dd_null_error
{
    double residual;   /* the norm of the largest column of A Z over ||A||_F */
    double orthogonal; /* ||Z^H Z - I||_F */
};
struct dd_null_error dd_oracle_null_error(ddblasType_t type, int64_t m, int64_t n, const void *A, int64_t columns, const void *Z);

/* ||X - A^+|| / (||A|| ||A^+||^2) in Frobenius norms, in units of max(m, n) u. X is n x m, and A^+
 * is the pseudo-inverse of A without its singular values from number `rank` >= 1 on, by one-sided
 * Jacobi in MPFR with 640 bits. */
double dd_oracle_pseudo_inverse_error(ddblasType_t type, int64_t m, int64_t n, const void *A, int64_t rank, const void *X);

#endif
