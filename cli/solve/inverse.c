/*
 * Computes the moduli of the elements of the inverse from the factors of an exact solution. Bounds
 * and condition numbers are made of them and need a few correct digits only.
 */
#include "exact.h"

#include <math.h>
#include <stdlib.h>

/* y becomes A^-1 y by factors in double, as cli_exact_substitute() does it in MPFR. */
static void substitute_doubles(const double *F, int64_t n, const int64_t *row, double *y)
{
    for (int64_t k = 0; k < n; k++)
    {
        const double t = y[k];
        y[k] = y[row[k]];
        y[row[k]] = t;
    }
    for (int64_t k = 0; k < n; k++)
        for (int64_t i = k + 1; y[k] != 0.0 && i < n; i++)
            y[i] += F[i + k * n] * y[k];
    for (int64_t k = n - 1; k >= 0; k--)
    {
        y[k] /= F[k + k * n];
        for (int64_t i = 0; y[k] != 0.0 && i < k; i++)
            y[i] -= F[i + k * n] * y[k];
    }
}

/* 1 if factors in double give the last column of X, for integers at random, to 2^-30 of each
 * element: then they give the rows of the inverse as well, as in factors_suffice(). */
static int doubles_suffice(const struct cli_truth *truth, const double *F, double *y)
{
    struct cli_exact random = {0};
    mpfr_t error, limit;
    int good = cli_exact_make(&random, truth->F.n, 1, 64) == CLI_OK;
    if (good)
        cli_exact_random_column(&random);
    for (int64_t i = 0; good && i < random.m; i++)
        y[i] = mpfr_get_d(random.at[i], RN);
    if (good)
        substitute_doubles(F, random.m, truth->row, y);
    mpfr_inits2(64, error, limit, (mpfr_ptr)0);
    for (int64_t i = 0; good && i < random.m; i++)
    {
        mpfr_srcptr x = cli_exact_at(&truth->X, i, truth->nrhs);
        mpfr_sub_d(error, x, y[i], RN);
        mpfr_mul_2si(limit, x, -30, RN);
        good = isfinite(y[i]) && mpfr_cmpabs(error, limit) <= 0;
    }
    mpfr_clears(error, limit, (mpfr_ptr)0);
    cli_exact_release(&random);
    return good;
}

/* The inverse by factors in double, which most systems allow; *done says whether this one does. */
static int invert_doubles(const struct cli_truth *truth, ddblasHostMatrix *moduli, int *done)
{
    const int64_t n = truth->F.n;
    double *F = calloc((size_t)(n * n + n + 1), sizeof *F), *y = F ? F + n * n : NULL;
    if (!F)
        return cli_error(CLI_NO_RESOURCE, "out of memory for the inverse");
    for (int64_t k = 0; k < n * n; k++)
        F[k] = mpfr_get_d(truth->F.at[k], RN);
    *done = doubles_suffice(truth, F, y);
    for (int64_t j = 0; *done && j < truth->n; j++)
    {
        for (int64_t i = 0; i < n; i++)
            y[i] = i == j;
        substitute_doubles(F, n, truth->row, y);
        for (int64_t i = 0; i < truth->n; i++)
            *(double *)cli_element(moduli, i, j) = hypot(y[i], truth->is_complex ? y[truth->n + i] : 0.0);
    }
    free(F);
    return CLI_OK;
}

static int invert(const struct cli_truth *truth, ddblasHostMatrix *moduli)
{
    struct cli_exact y = {0};
    const int code = cli_exact_make(&y, truth->F.n, 1, truth->factor_bits);
    for (int64_t j = 0; code == CLI_OK && j < truth->n; j++)
    {
        for (int64_t i = 0; i < y.m; i++)
            mpfr_set_ui(cli_exact_at(&y, i, 0), i == j, RN);
        (void)cli_exact_substitute(&truth->F, truth->row, &y, truth->factor_bits);
        for (int64_t i = 0; i < truth->n; i++)
            *(double *)cli_element(moduli, i, j) =
                hypot(mpfr_get_d(cli_exact_at(&y, i, 0), RN),
                      truth->is_complex ? mpfr_get_d(cli_exact_at(&y, truth->n + i, 0), RN) : 0.0);
        cli_progress("condition", j + 1, truth->n);
    }
    cli_exact_release(&y);
    return code;
}

int cli_truth_inverse(const struct cli_truth *truth, ddblasHostMatrix *moduli)
{
    int done = 0;
    int code = cli_matrix_init(moduli, DDBLAS_TYPE_D, truth->n, truth->n);
    code = code ? code : invert_doubles(truth, moduli, &done);
    return code || done ? code : invert(truth, moduli);
}
