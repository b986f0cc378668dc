/*
 * Errors of products of many numbers against MPFR.
 */
#include "oracle_product.h"

#include "oracle_mpfr.h"

enum
{
    BITS = 1024
};

/* A complex number, and room for the terms of a product. */
struct complex_number
{
    mpfr_t re, im, x, y;
};

static void start(struct complex_number *z) { mpfr_inits2(BITS, z->re, z->im, z->x, z->y, (mpfr_ptr)0); }

static void end(struct complex_number *z) { mpfr_clears(z->re, z->im, z->x, z->y, (mpfr_ptr)0); }

static void set_pair(mpfr_ptr to, cuddreal a)
{
    mpfr_set_d(to, a.x, RN);
    mpfr_add_d(to, to, a.y, RN);
}

static void set(struct complex_number *z, cuddcomplex a)
{
    set_pair(z->re, a.x);
    set_pair(z->im, a.y);
}

/* z *= w */
static void multiply(struct complex_number *z, const struct complex_number *w)
{
    mpfr_fmms(z->x, z->re, w->re, z->im, w->im, RN);
    mpfr_fmma(z->y, z->re, w->im, z->im, w->re, RN);
    mpfr_set(z->re, z->x, RN);
    mpfr_set(z->im, z->y, RN);
}

double dd_oracle_product_error(int64_t count, const cuddcomplex *factors, int negative, int square, cuddcomplex f, int64_t e)
{
    struct complex_number product, factor;
    start(&product);
    start(&factor);
    set(&product, cuddcFromDoubles(negative ? -1.0 : 1.0, 0.0));
    for (int64_t k = 0; k < count; k++)
    {
        set(&factor, factors[k]);
        multiply(&product, &factor);
    }
    if (square)
        multiply(&product, &product);
    set(&factor, f);
    mpfr_mul_2si(factor.re, factor.re, (long)e, RN);
    mpfr_mul_2si(factor.im, factor.im, (long)e, RN);
    mpfr_sub(factor.re, factor.re, product.re, RN);
    mpfr_sub(factor.im, factor.im, product.im, RN);
    mpfr_hypot(factor.x, factor.re, factor.im, RN);
    mpfr_hypot(product.x, product.re, product.im, RN);
    const double error = dd_mpfr_ratio(factor.x, product.x, 104);
    end(&product);
    end(&factor);
    return error;
}

double dd_oracle_log_error(cuddcomplex f, int64_t e, double absolute, cuddreal computed)
{
    struct complex_number z;
    start(&z);
    set(&z, f);
    mpfr_hypot(z.x, z.re, z.im, RN);
    mpfr_mul_2si(z.x, z.x, (long)e, RN);
    mpfr_log(z.x, z.x, RN);
    set_pair(z.re, computed);
    mpfr_sub(z.re, z.re, z.x, RN);
    mpfr_abs(z.x, z.x, RN);
    mpfr_add_d(z.x, z.x, absolute, RN);
    const double error = dd_mpfr_ratio(z.re, z.x, 104);
    end(&z);
    return error;
}
