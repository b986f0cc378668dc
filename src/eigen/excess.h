/*
 * The deviation of a rotation from an orthogonal one, for both engines.
 */
#ifndef DDBLAS_EIGEN_EXCESS_H
#define DDBLAS_EIGEN_EXCESS_H

#include <dd/cuddreal.h>

/* Returns c^2 + s^2 - 1, which must be small, with an error far below the unit roundoff of W: all
 * terms of magnitude about 1 are summed exactly. */
CUDD_FN double eigen_excess(cuddreal c, cuddreal s)
{
    const cuddreal p = cuddTwoProd(c.x, c.x), q = cuddTwoProd(s.x, s.x);
    const cuddreal sum = p.x > q.x ? cuddFastTwoSum(p.x, q.x) : cuddFastTwoSum(q.x, p.x);
    const cuddreal rest = cuddAddD(cuddTwoSum(p.y, q.y), sum.y);
    const cuddreal mixed = cuddAdd(cuddTwoProd(2.0 * c.x, c.y), cuddTwoProd(2.0 * s.x, s.y));
    return cudd_add(cuddToDouble(cuddAdd(cuddAddD(rest, cudd_add(sum.x, -1.0)), mixed)),
                    cudd_add(cudd_mul(c.y, c.y), cudd_mul(s.y, s.y)));
}

#endif
