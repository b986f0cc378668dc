/*
 * Sums of products of elements of any type, exactly.
 */
#include "terms.h"

#include <math.h>
#include <string.h>

#include "random.h"

/* ---- numbers --------------------------------------------------------------------------------- */

static struct dd_number make(cuddreal re, cuddreal im)
{
    return (struct dd_number){re, im, cuddIsZero(im) ? cuddFabs(re) : cuddFromDouble(hypot(re.x, im.x))};
}

struct dd_number dd_number_load(ddblasType_t type, const void *element, int conjugate)
{
    const struct dd_parts e = dd_parts_load(type, element, 0);
    const cuddreal im = cuddMake(e.im[0], e.im[1]);
    return make(cuddMake(e.re[0], e.re[1]), conjugate && dd_type_is_complex(type) ? cuddNeg(im) : im);
}

struct dd_number dd_number_of(double value) { return make(cuddFromDouble(value), cuddFromDouble(0.0)); }

struct dd_number dd_number_negative(struct dd_number a) { return (struct dd_number){cuddNeg(a.re), cuddNeg(a.im), a.modulus}; }

struct dd_number dd_number_real(struct dd_number a) { return make(a.re, cuddFromDouble(0.0)); }

/* ---- sums ------------------------------------------------------------------------------------ */

void dd_terms_start(struct dd_terms *s) { *s = (struct dd_terms){dd_exact_new(), dd_exact_new(), dd_exact_new()}; }

void dd_terms_end(struct dd_terms *s)
{
    dd_exact_free(s->re);
    dd_exact_free(s->im);
    dd_exact_free(s->scale);
}

void dd_terms_add(struct dd_terms *s, struct dd_number a, struct dd_number b)
{
    dd_exact_add_pairs(s->re, a.re, b.re);
    if (!cuddIsZero(a.im) || !cuddIsZero(b.im))
    {
        dd_exact_add_pairs(s->re, cuddNeg(a.im), b.im);
        dd_exact_add_pairs(s->im, a.re, b.im);
        dd_exact_add_pairs(s->im, a.im, b.re);
    }
    dd_exact_add_pairs(s->scale, a.modulus, b.modulus);
}

static dd_exact *copy_times(const dd_exact *a, cuddreal f)
{
    dd_exact *r = dd_exact_new();
    dd_exact_add_exact(r, a);
    dd_exact_multiply(r, f);
    return r;
}

void dd_terms_multiply(struct dd_terms *s, struct dd_number f)
{
    dd_exact *re = copy_times(s->re, f.re), *re_im = copy_times(s->im, cuddNeg(f.im));
    dd_exact *im = copy_times(s->re, f.im), *im_re = copy_times(s->im, f.re);
    dd_exact_add_exact(re, re_im);
    dd_exact_add_exact(im, im_re);
    dd_exact_free(re_im);
    dd_exact_free(im_re);
    dd_exact_free(s->re);
    dd_exact_free(s->im);
    s->re = re;
    s->im = im;
    dd_exact_multiply(s->scale, f.modulus);
}

void dd_terms_add_terms(struct dd_terms *s, const struct dd_terms *t)
{
    dd_exact_add_exact(s->re, t->re);
    dd_exact_add_exact(s->im, t->im);
    dd_exact_add_exact(s->scale, t->scale);
}

double dd_terms_error(const struct dd_terms *s, ddblasType_t type, struct dd_number computed, double absolute)
{
    const int bits = -ilogb(dd_oracle_unit(type));
    double error = dd_exact_scaled_error(s->re, computed.re, s->scale, bits);
    if (dd_type_is_complex(type))
        error = hypot(error, dd_exact_scaled_error(s->im, computed.im, s->scale, bits));
    if (absolute == 0.0 || !isfinite(error))
        return error;
    return fmax(0.0, error - absolute * ldexp(0x1p-1000 / dd_exact_to_double(s->scale), bits - 74));
}

double dd_ger_error(cuddreal alpha, cuddreal x, cuddreal y, cuddreal a, cuddreal computed)
{
    struct dd_terms sum, rest;
    dd_terms_start(&sum);
    dd_terms_start(&rest);
    dd_terms_add(&sum, dd_number_load(DDBLAS_TYPE_W, &x, 0), dd_number_load(DDBLAS_TYPE_W, &y, 0));
    dd_terms_multiply(&sum, dd_number_load(DDBLAS_TYPE_W, &alpha, 0));
    dd_terms_add(&rest, dd_number_load(DDBLAS_TYPE_W, &a, 0), dd_number_of(1.0));
    dd_terms_add_terms(&sum, &rest);
    const double error = dd_terms_error(&sum, DDBLAS_TYPE_W, dd_number_load(DDBLAS_TYPE_W, &computed, 0), 0.0);
    dd_terms_end(&sum);
    dd_terms_end(&rest);
    return error;
}

/* ---- elements -------------------------------------------------------------------------------- */

int dd_is_scaled(cuddreal old, double beta, cuddreal now)
{
    if (isfinite(old.x) && isfinite(old.y))
        return beta == 1.0 ? memcmp(&now, &old, sizeof now) == 0 : now.x + now.y == beta * (old.x + old.y);
    return now.y == 0.0 && (isinf(old.x) ? now.x == beta * old.x : isnan(now.x));
}

/* re + i im rounded to the type; bytes that the type does not use are 0. */
static union dd_element element_of(ddblasType_t type, cuddreal re, cuddreal im)
{
    union dd_element e;
    memset(&e, 0, sizeof e);
    dd_element_set(type, &e, 0, re, im);
    return e;
}

union dd_element dd_element_integer(ddblasType_t type, double re, double im)
{
    return element_of(type, cuddFromDouble(re), cuddFromDouble(im));
}

union dd_element dd_element_random(ddblasType_t type, struct dd_random *g, int exponent)
{
    const cuddreal re = dd_random_full_pair(g, exponent), im = dd_random_full_pair(g, exponent);
    return element_of(type, re, im);
}

void dd_element_put(ddblasType_t type, struct dd_random *g, int integer, int exponent, void *to)
{
    const union dd_element e = integer
                                   ? dd_element_integer(type, (double)dd_random_int(g, -8, 8), (double)dd_random_int(g, -8, 8))
                                   : dd_element_random(type, g, exponent);
    memcpy(to, &e, dd_type_size(type));
}

union dd_element dd_element_negative(ddblasType_t type, union dd_element e)
{
    const struct dd_parts p = dd_parts_load(type, &e, 0);
    return element_of(type, cuddMake(-p.re[0], -p.re[1]), cuddMake(-p.im[0], -p.im[1]));
}
