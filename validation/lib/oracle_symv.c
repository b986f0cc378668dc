/*
 * The oracle of y = alpha A x + beta y.
 */
#include "oracle.h"
#include "oracle_element.h"
#include "oracle_mpfr.h"

#include <math.h>

enum
{
    SUM_BITS = 640, /* sums judged against the sum of magnitudes */
    PRODUCT_BITS = 106
};

/* Element i of a vector of n with BLAS's convention for negative increments. */
static struct dd_element load_vector(ddblasType_t type, const void *base, int64_t n, int64_t increment, int64_t i)
{
    return dd_element_load(type, base, increment > 0 ? i * increment : (i - (n - 1)) * increment);
}

/* Element (i, j) of the whole matrix, read from the stored triangle. */
static struct dd_element load_matrix(const struct dd_symv_problem *p, int64_t i, int64_t j)
{
    int stored = p->uplo == DDBLAS_FILL_MODE_LOWER ? i >= j : i <= j;
    struct dd_element e = dd_element_load(p->type, p->A, stored ? i + j * p->lda : j + i * p->lda);
    if (p->hermitian && i == j)
        e.im[0] = e.im[1] = 0.0;
    if (p->hermitian && !stored)
    {
        e.im[0] = -e.im[0];
        e.im[1] = -e.im[1];
    }
    return e;
}

/* A row's sums: re + i im in SUM_BITS, whose roundings are below 2^-600 of the sum of magnitudes. */
struct row
{
    mpfr_t re, im, re2, im2, product, part, modulus, scale;
};

static void row_init(struct row *r)
{
    mpfr_inits2(SUM_BITS, r->re, r->im, r->re2, r->im2, r->part, (mpfr_ptr)0);
    mpfr_init2(r->product, PRODUCT_BITS);
    mpfr_inits2(64, r->modulus, r->scale, (mpfr_ptr)0);
    mpfr_set_zero(r->re, 1);
    mpfr_set_zero(r->im, 1);
    mpfr_set_zero(r->scale, 1);
}

static void row_clear(struct row *r)
{
    mpfr_clears(r->re, r->im, r->re2, r->im2, r->product, r->part, r->modulus, r->scale, (mpfr_ptr)0);
}

/* sum += sign (a[0] + a[1]) (b[0] + b[1]) */
static void add_product(struct row *r, mpfr_ptr sum, const double a[2], const double b[2], double sign)
{
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
        {
            if (a[i] == 0.0 || b[j] == 0.0)
                continue;
            mpfr_set_d(r->product, sign * a[i], RN);
            mpfr_mul_d(r->product, r->product, b[j], RN);
            mpfr_add(sum, sum, r->product, RN);
        }
}

/* modulus = |e| to 64 bits. */
static void set_modulus(struct row *r, mpfr_ptr modulus, struct dd_element e)
{
    mpfr_set_d(modulus, e.re[0], RN);
    mpfr_add_d(modulus, modulus, e.re[1], RN);
    if (e.im[0] != 0.0 || e.im[1] != 0.0)
    {
        mpfr_set_d(r->product, e.im[0], RN);
        mpfr_add_d(r->product, r->product, e.im[1], RN);
        mpfr_hypot(modulus, modulus, r->product, RN);
    }
    mpfr_abs(modulus, modulus, RN);
}

/* (re, im) += a b and scale += |a| |b| */
static void add_term(struct row *r, struct dd_element a, struct dd_element b)
{
    mpfr_t modulus;
    add_product(r, r->re, a.re, b.re, 1.0);
    add_product(r, r->re, a.im, b.im, -1.0);
    add_product(r, r->im, a.re, b.im, 1.0);
    add_product(r, r->im, a.im, b.re, 1.0);
    mpfr_init2(modulus, 64);
    set_modulus(r, modulus, a);
    set_modulus(r, r->modulus, b);
    mpfr_mul(modulus, modulus, r->modulus, RN);
    mpfr_add(r->scale, r->scale, modulus, RN);
    mpfr_clear(modulus);
}

/* (re + i im) *= e, scale *= |e| */
static void multiply(struct row *r, struct dd_element e)
{
    mpfr_set_d(r->part, e.re[0], RN);
    mpfr_add_d(r->part, r->part, e.re[1], RN);
    mpfr_mul(r->re2, r->re, r->part, RN);
    mpfr_mul(r->im2, r->im, r->part, RN);
    mpfr_set_d(r->part, e.im[0], RN);
    mpfr_add_d(r->part, r->part, e.im[1], RN);
    mpfr_mul(r->im, r->im, r->part, RN);
    mpfr_mul(r->part, r->re, r->part, RN);
    mpfr_sub(r->re, r->re2, r->im, RN);
    mpfr_add(r->im, r->im2, r->part, RN);
    set_modulus(r, r->modulus, e);
    mpfr_mul(r->scale, r->scale, r->modulus, RN);
}

/* The exact component i and its scale. As in BLAS, A and x are not read when alpha = 0, nor y when beta = 0. */
static void evaluate_row(struct row *r, const struct dd_symv_problem *p, int64_t i)
{
    struct dd_element alpha = dd_element_load(p->type, p->alpha, 0);
    struct dd_element beta = dd_element_load(p->type, p->beta, 0);
    row_init(r);
    if (!dd_element_is_zero(alpha))
    {
        for (int64_t j = 0; j < p->n; j++)
            add_term(r, load_matrix(p, i, j), load_vector(p->type, p->x, p->n, p->incx, j));
        multiply(r, alpha);
    }
    if (!dd_element_is_zero(beta))
        add_term(r, beta, load_vector(p->type, p->y, p->n, p->incy, i));
}

double dd_oracle_symv_component(const struct dd_symv_problem *p, const void *result, int64_t i)
{
    struct row r;
    double error;
    struct dd_element e = load_vector(p->type, result, p->n, p->incy, i);
    if (!dd_element_is_finite(e))
        return (double)INFINITY;
    evaluate_row(&r, p, i);
    for (int k = 0; k < 2; k++)
    {
        mpfr_sub_d(r.re, r.re, e.re[k], RN);
        mpfr_sub_d(r.im, r.im, e.im[k], RN);
    }
    mpfr_hypot(r.re, r.re, r.im, RN);
    error = dd_mpfr_ratio(r.re, r.scale, -ilogb(dd_oracle_unit(p->type)));
    row_clear(&r);
    return error;
}

double dd_oracle_symv_error(const struct dd_symv_problem *p, const void *result, double *error, int64_t *worst)
{
    double largest = 0.0;
    if (worst != NULL)
        *worst = 0;
    for (int64_t i = 0; i < p->n; i++)
    {
        double e = dd_oracle_symv_component(p, result, i);
        if (error != NULL)
            error[i] = e;
        if (e > largest)
        {
            largest = e;
            if (worst != NULL)
                *worst = i;
        }
    }
    return largest;
}

void dd_oracle_symv_value(const struct dd_symv_problem *p, int64_t i, double part[4], double *scale)
{
    struct row r;
    cuddreal re, im;
    evaluate_row(&r, p, i);
    re = dd_mpfr_pair(r.re);
    im = dd_mpfr_pair(r.im);
    part[0] = re.x;
    part[1] = re.y;
    part[2] = im.x;
    part[3] = im.y;
    if (scale != NULL)
        *scale = mpfr_get_d(r.scale, RN);
    row_clear(&r);
}
