/*
 * One call of sytrf, sytrs or sysv, or of their Hermitian relatives, under test.
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

#include "poison.h"
#include "sytrf_case.h"

static int solves(const struct sytrf_case *c) { return c->routine == SYTRF_SOLVE || c->routine == SYTRF_BOTH; }
static int factors(const struct sytrf_case *c) { return c->routine == SYTRF_FACTOR || c->routine == SYTRF_BOTH; }
/* Whether A and info are written. */
static int writes(const struct sytrf_case *c) { return c->routine != SYTRF_SOLVE; }
static int is_lower(const struct sytrf_case *c) { return c->uplo == DDBLAS_FILL_MODE_LOWER; }
static int is_hermitian(const struct sytrf_case *c) { return c->kind == SYTRF_HERMITIAN; }

static void *allocate(int64_t count, size_t size)
{
    void *p = calloc((size_t)count + 1, size);
    assert_non_null(p);
    return p;
}

struct sytrf_case *sytrf_case_new(enum sytrf_routine routine, enum sytrf_kind kind, ddblasFillMode_t uplo, int64_t n,
                                  int64_t nrhs, int64_t pad)
{
    struct sytrf_case *c = allocate(1, sizeof *c);
    const ddblasType_t type = kind == SYTRF_W ? DDBLAS_TYPE_W : DDBLAS_TYPE_U;
    *c = (struct sytrf_case){.routine = routine,
                             .kind = kind,
                             .type = type,
                             .uplo = uplo,
                             .n = n,
                             .nrhs = nrhs,
                             .lda = dd_least_leading(n) + pad,
                             .ldb = dd_least_leading(n) + (pad + 1) / 2,
                             .size = dd_type_size(type)};
    c->bytes_A = (size_t)(c->lda * n) * c->size;
    c->bytes_B = (size_t)(c->ldb * nrhs) * c->size;
    c->A = dd_poisoned(c->bytes_A);
    c->B = dd_poisoned(c->bytes_B);
    c->result_A = dd_poisoned(c->bytes_A);
    c->result_B = dd_poisoned(c->bytes_B);
    c->ipiv = dd_poisoned((size_t)n * sizeof *c->ipiv);
    return c;
}

void sytrf_case_free(struct sytrf_case *c)
{
    free(c->A);
    free(c->B);
    free(c->result_A);
    free(c->result_B);
    free(c->ipiv);
    free(c);
}

int64_t sytrf_case_row(const struct sytrf_case *c, int64_t i) { return is_lower(c) ? i : c->n - 1 - i; }

static void *element_at(const struct sytrf_case *c, const void *base, int64_t leading, int64_t i, int64_t j)
{
    return (char *)base + (size_t)(i + j * leading) * c->size;
}

void *sytrf_case_at(const struct sytrf_case *c, const void *base, int64_t i, int64_t j)
{
    return element_at(c, base, c->lda, sytrf_case_row(c, i), sytrf_case_row(c, j));
}

void sytrf_case_put(struct sytrf_case *c, int64_t i, int64_t j, double re, double im)
{
    dd_element_set(c->type, sytrf_case_at(c, c->A, i, j), 0, cuddFromDouble(re), cuddFromDouble(im));
}

/* ---- data ------------------------------------------------------------------------------------ */

void sytrf_case_fill(struct sytrf_case *c, struct dd_random *g, int grade, int common, int diagonal)
{
    int *scale = allocate(c->n, sizeof *scale);
    for (int64_t i = 0; i < c->n; i++)
        scale[i] = (int)dd_random_int(g, -grade, grade);
    for (int64_t j = 0; j < c->n; j++)
    {
        for (int64_t i = j; i < c->n; i++)
            dd_element_put(c->type, g, 0, scale[i] + scale[j] + common + (i == j ? diagonal : 0) + (int)dd_random_int(g, -6, 0),
                           sytrf_case_at(c, c->A, i, j));
        if (is_hermitian(c))
            memset((char *)sytrf_case_at(c, c->A, j, j) + c->size / 2, DD_POISON, c->size / 2);
    }
    for (int64_t j = 0; j < c->nrhs; j++)
        for (int64_t i = 0; i < c->n; i++)
            dd_element_put(c->type, g, 0, (int)dd_random_int(g, -4, 4), element_at(c, c->B, c->ldb, i, j));
    free(scale);
}

/* ---- call ------------------------------------------------------------------------------------ */

#define CALL(name)                                                                                                               \
    switch (routine)                                                                                                             \
    {                                                                                                                            \
    case SYTRF_FACTOR:                                                                                                           \
        return ddblas##name##trf(h, a->uplo, a->n, a->A, a->lda, a->ipiv, a->info);                                              \
    case SYTRF_SOLVE:                                                                                                            \
        return ddblas##name##trs(h, a->uplo, a->n, a->nrhs, a->A, a->lda, a->ipiv, a->B, a->ldb);                                \
    case SYTRF_INVERT:                                                                                                           \
        return ddblas##name##tri(h, a->uplo, a->n, a->A, a->lda, a->ipiv, a->info);                                              \
    default:                                                                                                                     \
        return ddblas##name##sv(h, a->uplo, a->n, a->nrhs, a->A, a->lda, a->ipiv, a->B, a->ldb, a->info);                        \
    }

ddblasStatus_t sytrf_call(ddblasHandle_t h, enum sytrf_routine routine, enum sytrf_kind kind, const struct sytrf_arguments *a)
{
    if (kind == SYTRF_W)
        CALL(Wsy)
    else if (kind == SYTRF_U)
        CALL(Usy)
    else
        CALL(Uhe)
}

static int is_computed_a(const void *problem, int64_t i, int64_t j)
{
    const struct sytrf_case *c = problem;
    return i < c->n && (is_lower(c) ? i >= j : i <= j);
}

static int is_computed_b(const void *problem, int64_t i, int64_t j)
{
    (void)j;
    return i < ((const struct sytrf_case *)problem)->n;
}

ddblasStatus_t sytrf_case_run(ddblasHandle_t h, struct sytrf_case *c)
{
    int64_t before = INT64_MIN;
    const size_t bytes_pivots = (size_t)c->n * sizeof *c->ipiv;
    int64_t *pivots = dd_poisoned(bytes_pivots);
    struct dd_operand matrices[] = {
        writes(c) ? dd_operand_written(c->A, c->result_A, c->bytes_A) : dd_operand_read(c->A, c->bytes_A),
        solves(c) ? dd_operand_written(c->B, c->result_B, c->bytes_B) : dd_operand_read(c->B, c->bytes_B)};
    struct dd_operand integers[] = {factors(c) ? dd_operand_written(pivots, c->ipiv, bytes_pivots)
                                               : dd_operand_read(c->ipiv, bytes_pivots),
                                    dd_operand_written(&before, &c->info, sizeof before)};
    dd_operands_put(h, matrices, 2, c->offset);
    dd_operands_put(h, integers, 2, 0);
    const struct sytrf_arguments a = {c->uplo,        c->n,           c->nrhs, matrices[0].at, c->lda,
                                      integers[0].at, matrices[1].at, c->ldb,  integers[1].at};
    const ddblasStatus_t status = sytrf_call(h, c->routine, c->kind, &a);
    dd_operands_take(h, matrices, 2, c->offset);
    dd_operands_take(h, integers, 2, 0);
    free(pivots);
    if (writes(c))
        dd_rest_unchanged("A", c->A, c->result_A, c->bytes_A, c->size, c->lda, is_computed_a, c);
    else
        assert_true(c->info == before);
    if (solves(c))
        dd_rest_unchanged("B", c->B, c->result_B, c->bytes_B, c->size, c->ldb, is_computed_b, c);
    return status;
}

/* ---- factors --------------------------------------------------------------------------------- */

/* An element (i, i) of a Hermitian matrix counts as real, whatever its imaginary part is. */
static struct dd_number diagonal_of(const struct sytrf_case *c, const void *base, int64_t i)
{
    unsigned char real[sizeof(union dd_element)] = {0};
    memcpy(real, sytrf_case_at(c, base, i, i), is_hermitian(c) ? c->size / 2 : c->size);
    return dd_number_load(c->type, real, 0);
}

static struct dd_number adjoint(const struct sytrf_case *c, struct dd_number a)
{
    if (is_hermitian(c))
        a.im = cuddNeg(a.im);
    return a;
}

/* Element (i, j) of the matrix whose triangle is in `base`. */
static struct dd_number symmetric(const struct sytrf_case *c, const void *base, int64_t i, int64_t j)
{
    if (i == j)
        return diagonal_of(c, base, i);
    return i > j ? dd_number_load(c->type, sytrf_case_at(c, base, i, j), 0)
                 : adjoint(c, dd_number_load(c->type, sytrf_case_at(c, base, j, i), 0));
}

struct dd_number sytrf_case_symmetric(const struct sytrf_case *c, const void *base, int64_t i, int64_t j)
{
    return symmetric(c, base, i, j);
}

/* Exchanges the rows `row` and `other` in the columns before column k. */
static void exchange(struct sytrf_factors *f, int64_t k, int64_t row, int64_t other)
{
    const int64_t kept = f->rows[row];
    f->rows[row] = f->rows[other];
    f->rows[other] = kept;
    for (int64_t j = 0; j < k; j++)
    {
        const struct dd_number number = f->L[row + j * f->n];
        f->L[row + j * f->n] = f->L[other + j * f->n];
        f->L[other + j * f->n] = number;
    }
}

/* Reads block k of D and its columns of L. */
static void read_block(const struct sytrf_case *c, const void *base, struct sytrf_factors *f, int64_t k, int64_t order)
{
    for (int64_t j = k; j < k + order; j++)
    {
        f->D[j] = dd_number_load(c->type, sytrf_case_at(c, base, j, j), 0);
        f->L[j + j * f->n] = dd_number_of(1.0);
        for (int64_t i = k + order; i < f->n; i++)
            f->L[i + j * f->n] = dd_number_load(c->type, sytrf_case_at(c, base, i, j), 0);
    }
    if (order == 2)
        f->below[k] = dd_number_load(c->type, sytrf_case_at(c, base, k + 1, k), 0);
}

struct sytrf_factors sytrf_case_factors(const struct sytrf_case *c)
{
    const int64_t n = c->n;
    const void *base = factors(c) ? c->result_A : c->A;
    struct sytrf_factors f = {.n = n,
                              .rows = allocate(n, sizeof *f.rows),
                              .order = allocate(n, sizeof *f.order),
                              .L = allocate(n * n, sizeof *f.L),
                              .D = allocate(n, sizeof *f.D),
                              .below = allocate(n, sizeof *f.below)};
    for (int64_t i = 0; i < n * n; i++)
        f.L[i] = dd_number_of(0.0);
    for (int64_t i = 0; i < n; i++)
        f.rows[i] = i;
    for (int64_t k = 0; k < n;)
    {
        const int64_t p = c->ipiv[sytrf_case_row(c, k)], order = p > 0 ? 1 : 2, last = k + order - 1;
        const int64_t other = sytrf_case_row(c, (p > 0 ? p : -p) - 1);
        if (last >= n || p == 0 || other < last || other >= n || c->ipiv[sytrf_case_row(c, last)] != p)
            fail_msg("the pivot of column %lld is %lld", (long long)k, (long long)p);
        f.order[k] = (int)order;
        exchange(&f, k, last, other);
        read_block(c, base, &f, k, order);
        k += order;
    }
    return f;
}

void sytrf_factors_free(struct sytrf_factors f)
{
    free(f.rows);
    free(f.order);
    free(f.L);
    free(f.D);
    free(f.below);
}

/* ---- judgement ------------------------------------------------------------------------------- */

static struct dd_number l_at(const struct sytrf_factors *f, int64_t i, int64_t j) { return f->L[i + j * f->n]; }

/* D(t, s), where t and s belong to one block. */
static struct dd_number d_at(const struct sytrf_case *c, const struct sytrf_factors *f, int64_t t, int64_t s)
{
    return t == s ? f->D[t] : t > s ? f->below[s] : adjoint(c, f->below[t]);
}

/* Subtracts a number from the sum, not from its scale. */
static void subtract_number(struct dd_terms *s, struct dd_number a)
{
    dd_exact_add_pairs(s->re, a.re, cuddFromDouble(-1.0));
    dd_exact_add_pairs(s->im, a.im, cuddFromDouble(-1.0));
}

/* The first and the last row of the block of D that has row t. */
static int64_t first_of(const struct sytrf_factors *f, int64_t t) { return f->order[t] == 0 ? t - 1 : t; }
static int64_t last_of(const struct sytrf_factors *f, int64_t t) { return f->order[t] == 2 ? t + 1 : t; }

double sytrf_case_error(const struct sytrf_case *c, const struct sytrf_factors *f, int64_t i, int64_t j)
{
    struct dd_terms sum, row;
    dd_terms_start(&sum);
    for (int64_t t = 0; t <= last_of(f, j) && t <= i; t++)
    {
        dd_terms_start(&row);
        for (int64_t s = first_of(f, t); s <= last_of(f, t); s++)
            if (s <= j)
                dd_terms_add(&row, d_at(c, f, t, s), adjoint(c, l_at(f, j, s)));
        dd_terms_multiply(&row, l_at(f, i, t));
        dd_terms_add_terms(&sum, &row);
        dd_terms_end(&row);
    }
    subtract_number(&sum, symmetric(c, c->A, f->rows[i], f->rows[j]));
    const double error = dd_terms_error(&sum, c->type, dd_number_of(0.0), 0.0);
    dd_terms_end(&sum);
    return error;
}

void sytrf_case_moduli(const struct sytrf_case *c, const struct sytrf_factors *f, double *moduli)
{
    const int64_t n = f->n;
    double *product = allocate(n, sizeof *product);
    for (int64_t j = 0; j < n; j++)
    {
        for (int64_t t = 0; t < n; t++)
        {
            product[t] = 0.0;
            for (int64_t s = first_of(f, t); s <= last_of(f, t); s++)
                product[t] += d_at(c, f, t, s).modulus.x * l_at(f, j, s).modulus.x;
        }
        for (int64_t i = 0; i < n; i++)
        {
            moduli[i + j * n] = 0.0;
            for (int64_t t = 0; t <= i; t++)
                moduli[i + j * n] += l_at(f, i, t).modulus.x * product[t];
        }
    }
    free(product);
}

/* Component at row rows[i] of column j of X. */
static struct dd_number solution(const struct sytrf_case *c, const struct sytrf_factors *f, const void *base, int64_t i,
                                 int64_t j)
{
    return dd_number_load(c->type, element_at(c, base, c->ldb, sytrf_case_row(c, f->rows[i]), j), 0);
}

/* scale = |L| |D| |L^T| |P X|, column j, to a few units of rounding of double. */
static void solution_scale(const struct sytrf_case *c, const struct sytrf_factors *f, int64_t j, double *scale)
{
    const int64_t n = f->n;
    double *product = allocate(2 * n, sizeof *product), *divided = product + n;
    for (int64_t t = 0; t < n; t++)
        for (int64_t i = t; i < n; i++)
            product[t] += l_at(f, i, t).modulus.x * solution(c, f, c->result_B, i, j).modulus.x;
    for (int64_t t = 0; t < n; t++)
        for (int64_t s = first_of(f, t); s <= last_of(f, t); s++)
            divided[t] += d_at(c, f, t, s).modulus.x * product[s];
    for (int64_t i = 0; i < n; i++)
    {
        scale[i] = 0.0;
        for (int64_t t = 0; t <= i; t++)
            scale[i] += l_at(f, i, t).modulus.x * divided[t];
    }
    free(product);
}

double sytrf_case_residual(const struct sytrf_case *c, const struct sytrf_case *original, const struct sytrf_factors *f,
                           int64_t j)
{
    double largest = 0.0, *scale = allocate(f->n, sizeof *scale);
    solution_scale(c, f, j, scale);
    for (int64_t i = 0; i < f->n; i++)
    {
        struct dd_terms s;
        dd_terms_start(&s);
        for (int64_t t = 0; t < f->n; t++)
            dd_terms_add(&s, symmetric(original, original->A, f->rows[i], f->rows[t]), solution(c, f, c->result_B, t, j));
        subtract_number(&s, solution(c, f, c->B, i, j));
        dd_exact_zero(s.scale);
        dd_exact_add(s.scale, scale[i]);
        largest = fmax(largest, dd_terms_error(&s, c->type, dd_number_of(0.0), 0.0));
        dd_terms_end(&s);
    }
    free(scale);
    return largest;
}

double sytrf_case_bound(const struct sytrf_case *c)
{
    return dd_routine_bound(DD_ROUTINE_sytrf, c->type, (struct dd_bound_size){.k = c->n});
}

double sytrf_case_residual_bound(const struct sytrf_case *c)
{
    return dd_routine_bound(DD_ROUTINE_sytrs, c->type, (struct dd_bound_size){.k = c->n});
}

static void describe(const void *problem, int64_t i, int64_t j)
{
    static const char *const names[] = {"trf", "trs", "sv", "tri"};
    const struct sytrf_case *c = problem;
    fprintf(stderr, "%c%s%s %s n=%lld nrhs=%lld lda=%lld ldb=%lld info=%lld at (%lld, %lld)", dd_type_letter(c->type),
            is_hermitian(c) ? "he" : "sy", names[c->routine], is_lower(c) ? "lower" : "upper", (long long)c->n,
            (long long)c->nrhs, (long long)c->lda, (long long)c->ldb, (long long)c->info, (long long)i, (long long)j);
}

double sytrf_case_judge(ddblasHandle_t h, struct sytrf_case *c, struct dd_random *g, int64_t samples, const char *what,
                        uint64_t seed)
{
    const struct dd_judge judge = {.problem = c, .describe = describe, .bound = sytrf_case_bound(c), .what = what, .seed = seed};
    dd_must(h, sytrf_case_run(h, c), what);
    struct sytrf_factors f = sytrf_case_factors(c);
    const int64_t all = c->n * c->n;
    double largest = 0.0;
    for (int64_t q = 0; q < (all < samples ? all : samples); q++)
    {
        const int64_t index = all <= samples ? q : dd_random_int(g, 0, all - 1), a = index % c->n, b = index / c->n;
        const int64_t i = a > b ? a : b, j = a > b ? b : a;
        largest = fmax(largest, dd_judge_error(&judge, sytrf_case_error(c, &f, i, j), i, j));
    }
    sytrf_factors_free(f);
    return largest;
}

double sytrf_case_judge_solution(const struct sytrf_case *c, const struct sytrf_case *original, int64_t columns, const char *what,
                                 uint64_t seed)
{
    const struct dd_judge judge = {
        .problem = c, .describe = describe, .bound = sytrf_case_residual_bound(c), .what = what, .seed = seed};
    struct sytrf_factors f = sytrf_case_factors(c);
    double largest = 0.0;
    for (int64_t j = 0; j < c->nrhs && j < columns; j++)
        largest = fmax(largest, dd_judge_error(&judge, sytrf_case_residual(c, original, &f, j), 0, j));
    sytrf_factors_free(f);
    return largest;
}

size_t sytrf_case_workspace(ddblasHandle_t h, const struct sytrf_case *c)
{
    size_t bytes = 0, more = 0;
    if (factors(c))
        dd_must(h, ddblasSytrfWorkspaceSize(h, c->type, c->n, &bytes), "ddblasSytrfWorkspaceSize");
    if (solves(c))
        dd_must(h, ddblasSytrsWorkspaceSize(h, c->type, c->n, c->nrhs, &more), "ddblasSytrsWorkspaceSize");
    if (c->routine == SYTRF_INVERT)
        dd_must(h, ddblasSytriWorkspaceSize(h, c->type, c->n, &bytes), "ddblasSytriWorkspaceSize");
    return bytes > more ? bytes : more;
}
