/*
 * One call under test of a routine of dd/compact.h, in any type: operands in host arrays that are
 * poisoned wherever the routine has no business, the call on the engine under test, and the
 * judgement.
 */
#ifndef DD_VALIDATION_COMPACT_CASE_H
#define DD_VALIDATION_COMPACT_CASE_H

#include <stddef.h>

#include <dd/ddblas.h>

#include "case.h"
#include "terms.h"

enum compact_routine
{
    COMPACT_GBMV,
    COMPACT_SBMV, /* hbmv of complex types */
    COMPACT_SPMV, /* hpmv */
    COMPACT_TBMV,
    COMPACT_TPMV,
    COMPACT_TBSV,
    COMPACT_TPSV,
    COMPACT_ROUTINES
};

/* The positions of the arguments in the prototype, 0 for those that a routine does not have. ku is
 * the number of diagonals k where there is one. */
struct compact_traits
{
    const char *name;
    int packed, symmetric, triangular, solve;
    int trans, uplo, diag, m, n, kl, ku, alpha, A, lda, x, incx, beta, y, incy;
};
extern const struct compact_traits compact_traits[COMPACT_ROUTINES];

/* The data of a case. Triangular matrices have small elements off the diagonal. */
typedef enum compact_data
{
    COMPACT_UNIFORM, /* full-length numbers, exponents -4 .. 0 */
    COMPACT_WIDE,    /* x, y over 2^+-100, A over 2^+-200; in S and C 2^+-10 and 2^+-20 */
    COMPACT_INTEGER, /* small integers: results are exact */
    COMPACT_DATA_COUNT
} compact_data;

struct compact_args
{
    ddblasOperation_t trans;
    ddblasFillMode_t uplo;
    ddblasDiagType_t diag;
    int64_t m, n, kl, ku;
    const void *alpha, *A;
    int64_t lda;
    const void *x;
    int64_t incx;
    const void *beta;
    void *y; /* x of triangular routines */
    int64_t incy;
};

ddblasStatus_t compact_call(ddblasHandle_t h, enum compact_routine routine, ddblasType_t type, struct compact_args a);

/* Numbers of combinations of trans, uplo and diag. */
enum
{
    COMPACT_FORMS = 12
};

struct compact_case
{
    enum compact_routine routine;
    const struct compact_traits *traits;
    ddblasType_t type;
    struct compact_args a; /* with null pointers; kl and ku as the layout has them */
    int64_t inputs, outputs;
    size_t size, bytes_A, bytes_x, bytes_y;
    union dd_element alpha, beta;
    void *A, *x, *y;   /* host; y as before the call. Triangular routines have no x */
    void *result;      /* host; all of y's array after the call */
    int64_t *integers; /* COMPACT_INTEGER: the solution of a system, complex numbers */
    size_t offset;     /* bytes from a 256-byte boundary to each operand on the engine */
    int on_engine;     /* 1: scalars in the engine's memory */
};

/* All arrays hold NaN. Routines of a square matrix take n and, for bands, ku as k. */
struct compact_case *compact_case_new(enum compact_routine routine, ddblasType_t type, int form, int64_t m, int64_t n, int64_t kl,
                                      int64_t ku, int64_t incx, int64_t incy, int64_t pad);
void compact_case_free(struct compact_case *c);

/* Fills what the routine may read. The imaginary parts of a Hermitian diagonal stay NaN. */
void compact_case_fill(struct compact_case *c, struct dd_random *g, compact_data data);

/* Elements of the case. compact_case_stored: element (i, j) of A, not of op(A), is stored. */
void *compact_case_x(const struct compact_case *c, int64_t i);
void *compact_case_y(const struct compact_case *c, void *array, int64_t i);
void *compact_case_a(const struct compact_case *c, int64_t i, int64_t j);
int compact_case_stored(const struct compact_case *c, int64_t i, int64_t j);

/* Copies to the engine, calls, copies back. A and x must come back as they were and nothing of y
 * outside its elements may change, otherwise the test fails. */
ddblasStatus_t compact_case_run(ddblasHandle_t h, struct compact_case *c);

/* The error of component i of the result, or of the residual of a system, over the sum of moduli
 * that dd/compact.h names, in units of the type, and the bound in the same unit, from bounds.def. */
double compact_case_error(const struct compact_case *c, int64_t i);
double compact_case_bound(const struct compact_case *c);

/* Runs and judges all components of short results, `samples` of longer ones; fails beyond the
 * bound. Returns the largest error. */
double compact_case_judge(ddblasHandle_t h, struct compact_case *c, struct dd_random *g, int64_t samples, const char *what,
                          uint64_t seed);

#endif
