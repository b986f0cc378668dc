/*
 * The oracle of y = alpha A x + beta y.
 */
#include "accumulator.h"
#include "oracle.h"
#include "element.h"
#include "oracle_mpfr.h"

#include <math.h>

enum
{
    SUM_BITS = 640 /* roundings below 2^-600 of the sum of magnitudes */
};

/* Element i of a vector of n with BLAS's convention for negative increments. */
static struct dd_parts load_vector(ddblasType_t type, const void *base, int64_t n, int64_t increment, int64_t i)
{
    return dd_parts_load(type, base, increment > 0 ? i * increment : (i - (n - 1)) * increment);
}

/* Element (i, j) of the whole matrix, read from the stored triangle. */
static struct dd_parts load_matrix(const struct dd_symv_problem *p, int64_t i, int64_t j)
{
    int stored = p->uplo == DDBLAS_FILL_MODE_LOWER ? i >= j : i <= j;
    struct dd_parts e = dd_parts_load(p->type, p->A, stored ? i + j * p->lda : j + i * p->lda);
    if (p->hermitian && i == j)
        e.im[0] = e.im[1] = 0.0;
    if (p->hermitian && !stored)
    {
        e.im[0] = -e.im[0];
        e.im[1] = -e.im[1];
    }
    return e;
}

/* A row: its sums of products, exact, and after multiplication by alpha as numbers of SUM_BITS. */
struct row
{
    struct dd_accumulator re_sum, im_sum, scale_sum;
    mpfr_t re, im, scale, work[3];
};

static void row_init(struct row *r)
{
    mpfr_inits2(SUM_BITS, r->re, r->im, r->scale, r->work[0], r->work[1], r->work[2], (mpfr_ptr)0);
    dd_accumulator_zero(&r->re_sum);
    dd_accumulator_zero(&r->im_sum);
    dd_accumulator_zero(&r->scale_sum);
}

static void row_clear(struct row *r) { mpfr_clears(r->re, r->im, r->scale, r->work[0], r->work[1], r->work[2], (mpfr_ptr)0); }

/* |e| with a relative error below 2^-50. */
static struct dd_magnitude modulus(struct dd_parts e)
{
    const double re = isfinite(e.re[0] + e.re[1]) ? e.re[0] + e.re[1] : e.re[0];
    const double im = isfinite(e.im[0] + e.im[1]) ? e.im[0] + e.im[1] : e.im[0];
    return im == 0.0 ? dd_magnitude_of(re) : dd_magnitude_hypot(re, im);
}

static int is_real(struct dd_parts e) { return e.im[0] == 0.0 && e.im[1] == 0.0; }

/* (re, im) += a b and scale += |a| |b|; that of real numbers is exact. */
static void add_term(struct row *r, struct dd_parts a, struct dd_parts b)
{
    if (is_real(a) && is_real(b))
    {
        dd_accumulator_add_pairs(&r->re_sum, a.re, b.re, 0);
        dd_accumulator_add_pairs(&r->scale_sum, a.re, b.re, (a.re[0] + a.re[1] < 0.0) != (b.re[0] + b.re[1] < 0.0));
        return;
    }
    dd_accumulator_add_pairs(&r->re_sum, a.re, b.re, 0);
    dd_accumulator_add_pairs(&r->re_sum, a.im, b.im, 1);
    dd_accumulator_add_pairs(&r->im_sum, a.re, b.im, 0);
    dd_accumulator_add_pairs(&r->im_sum, a.im, b.re, 0);
    dd_accumulator_add(&r->scale_sum, modulus(a), modulus(b), 0);
}

static void set_sum(mpfr_ptr v, const double part[2])
{
    mpfr_set_d(v, part[0], RN);
    mpfr_add_d(v, v, part[1], RN);
}

/* (re + i im) *= e, scale *= |e| */
static void multiply(struct row *r, struct dd_parts e)
{
    const struct dd_magnitude m = modulus(e);
    set_sum(r->work[0], e.re);
    set_sum(r->work[1], e.im);
    mpfr_mul(r->work[2], r->im, r->work[1], RN);
    mpfr_mul(r->work[1], r->re, r->work[1], RN);
    mpfr_mul(r->re, r->re, r->work[0], RN);
    mpfr_sub(r->re, r->re, r->work[2], RN);
    mpfr_mul(r->im, r->im, r->work[0], RN);
    mpfr_add(r->im, r->im, r->work[1], RN);
    mpfr_mul_ui(r->scale, r->scale, m.mantissa, RN);
    mpfr_mul_2si(r->scale, r->scale, m.exponent, RN);
}

/* The exact component i and its scale. As in BLAS, A and x are not read when alpha = 0, nor y when
 * beta = 0. */
static void evaluate_row(struct row *r, const struct dd_symv_problem *p, int64_t i)
{
    struct dd_parts alpha = dd_parts_load(p->type, p->alpha, 0);
    struct dd_parts beta = dd_parts_load(p->type, p->beta, 0);
    row_init(r);
    for (int64_t j = 0; j < p->n && !dd_parts_are_zero(alpha); j++)
        add_term(r, load_matrix(p, i, j), load_vector(p->type, p->x, p->n, p->incx, j));
    dd_accumulator_get(r->re, &r->re_sum);
    dd_accumulator_get(r->im, &r->im_sum);
    dd_accumulator_get(r->scale, &r->scale_sum);
    multiply(r, alpha);
    if (dd_parts_are_zero(beta))
        return;
    dd_accumulator_zero(&r->re_sum);
    dd_accumulator_zero(&r->im_sum);
    dd_accumulator_zero(&r->scale_sum);
    add_term(r, beta, load_vector(p->type, p->y, p->n, p->incy, i));
    dd_accumulator_get(r->work[0], &r->re_sum);
    dd_accumulator_get(r->work[1], &r->im_sum);
    dd_accumulator_get(r->work[2], &r->scale_sum);
    mpfr_add(r->re, r->re, r->work[0], RN);
    mpfr_add(r->im, r->im, r->work[1], RN);
    mpfr_add(r->scale, r->scale, r->work[2], RN);
}

double dd_oracle_symv_component(const struct dd_symv_problem *p, const void *result, int64_t i)
{
    struct row r;
    double error;
    struct dd_parts e = load_vector(p->type, result, p->n, p->incy, i);
    if (!dd_parts_are_finite(e))
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
