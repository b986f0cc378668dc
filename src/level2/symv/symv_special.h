/*
 * Recomputes those components of a double-double symv that are not finite, on the CPU and on the
 * GPU, with the sums of core/special_sum.h. If the exact result is within the range of double, the
 * recomputed result is finite and accurate, even if a partial sum, alpha A x or beta y was not
 * finite.
 */
#ifndef DDBLAS_LEVEL2_SYMV_SPECIAL_H
#define DDBLAS_LEVEL2_SYMV_SPECIAL_H

#include "core/special_sum.h"

/* s += a t. */
CUDD_FN void symv_special_add_multiple(struct special_sum *s, cuddreal a, struct special_sum t)
{
    if (cuddIsFinite(a) && t.special == 0.0)
    {
        int e = t.exponent;
        const cuddreal f = special_fraction(a, &e), g = special_fraction(t.finite, &e);
        special_sum_add_scaled(s, cuddMul(f, g), e);
    }
    else
        s->special += cuddc_class(a) * (t.special != 0.0 ? t.special : t.finite.x);
}

/* Returns alpha row + beta y. Ignores y if beta is 0. */
CUDD_FN cuddreal symv_special_real(struct special_sum row, cuddreal alpha, cuddreal beta, cuddreal y)
{
    struct special_sum r = special_sum_zero();
    symv_special_add_multiple(&r, alpha, row);
    if (!cuddIsZero(beta))
        special_sum_add(&r, beta, y);
    return special_sum_value(r);
}

/* The sums of the real and of the imaginary part of a row. */
struct symv_special_pair
{
    struct special_sum re, im;
};

CUDD_FN struct symv_special_pair symv_special_pair_zero(void)
{
    struct symv_special_pair s;
    s.re = s.im = special_sum_zero();
    return s;
}

/* Adds a x to s. only_real: the imaginary part of a counts as zero and is not multiplied. */
CUDD_FN void symv_special_pair_add(struct symv_special_pair *s, cuddcomplex a, cuddcomplex x, int only_real)
{
    special_sum_add(&s->re, a.x, x.x);
    special_sum_add(&s->im, a.x, x.y);
    if (only_real)
        return;
    special_sum_add(&s->re, cuddNeg(a.y), x.y);
    special_sum_add(&s->im, a.y, x.x);
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
        special_sum_add(&r.re, beta.x, y.x);
        special_sum_add(&r.im, beta.x, y.y);
    }
    if (!cuddIsZero(beta.y))
    {
        special_sum_add(&r.re, cuddNeg(beta.y), y.y);
        special_sum_add(&r.im, beta.y, y.x);
    }
    return cuddcMake(special_sum_value(r.re), special_sum_value(r.im));
}

#endif
