/*
 * Exponentials, logarithms, powers, hyperbolic functions and their inverses of cuddreal. Include
 * dd/elementary.h, which says what holds for all of them.
 *
 * exp.  x = k log(2)/64 + r with |r| <= log(2)/128 gives e^x = 2^(k/64) (1 + expm1 r). The powers
 * are in a table of 64 numbers in three doubles. The Taylor series of expm1 has an exact first
 * term; the next ones are computed in double-double and the last ones in double (P. T. P. Tang,
 * Table-driven implementation of the exponential function, ACM TOMS 15(2), 1989).
 *
 * log.  x = 2^e m with 1/sqrt(2) <= m < sqrt(2); a table has c, 1/m rounded to ten bits, and -log
 * c, so that log x = e log 2 - log c + log1p(m c - 1), m c - 1 exact and below 2^-7.3 (Tang, the
 * same for the logarithm, ACM TOMS 16(4), 1990).
 */
#ifndef DD_ELEMENTARY_EXPONENTIAL_H
#define DD_ELEMENTARY_EXPONENTIAL_H

#include <dd/elementary/tables.h>

/* ---- series ---------------------------------------------------------------------------------- */

/* Entry i of a table of pairs. */
CUDD_FN cuddreal cudd_pair(const double *p) { return cuddMake(p[0], p[1]); }

/* e^r - 1 for |r| <= log(2)/128, as r + r^2 (1/2 + r/6 + ...): twelve terms after the first, six of
 * them in double-double. Error at most 8u^2 r^2. */
CUDD_FN cudd3 cudd3_expm1_series(cudd3 r)
{
    const cuddreal r2 = cudd3_round(r);
    double tail = cudd_exp_series(11)[0];
    for (int i = 10; i >= 6; i--)
        tail = cudd_fma(tail, r.x, cudd_exp_series(i)[0]);
    cuddreal sum = cuddAddSloppy(cudd_pair(cudd_exp_series(5)), cuddMulD(r2, tail));
    for (int i = 4; i >= 0; i--)
        sum = cuddAddSloppy(cudd_pair(cudd_exp_series(i)), cuddMulSloppy(r2, sum));
    return cudd3_add_dd(r, cuddMulSloppy(cuddMulSloppy(r2, r2), sum));
}

/* log(1 + r) for |r| <= 2^-7.3, as r - r^2/2 + r^3 (1/3 - r/4 + ...): the first two terms in three
 * doubles, seven in double-double, eight in double. Error at most 8u^2 |r|^3. */
CUDD_FN cudd3 cudd3_log1p_series(cudd3 r)
{
    const cuddreal r2 = cudd3_round(r), minus = cuddMake(-r2.x, -r2.y);
    const cudd3 square = cudd3_mul(r, r);
    double tail = cudd_inverse_table(14)[0];
    for (int i = 13; i >= 7; i--)
        tail = cudd_fma(tail, minus.x, cudd_inverse_table(i)[0]);
    cuddreal sum = cuddAddSloppy(cudd_pair(cudd_inverse_table(6)), cuddMulD(minus, tail));
    for (int i = 5; i >= 0; i--)
        sum = cuddAddSloppy(cudd_pair(cudd_inverse_table(i)), cuddMulSloppy(minus, sum));
    const cuddreal cube = cuddMulSloppy(cuddMake(square.x, square.y), cuddMulSloppy(r2, sum));
    return cudd3_add_dd(cudd3_add(r, cudd3_scale(square, -0.5)), cube);
}

/* ---- exp in three doubles -------------------------------------------------------------------- */

/* v = k log(2)/64 + r. Returns r, for |v| < 2^40; *k is 0 if and only if |v| <= log(2)/128. */
CUDD_FN cudd3 cudd3_exp_reduce(cudd3 v, double *k)
{
    *k = rint(v.x * 0x1.71547652b82fep+6); /* 64 / log 2 */
    return *k == 0.0 ? v : cudd3_sub(v, cudd3_mul_d(cudd3_step_exp(), *k));
}

/* 2^(k/64) (1 + p) as a number in (1/2, 3) times 2^*e. */
CUDD_FN cudd3 cudd3_exp_scale(double k, cudd3 p, int *e)
{
    const int n = (int)k, i = n & 63;
    const cudd3 power = cudd3_load(cudd_exp_table(i));
    *e = (n - i) / 64;
    return cudd3_add(power, cudd3_mul(power, p));
}

/* e^v as a number in (1/2, 3) times 2^*e, for |v| < 2^20. Relative error 2^-12 u^2 at most. */
CUDD_FN cudd3 cudd3_exp(cudd3 v, int *e)
{
    double k;
    const cudd3 r = cudd3_exp_reduce(v, &k);
    return cudd3_exp_scale(k, cudd3_expm1_series(r), e);
}

/* e^v - 1 for |v| <= 80. Relative error 2^-4 u^2 at most. */
CUDD_FN cudd3 cudd3_expm1(cudd3 v)
{
    double k;
    int e;
    const cudd3 r = cudd3_exp_reduce(v, &k), p = cudd3_expm1_series(r);
    if (k == 0.0)
        return p;
    const cudd3 power = cudd3_exp_scale(k, p, &e);
    return cudd3_add_d(cudd3_ldexp(power, e), -1.0);
}

/* e^v + e^-v and e^v - e^-v for 0 <= v <= 80. Relative errors 2^-4 u^2 at most. */
CUDD_FN void cudd3_exp_both(cudd3 v, cudd3 *sum, cudd3 *difference)
{
    double k;
    int e, f;
    const cudd3 r = cudd3_exp_reduce(v, &k);
    const cudd3 p = cudd3_expm1_series(r), q = cudd3_expm1_series(cudd3_neg(r));
    cudd3 up = cudd3_exp_scale(k, p, &e), down = cudd3_exp_scale(-k, q, &f);
    up = cudd3_ldexp(up, e);
    down = cudd3_ldexp(down, f);
    *sum = cudd3_add(up, down);
    *difference = k == 0.0 ? cudd3_sub(p, q) : cudd3_sub(up, down);
}

/* ---- log in three doubles -------------------------------------------------------------------- */

/* v = 2^e m with 1/sqrt(2) <= m < sqrt(2). Returns -log c and sets *r = m c - 1, hence log m = -log
 * c + log1p(*r), for a normal number v > 0. */
CUDD_FN cudd3 cudd3_log_reduce(cudd3 v, int *e, cudd3 *r)
{
    const double high = frexp(v.x, e); /* in [1/2, 1) */
    if (high < 0x1.6a09e667f3bcdp-1)
        *e -= 1;
    const cudd3 m = cudd3_ldexp(v, -*e);
    const double n = rint(m.x * 128.0) - 90.0; /* 0 to 92, except where v is not normalised */
    const double *row = cudd_log_table(n >= 0.0 && n <= 92.0 ? (int)n : 0);
    const cuddreal a = cuddTwoProd(m.x, row[0]), b = cuddTwoProd(m.y, row[0]);
    *r = cudd3_add(cudd3_make(a.x - 1.0, a.y, 0.0), cudd3_make(b.x, cudd_fma(m.z, row[0], b.y), 0.0));
    return cudd3_make(row[1], row[2], row[3]);
}

/* log v for a normal number v > 0. Relative error 2^-12 u^2 at most. */
CUDD_FN cudd3 cudd3_log(cudd3 v)
{
    int e;
    cudd3 r;
    const cudd3 table = cudd3_log_reduce(v, &e, &r);
    const cudd3 large = e == 0 ? table : cudd3_add(cudd3_mul_d(cudd3_ln2(), (double)e), table);
    return cudd3_add(large, cudd3_log1p_series(r));
}

/* log(1 + v) for v > -1, |v| < 2^1000. Relative error 2^-11 u^2 at most. */
CUDD_FN cudd3 cudd3_log1p(cudd3 v) { return fabs(v.x) < 0x1p-8 ? cudd3_log1p_series(v) : cudd3_log(cudd3_add_d(v, 1.0)); }

/* ---- exponentials ---------------------------------------------------------------------------- */

/* e^a. 0 from about -745.2 down, Inf from about 709.8 up. */
CUDD_FN cuddreal cuddExp(cuddreal a)
{
    int e;
    if (cuddIsNan(a))
        return cuddNan();
    if (!(fabs(a.x) < 800.0))
        return a.x > 0.0 ? cuddInf() : cuddFromDouble(0.0);
    const cudd3 power = cudd3_exp(cudd3_from(a), &e);
    return cuddLdexp(cudd3_round(power), e);
}

/* 2^a; exact for integers a. */
CUDD_FN cuddreal cuddExp2(cuddreal a)
{
    int e;
    if (cuddIsNan(a))
        return cuddNan();
    if (!(fabs(a.x) < 1200.0))
        return a.x > 0.0 ? cuddInf() : cuddFromDouble(0.0);
    const double k = rint(a.x * 64.0);
    const cudd3 r = cudd3_mul(cudd3_add_d(cudd3_from(a), k * -0x1p-6), cudd3_ln2());
    const cudd3 power = cudd3_exp_scale(k, cudd3_expm1_series(r), &e);
    return cuddLdexp(cudd3_round_short(power), e);
}

/* 10^a; exact for integers 0 <= a <= 45. */
CUDD_FN cuddreal cuddExp10(cuddreal a)
{
    int e;
    if (cuddIsNan(a))
        return cuddNan();
    if (!(fabs(a.x) < 400.0))
        return a.x > 0.0 ? cuddInf() : cuddFromDouble(0.0);
    const cudd3 power = cudd3_exp(cudd3_mul(cudd3_from(a), cudd3_ln10()), &e);
    return cuddLdexp(cudd3_round_short(power), e);
}

/* e^a - 1, to full relative accuracy for small a too. -0 for -0. */
CUDD_FN cuddreal cuddExpm1(cuddreal a)
{
    if (fabs(a.x) < 0x1p-200 || !(fabs(a.x) <= 80.0) || cuddIsNan(a))
    {
        if (cuddIsNan(a) || fabs(a.x) < 1.0)
            return cudd_clean(a);
        return a.x > 0.0 ? cuddExp(a) : cuddFromDouble(-1.0);
    }
    return cudd3_round(cudd3_expm1(cudd3_from(a)));
}

/* ---- logarithms ------------------------------------------------------------------------------ */

/* Returns 1 and sets *special to the logarithm if a is not positive and finite. Otherwise returns 0
 * and sets *e and *v = 2^-*e a, a number far from the smallest normal ones. */
CUDD_FN int cudd_log_edge(cuddreal a, cuddreal *special, cudd3 *v, int *e)
{
    *e = 0;
    *v = cudd3_from(a);
    if (a.x >= 0x1p-900 && cuddIsFinite(a))
        return 0;
    if (cuddIsNan(a) || a.x < 0.0)
        *special = cuddNan();
    else if (a.x == 0.0)
        *special = cuddFromDouble(-(double)INFINITY);
    else if (cuddIsInf(a))
        *special = cuddInf();
    else
    {
        *e = -160;
        *v = cudd3_ldexp(*v, 160);
        return 0;
    }
    return 1;
}

/* log a, the natural logarithm. -Inf for 0, NaN for negative numbers. */
CUDD_FN cuddreal cuddLog(cuddreal a)
{
    cuddreal special;
    cudd3 v;
    int e;
    if (cudd_log_edge(a, &special, &v, &e))
        return special;
    v = cudd3_log(v);
    return cudd3_round(e == 0 ? v : cudd3_add(v, cudd3_mul_d(cudd3_ln2(), (double)e)));
}

/* The logarithm to base 2; exact for powers of two. */
CUDD_FN cuddreal cuddLog2(cuddreal a)
{
    cuddreal special;
    cudd3 v, r;
    int e, scaled;
    if (cudd_log_edge(a, &special, &v, &scaled))
        return special;
    const cudd3 table = cudd3_log_reduce(v, &e, &r);
    v = cudd3_mul(cudd3_add(table, cudd3_log1p_series(r)), cudd3_log2e());
    return cudd3_round(cudd3_add_d(v, (double)(e + scaled)));
}

/* The logarithm to base 10; exact for powers of ten that double-double holds exactly. */
CUDD_FN cuddreal cuddLog10(cuddreal a)
{
    cuddreal special;
    cudd3 v;
    int e;
    if (cudd_log_edge(a, &special, &v, &e))
        return special;
    v = cudd3_log(v);
    if (e != 0)
        v = cudd3_add(v, cudd3_mul_d(cudd3_ln2(), (double)e));
    v = cudd3_mul(v, cudd3_log10e());
    const double n = rint(v.x);
    if (v.x == n && fabs(v.y) <= 0x1p-113 * fabs(n)) /* v is n but for its error */
        return cuddFromDouble(n);
    return cudd3_round(v);
}

/* log(1 + a), to full relative accuracy for small a too. -Inf for -1, NaN below; -0 for -0. */
CUDD_FN cuddreal cuddLog1p(cuddreal a)
{
    if (cuddIsNan(a) || cuddLtD(a, -1.0))
        return cuddNan();
    if (fabs(a.x) < 0x1p-200)
        return a;
    if (cuddEqD(a, -1.0))
        return cuddFromDouble(-(double)INFINITY);
    return fabs(a.x) < 0x1p+300 ? cudd3_round(cudd3_log1p(cudd3_from(a))) : cuddLog(a);
}

/* ---- powers ---------------------------------------------------------------------------------- */

/* 0 when a is no integer, 1 when it is odd, 2 when it is even. Finite a. */
CUDD_FN int cudd_integer_class(cuddreal a)
{
    const cuddreal half = cuddMake(0.5 * a.x, 0.5 * a.y);
    if (!cuddEq(cuddRint(a), a))
        return 0;
    return cuddEq(cuddRint(half), half) ? 2 : 1;
}

/* a^b where an argument is 0, 1, Inf or NaN, as C's pow returns it. */
CUDD_FN cuddreal cudd_pow_edge(cuddreal a, cuddreal b)
{
    if (cuddIsZero(b) || cuddEqD(a, 1.0))
        return cuddFromDouble(1.0);
    if (cuddIsNan(a) || cuddIsNan(b))
        return cuddNan();
    if (cuddIsInf(b))
    {
        const cuddreal size = cuddFabs(a);
        if (cuddEqD(size, 1.0))
            return cuddFromDouble(1.0);
        return cuddGtD(size, 1.0) == (b.x > 0.0) ? cuddInf() : cuddFromDouble(0.0);
    }
    const double value = (a.x == 0.0) == (b.x > 0.0) ? 0.0 : (double)INFINITY; /* a is 0 or infinite */
    return cuddFromDouble(cuddSignBit(a) && cudd_integer_class(b) == 1 ? -value : value);
}

/* a^b. Exact where the result is an integer below 2^107. Special values as those of C's pow: NaN
 * for a < 0 unless b is an integer, 1 for b = 0 and for a = 1 whatever the other one is. */
CUDD_FN cuddreal cuddPow(cuddreal a, cuddreal b)
{
    int e, f, scaled;
    cudd3 v;
    cuddreal special;
    if (!cuddIsFinite(a) || !cuddIsFinite(b) || a.x == 0.0 || b.x == 0.0 || cuddEqD(a, 1.0))
        return cudd_pow_edge(a, b);
    const int parity = a.x < 0.0 ? cudd_integer_class(b) : 2;
    if (parity == 0)
        return cuddNan();
    (void)cudd_log_edge(cuddFabs(a), &special, &v, &scaled);
    v = cudd3_log(v);
    if (scaled != 0)
        v = cudd3_add(v, cudd3_mul_d(cudd3_ln2(), (double)scaled));
    const double sign = parity == 1 ? -1.0 : 1.0, size = v.x * b.x;
    if (!(fabs(size) < 800.0))
        return cuddFromDouble(size > 0.0 ? sign * (double)INFINITY : sign * 0.0);
    if (fabs(size) < 0x1p-200)
        return cuddFromDouble(sign);
    (void)frexp(b.x, &f); /* b may be so small or so large that products with it leave the range */
    const cudd3 exponent = cudd3_mul(cudd3_ldexp(v, f), cudd3_from(cuddLdexp(b, -f)));
    const cuddreal power = cudd3_round_short(cudd3_exp(exponent, &e));
    return cuddLdexp(cuddMake(sign * power.x, sign * power.y), e);
}

/* a^n by cuddPow. */
CUDD_FN cuddreal cuddPowi(cuddreal a, int64_t n) { return cuddPow(a, cuddFromInt64(n)); }

/* The cube root of a, of either sign. Exact for cubes. */
CUDD_FN cuddreal cuddCbrt(cuddreal a)
{
    int e;
    if (a.x == 0.0 || !cuddIsFinite(a))
        return cudd_clean(a);
    cudd3 m = cudd3_from(a);
    if (fabs(a.x) < 0x1p-900)
        m = cudd3_ldexp(m, 300);
    (void)frexp(m.x, &e);
    e -= ((e % 3) + 3) % 3;
    m = cudd3_ldexp(m, -e); /* in [1/2, 4) up to its sign */
    const double size = fabs(m.x);
    double s = cudd_fma(size, cudd_fma(size, -0.047, 0.47), 0.55); /* within 7%; each Newton step squares that */
    for (int i = 0; i < 4; i++)
    {
        const double square = cudd_mul(s, s);
        s = cudd_sub(s, cudd_fma(square, s, -size) / (3.0 * square));
    }
    s = copysign(s, m.x);
    const double slope = 3.0 * cudd_mul(s, s);
    const cuddreal first = cuddFastTwoSum(s, cudd3_sub(m, cudd3_mul_d(cudd3_from(cuddTwoProd(s, s)), s)).x / slope);
    const cudd3 root = cudd3_from(first);
    const double last = cudd3_sub(m, cudd3_mul(cudd3_mul(root, root), root)).x / slope;
    const cuddreal r = cudd3_round_short(cudd3_normalize(first.x, first.y, last));
    return cuddLdexp(r, e / 3 - (fabs(a.x) < 0x1p-900 ? 100 : 0));
}

/* sqrt(a^2 + b^2) without overflow on the way; Inf when one is Inf, even beside NaN. */
CUDD_FN cuddreal cuddHypot(cuddreal a, cuddreal b)
{
    int e;
    if (cuddIsInf(a) || cuddIsInf(b))
        return cuddInf();
    if (cuddIsNan(a) || cuddIsNan(b))
        return cuddNan();
    a = cuddFabs(a);
    b = cuddFabs(b);
    if (b.x > a.x)
    {
        const cuddreal swapped = a;
        a = b;
        b = swapped;
    }
    if (b.x == 0.0)
        return a;
    (void)frexp(a.x, &e);
    const cudd3 x = cudd3_ldexp(cudd3_from(a), -e), y = cudd3_ldexp(cudd3_from(b), -e);
    return cuddLdexp(cudd3_round_short(cudd3_sqrt(cudd3_add(cudd3_mul(x, x), cudd3_mul(y, y)))), e);
}

/* ---- hyperbolic functions -------------------------------------------------------------------- */

/* a, or -a if sign is negative. */
CUDD_FN cuddreal cudd_with_sign(cuddreal a, double sign) { return signbit(sign) ? cuddMake(-a.x, a.y == 0.0 ? 0.0 : -a.y) : a; }

/* e^a / 2 for a > 40, where e^-a no longer matters. */
CUDD_FN cuddreal cudd_half_exp(cuddreal a)
{
    int e;
    if (!(a.x < 800.0))
        return cuddInf();
    const cudd3 power = cudd3_exp(cudd3_from(a), &e);
    return cuddLdexp(cudd3_round(power), e - 1);
}

/* sinh a. */
CUDD_FN cuddreal cuddSinh(cuddreal a)
{
    cudd3 sum, difference;
    if (cuddIsNan(a) || fabs(a.x) < 0x1p-200)
        return cudd_clean(a);
    const cuddreal size = cuddFabs(a);
    if (!(size.x <= 60.0))
        return cudd_with_sign(cudd_half_exp(size), a.x);
    cudd3_exp_both(cudd3_from(size), &sum, &difference);
    return cudd_with_sign(cudd3_round(cudd3_scale(difference, 0.5)), a.x);
}

/* cosh a. */
CUDD_FN cuddreal cuddCosh(cuddreal a)
{
    cudd3 sum, difference;
    if (cuddIsNan(a))
        return cuddNan();
    const cuddreal size = cuddFabs(a);
    if (!(size.x <= 60.0))
        return cudd_half_exp(size);
    cudd3_exp_both(cudd3_from(size), &sum, &difference);
    return cudd3_round(cudd3_scale(sum, 0.5));
}

/* tanh a. */
CUDD_FN cuddreal cuddTanh(cuddreal a)
{
    cudd3 sum, difference;
    if (cuddIsNan(a) || fabs(a.x) < 0x1p-200)
        return cudd_clean(a);
    const cuddreal size = cuddFabs(a);
    if (!(size.x <= 60.0))
        return cuddFromDouble(copysign(1.0, a.x));
    cudd3_exp_both(cudd3_from(size), &sum, &difference);
    return cudd_with_sign(cudd3_round(cudd3_div(difference, sum)), a.x);
}

/* The inverse of sinh, as log1p(a + a^2 / (1 + sqrt(1 + a^2))). */
CUDD_FN cuddreal cuddAsinh(cuddreal a)
{
    if (!cuddIsFinite(a) || fabs(a.x) < 0x1p-200)
        return cudd_clean(a);
    const cudd3 v = cudd3_from(cuddFabs(a));
    if (v.x > 0x1p+100)
    {
        const cudd3 large = cudd3_add(cudd3_log(v), cudd3_ln2());
        return cudd_with_sign(cudd3_round(large), a.x);
    }
    const cudd3 square = cudd3_mul(v, v), root = cudd3_sqrt(cudd3_add_d(square, 1.0));
    const cudd3 past = cudd3_add(v, cudd3_div(square, cudd3_add_d(root, 1.0)));
    return cudd_with_sign(cudd3_round(cudd3_log1p(past)), a.x);
}

/* The inverse of cosh for a >= 1, as log1p(t + sqrt(t (2 + t))) with t = a - 1; NaN below 1. */
CUDD_FN cuddreal cuddAcosh(cuddreal a)
{
    if (cuddIsNan(a) || cuddLtD(a, 1.0))
        return cuddNan();
    if (cuddIsInf(a))
        return cuddInf();
    const cudd3 v = cudd3_from(a);
    if (v.x > 0x1p+200)
        return cudd3_round(cudd3_add(cudd3_log(v), cudd3_ln2()));
    const cudd3 t = cudd3_add_d(v, -1.0);
    if (t.x < 0x1p-200) /* sqrt(2 t), scaled so that no residual of the root underflows */
        return cuddLdexp(cudd3_round(cudd3_sqrt(cudd3_ldexp(t, 801))), -400);
    const cudd3 root = cudd3_sqrt(cudd3_mul(t, cudd3_add_d(t, 2.0)));
    return cudd3_round(cudd3_log1p(cudd3_add(t, root)));
}

/* The inverse of tanh for |a| <= 1, as log1p(2|a| / (1 - |a|)) / 2; Inf of a's sign for |a| = 1,
 * NaN above. */
CUDD_FN cuddreal cuddAtanh(cuddreal a)
{
    const cuddreal size = cuddFabs(a);
    if (cuddIsNan(a) || cuddGtD(size, 1.0))
        return cuddNan();
    if (cuddEqD(size, 1.0))
        return cuddFromDouble(copysign((double)INFINITY, a.x));
    if (size.x < 0x1p-200)
        return a;
    const cudd3 v = cudd3_from(size), t = cudd3_neg(cudd3_add_d(v, -1.0));
    if (t.x < 0x1p-200) /* log(2 / t) / 2: the quotient may overflow */
    {
        const cudd3 log_t = cudd3_sub(cudd3_log(cudd3_ldexp(t, 200)), cudd3_mul_d(cudd3_ln2(), 201.0));
        return cudd_with_sign(cudd3_round(cudd3_scale(log_t, -0.5)), a.x);
    }
    const cudd3 quotient = cudd3_div(cudd3_scale(v, 2.0), t);
    return cudd_with_sign(cudd3_round(cudd3_scale(cudd3_log1p(quotient), 0.5)), a.x);
}

#endif
