/*
 * Sums of products by MPFR.
 */
#include "exact_sum.h"

#include <math.h>

const cuddreal cli_sum_one[2] = {{1.0, 0.0}, {0.0, 0.0}};

void cli_sum_start(struct cli_sum *s) { mpfr_inits2(CLI_SUM_BITS, s->re, s->im, s->t, (mpfr_ptr)0); }

void cli_sum_clear(struct cli_sum *s)
{
    mpfr_set_zero(s->re, 1);
    mpfr_set_zero(s->im, 1);
}

void cli_sum_finish(struct cli_sum *s) { mpfr_clears(s->re, s->im, s->t, (mpfr_ptr)0); }

/* r += sign a b for pairs; each of the four products is exact. */
static void add_pairs(mpfr_ptr r, mpfr_ptr t, cuddreal a, cuddreal b, int sign)
{
    const double x[2] = {a.x, a.y}, y[2] = {b.x, b.y};
    for (int i = 0; i < 4; i++)
    {
        if (x[i / 2] == 0.0 || y[i % 2] == 0.0)
            continue;
        mpfr_set_d(t, x[i / 2], MPFR_RNDN);
        mpfr_mul_d(t, t, sign * y[i % 2], MPFR_RNDN);
        mpfr_add(r, r, t, MPFR_RNDN);
    }
}

void cli_sum_add(struct cli_sum *s, const cuddreal a[2], const cuddreal b[2], int conjugate, int sign)
{
    const int turn = conjugate ? -1 : 1;
    add_pairs(s->re, s->t, a[0], b[0], sign);
    add_pairs(s->re, s->t, a[1], b[1], -sign * turn);
    add_pairs(s->im, s->t, a[0], b[1], sign);
    add_pairs(s->im, s->t, a[1], b[0], sign * turn);
}

void cli_sum_add_square(mpfr_ptr total, const struct cli_sum *s)
{
    mpfr_fma(total, s->re, s->re, total, MPFR_RNDN);
    mpfr_fma(total, s->im, s->im, total, MPFR_RNDN);
}

void cli_sum_fetch(const ddblasHostMatrix *A, int64_t i, int64_t j, cuddreal part[2])
{
    cli_fetch(A->type, cli_element(A, i, j), part);
}

void cli_sum_add_columns(struct cli_sum *s, const ddblasHostMatrix *X, int64_t i, const ddblasHostMatrix *Y, int64_t j,
                         int64_t rows, int sign)
{
    cuddreal x[2], y[2];
    for (int64_t k = 0; k < rows; k++)
    {
        cli_sum_fetch(X, k, i, x);
        cli_sum_fetch(Y, k, j, y);
        cli_sum_add(s, x, y, 1, sign);
    }
}

void cli_sum_add_row(struct cli_sum *s, const ddblasHostMatrix *X, int64_t i, const ddblasHostMatrix *Y, int64_t j, int64_t terms,
                     int sign)
{
    cuddreal x[2], y[2];
    for (int64_t k = 0; k < terms; k++)
    {
        cli_sum_fetch(X, i, k, x);
        cli_sum_fetch(Y, k, j, y);
        cli_sum_add(s, x, y, 0, sign);
    }
}

void cli_add_orthogonality(mpfr_ptr total, const ddblasHostMatrix *Q, int64_t j)
{
    struct cli_sum s;
    cli_sum_start(&s);
    for (int64_t k = 0; k < Q->n; k++)
    {
        cli_sum_clear(&s);
        cli_sum_add_columns(&s, Q, k, Q, j, Q->m, 1);
        if (k == j)
            cli_sum_add(&s, cli_sum_one, cli_sum_one, 0, -1);
        cli_sum_add_square(total, &s);
    }
    cli_sum_finish(&s);
}

double cli_norm_of_all(mpfr_ptr total, int64_t compared, int64_t all)
{
    mpfr_mul_si(total, total, (long)all, MPFR_RNDN);
    mpfr_div_si(total, total, compared > 0 ? (long)compared : 1L, MPFR_RNDN);
    mpfr_sqrt(total, total, MPFR_RNDN);
    const double result = mpfr_get_d(total, MPFR_RNDN);
    return isnan(result) ? INFINITY : result;
}

double cli_larger(double a, double b) { return isnan(b) ? INFINITY : fmax(a, b); }
