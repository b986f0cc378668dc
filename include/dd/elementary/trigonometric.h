/*
 * Sines, cosines, tangents and their inverses of cuddreal. Include dd/elementary.h, which says what
 * holds for all of them.
 *
 * sin, cos, tan.  a = k pi/128 + r with |r| <= pi/256: sums of a table of sines in three doubles
 * and short Taylor series. For |a| < 2^20 the multiple of pi is subtracted in three doubles; larger
 * arguments, and those so near to a multiple of pi/128 that this would leave too few bits of r, use
 * as many bits of 128/pi as they need (M. Payne, R. Hanek, Radian reduction for trigonometric
 * functions, SIGNUM Newsletter 18(1), 1983).
 *
 * atan.  For 0 <= y <= x and c = y/x rounded to multiples of 1/64, atan(y/x) = atan c +
 * atan((y - c x) / (x + c y)): a table and a series in an argument below 2^-6.9.
 */
#ifndef DD_ELEMENTARY_TRIGONOMETRIC_H
#define DD_ELEMENTARY_TRIGONOMETRIC_H

#include <dd/elementary/exponential.h>

/* ---- reduction of arguments ------------------------------------------------------------------ */

/* Limbs of the fixed-point numbers in a reduction: limb i has weight 2^(-32 i). */
#define CUDD_REDUCE_LIMBS 14

/* total += sign(d) (128/pi) |d| modulo 2^32, but for an error below 2^-360. */
CUDD_FN void cudd_reduce_part(uint32_t *total, double d)
{
    int e;
    const double fraction = frexp(fabs(d), &e);
    const uint64_t m = (uint64_t)ldexp(fraction, 53); /* |d| = m 2^(e - 53) */
    const uint64_t factors[2] = {m & 0xffffffffu, m >> 32};
    const int shift = (e - 53) & 31, words = (e - 53 - shift) / 32;
    uint32_t product[CUDD_REDUCE_LIMBS] = {0};
    for (int f = 0; f < 2; f++) /* m's high half has weight 2^32: it is multiplied by the words one place further down */
    {
        uint64_t carry = 0;
        for (int i = CUDD_REDUCE_LIMBS - 1; i >= 0; i--)
        {
            const int at = i + words + f;
            const uint64_t two = ((uint64_t)cudd_word_128_over_pi(at) << 32) | cudd_word_128_over_pi(at + 1);
            carry += product[i] + factors[f] * ((two >> (32 - shift)) & 0xffffffffu);
            product[i] = (uint32_t)carry;
            carry >>= 32;
        }
    }
    uint64_t carry = d < 0.0;
    for (int i = CUDD_REDUCE_LIMBS - 1; i >= 0; i--)
    {
        carry += (uint64_t)total[i] + (d < 0.0 ? ~product[i] : product[i]);
        total[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

/* a = (k + f) pi/128 modulo 2 pi for any finite a: sets *k, 0 to 255, and returns f pi/128, |f| <=
 * 1/2, to a relative error of 2^-150 as long as |f| > 2^-170. */
CUDD_FN cudd3 cudd_reduce_large(cuddreal a, int *k)
{
    uint32_t total[CUDD_REDUCE_LIMBS] = {0};
    cudd_reduce_part(total, a.x);
    cudd_reduce_part(total, a.y);
    const int negative = (int)(total[1] >> 31); /* a fraction of 1/2 and more belongs to the next multiple */
    *k = (int)((total[0] + (uint32_t)negative) & 255u);
    if (negative)
    {
        uint64_t carry = 1;
        for (int i = CUDD_REDUCE_LIMBS - 1; i > 0; i--)
        {
            carry += (uint32_t)~total[i];
            total[i] = (uint32_t)carry;
            carry >>= 32;
        }
    }
    int first = 1;
    while (first < CUDD_REDUCE_LIMBS - 6 && total[first] == 0)
        first++;
    cudd3 f = cudd3_make(0.0, 0.0, 0.0);
    for (int i = first + 5; i >= first; i--)
        f = cudd3_add_d(f, ldexp((double)total[i], -32 * i));
    f = cudd3_mul(f, cudd3_step_sin());
    return negative ? cudd3_neg(f) : f;
}

/* a = k pi/128 + r modulo 2 pi: sets *k, 0 to 255, and returns r, |r| <= pi/256 but for roundings,
 * to a relative error of 2^-115. Finite a. */
CUDD_FN cudd3 cudd3_sin_reduce(cuddreal a, int *k)
{
    if (fabs(a.x) < 0x1p+20)
    {
        const double n = rint(a.x * 0x1.45f306dc9c883p+5); /* 128 / pi */
        *k = (int)n & 255;
        if (n == 0.0)
            return cudd3_from(a);
        const cudd3 r = cudd3_sub(cudd3_from(a), cudd3_mul_d(cudd3_step_sin(), n));
        if (fabs(r.x) > 0x1p-20)
            return r;
    }
    return cudd_reduce_large(a, k);
}

/* ---- sine and cosine in three doubles -------------------------------------------------------- */

/* table(0) + table(1) s + ... + table(6) s^6, the first three terms in double-double, for small s.
 * The table is that of the sine or that of the cosine. */
CUDD_FN cuddreal cudd_circular_sum(int cosine, cuddreal s)
{
    double tail = 0.0;
    for (int i = 6; i >= 3; i--)
        tail = cudd_fma(tail, s.x, cosine ? cudd_cos_series(i)[0] : cudd_sin_series(i)[0]);
    cuddreal sum = cuddFromDouble(tail);
    for (int i = 2; i >= 0; i--)
        sum = cuddAddSloppy(cudd_pair(cosine ? cudd_cos_series(i) : cudd_sin_series(i)), cuddMulSloppy(s, sum));
    return sum;
}

/* The sine and the cosine of i pi/128 + r, 0 <= i < 64, |r| <= pi/256, in three doubles: S + (C r +
 * C (sin r - r) - S (1 - cos r)) with S, C from the table, and the cosine likewise. Relative errors
 * at most 2^-8 u^2. */
CUDD_FN void cudd3_sin_cos_octant(int i, cudd3 r, cudd3 *sine, cudd3 *cosine)
{
    const cudd3 s = cudd3_load(cudd_sin_table(i)), c = cudd3_load(cudd_sin_table(64 - i));
    const cuddreal r2 = cudd3_round(r), square = cuddSqr(r2);
    const cuddreal past = cuddMulSloppy(cuddMulSloppy(square, r2), cudd_circular_sum(0, square)); /* sin r - r */
    const cuddreal short_of = cuddMulSloppy(square, cudd_circular_sum(1, square));                /* 1 - cos r */
    const cuddreal s2 = cuddMake(s.x, s.y), c2 = cuddMake(c.x, c.y);
    const cuddreal small_s = cuddAddSloppy(cuddMulSloppy(c2, past), cuddNeg(cuddMulSloppy(s2, short_of)));
    const cuddreal small_c = cuddAddSloppy(cuddMulSloppy(s2, past), cuddMulSloppy(c2, short_of));
    *sine = cudd3_add(s, cudd3_add_dd(cudd3_mul(c, r), small_s));
    *cosine = cudd3_sub(c, cudd3_add_dd(cudd3_mul(s, r), small_c));
}

/* The sine and the cosine of a finite a in three doubles, relative errors 2^-7 u^2 at most. */
CUDD_FN void cudd3_sin_cos(cuddreal a, cudd3 *sine, cudd3 *cosine)
{
    int k;
    cudd3 s, c;
    const cudd3 r = cudd3_sin_reduce(a, &k);
    cudd3_sin_cos_octant(k & 63, r, &s, &c);
    const int quadrant = k >> 6;
    *sine = quadrant & 1 ? c : s;
    *cosine = quadrant & 1 ? s : c;
    if (quadrant >= 2)
        *sine = cudd3_neg(*sine);
    if (quadrant == 1 || quadrant == 2)
        *cosine = cudd3_neg(*cosine);
}

/* ---- arc tangent in three doubles ------------------------------------------------------------ */

/* atan(y/x) for 0 <= y <= x, x in [1/4, 2). Relative error 2^-11 u^2 at most while y/x > 2^-900. */
CUDD_FN cudd3 cudd3_atan_octant(cudd3 y, cudd3 x)
{
    const double n = rint(64.0 * (y.x / x.x)); /* 0 to 64, except where an operand is not normalised */
    const int i = n >= 0.0 && n <= 64.0 ? (int)n : 0;
    const double c = (double)i * 0x1p-6;
    const cudd3 z = i == 0 ? cudd3_div(y, x) : cudd3_div(cudd3_sub(y, cudd3_mul_d(x, c)), cudd3_add(x, cudd3_mul_d(y, c)));
    const cuddreal z2 = cudd3_round(z), square = cuddSqr(z2);
    double tail = 0.0;
    for (int k = 19; k >= 13; k -= 2) /* 1/k, k = 13, 15, 17, 19 */
        tail = cudd_fma(tail, -square.x, k == 19 ? 1.0 / 19.0 : cudd_inverse_table(k - 3)[0]);
    cuddreal sum = cuddFromDouble(tail);
    for (int k = 11; k >= 3; k -= 2)
        sum = cuddAddSloppy(cudd_pair(cudd_inverse_table(k - 3)), cuddNeg(cuddMulSloppy(square, sum)));
    const cudd3 inner = cudd3_add_dd(z, cuddNeg(cuddMulSloppy(cuddMulSloppy(square, z2), sum)));
    return i == 0 ? inner : cudd3_add(cudd3_load(cudd_atan_table(i)), inner);
}

/* The angle of the point (x, y), in [0, pi], for y >= 0 and max(|x|, y) in [1/2, 1). */
CUDD_FN cudd3 cudd3_atan2(cudd3 y, cudd3 x)
{
    const int left = x.x < 0.0;
    const cudd3 size = left ? cudd3_neg(x) : x;
    const int steep = y.x > size.x;
    const cudd3 inner = steep ? cudd3_atan_octant(size, y) : cudd3_atan_octant(y, size);
    if (steep)
        return left ? cudd3_add(cudd3_half_pi(), inner) : cudd3_sub(cudd3_half_pi(), inner);
    return left ? cudd3_sub(cudd3_pi(), inner) : inner;
}

/* ---- the functions --------------------------------------------------------------------------- */

/* *sine = sin a and *cosine = cos a, the same bits as cuddSin and cuddCos at the cost of one. */
CUDD_FN void cuddSinCos(cuddreal a, cuddreal *sine, cuddreal *cosine)
{
    cudd3 s, c;
    if (!cuddIsFinite(a) || fabs(a.x) < 0x1p-200)
    {
        *sine = cuddIsFinite(a) ? a : cuddNan();
        *cosine = cuddIsFinite(a) ? cuddFromDouble(1.0) : cuddNan();
        return;
    }
    cudd3_sin_cos(a, &s, &c);
    *sine = cudd3_round(s);
    *cosine = cudd3_round(c);
}

/* sin a for any finite a, in radians. NaN for Inf; -0 for -0. */
CUDD_FN cuddreal cuddSin(cuddreal a)
{
    cuddreal sine, cosine;
    cuddSinCos(a, &sine, &cosine);
    return sine;
}

/* cos a for any finite a, in radians. NaN for Inf. */
CUDD_FN cuddreal cuddCos(cuddreal a)
{
    cuddreal sine, cosine;
    cuddSinCos(a, &sine, &cosine);
    return cosine;
}

/* tan a for any finite a, in radians. NaN for Inf; -0 for -0. */
CUDD_FN cuddreal cuddTan(cuddreal a)
{
    cudd3 sine, cosine;
    if (!cuddIsFinite(a))
        return cuddNan();
    if (fabs(a.x) < 0x1p-200)
        return a;
    cudd3_sin_cos(a, &sine, &cosine);
    return cudd3_round(cudd3_div(sine, cosine));
}

/* The angle of the point (x, y) in radians, in [-pi, pi]; y comes first, as in C's atan2, and
 * signed zeros and Inf give what they give there. */
CUDD_FN cuddreal cuddAtan2(cuddreal y, cuddreal x)
{
    int e, f;
    const double sign = copysign(1.0, y.x);
    const int left = cuddSignBit(x);
    if (cuddIsNan(x) || cuddIsNan(y))
        return cuddNan();
    if (cuddIsInf(y))
    {
        const double eighths = !cuddIsInf(x) ? 2.0 : left ? 3.0 : 1.0;
        return cudd_with_sign(cudd3_round(cudd3_mul_d(cudd3_scale(cudd3_pi(), 0.25), eighths)), sign);
    }
    if (y.x == 0.0 || cuddIsInf(x))
        return left ? cudd_with_sign(cudd3_round(cudd3_pi()), sign) : cuddFromDouble(copysign(0.0, sign));
    if (x.x == 0.0)
        return cudd_with_sign(cudd3_round(cudd3_half_pi()), sign);
    y = cuddFabs(y);
    (void)frexp(y.x, &e);
    (void)frexp(x.x, &f);
    if (!left && f - e > 200) /* the angle is the quotient, whose low parts scaling by one number could lose */
        return cudd_with_sign(
            cuddLdexp(cudd3_round(cudd3_div(cudd3_ldexp(cudd3_from(y), -e), cudd3_ldexp(cudd3_from(x), -f))), e - f), sign);
    const int scale = e > f ? e : f;
    return cudd_with_sign(cudd3_round(cudd3_atan2(cudd3_ldexp(cudd3_from(y), -scale), cudd3_ldexp(cudd3_from(x), -scale))), sign);
}

/* The arc tangent of a, in [-pi/2, pi/2]. */
CUDD_FN cuddreal cuddAtan(cuddreal a)
{
    return fabs(a.x) < 0x1p-200 || cuddIsNan(a) ? cudd_clean(a) : cuddAtan2(a, cuddFromDouble(1.0));
}

/* sqrt(1 - a^2) for |a| <= 1, as the root of (1 - |a|)(1 + |a|). */
CUDD_FN cudd3 cudd3_other_leg(cudd3 a)
{
    const double sign = a.x < 0.0 ? 1.0 : -1.0; /* 1 - |a| = 1 + sign a */
    const cudd3 less = cudd3_add_d(cudd3_scale(a, sign), 1.0), more = cudd3_add_d(cudd3_scale(a, -sign), 1.0);
    if (less.x < 0x1p-200) /* scaled so that no residual of the root underflows */
        return cudd3_ldexp(cudd3_sqrt(cudd3_mul(cudd3_ldexp(less, 800), more)), -400);
    return cudd3_sqrt(cudd3_mul(less, more));
}

/* The arc sine of a, in [-pi/2, pi/2]; NaN for |a| > 1. */
CUDD_FN cuddreal cuddAsin(cuddreal a)
{
    const cuddreal size = cuddFabs(a);
    if (cuddIsNan(a) || cuddGtD(size, 1.0))
        return cuddNan();
    if (size.x < 0x1p-200)
        return a;
    const cudd3 v = cudd3_scale(cudd3_from(size), 0.5); /* halves of both legs: the larger one is in [1/4, 1/2] */
    return cudd_with_sign(cudd3_round(cudd3_atan2(v, cudd3_scale(cudd3_other_leg(cudd3_from(size)), 0.5))), a.x);
}

/* The arc cosine of a, in [0, pi]; NaN for |a| > 1. */
CUDD_FN cuddreal cuddAcos(cuddreal a)
{
    if (cuddIsNan(a) || cuddGtD(cuddFabs(a), 1.0))
        return cuddNan();
    const cudd3 v = cudd3_from(a);
    return cudd3_round(cudd3_atan2(cudd3_scale(cudd3_other_leg(v), 0.5), cudd3_scale(v, 0.5)));
}

#endif
