/*
 * One call of gemm under test.
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

#include "gemm_case.h"
#include "poison.h"

static struct gemm_case *new_case(enum gemm_routine routine, ddblasType_t type, ddblasType_t typea, ddblasType_t typeb,
                                  ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n, int64_t k,
                                  int64_t pad)
{
    struct gemm_case *c = calloc(1, sizeof *c);
    assert_non_null(c);
    c->routine = routine;
    c->type = type;
    c->typea = typea;
    c->typeb = typeb;
    c->transa = transa;
    c->transb = transb;
    c->m = m;
    c->n = n;
    c->k = k;
    c->size = dd_type_size(type);
    c->size_a = dd_type_size(typea);
    c->size_b = dd_type_size(typeb);
    c->lda = dd_least_leading(transa == DDBLAS_OP_N ? m : k) + pad;
    c->ldb = dd_least_leading(transb == DDBLAS_OP_N ? k : n) + pad;
    c->ldc = dd_least_leading(m) + pad;
    c->bytes_A = (size_t)(c->lda * (transa == DDBLAS_OP_N ? k : m)) * c->size_a;
    c->bytes_B = (size_t)(c->ldb * (transb == DDBLAS_OP_N ? n : k)) * c->size_b;
    c->bytes_C = (size_t)(c->ldc * n) * c->size;
    c->A = dd_poisoned(c->bytes_A);
    c->B = dd_poisoned(c->bytes_B);
    c->C = dd_poisoned(c->bytes_C);
    c->result = dd_poisoned(c->bytes_C);
    return c;
}

struct gemm_case *gemm_case_new(ddblasType_t type, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n,
                                int64_t k, int64_t pad)
{
    return new_case(GEMM_PLAIN, type, type, type, transa, transb, m, n, k, pad);
}

struct gemm_case *gemm_case_new_ex(ddblasType_t typea, ddblasType_t typeb, ddblasOperation_t transa, ddblasOperation_t transb,
                                   int64_t m, int64_t n, int64_t k, int64_t pad)
{
    return new_case(GEMM_EX, DDBLAS_TYPE_W, typea, typeb, transa, transb, m, n, k, pad);
}

struct gemm_case *gemm_case_new_syrk(ddblasType_t type, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n, int64_t k,
                                     int64_t pad)
{
    return new_case(uplo == DDBLAS_FILL_MODE_LOWER ? GEMM_SYRK_LOWER : GEMM_SYRK_UPPER, DDBLAS_TYPE_W, type, type, trans,
                    trans == DDBLAS_OP_N ? DDBLAS_OP_T : DDBLAS_OP_N, n, n, k, pad);
}

static int is_syrk(const struct gemm_case *c) { return c->routine == GEMM_SYRK_LOWER || c->routine == GEMM_SYRK_UPPER; }

void gemm_case_free(struct gemm_case *c)
{
    free(c->A);
    free(c->B);
    free(c->C);
    free(c->result);
    free(c);
}

static void *at(const void *base, size_t size, int64_t index) { return (char *)base + (size_t)index * size; }

void *gemm_case_a(const struct gemm_case *c, int64_t i, int64_t t)
{
    return at(c->A, c->size_a, c->transa == DDBLAS_OP_N ? i + t * c->lda : t + i * c->lda);
}

void *gemm_case_b(const struct gemm_case *c, int64_t t, int64_t j)
{
    return at(c->B, c->size_b, c->transb == DDBLAS_OP_N ? t + j * c->ldb : j + t * c->ldb);
}

void *gemm_case_c(const struct gemm_case *c, const void *base, int64_t i, int64_t j) { return at(base, c->size, i + j * c->ldc); }

static cuddreal get(ddblasType_t type, const void *element)
{
    const struct dd_parts parts = dd_parts_load(type, element, 0);
    return cuddMake(parts.re[0], parts.re[1]);
}

static void set(ddblasType_t type, void *element, cuddreal value)
{
    if (type == DDBLAS_TYPE_D)
        *(double *)element = value.x;
    else
        *(cuddreal *)element = value;
}

/* syrk has one operand: B becomes a copy of A. */
static void copy_for_syrk(struct gemm_case *c)
{
    if (is_syrk(c))
        memcpy(c->B, c->A, c->bytes_A);
}

cuddreal gemm_case_get_a(const struct gemm_case *c, int64_t i, int64_t t) { return get(c->typea, gemm_case_a(c, i, t)); }

cuddreal gemm_case_get_b(const struct gemm_case *c, int64_t t, int64_t j) { return get(c->typeb, gemm_case_b(c, t, j)); }

void gemm_case_set_a(struct gemm_case *c, int64_t i, int64_t t, cuddreal value)
{
    set(c->typea, gemm_case_a(c, i, t), value);
    copy_for_syrk(c);
}

void gemm_case_set_b(struct gemm_case *c, int64_t t, int64_t j, cuddreal value) { set(c->typeb, gemm_case_b(c, t, j), value); }

/* ---- data ------------------------------------------------------------------------------------ */

const char *gemm_data_name(enum gemm_data data)
{
    static const char *const names[] = {"uniform", "wide", "graded", "cancel", "integer", "dominant", "subnormal"};
    return names[data];
}

static void put(ddblasType_t type, struct dd_random *g, enum gemm_data data, int exponent, void *to)
{
    dd_element_put(type, g, data == GEMM_INTEGER, exponent, to);
}

/* The exponent of element t of a row of op(A), or of a column of op(B). */
static int exponent_of(const struct gemm_case *c, struct dd_random *g, enum gemm_data data, int of_b, int64_t t)
{
    const int span = dd_type_is_single(c->type) ? 30 : 300;
    switch (data)
    {
    case GEMM_WIDE:
        return (int)dd_random_int(g, -span, span) / (of_b ? 2 : 1);
    case GEMM_GRADED:
        return (of_b ? 1 : -1) * (c->k < 2 ? span : (int)(-span + 2 * span * t / (c->k - 1)));
    case GEMM_SUBNORMAL:
        if (dd_type_is_single(c->type))
            return of_b ? (int)dd_random_int(g, 0, 20) : (int)dd_random_int(g, -149, -120);
        return of_b ? (int)dd_random_int(g, 0, 60) : (int)dd_random_int(g, -1074, -960);
    case GEMM_DOMINANT:
        return (int)dd_random_int(g, -2, 0);
    default:
        return (int)dd_random_int(g, -10, 10);
    }
}

static void negate(ddblasType_t type, const void *from, void *to)
{
    union dd_element e;
    memcpy(&e, from, dd_type_size(type));
    e = dd_element_negative(type, e);
    memcpy(to, &e, dd_type_size(type));
}

/* Terms in pairs that cancel, up to one small one in the middle: op(A)(i, k - 1 - t) = -op(A)(i,
 * t), op(B)(k - 1 - t, j) = op(B)(t, j). */
static void make_cancel(const struct gemm_case *c, struct dd_random *g)
{
    const int small = dd_type_is_single(c->type) ? -20 : dd_type_is_pair(c->type) ? -90 : -45;
    for (int64_t t = 0; 2 * t + 1 < c->k; t++)
    {
        for (int64_t i = 0; i < c->m; i++)
            negate(c->typea, gemm_case_a(c, i, t), gemm_case_a(c, i, c->k - 1 - t));
        for (int64_t j = 0; j < c->n; j++)
            memcpy(gemm_case_b(c, c->k - 1 - t, j), gemm_case_b(c, t, j), c->size_b);
    }
    if (c->k % 2 == 1)
        for (int64_t i = 0; i < c->m; i++)
            put(c->typea, g, GEMM_CANCEL, small, gemm_case_a(c, i, c->k / 2));
}

/* Makes one element of each row of op(A) and of each column of op(B) large. Some rows and columns
 * have it at the same term. */
static void make_dominant(const struct gemm_case *c, struct dd_random *g)
{
    const int range = dd_type_is_single(c->type) ? 20 : 40;
    for (int64_t i = 0; c->k > 0 && i < c->m; i++)
        put(c->typea, g, GEMM_DOMINANT, 5 + (int)(11 * i % range), gemm_case_a(c, i, 7 * i % c->k));
    for (int64_t j = 0; c->k > 0 && j < c->n; j++)
        put(c->typeb, g, GEMM_DOMINANT, 5 + (int)(13 * j % range), gemm_case_b(c, 7 * (j / 2 + j % 2) % c->k, j));
}

void gemm_case_fill(struct gemm_case *c, struct dd_random *g, enum gemm_data data)
{
    for (int64_t t = 0; t < c->k; t++)
    {
        for (int64_t i = 0; i < c->m; i++)
            put(c->typea, g, data, exponent_of(c, g, data, 0, t), gemm_case_a(c, i, t));
        for (int64_t j = 0; j < c->n; j++)
            put(c->typeb, g, data, exponent_of(c, g, data, 1, t), gemm_case_b(c, t, j));
    }
    if (data == GEMM_CANCEL)
        make_cancel(c, g);
    if (data == GEMM_DOMINANT)
        make_dominant(c, g);
    copy_for_syrk(c);
    for (int64_t j = 0; j < c->n; j++)
        for (int64_t i = 0; i < c->m; i++)
            put(c->type, g, data,
                data == GEMM_CANCEL      ? -100
                : data == GEMM_SUBNORMAL ? -1000
                                         : (int)dd_random_int(g, -4, 4),
                gemm_case_c(c, c->C, i, j));
    put(c->type, g, data, 0, &c->alpha);
    put(c->type, g, data, -1, &c->beta);
}

void gemm_case_scalars(struct gemm_case *c, double alpha, double beta)
{
    c->alpha = dd_element_integer(c->type, alpha, 0.0);
    c->beta = dd_element_integer(c->type, beta, 0.0);
}

/* ---- call ------------------------------------------------------------------------------------ */

ddblasStatus_t gemm_call(ddblasHandle_t h, ddblasType_t type, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m,
                         int64_t n, int64_t k, const void *alpha, const void *A, int64_t lda, const void *B, int64_t ldb,
                         const void *beta, void *C, int64_t ldc)
{
    switch (type)
    {
#define DDBLAS_TYPES DDBLAS_TYPES_OF_LEVEL3
#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return ddblas##letter##gemm(h, transa, transb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
#include <dd/types.def>
    default:
        return DDBLAS_STATUS_INTERNAL_ERROR;
    }
}

ddblasStatus_t gemm_case_call(ddblasHandle_t h, const struct gemm_case *c, const void *alpha, const void *A, const void *B,
                              const void *beta, void *C)
{
    if (c->routine == GEMM_PLAIN)
        return gemm_call(h, c->type, c->transa, c->transb, c->m, c->n, c->k, alpha, A, c->lda, B, c->ldb, beta, C, c->ldc);
    if (c->routine == GEMM_EX)
        return ddblasWgemmEx(h, c->transa, c->transb, c->m, c->n, c->k, alpha, A, c->typea, c->lda, B, c->typeb, c->ldb, beta, C,
                             c->ldc);
    return ddblasWsyrkEx(h, c->routine == GEMM_SYRK_LOWER ? DDBLAS_FILL_MODE_LOWER : DDBLAS_FILL_MODE_UPPER, c->transa, c->n,
                         c->k, alpha, A, c->typea, c->lda, beta, C, c->ldc);
}

int gemm_case_computes(const struct gemm_case *c, int64_t i, int64_t j)
{
    return i < c->m && (!is_syrk(c) || (c->routine == GEMM_SYRK_LOWER ? i >= j : i <= j));
}

static int is_computed(const void *problem, int64_t i, int64_t j) { return gemm_case_computes(problem, i, j); }

ddblasStatus_t gemm_case_run(ddblasHandle_t h, struct gemm_case *c)
{
    struct dd_operand operands[] = {dd_operand_read(c->A, c->bytes_A), dd_operand_read(c->B, c->bytes_B),
                                    dd_operand_written(c->C, c->result, c->bytes_C)};
    struct dd_scalars s;
    dd_operands_put(h, operands, 3, c->offset);
    dd_scalars_put(h, &s, c->size, &c->alpha, &c->beta, c->on_engine);
    const ddblasStatus_t status = gemm_case_call(h, c, s.alpha, operands[0].at, operands[1].at, s.beta, operands[2].at);
    dd_operands_take(h, operands, 3, c->offset);
    dd_scalars_take(h, &s);
    dd_rest_unchanged("C", c->C, c->result, c->bytes_C, c->size, c->ldc, is_computed, c);
    return status;
}

/* ---- judgement ------------------------------------------------------------------------------- */

double gemm_case_error(const struct gemm_case *c, int64_t i, int64_t j, double absolute)
{
    const struct dd_number beta = dd_number_load(c->type, &c->beta, 0);
    struct dd_terms s;
    dd_terms_start(&s);
    for (int64_t t = 0; t < c->k; t++)
        dd_terms_add(&s, dd_number_load(c->typea, gemm_case_a(c, i, t), c->transa == DDBLAS_OP_C),
                     dd_number_load(c->typeb, gemm_case_b(c, t, j), c->transb == DDBLAS_OP_C));
    dd_terms_multiply(&s, dd_number_load(c->type, &c->alpha, 0));
    if (beta.modulus.x != 0.0)
        dd_terms_add(&s, beta, dd_number_load(c->type, gemm_case_c(c, c->C, i, j), 0));
    const double error = dd_terms_error(&s, c->type, dd_number_load(c->type, gemm_case_c(c, c->result, i, j), 0), absolute);
    dd_terms_end(&s);
    return error;
}

double gemm_case_bound(const struct gemm_case *c)
{
    static const enum dd_routine rows[] = {DD_ROUTINE_gemm, DD_ROUTINE_gemm_ex, DD_ROUTINE_syrk, DD_ROUTINE_syrk};
    return dd_routine_bound(rows[c->routine], c->type, (struct dd_bound_size){.k = c->k});
}

static void describe(const void *problem, int64_t i, int64_t j)
{
    static const char *const names[] = {"gemm", "gemmEx", "syrkEx lower", "syrkEx upper"};
    const struct gemm_case *c = problem;
    fprintf(stderr, "%s %c = %c x %c %c%c m=%lld n=%lld k=%lld lda=%lld ldb=%lld ldc=%lld", names[c->routine],
            dd_type_letter(c->type), dd_type_letter(c->typea), dd_type_letter(c->typeb), "NTC"[c->transa], "NTC"[c->transb],
            (long long)c -> m, (long long)c -> n, (long long)c -> k, (long long)c -> lda, (long long)c -> ldb,
            (long long)c -> ldc);
    dd_print_hex("result", gemm_case_c(c, c->result, i, j), c->size);
}

static double error_of(const void *problem, int64_t i, int64_t j) { return gemm_case_error(problem, i, j, 0.0); }

double gemm_case_judge(ddblasHandle_t h, struct gemm_case *c, struct dd_random *g, int64_t samples, const char *what,
                       uint64_t seed)
{
    const struct dd_judge judge = {.problem = c,
                                   .error = error_of,
                                   .describe = describe,
                                   .bound = gemm_case_bound(c),
                                   .alarm = dd_alarm(c->k),
                                   .what = what,
                                   .seed = seed};
    dd_must(h, gemm_case_run(h, c), "gemm");
    return dd_judge_elements(&judge, c->m, c->n, is_syrk(c) ? is_computed : NULL, samples, g);
}
