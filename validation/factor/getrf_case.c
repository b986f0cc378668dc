/*
 * One call of getrf, getrs or gesv under test.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "getrf_case.h"
#include "poison.h"

static int solves(const struct getrf_case *c) { return c->routine != GETRF_FACTOR; }
static int factors(const struct getrf_case *c) { return c->routine != GETRF_SOLVE; }
static int64_t square_of(const struct getrf_case *c) { return c->m < c->n ? c->m : c->n; }

struct getrf_case *getrf_case_new(enum getrf_routine routine, ddblasType_t type, ddblasOperation_t trans, int64_t m, int64_t n,
                                  int64_t nrhs, int64_t pad)
{
    struct getrf_case *c = calloc(1, sizeof *c);
    assert_non_null(c);
    *c = (struct getrf_case){.routine = routine,
                             .type = type,
                             .trans = trans,
                             .m = m,
                             .n = n,
                             .nrhs = nrhs,
                             .lda = dd_least_leading(m) + pad,
                             .ldb = dd_least_leading(n) + (pad + 1) / 2,
                             .size = dd_type_size(type)};
    c->bytes_A = (size_t)(c->lda * n) * c->size;
    c->bytes_B = (size_t)(c->ldb * nrhs) * c->size;
    c->A = dd_poisoned(c->bytes_A);
    c->B = dd_poisoned(c->bytes_B);
    c->result_A = dd_poisoned(c->bytes_A);
    c->result_B = dd_poisoned(c->bytes_B);
    c->ipiv = dd_poisoned((size_t)square_of(c) * sizeof *c->ipiv);
    return c;
}

void getrf_case_free(struct getrf_case *c)
{
    free(c->A);
    free(c->B);
    free(c->result_A);
    free(c->result_B);
    free(c->ipiv);
    free(c);
}

void *getrf_case_at(const struct getrf_case *c, const void *base, int64_t leading, int64_t i, int64_t j)
{
    return (char *)base + (size_t)(i + j * leading) * c->size;
}

void getrf_case_put(struct getrf_case *c, int64_t i, int64_t j, double re, double im)
{
    dd_element_set(c->type, getrf_case_at(c, c->A, c->lda, i, j), 0, cuddFromDouble(re), cuddFromDouble(im));
}

/* ---- data ------------------------------------------------------------------------------------ */

void getrf_case_fill(struct getrf_case *c, struct dd_random *g, int grade, int common)
{
    int *rows = malloc((size_t)(c->m + 1) * sizeof *rows);
    assert_non_null(rows);
    for (int64_t i = 0; i < c->m; i++)
        rows[i] = (int)dd_random_int(g, -grade, grade);
    for (int64_t j = 0; j < c->n; j++)
    {
        const int column = (int)dd_random_int(g, -grade, grade) + common;
        for (int64_t i = 0; i < c->m; i++)
            dd_element_put(c->type, g, 0, rows[i] + column + (int)dd_random_int(g, -6, 0), getrf_case_at(c, c->A, c->lda, i, j));
    }
    for (int64_t j = 0; j < c->nrhs; j++)
        for (int64_t i = 0; i < c->n; i++)
            dd_element_put(c->type, g, 0, (int)dd_random_int(g, -4, 4), getrf_case_at(c, c->B, c->ldb, i, j));
    free(rows);
}

/* ---- call ------------------------------------------------------------------------------------ */

#define CALL(letter)                                                                                                             \
    switch (routine)                                                                                                             \
    {                                                                                                                            \
    case GETRF_FACTOR:                                                                                                           \
        return ddblas##letter##getrf(h, a->m, a->n, a->A, a->lda, a->ipiv, a->info);                                             \
    case GETRF_SOLVE:                                                                                                            \
        return ddblas##letter##getrs(h, a->trans, a->n, a->nrhs, a->A, a->lda, a->ipiv, a->B, a->ldb);                           \
    default:                                                                                                                     \
        return ddblas##letter##gesv(h, a->n, a->nrhs, a->A, a->lda, a->ipiv, a->B, a->ldb, a->info);                             \
    }

ddblasStatus_t getrf_call(ddblasHandle_t h, enum getrf_routine routine, ddblasType_t type, const struct getrf_arguments *a)
{
    DD_SWITCH_TYPE(type, CALL)
}

static int is_computed_a(const void *problem, int64_t i, int64_t j)
{
    (void)j;
    return i < ((const struct getrf_case *)problem)->m;
}

static int is_computed_b(const void *problem, int64_t i, int64_t j)
{
    (void)j;
    return i < ((const struct getrf_case *)problem)->n;
}

ddblasStatus_t getrf_case_run(ddblasHandle_t h, struct getrf_case *c)
{
    int64_t before = INT64_MIN;
    const size_t bytes_pivots = (size_t)square_of(c) * sizeof *c->ipiv;
    int64_t *pivots = dd_poisoned(bytes_pivots);
    struct dd_operand matrices[] = {
        factors(c) ? dd_operand_written(c->A, c->result_A, c->bytes_A) : dd_operand_read(c->A, c->bytes_A),
        solves(c) ? dd_operand_written(c->B, c->result_B, c->bytes_B) : dd_operand_read(c->B, c->bytes_B)};
    struct dd_operand integers[] = {factors(c) ? dd_operand_written(pivots, c->ipiv, bytes_pivots)
                                               : dd_operand_read(c->ipiv, bytes_pivots),
                                    dd_operand_written(&before, &c->info, sizeof before)};
    dd_operands_put(h, matrices, 2, c->offset);
    dd_operands_put(h, integers, 2, 0);
    const struct getrf_arguments a = {c->trans, c->m,           c->n,           c->nrhs, matrices[0].at,
                                      c->lda,   integers[0].at, matrices[1].at, c->ldb,  integers[1].at};
    const ddblasStatus_t status = getrf_call(h, c->routine, c->type, &a);
    dd_operands_take(h, matrices, 2, c->offset);
    dd_operands_take(h, integers, 2, 0);
    free(pivots);
    if (factors(c))
        dd_rest_unchanged("A", c->A, c->result_A, c->bytes_A, c->size, c->lda, is_computed_a, c);
    else
        assert_true(c->info == before);
    if (solves(c))
        dd_rest_unchanged("B", c->B, c->result_B, c->bytes_B, c->size, c->ldb, is_computed_b, c);
    return status;
}

/* ---- judgement ------------------------------------------------------------------------------- */

void getrf_case_rows(const struct getrf_case *c, int64_t *rows)
{
    for (int64_t i = 0; i < c->m; i++)
        rows[i] = i;
    for (int64_t i = 0; i < square_of(c); i++)
    {
        if (c->ipiv[i] < i + 1 || c->ipiv[i] > c->m)
            fail_msg("pivot %lld is %lld", (long long)i, (long long)c->ipiv[i]);
        const int64_t kept = rows[i];
        rows[i] = rows[c->ipiv[i] - 1];
        rows[c->ipiv[i] - 1] = kept;
    }
}

static struct dd_number number(const struct getrf_case *c, const void *base, int64_t leading, int64_t i, int64_t j)
{
    return dd_number_load(c->type, getrf_case_at(c, base, leading, i, j), 0);
}

static const void *factors_of(const struct getrf_case *c) { return factors(c) ? c->result_A : c->A; }

static struct dd_number lower(const struct getrf_case *c, int64_t i, int64_t j)
{
    return i == j ? dd_number_of(1.0) : number(c, factors_of(c), c->lda, i, j);
}

static struct dd_number upper(const struct getrf_case *c, int64_t i, int64_t j) { return number(c, factors_of(c), c->lda, i, j); }

/* Subtracts a number from the sum, not from its scale. */
static void subtract_number(struct dd_terms *s, struct dd_number a)
{
    dd_exact_add_pairs(s->re, a.re, cuddFromDouble(-1.0));
    dd_exact_add_pairs(s->im, a.im, cuddFromDouble(-1.0));
}

/* Number of terms of element (i, j) of L U. */
static int64_t terms_of(const struct getrf_case *c, int64_t i, int64_t j)
{
    const int64_t least = i < j ? i : j;
    return least < square_of(c) ? least + 1 : square_of(c);
}

double getrf_case_error(const struct getrf_case *c, const int64_t *rows, int64_t i, int64_t j)
{
    struct dd_terms s;
    dd_terms_start(&s);
    for (int64_t t = 0; t < terms_of(c, i, j); t++)
        dd_terms_add(&s, lower(c, i, t), upper(c, t, j));
    subtract_number(&s, number(c, c->A, c->lda, rows[i], j));
    const double error = dd_terms_error(&s, c->type, dd_number_of(0.0), 0.0);
    dd_terms_end(&s);
    return error;
}

/* (|L| |U|) at (i, j), to a few units of rounding of double. */
static double scale_of_product(const struct getrf_case *c, int64_t i, int64_t j)
{
    double sum = 0.0;
    for (int64_t t = 0; t < terms_of(c, i, j); t++)
        sum += lower(c, i, t).modulus.x * upper(c, t, j).modulus.x;
    return sum;
}

double getrf_case_residual(const struct getrf_case *c, const struct getrf_case *original, const int64_t *rows, int64_t i,
                           int64_t j)
{
    const int plain = c->trans == DDBLAS_OP_N;
    double scale = 0.0;
    struct dd_terms s;
    dd_terms_start(&s);
    /* Row q of P A is row rows[q] of A. */
    for (int64_t q = 0; q < c->n; q++)
    {
        const int64_t t = plain ? q : rows[q], row = plain ? i : t, column = plain ? t : i;
        int64_t place = q; /* The place of the row of A in P A. */
        while (plain && rows[place] != i)
            place = place + 1 < c->n ? place + 1 : 0;
        struct dd_number a = number(original, original->A, original->lda, row, column);
        if (c->trans == DDBLAS_OP_C)
            a.im = cuddNeg(a.im);
        const struct dd_number x = number(c, c->result_B, c->ldb, t, j);
        dd_terms_add(&s, a, x);
        scale += scale_of_product(c, place, column) * x.modulus.x;
    }
    subtract_number(&s, number(c, c->B, c->ldb, i, j));
    dd_exact_zero(s.scale);
    dd_exact_add(s.scale, scale);
    const double error = dd_terms_error(&s, c->type, dd_number_of(0.0), 0.0);
    dd_terms_end(&s);
    return error;
}

double getrf_case_bound(const struct getrf_case *c)
{
    return dd_routine_bound(DD_ROUTINE_getrf, c->type, (struct dd_bound_size){.k = square_of(c)});
}

double getrf_case_residual_bound(const struct getrf_case *c)
{
    return dd_routine_bound(DD_ROUTINE_getrs, c->type, (struct dd_bound_size){.k = c->n});
}

static void describe(const void *problem, int64_t i, int64_t j)
{
    static const char *const names[] = {"getrf", "getrs", "gesv"};
    const struct getrf_case *c = problem;
    fprintf(stderr, "%c%s %c m=%lld n=%lld nrhs=%lld lda=%lld ldb=%lld info=%lld at (%lld, %lld)", dd_type_letter(c->type),
            names[c->routine], "NTC"[c->trans], (long long)c -> m, (long long)c -> n, (long long)c -> nrhs, (long long)c -> lda,
            (long long)c -> ldb, (long long)c -> info, (long long)i, (long long)j);
}

/* Returns a few units of rounding of double, of S and C of float. */
static double least_unit(ddblasType_t type) { return type == DDBLAS_TYPE_S || type == DDBLAS_TYPE_C ? 0x1p-21 : 0x1p-50; }

double getrf_case_judge(ddblasHandle_t h, struct getrf_case *c, struct dd_random *g, int64_t samples, const char *what,
                        uint64_t seed)
{
    const struct dd_judge judge = {.problem = c, .describe = describe, .bound = getrf_case_bound(c), .what = what, .seed = seed};
    const double most = dd_type_is_complex(c->type) ? sqrt(2.0) : 1.0;
    int64_t *rows = malloc((size_t)(c->m + 1) * sizeof *rows);
    assert_non_null(rows);
    dd_must(h, getrf_case_run(h, c), what);
    getrf_case_rows(c, rows);
    double largest = 0.0;
    const int64_t all = c->m * c->n;
    for (int64_t q = 0; q < (all < samples ? all : samples); q++)
    {
        const int64_t index = all <= samples ? q : dd_random_int(g, 0, all - 1), i = index % c->m, j = index / c->m;
        largest = fmax(largest, dd_judge_error(&judge, getrf_case_error(c, rows, i, j), i, j));
        assert_true(i <= j || lower(c, i, j).modulus.x <= most * (1.0 + least_unit(c->type)));
    }
    free(rows);
    return largest;
}

double getrf_case_judge_solution(const struct getrf_case *c, const struct getrf_case *original, struct dd_random *g,
                                 int64_t samples, const char *what, uint64_t seed)
{
    const struct dd_judge judge = {
        .problem = c, .describe = describe, .bound = getrf_case_residual_bound(c), .what = what, .seed = seed};
    int64_t *rows = malloc((size_t)(c->m + 1) * sizeof *rows);
    assert_non_null(rows);
    getrf_case_rows(c, rows);
    const int64_t all = c->n * c->nrhs;
    double largest = 0.0;
    for (int64_t q = 0; q < (all < samples ? all : samples); q++)
    {
        const int64_t index = all <= samples ? q : dd_random_int(g, 0, all - 1), i = index % c->n, j = index / c->n;
        largest = fmax(largest, dd_judge_error(&judge, getrf_case_residual(c, original, rows, i, j), i, j));
    }
    free(rows);
    return largest;
}

size_t getrf_case_workspace(ddblasHandle_t h, const struct getrf_case *c)
{
    size_t bytes = 0, more = 0;
    if (factors(c))
        dd_must(h, ddblasGetrfWorkspaceSize(h, c->type, c->m, c->n, &bytes), "ddblasGetrfWorkspaceSize");
    if (solves(c))
        dd_must(h, ddblasGetrsWorkspaceSize(h, c->type, c->n, c->nrhs, &more), "ddblasGetrsWorkspaceSize");
    return bytes > more ? bytes : more;
}
