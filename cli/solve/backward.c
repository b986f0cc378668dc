/*
 * The componentwise backward error of a solution, by MPFR with exact residuals.
 */
#include "judge.h"

#include <math.h>

#include <mpfr.h>

#define RN MPFR_RNDN

enum
{
    DOUBLE_BITS = 53,
    PRODUCT_BITS = 2 * DOUBLE_BITS,
    MODULUS_BITS = 64
};

void cli_equation_element(const struct cli_equation *e, int64_t i, int64_t j, cuddreal part[2])
{
    if (!e->triangular)
    {
        cli_fetch(e->A->type, cli_element(e->A, i, j), part);
        return;
    }
    const int64_t row = e->trans == DDBLAS_OP_N ? i : j, column = e->trans == DDBLAS_OP_N ? j : i;
    const int inside = e->uplo == DDBLAS_FILL_MODE_LOWER ? row >= column : row <= column;
    part[0] = part[1] = cuddFromDouble(0.0);
    if (row == column && e->diag == DDBLAS_DIAG_UNIT)
        part[0] = cuddFromDouble(1.0);
    else if (inside)
        cli_fetch(e->A->type, cli_element(e->A, row, column), part);
    if (e->trans == DDBLAS_OP_C)
        part[1] = cuddNeg(part[1]);
}

/* ---- precision ------------------------------------------------------------------------------- */

/* Exponents of the highest and the lowest bit of all doubles so far; high < low if all are 0. */
struct exponents
{
    int high, low;
};

static void add_exponents(struct exponents *e, const cuddreal part[2])
{
    const double doubles[4] = {part[0].x, part[0].y, part[1].x, part[1].y};
    for (int k = 0; k < 4; k++)
    {
        int exponent = 0;
        if (doubles[k] == 0.0)
            continue;
        (void)frexp(doubles[k], &exponent);
        e->high = exponent > e->high ? exponent : e->high;
        e->low = exponent - DOUBLE_BITS < e->low ? exponent - DOUBLE_BITS : e->low;
    }
}

/* The bits with which no sum of products loses any: from the lowest bit of a product to the highest
 * of 8 n + 2 of them. */
static mpfr_prec_t exact_bits(const struct cli_equation *e, const ddblasHostMatrix *X, const ddblasHostMatrix *B)
{
    struct exponents a = {-10000, 10000}, x = a, b = a;
    cuddreal part[2];
    for (int64_t j = 0; j < e->A->n; j++)
        for (int64_t i = 0; i < e->A->n; i++)
        {
            cli_equation_element(e, i, j, part);
            add_exponents(&a, part);
        }
    for (int64_t j = 0; j < X->n; j++)
        for (int64_t i = 0; i < X->m; i++)
        {
            cli_fetch(X->type, cli_element(X, i, j), part);
            add_exponents(&x, part);
            cli_fetch(B->type, cli_element(B, i, j), part);
            add_exponents(&b, part);
        }
    int high = b.high, low = b.low;
    if (a.high >= a.low && x.high >= x.low)
    {
        high = a.high + x.high > high ? a.high + x.high : high;
        low = a.low + x.low < low ? a.low + x.low : low;
    }
    const int sum = (int)ceil(log2(8.0 * (double)e->A->n + 2.0));
    return high < low || high - low + sum < PRODUCT_BITS ? PRODUCT_BITS : (mpfr_prec_t)(high - low + sum + 2);
}

/* ---- one component --------------------------------------------------------------------------- */

struct component
{
    mpfr_t re, im, product;                  /* the residual, exact; a product of two doubles */
    mpfr_t sum, modulus[2], error, quotient; /* |A| |x| + |b|, and work */
};

/* r += sign a b */
static void add_pairs(struct component *c, mpfr_ptr r, cuddreal a, cuddreal b, int sign)
{
    const double x[2] = {a.x, a.y}, y[2] = {b.x, b.y};
    for (int k = 0; k < 4; k++)
    {
        if (x[k / 2] == 0.0 || y[k % 2] == 0.0)
            continue;
        mpfr_set_d(c->product, x[k / 2], RN);
        mpfr_mul_d(c->product, c->product, sign * y[k % 2], RN);
        mpfr_add(r, r, c->product, RN);
    }
}

static void set_modulus(struct component *c, mpfr_ptr r, const cuddreal part[2])
{
    mpfr_set_d(r, part[0].x, RN);
    mpfr_add_d(r, r, part[0].y, RN);
    mpfr_abs(r, r, RN);
    if (cuddIsZero(part[1]))
        return;
    mpfr_set_d(c->error, part[1].x, RN);
    mpfr_add_d(c->error, c->error, part[1].y, RN);
    mpfr_hypot(r, r, c->error, RN);
}

/* c->re + i c->im = (b - op(A) x)_i and c->sum = (|op(A)| |x| + |b|)_i of column j. */
static void set_component(struct component *c, const struct cli_equation *e, const ddblasHostMatrix *X, const ddblasHostMatrix *B,
                          int64_t i, int64_t j)
{
    static const cuddreal one = {1.0, 0.0};
    cuddreal a[2], x[2];
    cli_fetch(B->type, cli_element(B, i, j), a);
    mpfr_set_zero(c->re, 1);
    mpfr_set_zero(c->im, 1);
    add_pairs(c, c->re, a[0], one, 1);
    add_pairs(c, c->im, a[1], one, 1);
    set_modulus(c, c->sum, a);
    for (int64_t k = 0; k < X->m; k++)
    {
        cli_equation_element(e, i, k, a);
        cli_fetch(X->type, cli_element(X, k, j), x);
        add_pairs(c, c->re, a[0], x[0], -1);
        add_pairs(c, c->re, a[1], x[1], 1);
        add_pairs(c, c->im, a[0], x[1], -1);
        add_pairs(c, c->im, a[1], x[0], -1);
        set_modulus(c, c->modulus[0], a);
        set_modulus(c, c->modulus[1], x);
        mpfr_fma(c->sum, c->modulus[0], c->modulus[1], c->sum, RN);
    }
}

/* |b - op(A) x|_i over c->sum. */
static double quotient_of(struct component *c)
{
    mpfr_hypot(c->quotient, c->re, c->im, MPFR_RNDU);
    if (mpfr_zero_p(c->quotient))
        return 0.0;
    mpfr_div(c->quotient, c->quotient, c->sum, MPFR_RNDU);
    return mpfr_get_d(c->quotient, MPFR_RNDU);
}

static void start(struct component *c, mpfr_prec_t bits)
{
    mpfr_inits2(bits, c->re, c->im, (mpfr_ptr)0);
    mpfr_init2(c->product, PRODUCT_BITS);
    mpfr_inits2(MODULUS_BITS, c->sum, c->modulus[0], c->modulus[1], c->error, c->quotient, (mpfr_ptr)0);
}

static void finish(struct component *c)
{
    mpfr_clears(c->re, c->im, c->product, c->sum, c->modulus[0], c->modulus[1], c->error, c->quotient, (mpfr_ptr)0);
}

double cli_backward_error(const struct cli_equation *e, const ddblasHostMatrix *X, const ddblasHostMatrix *B)
{
    struct component c;
    double worst = 0.0;
    start(&c, exact_bits(e, X, B));
    for (int64_t j = 0; j < X->n; j++)
        for (int64_t i = 0; i < X->m; i++)
        {
            set_component(&c, e, X, B, i, j);
            worst = fmax(worst, quotient_of(&c));
            cli_progress("residuals", i + j * X->m + 1, X->m * X->n);
        }
    finish(&c);
    return worst;
}

/* ---- by norms -------------------------------------------------------------------------------- */

/* Norms of 64 bits, whose exponents have room for products. */
struct norms
{
    mpfr_t A, x, b, residual, work;
};

static void start_norms(struct norms *n) { mpfr_inits2(MODULUS_BITS, n->A, n->x, n->b, n->residual, n->work, (mpfr_ptr)0); }
static void finish_norms(struct norms *n) { mpfr_clears(n->A, n->x, n->b, n->residual, n->work, (mpfr_ptr)0); }

static void set_matrix_norm(struct norms *n, struct component *c, const struct cli_equation *e)
{
    cuddreal part[2];
    mpfr_set_zero(n->A, 1);
    for (int64_t i = 0; i < e->A->n; i++)
    {
        mpfr_set_zero(n->work, 1);
        for (int64_t j = 0; j < e->A->n; j++)
        {
            cli_equation_element(e, i, j, part);
            set_modulus(c, c->modulus[0], part);
            mpfr_add(n->work, n->work, c->modulus[0], RN);
        }
        mpfr_max(n->A, n->A, n->work, RN);
    }
}

static void set_column_norm(struct component *c, mpfr_ptr norm, const ddblasHostMatrix *X, int64_t j)
{
    cuddreal part[2];
    mpfr_set_zero(norm, 1);
    for (int64_t i = 0; i < X->m; i++)
    {
        cli_fetch(X->type, cli_element(X, i, j), part);
        set_modulus(c, c->modulus[0], part);
        mpfr_max(norm, norm, c->modulus[0], RN);
    }
}

/* Column j: its backward error by norms; that by components is taken into *worst. */
static double column_error(struct norms *n, struct component *c, const struct cli_equation *e, const ddblasHostMatrix *X,
                           const ddblasHostMatrix *B, int64_t j, double *sums, double *worst)
{
    mpfr_set_zero(n->residual, 1);
    for (int64_t i = 0; i < X->m; i++)
    {
        set_component(c, e, X, B, i, j);
        *worst = fmax(*worst, quotient_of(c));
        mpfr_hypot(c->quotient, c->re, c->im, MPFR_RNDU);
        mpfr_max(n->residual, n->residual, c->quotient, RN);
        if (sums)
            sums[i] = mpfr_get_d(c->sum, RN);
        cli_progress("residuals", i + j * X->m + 1, X->m * X->n);
    }
    set_column_norm(c, n->x, X, j);
    set_column_norm(c, n->b, B, j);
    mpfr_fma(n->work, n->A, n->x, n->b, RN);
    if (mpfr_zero_p(n->residual))
        return 0.0;
    mpfr_div(n->residual, n->residual, n->work, MPFR_RNDU);
    return mpfr_get_d(n->residual, MPFR_RNDU);
}

struct cli_backward cli_backward_errors(const struct cli_equation *e, const ddblasHostMatrix *X, const ddblasHostMatrix *B,
                                        double *sums, double *scales)
{
    struct cli_backward result = {0.0, 0.0, 0.0};
    struct component c;
    struct norms n;
    const int finite = cli_matrix_is_finite(X);
    start(&c, finite ? exact_bits(e, X, B) : MODULUS_BITS);
    start_norms(&n);
    set_matrix_norm(&n, &c, e);
    result.size = mpfr_get_d(n.A, RN);
    if (!finite)
        result.component = result.norm = INFINITY;
    for (int64_t j = 0; finite && j < X->n; j++)
    {
        result.norm = fmax(result.norm, column_error(&n, &c, e, X, B, j, sums ? sums + j * X->m : NULL, &result.component));
        if (scales)
            scales[j] = mpfr_get_d(n.work, RN);
    }
    finish_norms(&n);
    finish(&c);
    return result;
}
