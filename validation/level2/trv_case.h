/*
 * One call of trmv or trsv under test: operands in host arrays that are poisoned wherever the
 * routine has no business, the call on the engine under test, and the judgement.
 */
#ifndef DD_VALIDATION_TRV_CASE_H
#define DD_VALIDATION_TRV_CASE_H

#include <stddef.h>

#include <dd/ddblas.h>

#include "case.h"
#include "terms.h"

/* The data of a case. */
typedef enum trv_data
{
    TRV_UNIFORM, /* full-length numbers, small off the diagonal */
    TRV_WIDE,    /* the same with rows and columns scaled by powers of two, 2^+-100 (S, C: 2^+-10) */
    TRV_GROWTH,  /* numbers of one size; solutions grow and cancel. For n <= 70 */
    TRV_INTEGER, /* small integers, 1 and -1 on the diagonal; the solution consists of integers too */
    TRV_DATA_COUNT
} trv_data;

struct trv_case
{
    int solve; /* 0: trmv, 1: trsv */
    ddblasType_t type;
    ddblasFillMode_t uplo;
    ddblasOperation_t trans;
    ddblasDiagType_t diag;
    int64_t n, lda, incx;
    size_t size, bytes_A, bytes_x;
    void *A, *x;       /* host; x as before the call */
    void *result;      /* host; all of x's array after the call */
    size_t offset;     /* bytes from a 256-byte boundary to each operand on the engine */
    int64_t *integers; /* n complex numbers: the solution for TRV_INTEGER */
};

/* Numbers of combinations of uplo, trans and diag. */
enum
{
    TRV_FORMS = 12
};

/* All arrays hold NaN. n may be 0; form is below TRV_FORMS. */
struct trv_case *trv_case_new(int solve, ddblasType_t type, int form, int64_t n, int64_t incx, int64_t pad);
void trv_case_free(struct trv_case *c);

/* Fills what the routine may read. */
void trv_case_fill(struct trv_case *c, struct dd_random *g, trv_data data);

/* Element i of a vector, the stored element op(A)(i, j), and whether it belongs to the triangle. */
void *trv_case_x(const struct trv_case *c, void *x, int64_t i);
void *trv_case_a(const struct trv_case *c, int64_t i, int64_t j);
int trv_case_stored(const struct trv_case *c, int64_t i, int64_t j);

/* The call with engine pointers. */
ddblasStatus_t trv_call(ddblasHandle_t h, const struct trv_case *c, ddblasFillMode_t uplo, ddblasOperation_t trans,
                        ddblasDiagType_t diag, int64_t n, const void *A, int64_t lda, void *x, int64_t incx);

/* Copies to the engine, calls, copies back. A must come back as it was and nothing of x outside its
 * elements may change, otherwise the test fails. */
ddblasStatus_t trv_case_run(ddblasHandle_t h, struct trv_case *c);

/* The error of component i of a product, or of the residual of a solution, over (|op(A)| |x|)_i in
 * units of the type, and the bound in the same unit, from bounds.def. */
double trv_case_error(const struct trv_case *c, int64_t i);
double trv_case_bound(const struct trv_case *c);

/* Runs and judges all components of short results, `samples` of longer ones; fails beyond the
 * bound. Returns the largest error. */
double trv_case_judge(ddblasHandle_t h, struct trv_case *c, struct dd_random *g, int64_t samples, const char *what,
                      uint64_t seed);

#endif
