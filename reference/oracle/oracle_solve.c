/*
 * Errors of solutions of linear systems against MPFR.
 */
#include "oracle_solve.h"

#include <math.h>
#include <stdlib.h>

#include "oracle_mpfr.h"

enum
{
    BITS = 1024
};

static void set_pair(mpfr_ptr to, cuddreal a)
{
    mpfr_set_d(to, a.x, RN);
    mpfr_add_d(to, to, a.y, RN);
}

/* A row of the extended matrix: n elements and the right-hand side. */
static mpfr_t *row_of(mpfr_t *rows, int64_t n, int64_t i) { return rows + i * (n + 1); }

static void exchange_rows(mpfr_t *rows, int64_t n, int64_t i, int64_t j)
{
    for (int64_t c = 0; c <= n && i != j; c++)
        mpfr_swap(row_of(rows, n, i)[c], row_of(rows, n, j)[c]);
}

/* Eliminates column k below the diagonal. Returns 0 if it has no pivot. */
static int eliminate(mpfr_t *rows, int64_t n, int64_t k)
{
    int64_t pivot = k;
    mpfr_t factor;
    for (int64_t i = k + 1; i < n; i++)
        if (mpfr_cmpabs(row_of(rows, n, i)[k], row_of(rows, n, pivot)[k]) > 0)
            pivot = i;
    if (mpfr_zero_p(row_of(rows, n, pivot)[k]))
        return 0;
    exchange_rows(rows, n, k, pivot);
    mpfr_init2(factor, BITS);
    for (int64_t i = k + 1; i < n; i++)
    {
        mpfr_t *row = row_of(rows, n, i), *of_pivot = row_of(rows, n, k);
        mpfr_div(factor, row[k], of_pivot[k], RN);
        mpfr_neg(factor, factor, RN);
        for (int64_t c = k + 1; c <= n; c++)
            mpfr_fma(row[c], factor, of_pivot[c], row[c], RN);
    }
    mpfr_clear(factor);
    return 1;
}

/* Replaces the right-hand sides by the solution. */
static void substitute(mpfr_t *rows, int64_t n)
{
    mpfr_t product;
    mpfr_init2(product, BITS);
    for (int64_t i = n - 1; i >= 0; i--)
    {
        mpfr_t *row = row_of(rows, n, i);
        for (int64_t c = i + 1; c < n; c++)
        {
            mpfr_mul(product, row[c], row_of(rows, n, c)[n], RN);
            mpfr_sub(row[n], row[n], product, RN);
        }
        mpfr_div(row[n], row[n], row[i], RN);
    }
    mpfr_clear(product);
}

int dd_oracle_solution_errors(int64_t n, const cuddreal *A, const cuddreal *b, const cuddreal *computed, double *error,
                              double *size)
{
    mpfr_t *rows = malloc((size_t)(n * (n + 1)) * sizeof *rows), x;
    int solvable = 1;
    if (!rows)
        abort();
    for (int64_t i = 0; i < n; i++)
        for (int64_t c = 0; c <= n; c++)
        {
            mpfr_init2(row_of(rows, n, i)[c], BITS);
            set_pair(row_of(rows, n, i)[c], c < n ? A[i + c * n] : b[i]);
        }
    mpfr_init2(x, BITS);
    for (int64_t k = 0; k < n && solvable; k++)
        solvable = eliminate(rows, n, k);
    if (solvable)
        substitute(rows, n);
    for (int64_t i = 0; i < n && solvable; i++)
    {
        set_pair(x, computed[i]);
        size[i] = fabs(mpfr_get_d(x, RN));
        mpfr_sub(x, x, row_of(rows, n, i)[n], RN);
        error[i] = fabs(mpfr_get_d(x, RN));
    }
    mpfr_clear(x);
    for (int64_t e = 0; e < n * (n + 1); e++)
        mpfr_clear(rows[e]);
    free(rows);
    return solvable;
}
