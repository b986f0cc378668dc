/*
 * One call of ger under test.
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

#include "ger_case.h"
#include "poison.h"
#include "terms.h"

const char *ger_data_name(ger_data data)
{
    static const char *const names[GER_DATA_COUNT] = {"uniform", "wide", "integer", "cancel"};
    return names[data];
}

static size_t bytes_of_vector(int64_t count, int64_t increment)
{
    return count > 0 ? (size_t)((count - 1) * llabs(increment) + 1) * sizeof(cuddreal) : 0;
}

struct ger_case *ger_case_new(int64_t m, int64_t n, int64_t incx, int64_t incy, int64_t pad)
{
    struct ger_case *c = calloc(1, sizeof *c);
    assert_non_null(c);
    c->m = m;
    c->n = n;
    c->incx = incx;
    c->incy = incy;
    c->lda = dd_least_leading(m) + pad;
    c->bytes_x = bytes_of_vector(m, incx);
    c->bytes_y = bytes_of_vector(n, incy);
    c->bytes_A = (size_t)(c->lda * n) * sizeof(cuddreal);
    c->x = dd_poisoned(c->bytes_x);
    c->y = dd_poisoned(c->bytes_y);
    c->A = dd_poisoned(c->bytes_A);
    c->result = dd_poisoned(c->bytes_A);
    return c;
}

void ger_case_free(struct ger_case *c)
{
    free(c->x);
    free(c->y);
    free(c->A);
    free(c->result);
    free(c);
}

static cuddreal *at(void *vector, int64_t i, int64_t count, int64_t increment)
{
    return (cuddreal *)vector + (increment > 0 ? i * increment : (i - (count - 1)) * increment);
}

cuddreal *ger_case_x(const struct ger_case *c, int64_t i) { return at(c->x, i, c->m, c->incx); }
cuddreal *ger_case_y(const struct ger_case *c, int64_t j) { return at(c->y, j, c->n, c->incy); }
cuddreal *ger_case_a(const struct ger_case *c, void *array, int64_t i, int64_t j) { return (cuddreal *)array + i + j * c->lda; }

static cuddreal number(struct dd_random *g, ger_data data, int reach)
{
    cuddreal value;
    const int exponent = (int)(data == GER_WIDE ? dd_random_int(g, -reach, reach) : dd_random_int(g, -4, 0));
    dd_element_put(DDBLAS_TYPE_W, g, data == GER_INTEGER, exponent, &value);
    return value;
}

/* Returns -alpha x_i y_j with a few units added. */
static cuddreal nearly_opposite(const struct ger_case *c, struct dd_random *g, int64_t i, int64_t j)
{
    const cuddreal product = cuddMul(*ger_case_x(c, i), cuddMul(c->alpha, *ger_case_y(c, j)));
    return cuddNeg(cuddMul(product, cuddAddD(cuddFromDouble(1.0), 0x1p-100 * (double)dd_random_int(g, -64, 64))));
}

void ger_case_fill(struct ger_case *c, struct dd_random *g, ger_data data)
{
    c->alpha = number(g, data, 4);
    for (int64_t i = 0; i < c->m; i++)
        *ger_case_x(c, i) = number(g, data, 150);
    for (int64_t j = 0; j < c->n; j++)
        *ger_case_y(c, j) = number(g, data, 150);
    for (int64_t j = 0; j < c->n; j++)
        for (int64_t i = 0; i < c->m; i++)
            *ger_case_a(c, c->A, i, j) = data == GER_CANCEL ? nearly_opposite(c, g, i, j) : number(g, data, 300);
}

static int is_computed(const void *problem, int64_t i, int64_t j)
{
    (void)j;
    return i < ((const struct ger_case *)problem)->m;
}

ddblasStatus_t ger_case_run(ddblasHandle_t h, struct ger_case *c)
{
    struct dd_operand operands[] = {dd_operand_read(c->x, c->bytes_x), dd_operand_read(c->y, c->bytes_y),
                                    dd_operand_written(c->A, c->result, c->bytes_A)};
    struct dd_scalars s;
    dd_operands_put(h, operands, 3, c->offset);
    dd_scalars_put(h, &s, sizeof c->alpha, &c->alpha, &c->alpha, c->on_engine);
    const ddblasStatus_t status =
        ddblasWger(h, c->m, c->n, s.alpha, operands[0].at, c->incx, operands[1].at, c->incy, operands[2].at, c->lda);
    dd_operands_take(h, operands, 3, c->offset);
    dd_scalars_take(h, &s);
    assert_int_equal(ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_HOST), DDBLAS_STATUS_SUCCESS);
    dd_rest_unchanged("A", c->A, c->result, c->bytes_A, sizeof(cuddreal), c->lda, is_computed, c);
    return status;
}

double ger_case_error(const struct ger_case *c, int64_t i, int64_t j)
{
    return dd_ger_error(c->alpha, *ger_case_x(c, i), *ger_case_y(c, j), *ger_case_a(c, c->A, i, j),
                        *ger_case_a(c, c->result, i, j));
}

double ger_case_bound(const struct ger_case *c)
{
    return dd_routine_bound(DD_ROUTINE_ger, DDBLAS_TYPE_W, (struct dd_bound_size){.m = c->m});
}

cuddreal ger_case_defined(const struct ger_case *c, int64_t i, int64_t j)
{
    return cuddAdd(*ger_case_a(c, c->A, i, j), cuddMul(*ger_case_x(c, i), cuddMul(c->alpha, *ger_case_y(c, j))));
}

static double error_of(const void *problem, int64_t i, int64_t j) { return ger_case_error(problem, i, j); }

static void describe(const void *problem, int64_t i, int64_t j)
{
    const struct ger_case *c = problem;
    fprintf(stderr, "Wger m=%lld n=%lld incx=%lld incy=%lld lda=%lld offset=%zu", (long long)c->m, (long long)c->n,
            (long long)c->incx, (long long)c->incy, (long long)c->lda, c->offset);
    dd_print_hex("alpha", &c->alpha, sizeof c->alpha);
    dd_print_hex("x", ger_case_x(c, i), sizeof(cuddreal));
    dd_print_hex("y", ger_case_y(c, j), sizeof(cuddreal));
    dd_print_hex("a", ger_case_a(c, c->A, i, j), sizeof(cuddreal));
    dd_print_hex("result", ger_case_a(c, c->result, i, j), sizeof(cuddreal));
}

double ger_case_judge(ddblasHandle_t h, struct ger_case *c, struct dd_random *g, int64_t samples, const char *what, uint64_t seed)
{
    const struct dd_judge judge = {
        .problem = c, .error = error_of, .describe = describe, .bound = ger_case_bound(c), .what = what, .seed = seed};
    dd_must(h, ger_case_run(h, c), "Wger");
    const double largest = dd_judge_elements(&judge, c->m, c->n, NULL, samples, g);
    for (int64_t j = 0; j < c->n; j++)
        for (int64_t i = 0; i < c->m; i++)
        {
            const cuddreal defined = ger_case_defined(c, i, j);
            if (memcmp(ger_case_a(c, c->result, i, j), &defined, sizeof defined) != 0)
            {
                describe(c, i, j);
                fail_msg("%s, seed %llu: element (%lld, %lld) is not the defined one", what, (unsigned long long)seed,
                         (long long)i, (long long)j);
            }
        }
    return largest;
}
