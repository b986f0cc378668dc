/*
 * The arithmetic of norms, for both engines: moduli and squares of elements in every type, and sums
 * and maxima of them. S and C are computed in double (precision 1), the other types in
 * double-double (precision 2). All numbers are >= 0, Inf or NaN.
 */
#ifndef DDBLAS_MATRIX_NORM_ELEMENT_H
#define DDBLAS_MATRIX_NORM_ELEMENT_H

#include <dd/ddblas.h>

#include "level1/level1_partial.h"

/* ---- sums and maxima ------------------------------------------------------------------------- */

typedef double norm_number_1;
typedef cuddreal norm_number_2;

#define NORM_PRECISION_S 1
#define NORM_PRECISION_D 2
#define NORM_PRECISION_C 1
#define NORM_PRECISION_Z 2
#define NORM_PRECISION_W 2
#define NORM_PRECISION_U 2

CUDD_FN double norm_wrap_1(double d) { return d; }
CUDD_FN cuddreal norm_wrap_2(double d) { return cuddFromDouble(d); }
CUDD_FN cuddreal norm_widen_1(double d) { return cuddFromDouble(d); }
CUDD_FN cuddreal norm_widen_2(cuddreal a) { return a; }
CUDD_FN double norm_twice_1(double d) { return 2.0 * d; }
CUDD_FN cuddreal norm_twice_2(cuddreal a) { return cuddMake(2.0 * a.x, 2.0 * a.y); }

/* a + b. In double-double cuddAddSloppy, 3u^2 for numbers of one sign, and the sum of the high
 * parts where the result is not finite: Inf or NaN as IEEE 754 says. Commutative in every bit. */
CUDD_FN double norm_add_1(double a, double b) { return cudd_add(a, b); }
CUDD_FN cuddreal norm_add_2(cuddreal a, cuddreal b)
{
    const cuddreal s = cuddTwoSum(a.x, b.x);
    const cuddreal r = cuddFastTwoSum(s.x, cudd_add(s.y, cudd_add(a.y, b.y)));
    if (cudd_finite(r.y))
        return r;
    return cudd_finite(s.x) ? cuddInf() : cuddFromDouble(s.x);
}

/* The larger one; NaN is larger than every number. */
CUDD_FN double norm_larger_1(double a, double b) { return a != a || a >= b ? a : b; }
CUDD_FN cuddreal norm_larger_2(cuddreal a, cuddreal b)
{
    if (a.x != a.x)
        return a;
    return a.x > b.x || (a.x == b.x && a.y >= b.y) ? a : b;
}

/* A sum or maximum as a partial result, times 2^exponent. */
CUDD_FN struct special_sum norm_partial(cuddreal a, int exponent)
{
    struct special_sum s = special_sum_zero();
    if (cuddIsFinite(a))
    {
        s.finite = a;
        s.exponent = exponent;
    }
    else
        s.special = a.x;
    return s;
}

/* a = a + b, or the larger one. */
CUDD_FN void norm_merge(struct special_sum *a, struct special_sum b, int largest)
{
    if (largest)
        *a = norm_partial(norm_larger_2(special_sum_value(*a), special_sum_value(b)), 0);
    else
        level1_special_merge(a, b);
}

/* ---- moduli ---------------------------------------------------------------------------------- */

CUDD_FN double norm_modulus_S(float a) { return fabs((double)a); }
CUDD_FN cuddreal norm_modulus_D(double a) { return cuddFromDouble(fabs(a)); }
/* A low part -0 becomes +0, so that equal numbers have the same bits whichever of them is kept. */
CUDD_FN cuddreal norm_modulus_W(cuddreal a)
{
    const cuddreal modulus = cuddFabs(a);
    return cuddMake(modulus.x, cudd_add(modulus.y, 0.0));
}

/* Squares of floats neither overflow nor underflow in double. An infinite part counts more than
 * NaN, as in hypot. */
CUDD_FN double norm_modulus_C(ddblasComplex a)
{
    const double x = fabs((double)a.x), y = fabs((double)a.y);
    if (y == 0.0)
        return x;
    if (x > DBL_MAX || y > DBL_MAX)
        return (double)INFINITY;
    return sqrt(cudd_add(cudd_mul(x, x), cudd_mul(y, y)));
}

/* The square of a number in double-double, without care for overflow: cuddSqr without its test. */
CUDD_FN cuddreal norm_square_of(cuddreal a)
{
    const cuddreal c = cuddTwoProd(a.x, a.x);
    return cuddFastTwoSum(c.x, cudd_add(c.y, cudd_fma(a.x, 2.0 * a.y, cudd_mul(a.y, a.y))));
}

/* cuddcAbs, without its scaling where the larger part is far from both ends of the range. */
CUDD_FN cuddreal norm_modulus_U(cuddcomplex a)
{
    const double x = fabs(a.x.x), y = fabs(a.y.x), large = x > y ? x : y;
    if (cuddIsZero(a.y))
        return norm_modulus_W(a.x);
    if (large >= 0x1p-440 && large <= 0x1p+440 && cuddcIsFinite(a))
        return cudd_sqrt_parts(norm_add_2(norm_square_of(a.x), norm_square_of(a.y)));
    return cuddcAbs(a);
}

CUDD_FN cuddreal norm_modulus_Z(ddblasDoubleComplex a) { return norm_modulus_U(cuddcFromDoubles(a.x, a.y)); }

/* The modulus, or more, within a relative error of 2^-50. */
CUDD_FN double norm_rough_S(float a) { return fabs((double)a); }
CUDD_FN double norm_rough_D(double a) { return fabs(a); }
CUDD_FN double norm_rough_W(cuddreal a) { return cuddIsNan(a) ? (double)NAN : fabs(a.x); }
CUDD_FN double norm_rough_C(ddblasComplex a) { return cudd_add(fabs((double)a.x), fabs((double)a.y)); }
CUDD_FN double norm_rough_Z(ddblasDoubleComplex a) { return cudd_add(fabs(a.x), fabs(a.y)); }
CUDD_FN double norm_rough_U(cuddcomplex a) { return cudd_add(norm_rough_W(a.x), norm_rough_W(a.y)); }

/* ---- squares --------------------------------------------------------------------------------- */

/* The square of the modulus of `scale` times the element; scale is a power of 2, and 1 in S and C,
 * whose squares need none. Where the result is not finite it may be Inf instead of NaN. */
CUDD_FN double norm_square_S(float a, double scale)
{
    (void)scale;
    return cudd_mul((double)a, (double)a);
}
CUDD_FN double norm_square_C(ddblasComplex a, double scale)
{
    return cudd_add(norm_square_S(a.x, scale), norm_square_S(a.y, scale));
}
CUDD_FN cuddreal norm_square_D(double a, double scale) { return cuddTwoProd(scale * a, scale * a); }
CUDD_FN cuddreal norm_square_Z(ddblasDoubleComplex a, double scale)
{
    return norm_add_2(norm_square_D(a.x, scale), norm_square_D(a.y, scale));
}
CUDD_FN cuddreal norm_square_W(cuddreal a, double scale) { return norm_square_of(cuddMake(scale * a.x, scale * a.y)); }
CUDD_FN cuddreal norm_square_U(cuddcomplex a, double scale)
{
    return norm_add_2(norm_square_W(a.x, scale), norm_square_W(a.y, scale));
}

/* The square as a double, for a sum that has Inf or NaN. */
CUDD_FN double norm_plain_square_D(double a) { return cudd_mul(a, a); }
CUDD_FN double norm_plain_square_S(float a) { return norm_plain_square_D((double)a); }
CUDD_FN double norm_plain_square_W(cuddreal a) { return norm_plain_square_D(cuddc_class(a)); }
CUDD_FN double norm_plain_square_C(ddblasComplex a) { return cudd_add(norm_plain_square_S(a.x), norm_plain_square_S(a.y)); }
CUDD_FN double norm_plain_square_Z(ddblasDoubleComplex a) { return cudd_add(norm_plain_square_D(a.x), norm_plain_square_D(a.y)); }
CUDD_FN double norm_plain_square_U(cuddcomplex a) { return cudd_add(norm_plain_square_W(a.x), norm_plain_square_W(a.y)); }

/* 1 if the sum of squares of a block may be used as it is. docs/numerics.md has the proof. */
CUDD_FN int norm_in_range_1(double sum) { return cudd_finite(sum); }
CUDD_FN int norm_in_range_2(cuddreal sum) { return sum.x >= LEVEL1_LEAST_SQUARES && cuddIsFinite(sum); }
CUDD_FN int norm_is_finite_1(double sum) { return cudd_finite(sum); }
CUDD_FN int norm_is_finite_2(cuddreal sum) { return cuddIsFinite(sum); }

/* ---- elements -------------------------------------------------------------------------------- */

/* The diagonal of a Hermitian matrix, whose imaginary part counts as 0. */
CUDD_FN float norm_real_S(float a) { return a; }
CUDD_FN double norm_real_D(double a) { return a; }
CUDD_FN cuddreal norm_real_W(cuddreal a) { return a; }
CUDD_FN ddblasComplex norm_real_C(ddblasComplex a)
{
    a.y = 0.0F;
    return a;
}
CUDD_FN ddblasDoubleComplex norm_real_Z(ddblasDoubleComplex a)
{
    a.y = 0.0;
    return a;
}
CUDD_FN cuddcomplex norm_real_U(cuddcomplex a) { return cuddcFromReal(a.x); }

/* The larger of `best` and the modulus of a, which is computed only if it may be the larger one. */
#define NORM_LARGER(letter, type, precision)                                                                                     \
    CUDD_FN norm_number_##precision norm_search_##letter(norm_number_##precision best, type a)                                   \
    {                                                                                                                            \
        if (norm_rough_##letter(a) * (1.0 + 0x1p-48) < norm_widen_##precision(best).x)                                           \
            return best;                                                                                                         \
        return norm_larger_##precision(best, norm_modulus_##letter(a));                                                          \
    }
NORM_LARGER(S, float, 1)
NORM_LARGER(D, double, 2)
NORM_LARGER(W, cuddreal, 2)
NORM_LARGER(C, ddblasComplex, 1)
NORM_LARGER(Z, ddblasDoubleComplex, 2)
NORM_LARGER(U, cuddcomplex, 2)
#undef NORM_LARGER

/* ---- the result ------------------------------------------------------------------------------ */

/* Writes a norm, rounded to the real type of an element: a float (single), a double, or both parts
 * (double_double). */
CUDD_FN void norm_store(cuddreal norm, int is_single, int is_double_double, void *result)
{
    if (is_single)
        *(float *)result = (float)norm.x;
    else
        ((double *)result)[0] = norm.x;
    if (is_double_double)
        ((double *)result)[1] = norm.y;
}

#endif
