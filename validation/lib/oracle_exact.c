/*
 * The oracle's exact number.
 */
#include "oracle.h"
#include "oracle_mpfr.h"

#include <math.h>
#include <stdlib.h>

enum
{
    EXACT_BITS = 4400 /* products of doubles span 2^-2148 .. 2^2048; a hundred bits for carries */
};

struct dd_exact
{
    mpfr_t value;
};

dd_exact *dd_exact_new(void)
{
    dd_exact *s = malloc(sizeof *s);
    if (s == NULL)
        abort();
    mpfr_init2(s->value, EXACT_BITS);
    mpfr_set_zero(s->value, 1);
    return s;
}

void dd_exact_free(dd_exact *s)
{
    if (s == NULL)
        return;
    mpfr_clear(s->value);
    free(s);
}

void dd_exact_zero(dd_exact *s) { mpfr_set_zero(s->value, 1); }

void dd_exact_add(dd_exact *s, double d) { mpfr_add_d(s->value, s->value, d, RN); }

void dd_exact_add_product(dd_exact *s, double a, double b)
{
    mpfr_t p;
    mpfr_init2(p, 106);
    mpfr_set_d(p, a, RN);
    mpfr_mul_d(p, p, b, RN);
    mpfr_add(s->value, s->value, p, RN);
    mpfr_clear(p);
}

void dd_exact_add_pairs(dd_exact *s, cuddreal a, cuddreal b)
{
    dd_exact_add_product(s, a.x, b.x);
    dd_exact_add_product(s, a.x, b.y);
    dd_exact_add_product(s, a.y, b.x);
    dd_exact_add_product(s, a.y, b.y);
}

void dd_exact_add_exact(dd_exact *s, const dd_exact *t) { mpfr_add(s->value, s->value, t->value, RN); }

void dd_exact_multiply(dd_exact *s, cuddreal a)
{
    mpfr_t factor;
    mpfr_init2(factor, 2200);
    mpfr_set_d(factor, a.x, RN);
    mpfr_add_d(factor, factor, a.y, RN);
    mpfr_mul(s->value, s->value, factor, RN);
    mpfr_clear(factor);
}

cuddreal dd_mpfr_pair(mpfr_srcptr v)
{
    cuddreal r = cuddMake(mpfr_get_d(v, RN), 0.0);
    if (isfinite(r.x))
    {
        mpfr_t rest;
        mpfr_init2(rest, mpfr_get_prec(v) + 64);
        mpfr_sub_d(rest, v, r.x, RN);
        r.y = mpfr_get_d(rest, RN);
        mpfr_clear(rest);
    }
    return r;
}

cuddreal dd_exact_to_pair(const dd_exact *s) { return dd_mpfr_pair(s->value); }

double dd_exact_to_double(const dd_exact *s) { return mpfr_get_d(s->value, RN); }

int dd_exact_sign(const dd_exact *s)
{
    int sign = mpfr_sgn(s->value);
    return (sign > 0) - (sign < 0);
}

int dd_exact_compare_magnitude(const dd_exact *s, int exponent)
{
    int order;
    mpfr_t power;
    mpfr_init2(power, 2);
    mpfr_set_ui_2exp(power, 1, exponent, RN);
    order = mpfr_cmpabs(s->value, power);
    mpfr_clear(power);
    return (order > 0) - (order < 0);
}

double dd_mpfr_ratio(mpfr_srcptr error, mpfr_srcptr scale, int unit_bits)
{
    double r;
    mpfr_t q;
    if (mpfr_zero_p(error))
        return 0.0;
    if (mpfr_zero_p(scale))
        return (double)INFINITY;
    mpfr_init2(q, 64);
    mpfr_div(q, error, scale, RN);
    mpfr_mul_2si(q, q, unit_bits, RN);
    r = fabs(mpfr_get_d(q, RN));
    mpfr_clear(q);
    return r;
}

double dd_exact_scaled_error(const dd_exact *s, cuddreal computed, const dd_exact *scale, int unit_bits)
{
    double r;
    mpfr_t difference;
    if (!cuddIsFinite(computed))
        return (double)INFINITY;
    mpfr_init2(difference, EXACT_BITS);
    mpfr_sub_d(difference, s->value, computed.x, RN);
    mpfr_sub_d(difference, difference, computed.y, RN);
    r = dd_mpfr_ratio(difference, scale->value, unit_bits);
    mpfr_clear(difference);
    return r;
}

double dd_exact_relative_error(const dd_exact *s, cuddreal computed, int unit_bits)
{
    return dd_exact_scaled_error(s, computed, s, unit_bits);
}
