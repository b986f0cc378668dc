/*
 * One call of laswp under test, of any type: a matrix and indices in host arrays, the call on the
 * engine under test, and the expected matrix, made by exchanging rows one by one.
 */
#ifndef DD_VALIDATION_LASWP_CASE_H
#define DD_VALIDATION_LASWP_CASE_H

#include <stddef.h>

#include <dd/ddblas.h>

#include "case.h"

typedef enum laswp_pivots
{
    LASWP_ANY,     /* any row */
    LASWP_BELOW,   /* row i or one below it, as in an LU factorisation */
    LASWP_FEW,     /* one of three rows, so that most exchanges meet a row that has moved */
    LASWP_OUTSIDE, /* a third of the indices is outside 1 .. lda */
    LASWP_PIVOTS_COUNT
} laswp_pivots;

struct laswp_case
{
    ddblasType_t type;
    int64_t rows, n, lda, k1, k2, incx;
    size_t size, bytes_A, bytes_ipiv;
    void *A, *result, *expected; /* host; A as before the call */
    int64_t *ipiv;               /* entries that are not read are legal rows */
    size_t offset;               /* bytes from a 256-byte boundary to A on the engine */
};

/* A random matrix of so many rows, padding included, and no indices yet. */
struct laswp_case *laswp_case_new(ddblasType_t type, int64_t rows, int64_t n, int64_t k1, int64_t k2, int64_t incx, int64_t pad,
                                  struct dd_random *g);
void laswp_case_free(struct laswp_case *c);

/* Fills the indices, and the expected matrix. */
void laswp_case_fill(struct laswp_case *c, struct dd_random *g, laswp_pivots pivots);

/* The call with pointers of the engine. */
ddblasStatus_t laswp_call(ddblasHandle_t h, ddblasType_t type, int64_t n, void *A, int64_t lda, int64_t k1, int64_t k2,
                          const int64_t *ipiv, int64_t incx);

/* Copies to the engine, calls, copies back. Indices and bytes around the operands must not change,
 * otherwise the test fails. */
ddblasStatus_t laswp_case_run(ddblasHandle_t h, struct laswp_case *c);

/* Runs, and fails unless the whole array is the expected one. */
void laswp_case_judge(ddblasHandle_t h, struct laswp_case *c, const char *what);

#endif
