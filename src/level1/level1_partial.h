/*
 * Partial results of sums and of searches, on both engines: how two are combined, and how the last
 * one becomes the result. Combining never overflows, and Inf and NaN among the terms give what IEEE
 * 754 says (core/special_sum.h).
 */
#ifndef DDBLAS_LEVEL1_PARTIAL_H
#define DDBLAS_LEVEL1_PARTIAL_H

#include "core/special_sum.h"

/* A sum; im is 0 in real sums. */
struct level1_sum
{
    struct special_sum re, im;
};

/* The element found so far: |x_i| and i, counted from 1; 0: none. */
struct level1_extreme
{
    cuddreal value;
    int64_t index;
};

/* ---- sums ------------------------------------------------------------------------------------ */

CUDD_FN struct special_sum level1_special_of(cuddreal value, int exponent)
{
    struct special_sum s;
    s.finite = value;
    s.exponent = exponent;
    s.special = 0.0;
    return s;
}

/* A finite sum times 2^exponent. */
CUDD_FN struct level1_sum level1_sum_of(cuddreal re, cuddreal im, int exponent)
{
    struct level1_sum s;
    s.re = level1_special_of(re, exponent);
    s.im = level1_special_of(im, exponent);
    return s;
}

/* s += t: cuddAdd where that is finite and nothing is scaled, as it nearly always is. */
CUDD_FN void level1_special_merge(struct special_sum *s, struct special_sum t)
{
    const cuddreal sum = cuddAdd(s->finite, t.finite);
    if (s->special == 0.0 && t.special == 0.0 && s->exponent == 0 && t.exponent == 0 && cuddIsFinite(sum))
        s->finite = sum;
    else
        special_sum_merge(s, t);
}

CUDD_FN void level1_sum_merge(struct level1_sum *s, struct level1_sum t)
{
    level1_special_merge(&s->re, t.re);
    level1_special_merge(&s->im, t.im);
}

/* s += x y, or conj(x) y, term by term with care. Real numbers have their imaginary parts skipped,
 * so that 0 Inf makes no NaN. */
CUDD_FN void level1_careful_dot(struct level1_sum *s, cuddcomplex x, cuddcomplex y, int is_complex, int conjugate)
{
    special_sum_add(&s->re, x.x, y.x);
    if (!is_complex)
        return;
    special_sum_add(&s->re, conjugate ? x.y : cuddNeg(x.y), y.y);
    special_sum_add(&s->im, x.x, y.y);
    special_sum_add(&s->im, conjugate ? cuddNeg(x.y) : x.y, y.x);
}

/* s += |a|. */
CUDD_FN void level1_careful_asum(struct level1_sum *s, cuddreal a) { special_sum_add(&s->re, cuddFabs(a), cuddFromDouble(1.0)); }

/* s += a^2. */
CUDD_FN void level1_careful_square(struct level1_sum *s, cuddreal a) { special_sum_add(&s->re, a, a); }

/* Squares are added as they are if their sum is in this range; otherwise they are scaled by 2^-700
 * or 2^700 first. Then no product that counts is near either end of the range: docs/numerics.md. */
#define LEVEL1_LEAST_SQUARES 0x1p-700
#define LEVEL1_SCALE_UP      0x1p+700
#define LEVEL1_SCALE_DOWN    0x1p-700
#define LEVEL1_SCALE_SQUARED 1400 /* the exponent of the scale's square */

/* The root of a sum of squares. */
CUDD_FN cuddreal level1_root(struct special_sum s)
{
    if (s.special != 0.0)
        return cuddFromDouble(s.special);
    if (s.exponent % 2 != 0)
    {
        s.finite = cuddLdexp(s.finite, -1);
        s.exponent++;
    }
    int e; /* The root of a fraction in [1/4, 1): nothing is lost before the last scaling. */
    cuddreal f = cuddFrexp(s.finite, &e);
    if (e % 2 != 0)
    {
        f = cuddLdexp(f, -1);
        e++;
    }
    return cuddLdexp(cuddSqrt(f), (e + s.exponent) / 2);
}

/* ---- searches -------------------------------------------------------------------------------- */

CUDD_FN struct level1_extreme level1_nothing_found(void)
{
    struct level1_extreme e;
    e.value = cuddFromDouble(0.0);
    e.index = 0;
    return e;
}

/* 1 when b takes the place of a: a larger (or smaller) value, of equal ones the first. NaN never
 * does. */
CUDD_FN int level1_better(struct level1_extreme a, struct level1_extreme b, int smallest)
{
    if (b.index == 0 || cuddIsNan(b.value))
        return 0;
    if (a.index == 0)
        return 1;
    if (cuddEq(a.value, b.value))
        return b.index < a.index;
    return smallest ? cuddLt(b.value, a.value) : cuddGt(b.value, a.value);
}

CUDD_FN void level1_extreme_merge(struct level1_extreme *a, struct level1_extreme b, int smallest)
{
    if (level1_better(*a, b, smallest))
        *a = b;
}

/* The result: 1 where the first element is NaN, or where every element is. */
CUDD_FN int64_t level1_index(struct level1_extreme e, int first_is_nan) { return first_is_nan || e.index == 0 ? 1 : e.index; }

#endif
