/*
 * Exact solutions by Gaussian elimination in MPFR, and the digits of computed ones. The factors
 * have as few bits as the condition allows, because they take most of the time, and solutions of
 * more bits come from corrections. A complex system is solved as a real one of twice the order:
 * (Re, -Im; Im, Re).
 */
#include "exact.h"

#include <math.h>
#include <stdlib.h>

enum
{
    FACTOR_BITS = 128, /* the first factors' bits; MPFR is several times faster than with 424 */
    FIRST_BITS = 424,  /* the second factors' bits, and the least of solutions */
    MOST_BITS = 4 * FIRST_BITS,
    GAIN_BITS = 24,         /* by which each correction must be smaller than the last one */
    DATA_BITS = 2200,       /* any pair of doubles is exact */
    RIGHT_BITS = 160,       /* correct bits of each element of a solution */
    LEAST_EXPONENT = -1074, /* that of the smallest double */
    TERMS = 1 << 25         /* multiply-adds that MPFR does in a few seconds */
};

int cli_exact_make(struct cli_exact *x, int64_t m, int64_t n, mpfr_prec_t bits)
{
    *x = (struct cli_exact){m, n, malloc(((size_t)(m * n) + 1) * sizeof *x->at)};
    if (!x->at)
        return cli_error(CLI_NO_RESOURCE, "out of memory for the solution by MPFR");
    for (int64_t i = 0; i < m * n; i++)
    {
        mpfr_init2(x->at[i], bits);
        mpfr_set_zero(x->at[i], 1);
    }
    return CLI_OK;
}

void cli_exact_release(struct cli_exact *x)
{
    for (int64_t i = 0; x->at && i < x->m * x->n; i++)
        mpfr_clear(x->at[i]);
    free(x->at);
    x->at = NULL;
}

static void set(mpfr_ptr r, cuddreal a)
{
    mpfr_set_d(r, a.x, RN);
    mpfr_add_d(r, r, a.y, RN);
}

/* ---- the system ------------------------------------------------------------------------------ */

static void load_matrix(const struct cli_equation *e, int is_complex, struct cli_exact *A)
{
    const int64_t n = e->A->n;
    cuddreal part[2];
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
        {
            cli_equation_element(e, i, j, part);
            set(cli_exact_at(A, i, j), part[0]);
            if (!is_complex)
                continue;
            set(cli_exact_at(A, n + i, n + j), part[0]);
            set(cli_exact_at(A, n + i, j), part[1]);
            mpfr_neg(cli_exact_at(A, i, n + j), cli_exact_at(A, n + i, j), RN);
        }
}

static void load_columns(const ddblasHostMatrix *B, int is_complex, struct cli_exact *Y)
{
    cuddreal part[2];
    for (int64_t j = 0; j < B->n; j++)
        for (int64_t i = 0; i < B->m; i++)
        {
            cli_fetch(B->type, cli_element(B, i, j), part);
            set(cli_exact_at(Y, i, j), part[0]);
            if (is_complex)
                set(cli_exact_at(Y, B->m + i, j), part[1]);
        }
}

void cli_exact_random_column(struct cli_exact *Y)
{
    uint64_t z = 1;
    for (int64_t i = 0; i < Y->m; i++)
    {
        z = z * 6364136223846793005u + 1442695040888963407u;
        mpfr_set_si(cli_exact_at(Y, i, Y->n - 1), (long)(z >> 44) - (1 << 19), RN);
    }
}

/* ---- elimination ----------------------------------------------------------------------------- */

/* Row k and the row of the largest pivot of column k are exchanged. */
static void exchange(struct cli_exact *A, int64_t k, int64_t *row)
{
    int64_t p = k;
    for (int64_t i = k + 1; i < A->m; i++)
        if (mpfr_cmpabs(cli_exact_at(A, i, k), cli_exact_at(A, p, k)) > 0)
            p = i;
    row[k] = p;
    for (int64_t j = 0; p != k && j < A->n; j++)
        mpfr_swap(cli_exact_at(A, k, j), cli_exact_at(A, p, j));
}

/* 1 if nonzero terms have made the sum 0. That may be due to their rounding. */
static int has_cancelled(mpfr_srcptr sum, mpfr_srcptr term) { return mpfr_zero_p(sum) && !mpfr_zero_p(term); }

/* Adds the product a b to y, with two roundings. MPFR does this faster than mpfr_fma if all numbers
 * have the same precision, also t, which receives the product. Returns 1 if terms have cancelled. */
static int add_product(mpfr_ptr y, mpfr_srcptr a, mpfr_srcptr b, mpfr_ptr t)
{
    mpfr_mul(t, a, b, RN);
    mpfr_add(y, y, t, RN);
    return has_cancelled(y, t);
}

/* A becomes its factors, -L below the diagonal. 0 when a pivot is 0. *cancelled becomes 1 if terms
 * have cancelled. */
static int eliminate(struct cli_exact *A, int64_t *row, mpfr_prec_t bits, int *cancelled)
{
    int64_t k = 0;
    mpfr_t t;
    mpfr_init2(t, bits);
    for (; k < A->n; k++)
    {
        exchange(A, k, row);
        if (mpfr_zero_p(cli_exact_at(A, k, k)))
            break;
        for (int64_t i = k + 1; i < A->m; i++)
        {
            mpfr_div(cli_exact_at(A, i, k), cli_exact_at(A, i, k), cli_exact_at(A, k, k), RN);
            mpfr_neg(cli_exact_at(A, i, k), cli_exact_at(A, i, k), RN);
        }
        for (int64_t j = k + 1; j < A->n; j++)
            for (int64_t i = k + 1; !mpfr_zero_p(cli_exact_at(A, k, j)) && i < A->m; i++)
                if (!mpfr_zero_p(cli_exact_at(A, i, k)))
                    *cancelled |= add_product(cli_exact_at(A, i, j), cli_exact_at(A, i, k), cli_exact_at(A, k, j), t);
        cli_progress("exact solution", k + 1, A->n);
    }
    mpfr_clear(t);
    return k == A->n;
}

int cli_exact_substitute(const struct cli_exact *A, const int64_t *row, struct cli_exact *Y, mpfr_prec_t bits)
{
    int cancelled = 0;
    mpfr_t t;
    mpfr_init2(t, bits);
    for (int64_t j = 0; j < Y->n; j++)
    {
        for (int64_t k = 0; k < A->n; k++)
            mpfr_swap(cli_exact_at(Y, k, j), cli_exact_at(Y, row[k], j));
        for (int64_t k = 0; k < A->n; k++)
            for (int64_t i = k + 1; !mpfr_zero_p(cli_exact_at(Y, k, j)) && i < A->n; i++)
                cancelled |= add_product(cli_exact_at(Y, i, j), cli_exact_at(A, i, k), cli_exact_at(Y, k, j), t);
        for (int64_t k = A->n - 1; k >= 0; k--)
        {
            mpfr_div(cli_exact_at(Y, k, j), cli_exact_at(Y, k, j), cli_exact_at(A, k, k), RN);
            for (int64_t i = 0; i < k; i++)
            {
                mpfr_mul(t, cli_exact_at(A, i, k), cli_exact_at(Y, k, j), RN);
                mpfr_sub(cli_exact_at(Y, i, j), cli_exact_at(Y, i, j), t, RN);
                cancelled |= has_cancelled(cli_exact_at(Y, i, j), t);
            }
        }
    }
    mpfr_clear(t);
    return cancelled;
}

/* D = B - A X, with twice the bits of X. Returns 1 if terms have cancelled. */
static int set_residual(const struct cli_exact *A, const struct cli_exact *X, const struct cli_exact *B, struct cli_exact *D,
                        mpfr_prec_t bits)
{
    int cancelled = 0;
    mpfr_t sum;
    mpfr_init2(sum, bits);
    for (int64_t j = 0; j < X->n; j++)
        for (int64_t i = 0; i < A->m; i++)
        {
            mpfr_neg(sum, cli_exact_at(B, i, j), RN);
            for (int64_t k = 0; k < A->n; k++)
            {
                const int was_zero = mpfr_zero_p(sum);
                mpfr_fma(sum, cli_exact_at(A, i, k), cli_exact_at(X, k, j), sum, RN);
                cancelled |= !was_zero && mpfr_zero_p(sum);
            }
            mpfr_neg(cli_exact_at(D, i, j), sum, RN);
        }
    mpfr_clear(sum);
    return cancelled;
}

/* The exponent of the largest element of a column, or that of the smallest number if all are 0. */
static mpfr_exp_t exponent_of_column(const struct cli_exact *X, int64_t j)
{
    mpfr_exp_t exponent = mpfr_get_emin();
    for (int64_t i = 0; i < X->m; i++)
        if (!mpfr_zero_p(cli_exact_at(X, i, j)) && mpfr_get_exp(cli_exact_at(X, i, j)) > exponent)
            exponent = mpfr_get_exp(cli_exact_at(X, i, j));
    return exponent;
}

enum verdict
{
    OPEN,  /* the next correction may reach RIGHT_BITS bits of an element */
    SMALL, /* more corrections of elements of this precision cannot, because an element is too small */
    DONE
};

/* Judges X after the correction D. Since corrections shrink by 2^-GAIN_BITS, that part of D's
 * largest element bounds the error of each element of the column; D's own element does not, because
 * its error has the size of the largest one. Nor is the error below that of residuals of 2 t->bits
 * bits, times a condition below 2^factor_bits: otherwise corrections do not shrink. The bound must
 * be 2^-RIGHT_BITS of the element, or of the smallest double: so an element is taken for 0 only
 * when no double can tell it from 0. An element of 2^-330 beside one of 1, for example, looks like
 * an error of the other one until corrections are below 2^-466. Elements that are 0 because all
 * terms of their sums are 0 need no bound. */
static enum verdict judge_solution(const struct cli_truth *t)
{
    enum verdict verdict = DONE;
    for (int64_t j = 0; j < t->X.n; j++)
    {
        const mpfr_exp_t size = exponent_of_column(&t->X, j), rounding = size - t->bits;
        const mpfr_exp_t unseen = size - 2 * t->bits + t->factor_bits, left = exponent_of_column(&t->D, j) - GAIN_BITS;
        const mpfr_exp_t error = left > unseen ? left : unseen;
        for (int64_t i = 0; i < t->X.m; i++)
        {
            const mpfr_srcptr x = cli_exact_at(&t->X, i, j);
            const int is_zero = mpfr_zero_p(x);
            const mpfr_exp_t exponent = is_zero || mpfr_get_exp(x) < LEAST_EXPONENT ? LEAST_EXPONENT : mpfr_get_exp(x) - 1;
            if (error <= exponent - RIGHT_BITS || (is_zero && mpfr_zero_p(cli_exact_at(&t->D, i, j)) && !t->cancelled))
                continue;
            if (rounding > exponent - RIGHT_BITS)
                verdict = SMALL;
            else
                return OPEN;
        }
    }
    return verdict;
}

/* Elements that round to 0 in double become 0. */
static void clear_tiny(struct cli_exact *X)
{
    for (int64_t i = 0; i < X->m * X->n; i++)
        if (!mpfr_zero_p(X->at[i]) && mpfr_get_exp(X->at[i]) < LEAST_EXPONENT)
            mpfr_set_zero(X->at[i], 1);
}

/* 1 if the largest element of each column of D is below 2^-GAIN_BITS times its size, which becomes
 * that element. */
static int shrinks(const struct cli_exact *D, struct cli_exact *size)
{
    int good = 1;
    for (int64_t j = 0; j < D->n; j++)
    {
        mpfr_ptr s = cli_exact_at(size, 0, j);
        mpfr_mul_2si(s, s, -GAIN_BITS, RN);
        for (int64_t i = 0; i < D->m; i++)
            good = good && mpfr_cmpabs(cli_exact_at(D, i, j), s) <= 0;
        mpfr_set_zero(s, 1);
        for (int64_t i = 0; i < D->m; i++)
            if (mpfr_cmpabs(cli_exact_at(D, i, j), s) > 0)
                mpfr_abs(s, cli_exact_at(D, i, j), RN);
    }
    return good;
}

static void add(struct cli_exact *X, const struct cli_exact *D)
{
    for (int64_t i = 0; i < X->m * X->n; i++)
        mpfr_add(X->at[i], X->at[i], D->at[i], RN);
}

/* 1 if `first`, the last column of X by the factors alone, is right to 2^-20 of each element. Such
 * an element is a row of the inverse times random numbers, so the factors give the rows of the
 * inverse as well, relative to their norms. */
static int factors_suffice(const struct cli_exact *X, const struct cli_exact *first)
{
    mpfr_t error, limit;
    int good = 1;
    mpfr_inits2(64, error, limit, (mpfr_ptr)0);
    for (int64_t i = 0; i < X->m && good; i++)
    {
        mpfr_sub(error, cli_exact_at(first, i, 0), cli_exact_at(X, i, X->n - 1), RN);
        mpfr_mul_2si(limit, cli_exact_at(X, i, X->n - 1), -20, RN);
        good = mpfr_cmpabs(error, limit) <= 0;
    }
    mpfr_clears(error, limit, (mpfr_ptr)0);
    return good;
}

/* Gives X so many bits that corrections can become as small as judge_solution asks for. */
static void extend_solution(struct cli_truth *t)
{
    mpfr_exp_t largest = 0;
    for (int64_t j = 0; j < t->X.n; j++)
        if (exponent_of_column(&t->X, j) > largest)
            largest = exponent_of_column(&t->X, j);
    if (t->bits < largest - LEAST_EXPONENT + RIGHT_BITS + 64)
        t->bits = (int)(largest - LEAST_EXPONENT + RIGHT_BITS + 64);
    for (int64_t i = 0; i < t->X.m * t->X.n; i++)
        (void)mpfr_prec_round(t->X.at[i], t->bits, RN);
}

/* t->X solves A X = Y by the factors, with corrections as long as they shrink. Returns 1 if the
 * last one is small enough. Once elements are open only because X has too few bits, X gets more;
 * the next correction, which removes the rounding of X before, need not be smaller than the last. */
static int correct(struct cli_truth *t, const struct cli_exact *A, const struct cli_exact *Y, struct cli_exact *size,
                   struct cli_exact *first)
{
    enum verdict verdict = OPEN;
    for (int64_t i = 0; i < Y->m * Y->n; i++)
        mpfr_set(t->D.at[i], Y->at[i], RN);
    t->cancelled |= cli_exact_substitute(&t->F, t->row, &t->D, t->factor_bits);
    (void)shrinks(&t->D, size);
    add(&t->X, &t->D);
    for (int64_t i = 0; i < Y->m; i++)
        mpfr_set(cli_exact_at(first, i, 0), cli_exact_at(&t->D, i, Y->n - 1), RN);
    while (verdict != DONE)
    {
        if (verdict == SMALL)
            extend_solution(t);
        t->cancelled |= set_residual(A, &t->X, Y, &t->D, 2 * t->bits);
        t->cancelled |= cli_exact_substitute(&t->F, t->row, &t->D, t->factor_bits);
        if (!shrinks(&t->D, size) && verdict == OPEN)
            return 0;
        add(&t->X, &t->D);
        verdict = judge_solution(t);
    }
    clear_tiny(&t->X);
    return factors_suffice(&t->X, first);
}

/* Solutions by factors of t->factor_bits bits; *found says whether they are right. Returns an exit
 * code. */
static int solve(const struct cli_equation *e, const ddblasHostMatrix *B, struct cli_truth *t, int *found)
{
    const int64_t n = t->is_complex ? 2 * t->n : t->n, columns = t->nrhs + 1;
    struct cli_exact A = {0}, Y = {0}, size = {0}, first = {0};
    t->row = calloc((size_t)n + 1, sizeof *t->row);
    int code = t->row ? CLI_OK : cli_error(CLI_NO_RESOURCE, "out of memory for the solution by MPFR");
    *found = 0;
    code = code ? code : cli_exact_make(&A, n, n, DATA_BITS);
    code = code ? code : cli_exact_make(&t->F, n, n, t->factor_bits);
    code = code ? code : cli_exact_make(&Y, n, columns, DATA_BITS);
    code = code ? code : cli_exact_make(&t->X, n, columns, t->bits);
    code = code ? code : cli_exact_make(&t->D, n, columns, t->factor_bits);
    code = code ? code : cli_exact_make(&size, 1, columns, 64);
    code = code ? code : cli_exact_make(&first, n, 1, t->factor_bits);
    if (code == CLI_OK)
    {
        load_matrix(e, t->is_complex, &A);
        load_columns(B, t->is_complex, &Y);
        cli_exact_random_column(&Y);
        for (int64_t i = 0; i < n * n; i++)
            mpfr_set(t->F.at[i], A.at[i], RN);
        *found = n == 0 || (eliminate(&t->F, t->row, t->factor_bits, &t->cancelled) && correct(t, &A, &Y, &size, &first));
    }
    cli_exact_release(&A);
    cli_exact_release(&Y);
    cli_exact_release(&size);
    cli_exact_release(&first);
    return code;
}

static void release_all(struct cli_truth *t)
{
    cli_exact_release(&t->X);
    cli_exact_release(&t->D);
    cli_exact_release(&t->F);
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
    for (int bits = FACTOR_BITS; code == CLI_OK && !found && bits <= MOST_BITS; bits = bits < FIRST_BITS ? FIRST_BITS : 2 * bits)
    {
        release_all(t);
        *t = (struct cli_truth){.n = e->A->n,
                                .nrhs = B->n,
                                .is_complex = is_complex,
                                .bits = bits < FIRST_BITS ? FIRST_BITS : bits,
                                .factor_bits = bits};
        code = solve(e, B, t, &found);
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
            cli_store(type, cli_element(X, i, j), to_pair(cli_exact_at(&truth->X, i, j), work),
                      truth->is_complex ? to_pair(cli_exact_at(&truth->X, truth->n + i, j), work) : cuddFromDouble(0.0));
    mpfr_clear(work);
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
    mpfr_sub(w->error, w->pair, cli_exact_at(&t->X, i, j), RN);
    mpfr_set(w->size, cli_exact_at(&t->X, i, j), RN);
    if (t->is_complex)
    {
        set(w->pair, part[1]);
        mpfr_sub(w->im, w->pair, cli_exact_at(&t->X, t->n + i, j), RN);
        mpfr_hypot(w->error, w->error, w->im, RN);
        mpfr_hypot(w->size, w->size, cli_exact_at(&t->X, t->n + i, j), RN);
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
