/*
 * The oracle for symmetric and Hermitian eigenvalue problems. Matrices are dense and column-major
 * on the host, leading dimension n, and Hermitian with all elements stored. All data finite.
 */
#ifndef DD_REFERENCE_ORACLE_EIGEN_H
#define DD_REFERENCE_ORACLE_EIGEN_H

#include <stdint.h>

#include <dd/ddblas.h>

/* In units of n u, u the unit of the type; from exact sums. */
struct dd_eigen_error
{
    /* The largest ||A v_j - w_j v_j|| over the norm of A's largest column, which is at most the
     * 2-norm of A. */
    double residual;
    double orthogonality; /* ||V^H V - I||_F */
};

/* w has n real numbers. Inf where w or V is not finite. */
struct dd_eigen_error dd_oracle_eigen_error(ddblasType_t type, int64_t n, const void *A, const void *V, const cuddreal *w);

/* The same for m <= n of the vectors: V is n x m, and w has m numbers. */
struct dd_eigen_error dd_oracle_eigen_error_of(ddblasType_t type, int64_t n, int64_t m, const void *A, const void *V,
                                               const cuddreal *w);

/* The reduction A = Q T Q^H, T tridiagonal with a real diagonal d and a real subdiagonal e: the
 * residual is ||A Q - Q T||_F / ||A||_F. */
struct dd_eigen_error dd_oracle_sytrd_error(ddblasType_t type, int64_t n, const void *A, const void *Q, const cuddreal *d,
                                            const cuddreal *e);

/* The largest |w_j - exact_j| in units of n u max |exact|, for ascending w. Jacobi's method in MPFR
 * gives the exact eigenvalues. */
double dd_oracle_eigenvalue_error(ddblasType_t type, int64_t n, const void *A, const cuddreal *w);

/* The same for eigenvalues that are known. */
enum dd_spectrum
{
    DD_SPECTRUM_121,    /* 2 on the diagonal, -1 beside it: 4 sin^2(k pi / (2 (n + 1))) */
    DD_SPECTRUM_MIN,    /* min(i, j): 1 / (4 sin^2((2 k - 1) pi / (2 (2 n + 1)))) */
    DD_SPECTRUM_CLEMENT /* off-diagonals sqrt(i (n - i)): -(n - 1), -(n - 3), ..., n - 1 */
};
double dd_oracle_spectrum_error(enum dd_spectrum spectrum, int64_t n, const cuddreal *w);

/* The number of eigenvalues below x + shift of the tridiagonal matrix with diagonal d and
 * subdiagonal e, by Sturm's sequence with 1200 bits, so that it is exact unless an eigenvalue is
 * within 2^-900 times the norm of that number. */
int64_t dd_oracle_tridiagonal_below(int64_t n, const cuddreal *d, const cuddreal *e, cuddreal x, double shift);

/* sqrt(k) as the nearest number of W. */
cuddreal dd_oracle_root(int64_t k);

#endif
