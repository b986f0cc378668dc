/*
 * One call of symv or hemv under test.
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
#include "symv_case.h"
#include "terms.h"

const struct symv_routine symv_routines[SYMV_ROUTINES] = {
    {"Ssymv", DDBLAS_TYPE_S, 0}, {"Dsymv", DDBLAS_TYPE_D, 0}, {"Wsymv", DDBLAS_TYPE_W, 0},
    {"Csymv", DDBLAS_TYPE_C, 0}, {"Zsymv", DDBLAS_TYPE_Z, 0}, {"Chemv", DDBLAS_TYPE_C, 1},
    {"Zhemv", DDBLAS_TYPE_Z, 1}, {"Usymv", DDBLAS_TYPE_U, 0}, {"Uhemv", DDBLAS_TYPE_U, 1},
};

struct symv_case *symv_case_new(const struct symv_routine *routine, ddblasFillMode_t uplo, int64_t n, int64_t lda, int64_t incx,
                                int64_t incy)
{
    struct symv_case *c = calloc(1, sizeof *c);
    assert_non_null(c);
    c->routine = routine;
    c->uplo = uplo;
    c->n = n;
    c->lda = lda;
    c->incx = incx;
    c->incy = incy;
    c->size = dd_type_size(routine->type);
    c->bytes_A = (size_t)(lda * n) * c->size;
    c->bytes_x = (size_t)((n - 1) * llabs(incx) + 1) * c->size;
    c->bytes_y = (size_t)((n - 1) * llabs(incy) + 1) * c->size;
    c->A = dd_poisoned(c->bytes_A);
    c->x = dd_poisoned(c->bytes_x);
    c->y = dd_poisoned(c->bytes_y);
    c->result = dd_poisoned(c->bytes_y);
    return c;
}

void symv_case_free(struct symv_case *c)
{
    free(c->A);
    free(c->x);
    free(c->y);
    free(c->result);
    free(c);
}

void *symv_case_at(const struct symv_case *c, void *vector, int64_t i, int64_t inc)
{
    return (char *)vector + (size_t)(inc > 0 ? i * inc : (i - (c->n - 1)) * inc) * c->size;
}

static void poison_hermitian_diagonal(struct symv_case *c)
{
    for (int64_t i = 0; i < c->n && c->routine->hermitian; i++)
    {
        char *imaginary = (char *)c->A + (size_t)(i * c->lda + i) * c->size + c->size / 2;
        memset(imaginary, DD_POISON, c->size / 2);
    }
}

void symv_case_generate(struct symv_case *c, struct dd_random *g, dd_generator kind, double condition)
{
    dd_generate_symv(g, kind, condition, c->routine->type, c->routine->hermitian, c->uplo, c->n, c->A, c->lda, c->x, c->incx,
                     c->y, c->incy);
    poison_hermitian_diagonal(c);
    dd_generate_element(g, kind == DD_GENERATE_INTEGER ? kind : DD_GENERATE_UNIFORM, c->routine->type, &c->alpha);
    dd_generate_element(g, kind == DD_GENERATE_INTEGER ? kind : DD_GENERATE_UNIFORM, c->routine->type, &c->beta);
}

void symv_case_scalars(struct symv_case *c, double alpha, double beta)
{
    c->alpha = dd_element_integer(c->routine->type, alpha, 0.0);
    c->beta = dd_element_integer(c->routine->type, beta, 0.0);
}

ddblasStatus_t symv_call(ddblasHandle_t h, const struct symv_routine *routine, ddblasFillMode_t uplo, int64_t n,
                         const void *alpha, const void *A, int64_t lda, const void *x, int64_t incx, const void *beta, void *y,
                         int64_t incy)
{
    switch (routine->type)
    {
    case DDBLAS_TYPE_S:
        return ddblasSsymv(h, uplo, n, alpha, A, lda, x, incx, beta, y, incy);
    case DDBLAS_TYPE_D:
        return ddblasDsymv(h, uplo, n, alpha, A, lda, x, incx, beta, y, incy);
    case DDBLAS_TYPE_W:
        return ddblasWsymv(h, uplo, n, alpha, A, lda, x, incx, beta, y, incy);
    case DDBLAS_TYPE_C:
        return (routine->hermitian ? ddblasChemv : ddblasCsymv)(h, uplo, n, alpha, A, lda, x, incx, beta, y, incy);
    case DDBLAS_TYPE_U:
        return (routine->hermitian ? ddblasUhemv : ddblasUsymv)(h, uplo, n, alpha, A, lda, x, incx, beta, y, incy);
    default:
        return (routine->hermitian ? ddblasZhemv : ddblasZsymv)(h, uplo, n, alpha, A, lda, x, incx, beta, y, incy);
    }
}

/* y as an array with leading dimension |incy|: only its first row is computed. */
static int is_computed(const void *problem, int64_t i, int64_t j)
{
    (void)problem;
    (void)j;
    return i == 0;
}

ddblasStatus_t symv_case_run(ddblasHandle_t h, struct symv_case *c)
{
    struct dd_operand operands[] = {dd_operand_read(c->A, c->bytes_A), dd_operand_read(c->x, c->bytes_x),
                                    dd_operand_written(c->y, c->result, c->bytes_y)};
    struct dd_scalars s;
    dd_operands_put(h, operands, 3, c->offset);
    dd_scalars_put(h, &s, c->size, &c->alpha, &c->beta, 0);
    const ddblasStatus_t status = symv_call(h, c->routine, c->uplo, c->n, s.alpha, operands[0].at, c->lda, operands[1].at,
                                            c->incx, s.beta, operands[2].at, c->incy);
    dd_operands_take(h, operands, 3, c->offset);
    dd_scalars_take(h, &s);
    dd_rest_unchanged("y", c->y, c->result, c->bytes_y, c->size, llabs(c->incy), is_computed, c);
    return status;
}

struct dd_symv_problem symv_case_problem(const struct symv_case *c)
{
    return (struct dd_symv_problem){
        c->routine->type, c->routine->hermitian, c->uplo, c->n, &c->alpha, c->A, c->lda, c->x, c->incx, &c->beta, c->y, c->incy};
}

double symv_case_error(const struct symv_case *c)
{
    struct dd_symv_problem p = symv_case_problem(c);
    return dd_oracle_symv_error(&p, c->result, NULL, NULL);
}

double symv_case_bound(const struct symv_case *c)
{
    return dd_routine_bound(DD_ROUTINE_symv, c->routine->type, (struct dd_bound_size){.k = c->n});
}

/* Letters, sizes and the operands of a row. */
static void describe(const void *problem, int64_t row, int64_t unused)
{
    const struct symv_case *c = problem;
    (void)unused;
    fprintf(stderr, "%s uplo=%d n=%lld lda=%lld incx=%lld incy=%lld offset=%zu", c->routine->name, (int)c->uplo, (long long)c->n,
            (long long)c->lda, (long long)c->incx, (long long)c->incy, c->offset);
    dd_print_hex("alpha", &c->alpha, c->size);
    dd_print_hex("beta", &c->beta, c->size);
    dd_print_hex("y", symv_case_at(c, c->y, row, c->incy), c->size);
    dd_print_hex("result", symv_case_at(c, c->result, row, c->incy), c->size);
    for (int64_t j = 0; j < c->n && j < 16; j++)
    {
        const int stored = c->uplo == DDBLAS_FILL_MODE_LOWER ? row >= j : row <= j;
        fprintf(stderr, "\n  j=%lld", (long long)j);
        dd_print_hex("a", (const char *)c->A + (size_t)(stored ? j * c->lda + row : row * c->lda + j) * c->size, c->size);
        dd_print_hex("x", symv_case_at(c, c->x, j, c->incx), c->size);
    }
}

double symv_case_judge(ddblasHandle_t h, struct symv_case *c, const char *what, uint64_t seed)
{
    const struct dd_judge judge = {
        .problem = c, .describe = describe, .bound = symv_case_bound(c), .alarm = dd_alarm(c->n), .what = what, .seed = seed};
    const struct dd_symv_problem p = symv_case_problem(c);
    int64_t worst = 0;
    dd_must(h, symv_case_run(h, c), c->routine->name);
    const double error = dd_oracle_symv_error(&p, c->result, NULL, &worst);
    return dd_judge_error(&judge, error, worst, 0);
}
