/*
 * One call of geam, dgmm, lacpy or laset under test, of any type: operands in host arrays that are
 * poisoned wherever the routine has no business, the call on the engine under test, and the
 * judgement.
 */
#ifndef DD_VALIDATION_MATRIX_CASE_H
#define DD_VALIDATION_MATRIX_CASE_H

#include <stddef.h>

#include <dd/ddblas.h>

#include "case.h"

typedef enum matrix_kind
{
    MATRIX_GEAM,
    MATRIX_DGMM,
    MATRIX_LACPY,
    MATRIX_LASET,
    MATRIX_KINDS
} matrix_kind;

const char *matrix_kind_name(matrix_kind kind);

/* The data of a case. */
typedef enum matrix_data
{
    MATRIX_UNIFORM, /* full-length numbers, exponents -4 .. 0 */
    MATRIX_WIDE,    /* exponents up to +-150 (S, C: +-15) */
    MATRIX_INTEGER, /* integers -8 .. 8: results are exact */
    MATRIX_CANCEL,  /* geam: all but the last digits cancel */
    MATRIX_DATA_COUNT
} matrix_data;

/* Options of a call; those that a kind does not have are ignored. */
struct matrix_form
{
    ddblasOperation_t transa, transb;
    ddblasSideMode_t side;
    ddblasFillMode_t uplo;
    int64_t incx;
    char in_place; /* 'A' or 'B': C is this matrix; 0: neither */
};

struct matrix_case
{
    matrix_kind kind;
    ddblasType_t type;
    struct matrix_form form;
    int64_t m, n, lda, ldb, ldc;
    size_t size, bytes_A, bytes_B, bytes_x, bytes_C;
    union dd_element alpha, beta;
    void *A, *B, *x, *C; /* host; C as before the call; null: the call has no such array, or it is C */
    void *result;        /* host; all of C's array after the call */
    size_t offset;       /* bytes from a 256-byte boundary to each operand on the engine */
    int on_engine;       /* 1: scalars in the engine's memory */
};

/* All arrays hold NaN. m and n may be 0. */
struct matrix_case *matrix_case_new(matrix_kind kind, ddblasType_t type, struct matrix_form form, int64_t m, int64_t n,
                                    int64_t pad);
void matrix_case_free(struct matrix_case *c);

/* Fills what the routine may read, scalars included. */
void matrix_case_fill(struct matrix_case *c, struct dd_random *g, matrix_data data);

/* Elements: op(A)(i, j), op(B)(i, j) where they are stored, x_k, and (i, j) of an array like C. */
void *matrix_case_a(const struct matrix_case *c, int64_t i, int64_t j);
void *matrix_case_b(const struct matrix_case *c, int64_t i, int64_t j);
void *matrix_case_x(const struct matrix_case *c, int64_t k);
void *matrix_case_c(const struct matrix_case *c, void *array, int64_t i, int64_t j);

/* 1 if the call writes element (i, j) of C's array. */
int matrix_case_writes(const void *matrix_case, int64_t i, int64_t j);

/* The arguments of a call with pointers of the engine, and the call. */
struct matrix_call
{
    struct matrix_form form;
    int64_t m, n, lda, ldb, ldc;
    const void *alpha, *beta, *A, *B, *x;
    void *C;
};
ddblasStatus_t matrix_call(ddblasHandle_t h, matrix_kind kind, ddblasType_t type, const struct matrix_call *a);

/* Copies to the engine, calls, copies back. What is only read and what lies around results must not
 * change, otherwise the test fails. */
ddblasStatus_t matrix_case_run(ddblasHandle_t h, struct matrix_case *c);

/* The error of element (i, j) over the sum of moduli of the products, in units of the type, and the
 * bound in the same unit, from bounds.def. Copies and constants have the error 0 or Inf. */
double matrix_case_error(const struct matrix_case *c, int64_t i, int64_t j);
double matrix_case_bound(const struct matrix_case *c);

/* The value that dd/matrix.h defines for element (i, j), by one rounded operation after another. */
union dd_element matrix_case_defined(const struct matrix_case *c, int64_t i, int64_t j);
/* 1 if an element of the result is this one, NaN for NaN in each part of the number. */
int matrix_case_is(const struct matrix_case *c, int64_t i, int64_t j, union dd_element expected);

/* Runs and judges all elements of small results, `samples` of larger ones, by the bound, and all
 * elements by the defined bits. Returns the largest error. */
double matrix_case_judge(ddblasHandle_t h, struct matrix_case *c, struct dd_random *g, int64_t samples, const char *what,
                         uint64_t seed);

#endif
