/*
 * One call of ger under test: operands in host arrays that are poisoned wherever the routine has no
 * business, the call on the engine under test, and the judgement.
 */
#ifndef DD_VALIDATION_GER_CASE_H
#define DD_VALIDATION_GER_CASE_H

#include <stddef.h>

#include <dd/ddblas.h>

#include "case.h"

/* The data of a case. */
typedef enum ger_data
{
    GER_UNIFORM, /* full-length numbers, exponents -4 .. 0 */
    GER_WIDE,    /* x, y over 2^+-150, A over 2^+-300 */
    GER_INTEGER, /* integers -8 .. 8: results are exact */
    GER_CANCEL,  /* A_ij within a few units of -alpha x_i y_j: all but the last digits cancel */
    GER_DATA_COUNT
} ger_data;

const char *ger_data_name(ger_data data);

struct ger_case
{
    int64_t m, n, incx, incy, lda;
    cuddreal alpha;
    size_t bytes_x, bytes_y, bytes_A;
    void *x, *y, *A; /* host; A as before the call */
    void *result;    /* host; all of A's array after the call */
    size_t offset;   /* bytes from a 256-byte boundary to each operand on the engine */
    int on_engine;   /* 1: alpha in the engine's memory */
};

/* All arrays hold NaN. m and n may be 0. */
struct ger_case *ger_case_new(int64_t m, int64_t n, int64_t incx, int64_t incy, int64_t pad);
void ger_case_free(struct ger_case *c);

/* Fills what the routine may read, alpha included. */
void ger_case_fill(struct ger_case *c, struct dd_random *g, ger_data data);

/* Elements of the case, counted by BLAS's rule. */
cuddreal *ger_case_x(const struct ger_case *c, int64_t i);
cuddreal *ger_case_y(const struct ger_case *c, int64_t j);
cuddreal *ger_case_a(const struct ger_case *c, void *array, int64_t i, int64_t j);

/* Copies to the engine, calls, copies back. x and y must come back as they were and the padding of
 * A must not change, otherwise the test fails. */
ddblasStatus_t ger_case_run(ddblasHandle_t h, struct ger_case *c);

/* The error of element (i, j) of the result over |alpha| |x_i| |y_j| + |A_ij|, in units of 2^-104,
 * and the bound in the same unit, from bounds.def. */
double ger_case_error(const struct ger_case *c, int64_t i, int64_t j);
double ger_case_bound(const struct ger_case *c);

/* The value that dd/rank.h defines for element (i, j). */
cuddreal ger_case_defined(const struct ger_case *c, int64_t i, int64_t j);

/* Runs and judges all elements of small results, `samples` of larger ones; prints and fails beyond
 * the bound, and where any element is not the defined one to the bit. Returns the largest error. */
double ger_case_judge(ddblasHandle_t h, struct ger_case *c, struct dd_random *g, int64_t samples, const char *what,
                      uint64_t seed);

#endif
