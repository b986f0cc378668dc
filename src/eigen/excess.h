/*
 * The deviation of a rotation from an orthogonal or unitary one, for both engines.
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

/* Returns c^2 + x^2 + y^2 - 1 in the same way, for s = x + i y. */
CUDD_FN double eigen_excess_complex(cuddreal c, cuddreal x, cuddreal y)
{
    const cuddreal p = cuddTwoProd(c.x, c.x), q = cuddTwoProd(x.x, x.x), r = cuddTwoProd(y.x, y.x);
    const cuddreal two = cuddTwoSum(p.x, q.x), sum = cuddTwoSum(two.x, r.x);
    const cuddreal rest = cuddAddD(cuddAddD(cuddAddD(cuddTwoSum(p.y, q.y), r.y), two.y), sum.y);
    const cuddreal part = cuddAdd(cuddTwoProd(2.0 * x.x, x.y), cuddTwoProd(2.0 * y.x, y.y));
    const cuddreal mixed = cuddAdd(cuddTwoProd(2.0 * c.x, c.y), part);
    const double squares = cudd_add(cudd_mul(c.y, c.y), cudd_add(cudd_mul(x.y, x.y), cudd_mul(y.y, y.y)));
    return cudd_add(cuddToDouble(cuddAdd(cuddAddD(rest, cudd_add(sum.x, -1.0)), mixed)), squares);
}

#endif
