/*
 * cudd3: a real number as the unevaluated sum x + y + z of three doubles, about 159 bits. The
 * elementary functions compute their leading terms in it, so that nearly the only error of a result
 * is its last rounding to double-double.
 *
 * Internal to dd/elementary.h: names and functions may change. Every function expects finite
 * operands whose parts decrease by about 2^-53 each and returns such numbers; nothing here handles
 * overflow, Inf or NaN. The errors stated are those of results without underflow.
 */
#ifndef DD_ELEMENTARY_TRIPLE_H
#define DD_ELEMENTARY_TRIPLE_H

#include <dd/cuddreal.h>

typedef struct cudd3
{
    double x, y, z;
} cudd3;

CUDD_FN cudd3 cudd3_make(double x, double y, double z)
{
    cudd3 r;
    r.x = x;
    r.y = y;
    r.z = z;
    return r;
}

/* a exactly. */
CUDD_FN cudd3 cudd3_from(cuddreal a) { return cudd3_make(a.x, a.y, 0.0); }

/* The number at p[0], p[1], p[2]. */
CUDD_FN cudd3 cudd3_load(const double *p) { return cudd3_make(p[0], p[1], p[2]); }

/* x + y + z with parts that no longer overlap, for |x| >= |y + z| or x = 0. Exact. */
CUDD_FN cudd3 cudd3_normalize(double x, double y, double z)
{
    const cuddreal low = cuddTwoSum(y, z);
    const cuddreal high = cuddFastTwoSum(x, low.x);
    const cuddreal rest = cuddFastTwoSum(high.y, low.y);
    return cudd3_make(high.x, rest.x, rest.y);
}

/* a rounded to double-double: relative error u^2 at most, u = 2^-53, and u^2/2 unless the low part
 * is exactly half a unit in the last place of the high one. */
CUDD_FN cuddreal cudd3_round(cudd3 a)
{
    const cuddreal low = cuddFastTwoSum(a.y, a.z);
    return cuddFastTwoSum(a.x, low.x);
}

/* a, 1/2 < |a| < 4, rounded to double-double, a low part below 2^-57 to a multiple of 2^-107: error
 * u^2 |a| at most. Numbers with few bits, such as m 2^-e for integers m below 2^107, come out
 * exactly although the last bits of a were computed with errors of 2^-112. */
CUDD_FN cuddreal cudd3_round_short(cudd3 a)
{
    const cuddreal r = cudd3_round(a);
    const double grid = copysign(0x1.8p-55, r.y); /* 2^-107 is the last bit of this number */
    return fabs(r.y) < 0x1p-57 ? cuddFastTwoSum(r.x, cudd_sub(cudd_add(r.y, grid), grid)) : r;
}

CUDD_FN cudd3 cudd3_neg(cudd3 a) { return cudd3_make(-a.x, -a.y, -a.z); }

/* a 2^e; exact while no part becomes subnormal. */
CUDD_FN cudd3 cudd3_ldexp(cudd3 a, int e) { return cudd3_make(ldexp(a.x, e), ldexp(a.y, e), ldexp(a.z, e)); }

/* a times a power of two. */
CUDD_FN cudd3 cudd3_scale(cudd3 a, double power) { return cudd3_make(a.x * power, a.y * power, a.z * power); }

/* a + b; error 2^-156 (|a| + |b|) at most. */
CUDD_FN cudd3 cudd3_add(cudd3 a, cudd3 b)
{
    const cuddreal high = cuddTwoSum(a.x, b.x);
    const cuddreal mid = cuddTwoSum(a.y, b.y);
    const cuddreal next = cuddTwoSum(high.y, mid.x);
    const double low = cudd_add(cudd_add(a.z, b.z), cudd_add(mid.y, next.y));
    const cuddreal top = cuddTwoSum(high.x, next.x); /* cancellation may leave high.x below next.x */
    return cudd3_normalize(top.x, top.y, low);
}

CUDD_FN cudd3 cudd3_sub(cudd3 a, cudd3 b) { return cudd3_add(a, cudd3_neg(b)); }

/* a + d; error as that of cudd3_add. */
CUDD_FN cudd3 cudd3_add_d(cudd3 a, double d) { return cudd3_add(a, cudd3_make(d, 0.0, 0.0)); }

/* a + b, b in double-double. */
CUDD_FN cudd3 cudd3_add_dd(cudd3 a, cuddreal b) { return cudd3_add(a, cudd3_from(b)); }

/* a d; relative error 2^-155 at most. */
CUDD_FN cudd3 cudd3_mul_d(cudd3 a, double d)
{
    const cuddreal high = cuddTwoProd(a.x, d);
    const cuddreal mid = cuddTwoProd(a.y, d);
    const cuddreal next = cuddTwoSum(high.y, mid.x);
    return cudd3_normalize(high.x, next.x, cudd_add(cudd_fma(a.z, d, mid.y), next.y));
}

/* a b; relative error 2^-153 at most. */
CUDD_FN cudd3 cudd3_mul(cudd3 a, cudd3 b)
{
    const cuddreal high = cuddTwoProd(a.x, b.x);
    const cuddreal left = cuddTwoProd(a.x, b.y), right = cuddTwoProd(a.y, b.x);
    const cuddreal cross = cuddTwoSum(left.x, right.x);
    const cuddreal next = cuddTwoSum(high.y, cross.x);
    double low = cudd_fma(a.x, b.z, cudd_fma(a.z, b.x, cudd_mul(a.y, b.y)));
    low = cudd_add(low, cudd_add(cudd_add(left.y, right.y), cudd_add(cross.y, next.y)));
    return cudd3_normalize(high.x, next.x, low);
}

/* a / b by three quotients of doubles with exact residuals; relative error 2^-152 at most. */
CUDD_FN cudd3 cudd3_div(cudd3 a, cudd3 b)
{
    const double q0 = a.x / b.x;
    cudd3 r = cudd3_sub(a, cudd3_mul_d(b, q0));
    const double q1 = r.x / b.x;
    r = cudd3_sub(r, cudd3_mul_d(b, q1));
    return cudd3_normalize(q0, q1, r.x / b.x);
}

/* The root of a >= 0, two Newton steps with exact residuals; relative error 2^-151 at most. */
CUDD_FN cudd3 cudd3_sqrt(cudd3 a)
{
    const double s = sqrt(a.x);
    if (s == 0.0)
        return cudd3_make(0.0, 0.0, 0.0);
    cudd3 r = cudd3_sub(a, cudd3_from(cuddTwoProd(s, s)));
    const double q = r.x / (2.0 * s);
    r = cudd3_sub(r, cudd3_from(cuddTwoProd(2.0 * s, q)));
    r = cudd3_sub(r, cudd3_from(cuddTwoProd(q, q)));
    return cudd3_normalize(s, q, r.x / (2.0 * s));
}

#endif
