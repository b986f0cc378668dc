/*
 * One call under test of a routine of dd/rank.h, in any type: operands in host arrays that are
 * poisoned wherever the routine has no business, the call on the engine under test, and the
 * judgement. ger in W has tests of its own in t_ger.c.
 */
#ifndef DD_VALIDATION_RANK_CASE_H
#define DD_VALIDATION_RANK_CASE_H

#include <stddef.h>

#include <dd/ddblas.h>

#include "case.h"
#include "terms.h"

enum rank_routine
{
    RANK_GER, /* geru of complex types */
    RANK_GERC,
    RANK_SYR,
    RANK_HER,
    RANK_SYR2,
    RANK_HER2,
    RANK_SPR,
    RANK_HPR,
    RANK_SPR2,
    RANK_HPR2,
    RANK_ROUTINES
};

/* Facts that hold for all types: the positions of the arguments in the prototype, 0 for those that
 * a routine does not have. */
struct rank_traits
{
    const char *name;
    int types; /* the types that offer the routine, a mask of types.def */
    int two_products, conjugate, hermitian, packed, real_alpha;
    int uplo, m, n, alpha, x, incx, y, incy, A, lda;
};
extern const struct rank_traits rank_traits[RANK_ROUTINES];

/* 1 when the type offers the routine. */
int rank_offers(enum rank_routine routine, ddblasType_t type);

/* The data of a case. */
typedef enum rank_data
{
    RANK_UNIFORM, /* full-length numbers, exponents -4 .. 0 */
    RANK_WIDE,    /* x, y over 2^+-100, A over 2^+-200; in S and C 2^+-10 and 2^+-20 */
    RANK_INTEGER, /* small integers: results are exact */
    RANK_DATA_COUNT
} rank_data;

struct rank_args
{
    ddblasFillMode_t uplo;
    int64_t m, n;
    const void *alpha, *x;
    int64_t incx;
    const void *y;
    int64_t incy;
    void *A;
    int64_t lda;
};

ddblasStatus_t rank_call(ddblasHandle_t h, enum rank_routine routine, ddblasType_t type, struct rank_args a);

struct rank_case
{
    enum rank_routine routine;
    const struct rank_traits *traits;
    ddblasType_t type, type_of_alpha;
    ddblasFillMode_t uplo;
    int64_t m, n, incx, incy, lda;
    size_t size, bytes_x, bytes_y, bytes_A;
    union dd_element alpha;
    void *x, *y, *A; /* host; A as before the call. y is x for routines of one vector */
    void *result;    /* host; all of A's array after the call */
    size_t offset;   /* bytes from a 256-byte boundary to each operand on the engine */
    int on_engine;   /* 1: alpha in the engine's memory */
};

/* All arrays hold NaN. Routines of a square matrix take n only. */
struct rank_case *rank_case_new(enum rank_routine routine, ddblasType_t type, ddblasFillMode_t uplo, int64_t m, int64_t n,
                                int64_t incx, int64_t incy, int64_t pad);
void rank_case_free(struct rank_case *c);

/* Fills what the routine may read, alpha included. The imaginary parts of a Hermitian diagonal stay
 * NaN. */
void rank_case_fill(struct rank_case *c, struct dd_random *g, rank_data data);

/* Elements of the case, counted by BLAS's rule, and whether (i, j) is stored. */
void *rank_case_x(const struct rank_case *c, int64_t i);
void *rank_case_y(const struct rank_case *c, int64_t j);
void *rank_case_a(const struct rank_case *c, void *array, int64_t i, int64_t j);
int rank_case_stored(const void *c, int64_t i, int64_t j);

/* Copies to the engine, calls, copies back. x and y must come back as they were and what is not
 * stored must not change, otherwise the test fails. */
ddblasStatus_t rank_case_run(ddblasHandle_t h, struct rank_case *c);

/* The error of element (i, j) of the result over the sum of moduli that dd/rank.h names, in units
 * of the type, and the bound in the same unit, from bounds.def. */
double rank_case_error(const struct rank_case *c, int64_t i, int64_t j);
double rank_case_bound(const struct rank_case *c);

/* Runs and judges all elements of small results, `samples` of larger ones; fails beyond the bound.
 * Returns the largest error. */
double rank_case_judge(ddblasHandle_t h, struct rank_case *c, struct dd_random *g, int64_t samples, const char *what,
                       uint64_t seed);

#endif
