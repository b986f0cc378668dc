/*
 * One call of gemv under test: operands in host arrays that are poisoned wherever the routine has
 * no business, the call on the engine under test, and the judgement.
 */
#ifndef DD_VALIDATION_GEMV_CASE_H
#define DD_VALIDATION_GEMV_CASE_H

#include <stddef.h>

#include <dd/ddblas.h>

#include "case.h"
#include "terms.h"

/* The data of a case. */
typedef enum gemv_data
{
    GEMV_UNIFORM, /* full-length numbers, exponents -4 .. 4 */
    GEMV_WIDE,    /* exponents of A in -300 .. 300 and of x in -150 .. 150 (S, C: -30 .. 30, -15 .. 15) */
    GEMV_CANCEL,  /* the terms of a component cancel but for one, 2^-90 (W, U), 2^-45 (D, Z), 2^-20 (S, C) of them */
    GEMV_INTEGER, /* integers -8 .. 8: results are exact */
    GEMV_DATA_COUNT
} gemv_data;

const char *gemv_data_name(gemv_data data);

struct gemv_case
{
    ddblasType_t type, type_of_a;
    ddblasOperation_t trans;
    int64_t m, n, lda, incx, incy;
    int64_t inputs, outputs; /* elements of x and of y */
    union dd_element alpha, beta;
    size_t size, size_a, bytes_A, bytes_x, bytes_y;
    void *A, *x, *y; /* host; y as before the call */
    void *result;    /* host; all of y's array after the call */
    size_t offset;   /* bytes from a 256-byte boundary to each operand on the engine */
    int on_engine;   /* 1: alpha and beta in the engine's memory */
};

/* All arrays hold NaN. m and n may be 0. A has the type of the routine, or D for ddblasWgemvEx. */
struct gemv_case *gemv_case_new(ddblasType_t type, ddblasType_t type_of_a, ddblasOperation_t trans, int64_t m, int64_t n,
                                int64_t incx, int64_t incy, int64_t pad);
void gemv_case_free(struct gemv_case *c);

/* Fills what the routine may read, scalars included. */
void gemv_case_fill(struct gemv_case *c, struct dd_random *g, gemv_data data);
/* alpha and beta as small integers. */
void gemv_case_scalars(struct gemv_case *c, double alpha, double beta);

/* Elements: x_t, component i of a vector y, and op(A)(i, t). */
void *gemv_case_x(const struct gemv_case *c, int64_t t);
void *gemv_case_y(const struct gemv_case *c, const void *y, int64_t i);
void *gemv_case_a(const struct gemv_case *c, int64_t i, int64_t t);

/* The call with engine pointers, of any type; ddblasWgemvEx if the types differ. */
ddblasStatus_t gemv_call(ddblasHandle_t h, ddblasType_t type, ddblasType_t type_of_a, ddblasOperation_t trans, int64_t m,
                         int64_t n, const void *alpha, const void *A, int64_t lda, const void *x, int64_t incx, const void *beta,
                         void *y, int64_t incy);

/* Copies to the engine, calls, copies back. A and x must come back as they were and nothing of y
 * outside its elements may change, otherwise the test fails. */
ddblasStatus_t gemv_case_run(ddblasHandle_t h, struct gemv_case *c);

/* The error of component i over |alpha| |op(A)| |x| + |beta| |y|, in units of the type, and the
 * bound in the same unit, from bounds.def. Where `absolute` > 0, that many 2^-1074 are taken from
 * the error first. */
double gemv_case_error(const struct gemv_case *c, int64_t i, double absolute);
double gemv_case_bound(const struct gemv_case *c);

/* The real part of the exact component i, rounded to double. */
double gemv_case_value(const struct gemv_case *c, int64_t i);

/* Runs and judges all components of short results, `samples` of longer ones; fails beyond the
 * bound. Returns the largest error. */
double gemv_case_judge(ddblasHandle_t h, struct gemv_case *c, struct dd_random *g, int64_t samples, const char *what,
                       uint64_t seed);

#endif
