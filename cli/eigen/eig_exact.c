/*
 * Eigenvalues and vectors beside MPFR.
 */
#include "../exact_sum.h"
#include "eigen.h"

#include <math.h>

enum
{
    TERMS = 1 << 23 /* products that take a few seconds */
};

/* The square of the norm of the largest column of A. */
static void set_largest_column(mpfr_ptr largest, const ddblasHostMatrix *A)
{
    struct cli_sum s;
    mpfr_t square;
    cuddreal a[2];
    mpfr_init2(square, CLI_SUM_BITS);
    cli_sum_start(&s);
    mpfr_set_zero(largest, 1);
    for (int64_t j = 0; j < A->n; j++)
    {
        mpfr_set_zero(square, 1);
        for (int64_t i = 0; i < A->m; i++)
        {
            cli_sum_clear(&s);
            cli_sum_fetch(A, i, j, a);
            cli_sum_add(&s, a, cli_sum_one, 0, 1);
            cli_sum_add_square(square, &s);
        }
        if (mpfr_greater_p(square, largest))
            mpfr_set(largest, square, MPFR_RNDN);
    }
    cli_sum_finish(&s);
    mpfr_clear(square);
}

/* ||A v_j - w_j v_j|| over the root of `largest`; 0 for a residual of 0. */
static double residual_of(const struct cli_eig *p, int64_t j, mpfr_srcptr largest)
{
    struct cli_sum s;
    mpfr_t square;
    cuddreal v[2], value[2];
    mpfr_init2(square, CLI_SUM_BITS);
    mpfr_set_zero(square, 1);
    cli_sum_start(&s);
    cli_sum_fetch(&p->w, j, 0, value);
    for (int64_t i = 0; i < p->A.n; i++)
    {
        cli_sum_clear(&s);
        cli_sum_add_row(&s, &p->A, i, &p->V, j, p->A.n, 1);
        cli_sum_fetch(&p->V, i, j, v);
        cli_sum_add(&s, value, v, 0, -1);
        cli_sum_add_square(square, &s);
    }
    const int nothing = mpfr_zero_p(square);
    mpfr_div(square, square, largest, MPFR_RNDN);
    mpfr_sqrt(square, square, MPFR_RNDN);
    const double result = nothing ? 0.0 : mpfr_get_d(square, MPFR_RNDN);
    cli_sum_finish(&s);
    mpfr_clear(square);
    return result;
}

struct cli_eig_accuracy cli_eig_compare(const struct cli_eig *s)
{
    const int64_t n = s->A.n;
    const double unit = (double)n * 0x1p-104, affordable = TERMS / (2.0 * (double)n * (double)n);
    struct cli_eig_accuracy result = {0.0, 0.0, affordable < 1.0 ? 1 : affordable < (double)n ? (int64_t)affordable : n};
    mpfr_t largest, squares;
    mpfr_inits2(CLI_SUM_BITS, largest, squares, (mpfr_ptr)0);
    set_largest_column(largest, &s->A);
    mpfr_set_zero(squares, 1);
    for (int64_t c = 0; c < result.columns; c++)
    {
        const int64_t j = result.columns > 1 ? c * (n - 1) / (result.columns - 1) : n - 1;
        result.residual = cli_larger(result.residual, residual_of(s, j, largest) / unit);
        cli_add_orthogonality(squares, &s->V, j);
        cli_progress("comparing", c + 1, result.columns);
    }
    result.orthogonality = cli_norm_of_all(squares, result.columns, n) / unit;
    mpfr_clears(largest, squares, (mpfr_ptr)0);
    return result;
}
