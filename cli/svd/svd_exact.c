/*
 * Singular values and vectors, null spaces and pseudo-inverses beside MPFR. A column of a residual
 * is a chain of products of matrices with a vector of 512 bits.
 */
#include "../exact_sum.h"
#include "svd.h"

#include <math.h>
#include <stdlib.h>

enum
{
    TERMS = 1 << 23 /* products that take a few seconds */
};

/* ---- vectors --------------------------------------------------------------------------------- */

struct vector
{
    int64_t n;
    struct cli_sum *at;
};

static struct vector new_vector(int64_t n)
{
    const struct vector x = {n, malloc((size_t)n * sizeof *x.at + 1)};
    if (!x.at)
        abort(); /* The matrices take far more memory. */
    for (int64_t i = 0; i < n; i++)
    {
        cli_sum_start(&x.at[i]);
        cli_sum_clear(&x.at[i]);
    }
    return x;
}

static void free_vector(struct vector x)
{
    for (int64_t i = 0; i < x.n; i++)
        cli_sum_finish(&x.at[i]);
    free(x.at);
}

/* x = column j of A, or x - column j. */
static void set_column(struct vector x, const ddblasHostMatrix *A, int64_t j, int subtract)
{
    cuddreal a[2];
    for (int64_t i = 0; i < x.n; i++)
    {
        if (!subtract)
            cli_sum_clear(&x.at[i]);
        cli_sum_fetch(A, i, j, a);
        cli_sum_add(&x.at[i], a, cli_sum_one, 0, subtract ? -1 : 1);
    }
}

/* sum += value * x, with a real number of W; t is overwritten. */
static void add_product(mpfr_ptr sum, mpfr_ptr t, cuddreal value, mpfr_srcptr x)
{
    if (cuddEqD(value, 0.0) || mpfr_zero_p(x))
        return;
    mpfr_mul_d(t, x, value.x, MPFR_RNDN);
    mpfr_add(sum, sum, t, MPFR_RNDN);
    mpfr_mul_d(t, x, value.y, MPFR_RNDN);
    mpfr_add(sum, sum, t, MPFR_RNDN);
}

/* y = A x or A^H x. */
static void multiply(const ddblasHostMatrix *A, int adjoint, struct vector x, struct vector y)
{
    cuddreal a[2];
    for (int64_t i = 0; i < y.n; i++)
        cli_sum_clear(&y.at[i]);
    for (int64_t k = 0; k < x.n; k++)
        for (int64_t i = 0; i < y.n; i++)
        {
            struct cli_sum *s = &y.at[i];
            cli_sum_fetch(A, adjoint ? k : i, adjoint ? i : k, a);
            const cuddreal im = adjoint ? cuddNeg(a[1]) : a[1];
            add_product(s->re, s->t, a[0], x.at[k].re);
            add_product(s->re, s->t, cuddNeg(im), x.at[k].im);
            add_product(s->im, s->t, a[0], x.at[k].im);
            add_product(s->im, s->t, im, x.at[k].re);
        }
}

static void add_squares(mpfr_ptr total, struct vector x)
{
    for (int64_t i = 0; i < x.n; i++)
        cli_sum_add_square(total, &x.at[i]);
}

static double root_of(mpfr_srcptr square)
{
    mpfr_t root;
    mpfr_init2(root, CLI_SUM_BITS);
    mpfr_sqrt(root, square, MPFR_RNDN);
    const double result = mpfr_get_d(root, MPFR_RNDN);
    mpfr_clear(root);
    return isnan(result) ? INFINITY : result;
}

/* ||A||_F, and the norm of its largest column. Both are exact but for a rounding. */
static double norm_of(const ddblasHostMatrix *A, double *largest)
{
    struct vector x = new_vector(A->m);
    mpfr_t total, square;
    mpfr_inits2(CLI_SUM_BITS, total, square, (mpfr_ptr)0);
    mpfr_set_zero(total, 1);
    *largest = 0.0;
    for (int64_t j = 0; j < A->n; j++)
    {
        mpfr_set_zero(square, 1);
        set_column(x, A, j, 0);
        add_squares(square, x);
        mpfr_add(total, total, square, MPFR_RNDN);
        *largest = fmax(*largest, root_of(square));
    }
    const double norm = root_of(total);
    mpfr_clears(total, square, (mpfr_ptr)0);
    free_vector(x);
    return norm;
}

/* ---- columns that are compared --------------------------------------------------------------- */

static int64_t affordable(double terms_of_a_column, int64_t all)
{
    const double columns = TERMS / terms_of_a_column;
    return columns < 1.0 ? 1 : columns < (double)all ? (int64_t)columns : all;
}

/* Number c of `columns` numbers, which are spread evenly over 0 .. all - 1. */
static int64_t column_of(int64_t c, int64_t columns, int64_t all)
{
    return columns > 1 ? c * (all - 1) / (columns - 1) : all - 1;
}

/* ||Q^H Q - I||_F, or ||Q Q^H - I||_F if `rows`, estimated from as many columns as take a few
 * seconds. */
static double orthogonality(const ddblasHostMatrix *Q, int rows)
{
    struct vector x = new_vector(rows ? Q->n : Q->m), y = new_vector(rows ? Q->m : Q->n), e = new_vector(y.n);
    const int64_t all = y.n, columns = affordable(2.0 * (double)(x.n * y.n), all);
    mpfr_t total;
    mpfr_init2(total, CLI_SUM_BITS);
    mpfr_set_zero(total, 1);
    for (int64_t c = 0; c < columns; c++)
    {
        const int64_t j = column_of(c, columns, all);
        cli_sum_add(&e.at[j], cli_sum_one, cli_sum_one, 0, 1);
        multiply(Q, rows, e, x);
        multiply(Q, !rows, x, y);
        cli_sum_add(&y.at[j], cli_sum_one, cli_sum_one, 0, -1);
        add_squares(total, y);
        cli_sum_clear(&e.at[j]);
    }
    const double result = all > 0 ? cli_norm_of_all(total, columns, all) : 0.0;
    mpfr_clear(total);
    free_vector(x);
    free_vector(y);
    free_vector(e);
    return result;
}

static double unit_of(const struct cli_svd *s) { return (double)(s->A.m > s->A.n ? s->A.m : s->A.n) * 0x1p-104; }

static double over(double error, double scale) { return error == 0.0 ? 0.0 : error / scale; }

/* ---- decompositions -------------------------------------------------------------------------- */

/* x = column j of diag(s) V^H. */
static void scale_column(const struct cli_svd *s, int64_t j, struct vector x)
{
    cuddreal v[2], value[2];
    for (int64_t k = 0; k < x.n; k++)
    {
        cli_sum_clear(&x.at[k]);
        cli_sum_fetch(&s->VT, k, j, v);
        cli_sum_fetch(&s->s, k, 0, value);
        cli_sum_add(&x.at[k], v, value, 0, 1);
    }
}

struct cli_svd_accuracy cli_svd_compare(const struct cli_svd *s)
{
    struct cli_svd_accuracy a = {.all = s->A.n};
    struct vector x = new_vector(s->s.m), y = new_vector(s->A.m);
    double largest;
    mpfr_t total, square;
    mpfr_inits2(CLI_SUM_BITS, total, square, (mpfr_ptr)0);
    mpfr_set_zero(total, 1);
    (void)norm_of(&s->A, &largest);
    a.columns = affordable((double)(x.n * y.n), a.all);
    for (int64_t c = 0; c < a.columns; c++)
    {
        const int64_t j = column_of(c, a.columns, a.all);
        mpfr_set_zero(square, 1);
        scale_column(s, j, x);
        multiply(&s->U, 0, x, y);
        set_column(y, &s->A, j, 1);
        add_squares(square, y);
        mpfr_add(total, total, square, MPFR_RNDN);
        a.residual = cli_larger(a.residual, over(root_of(square), largest) / unit_of(s));
        cli_progress("comparing", c + 1, a.columns);
    }
    a.whole = cli_norm_of_all(total, a.columns, a.all);
    a.left = orthogonality(&s->U, 0) / unit_of(s);
    a.right = orthogonality(&s->VT, 1) / unit_of(s);
    mpfr_clears(total, square, (mpfr_ptr)0);
    free_vector(x);
    free_vector(y);
    return a;
}

struct cli_svd_accuracy cli_null_compare(const struct cli_svd *s)
{
    struct cli_svd_accuracy a = {.all = s->Z.n};
    struct vector x = new_vector(s->A.n), y = new_vector(s->A.m);
    double largest;
    a.norm = norm_of(&s->A, &largest);
    mpfr_t square;
    mpfr_init2(square, CLI_SUM_BITS);
    a.columns = affordable((double)(x.n * y.n), a.all);
    for (int64_t c = 0; c < a.columns && a.all > 0; c++)
    {
        mpfr_set_zero(square, 1);
        set_column(x, &s->Z, column_of(c, a.columns, a.all), 0);
        multiply(&s->A, 0, x, y);
        add_squares(square, y);
        a.residual = cli_larger(a.residual, over(root_of(square), a.norm) / unit_of(s));
        cli_progress("comparing", c + 1, a.columns);
    }
    a.right = orthogonality(&s->Z, 0) / unit_of(s);
    mpfr_clear(square);
    free_vector(x);
    free_vector(y);
    return a;
}

/* ---- references for results of others -------------------------------------------------------- */

double cli_svd_quotient(const struct cli_svd *s, int64_t j, cuddreal *value)
{
    struct vector u = new_vector(s->A.m), v = new_vector(s->A.n), x = new_vector(s->A.m), y = new_vector(s->A.n);
    cuddreal part[2];
    mpfr_t squares, norm, sum;
    mpfr_inits2(CLI_SUM_BITS, squares, norm, sum, (mpfr_ptr)0);
    mpfr_set_zero(squares, 1);
    mpfr_set_zero(norm, 1);
    mpfr_set_zero(sum, 1);
    set_column(u, &s->U, j, 0);
    for (int64_t i = 0; i < v.n; i++)
    {
        cli_sum_fetch(&s->VT, j, i, part);
        part[1] = cuddNeg(part[1]);
        cli_sum_add(&v.at[i], part, cli_sum_one, 0, 1);
    }
    multiply(&s->A, 0, v, x);
    multiply(&s->A, 1, u, y);
    add_squares(norm, u);
    add_squares(norm, v);
    add_squares(squares, x);
    add_squares(squares, y);
    for (int64_t i = 0; i < u.n; i++)
    {
        mpfr_fma(sum, u.at[i].re, x.at[i].re, sum, MPFR_RNDN);
        mpfr_fma(sum, u.at[i].im, x.at[i].im, sum, MPFR_RNDN);
    }
    mpfr_mul_2si(sum, sum, 1, MPFR_RNDN);
    mpfr_div(sum, sum, norm, MPFR_RNDN);
    mpfr_div(squares, squares, norm, MPFR_RNDN);
    mpfr_mul_2si(norm, squares, 12 - CLI_SUM_BITS, MPFR_RNDN); /* rounding errors */
    mpfr_fms(squares, sum, sum, squares, MPFR_RNDN);
    mpfr_abs(squares, squares, MPFR_RNDN);
    mpfr_add(squares, squares, norm, MPFR_RNDN);
    mpfr_sqrt(squares, squares, MPFR_RNDU);
    const double high = mpfr_get_d(sum, MPFR_RNDN), residual = mpfr_get_d(squares, MPFR_RNDU);
    mpfr_sub_d(sum, sum, high, MPFR_RNDN);
    *value = cuddFastTwoSum(high, mpfr_get_d(sum, MPFR_RNDN));
    mpfr_clears(squares, norm, sum, (mpfr_ptr)0);
    free_vector(u);
    free_vector(v);
    free_vector(x);
    free_vector(y);
    return residual;
}

double cli_null_angle(const ddblasHostMatrix *Y, const ddblasHostMatrix *Z)
{
    struct vector x = new_vector(Y->n), z = new_vector(Y->m), p = new_vector(Y->m);
    const int64_t columns = affordable(2.0 * (double)(x.n * z.n), Z->n);
    mpfr_t total;
    mpfr_init2(total, CLI_SUM_BITS);
    mpfr_set_zero(total, 1);
    for (int64_t c = 0; c < columns; c++)
    {
        const int64_t j = column_of(c, columns, Z->n);
        set_column(z, Z, j, 0);
        multiply(Y, 1, z, x);
        multiply(Y, 0, x, p);
        set_column(p, Z, j, 1);
        add_squares(total, p);
    }
    const double result = cli_norm_of_all(total, columns, Z->n);
    mpfr_clear(total);
    free_vector(x);
    free_vector(z);
    free_vector(p);
    return result;
}

/* ---- conditions of Penrose ------------------------------------------------------------------- */

/* ||A X A - A||_F, estimated from `columns` columns. */
static double inverse_defect(const ddblasHostMatrix *A, const ddblasHostMatrix *X, int64_t columns)
{
    struct vector p = new_vector(A->m), q = new_vector(A->n);
    mpfr_t total;
    mpfr_init2(total, CLI_SUM_BITS);
    mpfr_set_zero(total, 1);
    for (int64_t c = 0; c < columns; c++)
    {
        const int64_t j = column_of(c, columns, A->n);
        set_column(p, A, j, 0);
        multiply(X, 0, p, q);
        multiply(A, 0, q, p);
        set_column(p, A, j, 1);
        add_squares(total, p);
        cli_progress("comparing", c + 1, columns);
    }
    const double result = cli_norm_of_all(total, columns, A->n);
    mpfr_clear(total);
    free_vector(p);
    free_vector(q);
    return result;
}

/* ||A X - (A X)^H||_F, estimated from `columns` columns. */
static double symmetry_defect(const ddblasHostMatrix *A, const ddblasHostMatrix *X, int64_t columns)
{
    struct vector p = new_vector(A->m), q = new_vector(A->n), r = new_vector(A->m), e = new_vector(A->m);
    mpfr_t total;
    mpfr_init2(total, CLI_SUM_BITS);
    mpfr_set_zero(total, 1);
    for (int64_t c = 0; c < columns; c++)
    {
        struct cli_sum *one = &e.at[column_of(c, columns, A->m)];
        cli_sum_add(one, cli_sum_one, cli_sum_one, 0, 1);
        multiply(X, 0, e, q);
        multiply(A, 0, q, p);
        multiply(A, 1, e, q);
        multiply(X, 1, q, r);
        cli_sum_clear(one);
        for (int64_t k = 0; k < p.n; k++)
        {
            mpfr_sub(p.at[k].re, p.at[k].re, r.at[k].re, MPFR_RNDN);
            mpfr_sub(p.at[k].im, p.at[k].im, r.at[k].im, MPFR_RNDN);
        }
        add_squares(total, p);
        cli_progress("comparing", c + 1, columns);
    }
    const double result = cli_norm_of_all(total, columns, A->m);
    mpfr_clear(total);
    free_vector(p);
    free_vector(q);
    free_vector(r);
    free_vector(e);
    return result;
}

struct cli_pinv_accuracy cli_pinv_compare(const struct cli_svd *s)
{
    const ddblasHostMatrix *A = &s->A, *X = &s->Z;
    const double terms = 8.0 * (double)A->m * (double)A->n, unit = unit_of(s);
    const int64_t columns = affordable(terms, A->n), rows = affordable(terms, A->m);
    struct cli_pinv_accuracy a = {.columns = columns + rows, .all = A->m + A->n};
    double largest;
    const double inverse = norm_of(X, &largest);
    a.norm = norm_of(A, &largest);
    a.first = over(over(inverse_defect(A, X, columns), a.norm), a.norm * inverse) / unit;
    a.second = over(over(inverse_defect(X, A, rows), inverse), a.norm * inverse) / unit;
    a.third = over(symmetry_defect(A, X, rows), a.norm * inverse) / unit;
    a.fourth = over(symmetry_defect(X, A, columns), a.norm * inverse) / unit;
    return a;
}
