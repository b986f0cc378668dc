/*
 * One call of gemv under test.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gemv_case.h"
#include "poison.h"

const char *gemv_data_name(gemv_data data)
{
    static const char *const names[GEMV_DATA_COUNT] = {"uniform", "wide", "cancel", "integer"};
    return names[data];
}

static size_t bytes_of_vector(const struct gemv_case *c, int64_t count, int64_t increment)
{
    return count > 0 ? (size_t)((count - 1) * llabs(increment) + 1) * c->size : 0;
}

struct gemv_case *gemv_case_new(ddblasType_t type, ddblasType_t type_of_a, ddblasOperation_t trans, int64_t m, int64_t n,
                                int64_t incx, int64_t incy, int64_t pad)
{
    struct gemv_case *c = calloc(1, sizeof *c);
    assert_non_null(c);
    c->type = type;
    c->type_of_a = type_of_a;
    c->size_a = dd_type_size(type_of_a);
    c->trans = trans;
    c->m = m;
    c->n = n;
    c->incx = incx;
    c->incy = incy;
    c->lda = dd_least_leading(m) + pad;
    c->inputs = trans == DDBLAS_OP_N ? n : m;
    c->outputs = trans == DDBLAS_OP_N ? m : n;
    c->size = dd_type_size(type);
    c->bytes_A = (size_t)(c->lda * n) * c->size_a;
    c->bytes_x = bytes_of_vector(c, c->inputs, incx);
    c->bytes_y = bytes_of_vector(c, c->outputs, incy);
    c->A = dd_poisoned(c->bytes_A);
    c->x = dd_poisoned(c->bytes_x);
    c->y = dd_poisoned(c->bytes_y);
    c->result = dd_poisoned(c->bytes_y);
    return c;
}

void gemv_case_free(struct gemv_case *c)
{
    free(c->A);
    free(c->x);
    free(c->y);
    free(c->result);
    free(c);
}

static void *element_at(const void *base, int64_t index, size_t size) { return (char *)base + index * (int64_t)size; }

static int64_t index_of(int64_t i, int64_t count, int64_t increment)
{
    return increment > 0 ? i * increment : (i - (count - 1)) * increment;
}

void *gemv_case_x(const struct gemv_case *c, int64_t t) { return element_at(c->x, index_of(t, c->inputs, c->incx), c->size); }

void *gemv_case_y(const struct gemv_case *c, const void *y, int64_t i)
{
    return element_at(y, index_of(i, c->outputs, c->incy), c->size);
}

void *gemv_case_a(const struct gemv_case *c, int64_t i, int64_t t)
{
    return element_at(c->A, c->trans == DDBLAS_OP_N ? i + t * c->lda : t + i * c->lda, c->size_a);
}

/* ---- data ------------------------------------------------------------------------------------ */

static void put(const struct gemv_case *c, struct dd_random *g, gemv_data data, int of_x, void *to)
{
    const int span = (dd_type_is_single(c->type) ? 30 : 300) / (of_x ? 2 : 1);
    const int exponent = (int)(data == GEMV_WIDE ? dd_random_int(g, -span, span) : dd_random_int(g, -4, 4));
    dd_element_put(of_x ? c->type : c->type_of_a, g, data == GEMV_INTEGER, exponent, to);
}

/* Terms in pairs that cancel, up to one small one in the middle: op(A)(i, k - 1 - t) = -op(A)(i,
 * t), x_{k - 1 - t} = x_t. */
static void make_cancel(const struct gemv_case *c, struct dd_random *g)
{
    const int64_t k = c->inputs;
    const int small = dd_type_is_single(c->type) ? -20 : dd_type_is_pair(c->type) ? -90 : -45;
    for (int64_t t = 0; 2 * t + 1 < k; t++)
    {
        for (int64_t i = 0; i < c->outputs; i++)
        {
            union dd_element e;
            memcpy(&e, gemv_case_a(c, i, t), c->size_a);
            e = dd_element_negative(c->type_of_a, e);
            memcpy(gemv_case_a(c, i, k - 1 - t), &e, c->size_a);
        }
        memcpy(gemv_case_x(c, k - 1 - t), gemv_case_x(c, t), c->size);
    }
    for (int64_t i = 0; i < c->outputs && k % 2 == 1; i++)
        dd_element_put(c->type_of_a, g, 0, small, gemv_case_a(c, i, k / 2));
}

void gemv_case_fill(struct gemv_case *c, struct dd_random *g, gemv_data data)
{
    for (int64_t t = 0; t < c->inputs; t++)
    {
        for (int64_t i = 0; i < c->outputs; i++)
            put(c, g, data, 0, gemv_case_a(c, i, t));
        put(c, g, data, 1, gemv_case_x(c, t));
    }
    if (data == GEMV_CANCEL)
        make_cancel(c, g);
    for (int64_t i = 0; i < c->outputs; i++)
        dd_element_put(c->type, g, data == GEMV_INTEGER, data == GEMV_CANCEL ? -100 : (int)dd_random_int(g, -4, 4),
                       gemv_case_y(c, c->y, i));
    dd_element_put(c->type, g, data == GEMV_INTEGER, 0, &c->alpha);
    dd_element_put(c->type, g, data == GEMV_INTEGER, -1, &c->beta);
}

void gemv_case_scalars(struct gemv_case *c, double alpha, double beta)
{
    c->alpha = dd_element_integer(c->type, alpha, 0.0);
    c->beta = dd_element_integer(c->type, beta, 0.0);
}

/* ---- call ------------------------------------------------------------------------------------ */

ddblasStatus_t gemv_call(ddblasHandle_t h, ddblasType_t type, ddblasType_t type_of_a, ddblasOperation_t trans, int64_t m,
                         int64_t n, const void *alpha, const void *A, int64_t lda, const void *x, int64_t incx, const void *beta,
                         void *y, int64_t incy)
{
    if (type_of_a != type)
        return ddblasWgemvEx(h, trans, m, n, alpha, A, type_of_a, lda, x, incx, beta, y, incy);
    switch (type)
    {
#define DDBLAS_TYPES DDBLAS_TYPES_OF_GEMV
#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return ddblas##letter##gemv(h, trans, m, n, alpha, A, lda, x, incx, beta, y, incy);
#include <dd/types.def>
    default:
        return DDBLAS_STATUS_INTERNAL_ERROR;
    }
}

/* With an increment of 0 the array has one element. */
static int is_computed(const void *problem, int64_t i, int64_t j)
{
    (void)problem;
    (void)j;
    return i == 0;
}

ddblasStatus_t gemv_case_run(ddblasHandle_t h, struct gemv_case *c)
{
    struct dd_operand operands[] = {dd_operand_read(c->A, c->bytes_A), dd_operand_read(c->x, c->bytes_x),
                                    dd_operand_written(c->y, c->result, c->bytes_y)};
    struct dd_scalars s;
    dd_operands_put(h, operands, 3, c->offset);
    dd_scalars_put(h, &s, c->size, &c->alpha, &c->beta, c->on_engine);
    const ddblasStatus_t status = gemv_call(h, c->type, c->type_of_a, c->trans, c->m, c->n, s.alpha, operands[0].at, c->lda,
                                            operands[1].at, c->incx, s.beta, operands[2].at, c->incy);
    dd_operands_take(h, operands, 3, c->offset);
    dd_scalars_take(h, &s);
    assert_int_equal(ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_HOST), DDBLAS_STATUS_SUCCESS);
    /* Elements of y are the first rows of a matrix with |incy| rows. */
    dd_rest_unchanged("y", c->y, c->result, c->bytes_y, c->size, llabs(c->incy), is_computed, c);
    return status;
}

/* ---- judgement ------------------------------------------------------------------------------- */

/* Starts s as the exact component i. */
static void start_component(const struct gemv_case *c, int64_t i, struct dd_terms *s)
{
    const struct dd_number beta = dd_number_load(c->type, &c->beta, 0);
    dd_terms_start(s);
    for (int64_t t = 0; t < c->inputs; t++)
        dd_terms_add(s, dd_number_load(c->type_of_a, gemv_case_a(c, i, t), c->trans == DDBLAS_OP_C),
                     dd_number_load(c->type, gemv_case_x(c, t), 0));
    dd_terms_multiply(s, dd_number_load(c->type, &c->alpha, 0));
    if (beta.modulus.x != 0.0)
        dd_terms_add(s, beta, dd_number_load(c->type, gemv_case_y(c, c->y, i), 0));
}

double gemv_case_error(const struct gemv_case *c, int64_t i, double absolute)
{
    struct dd_terms s;
    start_component(c, i, &s);
    const double error = dd_terms_error(&s, c->type, dd_number_load(c->type, gemv_case_y(c, c->result, i), 0), absolute);
    dd_terms_end(&s);
    return error;
}

double gemv_case_value(const struct gemv_case *c, int64_t i)
{
    struct dd_terms s;
    start_component(c, i, &s);
    const double value = dd_exact_to_double(s.re);
    dd_terms_end(&s);
    return value;
}

double gemv_case_bound(const struct gemv_case *c)
{
    return dd_routine_bound(DD_ROUTINE_gemv, c->type, (struct dd_bound_size){.k = c->inputs});
}

static void describe(const void *problem, int64_t i, int64_t j)
{
    const struct gemv_case *c = problem;
    (void)j;
    fprintf(stderr, "%cgemv, A in %c, %c m=%lld n=%lld lda=%lld incx=%lld incy=%lld offset=%zu", dd_type_letter(c->type),
            dd_type_letter(c->type_of_a), "NTC"[c->trans], (long long)c -> m, (long long)c -> n, (long long)c -> lda,
            (long long)c -> incx, (long long)c -> incy, c -> offset);
    dd_print_hex("result", gemv_case_y(c, c->result, i), c->size);
}

static double error_of(const void *problem, int64_t i, int64_t j)
{
    (void)j;
    return gemv_case_error(problem, i, 0.0);
}

double gemv_case_judge(ddblasHandle_t h, struct gemv_case *c, struct dd_random *g, int64_t samples, const char *what,
                       uint64_t seed)
{
    const struct dd_judge judge = {.problem = c,
                                   .error = error_of,
                                   .describe = describe,
                                   .bound = gemv_case_bound(c),
                                   .alarm = dd_alarm(c->inputs),
                                   .what = what,
                                   .seed = seed};
    dd_must(h, gemv_case_run(h, c), "gemv");
    return dd_judge_elements(&judge, c->outputs, 1, NULL, samples, g);
}
