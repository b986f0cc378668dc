/*
 * One call of lange, lansy or lanhe under test, of any type: a matrix in a host array that is
 * poisoned wherever the routine has no business, the call on the engine under test, and the
 * judgement.
 */
#ifndef DD_VALIDATION_NORM_CASE_H
#define DD_VALIDATION_NORM_CASE_H

#include <stddef.h>

#include <dd/ddblas.h>

#include "case.h"
#include "oracle_norm.h"

typedef enum norm_kind
{
    NORM_GENERAL,
    NORM_SYMMETRIC,
    NORM_HERMITIAN, /* complex types only */
    NORM_KINDS
} norm_kind;

/* The data of a case. */
typedef enum norm_data
{
    NORM_UNIFORM, /* full-length numbers, exponents -4 .. 0 */
    NORM_WIDE,    /* exponents up to +-150 (S, C: +-15) */
    NORM_EXTREME, /* exponents over nearly the whole range of the type: squares leave it */
    NORM_TINY,    /* exponents at the lower end of the range: all squares are 0 or subnormal */
    NORM_HUGE,    /* exponents near the upper end: squares overflow, and norms of large matrices too */
    NORM_INTEGER, /* integers -8 .. 8 */
    NORM_DATA_COUNT
} norm_data;

struct norm_case
{
    ddblasType_t type, real;
    ddblasNorm_t norm;
    norm_kind kind;
    ddblasFillMode_t uplo;
    int64_t m, n, lda;
    size_t size, bytes_A;
    void *A;
    union dd_element result; /* the result of the last run */
    size_t offset;           /* bytes from a 256-byte boundary to A on the engine */
    int on_engine;           /* 1: the result in the engine's memory */
};

/* Every norm, routine, triangle and type, as a number. */
enum
{
    NORM_NORMS = DDBLAS_NORM_FROBENIUS + 1,
    NORM_ROUTINES = 5, /* lange, and lansy and lanhe with either triangle */
    NORM_FORMS = NORM_NORMS * NORM_ROUTINES * DDBLAS_TYPE_ALL_COUNT
};

/* The array holds NaN. m and n may be 0; m is n for symmetric kinds. */
struct norm_case *norm_case_new(ddblasType_t type, ddblasNorm_t norm, norm_kind kind, ddblasFillMode_t uplo, int64_t m, int64_t n,
                                int64_t pad);
/* A case of form `k`, modulo the number of forms; null where a real type has no Hermitian
 * matrices. */
struct norm_case *norm_case_of(int64_t k, int64_t m, int64_t n, int64_t pad);
void norm_case_free(struct norm_case *c);

/* Fills what the routine may read. */
void norm_case_fill(struct norm_case *c, struct dd_random *g, norm_data data);

/* 1 if element (i, j) is stored; the element. */
int norm_case_has(const struct norm_case *c, int64_t i, int64_t j);
void *norm_case_at(const struct norm_case *c, int64_t i, int64_t j);

/* The call with pointers of the engine. */
ddblasStatus_t norm_call(ddblasHandle_t h, ddblasType_t type, ddblasNorm_t norm, norm_kind kind, ddblasFillMode_t uplo, int64_t m,
                         int64_t n, const void *A, int64_t lda, void *result);

/* Copies to the engine, calls, copies back. A and all bytes around the result must not change,
 * otherwise the test fails. */
ddblasStatus_t norm_case_run(ddblasHandle_t h, struct norm_case *c);

/* The problem for the oracle, the error of the last result in units of the type, and the bound. */
struct dd_norm_problem norm_case_problem(const struct norm_case *c);
double norm_case_error(const struct norm_case *c);
double norm_case_bound(const struct norm_case *c);

/* Prints the options of the call to standard error. */
void norm_case_describe(const struct norm_case *c);

/* Runs and judges: by the bound, or if the norm is beyond the range of the type, by Inf. Returns
 * the error. */
double norm_case_judge(ddblasHandle_t h, struct norm_case *c, const char *what, uint64_t seed);

#endif
