/*
 * One call of a routine over symmetric or triangular matrices under test.
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

#include "level3_case.h"
#include "poison.h"

const struct level3_routine level3_routines[LEVEL3_ROUTINES] = {
#define DDBLAS_TYPES DDBLAS_TYPES_OF_LEVEL3
#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    {#letter "symm", LEVEL3_SYMM, DDBLAS_TYPE_##letter, 0}, {#letter "syrk", LEVEL3_SYRK, DDBLAS_TYPE_##letter, 0},              \
        {#letter "syr2k", LEVEL3_SYR2K, DDBLAS_TYPE_##letter, 0}, {#letter "trmm", LEVEL3_TRMM, DDBLAS_TYPE_##letter, 0},        \
        {#letter "trsm", LEVEL3_TRSM, DDBLAS_TYPE_##letter, 0},
#include <dd/types.def>
#define DDBLAS_TYPES (DDBLAS_TYPES_OF_LEVEL3 & DDBLAS_TYPES_COMPLEX)
#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    {#letter "hemm", LEVEL3_SYMM, DDBLAS_TYPE_##letter, 1}, {#letter "herk", LEVEL3_SYRK, DDBLAS_TYPE_##letter, 1},              \
        {#letter "her2k", LEVEL3_SYR2K, DDBLAS_TYPE_##letter, 1},
#include <dd/types.def>
};

static int is_update(const struct level3_case *c) { return c->routine->kind == LEVEL3_SYRK || c->routine->kind == LEVEL3_SYR2K; }
static int is_triangular(const struct level3_case *c)
{
    return c->routine->kind == LEVEL3_TRMM || c->routine->kind == LEVEL3_TRSM;
}
static int has_b(const struct level3_case *c)
{
    return !(c->routine->kind == LEVEL3_SYRK || c->routine->kind == LEVEL3_TRSM ||
             (c->routine->kind == LEVEL3_TRMM && c->shape.in_place));
}
static int has_beta(const struct level3_case *c) { return !is_triangular(c); }

struct level3_case *level3_case_new(const struct level3_routine *routine, struct level3_shape shape, int64_t pad)
{
    struct level3_case *c = calloc(1, sizeof *c);
    assert_non_null(c);
    c->routine = routine;
    c->shape = shape;
    c->size = dd_type_size(routine->type);
    c->order = shape.side == DDBLAS_SIDE_LEFT ? shape.m : shape.n;
    if (is_update(c))
        c->shape.m = shape.n;
    const int plain = shape.trans == DDBLAS_OP_N;
    const int64_t rows_a = !is_update(c) ? c->order : plain ? shape.n : shape.k;
    const int64_t columns_a = !is_update(c) ? c->order : plain ? shape.k : shape.n;
    c->lda = dd_least_leading(rows_a) + pad;
    c->ldb = dd_least_leading(is_update(c) ? rows_a : shape.m) + (pad + 1) / 2;
    c->ldc = dd_least_leading(c->shape.m) + pad;
    c->bytes_A = (size_t)(c->lda * columns_a) * c->size;
    c->bytes_B = (size_t)(c->ldb * (is_update(c) ? columns_a : shape.n)) * c->size;
    c->bytes_C = (size_t)(c->ldc * shape.n) * c->size;
    c->A = dd_poisoned(c->bytes_A);
    c->B = dd_poisoned(c->bytes_B);
    c->C = dd_poisoned(c->bytes_C);
    c->result = dd_poisoned(c->bytes_C);
    return c;
}

void level3_case_free(struct level3_case *c)
{
    free(c->A);
    free(c->B);
    free(c->C);
    free(c->result);
    free(c);
}

void *level3_case_at(const struct level3_case *c, const void *base, int64_t leading, int64_t i, int64_t j)
{
    return (char *)base + (size_t)(i + j * leading) * c->size;
}

static int in_triangle(const struct level3_case *c, int64_t i, int64_t j)
{
    return c->shape.uplo == DDBLAS_FILL_MODE_LOWER ? i >= j : i <= j;
}

int level3_case_stored(const struct level3_case *c, char array, int64_t i, int64_t j)
{
    if (array == 'A' && !is_update(c))
        return in_triangle(c, i, j) && !(is_triangular(c) && c->shape.diag == DDBLAS_DIAG_UNIT && i == j);
    if (array == 'C' && is_update(c))
        return in_triangle(c, i, j);
    return 1;
}

/* ---- data ------------------------------------------------------------------------------------ */

/* Where the columns and rows of A are graded, in opposite directions to one another. */
static int grade(const struct level3_case *c, int64_t index, int64_t of)
{
    const int span = dd_type_is_single(c->routine->type) ? 12 : 120;
    return of < 2 ? span : (int)(-span + 2 * span * index / (of - 1));
}

/* An exponent of A(i, j), rows x columns. Diagonals of systems are large enough for solutions to
 * grow slowly. */
static int exponent_of(const struct level3_case *c, struct dd_random *g, enum level3_data data, int64_t i, int64_t j,
                       int64_t rows, int64_t columns)
{
    int exponent = dd_type_is_single(c->routine->type) ? (int)dd_random_int(g, -4, 4) : (int)dd_random_int(g, -10, 10);
    if (c->routine->kind == LEVEL3_TRSM)
        exponent = i == j ? (int)dd_random_int(g, 2, 4) : (int)dd_random_int(g, -8, -2);
    if (data == LEVEL3_GRADED && !(c->shape.diag == DDBLAS_DIAG_UNIT && c->routine->kind == LEVEL3_TRSM))
        exponent += grade(c, i, rows) - grade(c, j, columns) / 2;
    return exponent;
}

static void put(const struct level3_case *c, struct dd_random *g, enum level3_data data, int exponent, void *to)
{
    dd_element_put(c->routine->type, g, data == LEVEL3_INTEGER, exponent, to);
}

static void poison_imaginary(const struct level3_case *c, void *element)
{
    memset((char *)element + c->size / 2, DD_POISON, c->size / 2);
}

static void fill_array(struct level3_case *c, struct dd_random *g, enum level3_data data, char array, void *base, int64_t leading,
                       int64_t rows, int64_t columns)
{
    for (int64_t j = 0; j < columns; j++)
        for (int64_t i = 0; i < rows; i++)
        {
            if (!level3_case_stored(c, array, i, j))
                continue;
            void *to = level3_case_at(c, base, leading, i, j);
            put(c, g, data,
                array == 'A'                                                    ? exponent_of(c, g, data, i, j, rows, columns)
                : data == LEVEL3_GRADED && !dd_type_is_single(c->routine->type) ? (int)dd_random_int(g, -60, 60)
                                                                                : (int)dd_random_int(g, -4, 4),
                to);
            const int real = c->routine->hermitian && i == j && (array == 'C' ? is_update(c) : array == 'A' && !is_update(c));
            if (real)
                poison_imaginary(c, to);
        }
}

void level3_case_fill(struct level3_case *c, struct dd_random *g, enum level3_data data)
{
    const int64_t leading_columns_a = (int64_t)(c->bytes_A / c->size) / c->lda;
    const int plain = c->shape.trans == DDBLAS_OP_N;
    const int64_t rows_a = !is_update(c) ? c->order : plain ? c->shape.n : c->shape.k;
    fill_array(c, g, data, 'A', c->A, c->lda, rows_a, leading_columns_a);
    if (has_b(c))
        fill_array(c, g, data, 'B', c->B, c->ldb, is_update(c) ? rows_a : c->shape.m,
                   is_update(c) ? leading_columns_a : c->shape.n);
    if (has_beta(c) || !has_b(c))
        fill_array(c, g, data, 'C', c->C, c->ldc, c->shape.m, c->shape.n);
    put(c, g, data, 0, &c->alpha);
    put(c, g, data, -1, &c->beta);
}

void level3_case_scalars(struct level3_case *c, double alpha, double beta)
{
    c->alpha = dd_element_integer(c->routine->type, alpha, 0.0);
    c->beta = dd_element_integer(c->routine->type, beta, 0.0);
}

/* ---- call ------------------------------------------------------------------------------------ */

/* The five kinds, for one type. */
#define CALL(letter, symmetric, hermitian_name, rank, hermitian_rank, rank2, hermitian_rank2)                                    \
    switch (routine->kind)                                                                                                       \
    {                                                                                                                            \
    case LEVEL3_SYMM:                                                                                                            \
        return (routine->hermitian ? hermitian_name : symmetric)(h, s->side, s->uplo, s->m, s->n, a->alpha, a->A, a->lda, a->B,  \
                                                                 a->ldb, a->beta, a->C, a->ldc);                                 \
    case LEVEL3_SYRK:                                                                                                            \
        if (routine->hermitian)                                                                                                  \
            return hermitian_rank(h, s->uplo, s->trans, s->n, s->k, a->alpha, a->A, a->lda, a->beta, a->C, a->ldc);              \
        return rank(h, s->uplo, s->trans, s->n, s->k, a->alpha, a->A, a->lda, a->beta, a->C, a->ldc);                            \
    case LEVEL3_SYR2K:                                                                                                           \
        if (routine->hermitian)                                                                                                  \
            return hermitian_rank2(h, s->uplo, s->trans, s->n, s->k, a->alpha, a->A, a->lda, a->B, a->ldb, a->beta, a->C,        \
                                   a->ldc);                                                                                      \
        return rank2(h, s->uplo, s->trans, s->n, s->k, a->alpha, a->A, a->lda, a->B, a->ldb, a->beta, a->C, a->ldc);             \
    case LEVEL3_TRMM:                                                                                                            \
        return ddblas##letter##trmm(h, s->side, s->uplo, s->trans, s->diag, s->m, s->n, a->alpha, a->A, a->lda, a->B, a->ldb,    \
                                    a->C, a->ldc);                                                                               \
    default:                                                                                                                     \
        return ddblas##letter##trsm(h, s->side, s->uplo, s->trans, s->diag, s->m, s->n, a->alpha, a->A, a->lda, a->B, a->ldb);   \
    }
#define CALL_REAL(letter)                                                                                                        \
    CALL(letter, ddblas##letter##symm, ddblas##letter##symm, ddblas##letter##syrk, ddblas##letter##syrk, ddblas##letter##syr2k,  \
         ddblas##letter##syr2k)
#define CALL_COMPLEX(letter)                                                                                                     \
    CALL(letter, ddblas##letter##symm, ddblas##letter##hemm, ddblas##letter##syrk, ddblas##letter##herk, ddblas##letter##syr2k,  \
         ddblas##letter##her2k)

ddblasStatus_t level3_call(ddblasHandle_t h, const struct level3_routine *routine, const struct level3_arguments *a)
{
    const struct level3_shape *s = &a->shape;
    switch (routine->type)
    {
    case DDBLAS_TYPE_S:
        CALL_REAL(S)
    case DDBLAS_TYPE_D:
        CALL_REAL(D)
    case DDBLAS_TYPE_W:
        CALL_REAL(W)
    case DDBLAS_TYPE_C:
        CALL_COMPLEX(C)
    case DDBLAS_TYPE_Z:
        CALL_COMPLEX(Z)
    default:
        CALL_COMPLEX(U)
    }
}

ddblasStatus_t level3_workspace(ddblasHandle_t h, const struct level3_routine *routine, const struct level3_shape *s,
                                size_t *bytes)
{
    switch (routine->kind)
    {
    case LEVEL3_SYMM:
        return ddblasSymmWorkspaceSize(h, routine->type, s->side, s->m, s->n, bytes);
    case LEVEL3_TRMM:
        return ddblasTrmmWorkspaceSize(h, routine->type, s->side, s->m, s->n, bytes);
    case LEVEL3_TRSM:
        return ddblasTrsmWorkspaceSize(h, routine->type, s->side, s->m, s->n, bytes);
    default:
        return ddblasSyrkWorkspaceSize(h, routine->type, s->n, s->k, bytes);
    }
}

static int is_computed(const void *problem, int64_t i, int64_t j)
{
    const struct level3_case *c = problem;
    return i < c->shape.m && level3_case_stored(c, 'C', i, j);
}

ddblasStatus_t level3_case_run(ddblasHandle_t h, struct level3_case *c)
{
    struct dd_operand operands[] = {dd_operand_read(c->A, c->bytes_A), dd_operand_read(c->B, c->bytes_B),
                                    dd_operand_written(c->C, c->result, c->bytes_C)};
    struct dd_scalars s;
    dd_operands_put(h, operands, 3, c->offset);
    dd_scalars_put(h, &s, c->size, &c->alpha, &c->beta, c->on_engine);
    const int b = has_b(c) ? 1 : 2; /* without B the operand that is written is B too */
    const struct level3_arguments a = {.shape = c->shape,
                                       .alpha = s.alpha,
                                       .A = operands[0].at,
                                       .beta = s.beta,
                                       .B = operands[b].at,
                                       .C = operands[2].at,
                                       .lda = c->lda,
                                       .ldb = b == 1 ? c->ldb : c->ldc,
                                       .ldc = c->ldc};
    const ddblasStatus_t status = level3_call(h, c->routine, &a);
    dd_operands_take(h, operands, 3, c->offset);
    dd_scalars_take(h, &s);
    dd_rest_unchanged(c->routine->name, c->C, c->result, c->bytes_C, c->size, c->ldc, is_computed, c);
    return status;
}

/* ---- judgement ------------------------------------------------------------------------------- */

static struct dd_number number(const struct level3_case *c, const void *base, int64_t leading, int64_t i, int64_t j,
                               int conjugate)
{
    return dd_number_load(c->routine->type, level3_case_at(c, base, leading, i, j), conjugate);
}

/* Element (i, j) of A symmetric or Hermitian. */
static struct dd_number symmetric(const struct level3_case *c, int64_t i, int64_t j)
{
    const int mirrored = !in_triangle(c, i, j);
    if (c->routine->hermitian && i == j)
    {
        unsigned char real[sizeof(union dd_element)] = {0};
        memcpy(real, level3_case_at(c, c->A, c->lda, i, i), c->size / 2);
        return dd_number_load(c->routine->type, real, 0);
    }
    return number(c, c->A, c->lda, mirrored ? j : i, mirrored ? i : j, mirrored && c->routine->hermitian);
}

/* Element (i, j) of op(A), A triangular. */
static struct dd_number triangular(const struct level3_case *c, int64_t i, int64_t j)
{
    const int plain = c->shape.trans == DDBLAS_OP_N;
    const int64_t row = plain ? i : j, column = plain ? j : i;
    if (!in_triangle(c, row, column))
        return dd_number_of(0.0);
    if (row == column && c->shape.diag == DDBLAS_DIAG_UNIT)
        return dd_number_of(1.0);
    return number(c, c->A, c->lda, row, column, c->shape.trans == DDBLAS_OP_C);
}

/* Element (i, t) of op(A) or op(B) of an update. */
static struct dd_number factor(const struct level3_case *c, const void *base, int64_t leading, int64_t i, int64_t t,
                               int conjugate)
{
    return c->shape.trans == DDBLAS_OP_N ? number(c, base, leading, i, t, conjugate)
                                         : number(c, base, leading, t, i, conjugate != c->routine->hermitian);
}

/* The scalars as the routine takes them. */
static struct dd_number scalar(const struct level3_case *c, const union dd_element *e, int real)
{
    const struct dd_number n = dd_number_load(c->routine->type, e, 0);
    return real ? dd_number_real(n) : n;
}

static void add_update(const struct level3_case *c, int64_t i, int64_t j, struct dd_terms *s)
{
    const int hermitian = c->routine->hermitian, two = c->routine->kind == LEVEL3_SYR2K;
    const void *B = two ? c->B : c->A;
    const int64_t ldb = two ? c->ldb : c->lda;
    struct dd_number alpha = scalar(c, &c->alpha, hermitian && !two);
    for (int64_t t = 0; t < c->shape.k; t++)
        dd_terms_add(s, factor(c, c->A, c->lda, i, t, 0), factor(c, B, ldb, j, t, hermitian));
    dd_terms_multiply(s, alpha);
    if (!two)
        return;
    struct dd_terms other;
    dd_terms_start(&other);
    for (int64_t t = 0; t < c->shape.k; t++)
        dd_terms_add(&other, factor(c, B, ldb, i, t, 0), factor(c, c->A, c->lda, j, t, hermitian));
    if (hermitian)
        alpha.im = cuddNeg(alpha.im);
    dd_terms_multiply(&other, alpha);
    dd_terms_add_terms(s, &other);
    dd_terms_end(&other);
}

/* A matrix of order q beside B or X. */
static void add_product(const struct level3_case *c, int64_t i, int64_t j, const void *B, int64_t ldb, struct dd_terms *s)
{
    const int left = c->shape.side == DDBLAS_SIDE_LEFT;
    for (int64_t t = 0; t < c->order; t++)
    {
        const struct dd_number b = left ? number(c, B, ldb, t, j, 0) : number(c, B, ldb, i, t, 0);
        const int64_t row = left ? i : t, column = left ? t : j;
        dd_terms_add(s, is_triangular(c) ? triangular(c, row, column) : symmetric(c, row, column), b);
    }
}

double level3_case_error(const struct level3_case *c, int64_t i, int64_t j)
{
    const struct dd_number alpha = scalar(c, &c->alpha, 0), beta = scalar(c, &c->beta, c->routine->hermitian && is_update(c));
    struct dd_number computed = number(c, c->result, c->ldc, i, j, 0);
    const void *B = has_b(c) ? c->B : c->C;
    struct dd_terms s;
    dd_terms_start(&s);
    if (c->routine->kind == LEVEL3_TRSM)
    {
        add_product(c, i, j, c->result, c->ldc, &s);
        dd_terms_add(&s, dd_number_negative(alpha), number(c, c->C, c->ldc, i, j, 0));
        computed = dd_number_of(0.0);
    }
    else
    {
        if (is_update(c))
            add_update(c, i, j, &s);
        else
        {
            add_product(c, i, j, B, has_b(c) ? c->ldb : c->ldc, &s);
            dd_terms_multiply(&s, alpha);
        }
        if (has_beta(c) && beta.modulus.x != 0.0)
        {
            unsigned char old[sizeof(union dd_element)] = {0};
            const int real = c->routine->hermitian && is_update(c) && i == j;
            memcpy(old, level3_case_at(c, c->C, c->ldc, i, j), real ? c->size / 2 : c->size);
            dd_terms_add(&s, beta, dd_number_load(c->routine->type, old, 0));
        }
    }
    const double error = dd_terms_error(&s, c->routine->type, computed, 0.0);
    dd_terms_end(&s);
    return error;
}

double level3_case_bound(const struct level3_case *c)
{
    static const enum dd_routine rows[] = {[LEVEL3_SYMM] = DD_ROUTINE_symm,
                                           [LEVEL3_SYRK] = DD_ROUTINE_syrk,
                                           [LEVEL3_SYR2K] = DD_ROUTINE_syr2k,
                                           [LEVEL3_TRMM] = DD_ROUTINE_trmm,
                                           [LEVEL3_TRSM] = DD_ROUTINE_trsm};
    return dd_routine_bound(rows[c->routine->kind], c->routine->type,
                            (struct dd_bound_size){.k = is_update(c) ? c->shape.k : c->order});
}

static void describe(const void *problem, int64_t i, int64_t j)
{
    const struct level3_case *c = problem;
    fprintf(stderr, "%s %s %s %c %s m=%lld n=%lld k=%lld lda=%lld ldb=%lld ldc=%lld", c->routine->name,
            c->shape.side == DDBLAS_SIDE_LEFT ? "left" : "right", c->shape.uplo == DDBLAS_FILL_MODE_LOWER ? "lower" : "upper",
            "NTC"[c->shape.trans], c -> shape.diag == DDBLAS_DIAG_UNIT ? "unit" : "non-unit", (long long)c->shape.m,
            (long long)c->shape.n, (long long)c->shape.k, (long long)c->lda, (long long)c->ldb, (long long)c->ldc);
    dd_print_hex("result", level3_case_at(c, c->result, c->ldc, i, j), c->size);
}

static double error_of(const void *problem, int64_t i, int64_t j) { return level3_case_error(problem, i, j); }

double level3_case_judge(ddblasHandle_t h, struct level3_case *c, struct dd_random *g, int64_t samples, const char *what,
                         uint64_t seed)
{
    const struct dd_judge judge = {
        .problem = c, .error = error_of, .describe = describe, .bound = level3_case_bound(c), .what = what, .seed = seed};
    dd_must(h, level3_case_run(h, c), c->routine->name);
    return dd_judge_elements(&judge, c->shape.m, c->shape.n, is_computed, samples, g);
}

ddblasOperation_t level3_operation(const struct level3_routine *r, int64_t q)
{
    if ((r->kind == LEVEL3_SYRK || r->kind == LEVEL3_SYR2K) && dd_type_is_complex(r->type))
        return q % 2 == 0 ? DDBLAS_OP_N : r->hermitian ? DDBLAS_OP_C : DDBLAS_OP_T;
    return (ddblasOperation_t)(q % 3);
}
