/*
 * The number of eigenvalues of a symmetric tridiagonal matrix below a number: that of the negative
 * pivots of T - x = L D L^T (B. N. Parlett, The Symmetric Eigenvalue Problem, SIAM 1998, section
 * 3.3). T has the diagonal d_i and the squares e2_i of its subdiagonal, and a norm that is neither
 * tiny nor huge:
 *
 *   q_0 = d_0 - x,  q_i = (d_i - x) - e2_(i-1) / q_(i-1)
 *
 * A pivot smaller than STURM_LEAST_PIVOT is replaced by -STURM_LEAST_PIVOT, which changes d_i by
 * less than 2^-299. The count in W is exact for a matrix whose d_i differ from those of T by at
 * most 8 u_w (|d_i| + |x|), and whose e2_i differ by a factor within 1 +- 8 u_w.
 */
#ifndef DDBLAS_EIGEN_STURM_H
#define DDBLAS_EIGEN_STURM_H

#include <dd/cuddreal.h>

#define STURM_LEAST_PIVOT 0x1p-300

/* Returns the next pivot from s = d_i - x, e2 = e2_(i-1) and the previous pivot. For the first
 * pivot, call it with e2 = 0 and before = 1. */
CUDD_FN double sturm_pivot_d(double s, double e2, double before)
{
    const double q = s - e2 / before;
    return fabs(q) < STURM_LEAST_PIVOT ? -STURM_LEAST_PIVOT : q;
}

CUDD_FN cuddreal sturm_pivot_w(cuddreal s, cuddreal e2, cuddreal before)
{
    /* The quotient t + r / before.x by one step of division: the remainder is below 2^-52 e2. */
    const double inverse = 1.0 / before.x, t = cudd_mul(e2.x, inverse);
    const double r = cudd_add(cudd_fma(-t, before.x, e2.x), cudd_fma(-t, before.y, e2.y));
    const cuddreal quotient = cuddFastTwoSum(t, cudd_mul(r, inverse)), q = cudd_add_parts(s.x, s.y, -quotient.x, -quotient.y);
    return fabs(q.x) < STURM_LEAST_PIVOT ? cuddFromDouble(-STURM_LEAST_PIVOT) : q;
}

#endif
