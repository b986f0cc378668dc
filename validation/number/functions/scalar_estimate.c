/*
 * The error of a result by error-free transforms.
 *
 * The residual (exact result - r, for quotients a - r b, for roots a - r^2) is a sum of m <= 12
 * doubles: parts of the operands, and products of parts as product and error, all exact while no
 * product is below 2^-900 or above 2^1000. SumK with K = 3 (T. Ogita, S. M. Rump, S. Oishi, SIAM J.
 * Sci. Comput. 26(6), 2005, proposition 4.10) gives the sum s with an error of at most (u + 3
 * g^2)|s| + g^3 S, g = 2(m - 1)u / (1 - 2(m - 1)u) <= 22.1u, S = sum of magnitudes. In the unit u^2
 * D, D the denominator of the error, the second term is 10800 u S/D < 1.2e-12 S/D: below 1e-6 when
 * S <= 1e5 D. The denominators are taken from r instead of the exact result, a relative change
 * below 2^-80 wherever the error is below 2^26 u^2; the roundings of a few operations add 1e-15.
 */
#include "scalar_estimate.h"

#include <math.h>

enum
{
    MOST_TERMS = 12
};

struct terms
{
    double t[MOST_TERMS];
    int count;
    int safe;
};

static void push(struct terms *s, double d)
{
    if (d != 0.0)
        s->t[s->count++] = d;
}

static void push_product(struct terms *s, double a, double b)
{
    double p = a * b;
    if (a == 0.0 || b == 0.0)
        return;
    if (!(fabs(p) >= 0x1p-900 && fabs(p) <= 0x1p1000))
    {
        s->safe = 0;
        return;
    }
    push(s, p);
    push(s, fma(a, b, -p));
}

static void push_pair_product(struct terms *s, cuddreal a, cuddreal b)
{
    push_product(s, a.x, b.x);
    push_product(s, a.x, b.y);
    push_product(s, a.y, b.x);
    push_product(s, a.y, b.y);
}

/* Two error-free passes of TwoSum, then the plain sum. */
static double sum_three_fold(struct terms *s, double *magnitudes)
{
    double sum = 0.0;
    *magnitudes = 0.0;
    for (int i = 0; i < s->count; i++)
        *magnitudes += fabs(s->t[i]);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 1; i < s->count; i++)
        {
            double a = s->t[i - 1], b = s->t[i], t = a + b, z = t - a;
            s->t[i - 1] = (a - (t - z)) + (b - z);
            s->t[i] = t;
        }
    for (int i = 0; i < s->count; i++)
        sum += s->t[i];
    return sum;
}

/* The terms of the residual with r. */
static void residual(struct terms *s, const struct dd_function *f, const struct dd_operands *o, cuddreal r)
{
    cuddreal b = f->sign > 0.0 ? o->b : cuddMake(-o->b.x, -o->b.y), c = o->c;
    int divides = f->operation == DD_OP_QUOTIENT;
    if (f->operation == DD_OP_PRODUCT || f->operation == DD_OP_MULTIPLYADD)
        push_pair_product(s, o->a, b);
    if (divides || f->operation == DD_OP_ROOT)
    {
        push_pair_product(s, cuddMake(-r.x, -r.y), divides ? b : r);
        c = o->a;
    }
    else
        push(s, -r.x);
    if (f->operation == DD_OP_SUM)
    {
        push(s, b.x);
        push(s, b.y);
        c = o->a;
    }
    if (f->operation != DD_OP_PRODUCT)
    {
        push(s, c.x);
        push(s, c.y);
    }
    if (!divides && f->operation != DD_OP_ROOT)
        push(s, -r.y);
}

/* The magnitude by which the error is divided. */
static double denominator(const struct dd_function *f, const struct dd_operands *o, cuddreal r)
{
    switch (f->operation)
    {
    case DD_OP_MULTIPLYADD:
        return fabs(o->a.x * o->b.x) + 0.75 * fabs(r.x);
    case DD_OP_QUOTIENT:
        return fabs(r.x * o->b.x);
    case DD_OP_ROOT:
        return 2.0 * r.x * r.x;
    default:
        return f->bound == DD_BOUND_cuddAddSloppy ? fabs(o->a.x) + fabs(o->b.x) : fabs(r.x);
    }
}

int dd_estimate_error(const struct dd_function *f, const struct dd_operands *o, cuddreal r, double *error)
{
    struct terms s = {.count = 0, .safe = 1};
    double magnitudes, sum, d = denominator(f, o, r);
    if (!(d >= 0x1p-800 && d <= 0x1p1000))
        return 0;
    residual(&s, f, o, r);
    sum = sum_three_fold(&s, &magnitudes);
    *error = fabs(sum) / d * 0x1p106;
    return s.safe && magnitudes <= 1e5 * d && *error < 0x1p26;
}
