/*
 * QR and least squares against MPFR.
 */
#include "oracle_qr.h"

#include <math.h>
#include <stdlib.h>

#include "complex_sum.h"
#include "element.h"
#include "oracle.h"
#include "oracle_mpfr.h"

enum
{
    SOLVE_BITS = 2048 /* Gram matrices of condition 10^100 leave 1700 bits */
};

static const struct dd_parts one = {{1.0, 0.0}, {0.0, 0.0}};

/* sqrt(square / scale) / (n u). */
static double judged(ddblasType_t type, int64_t n, mpfr_srcptr square, mpfr_srcptr scale)
{
    return dd_mpfr_root_ratio(square, scale, (double)n * dd_oracle_unit(type));
}

static double larger(double a, double b) { return a > b || isnan(a) ? a : b; }

/* ---- QR -------------------------------------------------------------------------------------- */

/* |A - Q R|^2 of column j, and |A|^2. */
static void column_squares(ddblasType_t type, int64_t m, int64_t n, const void *A, const void *Q, const void *R, int64_t j,
                           mpfr_ptr error, mpfr_ptr scale)
{
    mpfr_set_zero(error, 1);
    mpfr_set_zero(scale, 1);
    for (int64_t i = 0; i < m; i++)
    {
        struct dd_complex_sum s;
        dd_complex_sum_zero(&s);
        dd_complex_sum_add(&s, dd_parts_load(type, A, i + j * m), one, 0, 1.0);
        for (int64_t k = 0; k <= j; k++)
            dd_complex_sum_add(&s, dd_parts_load(type, Q, i + k * m), dd_parts_load(type, R, k + j * n), 0, -1.0);
        dd_complex_sum_add_square(error, &s);
        dd_element_add_square(scale, dd_parts_load(type, A, i + j * m));
    }
}

static double orthogonality(ddblasType_t type, int64_t m, int64_t n, const void *Q)
{
    mpfr_t total, unit;
    mpfr_inits2(DD_NORM_BITS, total, unit, (mpfr_ptr)0);
    dd_oracle_orthogonality_square(type, m, n, Q, total);
    mpfr_set_ui(unit, 1, RN);
    const double result = judged(type, n, total, unit);
    mpfr_clears(total, unit, (mpfr_ptr)0);
    return result;
}

struct dd_qr_error dd_oracle_qr_error(ddblasType_t type, int64_t m, int64_t n, const void *A, const void *Q, const void *R)
{
    struct dd_qr_error e = {INFINITY, INFINITY, INFINITY};
    mpfr_t error, scale, all_error, all_scale;
    if (!dd_elements_are_finite(type, R, n * n) || !dd_elements_are_finite(type, Q, m * n))
        return e;
    mpfr_inits2(DD_NORM_BITS, error, scale, all_error, all_scale, (mpfr_ptr)0);
    mpfr_set_zero(all_error, 1);
    mpfr_set_zero(all_scale, 1);
    e.column = 0.0;
    for (int64_t j = 0; j < n; j++)
    {
        column_squares(type, m, n, A, Q, R, j, error, scale);
        mpfr_add(all_error, all_error, error, RN);
        mpfr_add(all_scale, all_scale, scale, RN);
        if (!mpfr_zero_p(scale))
            e.column = larger(judged(type, n, error, scale), e.column);
    }
    e.residual = judged(type, n, all_error, all_scale);
    e.orthogonality = orthogonality(type, m, n, Q);
    mpfr_clears(error, scale, all_error, all_scale, (mpfr_ptr)0);
    return e;
}

double dd_oracle_adjoint_error(ddblasType_t type, int64_t m, int64_t n, int64_t p, const void *Q, const void *C, const void *X)
{
    double worst = 0.0;
    mpfr_t error, scale;
    if (!dd_elements_are_finite(type, Q, m * n) || !dd_elements_are_finite(type, X, n * p))
        return INFINITY;
    mpfr_inits2(DD_NORM_BITS, error, scale, (mpfr_ptr)0);
    for (int64_t j = 0; j < p; j++)
    {
        mpfr_set_zero(error, 1);
        mpfr_set_zero(scale, 1);
        for (int64_t k = 0; k < n; k++)
        {
            struct dd_complex_sum s;
            dd_complex_sum_zero(&s);
            for (int64_t i = 0; i < m; i++)
                dd_complex_sum_add(&s, dd_parts_load(type, Q, i + k * m), dd_parts_load(type, C, i + j * m), 1, 1.0);
            dd_complex_sum_add(&s, dd_parts_load(type, X, k + j * n), one, 0, -1.0);
            dd_complex_sum_add_square(error, &s);
        }
        for (int64_t i = 0; i < m; i++)
            dd_element_add_square(scale, dd_parts_load(type, C, i + j * m));
        worst = larger(judged(type, n, error, scale), worst);
    }
    mpfr_clears(error, scale, (mpfr_ptr)0);
    return worst;
}

double dd_oracle_distance(ddblasType_t type, int64_t m, int64_t n, int64_t p, const void *X, const void *Y)
{
    double worst = 0.0;
    mpfr_t error, scale;
    if (!dd_elements_are_finite(type, X, m * p))
        return INFINITY;
    mpfr_inits2(DD_NORM_BITS, error, scale, (mpfr_ptr)0);
    for (int64_t j = 0; j < p; j++)
    {
        mpfr_set_zero(error, 1);
        mpfr_set_zero(scale, 1);
        for (int64_t i = 0; i < m; i++)
        {
            struct dd_complex_sum s;
            dd_complex_sum_zero(&s);
            dd_complex_sum_add(&s, dd_parts_load(type, X, i + j * m), one, 0, 1.0);
            dd_complex_sum_add(&s, dd_parts_load(type, Y, i + j * m), one, 0, -1.0);
            dd_complex_sum_add_square(error, &s);
            dd_element_add_square(scale, dd_parts_load(type, Y, i + j * m));
        }
        worst = larger(judged(type, n, error, scale), worst);
    }
    mpfr_clears(error, scale, (mpfr_ptr)0);
    return worst;
}

/* ---- numbers at a precision that forgives normal equations ----------------------------------- */

/* Complex numbers as pairs of mpfr_t. */
struct number
{
    mpfr_t re, im;
};

static struct number *numbers(int64_t count)
{
    struct number *v = malloc((size_t)count * sizeof *v);
    if (!v)
        abort();
    for (int64_t i = 0; i < count; i++)
    {
        mpfr_init2(v[i].re, SOLVE_BITS);
        mpfr_init2(v[i].im, SOLVE_BITS);
        mpfr_set_zero(v[i].re, 1);
        mpfr_set_zero(v[i].im, 1);
    }
    return v;
}

static void release(struct number *v, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
    {
        mpfr_clear(v[i].re);
        mpfr_clear(v[i].im);
    }
    free(v);
}

static void load(struct number *v, struct dd_parts e)
{
    mpfr_set_d(v->re, e.re[0], RN);
    mpfr_add_d(v->re, v->re, e.re[1], RN);
    mpfr_set_d(v->im, e.im[0], RN);
    mpfr_add_d(v->im, v->im, e.im[1], RN);
}

/* c -= a b, or conj(a) b. */
static void subtract(struct number *c, const struct number *a, const struct number *b, int conjugate)
{
    mpfr_t t;
    mpfr_init2(t, SOLVE_BITS);
    mpfr_mul(t, a->re, b->re, RN);
    mpfr_sub(c->re, c->re, t, RN);
    mpfr_mul(t, a->im, b->im, RN);
    (conjugate ? mpfr_sub : mpfr_add)(c->re, c->re, t, RN);
    mpfr_mul(t, a->re, b->im, RN);
    mpfr_sub(c->im, c->im, t, RN);
    mpfr_mul(t, a->im, b->re, RN);
    (conjugate ? mpfr_add : mpfr_sub)(c->im, c->im, t, RN);
    mpfr_clear(t);
}

static void divide(struct number *a, mpfr_srcptr d)
{
    mpfr_div(a->re, a->re, d, RN);
    mpfr_div(a->im, a->im, d, RN);
}

static void add_number_square(mpfr_ptr total, const struct number *a)
{
    mpfr_fma(total, a->re, a->re, total, RN);
    mpfr_fma(total, a->im, a->im, total, RN);
}

/* G (n x n) becomes U with G = U^H U, upper. */
static void cholesky(int64_t n, struct number *G)
{
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i <= j; i++)
        {
            struct number *g = &G[i + j * n];
            for (int64_t k = 0; k < i; k++)
                subtract(g, &G[k + i * n], &G[k + j * n], 1);
            if (i < j)
                divide(g, G[i + i * n].re);
            else
                mpfr_sqrt(g->re, g->re, RN);
        }
}

/* y = U^-1 y, after y = U^-H y when both. */
static void triangular(int64_t n, const struct number *U, struct number *y, int both)
{
    for (int64_t i = 0; both && i < n; i++)
    {
        for (int64_t k = 0; k < i; k++)
            subtract(&y[i], &U[k + i * n], &y[k], 1);
        divide(&y[i], U[i + i * n].re);
    }
    for (int64_t i = n - 1; i >= 0; i--)
    {
        for (int64_t k = i + 1; k < n; k++)
            subtract(&y[i], &U[i + k * n], &y[k], 0);
        divide(&y[i], U[i + i * n].re);
    }
}

/* ||U^-1||_F^2 = ||A^+||_F^2. */
static void inverse_square(int64_t n, const struct number *U, mpfr_ptr total)
{
    mpfr_set_zero(total, 1);
    for (int64_t j = 0; j < n; j++)
    {
        struct number *e = numbers(n);
        mpfr_set_ui(e[j].re, 1, RN);
        triangular(n, U, e, 0);
        for (int64_t i = 0; i < n; i++)
            add_number_square(total, &e[i]);
        release(e, n);
    }
}

/* ---- reflectors ------------------------------------------------------------------------------ */

/* v of reflector i. */
static struct number *reflector(ddblasType_t type, int64_t m, const void *F, int64_t i)
{
    struct number *v = numbers(m);
    mpfr_set_ui(v[i].re, 1, RN);
    for (int64_t t = i + 1; t < m; t++)
        load(&v[t], dd_parts_load(type, F, t + i * m));
    return v;
}

/* x = x - tau v (v^H x). */
static void apply_reflector(int64_t m, const struct number *tau, const struct number *v, struct number *x)
{
    struct number *s = numbers(2);
    for (int64_t t = 0; t < m; t++)
        subtract(&s[0], &v[t], &x[t], 1);
    subtract(&s[1], tau, &s[0], 0); /* tau (v^H x) */
    for (int64_t t = 0; t < m; t++)
        subtract(&x[t], &v[t], &s[1], 0);
    release(s, 2);
}

/* |tau|^2 |v|^2 - 2 Re tau times |v|^2, the norm of H^H H - I. */
static double unitarity_of(int64_t m, const struct number *tau, const struct number *v)
{
    mpfr_t square, modulus;
    mpfr_inits2(SOLVE_BITS, square, modulus, (mpfr_ptr)0);
    mpfr_set_zero(square, 1);
    mpfr_set_zero(modulus, 1);
    for (int64_t t = 0; t < m; t++)
        add_number_square(square, &v[t]);
    add_number_square(modulus, tau);
    mpfr_mul(modulus, modulus, square, RN);
    mpfr_sub(modulus, modulus, tau->re, RN);
    mpfr_sub(modulus, modulus, tau->re, RN);
    mpfr_mul(modulus, modulus, square, RN);
    const double result = fabs(mpfr_get_d(modulus, RN));
    mpfr_clears(square, modulus, (mpfr_ptr)0);
    return result;
}

/* The norm of x - Q_j. */
static double distance_of(ddblasType_t type, int64_t m, struct number *x, const void *Q, int64_t j)
{
    struct number *q = numbers(1), *one_number = numbers(1);
    mpfr_t total;
    mpfr_init2(total, SOLVE_BITS);
    mpfr_set_zero(total, 1);
    mpfr_set_ui(one_number->re, 1, RN);
    for (int64_t t = 0; t < m; t++)
    {
        load(q, dd_parts_load(type, Q, t + j * m));
        subtract(&x[t], q, one_number, 0);
        add_number_square(total, &x[t]);
    }
    mpfr_sqrt(total, total, RN);
    const double result = mpfr_get_d(total, RN);
    mpfr_clear(total);
    release(q, 1);
    release(one_number, 1);
    return result;
}

struct dd_reflector_error dd_oracle_reflector_error(ddblasType_t type, int64_t m, int64_t n, int64_t k, const void *F,
                                                    const void *tau, const void *Q)
{
    const double unit = (double)k * dd_oracle_unit(type);
    struct dd_reflector_error e = {0.0, 0.0};
    struct number **v = malloc((size_t)(k + 1) * sizeof *v), *taus = numbers(k + 1);
    if (!v)
        abort();
    if (!dd_elements_are_finite(type, Q, m * n) || !dd_elements_are_finite(type, tau, k))
        e.product = INFINITY;
    for (int64_t i = 0; i < k; i++)
    {
        v[i] = reflector(type, m, F, i);
        load(&taus[i], dd_parts_load(type, tau, i));
        e.unitarity = larger(unitarity_of(m, &taus[i], v[i]) / unit, e.unitarity);
    }
    for (int64_t j = 0; j < n; j++)
    {
        struct number *x = numbers(m);
        mpfr_set_ui(x[j].re, 1, RN);
        for (int64_t i = k - 1; i >= 0; i--)
            apply_reflector(m, &taus[i], v[i], x);
        e.product = larger(distance_of(type, m, x, Q, j) / unit, e.product);
        release(x, m);
    }
    for (int64_t i = 0; i < k; i++)
        release(v[i], m);
    release(taus, k + 1);
    free(v);
    return e;
}

/* ---- least squares --------------------------------------------------------------------------- */

struct problem
{
    ddblasType_t type;
    int64_t m, n;
    struct number *A, *b, *x; /* x exact */
    mpfr_t norm_A, norm_b, norm_x, rho, condition;
};

static void solve(struct problem *p)
{
    const int64_t m = p->m, n = p->n;
    struct number *G = numbers(n * n);
    for (int64_t j = 0; j < n; j++)
    {
        for (int64_t i = 0; i <= j; i++)
            for (int64_t k = 0; k < m; k++)
                subtract(&G[i + j * n], &p->A[k + i * m], &p->A[k + j * m], 1);
        for (int64_t k = 0; k < m; k++)
            subtract(&p->x[j], &p->A[k + j * m], &p->b[k], 1);
    }
    for (int64_t i = 0; i < n * n; i++) /* subtract gave -A^H A and -A^H b */
    {
        mpfr_neg(G[i].re, G[i].re, RN);
        mpfr_neg(G[i].im, G[i].im, RN);
    }
    for (int64_t i = 0; i < n; i++)
    {
        mpfr_neg(p->x[i].re, p->x[i].re, RN);
        mpfr_neg(p->x[i].im, p->x[i].im, RN);
    }
    cholesky(n, G);
    inverse_square(n, G, p->condition);
    triangular(n, G, p->x, 1);
    release(G, n * n);
}

static void norm(mpfr_ptr result, const struct number *v, int64_t count)
{
    mpfr_set_zero(result, 1);
    for (int64_t i = 0; i < count; i++)
        add_number_square(result, &v[i]);
    mpfr_sqrt(result, result, RN);
}

static struct problem make_problem(ddblasType_t type, int64_t m, int64_t n, const void *A, const void *b)
{
    struct problem p = {.type = type, .m = m, .n = n, .A = numbers(m * n), .b = numbers(m), .x = numbers(n)};
    mpfr_inits2(SOLVE_BITS, p.norm_A, p.norm_b, p.norm_x, p.rho, p.condition, (mpfr_ptr)0);
    for (int64_t i = 0; i < m * n; i++)
        load(&p.A[i], dd_parts_load(type, A, i));
    for (int64_t i = 0; i < m; i++)
        load(&p.b[i], dd_parts_load(type, b, i));
    solve(&p);
    norm(p.norm_A, p.A, m * n);
    norm(p.norm_b, p.b, m);
    norm(p.norm_x, p.x, n);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < m; i++)
            subtract(&p.b[i], &p.A[i + j * m], &p.x[j], 0);
    norm(p.rho, p.b, m);
    mpfr_sqrt(p.condition, p.condition, RN);
    mpfr_mul(p.condition, p.condition, p.norm_A, RN);
    return p;
}

/* The error of x and, component by component, its digits. */
static void judge_x(const struct problem *p, const void *x, struct dd_lstsq_error *e)
{
    struct number *d = numbers(p->n), *one_of_x = numbers(1);
    mpfr_t size, scale, t;
    mpfr_inits2(SOLVE_BITS, size, scale, t, (mpfr_ptr)0);
    e->digits = INFINITY;
    for (int64_t i = 0; i < p->n; i++)
    {
        load(one_of_x, dd_parts_load(p->type, x, i));
        mpfr_sub(d[i].re, one_of_x->re, p->x[i].re, RN);
        mpfr_sub(d[i].im, one_of_x->im, p->x[i].im, RN);
        norm(size, &d[i], 1);
        norm(t, &p->x[i], 1);
        if (!mpfr_zero_p(size))
        {
            mpfr_div(t, size, t, RN);
            mpfr_log10(t, t, RN);
            e->digits = fmin(e->digits, -mpfr_get_d(t, RN));
        }
    }
    norm(size, d, p->n);
    mpfr_mul(scale, p->condition, p->norm_x, RN);
    mpfr_div(t, p->rho, p->norm_A, RN);
    mpfr_mul(t, t, p->condition, RN);
    mpfr_fma(scale, t, p->condition, scale, RN);
    mpfr_mul_d(scale, scale, (double)p->n * dd_oracle_unit(p->type), RN);
    mpfr_div(size, size, scale, RN);
    e->forward = mpfr_get_d(size, RN);
    mpfr_clears(size, scale, t, (mpfr_ptr)0);
    release(d, p->n);
    release(one_of_x, 1);
}

/* rho as the real parts of one element; a real alone for complex types. */
static void judge_rho(const struct problem *p, const void *rho, struct dd_lstsq_error *e)
{
    const ddblasType_t real = dd_type_real(p->type);
    struct number *r = numbers(1);
    mpfr_t scale;
    mpfr_init2(scale, SOLVE_BITS);
    load(r, dd_parts_load(real, rho, 0));
    mpfr_sub(r->re, r->re, p->rho, RN);
    mpfr_fma(scale, p->norm_A, p->norm_x, p->norm_b, RN);
    mpfr_mul_d(scale, scale, (double)p->n * dd_oracle_unit(p->type), RN);
    mpfr_div(scale, r->re, scale, RN);
    e->residual = fabs(mpfr_get_d(scale, RN));
    mpfr_clear(scale);
    release(r, 1);
}

struct dd_lstsq_error dd_oracle_lstsq_error(ddblasType_t type, int64_t m, int64_t n, const void *A, const void *b, const void *x,
                                            const void *rho)
{
    struct dd_lstsq_error e = {INFINITY, INFINITY, 0.0, INFINITY};
    if (!dd_elements_are_finite(type, x, n))
        return e;
    struct problem p = make_problem(type, m, n, A, b);
    e.condition = mpfr_get_d(p.condition, RN);
    judge_x(&p, x, &e);
    judge_rho(&p, rho, &e);
    release(p.A, m * n);
    release(p.b, m);
    release(p.x, n);
    mpfr_clears(p.norm_A, p.norm_b, p.norm_x, p.rho, p.condition, (mpfr_ptr)0);
    mpfr_free_cache();
    return e;
}
