/*
 * Elementary functions of cuddcomplex, in C11, C++17 and CUDA device code. Include this header by
 * itself: dd/elementary.h is about real numbers.
 *
 * Bounds are norm-wise, |computed - exact| <= bound |exact|, u = 2^-53, as long as no part of the
 * result overflows or lies below 2^-960; that of cuddcLog is relative to |log a|, and proved for
 * |log a| > 2^-43. Functions that take a product of two real results (exp, sin, cos, sinh, cosh)
 * keep each part accurate to 7u^2 by itself. Branch cuts and the signs of zeros on them are those
 * of C's Annex G; for operands that are not finite, results are what the formulas give.
 */
#ifndef DD_ELEMENTARY_COMPLEX_H
#define DD_ELEMENTARY_COMPLEX_H

#include <dd/cuddcomplex.h>
#include <dd/elementary.h>

/* The angle of a, in [-pi, pi]; cut along the negative axis. As cuddAtan2. */
CUDD_FN cuddreal cuddcArg(cuddcomplex a) { return cuddAtan2(a.y, a.x); }

/* size (cos angle + i sin angle); each part to 7u^2. */
CUDD_FN cuddcomplex cuddcPolar(cuddreal size, cuddreal angle)
{
    cuddreal sine, cosine;
    cuddSinCos(angle, &sine, &cosine);
    return cuddcMake(cuddMul(size, cosine), cuddMul(size, sine));
}

/* 2^shift e^x (cos angle + i sin angle); each part to 7u^2, also where e^x alone overflows. */
CUDD_FN cuddcomplex cuddc_exp_polar(cuddreal x, cuddreal angle, int shift)
{
    int e;
    if (!(fabs(x.x) < 4000.0)) /* every part is 0, Inf or NaN: the sine of a finite number is not that small */
        return cuddcPolar(cuddExp(x), angle);
    const cuddreal power = cudd3_round(cudd3_exp(cudd3_from(x), &e));
    const int first = e < 0 ? 0 : e > 1000 ? 1000 : e; /* before the products, so that none with a tiny sine underflows */
    return cuddcLdexp(cuddcPolar(cuddLdexp(power, first), angle), e - first + shift);
}

/* e^a; each part to 7u^2. A real argument has a real result, also where e^a overflows. */
CUDD_FN cuddcomplex cuddcExp(cuddcomplex a)
{
    if (cuddIsZero(a.y))
        return cuddcMake(cuddExp(a.x), a.y);
    return fabs(a.x.x) < 700.0 ? cuddcPolar(cuddExp(a.x), a.y) : cuddc_exp_polar(a.x, a.y, 0);
}

/* log |a| for finite a other than 0, from x^2 + y^2 in three doubles; relative error 9/8 u^2 while
 * ||a| - 1| > 2^-30, and |error| <= u^2 | |a| - 1 | + 2^-148 nearer to 1. */
CUDD_FN cuddreal cuddc_log_abs(cuddcomplex a)
{
    const int e = cuddc_exponent(a); /* 1/2 <= max(|x|, |y|) 2^-e < 1 */
    const cudd3 x = cudd3_ldexp(cudd3_from(a.x), -e), y = cudd3_ldexp(cudd3_from(a.y), -e);
    const cudd3 norm = cudd3_add(cudd3_mul(x, x), cudd3_mul(y, y));
    if (e == 0 || e == 1) /* |a| may be near 1 */
        return cudd3_round(cudd3_scale(cudd3_log1p(cudd3_add_d(e == 0 ? norm : cudd3_scale(norm, 4.0), -1.0)), 0.5));
    return cudd3_round(cudd3_add(cudd3_scale(cudd3_log(norm), 0.5), cudd3_mul_d(cudd3_ln2(), (double)e)));
}

/* log a = log |a| + i arg a, cut along the negative axis; norm-wise 2u^2. -Inf for 0. */
CUDD_FN cuddcomplex cuddcLog(cuddcomplex a)
{
    const cuddreal angle = cuddcArg(a);
    if (cuddcIsInf(a))
        return cuddcMake(cuddInf(), angle);
    if (!cuddcIsFinite(a) || cuddcIsZero(a))
        return cuddcMake(cuddcIsZero(a) ? cuddFromDouble(-(double)INFINITY) : cuddNan(), angle);
    return cuddcMake(cuddc_log_abs(a), angle);
}

/* The square root with a real part >= 0, cut along the negative axis; norm-wise 20u^2. */
CUDD_FN cuddcomplex cuddcSqrt(cuddcomplex a)
{
    if (cuddcIsZero(a))
        return cuddcMake(cuddFromDouble(0.0), a.y);
    if (cuddIsInf(a.y))
        return cuddcMake(cuddInf(), a.y);
    if (!cuddcIsFinite(a) && cuddIsInf(a.x) && !cuddIsNan(a.y))
        return a.x.x > 0.0 ? cuddcMake(cuddInf(), cuddFromDouble(copysign(0.0, a.y.x)))
                           : cuddcMake(cuddFromDouble(0.0), cuddFromDouble(copysign((double)INFINITY, a.y.x)));
    if (!cuddcIsFinite(a))
        return cuddcMake(cuddNan(), cuddNan());
    const int e = cuddc_exponent(a) & ~1;
    const cuddcomplex s = cuddcLdexp(a, -e);
    const cuddreal large = cuddSqrt(cuddLdexp(cuddAdd(cuddcAbs(s), cuddFabs(s.x)), -1)); /* sqrt((|s| + |x|) / 2) */
    const cuddreal small = cuddDiv(s.y, cuddLdexp(large, 1));
    const cuddcomplex r = cuddSignBit(s.x) ? cuddcMake(cuddFabs(small), cudd_with_sign(large, s.y.x)) : cuddcMake(large, small);
    return cuddcLdexp(r, e / 2);
}

/* a^b = e^(b log a), norm-wise error (8 + 11 |b log a|) u^2. 1 for b = 0; for a = 0 and other b it
 * is 0 if the real part of b is positive, otherwise NaN. */
CUDD_FN cuddcomplex cuddcPow(cuddcomplex a, cuddcomplex b)
{
    if (cuddcIsZero(b))
        return cuddcFromDoubles(1.0, 0.0);
    if (cuddcIsZero(a))
        return cuddGtD(b.x, 0.0) ? cuddcFromDoubles(0.0, 0.0) : cuddcFromDoubles((double)NAN, (double)NAN);
    return cuddcExp(cuddcMul(b, cuddcLog(a)));
}

/* sinh a = sinh x cos y + i cosh x sin y; each part to 7u^2. */
CUDD_FN cuddcomplex cuddcSinh(cuddcomplex a)
{
    cuddreal sine, cosine;
    if (cuddIsZero(a.y))
        return cuddcMake(cuddSinh(a.x), a.y);
    if (fabs(a.x.x) > 700.0) /* e^|x| / 2 for both hyperbolic functions, which may leave the range */
    {
        const cuddcomplex p = cuddc_exp_polar(cuddFabs(a.x), a.y, -1);
        return cuddcMake(cudd_with_sign(p.x, a.x.x), p.y);
    }
    cuddSinCos(a.y, &sine, &cosine);
    return cuddcMake(cuddMul(cuddSinh(a.x), cosine), cuddMul(cuddCosh(a.x), sine));
}

/* cosh a = cosh x cos y + i sinh x sin y; each part to 7u^2. */
CUDD_FN cuddcomplex cuddcCosh(cuddcomplex a)
{
    cuddreal sine, cosine;
    if (cuddIsZero(a.y))
        return cuddcMake(cuddCosh(a.x), cudd_with_sign(a.y, a.x.x));
    if (fabs(a.x.x) > 700.0)
    {
        const cuddcomplex p = cuddc_exp_polar(cuddFabs(a.x), a.y, -1);
        return cuddcMake(p.x, cudd_with_sign(p.y, a.x.x));
    }
    cuddSinCos(a.y, &sine, &cosine);
    return cuddcMake(cuddMul(cuddCosh(a.x), cosine), cuddMul(cuddSinh(a.x), sine));
}

/* tanh a as sinh a / cosh a; norm-wise 40u^2. Far from the imaginary axis 1 or -1 and a zero. */
CUDD_FN cuddcomplex cuddcTanh(cuddcomplex a)
{
    if (fabs(a.x.x) > 300.0 && cuddIsFinite(a.y))
    {
        cuddreal sine, cosine; /* the imaginary part is 4 e^(-2|x|) sin y cos y, a zero of that sign */
        cuddSinCos(a.y, &sine, &cosine);
        return cuddcMake(cuddFromDouble(copysign(1.0, a.x.x)), cuddFromDouble(copysign(0.0, sine.x) * copysign(1.0, cosine.x)));
    }
    return cuddcDiv(cuddcSinh(a), cuddcCosh(a));
}

/* a times i and times -i. Exact. */
CUDD_FN cuddcomplex cuddc_times_i(cuddcomplex a) { return cuddcMake(cuddNeg(a.y), a.x); }
CUDD_FN cuddcomplex cuddc_over_i(cuddcomplex a) { return cuddcMake(a.y, cuddNeg(a.x)); }

/* sin a = sinh(i a) / i, cos a = cosh(i a), tan a = tanh(i a) / i; bounds as theirs. */
CUDD_FN cuddcomplex cuddcSin(cuddcomplex a) { return cuddc_over_i(cuddcSinh(cuddc_times_i(a))); }
CUDD_FN cuddcomplex cuddcCos(cuddcomplex a) { return cuddcCosh(cuddc_times_i(a)); }
CUDD_FN cuddcomplex cuddcTan(cuddcomplex a) { return cuddc_over_i(cuddcTanh(cuddc_times_i(a))); }

#endif
