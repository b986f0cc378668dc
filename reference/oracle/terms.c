/*
 * Sums of products of elements of any type, exactly.
 */
#include "terms.h"

#include <math.h>
#include <string.h>

#include "random.h"

static size_t size_of(ddblasType_t type)
{
    switch (type)
    {
    case DDBLAS_TYPE_S:
        return sizeof(float);
    case DDBLAS_TYPE_D:
        return sizeof(double);
    case DDBLAS_TYPE_C:
        return sizeof(ddblasComplex);
    case DDBLAS_TYPE_Z:
        return sizeof(ddblasDoubleComplex);
    default:
        return sizeof(cuddreal);
    }
}

static int is_complex(ddblasType_t type) { return type == DDBLAS_TYPE_C || type == DDBLAS_TYPE_Z; }

/* ---- numbers ----------------------------------------------------------------------------------------------------------- */

static struct dd_number make(cuddreal re, cuddreal im)
{
    return (struct dd_number){re, im, cuddIsZero(im) ? cuddFabs(re) : cuddFromDouble(hypot(re.x, im.x))};
}

struct dd_number dd_number_load(ddblasType_t type, const void *element, int conjugate)
{
    union dd_element e;
    memcpy(&e, element, size_of(type));
    const cuddreal zero = cuddFromDouble(0.0);
    switch (type)
    {
    case DDBLAS_TYPE_S:
        return make(cuddFromDouble((double)e.s), zero);
    case DDBLAS_TYPE_D:
        return make(cuddFromDouble(e.d), zero);
    case DDBLAS_TYPE_C:
        return make(cuddFromDouble((double)e.c.x), cuddFromDouble(conjugate ? -(double)e.c.y : (double)e.c.y));
    case DDBLAS_TYPE_Z:
        return make(cuddFromDouble(e.z.x), cuddFromDouble(conjugate ? -e.z.y : e.z.y));
    default:
        return make(e.w, zero);
    }
}

struct dd_number dd_number_of(double value) { return make(cuddFromDouble(value), cuddFromDouble(0.0)); }

struct dd_number dd_number_negative(struct dd_number a) { return (struct dd_number){cuddNeg(a.re), cuddNeg(a.im), a.modulus}; }

struct dd_number dd_number_real(struct dd_number a) { return make(a.re, cuddFromDouble(0.0)); }

/* ---- sums -------------------------------------------------------------------------------------------------------------- */

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
    if (is_complex(type))
        error = hypot(error, dd_exact_scaled_error(s->im, computed.im, s->scale, bits));
    if (absolute == 0.0 || !isfinite(error))
        return error;
    return fmax(0.0, error - absolute * ldexp(0x1p-1000 / dd_exact_to_double(s->scale), bits - 74));
}

/* ---- elements ---------------------------------------------------------------------------------------------------------- */

int dd_is_scaled(cuddreal old, double beta, cuddreal now)
{
    if (isfinite(old.x) && isfinite(old.y))
        return beta == 1.0 ? memcmp(&now, &old, sizeof now) == 0 : now.x + now.y == beta * (old.x + old.y);
    return now.y == 0.0 && (isinf(old.x) ? now.x == beta * old.x : isnan(now.x));
}

union dd_element dd_element_integer(ddblasType_t type, double re, double im)
{
    union dd_element e;
    memset(&e, 0, sizeof e);
    switch (type)
    {
    case DDBLAS_TYPE_S:
        e.s = (float)re;
        break;
    case DDBLAS_TYPE_D:
        e.d = re;
        break;
    case DDBLAS_TYPE_C:
        e.c = (ddblasComplex){(float)re, (float)im};
        break;
    case DDBLAS_TYPE_Z:
        e.z = (ddblasDoubleComplex){re, im};
        break;
    default:
        e.w = cuddFromDouble(re);
    }
    return e;
}

union dd_element dd_element_random(ddblasType_t type, struct dd_random *g, int exponent)
{
    const cuddreal r = dd_random_full_pair(g, exponent), i = dd_random_full_pair(g, exponent);
    union dd_element e = dd_element_integer(type, r.x, i.x);
    if (type == DDBLAS_TYPE_W)
        e.w = r;
    return e;
}

void dd_element_put(ddblasType_t type, struct dd_random *g, int integer, int exponent, void *to)
{
    const union dd_element e = integer
                                   ? dd_element_integer(type, (double)dd_random_int(g, -8, 8), (double)dd_random_int(g, -8, 8))
                                   : dd_element_random(type, g, exponent);
    memcpy(to, &e, size_of(type));
}

union dd_element dd_element_negative(ddblasType_t type, union dd_element e)
{
    switch (type)
    {
    case DDBLAS_TYPE_S:
        e.s = -e.s;
        break;
    case DDBLAS_TYPE_D:
        e.d = -e.d;
        break;
    case DDBLAS_TYPE_C:
        e.c = (ddblasComplex){-e.c.x, -e.c.y};
        break;
    case DDBLAS_TYPE_Z:
        e.z = (ddblasDoubleComplex){-e.z.x, -e.z.y};
        break;
    default:
        e.w = cuddNeg(e.w);
    }
    return e;
}
