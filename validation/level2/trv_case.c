/*
 * One call of trmv or trsv under test.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "poison.h"
#include "trv_case.h"

struct trv_case *trv_case_new(int solve, ddblasType_t type, int form, int64_t n, int64_t incx, int64_t pad)
{
    struct trv_case *c = calloc(1, sizeof *c);
    assert_non_null(c);
    c->solve = solve;
    c->type = type;
    c->uplo = form % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER;
    c->trans = (ddblasOperation_t)(form / 2 % 3);
    c->diag = form / 6 ? DDBLAS_DIAG_UNIT : DDBLAS_DIAG_NON_UNIT;
    c->n = n;
    c->incx = incx;
    c->lda = dd_least_leading(n) + pad;
    c->size = dd_type_size(type);
    c->bytes_A = (size_t)(c->lda * n) * c->size;
    c->bytes_x = n > 0 ? (size_t)((n - 1) * llabs(incx) + 1) * c->size : 0;
    c->A = dd_poisoned(c->bytes_A);
    c->x = dd_poisoned(c->bytes_x);
    c->result = dd_poisoned(c->bytes_x);
    c->integers = calloc((size_t)(2 * n + 1), sizeof *c->integers);
    assert_non_null(c->integers);
    return c;
}

void trv_case_free(struct trv_case *c)
{
    free(c->A);
    free(c->x);
    free(c->result);
    free(c->integers);
    free(c);
}

void *trv_case_x(const struct trv_case *c, void *x, int64_t i)
{
    return (char *)x + (c->incx > 0 ? i * c->incx : (i - (c->n - 1)) * c->incx) * (int64_t)c->size;
}

void *trv_case_a(const struct trv_case *c, int64_t i, int64_t j)
{
    return (char *)c->A + (c->trans == DDBLAS_OP_N ? i + j * c->lda : j + i * c->lda) * (int64_t)c->size;
}

int trv_case_stored(const struct trv_case *c, int64_t i, int64_t j)
{
    const int lower = (c->uplo == DDBLAS_FILL_MODE_LOWER) == (c->trans == DDBLAS_OP_N);
    return i == j ? c->diag != DDBLAS_DIAG_UNIT : lower == (j < i);
}

/* ---- data ------------------------------------------------------------------------------------ */

/* op(A), b and x of integers. b is exact, because all sums are below 2^24. */
static void fill_integers(struct trv_case *c, struct dd_random *g)
{
    const int complex = dd_type_is_complex(c->type);
    const int64_t sign = c->trans == DDBLAS_OP_C ? -1 : 1;
    for (int64_t i = 0; i < 2 * c->n; i++)
        c->integers[i] = i % 2 && !complex ? 0 : dd_random_int(g, -8, 8);
    for (int64_t i = 0; i < c->n; i++)
    {
        int64_t re = 0, im = 0;
        for (int64_t j = 0; j < c->n; j++)
        {
            int64_t a = i == j ? 1 : dd_random_int(g, -8, 8), b = i == j || !complex ? 0 : dd_random_int(g, -8, 8);
            if (i != j && !trv_case_stored(c, i, j))
                continue;
            if (trv_case_stored(c, i, j))
            {
                a = i == j && dd_random_int(g, 0, 1) ? -1 : a;
                dd_element_set(c->type, trv_case_a(c, i, j), 0, cuddFromDouble((double)a), cuddFromDouble((double)(sign * b)));
            }
            re += a * c->integers[2 * j] - b * c->integers[2 * j + 1];
            im += a * c->integers[2 * j + 1] + b * c->integers[2 * j];
        }
        if (!c->solve)
        {
            re = c->integers[2 * i];
            im = c->integers[2 * i + 1];
        }
        dd_element_set(c->type, trv_case_x(c, c->x, i), 0, cuddFromDouble((double)re), cuddFromDouble((double)im));
    }
}

void trv_case_fill(struct trv_case *c, struct dd_random *g, trv_data data)
{
    const int reach = data != TRV_WIDE ? 0 : dd_type_is_single(c->type) ? 10 : 100;
    if (data == TRV_INTEGER)
    {
        fill_integers(c, g);
        return;
    }
    int64_t *scale = c->integers; /* Exponents for row i and column i; with a unit diagonal their sum is 0. */
    for (int64_t i = 0; i < c->n; i++)
    {
        scale[2 * i] = dd_random_int(g, -reach, reach);
        scale[2 * i + 1] = c->diag == DDBLAS_DIAG_UNIT ? -scale[2 * i] : dd_random_int(g, -reach, reach);
    }
    for (int64_t i = 0; i < c->n; i++)
    {
        for (int64_t j = 0; j < c->n; j++)
        {
            const int size = (int)(i == j || data == TRV_GROWTH ? dd_random_int(g, -1, 1) : dd_random_int(g, -12, -8));
            if (trv_case_stored(c, i, j))
                dd_element_put(c->type, g, 0, (int)(size + scale[2 * i] + scale[2 * j + 1]), trv_case_a(c, i, j));
        }
        dd_element_put(c->type, g, 0, (int)(dd_random_int(g, -4, 4) + (c->solve ? scale[2 * i] : -scale[2 * i + 1])),
                       trv_case_x(c, c->x, i));
    }
}

/* ---- call ------------------------------------------------------------------------------------ */

ddblasStatus_t trv_call(ddblasHandle_t h, const struct trv_case *c, ddblasFillMode_t uplo, ddblasOperation_t trans,
                        ddblasDiagType_t diag, int64_t n, const void *A, int64_t lda, void *x, int64_t incx)
{
    switch (c->type)
    {
#define DDBLAS_TYPES DDBLAS_TYPES_OF_TRV
#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return (c->solve ? ddblas##letter##trsv : ddblas##letter##trmv)(h, uplo, trans, diag, n, A, lda, x, incx);
#include <dd/types.def>
    default:
        return DDBLAS_STATUS_INTERNAL_ERROR;
    }
}

/* Elements of x are the first rows of a matrix with |incx| rows. */
static int is_computed(const void *problem, int64_t i, int64_t j)
{
    (void)problem;
    (void)j;
    return i == 0;
}

ddblasStatus_t trv_case_run(ddblasHandle_t h, struct trv_case *c)
{
    struct dd_operand operands[] = {dd_operand_read(c->A, c->bytes_A), dd_operand_written(c->x, c->result, c->bytes_x)};
    dd_operands_put(h, operands, 2, c->offset);
    const ddblasStatus_t status =
        trv_call(h, c, c->uplo, c->trans, c->diag, c->n, operands[0].at, c->lda, operands[1].at, c->incx);
    dd_operands_take(h, operands, 2, c->offset);
    dd_rest_unchanged("x", c->x, c->result, c->bytes_x, c->size, llabs(c->incx), is_computed, c);
    return status;
}

/* ---- judgement ------------------------------------------------------------------------------- */

double trv_case_error(const struct trv_case *c, int64_t i)
{
    struct dd_terms s;
    void *const factors = c->solve ? c->result : c->x, *const sums = c->solve ? c->x : c->result;
    dd_terms_start(&s);
    for (int64_t j = 0; j < c->n; j++)
    {
        const struct dd_number x = dd_number_load(c->type, trv_case_x(c, factors, j), 0);
        if (trv_case_stored(c, i, j))
            dd_terms_add(&s, dd_number_load(c->type, trv_case_a(c, i, j), c->trans == DDBLAS_OP_C), x);
        else if (i == j)
            dd_terms_add(&s, dd_number_of(1.0), x);
    }
    const double error = dd_terms_error(&s, c->type, dd_number_load(c->type, trv_case_x(c, sums, i), 0), 0.0);
    dd_terms_end(&s);
    return error;
}

double trv_case_bound(const struct trv_case *c)
{
    return dd_routine_bound(c->solve ? DD_ROUTINE_trsv : DD_ROUTINE_trmv, c->type, (struct dd_bound_size){.k = c->n});
}

static void describe(const void *problem, int64_t i, int64_t j)
{
    const struct trv_case *c = problem;
    (void)j;
    fprintf(stderr, "%c%s uplo=%d %c diag=%d n=%lld lda=%lld incx=%lld offset=%zu", dd_type_letter(c->type),
            c->solve ? "trsv" : "trmv", (int)c->uplo, "NTC"[c->trans], (int)c -> diag, (long long)c -> n, (long long)c -> lda,
            (long long)c -> incx, c -> offset);
    dd_print_hex("result", trv_case_x(c, c->result, i), c->size);
}

static double error_of(const void *problem, int64_t i, int64_t j)
{
    (void)j;
    return trv_case_error(problem, i);
}

double trv_case_judge(ddblasHandle_t h, struct trv_case *c, struct dd_random *g, int64_t samples, const char *what, uint64_t seed)
{
    const struct dd_judge judge = {
        .problem = c, .error = error_of, .describe = describe, .bound = trv_case_bound(c), .what = what, .seed = seed};
    dd_must(h, trv_case_run(h, c), c->solve ? "trsv" : "trmv");
    return dd_judge_elements(&judge, c->n, 1, NULL, samples, g);
}
