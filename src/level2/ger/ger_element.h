/*
 * Computes one element of ger and its relatives: a + x t, where t is the coefficient of the
 * element's column. Every engine performs the same operations in the same order, so all engines
 * give the same bits. The kernels of the CPU perform them on vectors; they call ger_element where a
 * vector is not full or an element is special.
 *
 * Most elements take the plain path, which is cuddMul and cuddAdd without their tests for special
 * values. An element is recomputed with these tests only if the result of the plain path contains
 * zero, Inf or NaN. No other element needs the tests: a product whose low part is not finite makes
 * the low part of the sum NaN, and a product that is zero leaves a sum that is not zero unchanged.
 */
#ifndef DDBLAS_LEVEL2_GER_ELEMENT_H
#define DDBLAS_LEVEL2_GER_ELEMENT_H

#include <dd/cuddcomplex.h>
#include <dd/cuddreal.h>

CUDD_FN cuddreal ger_element(cuddreal a, cuddreal x, cuddreal t)
{
    const cuddreal p = cudd_mul_parts(x.x, x.y, t.x, t.y);
    const cuddreal r = cudd_add_parts(a.x, a.y, p.x, p.y);
    return cudd_finite(r.y) && r.x != 0.0 ? r : cuddAdd(a, cuddMul(x, t));
}

/* Returns a + x t in complex double-double. The products with the real part of t are added
 * first. */
CUDD_FN cuddcomplex ger_element_complex(cuddcomplex a, cuddcomplex x, cuddcomplex t)
{
    return cuddcMake(ger_element(ger_element(a.x, x.x, t.x), cuddNeg(x.y), t.y),
                     ger_element(ger_element(a.y, x.y, t.x), x.x, t.y));
}

/* The two coefficients of a column. ger_coefficient_complex returns t = alpha op(y), the function
 * after it s = op(alpha x) for the second product. */
CUDD_FN cuddcomplex ger_coefficient_complex(cuddcomplex alpha, int real_alpha, cuddcomplex y, int conjugate)
{
    const cuddcomplex of_y = conjugate ? cuddcConj(y) : y;
    return real_alpha ? cuddcMulReal(of_y, alpha.x) : cuddcMul(alpha, of_y);
}
CUDD_FN cuddcomplex ger_second_coefficient_complex(cuddcomplex alpha, cuddcomplex x, int conjugate)
{
    const cuddcomplex product = cuddcMul(alpha, x);
    return conjugate ? cuddcConj(product) : product;
}

#endif
