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

#include "core/core.h"
#include "engine.h"
#include "gemm_case.h"
#include "poison.h"

static int64_t least(int64_t rows) { return rows > 1 ? rows : 1; }

struct gemm_case *gemm_case_new(ddblasType_t type, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n,
                                int64_t k, int64_t pad)
{
    struct gemm_case *c = calloc(1, sizeof *c);
    assert_non_null(c);
    c->type = type;
    c->transa = transa;
    c->transb = transb;
    c->m = m;
    c->n = n;
    c->k = k;
    c->size = ddblas_type_size(type);
    c->lda = least(transa == DDBLAS_OP_N ? m : k) + pad;
    c->ldb = least(transb == DDBLAS_OP_N ? k : n) + pad;
    c->ldc = least(m) + pad;
    c->bytes_A = (size_t)(c->lda * (transa == DDBLAS_OP_N ? k : m)) * c->size;
    c->bytes_B = (size_t)(c->ldb * (transb == DDBLAS_OP_N ? n : k)) * c->size;
    c->bytes_C = (size_t)(c->ldc * n) * c->size;
    c->A = dd_poisoned(c->bytes_A);
    c->B = dd_poisoned(c->bytes_B);
    c->C = dd_poisoned(c->bytes_C);
    c->result = dd_poisoned(c->bytes_C);
    return c;
}

void gemm_case_free(struct gemm_case *c)
{
    free(c->A);
    free(c->B);
    free(c->C);
    free(c->result);
    free(c);
}

static void *at(const struct gemm_case *c, const void *base, int64_t index) { return (char *)base + (size_t)index * c->size; }

void *gemm_case_a(const struct gemm_case *c, int64_t i, int64_t t)
{
    return at(c, c->A, c->transa == DDBLAS_OP_N ? i + t * c->lda : t + i * c->lda);
}

void *gemm_case_b(const struct gemm_case *c, int64_t t, int64_t j)
{
    return at(c, c->B, c->transb == DDBLAS_OP_N ? t + j * c->ldb : j + t * c->ldb);
}

void *gemm_case_c(const struct gemm_case *c, const void *base, int64_t i, int64_t j) { return at(c, base, i + j * c->ldc); }

/* ---- data -------------------------------------------------------------------------------------------------------------- */

const char *gemm_data_name(enum gemm_data data)
{
    static const char *const names[] = {"uniform", "wide", "graded", "cancel", "integer", "subnormal"};
    return names[data];
}

static int is_short(const struct gemm_case *c) { return c->type == DDBLAS_TYPE_S || c->type == DDBLAS_TYPE_C; }

static void put(const struct gemm_case *c, struct dd_random *g, enum gemm_data data, int exponent, void *to)
{
    dd_element_put(c->type, g, data == GEMM_INTEGER, exponent, to);
}

/* The exponent of element t of a row of op(A), or of a column of op(B). */
static int exponent_of(const struct gemm_case *c, struct dd_random *g, enum gemm_data data, int of_b, int64_t t)
{
    const int span = is_short(c) ? 30 : 300;
    switch (data)
    {
    case GEMM_WIDE:
        return (int)dd_random_int(g, -span, span) / (of_b ? 2 : 1);
    case GEMM_GRADED:
        return (of_b ? 1 : -1) * (c->k < 2 ? span : (int)(-span + 2 * span * t / (c->k - 1)));
    case GEMM_SUBNORMAL:
        if (is_short(c))
            return of_b ? (int)dd_random_int(g, 0, 20) : (int)dd_random_int(g, -149, -120);
        return of_b ? (int)dd_random_int(g, 0, 60) : (int)dd_random_int(g, -1074, -960);
    default:
        return (int)dd_random_int(g, -10, 10);
    }
}

static void negate(const struct gemm_case *c, const void *from, void *to)
{
    union dd_element e;
    memcpy(&e, from, c->size);
    e = dd_element_negative(c->type, e);
    memcpy(to, &e, c->size);
}

/* Terms in pairs that cancel, up to one small one in the middle: op(A)(i, k - 1 - t) = -op(A)(i,
 * t), op(B)(k - 1 - t, j) = op(B)(t, j). */
static void make_cancel(const struct gemm_case *c, struct dd_random *g)
{
    const int small = is_short(c) ? -20 : c->type == DDBLAS_TYPE_W ? -90 : -45;
    for (int64_t t = 0; 2 * t + 1 < c->k; t++)
    {
        for (int64_t i = 0; i < c->m; i++)
            negate(c, gemm_case_a(c, i, t), gemm_case_a(c, i, c->k - 1 - t));
        for (int64_t j = 0; j < c->n; j++)
            memcpy(gemm_case_b(c, c->k - 1 - t, j), gemm_case_b(c, t, j), c->size);
    }
    if (c->k % 2 == 1)
        for (int64_t i = 0; i < c->m; i++)
            put(c, g, GEMM_CANCEL, small, gemm_case_a(c, i, c->k / 2));
}

void gemm_case_fill(struct gemm_case *c, struct dd_random *g, enum gemm_data data)
{
    for (int64_t t = 0; t < c->k; t++)
    {
        for (int64_t i = 0; i < c->m; i++)
            put(c, g, data, exponent_of(c, g, data, 0, t), gemm_case_a(c, i, t));
        for (int64_t j = 0; j < c->n; j++)
            put(c, g, data, exponent_of(c, g, data, 1, t), gemm_case_b(c, t, j));
    }
    if (data == GEMM_CANCEL)
        make_cancel(c, g);
    for (int64_t j = 0; j < c->n; j++)
        for (int64_t i = 0; i < c->m; i++)
            put(c, g, data,
                data == GEMM_CANCEL      ? -100
                : data == GEMM_SUBNORMAL ? -1000
                                         : (int)dd_random_int(g, -4, 4),
                gemm_case_c(c, c->C, i, j));
    put(c, g, data, 0, &c->alpha);
    put(c, g, data, -1, &c->beta);
}

void gemm_case_scalars(struct gemm_case *c, double alpha, double beta)
{
    c->alpha = dd_element_integer(c->type, alpha, 0.0);
    c->beta = dd_element_integer(c->type, beta, 0.0);
}

/* ---- call -------------------------------------------------------------------------------------------------------------- */

ddblasStatus_t gemm_call(ddblasHandle_t h, ddblasType_t type, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m,
                         int64_t n, int64_t k, const void *alpha, const void *A, int64_t lda, const void *B, int64_t ldb,
                         const void *beta, void *C, int64_t ldc)
{
    switch (type)
    {
#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return ddblas##letter##gemm(h, transa, transb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
#include <dd/types.def>
    default:
        return DDBLAS_STATUS_INTERNAL_ERROR;
    }
}

static void assert_padding_unchanged(const struct gemm_case *c)
{
    for (int64_t j = 0; j < c->n; j++)
    {
        const unsigned char *padding = at(c, c->result, c->m + j * c->ldc);
        for (size_t b = 0; b < (size_t)(c->ldc - c->m) * c->size; b++)
            if (padding[b] != DD_POISON)
                fail_msg("C was written below its column %lld", (long long)j);
    }
}

ddblasStatus_t gemm_case_run(ddblasHandle_t h, struct gemm_case *c)
{
    void *A = dd_engine_copy(h, c->A, c->bytes_A, c->offset), *B = dd_engine_copy(h, c->B, c->bytes_B, c->offset),
         *C = dd_engine_copy(h, c->C, c->bytes_C, c->offset);
    void *alpha = dd_engine_copy(h, &c->alpha, c->size, 0), *beta = dd_engine_copy(h, &c->beta, c->size, 0);
    assert_int_equal(ddblasSetPointerMode(h, c->on_engine ? DDBLAS_POINTER_MODE_DEVICE : DDBLAS_POINTER_MODE_HOST),
                     DDBLAS_STATUS_SUCCESS);
    struct dd_scalar a, b;
    const void *host_alpha = dd_scalar_put(&a, &c->alpha, c->size), *host_beta = dd_scalar_put(&b, &c->beta, c->size);
    const ddblasStatus_t status = gemm_call(h, c->type, c->transa, c->transb, c->m, c->n, c->k, c->on_engine ? alpha : host_alpha,
                                            A, c->lda, B, c->ldb, c->on_engine ? beta : host_beta, C, c->ldc);
    dd_engine_read(h, c->result, C, c->bytes_C);
    assert_true(dd_engine_holds(h, A, c->A, c->bytes_A));
    assert_true(dd_engine_holds(h, B, c->B, c->bytes_B));
    assert_padding_unchanged(c);
    dd_engine_free(h, alpha, 0);
    dd_engine_free(h, beta, 0);
    dd_engine_free(h, A, c->offset);
    dd_engine_free(h, B, c->offset);
    dd_engine_free(h, C, c->offset);
    return status;
}

/* ---- judgement --------------------------------------------------------------------------------------------------------- */

double gemm_case_error(const struct gemm_case *c, int64_t i, int64_t j, double absolute)
{
    const struct dd_number beta = dd_number_load(c->type, &c->beta, 0);
    struct dd_terms s;
    dd_terms_start(&s);
    for (int64_t t = 0; t < c->k; t++)
        dd_terms_add(&s, dd_number_load(c->type, gemm_case_a(c, i, t), c->transa == DDBLAS_OP_C),
                     dd_number_load(c->type, gemm_case_b(c, t, j), c->transb == DDBLAS_OP_C));
    dd_terms_multiply(&s, dd_number_load(c->type, &c->alpha, 0));
    if (beta.modulus.x != 0.0)
        dd_terms_add(&s, beta, dd_number_load(c->type, gemm_case_c(c, c->C, i, j), 0));
    const double error = dd_terms_error(&s, c->type, dd_number_load(c->type, gemm_case_c(c, c->result, i, j), 0), absolute);
    dd_terms_end(&s);
    return error;
}

double gemm_case_bound(const struct gemm_case *c)
{
    if (c->type == DDBLAS_TYPE_W)
        return (double)(c->k + 8);
    return (double)(c->k + 2) * (ddblas_type_is_complex(c->type) ? sqrt(8.0) : 1.0);
}

static void print_case(const struct gemm_case *c, int64_t i, int64_t j, const char *what, uint64_t seed, double error)
{
    const unsigned char *r = gemm_case_c(c, c->result, i, j);
    fprintf(stderr,
            "%cgemm %c%c m=%lld n=%lld k=%lld lda=%lld ldb=%lld ldc=%lld %s seed=%llu: element (%lld, %lld) error %g, bound %g",
            ddblas_type_letter(c->type), "NTC"[c->transa], "NTC"[c->transb], (long long)c -> m, (long long)c -> n,
            (long long)c -> k, (long long)c -> lda, (long long)c -> ldb, (long long)c -> ldc, what, (unsigned long long)seed,
            (long long)i, (long long)j, error, gemm_case_bound(c));
    fprintf(stderr, " result=");
    for (size_t b = 0; b < c->size; b++)
        fprintf(stderr, "%02x", r[b]);
    fprintf(stderr, "\n");
}

double gemm_case_judge(ddblasHandle_t h, struct gemm_case *c, struct dd_random *g, int64_t samples, const char *what,
                       uint64_t seed)
{
    const int64_t all = c->m * c->n, count = all < samples ? all : samples;
    double largest = 0.0;
    assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS);
    for (int64_t q = 0; q < count; q++)
    {
        const int64_t index = all <= samples ? q : dd_random_int(g, 0, all - 1);
        const double error = gemm_case_error(c, index % c->m, index / c->m, 0.0);
        if (!(error <= gemm_case_bound(c)))
        {
            print_case(c, index % c->m, index / c->m, what, seed, error);
            fail_msg("error beyond the bound");
        }
        if (error > 4.0 * sqrt((double)c->k) + 8.0)
            print_case(c, index % c->m, index / c->m, "ALARM", seed, error);
        largest = fmax(largest, error);
    }
    return largest;
}
