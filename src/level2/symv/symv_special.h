/*
 * Recomputes components of a double-double symv that are not finite, for the CPU and the GPU. The
 * sum of products neither overflows nor loses terms, and gives IEEE 754's result if an operand is
 * Inf or NaN.
 *
 *   - Finite products are added in double-double as fractions with a common exponent. Nothing
 *     overflows, and losses by underflow are below 2^-1000 of the largest term.
 *   - Products with an Inf or NaN are added separately, in IEEE 754 arithmetic on the values.
 *
 * Hence an Inf is only added to other Infs, never to a finite sum that has overflowed. A result
 * within the range of double is finite and accurate even if a partial sum, alpha A x or beta y was
 * not.
 */
#ifndef DDBLAS_LEVEL2_SYMV_SPECIAL_H
#define DDBLAS_LEVEL2_SYMV_SPECIAL_H

#include <dd/cuddcomplex.h>

struct symv_special
{
    cuddreal finite; /* Sum of the finite products, times 2^-exponent. */
    int exponent;
    double special; /* Inf or NaN if any product is not finite, otherwise 0. */
};

CUDD_FN struct symv_special symv_special_zero(void)
{
    struct symv_special s;
    s.finite = cuddFromDouble(0.0);
    s.exponent = 0;
    s.special = 0.0;
    return s;
}

/* s += term 2^e. The sum takes the larger of the two exponents. */
CUDD_FN void symv_special_add_scaled(struct symv_special *s, cuddreal term, int e)
{
    if (term.x == 0.0)
        return;
    if (s->finite.x == 0.0 || e > s->exponent)
    {
        s->finite = cuddLdexp(s->finite, s->exponent - e);
        s->exponent = e;
    }
    s->finite = cuddAdd(s->finite, cuddLdexp(term, e - s->exponent));
}

/* Returns a as a fraction in [1/2, 1) and adds its exponent to *e. */
CUDD_FN cuddreal symv_fraction(cuddreal a, int *e)
{
    int own;
    a = cuddFrexp(a, &own);
    *e += own;
    return a;
}

/* s += a b. */
CUDD_FN void symv_special_add(struct symv_special *s, cuddreal a, cuddreal b)
{
    if (cuddIsFinite(a) && cuddIsFinite(b))
    {
        int e = 0;
        const cuddreal f = symv_fraction(a, &e), g = symv_fraction(b, &e);
        symv_special_add_scaled(s, cuddMul(f, g), e);
    }
    else
        s->special += cuddc_class(a) * cuddc_class(b);
}

/* s += t. */
CUDD_FN void symv_special_merge(struct symv_special *s, struct symv_special t)
{
    symv_special_add_scaled(s, t.finite, t.exponent);
    s->special += t.special;
}

/* s += a t. */
CUDD_FN void symv_special_add_multiple(struct symv_special *s, cuddreal a, struct symv_special t)
{
    if (cuddIsFinite(a) && t.special == 0.0)
    {
        int e = t.exponent;
        const cuddreal f = symv_fraction(a, &e), g = symv_fraction(t.finite, &e);
        symv_special_add_scaled(s, cuddMul(f, g), e);
    }
    else
        s->special += cuddc_class(a) * (t.special != 0.0 ? t.special : t.finite.x);
}

CUDD_FN cuddreal symv_special_value(struct symv_special s)
{
    return s.special != 0.0 ? cuddFromDouble(s.special) : cuddLdexp(s.finite, s.exponent);
}

/* Returns alpha row + beta y. Ignores y if beta is 0. */
CUDD_FN cuddreal symv_special_real(struct symv_special row, cuddreal alpha, cuddreal beta, cuddreal y)
{
    struct symv_special r = symv_special_zero();
    symv_special_add_multiple(&r, alpha, row);
    if (!cuddIsZero(beta))
        symv_special_add(&r, beta, y);
    return symv_special_value(r);
}

/* Sums of a row, real and imaginary part. */
struct symv_special_pair
{
    struct symv_special re, im;
};

CUDD_FN struct symv_special_pair symv_special_pair_zero(void)
{
    struct symv_special_pair s;
    s.re = s.im = symv_special_zero();
    return s;
}

/* s += a x. only_real: skips the imaginary part of a, which counts as zero. */
CUDD_FN void symv_special_pair_add(struct symv_special_pair *s, cuddcomplex a, cuddcomplex x, int only_real)
{
    symv_special_add(&s->re, a.x, x.x);
    symv_special_add(&s->im, a.x, x.y);
    if (only_real)
        return;
    symv_special_add(&s->re, cuddNeg(a.y), x.y);
    symv_special_add(&s->im, a.y, x.x);
}

/* Returns alpha row + beta y. A zero real or imaginary part of alpha or beta is skipped, so that 0
 * * Inf makes no NaN. */
CUDD_FN cuddcomplex symv_special_complex(struct symv_special_pair row, cuddcomplex alpha, cuddcomplex beta, cuddcomplex y)
{
    struct symv_special_pair r = symv_special_pair_zero();
    if (!cuddIsZero(alpha.x))
    {
        symv_special_add_multiple(&r.re, alpha.x, row.re);
        symv_special_add_multiple(&r.im, alpha.x, row.im);
    }
    if (!cuddIsZero(alpha.y))
    {
        symv_special_add_multiple(&r.re, cuddNeg(alpha.y), row.im);
        symv_special_add_multiple(&r.im, alpha.y, row.re);
    }
    if (!cuddIsZero(beta.x))
    {
        symv_special_add(&r.re, beta.x, y.x);
        symv_special_add(&r.im, beta.x, y.y);
    }
    if (!cuddIsZero(beta.y))
    {
        symv_special_add(&r.re, cuddNeg(beta.y), y.y);
        symv_special_add(&r.im, beta.y, y.x);
    }
    return cuddcMake(symv_special_value(r.re), symv_special_value(r.im));
}

#endif
