/*
 * One element of axpy, scal, rot and rotm in W and U: what dd/level1.h defines, on both engines.
 * The kernels of the CPU perform the same operations on vectors, without the tests for special
 * values, and call these functions for elements that are special.
 */
#ifndef DDBLAS_LEVEL1_ELEMENT_H
#define DDBLAS_LEVEL1_ELEMENT_H

#include <dd/cuddcomplex.h>

/* The scalars of a call: alpha; c and a complex s; or, for rotations with real numbers, the matrix
 * H with h11 and h22 as the parts of a, and h12 and h21 as the parts of b. */
struct ddblas_level1_scalars
{
    cuddcomplex a, b;
};

/* The matrix of rot with a real s: c, s and -s, c. */
CUDD_FN struct ddblas_level1_scalars level1_rotation(cuddreal c, cuddreal s)
{
    struct ddblas_level1_scalars m;
    m.a = cuddcMake(c, c);
    m.b = cuddcMake(s, cuddMake(-s.x, -s.y));
    return m;
}

/* The matrix of rotm from its five numbers, flag, h11, h21, h12, h22, of which those are not read
 * that the flag makes 1 or -1. */
CUDD_FN struct ddblas_level1_scalars level1_modified_rotation(double flag, cuddreal h11, cuddreal h21, cuddreal h12, cuddreal h22)
{
    const cuddreal one = cuddFromDouble(1.0), minus = cuddFromDouble(-1.0);
    struct ddblas_level1_scalars m;
    m.a = flag == 0.0 ? cuddcMake(one, one) : cuddcMake(h11, h22);
    m.b = flag > 0.0 ? cuddcMake(one, minus) : cuddcMake(h12, h21);
    return m;
}

/* c a, c real. */
CUDD_FN cuddcomplex level1_real_times(cuddreal c, cuddcomplex a) { return cuddcMake(cuddMul(c, a.x), cuddMul(c, a.y)); }

CUDD_FN cuddreal level1_axpy_w(cuddreal alpha, cuddreal x, cuddreal y) { return cuddAdd(y, cuddMul(alpha, x)); }
CUDD_FN cuddcomplex level1_axpy_u(cuddcomplex alpha, cuddcomplex x, cuddcomplex y) { return cuddcAdd(y, cuddcMul(alpha, x)); }

/* Replaces x by h11 x + h12 y and y by h22 y + h21 x. */
CUDD_FN void level1_rot_w(struct ddblas_level1_scalars m, cuddreal *x, cuddreal *y)
{
    const cuddreal r = cuddAdd(cuddMul(m.a.x, *x), cuddMul(m.b.x, *y));
    *y = cuddAdd(cuddMul(m.a.y, *y), cuddMul(m.b.y, *x));
    *x = r;
}

/* Replaces x by c x + s y and y by c y - conj(s) x. */
CUDD_FN void level1_rot_u(cuddreal c, cuddcomplex s, cuddcomplex *x, cuddcomplex *y)
{
    const cuddcomplex r = cuddcAdd(level1_real_times(c, *x), cuddcMul(s, *y));
    *y = cuddcSub(level1_real_times(c, *y), cuddcMul(cuddcConj(s), *x));
    *x = r;
}

#endif
