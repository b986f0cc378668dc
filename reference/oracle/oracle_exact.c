/*
 * The oracle's exact number.
 */
#include "accumulator.h"
#include "complex_sum.h"
#include "oracle.h"
#include "oracle_mpfr.h"

#include <math.h>
#include <stdlib.h>

/* value + sum. The value is 0 until a multiplication; sums of products stay in the accumulator. */
struct dd_exact
{
    mpfr_t value;
    struct dd_accumulator sum;
};

dd_exact *dd_exact_new(void)
{
    dd_exact *s = malloc(sizeof *s);
    if (s == NULL)
        abort();
    mpfr_init2(s->value, DD_ACCUMULATOR_BITS);
    dd_exact_zero(s);
    return s;
}

void dd_exact_free(dd_exact *s)
{
    if (s == NULL)
        return;
    mpfr_clear(s->value);
    free(s);
}

void dd_exact_zero(dd_exact *s)
{
    mpfr_set_zero(s->value, 1);
    dd_accumulator_zero(&s->sum);
}

/* Initialises v to the whole number, with DD_ACCUMULATOR_BITS. */
static void init_whole(mpfr_ptr v, const dd_exact *s)
{
    mpfr_init2(v, DD_ACCUMULATOR_BITS);
    dd_accumulator_get(v, &s->sum);
    mpfr_add(v, v, s->value, RN);
}

/* The same for a v that is only read: with the bits that the number needs. */
static void init_short(mpfr_ptr v, const dd_exact *s)
{
    if (!mpfr_zero_p(s->value))
    {
        init_whole(v, s);
        return;
    }
    mpfr_init2(v, dd_accumulator_precision(&s->sum));
    dd_accumulator_get(v, &s->sum);
}

void dd_exact_add(dd_exact *s, double d) { dd_accumulator_add_product(&s->sum, d, 1.0); }

void dd_exact_add_product(dd_exact *s, double a, double b) { dd_accumulator_add_product(&s->sum, a, b); }

void dd_exact_add_pairs(dd_exact *s, cuddreal a, cuddreal b)
{
    dd_accumulator_add_pairs(&s->sum, (const double[2]){a.x, a.y}, (const double[2]){b.x, b.y}, 0);
}

void dd_exact_add_exact(dd_exact *s, const dd_exact *t)
{
    mpfr_t v;
    init_short(v, t);
    mpfr_add(s->value, s->value, v, RN);
    mpfr_clear(v);
}

void dd_exact_multiply(dd_exact *s, cuddreal a)
{
    mpfr_t factor, product;
    init_short(product, s);
    mpfr_init2(factor, 2200);
    mpfr_set_d(factor, a.x, RN);
    mpfr_add_d(factor, factor, a.y, RN);
    dd_accumulator_zero(&s->sum);
    mpfr_mul(s->value, product, factor, RN);
    mpfr_clears(factor, product, (mpfr_ptr)0);
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

cuddreal dd_exact_to_pair(const dd_exact *s)
{
    mpfr_t v;
    init_short(v, s);
    const cuddreal r = dd_mpfr_pair(v);
    mpfr_clear(v);
    return r;
}

double dd_exact_to_double(const dd_exact *s)
{
    mpfr_t v;
    init_short(v, s);
    const double r = mpfr_get_d(v, RN);
    mpfr_clear(v);
    return r;
}

int dd_exact_sign(const dd_exact *s)
{
    mpfr_t v;
    init_short(v, s);
    const int sign = mpfr_sgn(v);
    mpfr_clear(v);
    return (sign > 0) - (sign < 0);
}

int dd_exact_compare_magnitude(const dd_exact *s, int exponent)
{
    mpfr_t v, power;
    init_short(v, s);
    mpfr_init2(power, 2);
    mpfr_set_ui_2exp(power, 1, exponent, RN);
    const int order = mpfr_cmpabs(v, power);
    mpfr_clears(v, power, (mpfr_ptr)0);
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

double dd_mpfr_root_ratio(mpfr_srcptr square, mpfr_srcptr scale, double unit)
{
    double result;
    mpfr_t q;
    if (mpfr_zero_p(square))
        return 0.0;
    mpfr_init2(q, DD_NORM_BITS);
    mpfr_div(q, square, scale, RN);
    mpfr_sqrt(q, q, RN);
    mpfr_div_d(q, q, unit, RN);
    result = mpfr_get_d(q, RN);
    mpfr_clear(q);
    return result;
}

double dd_exact_scaled_error(const dd_exact *s, cuddreal computed, const dd_exact *scale, int unit_bits)
{
    mpfr_t difference, whole;
    if (!cuddIsFinite(computed))
        return (double)INFINITY;
    init_whole(difference, s);
    mpfr_sub_d(difference, difference, computed.x, RN);
    mpfr_sub_d(difference, difference, computed.y, RN);
    init_short(whole, scale);
    const double r = dd_mpfr_ratio(difference, whole, unit_bits);
    mpfr_clears(difference, whole, (mpfr_ptr)0);
    return r;
}

double dd_exact_relative_error(const dd_exact *s, cuddreal computed, int unit_bits)
{
    return dd_exact_scaled_error(s, computed, s, unit_bits);
}
