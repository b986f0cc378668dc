/*
 * Exact solutions by Gaussian elimination in MPFR, and the digits of computed ones. A complex
 * system is solved as a real one of twice the order: (Re, -Im; Im, Re).
 */
#include "judge.h"

#include <math.h>
#include <stdlib.h>

#include <mpfr.h>

#define RN MPFR_RNDN

enum
{
    FIRST_BITS = 424,
    MOST_BITS = 4 * FIRST_BITS,
    DATA_BITS = 2200, /* any pair of doubles is exact */
    RIGHT_BITS = 160, /* correct bits of each element of a solution */
    TERMS = 1 << 25   /* multiply-adds that MPFR does in a few seconds */
};

/* A matrix of MPFR numbers, column-major. */
struct exact
{
    int64_t m, n;
    mpfr_t *at;
};

struct cli_truth
{
    int64_t n, nrhs; /* order and right-hand sides of the system, which may be complex */
    int is_complex, bits;
    struct exact X, D; /* solutions, one more than nrhs, and the last correction */
    struct exact F;    /* the factors, and the exchanges of rows */
    int64_t *row;
};

static int make(struct exact *x, int64_t m, int64_t n, mpfr_prec_t bits)
{
    *x = (struct exact){m, n, malloc(((size_t)(m * n) + 1) * sizeof *x->at)};
    if (!x->at)
        return cli_error(CLI_NO_RESOURCE, "out of memory for the solution by MPFR");
    for (int64_t i = 0; i < m * n; i++)
    {
        mpfr_init2(x->at[i], bits);
        mpfr_set_zero(x->at[i], 1);
    }
    return CLI_OK;
}

static void release(struct exact *x)
{
    for (int64_t i = 0; x->at && i < x->m * x->n; i++)
        mpfr_clear(x->at[i]);
    free(x->at);
    x->at = NULL;
}

static mpfr_ptr at(const struct exact *x, int64_t i, int64_t j) { return x->at[i + j * x->m]; }

static void set(mpfr_ptr r, cuddreal a)
{
    mpfr_set_d(r, a.x, RN);
    mpfr_add_d(r, r, a.y, RN);
}

/* ---- the system ------------------------------------------------------------------------------ */

static void load_matrix(const struct cli_equation *e, int is_complex, struct exact *A)
{
    const int64_t n = e->A->n;
    cuddreal part[2];
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
        {
            cli_equation_element(e, i, j, part);
            set(at(A, i, j), part[0]);
            if (!is_complex)
                continue;
            set(at(A, n + i, n + j), part[0]);
            set(at(A, n + i, j), part[1]);
            mpfr_neg(at(A, i, n + j), at(A, n + i, j), RN);
        }
}

static void load_columns(const ddblasHostMatrix *B, int is_complex, struct exact *Y)
{
    cuddreal part[2];
    for (int64_t j = 0; j < B->n; j++)
        for (int64_t i = 0; i < B->m; i++)
        {
            cli_fetch(B->type, cli_element(B, i, j), part);
            set(at(Y, i, j), part[0]);
            if (is_complex)
                set(at(Y, B->m + i, j), part[1]);
        }
}

/* The last column: integers at random. A singular matrix may have solutions for the columns of B,
 * but has none for these. */
static void set_random_column(struct exact *Y)
{
    uint64_t z = 1;
    for (int64_t i = 0; i < Y->m; i++)
    {
        z = z * 6364136223846793005u + 1442695040888963407u;
        mpfr_set_si(at(Y, i, Y->n - 1), (long)(z >> 44) - (1 << 19), RN);
    }
}

/* ---- elimination ----------------------------------------------------------------------------- */

/* Row k and the row of the largest pivot of column k are exchanged. */
static void exchange(struct exact *A, int64_t k, int64_t *row)
{
    int64_t p = k;
    for (int64_t i = k + 1; i < A->m; i++)
        if (mpfr_cmpabs(at(A, i, k), at(A, p, k)) > 0)
            p = i;
    row[k] = p;
    for (int64_t j = 0; p != k && j < A->n; j++)
        mpfr_swap(at(A, k, j), at(A, p, j));
}

/* A becomes its factors, -L below the diagonal. 0 when a pivot is 0. */
static int eliminate(struct exact *A, int64_t *row)
{
    for (int64_t k = 0; k < A->n; k++)
    {
        exchange(A, k, row);
        if (mpfr_zero_p(at(A, k, k)))
            return 0;
        for (int64_t i = k + 1; i < A->m; i++)
        {
            mpfr_div(at(A, i, k), at(A, i, k), at(A, k, k), RN);
            mpfr_neg(at(A, i, k), at(A, i, k), RN);
        }
        for (int64_t j = k + 1; j < A->n; j++)
            for (int64_t i = k + 1; !mpfr_zero_p(at(A, k, j)) && i < A->m; i++)
                if (!mpfr_zero_p(at(A, i, k)))
                    mpfr_fma(at(A, i, j), at(A, i, k), at(A, k, j), at(A, i, j), RN);
        cli_progress("exact solution", k + 1, A->n);
    }
    return 1;
}

/* Y becomes A^-1 Y by the factors. */
static void substitute(const struct exact *A, const int64_t *row, struct exact *Y, mpfr_prec_t bits)
{
    mpfr_t t;
    mpfr_init2(t, bits);
    for (int64_t j = 0; j < Y->n; j++)
    {
        for (int64_t k = 0; k < A->n; k++)
            mpfr_swap(at(Y, k, j), at(Y, row[k], j));
        for (int64_t k = 0; k < A->n; k++)
            for (int64_t i = k + 1; !mpfr_zero_p(at(Y, k, j)) && i < A->n; i++)
                mpfr_fma(at(Y, i, j), at(A, i, k), at(Y, k, j), at(Y, i, j), RN);
        for (int64_t k = A->n - 1; k >= 0; k--)
        {
            mpfr_div(at(Y, k, j), at(Y, k, j), at(A, k, k), RN);
            for (int64_t i = 0; i < k; i++)
            {
                mpfr_mul(t, at(A, i, k), at(Y, k, j), RN);
                mpfr_sub(at(Y, i, j), at(Y, i, j), t, RN);
            }
        }
    }
    mpfr_clear(t);
}

/* D = B - A X, with twice the bits of X. */
static void set_residual(const struct exact *A, const struct exact *X, const struct exact *B, struct exact *D, mpfr_prec_t bits)
{
    mpfr_t sum;
    mpfr_init2(sum, bits);
    for (int64_t j = 0; j < X->n; j++)
        for (int64_t i = 0; i < A->m; i++)
        {
            mpfr_neg(sum, at(B, i, j), RN);
            for (int64_t k = 0; k < A->n; k++)
                mpfr_fma(sum, at(A, i, k), at(X, k, j), sum, RN);
            mpfr_neg(at(D, i, j), sum, RN);
        }
    mpfr_clear(sum);
}

/* 1 if the correction changes no element of a column by more than 2^-RIGHT_BITS of it, or of the
 * column's largest one times 2^-RIGHT_BITS. An element below the noise of its column becomes 0: its
 * exact value is 0, or cannot be told from it. */
static int accept(struct exact *X, const struct exact *D)
{
    mpfr_t limit, noise;
    int good = 1;
    mpfr_inits2(64, limit, noise, (mpfr_ptr)0);
    for (int64_t j = 0; j < X->n && good; j++)
    {
        mpfr_set_zero(noise, 1);
        for (int64_t i = 0; i < X->m; i++)
            if (mpfr_cmpabs(at(X, i, j), noise) > 0)
                mpfr_abs(noise, at(X, i, j), RN);
        mpfr_mul_2si(noise, noise, -2 * RIGHT_BITS, RN);
        for (int64_t i = 0; i < X->m && good; i++)
        {
            mpfr_mul_2si(limit, at(X, i, j), -RIGHT_BITS, RN);
            if (mpfr_cmpabs(at(D, i, j), limit) <= 0)
                continue;
            if (mpfr_cmpabs(at(X, i, j), noise) <= 0 && mpfr_cmpabs(at(D, i, j), noise) <= 0)
                mpfr_set_zero(at(X, i, j), 1);
            else
                good = 0;
        }
    }
    mpfr_clears(limit, noise, (mpfr_ptr)0);
    return good;
}

/* Solutions at `bits` bits; *found says whether they are right. Returns an exit code. */
static int solve(const struct cli_equation *e, const ddblasHostMatrix *B, struct cli_truth *t, int bits, int *found)
{
    const int64_t n = t->is_complex ? 2 * t->n : t->n, columns = t->nrhs + 1;
    struct exact A = {0}, Y = {0};
    t->row = calloc((size_t)n + 1, sizeof *t->row);
    int code = t->row ? CLI_OK : cli_error(CLI_NO_RESOURCE, "out of memory for the solution by MPFR");
    *found = 0;
    code = code ? code : make(&A, n, n, DATA_BITS);
    code = code ? code : make(&t->F, n, n, bits);
    code = code ? code : make(&Y, n, columns, DATA_BITS);
    code = code ? code : make(&t->X, n, columns, bits);
    code = code ? code : make(&t->D, n, columns, bits);
    if (code == CLI_OK)
    {
        load_matrix(e, t->is_complex, &A);
        load_columns(B, t->is_complex, &Y);
        set_random_column(&Y);
        for (int64_t i = 0; i < n * n; i++)
            mpfr_set(t->F.at[i], A.at[i], RN);
        for (int64_t i = 0; i < n * columns; i++)
            mpfr_set(t->X.at[i], Y.at[i], RN);
        if (n == 0)
            *found = 1;
        else if (eliminate(&t->F, t->row))
        {
            substitute(&t->F, t->row, &t->X, bits);
            set_residual(&A, &t->X, &Y, &t->D, 2 * bits);
            substitute(&t->F, t->row, &t->D, bits);
            for (int64_t i = 0; i < n * columns; i++)
                mpfr_add(t->X.at[i], t->X.at[i], t->D.at[i], RN);
            *found = accept(&t->X, &t->D);
        }
    }
    release(&A);
    release(&Y);
    return code;
}

static void release_all(struct cli_truth *t)
{
    release(&t->X);
    release(&t->D);
    release(&t->F);
    free(t->row);
    t->row = NULL;
}

static int64_t count_unknowns(const struct cli_equation *e, const ddblasHostMatrix *B)
{
    return cli_is_complex(e->A->type) || cli_is_complex(B->type) ? 2 * e->A->n : e->A->n;
}

int cli_truth_is_too_large(const struct cli_equation *e, const ddblasHostMatrix *B)
{
    const double n = (double)count_unknowns(e, B);
    return n > CLI_MOST_UNKNOWNS || n * n * (double)B->n > TERMS;
}

int cli_truth_find(const struct cli_equation *e, const ddblasHostMatrix *B, struct cli_truth **truth, const char **why)
{
    const int is_complex = cli_is_complex(e->A->type) || cli_is_complex(B->type);
    struct cli_truth *t = calloc(1, sizeof *t);
    int code = t ? CLI_OK : cli_error(CLI_NO_RESOURCE, "out of memory for the solution by MPFR"), found = 0;
    *truth = NULL;
    *why = NULL;
    if (cli_truth_is_too_large(e, B))
    {
        *why = "the system is too large for a solution by MPFR";
        free(t);
        return code;
    }
    for (int bits = FIRST_BITS; code == CLI_OK && !found && bits <= MOST_BITS; bits *= 2)
    {
        release_all(t);
        *t = (struct cli_truth){.n = e->A->n, .nrhs = B->n, .is_complex = is_complex, .bits = bits};
        code = solve(e, B, t, bits, &found);
    }
    if (code == CLI_OK && found)
        *truth = t;
    else
        cli_truth_free(t);
    if (code == CLI_OK && !found)
        *why = "the matrix is singular, or its condition is beyond 1696 bits";
    return code;
}

void cli_truth_free(struct cli_truth *truth)
{
    if (!truth)
        return;
    release_all(truth);
    free(truth);
}

int cli_truth_bits(const struct cli_truth *truth) { return truth->bits; }

/* ---- for other programs' results ------------------------------------------------------------- */

static cuddreal to_pair(mpfr_srcptr exact, mpfr_ptr work)
{
    const double high = mpfr_get_d(exact, RN);
    mpfr_sub_d(work, exact, high, RN);
    return cuddFastTwoSum(high, isfinite(high) ? mpfr_get_d(work, RN) : 0.0);
}

int cli_truth_solutions(const struct cli_truth *truth, ddblasType_t type, ddblasHostMatrix *X)
{
    mpfr_t work;
    const int code = cli_matrix_init(X, type, truth->n, truth->nrhs);
    mpfr_init2(work, truth->bits);
    for (int64_t j = 0; code == CLI_OK && j < truth->nrhs; j++)
        for (int64_t i = 0; i < truth->n; i++)
            cli_store(type, cli_element(X, i, j), to_pair(at(&truth->X, i, j), work),
                      truth->is_complex ? to_pair(at(&truth->X, truth->n + i, j), work) : cuddFromDouble(0.0));
    mpfr_clear(work);
    return code;
}

int cli_truth_inverse(const struct cli_truth *truth, ddblasHostMatrix *moduli)
{
    struct exact y = {0};
    int code = cli_matrix_init(moduli, DDBLAS_TYPE_D, truth->n, truth->n);
    code = code ? code : make(&y, truth->F.n, 1, truth->bits);
    for (int64_t j = 0; code == CLI_OK && j < truth->n; j++)
    {
        for (int64_t i = 0; i < y.m; i++)
            mpfr_set_ui(at(&y, i, 0), i == j, RN);
        substitute(&truth->F, truth->row, &y, truth->bits);
        for (int64_t i = 0; i < truth->n; i++)
            *(double *)cli_element(moduli, i, j) =
                hypot(mpfr_get_d(at(&y, i, 0), RN), truth->is_complex ? mpfr_get_d(at(&y, truth->n + i, 0), RN) : 0.0);
        cli_progress("condition", j + 1, truth->n);
    }
    release(&y);
    return code;
}

/* ---- digits ---------------------------------------------------------------------------------- */

struct work
{
    mpfr_t error, size, im, pair;
};

/* w->error = |x - exact| and w->size = |exact| of an element. */
static void measure(struct work *w, const struct cli_truth *t, const ddblasHostMatrix *X, int64_t i, int64_t j)
{
    cuddreal part[2];
    cli_fetch(X->type, cli_element(X, i, j), part);
    set(w->pair, part[0]);
    mpfr_sub(w->error, w->pair, at(&t->X, i, j), RN);
    mpfr_set(w->size, at(&t->X, i, j), RN);
    if (t->is_complex)
    {
        set(w->pair, part[1]);
        mpfr_sub(w->im, w->pair, at(&t->X, t->n + i, j), RN);
        mpfr_hypot(w->error, w->error, w->im, RN);
        mpfr_hypot(w->size, w->size, at(&t->X, t->n + i, j), RN);
    }
    mpfr_abs(w->error, w->error, RN);
    mpfr_abs(w->size, w->size, RN);
}

/* -log10 (error / size), from 0 on, infinite for no error. An error below 2^-RIGHT_BITS of the size
 * is that of the exact solution. */
static double digits_of(struct work *w, mpfr_srcptr error, mpfr_srcptr size)
{
    mpfr_mul_2si(w->pair, size, 1 - RIGHT_BITS, RN);
    if (mpfr_cmp(error, w->pair) <= 0)
        return INFINITY;
    mpfr_div(w->pair, error, size, RN);
    mpfr_log10(w->pair, w->pair, RN);
    return fmax(0.0, -mpfr_get_d(w->pair, RN));
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int cli_forward_digits(const struct cli_truth *truth, const ddblasHostMatrix *X, double *digits, struct cli_forward *forward)
{
    struct work w;
    mpfr_t largest, largest_error;
    const int64_t count = truth->n * truth->nrhs;
    double *sorted = calloc((size_t)count + 1, sizeof *sorted);
    if (!sorted)
        return cli_error(CLI_NO_RESOURCE, "out of memory for %lld digits", (long long)count);
    mpfr_inits2(DATA_BITS, w.error, w.size, w.im, w.pair, largest, largest_error, (mpfr_ptr)0);
    forward->whole = INFINITY;
    for (int64_t j = 0; j < truth->nrhs; j++)
    {
        mpfr_set_zero(largest, 1);
        mpfr_set_zero(largest_error, 1);
        for (int64_t i = 0; i < truth->n; i++)
        {
            measure(&w, truth, X, i, j);
            mpfr_max(largest, largest, w.size, RN);
            mpfr_max(largest_error, largest_error, w.error, RN);
            sorted[i + j * truth->n] = digits_of(&w, w.error, w.size);
        }
        forward->whole = fmin(forward->whole, digits_of(&w, largest_error, largest));
    }
    for (int64_t k = 0; digits && k < count; k++)
        digits[k] = sorted[k];
    qsort(sorted, (size_t)count, sizeof *sorted, compare_doubles);
    forward->worst = count ? sorted[0] : INFINITY;
    forward->median = count ? sorted[(count - 1) / 2] : INFINITY;
    mpfr_clears(w.error, w.size, w.im, w.pair, largest, largest_error, (mpfr_ptr)0);
    free(sorted);
    return CLI_OK;
}
