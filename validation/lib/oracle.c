/*
 * The oracle on MPFR: the only file of the validation room that includes mpfr.h.
 */
#include "oracle.h"

#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>

#define RN MPFR_RNDN

enum
{
    EXACT_BITS = 4400, /* products of doubles span 2^-2148 .. 2^2048; a hundred bits for carries */
    WORK_BITS = 320,   /* quotients, roots and ratios of exact numbers */
    SUM_BITS = 640     /* sums judged against the sum of magnitudes */
};

/* ---- an exact number --------------------------------------------------------------------------------------------------- */

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

/* RN(v) and RN(v - RN(v)). */
static cuddreal pair_of(mpfr_srcptr v)
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

cuddreal dd_exact_to_pair(const dd_exact *s) { return pair_of(s->value); }

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

/* error / scale * 2^unit_bits; error and scale are not changed. */
static double ratio(mpfr_srcptr error, mpfr_srcptr scale, int unit_bits)
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
    r = ratio(difference, scale->value, unit_bits);
    mpfr_clear(difference);
    return r;
}

double dd_exact_relative_error(const dd_exact *s, cuddreal computed, int unit_bits)
{
    return dd_exact_scaled_error(s, computed, s, unit_bits);
}

/* ---- scalar operations ------------------------------------------------------------------------------------------------- */

enum
{
    TERMS = 10,
    PRODUCT_BITS = 106
};

/* Numbers that one thread uses again and again. */
struct scratch
{
    mpfr_t term[TERMS]; /* 106 bits: a double or a product of two */
    mpfr_t exact, error, scale, work;
    mpfr_ptr list[TERMS];
    int count;
};

static struct scratch *scratch(void)
{
    static _Thread_local struct scratch *mine; /* lives as long as its thread; the process ends soon after */
    if (mine != NULL)
        return mine;
    mine = malloc(sizeof *mine);
    if (mine == NULL)
        abort();
    for (int i = 0; i < TERMS; i++)
    {
        mpfr_init2(mine->term[i], PRODUCT_BITS);
        mine->list[i] = mine->term[i];
    }
    mpfr_init2(mine->exact, WORK_BITS);
    mpfr_init2(mine->error, WORK_BITS);
    mpfr_init2(mine->scale, WORK_BITS);
    mpfr_init2(mine->work, WORK_BITS);
    return mine;
}

static void push(struct scratch *s, double d)
{
    if (d != 0.0)
        mpfr_set_d(s->term[s->count++], d, RN);
}

static void push_product(struct scratch *s, double a, double b)
{
    if (a == 0.0 || b == 0.0)
        return;
    mpfr_set_d(s->term[s->count], a, RN);
    mpfr_mul_d(s->term[s->count], s->term[s->count], b, RN);
    s->count++;
}

static void push_pair_product(struct scratch *s, cuddreal a, cuddreal b)
{
    push_product(s, a.x, b.x);
    push_product(s, a.x, b.y);
    push_product(s, a.y, b.x);
    push_product(s, a.y, b.y);
}

/* The sum of the pushed terms, rounded once: MPFR's sum is correctly rounded whatever cancels. */
static void sum_terms(struct scratch *s, mpfr_ptr sum)
{
    if (s->count == 0)
        mpfr_set_zero(sum, 1);
    else
        mpfr_sum(sum, s->list, (unsigned long)s->count, RN);
}

/* a as one number, rounded to WORK_BITS. */
static void whole(mpfr_ptr v, cuddreal a)
{
    mpfr_set_d(v, a.x, RN);
    mpfr_add_d(v, v, a.y, RN);
}

/* exact = the rounded value of the operation. */
static void evaluate(struct scratch *s, dd_operation op, cuddreal a, cuddreal b, cuddreal c)
{
    s->count = 0;
    switch (op)
    {
    case DD_OP_SUM:
        push(s, a.x);
        push(s, a.y);
        push(s, b.x);
        push(s, b.y);
        break;
    case DD_OP_PRODUCT:
        push_pair_product(s, a, b);
        break;
    case DD_OP_MULTIPLYADD:
        push_pair_product(s, a, b);
        push(s, c.x);
        push(s, c.y);
        break;
    case DD_OP_QUOTIENT:
        whole(s->exact, a);
        whole(s->work, b);
        mpfr_div(s->exact, s->exact, s->work, RN);
        return;
    case DD_OP_ROOT:
        whole(s->exact, a);
        mpfr_sqrt(s->exact, s->exact, RN);
        return;
    }
    sum_terms(s, s->exact);
}

/* error = exact - r for sums of terms, by one more exact sum; r - exact = (r b - a) / b for quotients and
 * (r r - a) / (r + sqrt(a)) for roots, whose numerators are exact. */
static void residual(struct scratch *s, dd_operation op, cuddreal a, cuddreal b, cuddreal r)
{
    if (op == DD_OP_QUOTIENT || op == DD_OP_ROOT)
    {
        s->count = 0;
        push_pair_product(s, r, op == DD_OP_QUOTIENT ? b : r);
        push(s, -a.x);
        push(s, -a.y);
        sum_terms(s, s->error);
        if (op == DD_OP_QUOTIENT)
            whole(s->work, b);
        else
        {
            whole(s->work, r);
            mpfr_add(s->work, s->work, s->exact, RN);
        }
        if (!mpfr_zero_p(s->error))
            mpfr_div(s->error, s->error, s->work, RN);
        return;
    }
    push(s, -r.x);
    push(s, -r.y);
    sum_terms(s, s->error);
}

struct dd_scalar_error dd_oracle_scalar(dd_operation op, cuddreal a, cuddreal b, cuddreal c, cuddreal r)
{
    struct scratch *s = scratch();
    struct dd_scalar_error e;
    evaluate(s, op, a, b, c);
    e.magnitude = fabs(mpfr_get_d(s->exact, RN));
    if (!cuddIsFinite(r))
    {
        e.relative = e.scaled = e.absolute = (double)INFINITY;
        return e;
    }
    residual(s, op, a, b, r);
    e.relative = e.scaled = ratio(s->error, s->exact, 106);
    mpfr_mul_2si(s->work, s->error, 1074, RN);
    e.absolute = fabs(mpfr_get_d(s->work, RN));
    if (op == DD_OP_SUM)
    {
        whole(s->scale, cuddFabs(a));
        whole(s->work, cuddFabs(b));
        mpfr_add(s->scale, s->scale, s->work, RN);
        e.scaled = ratio(s->error, s->scale, 106);
    }
    if (op == DD_OP_MULTIPLYADD)
    {
        whole(s->scale, a);
        whole(s->work, b);
        mpfr_mul(s->scale, s->scale, s->work, RN);
        mpfr_abs(s->scale, s->scale, RN);
        mpfr_abs(s->work, s->exact, RN);
        mpfr_mul_d(s->work, s->work, 0.75, RN);
        mpfr_add(s->scale, s->scale, s->work, RN);
        e.scaled = ratio(s->error, s->scale, 106);
    }
    return e;
}

cuddreal dd_oracle_scalar_value(dd_operation op, cuddreal a, cuddreal b, cuddreal c)
{
    struct scratch *s = scratch();
    evaluate(s, op, a, b, c);
    return pair_of(s->exact);
}

int dd_oracle_compare(cuddreal a, cuddreal b)
{
    struct scratch *s = scratch();
    int sign;
    evaluate(s, DD_OP_SUM, a, cuddMake(-b.x, -b.y), a);
    sign = mpfr_sgn(s->exact);
    return (sign > 0) - (sign < 0);
}

/* a rounded to an integer by `rounding`, exactly; a zero has the sign of a. */
static cuddreal round_pair(cuddreal a, mpfr_rnd_t rounding)
{
    cuddreal r;
    mpfr_t v;
    mpfr_init2(v, EXACT_BITS);
    mpfr_set_d(v, a.x, RN);
    mpfr_add_d(v, v, a.y, RN);
    mpfr_rint(v, v, rounding);
    r = mpfr_zero_p(v) ? cuddMake(copysign(0.0, a.x), 0.0) : pair_of(v);
    mpfr_clear(v);
    return r;
}

cuddreal dd_oracle_floor(cuddreal a) { return round_pair(a, MPFR_RNDD); }
cuddreal dd_oracle_ceil(cuddreal a) { return round_pair(a, MPFR_RNDU); }
cuddreal dd_oracle_trunc(cuddreal a) { return round_pair(a, MPFR_RNDZ); }
cuddreal dd_oracle_rint(cuddreal a) { return round_pair(a, MPFR_RNDN); }

cuddreal dd_oracle_pi(void)
{
    struct scratch *s = scratch();
    mpfr_const_pi(s->exact, RN);
    return pair_of(s->exact);
}

cuddreal dd_oracle_e(void)
{
    struct scratch *s = scratch();
    mpfr_set_ui(s->exact, 1, RN);
    mpfr_exp(s->exact, s->exact, RN);
    return pair_of(s->exact);
}

/* ---- y = alpha A x + beta y -------------------------------------------------------------------------------------------- */

double dd_oracle_unit(ddblasType_t type)
{
    switch (type)
    {
    case DDBLAS_TYPE_S:
    case DDBLAS_TYPE_C:
        return 0x1p-24;
    case DDBLAS_TYPE_W:
        return CUDD_EPS;
    default:
        return 0x1p-53;
    }
}

/* One element of any type: real part re[0] + re[1], imaginary part im[0] + im[1]. */
struct element
{
    double re[2], im[2];
};

static struct element load(ddblasType_t type, const void *base, int64_t index)
{
    struct element e = {{0.0, 0.0}, {0.0, 0.0}};
    switch (type)
    {
    case DDBLAS_TYPE_S:
        e.re[0] = (double)((const float *)base)[index];
        break;
    case DDBLAS_TYPE_D:
        e.re[0] = ((const double *)base)[index];
        break;
    case DDBLAS_TYPE_W:
        e.re[0] = ((const cuddreal *)base)[index].x;
        e.re[1] = ((const cuddreal *)base)[index].y;
        break;
    case DDBLAS_TYPE_C:
        e.re[0] = (double)((const ddblasComplex *)base)[index].x;
        e.im[0] = (double)((const ddblasComplex *)base)[index].y;
        break;
    case DDBLAS_TYPE_Z:
        e.re[0] = ((const ddblasDoubleComplex *)base)[index].x;
        e.im[0] = ((const ddblasDoubleComplex *)base)[index].y;
        break;
    default:
        abort();
    }
    return e;
}

static int is_zero(struct element e) { return e.re[0] == 0.0 && e.re[1] == 0.0 && e.im[0] == 0.0 && e.im[1] == 0.0; }

static int is_finite(struct element e)
{
    return isfinite(e.re[0]) && isfinite(e.re[1]) && isfinite(e.im[0]) && isfinite(e.im[1]);
}

/* Element i of a vector of n with BLAS's convention for negative increments. */
static struct element load_vector(ddblasType_t type, const void *base, int64_t n, int64_t increment, int64_t i)
{
    return load(type, base, increment > 0 ? i * increment : (i - (n - 1)) * increment);
}

/* Element (i, j) of the whole matrix, read from the stored triangle. */
static struct element load_matrix(const struct dd_symv_problem *p, int64_t i, int64_t j)
{
    int stored = p->uplo == DDBLAS_FILL_MODE_LOWER ? i >= j : i <= j;
    struct element e = load(p->type, p->A, stored ? i + j * p->lda : j + i * p->lda);
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
static void set_modulus(struct row *r, mpfr_ptr modulus, struct element e)
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
static void add_term(struct row *r, struct element a, struct element b)
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
static void multiply(struct row *r, struct element e)
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
    struct element alpha = load(p->type, p->alpha, 0);
    struct element beta = load(p->type, p->beta, 0);
    row_init(r);
    if (!is_zero(alpha))
    {
        for (int64_t j = 0; j < p->n; j++)
            add_term(r, load_matrix(p, i, j), load_vector(p->type, p->x, p->n, p->incx, j));
        multiply(r, alpha);
    }
    if (!is_zero(beta))
        add_term(r, beta, load_vector(p->type, p->y, p->n, p->incy, i));
}

double dd_oracle_symv_component(const struct dd_symv_problem *p, const void *result, int64_t i)
{
    struct row r;
    double error;
    struct element e = load_vector(p->type, result, p->n, p->incy, i);
    if (!is_finite(e))
        return (double)INFINITY;
    evaluate_row(&r, p, i);
    for (int k = 0; k < 2; k++)
    {
        mpfr_sub_d(r.re, r.re, e.re[k], RN);
        mpfr_sub_d(r.im, r.im, e.im[k], RN);
    }
    mpfr_hypot(r.re, r.re, r.im, RN);
    error = ratio(r.re, r.scale, -ilogb(dd_oracle_unit(p->type)));
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
    re = pair_of(r.re);
    im = pair_of(r.im);
    part[0] = re.x;
    part[1] = re.y;
    part[2] = im.x;
    part[3] = im.y;
    if (scale != NULL)
        *scale = mpfr_get_d(r.scale, RN);
    row_clear(&r);
}
