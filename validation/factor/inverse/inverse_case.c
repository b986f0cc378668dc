/*
 * One call of trtri, potri or getri under test.
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

#include "inverse_case.h"
#include "poison.h"

static int is_getri(const struct inverse_case *c) { return c->routine >= INVERSE_GETRI; }
static int is_apart(const struct inverse_case *c) { return c->routine == INVERSE_GETRI; }
static int is_lower(const struct inverse_case *c) { return c->uplo == DDBLAS_FILL_MODE_LOWER; }

struct inverse_case *inverse_case_new(enum inverse_routine routine, ddblasType_t type, ddblasFillMode_t uplo,
                                      ddblasDiagType_t diag, int64_t n, int64_t pad)
{
    struct inverse_case *c = calloc(1, sizeof *c);
    assert_non_null(c);
    const int64_t lda = dd_least_leading(n) + pad;
    *c = (struct inverse_case){.routine = routine,
                               .type = type,
                               .uplo = uplo,
                               .diag = routine == INVERSE_TRTRI ? diag : DDBLAS_DIAG_NON_UNIT,
                               .n = n,
                               .lda = lda,
                               .ldc = routine == INVERSE_GETRI ? lda + pad : lda,
                               .size = dd_type_size(type)};
    c->bytes_A = (size_t)(c->lda * n) * c->size;
    c->bytes_C = (size_t)(c->ldc * n) * c->size;
    c->A = dd_poisoned(c->bytes_A);
    c->original = dd_poisoned(c->bytes_A);
    c->C = dd_poisoned(c->bytes_C);
    c->result = dd_poisoned(c->bytes_C);
    c->ipiv = dd_poisoned((size_t)n * sizeof *c->ipiv);
    return c;
}

void inverse_case_free(struct inverse_case *c)
{
    free(c->A);
    free(c->original);
    free(c->C);
    free(c->result);
    free(c->ipiv);
    free(c);
}

void *inverse_case_at(const struct inverse_case *c, const void *base, int64_t leading, int64_t i, int64_t j)
{
    return (char *)base + (size_t)(i + j * leading) * c->size;
}

void inverse_case_put(struct inverse_case *c, int64_t i, int64_t j, cuddreal re, cuddreal im)
{
    dd_element_set(c->type, inverse_case_at(c, c->A, c->lda, i, j), 0, re, im);
}

static struct dd_number number(const struct inverse_case *c, const void *base, int64_t leading, int64_t i, int64_t j)
{
    return dd_number_load(c->type, inverse_case_at(c, base, leading, i, j), 0);
}

struct dd_number inverse_case_result(const struct inverse_case *c, int64_t i, int64_t j)
{
    return number(c, c->result, c->ldc, i, j);
}

int inverse_case_writes(const struct inverse_case *c, int64_t i, int64_t j)
{
    return is_getri(c) || (is_lower(c) ? i > j : i < j) || (i == j && c->diag == DDBLAS_DIAG_NON_UNIT);
}

/* ---- data ------------------------------------------------------------------------------------ */

static ddblasStatus_t getrf_any_type(ddblasHandle_t h, const struct inverse_case *c, void *A, int64_t *ipiv, int64_t *info)
{
    switch (c->type)
    {
#define DDBLAS_TYPES DDBLAS_TYPES_OF_POTRF
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return ddblas##letter##getrf(h, c->n, c->n, A, c->lda, ipiv, info);
#include <dd/types.def>
    default:
        return DDBLAS_STATUS_INTERNAL_ERROR;
    }
}

static void factor_original(ddblasHandle_t h, struct inverse_case *c)
{
    const size_t bytes_pivots = (size_t)c->n * sizeof *c->ipiv;
    int64_t info = -1;
    memcpy(c->A, c->original, c->bytes_A);
    void *A = dd_engine_copy(h, c->A, c->bytes_A, 0), *ipiv = dd_engine_copy(h, c->ipiv, bytes_pivots, 0),
         *at = dd_engine_copy(h, &info, sizeof info, 0);
    dd_must(h, getrf_any_type(h, c, A, ipiv, at), "getrf");
    dd_engine_read(h, c->A, A, c->bytes_A);
    dd_engine_read(h, c->ipiv, ipiv, bytes_pivots);
    dd_engine_read(h, &info, at, sizeof info);
    assert_int_equal(info, 0);
    dd_engine_free(h, A, 0);
    dd_engine_free(h, ipiv, 0);
    dd_engine_free(h, at, 0);
}

void inverse_case_fill(ddblasHandle_t h, struct inverse_case *c, struct dd_random *g, int grade)
{
    int *scales = malloc((size_t)(2 * c->n + 1) * sizeof *scales);
    assert_non_null(scales);
    for (int64_t i = 0; i < 2 * c->n; i++)
        scales[i] = i >= c->n && c->diag == DDBLAS_DIAG_UNIT ? -scales[i - c->n] : (int)dd_random_int(g, -grade, grade);
    for (int64_t j = 0; j < c->n; j++)
        for (int64_t i = 0; i < c->n; i++)
        {
            const int exponent = scales[i] + scales[c->n + j] + (i == j ? 1 : (int)dd_random_int(g, -6, 0));
            void *to = inverse_case_at(c, is_getri(c) ? c->original : c->A, c->lda, i, j);
            if (inverse_case_writes(c, i, j))
                dd_element_put(c->type, g, 0, exponent, to);
            if (i == j && c->routine == INVERSE_POTRI)
                dd_element_set(c->type, to, 0, cuddFabs(dd_number_load(c->type, to, 0).re), cuddFromDouble(0.0));
        }
    free(scales);
    if (is_getri(c) && c->n > 0)
        factor_original(h, c);
}

/* ---- call ------------------------------------------------------------------------------------ */

#define CALL(letter)                                                                                                             \
    switch (routine)                                                                                                             \
    {                                                                                                                            \
    case INVERSE_TRTRI:                                                                                                          \
        return ddblas##letter##trtri(h, a->uplo, a->diag, a->n, a->A, a->lda, a->info);                                          \
    case INVERSE_POTRI:                                                                                                          \
        return ddblas##letter##potri(h, a->uplo, a->n, a->A, a->lda, a->info);                                                   \
    default:                                                                                                                     \
        return ddblas##letter##getri(h, a->n, a->A, a->lda, a->ipiv, a->C, a->ldc, a->info);                                     \
    }

ddblasStatus_t inverse_call(ddblasHandle_t h, enum inverse_routine routine, ddblasType_t type, const struct inverse_arguments *a)
{
    DD_SWITCH_TYPE(type, CALL)
}

static int is_computed(const void *problem, int64_t i, int64_t j)
{
    const struct inverse_case *c = problem;
    return i < c->n && inverse_case_writes(c, i, j);
}

ddblasStatus_t inverse_case_run(ddblasHandle_t h, struct inverse_case *c)
{
    int64_t before = INT64_MIN;
    if (!is_apart(c))
        memcpy(c->C, c->A, c->bytes_A);
    struct dd_operand matrices[] = {dd_operand_written(c->C, c->result, c->bytes_C), dd_operand_read(c->A, c->bytes_A)};
    struct dd_operand integers[] = {dd_operand_written(&before, &c->info, sizeof before),
                                    dd_operand_read(c->ipiv, (size_t)c->n * sizeof *c->ipiv)};
    dd_operands_put(h, matrices, 2, c->offset);
    dd_operands_put(h, integers, 2, 0);
    const struct inverse_arguments a = {
        c->uplo,        c->diag, c->n,          is_apart(c) ? matrices[1].at : matrices[0].at, c->lda, integers[1].at,
        matrices[0].at, c->ldc,  integers[0].at};
    const ddblasStatus_t status = inverse_call(h, c->routine, c->type, &a);
    dd_operands_take(h, matrices, 2, c->offset);
    dd_operands_take(h, integers, 2, 0);
    dd_rest_unchanged("C", c->C, c->result, c->bytes_C, c->size, c->ldc, is_computed, c);
    return status;
}

/* ---- judgement ------------------------------------------------------------------------------- */

/* Elements of the triangle and of its inverse, with the ones of a unit diagonal. */
static struct dd_number in_triangle(const struct inverse_case *c, const void *base, int64_t i, int64_t j)
{
    if (i == j && c->diag == DDBLAS_DIAG_UNIT)
        return dd_number_of(1.0);
    return number(c, base, c->lda, i, j);
}

static double error_of_triangle(const struct inverse_case *c, int64_t i, int64_t j)
{
    struct dd_terms s;
    dd_terms_start(&s);
    for (int64_t t = i < j ? i : j; t <= (i < j ? j : i); t++)
        dd_terms_add(&s, in_triangle(c, c->result, i, t), in_triangle(c, c->A, t, j));
    const double error = dd_terms_error(&s, c->type, dd_number_of(i == j ? 1.0 : 0.0), 0.0);
    dd_terms_end(&s);
    return error;
}

/* X = Y^H Y for a lower Y, Y Y^H for an upper one. */
static double error_of_square(const struct inverse_case *c, const struct inverse_case *y, int64_t i, int64_t j)
{
    struct dd_terms s;
    dd_terms_start(&s);
    for (int64_t t = i > j ? i : j; t < c->n; t++)
    {
        struct dd_number a = is_lower(c) ? inverse_case_result(y, t, i) : inverse_case_result(y, i, t);
        struct dd_number b = is_lower(c) ? inverse_case_result(y, t, j) : inverse_case_result(y, j, t);
        struct dd_number *conjugate = is_lower(c) ? &a : &b;
        conjugate->im = cuddNeg(conjugate->im);
        dd_terms_add(&s, a, b);
    }
    const double error = dd_terms_error(&s, c->type, inverse_case_result(c, i, j), 0.0);
    dd_terms_end(&s);
    return error;
}

/* (|L| |U|) at (i, j), to a few units of rounding of double. */
static double scale_of_factors(const struct inverse_case *c, int64_t i, int64_t j)
{
    double sum = 0.0;
    for (int64_t t = 0; t <= (i < j ? i : j); t++)
        sum += (t == i ? 1.0 : number(c, c->A, c->lda, i, t).modulus.x) * number(c, c->A, c->lda, t, j).modulus.x;
    return sum;
}

static double error_of_inverse(const struct inverse_case *c, int64_t i, int64_t j)
{
    double scale = 0.0;
    struct dd_terms s;
    int64_t *rows = malloc((size_t)c->n * sizeof *rows); /* Row q of P A is row rows[q] of A. */
    assert_non_null(rows);
    for (int64_t q = 0; q < c->n; q++)
        rows[q] = q;
    for (int64_t q = 0; q < c->n; q++)
    {
        const int64_t kept = rows[q];
        rows[q] = rows[c->ipiv[q] - 1];
        rows[c->ipiv[q] - 1] = kept;
    }
    dd_terms_start(&s);
    for (int64_t q = 0; q < c->n; q++)
    {
        const struct dd_number x = inverse_case_result(c, i, rows[q]);
        dd_terms_add(&s, x, number(c, c->original, c->lda, rows[q], j));
        scale += x.modulus.x * scale_of_factors(c, q, j);
    }
    dd_exact_zero(s.scale);
    dd_exact_add(s.scale, scale);
    const double error = dd_terms_error(&s, c->type, dd_number_of(i == j ? 1.0 : 0.0), 0.0);
    dd_terms_end(&s);
    free(rows);
    return error;
}

double inverse_case_error(const struct inverse_case *c, const struct inverse_case *inverse, int64_t i, int64_t j)
{
    return c->routine == INVERSE_TRTRI   ? error_of_triangle(c, i, j)
           : c->routine == INVERSE_POTRI ? error_of_square(c, inverse, i, j)
                                         : error_of_inverse(c, i, j);
}

double inverse_case_bound(const struct inverse_case *c)
{
    const enum dd_routine routine = c->routine == INVERSE_TRTRI   ? DD_ROUTINE_trtri
                                    : c->routine == INVERSE_POTRI ? DD_ROUTINE_potri
                                                                  : DD_ROUTINE_getri;
    return dd_routine_bound(routine, c->type, (struct dd_bound_size){.k = c->n});
}

static void describe(const void *problem, int64_t i, int64_t j)
{
    static const char *const names[] = {"trtri", "potri", "getri", "getri in place"};
    const struct inverse_case *c = problem;
    fprintf(stderr, "%c%s %s %s n=%lld lda=%lld info=%lld at (%lld, %lld)", dd_type_letter(c->type), names[c->routine],
            is_lower(c) ? "lower" : "upper", c->diag == DDBLAS_DIAG_UNIT ? "unit" : "", (long long)c->n, (long long)c->lda,
            (long long)c->info, (long long)i, (long long)j);
}

/* The inverse of potri's factor, by a call of trtri. */
static struct inverse_case *inverse_of_factor(ddblasHandle_t h, const struct inverse_case *c)
{
    struct inverse_case *y = inverse_case_new(INVERSE_TRTRI, c->type, c->uplo, DDBLAS_DIAG_NON_UNIT, c->n, 0);
    y->lda = y->ldc = c->lda;
    y->bytes_A = y->bytes_C = c->bytes_A;
    y->A = realloc(y->A, c->bytes_A);
    y->C = realloc(y->C, c->bytes_A);
    y->result = realloc(y->result, c->bytes_A);
    assert_true(y->A && y->C && y->result);
    memcpy(y->A, c->A, c->bytes_A);
    dd_must(h, inverse_case_run(h, y), "trtri");
    return y;
}

double inverse_case_judge(ddblasHandle_t h, struct inverse_case *c, struct dd_random *g, int64_t samples, const char *what,
                          uint64_t seed)
{
    const struct dd_judge judge = {
        .problem = c, .describe = describe, .bound = inverse_case_bound(c), .what = what, .seed = seed};
    dd_must(h, inverse_case_run(h, c), what);
    assert_int_equal(c->info, 0);
    struct inverse_case *y = c->routine == INVERSE_POTRI ? inverse_of_factor(h, c) : NULL;
    const int64_t all = c->n * c->n;
    double largest = 0.0;
    for (int64_t q = 0; q < (all < samples ? all : samples); q++)
    {
        const int64_t index = all <= samples ? q : dd_random_int(g, 0, all - 1), i = index % c->n, j = index / c->n;
        const int inside = inverse_case_writes(c, i, j);
        if (inside || inverse_case_writes(c, j, i))
            largest = fmax(largest, dd_judge_error(&judge, inverse_case_error(c, y, inside ? i : j, inside ? j : i), i, j));
    }
    if (y)
        inverse_case_free(y);
    return largest;
}

size_t inverse_case_workspace(ddblasHandle_t h, const struct inverse_case *c)
{
    size_t bytes = 0;
    dd_must(h,
            c->routine == INVERSE_TRTRI   ? ddblasTrtriWorkspaceSize(h, c->type, c->n, &bytes)
            : c->routine == INVERSE_POTRI ? ddblasPotriWorkspaceSize(h, c->type, c->n, &bytes)
                                          : ddblasGetriWorkspaceSize(h, c->type, c->n, !is_apart(c), &bytes),
            "workspace size");
    return bytes;
}
