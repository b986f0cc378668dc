/*
 * Arguments of the elementary functions, and errors against MPFR.
 */
#include <math.h>
#include <mpfr.h>
#include <stdlib.h>

#include "elementary.h"

typedef int (*reference_w)(mpfr_t, const mpfr_t, mpfr_rnd_t);
typedef int (*reference_ww)(mpfr_t, const mpfr_t, const mpfr_t, mpfr_rnd_t);

enum
{
    PRECISION = 240 /* bits of exact values: their errors are 2^-134 u^2 */
};

struct entry
{
    const char *name;
    reference_w w;   /* MPFR's function of one number */
    reference_ww ww; /* or of two */
    enum dd_domain domain;
    int low, high;
};

#define DD_REFERENCE_W(reference)  reference, NULL
#define DD_REFERENCE_WW(reference) NULL, reference
#define DD_ELEMENTARY(name, form, reference, domain, low, high)                                                                  \
    {#name, DD_REFERENCE_##form(reference), DD_DOMAIN_##domain, low, high},
static const struct entry entries[DD_ELEMENTARY_COUNT] = {
#include "elementary.def"
};

const char *dd_elementary_name(int function) { return entries[function].name; }

/* ---- arguments ------------------------------------------------------------------------------- */

static cuddreal pair_of_mpfr(const mpfr_t v)
{
    mpfr_t rest;
    mpfr_init2(rest, mpfr_get_prec(v));
    const double high = mpfr_get_d(v, MPFR_RNDN);
    mpfr_sub_d(rest, v, high, MPFR_RNDN);
    const cuddreal r = cuddMake(high, mpfr_get_d(rest, MPFR_RNDN));
    mpfr_clear(rest);
    return r;
}

/* The pair nearest to k pi/parts for a random integer k below 2^bits. */
static cuddreal multiple_of_pi(struct dd_random *g, int bits, int parts)
{
    mpfr_t v;
    mpfr_init2(v, 1300);
    mpfr_const_pi(v, MPFR_RNDN);
    mpfr_mul_d(v, v, ldexp(1.0 + floor(dd_random_unit(g) * ldexp(1.0, bits < 50 ? bits : 50)), bits < 50 ? 0 : bits - 50),
               MPFR_RNDN);
    mpfr_div_si(v, v, parts, MPFR_RNDN);
    const cuddreal r = pair_of_mpfr(v);
    mpfr_clear(v);
    return r;
}

/* a moved by about 2^-offset of itself, or by one bit of its low part. */
static cuddreal neighbour(struct dd_random *g, cuddreal a)
{
    const int64_t offset = dd_random_int(g, 1, 120);
    if (offset > 112)
        return a;
    return cuddAdd(a, cuddMul(a, dd_random_pair(g, (int)-offset)));
}

static cuddreal with_random_sign(struct dd_random *g, cuddreal a) { return dd_random_bits(g) & 1 ? cuddNeg(a) : cuddFabs(a); }

/* A positive number with an exponent in [low, high], in every eighth case with extreme parts. */
static cuddreal positive(struct dd_random *g, int low, int high, int64_t number)
{
    const int e = (int)dd_random_int(g, low, high);
    return cuddFabs(number % 8 == 7 && e > -900 ? dd_random_extreme_pair(g, e) : dd_random_pair(g, e));
}

static int at_least(int a, int b) { return a > b ? a : b; }
static int at_most(int a, int b) { return a < b ? a : b; }

/* Half of the cases in the middle of the range, where the work is, the others anywhere. */
static cuddreal on_the_line(struct dd_random *g, const struct entry *f, int64_t number)
{
    return number % 2 != 0 ? positive(g, f->low, f->high, number)
                           : positive(g, at_least(f->low, -12), at_most(f->high, 9), number);
}

static cuddreal positive_argument(struct dd_random *g, const struct entry *f, int64_t number)
{
    if (number % 4 == 2)
        return cuddFabs(neighbour(g, cuddFromDouble(1.0)));
    if (number % 8 == 4)
        return cuddFabs(neighbour(g, cuddFromDouble(ldexp(1.0, (int)dd_random_int(g, -900, 1000)))));
    if (number % 8 == 0)
        return cuddFabs(neighbour(g, cuddFromDouble(pow(10.0, (double)dd_random_int(g, 0, 22)))));
    return on_the_line(g, f, number);
}

static cuddreal angle(struct dd_random *g, const struct entry *f, int64_t number)
{
    if (number % 8 == 2)
        return multiple_of_pi(g, (int)dd_random_int(g, 0, 1000), 2);
    if (number % 8 == 4)
        return neighbour(g, multiple_of_pi(g, (int)dd_random_int(g, 0, 24), 2));
    if (number % 8 == 6)
        return multiple_of_pi(g, (int)dd_random_int(g, 0, 30), dd_random_bits(g) & 1 ? 128 : 256);
    return on_the_line(g, f, number);
}

static void power_arguments(struct dd_random *g, int64_t number, cuddreal *a, cuddreal *b)
{
    switch (number % 4)
    {
    case 0: /* integers */
        *a = cuddFromInt64(dd_random_int(g, 1, dd_random_bits(g) & 1 ? 12 : 100000));
        *b = cuddFromInt64(dd_random_int(g, -30, 60));
        return;
    case 1: /* near 1, with large exponents */
        *a = cuddAdd(cuddFromDouble(1.0), dd_random_pair(g, (int)dd_random_int(g, -100, -3)));
        break;
    case 2:
        *a = positive(g, -20, 20, number);
        break;
    default:
        *a = positive(g, -1074, 1023, number);
    }
    const double size = fabs(cuddLog(*a).x);
    *b = cuddMul(dd_random_full_pair(g, (int)dd_random_int(g, -20, 10)), cuddFromDouble(0.72 / (size > 0.0 ? size : 1.0)));
}

void dd_elementary_arguments(struct dd_random *g, int function, int64_t number, cuddreal *a, cuddreal *b)
{
    const struct entry *f = &entries[function];
    const cuddreal one = cuddFromDouble(1.0);
    *b = cuddFromDouble(0.0);
    switch (f->domain)
    {
    case DD_DOMAIN_INTEGERS:
        *a = number % 4 == 2 ? neighbour(g, cuddFromInt64(dd_random_int(g, -300, 300)))
                             : with_random_sign(g, on_the_line(g, f, number));
        break;
    case DD_DOMAIN_POSITIVE:
        *a = positive_argument(g, f, number);
        break;
    case DD_DOMAIN_ABOVE_MINUS_ONE:
        *a = with_random_sign(g, on_the_line(g, f, number));
        if (cuddLeD(*a, -1.0)) /* -1 + t, t in (0, 1) */
            *a = cuddAddD(positive(g, number % 2 != 0 ? -1074 : -100, -1, number), -1.0);
        break;
    case DD_DOMAIN_ABOVE_ONE:
        *a = cuddAdd(one, on_the_line(g, f, number));
        break;
    case DD_DOMAIN_ANGLE:
        *a = with_random_sign(g, angle(g, f, number));
        break;
    case DD_DOMAIN_UNIT:
        *a = number % 4 == 2 ? cuddSub(one, positive(g, number % 8 == 2 ? -1074 : -105, -2, number))
                             : positive(g, number % 2 != 0 ? f->low : -12, -1, number);
        *a = with_random_sign(g, *a);
        break;
    case DD_DOMAIN_POWER:
        power_arguments(g, number, a, b);
        break;
    case DD_DOMAIN_PLANE:
        *a = with_random_sign(g, number % 2 != 0 ? positive(g, f->low, f->high, number) : positive(g, -12, 12, number));
        *b = with_random_sign(g, number % 4 == 1 ? positive(g, f->low, f->high, number) : neighbour(g, *a));
        if (number % 8 == 6)
            *b = positive(g, -12, 12, number);
        break;
    default:
        *a = with_random_sign(g, on_the_line(g, f, number));
    }
}

/* ---- errors ---------------------------------------------------------------------------------- */

/* v = a exactly, with no more bits than that needs. */
static void init_exact(mpfr_t v, cuddreal a)
{
    int e = 0, f = 0;
    (void)frexp(a.x, &e);
    (void)frexp(a.y, &f);
    mpfr_init2(v, a.y == 0.0 || !cuddIsFinite(a) ? 64 : e - f + 64);
    mpfr_set_d(v, a.x, MPFR_RNDN);
    if (cuddIsFinite(a))
        mpfr_add_d(v, v, a.y, MPFR_RNDN);
}

/* The error of a finite r, or of an r that overflowed to Inf, as the exact value. */
static double error_of(const mpfr_t exact, cuddreal r)
{
    double error;
    mpfr_t d;
    mpfr_init2(d, 2300);
    if (cuddIsInf(r)) /* counts as right from half a unit beyond the largest number on */
    {
        mpfr_set_d(d, CUDD_MAX_HI, MPFR_RNDN);
        mpfr_add_d(d, d, CUDD_MAX_LO, MPFR_RNDN);
        error = mpfr_cmpabs(exact, d) > 0 && (mpfr_sgn(exact) > 0) == (r.x > 0.0) ? 0.0 : (double)INFINITY;
    }
    else
    {
        mpfr_set_d(d, r.x, MPFR_RNDN);
        mpfr_add_d(d, d, r.y, MPFR_RNDN);
        mpfr_sub(d, d, exact, MPFR_RNDA);
        mpfr_abs(d, d, MPFR_RNDA);
        mpfr_sub_d(d, d, 0x1p-1073, MPFR_RNDA);
        if (mpfr_sgn(d) <= 0)
            error = 0.0;
        else if (mpfr_zero_p(exact))
            error = (double)INFINITY;
        else
        {
            mpfr_div(d, d, exact, MPFR_RNDA);
            mpfr_mul_2si(d, d, 106, MPFR_RNDA);
            error = fabs(mpfr_get_d(d, MPFR_RNDA));
        }
    }
    mpfr_clear(d);
    return error;
}

double dd_elementary_error(int function, cuddreal a, cuddreal b, cuddreal r)
{
    const struct entry *f = &entries[function];
    mpfr_t x, y, exact;
    init_exact(x, a);
    init_exact(y, b);
    mpfr_init2(exact, PRECISION);
    if (f->w != NULL)
        (void)f->w(exact, x, MPFR_RNDN);
    else
        (void)f->ww(exact, x, y, MPFR_RNDN);
    double error;
    if (mpfr_nan_p(exact) || cuddIsNan(r))
        error = mpfr_nan_p(exact) && cuddIsNan(r) ? 0.0 : (double)INFINITY;
    else if (mpfr_inf_p(exact))
        error = cuddIsInf(r) && (mpfr_sgn(exact) > 0) == (r.x > 0.0) ? 0.0 : (double)INFINITY;
    else
        error = error_of(exact, r);
    mpfr_clears(x, y, exact, (mpfr_ptr)0);
    return error;
}
