/*
 * One call of potrf, potrs or posv under test.
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

#include "potrf_case.h"
#include "poison.h"

static int solves(const struct potrf_case *c) { return c->routine != POTRF_FACTOR; }
static int factors(const struct potrf_case *c) { return c->routine != POTRF_SOLVE; }

struct potrf_case *potrf_case_new(enum potrf_routine routine, ddblasType_t type, ddblasFillMode_t uplo, int64_t n, int64_t nrhs,
                                  int64_t pad)
{
    struct potrf_case *c = calloc(1, sizeof *c);
    assert_non_null(c);
    *c = (struct potrf_case){.routine = routine,
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
    return c;
}

void potrf_case_free(struct potrf_case *c)
{
    free(c->A);
    free(c->B);
    free(c->result_A);
    free(c->result_B);
    free(c);
}

void *potrf_case_at(const struct potrf_case *c, const void *base, int64_t leading, int64_t i, int64_t j)
{
    return (char *)base + (size_t)(i + j * leading) * c->size;
}

static int is_lower(const struct potrf_case *c) { return c->uplo == DDBLAS_FILL_MODE_LOWER; }

static void *stored_at(const struct potrf_case *c, const void *base, int64_t i, int64_t j)
{
    return is_lower(c) ? potrf_case_at(c, base, c->lda, i, j) : potrf_case_at(c, base, c->lda, j, i);
}

void potrf_case_put(struct potrf_case *c, void *base, int64_t i, int64_t j, cuddreal re, cuddreal im)
{
    dd_element_set(c->type, stored_at(c, base, i, j), 0, re, is_lower(c) ? im : cuddNeg(im));
}

struct dd_number potrf_case_lower(const struct potrf_case *c, const void *base, int64_t i, int64_t j)
{
    return dd_number_load(c->type, stored_at(c, base, i, j), !is_lower(c));
}

/* ---- data ------------------------------------------------------------------------------------ */

/* Element (i, j) of M M^H + ridge I, M of random numbers; nobody takes it for exact. */
static cuddcomplex gram_element(const cuddcomplex *M, int64_t width, double ridge, int64_t i, int64_t j)
{
    cuddcomplex sum = cuddcFromDoubles(i == j ? ridge : 0.0, 0.0);
    for (int64_t t = 0; t < width; t++)
        sum = cuddcAdd(sum, cuddcMul(M[i * width + t], cuddcConj(M[j * width + t])));
    return sum;
}

static void poison_imaginary(const struct potrf_case *c, int64_t i)
{
    if (dd_type_is_complex(c->type))
        memset((char *)potrf_case_at(c, c->A, c->lda, i, i) + c->size / 2, DD_POISON, c->size / 2);
}

void potrf_case_fill(struct potrf_case *c, struct dd_random *g, int64_t width, int grade, int common)
{
    cuddcomplex *M = malloc((size_t)(c->n * width + 1) * sizeof *M);
    int *scale = malloc((size_t)(c->n + 1) * sizeof *scale);
    const double ridge = ldexp(1.0, (int)dd_random_int(g, -40, -2));
    assert_non_null(M);
    assert_non_null(scale);
    for (int64_t e = 0; e < c->n * width; e++)
    {
        const cuddreal re = dd_random_full_pair(g, (int)dd_random_int(g, -6, 0));
        M[e] = cuddcMake(re, dd_type_is_complex(c->type) ? dd_random_full_pair(g, -2) : cuddFromDouble(0.0));
    }
    for (int64_t i = 0; i < c->n; i++)
        scale[i] = (int)dd_random_int(g, -grade, grade);
    for (int64_t j = 0; j < c->n; j++)
    {
        for (int64_t i = j; i < c->n; i++)
        {
            const cuddcomplex a = cuddcLdexp(gram_element(M, width, ridge, i, j), scale[i] + scale[j] + common);
            potrf_case_put(c, c->A, i, j, a.x, a.y);
        }
        poison_imaginary(c, j);
    }
    for (int64_t j = 0; j < c->nrhs; j++)
        for (int64_t i = 0; i < c->n; i++)
            dd_element_put(c->type, g, 0, (int)dd_random_int(g, -4, 4), potrf_case_at(c, c->B, c->ldb, i, j));
    free(M);
    free(scale);
}

/* ---- call ------------------------------------------------------------------------------------ */

#define CALL(letter)                                                                                                             \
    switch (routine)                                                                                                             \
    {                                                                                                                            \
    case POTRF_FACTOR:                                                                                                           \
        return ddblas##letter##potrf(h, a->uplo, a->n, a->A, a->lda, a->info);                                                   \
    case POTRF_SOLVE:                                                                                                            \
        return ddblas##letter##potrs(h, a->uplo, a->n, a->nrhs, a->A, a->lda, a->B, a->ldb);                                     \
    default:                                                                                                                     \
        return ddblas##letter##posv(h, a->uplo, a->n, a->nrhs, a->A, a->lda, a->B, a->ldb, a->info);                             \
    }

ddblasStatus_t potrf_call(ddblasHandle_t h, enum potrf_routine routine, ddblasType_t type, const struct potrf_arguments *a)
{
    DD_SWITCH_TYPE(type, CALL)
}

static int is_computed_a(const void *problem, int64_t i, int64_t j)
{
    const struct potrf_case *c = problem;
    return i < c->n && (is_lower(c) ? i >= j : i <= j);
}

static int is_computed_b(const void *problem, int64_t i, int64_t j)
{
    (void)j;
    return i < ((const struct potrf_case *)problem)->n;
}

ddblasStatus_t potrf_case_run(ddblasHandle_t h, struct potrf_case *c)
{
    int64_t before = INT64_MIN;
    struct dd_operand matrices[] = {
        factors(c) ? dd_operand_written(c->A, c->result_A, c->bytes_A) : dd_operand_read(c->A, c->bytes_A),
        solves(c) ? dd_operand_written(c->B, c->result_B, c->bytes_B) : dd_operand_read(c->B, c->bytes_B)};
    struct dd_operand info = dd_operand_written(&before, &c->info, sizeof before);
    dd_operands_put(h, matrices, 2, c->offset);
    dd_operands_put(h, &info, 1, 0);
    const struct potrf_arguments a = {c->uplo, c->n, c->nrhs, matrices[0].at, c->lda, matrices[1].at, c->ldb, info.at};
    const ddblasStatus_t status = potrf_call(h, c->routine, c->type, &a);
    dd_operands_take(h, matrices, 2, c->offset);
    dd_operands_take(h, &info, 1, 0);
    if (factors(c))
        dd_rest_unchanged("A", c->A, c->result_A, c->bytes_A, c->size, c->lda, is_computed_a, c);
    else
        assert_true(c->info == before);
    if (solves(c))
        dd_rest_unchanged("B", c->B, c->result_B, c->bytes_B, c->size, c->ldb, is_computed_b, c);
    return status;
}

/* ---- judgement ------------------------------------------------------------------------------- */

/* Element (i, j) of the Hermitian matrix whose lower half is in `base`. */
static struct dd_number hermitian(const struct potrf_case *c, const void *base, int64_t i, int64_t j)
{
    if (i < j)
    {
        struct dd_number a = potrf_case_lower(c, base, j, i);
        a.im = cuddNeg(a.im);
        return a;
    }
    if (i == j && dd_type_is_complex(c->type))
    {
        unsigned char real[sizeof(union dd_element)] = {0};
        memcpy(real, potrf_case_at(c, base, c->lda, i, i), c->size / 2);
        return dd_number_load(c->type, real, 0);
    }
    return potrf_case_lower(c, base, i, j);
}

static struct dd_number conjugate(struct dd_number a)
{
    a.im = cuddNeg(a.im);
    return a;
}

/* Subtracts a number from the sum, not from its scale. */
static void subtract_number(struct dd_terms *s, struct dd_number a)
{
    dd_exact_add_pairs(s->re, a.re, cuddFromDouble(-1.0));
    dd_exact_add_pairs(s->im, a.im, cuddFromDouble(-1.0));
}

double potrf_case_error(const struct potrf_case *c, int64_t i, int64_t j)
{
    struct dd_terms s;
    dd_terms_start(&s);
    for (int64_t t = 0; t <= j; t++)
        dd_terms_add(&s, potrf_case_lower(c, c->result_A, i, t), conjugate(potrf_case_lower(c, c->result_A, j, t)));
    subtract_number(&s, hermitian(c, c->A, i, j));
    const double error = dd_terms_error(&s, c->type, dd_number_of(0.0), 0.0);
    dd_terms_end(&s);
    return error;
}

static double modulus(struct dd_number a) { return a.modulus.x; }

/* (|L| |L^H| |X|) at (i, j), to a few units of rounding of double. */
static double solution_scale(const struct potrf_case *c, const void *L, int64_t i, int64_t j)
{
    double sum = 0.0;
    for (int64_t t = 0; t <= i; t++)
    {
        double column = 0.0;
        for (int64_t q = t; q < c->n; q++)
            column += modulus(potrf_case_lower(c, L, q, t)) *
                      modulus(dd_number_load(c->type, potrf_case_at(c, c->result_B, c->ldb, q, j), 0));
        sum += modulus(potrf_case_lower(c, L, i, t)) * column;
    }
    return sum;
}

double potrf_case_residual(const struct potrf_case *c, const struct potrf_case *original, int64_t i, int64_t j)
{
    struct dd_terms s;
    dd_terms_start(&s);
    for (int64_t t = 0; t < c->n; t++)
        dd_terms_add(&s, hermitian(original, original->A, i, t),
                     dd_number_load(c->type, potrf_case_at(c, c->result_B, c->ldb, t, j), 0));
    subtract_number(&s, dd_number_load(c->type, potrf_case_at(c, c->B, c->ldb, i, j), 0));
    dd_exact_zero(s.scale);
    dd_exact_add(s.scale, solution_scale(c, factors(c) ? c->result_A : c->A, i, j));
    const double error = dd_terms_error(&s, c->type, dd_number_of(0.0), 0.0);
    dd_terms_end(&s);
    return error;
}

double potrf_case_bound(const struct potrf_case *c)
{
    return dd_routine_bound(DD_ROUTINE_potrf, c->type, (struct dd_bound_size){.k = c->n});
}

double potrf_case_residual_bound(const struct potrf_case *c)
{
    return dd_routine_bound(DD_ROUTINE_potrs, c->type, (struct dd_bound_size){.k = c->n});
}

static void describe(const void *problem, int64_t i, int64_t j)
{
    static const char *const names[] = {"potrf", "potrs", "posv"};
    const struct potrf_case *c = problem;
    fprintf(stderr, "%c%s %s n=%lld nrhs=%lld lda=%lld ldb=%lld info=%lld at (%lld, %lld)", dd_type_letter(c->type),
            names[c->routine], is_lower(c) ? "lower" : "upper", (long long)c->n, (long long)c->nrhs, (long long)c->lda,
            (long long)c->ldb, (long long)c->info, (long long)i, (long long)j);
}

double potrf_case_judge(ddblasHandle_t h, struct potrf_case *c, struct dd_random *g, int64_t samples, const char *what,
                        uint64_t seed)
{
    const struct dd_judge judge = {.problem = c, .describe = describe, .bound = potrf_case_bound(c), .what = what, .seed = seed};
    dd_must(h, potrf_case_run(h, c), what);
    const int64_t columns = c->info > 0 ? c->info - 1 : c->n;
    double largest = 0.0;
    const int64_t all = c->n * columns;
    for (int64_t q = 0; q < (all < samples ? all : samples); q++)
    {
        const int64_t index = all <= samples ? q : dd_random_int(g, 0, all - 1), j = index / c->n;
        const int64_t i = index % c->n < j ? c->n - 1 - index % c->n : index % c->n;
        if (i >= j)
            largest = fmax(largest, dd_judge_error(&judge, potrf_case_error(c, i, j), i, j));
    }
    return largest;
}

double potrf_case_judge_solution(const struct potrf_case *c, const struct potrf_case *original, struct dd_random *g,
                                 int64_t samples, const char *what, uint64_t seed)
{
    const struct dd_judge judge = {
        .problem = c, .describe = describe, .bound = potrf_case_residual_bound(c), .what = what, .seed = seed};
    const int64_t all = c->n * c->nrhs;
    double largest = 0.0;
    for (int64_t q = 0; q < (all < samples ? all : samples); q++)
    {
        const int64_t index = all <= samples ? q : dd_random_int(g, 0, all - 1), i = index % c->n, j = index / c->n;
        largest = fmax(largest, dd_judge_error(&judge, potrf_case_residual(c, original, i, j), i, j));
    }
    return largest;
}

size_t potrf_case_workspace(ddblasHandle_t h, const struct potrf_case *c)
{
    size_t bytes = 0, more = 0;
    if (factors(c))
        dd_must(h, ddblasPotrfWorkspaceSize(h, c->type, c->n, &bytes), "ddblasPotrfWorkspaceSize");
    if (solves(c))
        dd_must(h, ddblasPotrsWorkspaceSize(h, c->type, c->n, c->nrhs, &more), "ddblasPotrsWorkspaceSize");
    return bytes > more ? bytes : more;
}
