/*
 * One call of lange, lansy or lanhe under test.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "norm_case.h"
#include "poison.h"
#include "terms.h"

struct norm_case *norm_case_new(ddblasType_t type, ddblasNorm_t norm, norm_kind kind, ddblasFillMode_t uplo, int64_t m, int64_t n,
                                int64_t pad)
{
    struct norm_case *c = calloc(1, sizeof *c);
    assert_non_null(c);
    c->type = type;
    c->real = dd_type_real(type);
    c->norm = norm;
    c->kind = kind;
    c->uplo = kind == NORM_GENERAL ? DDBLAS_FILL_MODE_FULL : uplo;
    c->m = kind == NORM_GENERAL ? m : n;
    c->n = n;
    c->lda = dd_least_leading(c->m) + pad;
    c->size = dd_type_size(type);
    c->bytes_A = (size_t)(c->lda * n) * c->size;
    c->A = dd_poisoned(c->bytes_A);
    return c;
}

struct norm_case *norm_case_of(int64_t k, int64_t m, int64_t n, int64_t pad)
{
    const int64_t routine = k / NORM_NORMS % NORM_ROUTINES;
    const ddblasType_t type = (ddblasType_t)(k / NORM_NORMS / NORM_ROUTINES % DDBLAS_TYPE_ALL_COUNT);
    const norm_kind kind = routine == 0 ? NORM_GENERAL : routine < 3 ? NORM_SYMMETRIC : NORM_HERMITIAN;
    if (kind == NORM_HERMITIAN && !dd_type_is_complex(type))
        return NULL;
    return norm_case_new(type, (ddblasNorm_t)(k % NORM_NORMS), kind,
                         routine % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER, m, n, pad);
}

void norm_case_free(struct norm_case *c)
{
    free(c->A);
    free(c);
}

int norm_case_has(const struct norm_case *c, int64_t i, int64_t j)
{
    return c->uplo == DDBLAS_FILL_MODE_LOWER ? i >= j : c->uplo == DDBLAS_FILL_MODE_UPPER ? i <= j : 1;
}

void *norm_case_at(const struct norm_case *c, int64_t i, int64_t j) { return (char *)c->A + (size_t)(i + j * c->lda) * c->size; }

/* A random exponent of the data; the low part of a double-double stays in the range. */
static int exponent_of(ddblasType_t type, struct dd_random *g, norm_data data)
{
    const int single = dd_type_is_single(type);
    switch (data)
    {
    case NORM_WIDE:
        return (int)(single ? dd_random_int(g, -15, 15) : dd_random_int(g, -150, 150));
    case NORM_EXTREME:
        return (int)(single ? dd_random_int(g, -140, 110) : dd_random_int(g, -960, 990));
    case NORM_TINY:
        return (int)(single ? dd_random_int(g, -148, -120) : dd_random_int(g, -960, -800));
    case NORM_HUGE:
        return (int)(single ? dd_random_int(g, 100, 126) : dd_random_int(g, 900, 1022));
    default:
        return (int)dd_random_int(g, -4, 0);
    }
}

void norm_case_fill(struct norm_case *c, struct dd_random *g, norm_data data)
{
    for (int64_t j = 0; j < c->n; j++)
        for (int64_t i = 0; i < c->m; i++)
        {
            if (!norm_case_has(c, i, j))
                continue;
            dd_element_put(c->type, g, data == NORM_INTEGER, exponent_of(c->type, g, data), norm_case_at(c, i, j));
            if (c->kind == NORM_HERMITIAN && i == j) /* the imaginary part is not read */
                memset((char *)norm_case_at(c, i, j) + c->size / 2, DD_POISON, c->size / 2);
        }
}

/* ---- the call -------------------------------------------------------------------------------- */

ddblasStatus_t norm_call(ddblasHandle_t h, ddblasType_t type, ddblasNorm_t norm, norm_kind kind, ddblasFillMode_t uplo, int64_t m,
                         int64_t n, const void *A, int64_t lda, void *result)
{
    switch ((int)type * NORM_KINDS + (int)kind)
    {
#define DDBLAS_TYPES DDBLAS_TYPES_OF_MATRIX
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    case DDBLAS_TYPE_##letter *NORM_KINDS + NORM_GENERAL:                                                                        \
        return ddblas##letter##lange(h, norm, m, n, A, lda, result);                                                             \
    case DDBLAS_TYPE_##letter *NORM_KINDS + NORM_SYMMETRIC:                                                                      \
        return ddblas##letter##lansy(h, norm, uplo, n, A, lda, result);
#include <dd/types.def>
#define DDBLAS_TYPES (DDBLAS_TYPES_OF_MATRIX & DDBLAS_TYPES_COMPLEX)
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    case DDBLAS_TYPE_##letter *NORM_KINDS + NORM_HERMITIAN:                                                                      \
        return ddblas##letter##lanhe(h, norm, uplo, n, A, lda, result);
#include <dd/types.def>
    default:
        return DDBLAS_STATUS_INTERNAL_ERROR;
    }
}

enum
{
    RESULT_ROOM = 8 + sizeof(cuddreal) + 16
};

ddblasStatus_t norm_case_run(ddblasHandle_t h, struct norm_case *c)
{
    _Alignas(16) unsigned char room[RESULT_ROOM], poison[RESULT_ROOM];
    const size_t at = c->on_engine ? 0 : 8, size = dd_type_size(c->real);
    struct dd_operand A = dd_operand_read(c->A, c->bytes_A);
    memset(room, DD_POISON, sizeof room);
    memset(poison, DD_POISON, sizeof poison);
    dd_operands_put(h, &A, 1, c->offset);
    void *engine = c->on_engine ? dd_engine_copy(h, room, sizeof room, 0) : NULL;
    dd_must(h, ddblasSetPointerMode(h, engine ? DDBLAS_POINTER_MODE_DEVICE : DDBLAS_POINTER_MODE_HOST), "ddblasSetPointerMode");
    const ddblasStatus_t status =
        norm_call(h, c->type, c->norm, c->kind, c->uplo, c->m, c->n, A.at, c->lda, engine ? engine : room + at);
    dd_operands_take(h, &A, 1, c->offset);
    if (engine)
    {
        dd_engine_read(h, room, engine, sizeof room);
        dd_engine_free(h, engine, 0);
    }
    assert_int_equal(ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_HOST), DDBLAS_STATUS_SUCCESS);
    memset(&c->result, 0, sizeof c->result);
    memcpy(&c->result, room + at, size);
    assert_memory_equal(room, poison, at);
    assert_memory_equal(room + at + size, poison, sizeof room - at - size);
    return status;
}

/* ---- judgement ------------------------------------------------------------------------------- */

struct dd_norm_problem norm_case_problem(const struct norm_case *c)
{
    return (struct dd_norm_problem){c->type, c->norm, c->kind != NORM_GENERAL, c->kind == NORM_HERMITIAN, c->uplo, c->m, c->n,
                                    c->A,    c->lda};
}

double norm_case_error(const struct norm_case *c)
{
    const struct dd_norm_problem p = norm_case_problem(c);
    return dd_oracle_norm_error(&p, &c->result, 1.0, NULL);
}

double norm_case_bound(const struct norm_case *c)
{
    static const enum dd_routine rows[] = {[DDBLAS_NORM_MAX] = DD_ROUTINE_norm_max,
                                           [DDBLAS_NORM_ONE] = DD_ROUTINE_norm_one,
                                           [DDBLAS_NORM_INF] = DD_ROUTINE_norm_inf,
                                           [DDBLAS_NORM_FROBENIUS] = DD_ROUTINE_norm_frobenius};
    const int sums = c->norm == DDBLAS_NORM_ONE || c->norm == DDBLAS_NORM_INF;
    if (c->norm == DDBLAS_NORM_MAX && !dd_type_is_complex(c->type))
        return 0.0;
    return dd_routine_bound(c->kind != NORM_GENERAL && sums ? DD_ROUTINE_norm_symmetric : rows[c->norm], c->type,
                            (struct dd_bound_size){.m = c->m, .k = c->n});
}

void norm_case_describe(const struct norm_case *c)
{
    fprintf(stderr, "%c kind=%d norm=%d uplo=%d m=%lld n=%lld lda=%lld offset=%zu on_engine=%d", dd_type_letter(c->type),
            (int)c->kind, (int)c->norm, (int)c->uplo, (long long)c->m, (long long)c->n, (long long)c->lda, c->offset,
            c->on_engine);
    dd_print_hex("result", &c->result, dd_type_size(c->real));
}

static void describe(const void *problem, int64_t i, int64_t j)
{
    (void)i;
    (void)j;
    norm_case_describe(problem);
}

double norm_case_judge(ddblasHandle_t h, struct norm_case *c, const char *what, uint64_t seed)
{
    const struct dd_judge judge = {.problem = c, .describe = describe, .bound = norm_case_bound(c), .what = what, .seed = seed};
    const struct dd_norm_problem p = norm_case_problem(c);
    dd_must(h, norm_case_run(h, c), "norm");
    double value;
    const double most = dd_type_is_single(c->type) ? (double)FLT_MAX : DBL_MAX,
                 error = dd_oracle_norm_error(&p, &c->result, 1.0, &value);
    const struct dd_parts got = dd_parts_load(c->real, &c->result, 0);
    if (value > most * (1.0 - 0x1p-50) && isinf(got.re[0]) && got.re[0] > 0.0)
        return 0.0;
    return dd_judge_error(&judge, error, c->m, c->n);
}
