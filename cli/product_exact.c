/*
 * The exact elements of a product, by MPFR, and how far computed ones are from them.
 */
#include "product.h"

#include <math.h>
#include <stdlib.h>

#include <mpfr.h>

#define RN MPFR_RNDN

enum
{
    PRECISION = 512,
    MODULUS_BITS = 64
};

/* A complex number. */
struct number
{
    mpfr_t re, im;
};

/* One element: its value, |alpha| |op(A)| |op(B)| + |beta| |C|, and the largest modulus of all
 * values so far. */
struct element
{
    struct number value, sum, a, b, error;
    mpfr_t magnitude, modulus[2], product, largest;
};

static void init_number(struct number *z) { mpfr_inits2(PRECISION, z->re, z->im, (mpfr_ptr)0); }
static void clear_number(struct number *z) { mpfr_clears(z->re, z->im, (mpfr_ptr)0); }

static void init_element(struct element *e)
{
    init_number(&e->value);
    init_number(&e->sum);
    init_number(&e->a);
    init_number(&e->b);
    init_number(&e->error);
    mpfr_init2(e->product, PRECISION);
    mpfr_inits2(MODULUS_BITS, e->magnitude, e->modulus[0], e->modulus[1], e->largest, (mpfr_ptr)0);
    mpfr_set_zero(e->largest, 1);
}

static void clear_element(struct element *e)
{
    clear_number(&e->value);
    clear_number(&e->sum);
    clear_number(&e->a);
    clear_number(&e->b);
    clear_number(&e->error);
    mpfr_clears(e->product, e->magnitude, e->modulus[0], e->modulus[1], e->largest, (mpfr_ptr)0);
}

static void set_pair(mpfr_t r, cuddreal a)
{
    mpfr_set_d(r, a.x, RN);
    mpfr_add_d(r, r, a.y, RN);
}

static void set_number(struct number *z, const cuddreal part[2])
{
    set_pair(z->re, part[0]);
    set_pair(z->im, part[1]);
}

static void set_modulus(mpfr_t r, const struct number *z)
{
    if (mpfr_zero_p(z->im))
        mpfr_abs(r, z->re, RN);
    else
        mpfr_hypot(r, z->re, z->im, RN);
}

/* *sum += a b. Most products are real. */
static void add_product(struct element *e, struct number *sum, const struct number *a, const struct number *b)
{
    mpfr_fma(sum->re, a->re, b->re, sum->re, RN);
    if (mpfr_zero_p(a->im) && mpfr_zero_p(b->im))
        return;
    mpfr_mul(e->product, a->im, b->im, RN);
    mpfr_sub(sum->re, sum->re, e->product, RN);
    mpfr_fma(sum->im, a->re, b->im, sum->im, RN);
    mpfr_fma(sum->im, a->im, b->re, sum->im, RN);
}

/* magnitude += |a| |b| */
static void add_magnitude(struct element *e, const struct number *a, const struct number *b)
{
    set_modulus(e->modulus[0], a);
    set_modulus(e->modulus[1], b);
    mpfr_fma(e->magnitude, e->modulus[0], e->modulus[1], e->magnitude, RN);
}

static void set_zero(struct number *z)
{
    mpfr_set_zero(z->re, 1);
    mpfr_set_zero(z->im, 1);
}

/* value and magnitude of element (i, j): the sum of products, times alpha, and beta C. Those of a
 * norm are the same. */
static void evaluate(struct element *e, const struct cli_product *p, int64_t i, int64_t j)
{
    cuddreal a[2], b[2];
    set_zero(&e->sum);
    set_zero(&e->value);
    mpfr_set_zero(e->magnitude, 1);
    for (int64_t t = 0; t < p->k; t++)
    {
        p->routine->factors(p, i, j, t, a, b);
        set_number(&e->a, a);
        set_number(&e->b, b);
        add_product(e, &e->sum, &e->a, &e->b);
        add_magnitude(e, &e->a, &e->b);
    }
    if (p->routine->is_norm)
    {
        mpfr_sqrt(e->value.re, e->sum.re, RN);
        mpfr_set(e->magnitude, e->value.re, RN);
        return;
    }
    set_number(&e->a, p->alpha);
    add_product(e, &e->value, &e->a, &e->sum);
    set_modulus(e->modulus[0], &e->a);
    mpfr_mul(e->magnitude, e->magnitude, e->modulus[0], RN);
    if (!p->C.data)
        return;
    set_number(&e->a, p->beta);
    cli_fetch(p->type, cli_element(&p->C, i, j), b);
    set_number(&e->b, b);
    add_product(e, &e->value, &e->a, &e->b);
    add_magnitude(e, &e->a, &e->b);
}

/* |a / b| as a double: 0 when a is 0, infinite when only b is. */
static double quotient(mpfr_srcptr a, mpfr_srcptr b, mpfr_ptr work)
{
    if (mpfr_zero_p(a))
        return 0.0;
    mpfr_div(work, a, b, RN);
    return fabs(mpfr_get_d(work, MPFR_RNDA));
}

static double digits_of(double relative_error) { return relative_error == 0.0 ? INFINITY : fmax(0.0, -log10(relative_error)); }

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The error of element (i, j) of a candidate enters its accuracy; *relative becomes its relative
 * error, and `worst_error` keeps the largest error so far. */
static void judge(struct cli_candidate *c, struct element *e, int64_t i, int64_t j, double *relative, double *ratio,
                  mpfr_ptr worst_error)
{
    cuddreal part[2];
    cli_fetch(c->result->type, cli_element(c->result, i, j), part);
    set_number(&e->error, part);
    mpfr_sub(e->error.re, e->error.re, e->value.re, RN);
    mpfr_sub(e->error.im, e->error.im, e->value.im, RN);
    set_modulus(e->modulus[0], &e->error);
    if (mpfr_nan_p(e->modulus[0]))
        mpfr_set_inf(e->modulus[0], 1);
    mpfr_max(worst_error, worst_error, e->modulus[0], RN);
    set_modulus(e->modulus[1], &e->value);
    *relative = quotient(e->modulus[0], e->modulus[1], e->product);
    const double over_bound = quotient(e->modulus[0], e->magnitude, e->product) / c->bound;
    c->accuracy.bound_ratio = fmax(c->accuracy.bound_ratio, over_bound);
    c->accuracy.condition = fmax(c->accuracy.condition, quotient(e->magnitude, e->modulus[1], e->product));
    if (ratio)
        *ratio = over_bound;
}

static void summarise(struct cli_candidate *c, int64_t count, double *relative, mpfr_srcptr worst_error, struct element *e)
{
    for (int64_t s = 0; c->digits && s < count; s++)
        c->digits[s] = digits_of(relative[s]);
    qsort(relative, (size_t)count, sizeof *relative, compare_doubles);
    c->accuracy.worst = digits_of(count ? relative[count - 1] : 0.0);
    c->accuracy.median = digits_of(count ? relative[count / 2] : 0.0);
    c->accuracy.norm = digits_of(quotient(worst_error, e->largest, e->product));
}

/* Place s of `samples` among `all`: one in each of equal parts, at the golden ratio's fractions, so
 * that rows and columns both vary. */
static int64_t place(int64_t s, int64_t samples, int64_t all)
{
    if (samples == all)
        return s;
    const double part = (double)all / (double)samples, fraction = fmod(0.6180339887498949 * (double)s, 1.0);
    const int64_t chosen = (int64_t)(((double)s + fraction) * part);
    return chosen < all ? chosen : all - 1;
}

double cli_product_bound(const struct cli_product *p, ddblasType_t type)
{
    if (p->routine->is_norm)
        return (0.5 * (double)p->k + 5.0) * cli_unit(type) * (cli_is_complex(type) && type != DDBLAS_TYPE_U ? 2.0 : 1.0);
    return ((double)p->k + 8.0) * cli_unit(type) * (cli_is_complex(type) ? sqrt(8.0) : 1.0);
}

int cli_product_compare(const struct cli_product *p, struct cli_candidate *candidates, int count, int64_t samples)
{
    struct element e;
    const int64_t all = p->m * p->n, places = samples < all ? samples : all;
    double *relative = malloc((size_t)(places * count + 1) * sizeof *relative);
    mpfr_t *worst_error = malloc((size_t)count * sizeof *worst_error);
    if (!relative || !worst_error)
    {
        free(relative);
        free(worst_error);
        return cli_error(CLI_NO_RESOURCE, "out of memory for the reference of %lld elements", (long long)places);
    }
    init_element(&e);
    for (int c = 0; c < count; c++)
    {
        candidates[c].accuracy = (struct cli_accuracy){0};
        mpfr_init2(worst_error[c], MODULUS_BITS);
        mpfr_set_zero(worst_error[c], 1);
    }
    for (int64_t s = 0; s < places; s++)
    {
        const int64_t at = place(s, places, all), i = at % p->m, j = at / p->m;
        evaluate(&e, p, i, j);
        for (int c = 0; c < count; c++)
            judge(&candidates[c], &e, i, j, &relative[c * places + s], candidates[c].ratio ? &candidates[c].ratio[s] : NULL,
                  worst_error[c]);
        set_modulus(e.modulus[0], &e.value);
        mpfr_max(e.largest, e.largest, e.modulus[0], RN);
        cli_progress("MPFR reference", s + 1, places);
    }
    for (int c = 0; c < count; c++)
    {
        summarise(&candidates[c], places, relative + c * places, worst_error[c], &e);
        mpfr_clear(worst_error[c]);
    }
    clear_element(&e);
    free(relative);
    free(worst_error);
    return CLI_OK;
}
