/*
 * One element of ger, a + x t with t = alpha y_j. Every engine performs the same operations in the
 * same order, so all engines give the same bits. The kernels of the CPU perform them on vectors,
 * and call ger_element where a vector is not full or an element is special.
 *
 * The plain path is cuddMul and cuddAdd without their tests for special values. Only if its result
 * contains zero, Inf or NaN is the element computed again with the tests. No other element needs
 * them: a product whose low part is not finite makes the low part of the sum NaN, and a product
 * that is zero leaves a sum that is not zero unchanged.
 */
#ifndef DDBLAS_LEVEL2_GER_ELEMENT_H
#define DDBLAS_LEVEL2_GER_ELEMENT_H

#include <dd/cuddreal.h>

CUDD_FN cuddreal ger_element(cuddreal a, cuddreal x, cuddreal t)
{
    const cuddreal p = cudd_mul_parts(x.x, x.y, t.x, t.y);
    const cuddreal r = cudd_add_parts(a.x, a.y, p.x, p.y);
    return cudd_finite(r.y) && r.x != 0.0 ? r : cuddAdd(a, cuddMul(x, t));
}

#endif
