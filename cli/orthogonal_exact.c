/*
 * QR and least squares beside MPFR.
 */
#include "exact_sum.h"
#include "orthogonal.h"

#include <math.h>
#include <stdlib.h>

#include <mpfr.h>

enum
{
    SOLVE_BITS = 2048, /* normal equations square the condition number; 1900 bits are left at 10^20 */
    TERMS = 1 << 23    /* products that take a few seconds */
};

/* ---- QR -------------------------------------------------------------------------------------- */

/* The norm of what rounding to the least numbers of the type can change in a column: m n of them in
 * each element. */
static double least_error(const ddblasHostMatrix *A)
{
    const double least = cli_unit(A->type) == 0x1p-24 ? 0x1p-149 : 0x1p-1073;
    return least * (double)A->m * (double)A->n * sqrt((double)A->m);
}

/* ||(A - Q R)_j|| / ||A_j||, and 0 for an error that no column is too short for. */
static double residual_of(const ddblasHostMatrix *A, const ddblasHostMatrix *Q, const ddblasHostMatrix *R, int64_t j)
{
    struct cli_sum s;
    mpfr_t error, scale;
    cuddreal a[2];
    mpfr_inits2(CLI_SUM_BITS, error, scale, (mpfr_ptr)0);
    mpfr_set_zero(error, 1);
    mpfr_set_zero(scale, 1);
    cli_sum_start(&s);
    for (int64_t i = 0; i < A->m; i++)
    {
        cli_sum_clear(&s);
        cli_sum_fetch(A, i, j, a);
        cli_sum_add(&s, a, cli_sum_one, 0, 1);
        cli_sum_add_square(scale, &s);
        cli_sum_add_row(&s, Q, i, R, j, j + 1, -1);
        cli_sum_add_square(error, &s);
    }
    mpfr_sqrt(error, error, MPFR_RNDN);
    mpfr_sqrt(scale, scale, MPFR_RNDN);
    const int nothing = mpfr_cmp_d(error, least_error(A)) <= 0 && !mpfr_nan_p(error);
    mpfr_div(error, error, scale, MPFR_RNDN);
    const double result = nothing ? 0.0 : mpfr_get_d(error, MPFR_RNDN);
    cli_sum_finish(&s);
    mpfr_clears(error, scale, (mpfr_ptr)0);
    return result;
}

struct cli_qr_accuracy cli_qr_compare(const ddblasHostMatrix *A, const ddblasHostMatrix *Q, const ddblasHostMatrix *R)
{
    const int64_t n = A->n;
    const double of_a_column = 2.0 * (double)A->m * (double)n, affordable = TERMS / (of_a_column > 0.0 ? of_a_column : 1.0);
    struct cli_qr_accuracy result = {0.0, 0.0, affordable < 1.0 ? 1 : affordable < (double)n ? (int64_t)affordable : n};
    mpfr_t squares;
    mpfr_init2(squares, CLI_SUM_BITS);
    mpfr_set_zero(squares, 1);
    if (n == 0)
        result.columns = 0;
    for (int64_t c = 0; c < result.columns; c++)
    {
        const int64_t j = result.columns > 1 ? c * (n - 1) / (result.columns - 1) : n - 1;
        result.residual = cli_larger(result.residual, residual_of(A, Q, R, j));
        cli_add_orthogonality(squares, Q, j);
        cli_progress("comparing", c + 1, result.columns);
    }
    result.orthogonality = cli_norm_of_all(squares, result.columns, n);
    mpfr_clear(squares);
    return result;
}

/* ---- least squares: normal equations, a complex system as a real one of twice the size ------- */

/* A matrix of MPFR numbers, column-major. */
struct exact
{
    int64_t m, n;
    mpfr_t *at;
};

static struct exact make(int64_t m, int64_t n)
{
    struct exact x = {m, n, malloc((size_t)(m * n) * sizeof *x.at)};
    for (int64_t i = 0; x.at && i < m * n; i++)
    {
        mpfr_init2(x.at[i], SOLVE_BITS);
        mpfr_set_zero(x.at[i], 1);
    }
    return x;
}

static void release(struct exact *x)
{
    for (int64_t i = 0; x->at && i < x->m * x->n; i++)
        mpfr_clear(x->at[i]);
    free(x->at);
}

static mpfr_ptr at(const struct exact *x, int64_t i, int64_t j) { return x->at[i + j * x->m]; }

static void set(mpfr_ptr r, cuddreal a, double sign)
{
    mpfr_set_d(r, sign * a.x, MPFR_RNDN);
    mpfr_add_d(r, r, sign * a.y, MPFR_RNDN);
}

/* (Re, -Im; Im, Re) of a complex matrix, its left half alone for right-hand sides; a real matrix as
 * it is. */
static struct exact load(const ddblasHostMatrix *A, int is_complex, int whole)
{
    struct exact x = make(is_complex ? 2 * A->m : A->m, is_complex && whole ? 2 * A->n : A->n);
    for (int64_t j = 0; x.at && j < A->n; j++)
        for (int64_t i = 0; i < A->m; i++)
        {
            cuddreal part[2];
            cli_sum_fetch(A, i, j, part);
            set(at(&x, i, j), part[0], 1.0);
            if (is_complex)
                set(at(&x, A->m + i, j), part[1], 1.0);
            if (is_complex && whole)
            {
                set(at(&x, i, A->n + j), part[1], -1.0);
                set(at(&x, A->m + i, A->n + j), part[0], 1.0);
            }
        }
    return x;
}

/* r = x_i . y_j */
static void dot(mpfr_ptr r, const struct exact *x, int64_t i, const struct exact *y, int64_t j)
{
    mpfr_set_zero(r, 1);
    for (int64_t k = 0; k < x->m; k++)
        mpfr_fma(r, at(x, k, i), at(y, k, j), r, MPFR_RNDN);
}

/* G becomes U with G = U^T U; 0 when a pivot is no more than the rounding errors of its element of
 * G. */
static int cholesky(struct exact *G)
{
    enum
    {
        NOISE = 64 /* bits: room for the errors of n^2 < TERMS operations */
    };
    mpfr_t t, least;
    int positive = 1;
    mpfr_inits2(SOLVE_BITS, t, least, (mpfr_ptr)0);
    for (int64_t j = 0; j < G->n && positive; j++)
        for (int64_t i = 0; i <= j && positive; i++)
        {
            if (i == 0)
                mpfr_mul_2si(least, at(G, j, j), NOISE - SOLVE_BITS, MPFR_RNDN);
            for (int64_t k = 0; k < i; k++)
            {
                mpfr_mul(t, at(G, k, i), at(G, k, j), MPFR_RNDN);
                mpfr_sub(at(G, i, j), at(G, i, j), t, MPFR_RNDN);
            }
            positive = i < j || mpfr_greater_p(at(G, j, j), least);
            if (i < j)
                mpfr_div(at(G, i, j), at(G, i, j), at(G, i, i), MPFR_RNDN);
            else if (positive)
                mpfr_sqrt(at(G, j, j), at(G, j, j), MPFR_RNDN);
        }
    mpfr_clears(t, least, (mpfr_ptr)0);
    return positive;
}

/* Column j of Y: U^-1 U^-T y. */
static void substitute(const struct exact *U, struct exact *Y, int64_t j)
{
    mpfr_t t;
    mpfr_init2(t, SOLVE_BITS);
    for (int64_t i = 0; i < U->n; i++)
    {
        for (int64_t k = 0; k < i; k++)
        {
            mpfr_mul(t, at(U, k, i), at(Y, k, j), MPFR_RNDN);
            mpfr_sub(at(Y, i, j), at(Y, i, j), t, MPFR_RNDN);
        }
        mpfr_div(at(Y, i, j), at(Y, i, j), at(U, i, i), MPFR_RNDN);
    }
    for (int64_t i = U->n - 1; i >= 0; i--)
    {
        for (int64_t k = i + 1; k < U->n; k++)
        {
            mpfr_mul(t, at(U, i, k), at(Y, k, j), MPFR_RNDN);
            mpfr_sub(at(Y, i, j), at(Y, i, j), t, MPFR_RNDN);
        }
        mpfr_div(at(Y, i, j), at(Y, i, j), at(U, i, i), MPFR_RNDN);
    }
    mpfr_clear(t);
}

static cuddreal to_pair(mpfr_ptr r)
{
    const double high = mpfr_get_d(r, MPFR_RNDN);
    mpfr_sub_d(r, r, high, MPFR_RNDN);
    return cuddFastTwoSum(high, mpfr_get_d(r, MPFR_RNDN));
}

/* ||U^-1||, Frobenius. */
static double inverse_norm(const struct exact *U)
{
    mpfr_t total, t;
    mpfr_inits2(SOLVE_BITS, total, t, (mpfr_ptr)0);
    mpfr_set_zero(total, 1);
    for (int64_t j = 0; j < U->n; j++)
    {
        struct exact e = make(U->n, 1);
        for (int64_t i = j; e.at && i >= 0; i--) /* e = U^-1 column j of I */
        {
            mpfr_set_ui(at(&e, i, 0), i == j, MPFR_RNDN);
            for (int64_t k = i + 1; k <= j; k++)
            {
                mpfr_mul(t, at(U, i, k), at(&e, k, 0), MPFR_RNDN);
                mpfr_sub(at(&e, i, 0), at(&e, i, 0), t, MPFR_RNDN);
            }
            mpfr_div(at(&e, i, 0), at(&e, i, 0), at(U, i, i), MPFR_RNDN);
            mpfr_fma(total, at(&e, i, 0), at(&e, i, 0), total, MPFR_RNDN);
        }
        release(&e);
    }
    mpfr_sqrt(total, total, MPFR_RNDN);
    const double result = mpfr_get_d(total, MPFR_RNDN);
    mpfr_clears(total, t, (mpfr_ptr)0);
    return result;
}

/* ||b - A y|| of column j. */
static double residual_norm(const struct exact *A, const struct exact *B, const struct exact *Y, int64_t j)
{
    mpfr_t total, t;
    mpfr_inits2(SOLVE_BITS, total, t, (mpfr_ptr)0);
    mpfr_set_zero(total, 1);
    for (int64_t i = 0; i < A->m; i++)
    {
        mpfr_set_zero(t, 1);
        for (int64_t k = 0; k < A->n; k++)
            mpfr_fma(t, at(A, i, k), at(Y, k, j), t, MPFR_RNDN);
        mpfr_sub(t, at(B, i, j), t, MPFR_RNDN);
        mpfr_fma(total, t, t, total, MPFR_RNDN);
    }
    mpfr_sqrt(total, total, MPFR_RNDN);
    const double result = mpfr_get_d(total, MPFR_RNDN);
    mpfr_clears(total, t, (mpfr_ptr)0);
    return result;
}

/* Y (unknowns x right-hand sides) from A and B, or 0 when A has no full rank. */
static int solve(const struct exact *A, const struct exact *B, struct exact *Y, struct cli_lstsq_truth *truth)
{
    struct exact G = make(A->n, A->n);
    int solved = G.at != NULL;
    for (int64_t j = 0; solved && j < A->n; j++)
    {
        for (int64_t i = 0; i <= j; i++)
            dot(at(&G, i, j), A, i, A, j);
        cli_progress("exact solution", j + 1, A->n);
    }
    mpfr_t trace;
    mpfr_init2(trace, SOLVE_BITS);
    mpfr_set_zero(trace, 1);
    for (int64_t j = 0; solved && j < A->n; j++)
        mpfr_add(trace, trace, at(&G, j, j), MPFR_RNDN);
    mpfr_sqrt(trace, trace, MPFR_RNDN);
    truth->norm = mpfr_get_d(trace, MPFR_RNDN);
    mpfr_clear(trace);
    solved = solved && cholesky(&G);
    truth->inverse_norm = solved ? inverse_norm(&G) : 0.0;
    for (int64_t j = 0; solved && j < B->n; j++)
    {
        for (int64_t i = 0; i < A->n; i++)
            dot(at(Y, i, j), A, i, B, j);
        substitute(&G, Y, j);
        *(double *)cli_element(&truth->residual, j, 0) = residual_norm(A, B, Y, j);
    }
    release(&G);
    return solved;
}

/* ---- R --------------------------------------------------------------------------------------- */

/* Column k of the embedding of a complex matrix in which the two columns of each of its columns are
 * neighbours: the factor of Cholesky then is the embedding of the complex one. */
static int64_t column_of(const struct exact *A, int is_complex, int64_t k)
{
    return !is_complex ? k : k % 2 ? A->n / 2 + k / 2 : k / 2;
}

/* G = A^H A becomes its factor U with G = U^H U; 0 when A has no full rank. */
static int factor_gram(const struct exact *A, int is_complex, struct exact *G)
{
    for (int64_t j = 0; j < G->n; j++)
    {
        for (int64_t i = 0; i <= j; i++)
            dot(at(G, i, j), A, column_of(A, is_complex, i), A, column_of(A, is_complex, j));
        cli_progress("exact R", j + 1, G->n);
    }
    return cholesky(G);
}

int cli_qr_exact(const ddblasHostMatrix *A, ddblasHostMatrix *R, double *inverse, const char **why)
{
    const int is_complex = cli_is_complex(A->type), parts = is_complex ? 2 : 1;
    *why = NULL;
    if ((double)(A->m * parts) * (double)(A->n * parts) * (double)(A->n * parts) > TERMS)
        *why = "the matrix is too large for R by MPFR";
    if (*why || A->n == 0)
        return CLI_OK;
    struct exact a = load(A, is_complex, 1), G = make(a.n, a.n);
    int code = a.at && G.at ? CLI_OK : cli_error(CLI_NO_RESOURCE, "out of memory");
    if (code == CLI_OK && !factor_gram(&a, is_complex, &G))
        *why = "the columns of A are dependent";
    else if (code == CLI_OK)
    {
        *inverse = inverse_norm(&G) / sqrt((double)parts);
        for (int64_t j = 0; j < A->n; j++)
            for (int64_t i = 0; i <= j; i++)
                cli_store(R->type, cli_element(R, i, j), to_pair(at(&G, parts * i, parts * j)),
                          is_complex && i < j ? to_pair(at(&G, 2 * i + 1, 2 * j)) : cuddFromDouble(0.0));
    }
    release(&a);
    release(&G);
    return code;
}

int cli_lstsq_exact(const ddblasHostMatrix *A, const ddblasHostMatrix *B, struct cli_lstsq_truth *truth)
{
    ddblasHostMatrix *X = &truth->X;
    const int is_complex = cli_is_complex(A->type);
    if ((double)A->m * (double)A->n * (double)A->n > TERMS)
        return cli_error(CLI_BAD_INPUT, "verify lstsq: a system of %lld x %lld takes too long in MPFR", (long long)A->m,
                         (long long)A->n);
    truth->m = A->m;
    int code = cli_matrix_init(X, A->type, A->n, B->n);
    code = code ? code : cli_matrix_init(&truth->residual, DDBLAS_TYPE_D, B->n, 1);
    if (code)
        return code;
    struct exact a = load(A, is_complex, 1), b = load(B, is_complex, 0), y = make(a.n, b.n);
    if (!a.at || !b.at || !y.at)
        code = cli_error(CLI_NO_RESOURCE, "out of memory");
    else if (!solve(&a, &b, &y, truth))
        code = cli_error(CLI_BAD_INPUT, "verify lstsq: the columns of A are dependent");
    for (int64_t j = 0; code == CLI_OK && j < B->n; j++)
        for (int64_t i = 0; i < A->n; i++)
            cli_store(A->type, cli_element(X, i, j), to_pair(at(&y, i, j)),
                      is_complex ? to_pair(at(&y, A->n + i, j)) : cuddFromDouble(0.0));
    release(&a);
    release(&b);
    release(&y);
    return code;
}

double cli_columns_of_bound(int64_t m, int64_t n) { return n > 0 && n < 4 ? (double)n + log2((double)m / (double)n) : (double)n; }

struct cli_lstsq_accuracy cli_lstsq_compare(const struct cli_lstsq_truth *truth, const ddblasHostMatrix *X, int64_t j,
                                            double *digits)
{
    const double rho = *(const double *)cli_element(&truth->residual, j, 0);
    const double k = truth->norm * truth->inverse_norm;
    struct cli_lstsq_accuracy a = {INFINITY, 0.0, 0.0};
    double norm = 0.0;
    for (int64_t i = 0; i < X->m; i++)
    {
        cuddreal x[2], e[2];
        cli_sum_fetch(X, i, j, x);
        cli_sum_fetch(&truth->X, i, j, e);
        const double error = hypot(cuddToDouble(cuddSub(x[0], e[0])), cuddToDouble(cuddSub(x[1], e[1])));
        const double size = hypot(cuddToDouble(e[0]), cuddToDouble(e[1]));
        const double right = error == 0.0 ? INFINITY : isfinite(error) && error < size ? -log10(error / size) : 0.0;
        a.digits = fmin(a.digits, right);
        if (digits)
            digits[i] = right;
        a.error = hypot(a.error, error);
        norm = hypot(norm, size);
    }
    a.error = a.error > 0.0 ? a.error / norm : a.error;
    a.bound = 8.0 * cli_columns_of_bound(truth->m, X->m) * cli_unit(X->type) * k *
              (norm > 0.0 ? 1.0 + truth->inverse_norm * (rho / norm) : 1.0);
    return a;
}
