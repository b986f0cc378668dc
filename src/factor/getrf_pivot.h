/*
 * The choice of a pivot, the same on both engines: the first element of a column whose magnitude,
 * |re| + |im| in U, is largest. A NaN counts as larger than every number.
 */
#ifndef DDBLAS_FACTOR_GETRF_PIVOT_H
#define DDBLAS_FACTOR_GETRF_PIVOT_H

#include <dd/cuddcomplex.h>

/* A candidate: its magnitude, which is not negative, and its row. */
struct ddblas_pivot
{
    cuddreal magnitude;
    int64_t row;
};

CUDD_FN int ddblas_pivot_larger(cuddreal a, cuddreal b)
{
    if (cuddIsNan(b))
        return 0;
    return cuddIsNan(a) || a.x > b.x || (a.x == b.x && a.y > b.y);
}

/* Returns the pivot that comes first among two: the larger one, or the one in the upper row. */
CUDD_FN struct ddblas_pivot ddblas_pivot_of(struct ddblas_pivot a, struct ddblas_pivot b)
{
    if (ddblas_pivot_larger(a.magnitude, b.magnitude))
        return a;
    if (ddblas_pivot_larger(b.magnitude, a.magnitude))
        return b;
    return a.row < b.row ? a : b;
}

#endif
