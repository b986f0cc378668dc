/*
 * One call of trtri, potri or getri under test: operands in host arrays that are poisoned wherever
 * the routine has no business, the call on the engine under test, and the judgement.
 */
#ifndef DD_VALIDATION_INVERSE_CASE_H
#define DD_VALIDATION_INVERSE_CASE_H

#include <stddef.h>

#include <dd/ddblas.h>
#include <dd/inverse.h>

#include "case.h"
#include "terms.h"

enum inverse_routine
{
    INVERSE_TRTRI,
    INVERSE_POTRI,
    INVERSE_GETRI,         /* C is not A. */
    INVERSE_GETRI_IN_PLACE /* C is A. */
};

/* Arguments of a call, as the routine gets them; a routine ignores those that it lacks. */
struct inverse_arguments
{
    ddblasFillMode_t uplo;
    ddblasDiagType_t diag;
    int64_t n;
    void *A;
    int64_t lda;
    int64_t *ipiv;
    void *C;
    int64_t ldc;
    int64_t *info;
};

struct inverse_case
{
    enum inverse_routine routine;
    ddblasType_t type;
    ddblasFillMode_t uplo;
    ddblasDiagType_t diag;
    int64_t n, lda, ldc;
    size_t size, bytes_A, bytes_C;
    void *A;        /* Host: the triangle, or the factors. */
    void *C;        /* Host: C before the call, a copy of A if the call works in place. */
    void *result;   /* Host: C after the call. */
    void *original; /* getri: the matrix of which A has the factors; leading dimension lda. */
    int64_t *ipiv, info;
    size_t offset; /* Bytes from a 256-byte boundary to each matrix on the engine. */
};

/* Leading dimensions `pad` above the least; all arrays hold NaN. diag is of trtri only. */
struct inverse_case *inverse_case_new(enum inverse_routine routine, ddblasType_t type, ddblasFillMode_t uplo,
                                      ddblasDiagType_t diag, int64_t n, int64_t pad);
void inverse_case_free(struct inverse_case *c);

/* Element (i, j) of a stored array. */
void *inverse_case_at(const struct inverse_case *c, const void *base, int64_t leading, int64_t i, int64_t j);
/* Sets element (i, j) of A, and loads that of the result. */
void inverse_case_put(struct inverse_case *c, int64_t i, int64_t j, cuddreal re, cuddreal im);
struct dd_number inverse_case_result(const struct inverse_case *c, int64_t i, int64_t j);
/* 1 if the call writes element (i, j). */
int inverse_case_writes(const struct inverse_case *c, int64_t i, int64_t j);

/* Fills A with a random triangle, rows and columns scaled by powers of two up to 2^(+-grade);
 * potri's has a positive diagonal; with a unit diagonal the scales of columns are the inverses of
 * those of the rows. For getri: fills the original, and the engine factors it. */
void inverse_case_fill(ddblasHandle_t h, struct inverse_case *c, struct dd_random *g, int grade);

ddblasStatus_t inverse_call(ddblasHandle_t h, enum inverse_routine routine, ddblasType_t type, const struct inverse_arguments *a);

/* Copies to the engine, calls, copies back. What the routine only reads must come back as it was,
 * and nothing outside the elements that it computes may change, otherwise the test fails. */
ddblasStatus_t inverse_case_run(ddblasHandle_t h, struct inverse_case *c);

/* The error of element (i, j) in units of the type, and its bound from bounds.def. trtri, getri:
 * that of X A - I; potri: that of X against Y^H Y, Y the result of `inverse`, a case of trtri with
 * the same triangle. */
double inverse_case_error(const struct inverse_case *c, const struct inverse_case *inverse, int64_t i, int64_t j);
double inverse_case_bound(const struct inverse_case *c);

/* Runs and judges `samples` random elements, or all if there are fewer. Returns the largest
 * error. */
double inverse_case_judge(ddblasHandle_t h, struct inverse_case *c, struct dd_random *g, int64_t samples, const char *what,
                          uint64_t seed);

/* The workspace that the query gives for the call. */
size_t inverse_case_workspace(ddblasHandle_t h, const struct inverse_case *c);

#endif
