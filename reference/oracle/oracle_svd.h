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

#endif
