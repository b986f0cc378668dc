/*
 * An estimate of the 1-norm of a matrix M from products of M with vectors. M may be the inverse of
 * a matrix whose factors are known.
 */
#ifndef DDBLAS_FACTOR_ESTIMATE_H
#define DDBLAS_FACTOR_ESTIMATE_H

#include "core/core.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ddblas_estimate
{
    int64_t n; /* Order of M, >= 1. */
    int is_complex;
    int rounds; /* Largest number of products M x, 5 in LAPACK. */
    void *x;    /* Host memory of 2 n elements of W or U: two columns. */
    /* Replaces the first `count` columns of x by their products with M, or with its conjugate
     * transpose. */
    ddblasStatus_t (*multiply)(void *context, int adjoint, int64_t count);
    void *context;
};

/* Sets *norm to a lower bound of the 1-norm, up to rounding errors, which is rarely below a third
 * of it; to NaN or Inf if a product has one. N. J. Higham, FORTRAN codes for estimating the one-
 * norm of a real or complex matrix, with applications to condition estimation, ACM TOMS 14(4),
 * 1988; algorithm 15.1 in Accuracy and Stability of Numerical Algorithms, 2nd edition. */
ddblasStatus_t ddblas_estimate_norm(const struct ddblas_estimate *estimate, double *norm);

/* Convert `count` elements between W or U and S, D, C or Z: to the type, and back. For W and U they
 * do nothing. */
void ddblas_estimate_pack(ddblasType_t type, int64_t count, const void *vectors, void *packed);
void ddblas_estimate_unpack(ddblasType_t type, int64_t count, void *vectors, const void *packed);

#ifdef __cplusplus
}
#endif

#endif
