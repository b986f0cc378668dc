/*
 * Sums of products that neither overflow nor lose terms, and that give IEEE 754's result if an
 * operand is Inf or NaN. The routines in W and U recompute with them what is not finite, on the CPU
 * and on the GPU.
 *
 *   - Finite products are added in double-double as fractions with a common exponent. Nothing
 *     overflows, and losses by underflow are below 2^-1000 of the largest term.
 *   - Products with an Inf or NaN are added separately, in IEEE 754 arithmetic on the values.
 *
 * Hence an Inf is only added to other Infs, never to a finite sum that has overflowed. A result
 * within the range of double is finite and accurate even if a partial sum was not.
 */
#ifndef DDBLAS_CORE_SPECIAL_SUM_H
#define DDBLAS_CORE_SPECIAL_SUM_H

#include <dd/cuddcomplex.h>

struct special_sum
{
    cuddreal finite; /* Sum of the finite products, times 2^-exponent. */
    int exponent;
    double special; /* Inf or NaN if any product is not finite, otherwise 0. */
};

CUDD_FN struct special_sum special_sum_zero(void)
{
    struct special_sum s;
    s.finite = cuddFromDouble(0.0);
    s.exponent = 0;
    s.special = 0.0;
    return s;
}

/* s += term 2^e. The sum takes the larger of the two exponents. */
CUDD_FN void special_sum_add_scaled(struct special_sum *s, cuddreal term, int e)
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
CUDD_FN cuddreal special_fraction(cuddreal a, int *e)
{
    int own;
    a = cuddFrexp(a, &own);
    *e += own;
    return a;
}

/* s += a b. */
CUDD_FN void special_sum_add(struct special_sum *s, cuddreal a, cuddreal b)
{
    if (cuddIsFinite(a) && cuddIsFinite(b))
    {
        int e = 0;
        const cuddreal f = special_fraction(a, &e), g = special_fraction(b, &e);
        special_sum_add_scaled(s, cuddMul(f, g), e);
    }
    else
        s->special += cuddc_class(a) * cuddc_class(b);
}

/* s += t. The sum of two finite parts with the same exponent may overflow, so the part of t becomes
 * a fraction first, and the common exponent is at least that of its value. */
CUDD_FN void special_sum_merge(struct special_sum *s, struct special_sum t)
{
    int e = t.exponent;
    const cuddreal f = special_fraction(t.finite, &e);
    special_sum_add_scaled(s, f, e);
    s->special += t.special;
}

CUDD_FN cuddreal special_sum_value(struct special_sum s)
{
    return s.special != 0.0 ? cuddFromDouble(s.special) : cuddLdexp(s.finite, s.exponent);
}

#endif
