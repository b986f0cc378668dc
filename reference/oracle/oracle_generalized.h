/*
 * The oracle for generalised eigenvalue problems, in MPFR. Matrices are dense and column-major on
 * the host, leading dimension n, and Hermitian with all elements stored. All data finite.
 */
#ifndef DD_REFERENCE_ORACLE_GENERALIZED_H
#define DD_REFERENCE_ORACLE_GENERALIZED_H

#include <stdint.h>

#include <dd/ddblas.h>

/* In units of u, the unit of the type. t = trace(B); |x| and |w| are 2-norms. */
struct dd_generalized_error
{
    /* The largest |A x - lambda B x| / (t |w| |x|) in type 1, |B (A B x - lambda x)| / (t^2 |A|_F
     * |x|) in type 2, |B A x - lambda x| / (t^(3/2) |A|_F) in type 3. */
    double residual;
    /* The largest |x_i^H B x_j - delta_ij| / (t |x_i| |x_j|) in types 1 and 2; |X X^H - B|_F / (t
     * sqrt(n)) in type 3. */
    double normalization;
};

/* w has n real numbers. Inf where w or X is not finite. */
struct dd_generalized_error dd_oracle_generalized_error(ddblasType_t type, ddblasEigType_t itype, int64_t n, const void *A,
                                                        const void *B, const void *X, const cuddreal *w);

/* The largest |L C L^H - A| / |L| |C| |L^H| (type 1) or |C - L^H A L| / |L^H| |A| |L| of an
 * element, in units of u. L has zeros above its diagonal. */
double dd_oracle_reduction_error(ddblasType_t type, ddblasEigType_t itype, int64_t n, const void *A, const void *L,
                                 const void *C);

/* The 2-norm of w. */
double dd_oracle_norm_of_values(int64_t n, const cuddreal *w);

#endif
