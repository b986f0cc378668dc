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

#include "core/core.h"
#include "engine.h"
#include "poison.h"
#include "symv_case.h"

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
    c->size = ddblas_type_size(routine->type);
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

static union symv_element integer(ddblasType_t type, double d)
{
    union symv_element e;
    memset(&e, 0, sizeof e);
    switch (type)
    {
    case DDBLAS_TYPE_S:
        e.s = (float)d;
        break;
    case DDBLAS_TYPE_D:
        e.d = d;
        break;
    case DDBLAS_TYPE_W:
        e.w = cuddFromDouble(d);
        break;
    case DDBLAS_TYPE_C:
        e.c.x = (float)d;
        break;
    case DDBLAS_TYPE_U:
        e.u = cuddcFromDoubles(d, 0.0);
        break;
    default:
        e.z.x = d;
    }
    return e;
}

void symv_case_scalars(struct symv_case *c, double alpha, double beta)
{
    c->alpha = integer(c->routine->type, alpha);
    c->beta = integer(c->routine->type, beta);
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

/* Bytes of y between and around its elements. */
static void assert_gaps_unchanged(const struct symv_case *c)
{
    int64_t step = llabs(c->incy);
    for (int64_t i = 0; i + 1 < c->n; i++)
    {
        const char *gap = (const char *)c->result + (size_t)(i * step + 1) * c->size;
        for (size_t b = 0; b < (size_t)(step - 1) * c->size; b++)
            if ((unsigned char)gap[b] != DD_POISON)
                fail_msg("y was written between its elements, after element %lld", (long long)i);
    }
}

ddblasStatus_t symv_case_run(ddblasHandle_t h, struct symv_case *c)
{
    void *A = dd_engine_copy(h, c->A, c->bytes_A, c->offset), *x = dd_engine_copy(h, c->x, c->bytes_x, c->offset),
         *y = dd_engine_copy(h, c->y, c->bytes_y, c->offset);
    struct dd_scalar alpha, beta;
    ddblasStatus_t status = symv_call(h, c->routine, c->uplo, c->n, dd_scalar_put(&alpha, &c->alpha, c->size), A, c->lda, x,
                                      c->incx, dd_scalar_put(&beta, &c->beta, c->size), y, c->incy);
    dd_engine_read(h, c->result, y, c->bytes_y);
    assert_true(dd_engine_holds(h, A, c->A, c->bytes_A));
    assert_true(dd_engine_holds(h, x, c->x, c->bytes_x));
    assert_gaps_unchanged(c);
    dd_engine_free(h, A, c->offset);
    dd_engine_free(h, x, c->offset);
    dd_engine_free(h, y, c->offset);
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
    return (double)(c->n + 8) * (ddblas_type_is_complex(c->routine->type) ? sqrt(8.0) : 1.0);
}

static void print_hex(const char *name, const void *element, size_t size)
{
    fprintf(stderr, " %s=", name);
    for (size_t i = 0; i < size; i++)
        fprintf(stderr, "%02x", ((const unsigned char *)element)[i]);
}

/* Letters, sizes and the operands of the worst row, bytes in hexadecimal in memory order. */
static void print_failure(const struct symv_case *c, const char *what, uint64_t seed, double error)
{
    struct dd_symv_problem p = symv_case_problem(c);
    int64_t worst = 0;
    dd_oracle_symv_error(&p, c->result, NULL, &worst);
    fprintf(stderr, "%s %s: uplo=%d n=%lld lda=%lld incx=%lld incy=%lld offset=%zu seed=%llu error=%g bound=%g row=%lld\n", what,
            c->routine->name, (int)c->uplo, (long long)c->n, (long long)c->lda, (long long)c->incx, (long long)c->incy, c->offset,
            (unsigned long long)seed, error, symv_case_bound(c), (long long)worst);
    print_hex("alpha", &c->alpha, c->size);
    print_hex("beta", &c->beta, c->size);
    print_hex("y", symv_case_at(c, c->y, worst, c->incy), c->size);
    print_hex("result", symv_case_at(c, c->result, worst, c->incy), c->size);
    for (int64_t j = 0; j < c->n && j < 16; j++)
    {
        int stored = c->uplo == DDBLAS_FILL_MODE_LOWER ? worst >= j : worst <= j;
        int64_t row = stored ? worst : j, column = stored ? j : worst;
        fprintf(stderr, "\n  j=%lld", (long long)j);
        print_hex("a", (const char *)c->A + (size_t)(column * c->lda + row) * c->size, c->size);
        print_hex("x", symv_case_at(c, c->x, j, c->incx), c->size);
    }
    fprintf(stderr, "\n");
}

double symv_case_judge(ddblasHandle_t h, struct symv_case *c, const char *what, uint64_t seed)
{
    ddblasStatus_t status = symv_case_run(h, c);
    if (status != DDBLAS_STATUS_SUCCESS)
        fail_msg("%s: %s", c->routine->name, ddblasGetLastError(h));
    double error = symv_case_error(c);
    if (!(error <= symv_case_bound(c)))
    {
        print_failure(c, what, seed, error);
        fail_msg("error beyond the bound");
    }
    if (error > 4.0 * sqrt((double)c->n) + 8.0)
        fprintf(stderr, "alarm: %s %s n=%lld error=%g is beyond 4 sqrt(n) + 8\n", what, c->routine->name, (long long)c->n, error);
    return error;
}
