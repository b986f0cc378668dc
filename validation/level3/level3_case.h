/*
 * One call of symm, hemm, syrk, herk, syr2k, her2k, trmm or trsm under test: operands in host
 * arrays that are poisoned wherever the routine has no business, the call on the engine under test,
 * and the judgement.
 */
#ifndef DD_VALIDATION_LEVEL3_CASE_H
#define DD_VALIDATION_LEVEL3_CASE_H

#include <stddef.h>

#include <dd/ddblas.h>

#include "case.h"
#include "random.h"
#include "terms.h"

enum level3_kind
{
    LEVEL3_SYMM,
    LEVEL3_SYRK,
    LEVEL3_SYR2K,
    LEVEL3_TRMM,
    LEVEL3_TRSM
};

/* The routines of all types. */
struct level3_routine
{
    const char *name;
    enum level3_kind kind;
    ddblasType_t type;
    int hermitian;
};
enum
{
    LEVEL3_ROUTINES = 39
};
extern const struct level3_routine level3_routines[LEVEL3_ROUTINES];

/* Letters and sizes of a call. What a routine lacks is not looked at: syrk and syr2k have n and k,
 * the others m and n. */
struct level3_shape
{
    ddblasSideMode_t side;
    ddblasFillMode_t uplo;
    ddblasOperation_t trans;
    ddblasDiagType_t diag;
    int64_t m, n, k;
    int in_place; /* trmm: C is B */
};

/* Arguments of a call, scalars included, as the routine gets them. */
struct level3_arguments
{
    struct level3_shape shape;
    const void *alpha, *A, *beta;
    void *B, *C; /* const but for trsm's B */
    int64_t lda, ldb, ldc;
};

struct level3_case
{
    const struct level3_routine *routine;
    struct level3_shape shape;
    int64_t lda, ldb, ldc, order; /* order: of a symmetric or triangular A */
    union dd_element alpha, beta;
    size_t size, bytes_A, bytes_B, bytes_C;
    void *A, *B, *C; /* host, before the call; C is what is written: trsm's B, and B where trmm is in place */
    void *result;    /* host; all of C's array after the call */
    size_t offset;   /* bytes from a 256-byte boundary to each operand on the engine */
    int on_engine;   /* alpha and beta are given in the engine's memory */
};

/* Data of level3_case_fill. */
enum level3_data
{
    LEVEL3_UNIFORM, /* full-length numbers, exponents -10 .. 10; triangles of trsm so that solutions stay in range */
    LEVEL3_GRADED,  /* rows and columns of A scaled over 2^-120 .. 2^120 (S, C: 2^-12 .. 2^12) */
    LEVEL3_INTEGER  /* integers -8 .. 8: exact in every type; not for trsm */
};

/* Leading dimensions `pad` above the least; all arrays hold NaN. */
struct level3_case *level3_case_new(const struct level3_routine *routine, struct level3_shape shape, int64_t pad);
void level3_case_free(struct level3_case *c);

/* Fills what the routine may read and nothing else: of Hermitian matrices the imaginary part of the
 * diagonal stays NaN. */
void level3_case_fill(struct level3_case *c, struct dd_random *g, enum level3_data data);
void level3_case_scalars(struct level3_case *c, double alpha, double beta);

/* Whether an element of a stored m x n array is one that the routine reads or writes: 'A', 'B' or
 * 'C'. */
int level3_case_stored(const struct level3_case *c, char array, int64_t i, int64_t j);
void *level3_case_at(const struct level3_case *c, const void *base, int64_t leading, int64_t i, int64_t j);

/* Returns an operation that the routine knows, by q. */
ddblasOperation_t level3_operation(const struct level3_routine *r, int64_t q);

ddblasStatus_t level3_call(ddblasHandle_t h, const struct level3_routine *routine, const struct level3_arguments *a);

/* Copies to the engine, calls, copies back. A and B must come back as they were and nothing of C
 * outside the elements that are computed may change, otherwise the test fails. */
ddblasStatus_t level3_case_run(ddblasHandle_t h, struct level3_case *c);

/* Error of element (i, j) of the result in units of the type, over the sum of moduli of its
 * definition; of trsm the residual. */
double level3_case_error(const struct level3_case *c, int64_t i, int64_t j);
/* The bound in the same unit, from bounds.def. */
double level3_case_bound(const struct level3_case *c);

/* Runs, and judges all computed elements or `samples` random ones; fails beyond the bound. Returns
 * the largest error. */
double level3_case_judge(ddblasHandle_t h, struct level3_case *c, struct dd_random *g, int64_t samples, const char *what,
                         uint64_t seed);

/* The workspace that the query of the routine gives for the shape. */
ddblasStatus_t level3_workspace(ddblasHandle_t h, const struct level3_routine *routine, const struct level3_shape *shape,
                                size_t *bytes);

#endif
