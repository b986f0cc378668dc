/*
 * One call of potrf, potrs or posv under test: operands in host arrays that are poisoned wherever
 * the routine has no business, the call on the engine under test, and the judgement.
 */
#ifndef DD_VALIDATION_POTRF_CASE_H
#define DD_VALIDATION_POTRF_CASE_H

#include <stddef.h>

#include <dd/ddblas.h>

#include "case.h"
#include "terms.h"

enum potrf_routine
{
    POTRF_FACTOR,
    POTRF_SOLVE,
    POTRF_BOTH
};

/* Arguments of a call, as the routine gets them; a routine ignores those that it lacks. */
struct potrf_arguments
{
    ddblasFillMode_t uplo;
    int64_t n, nrhs;
    void *A;
    int64_t lda;
    void *B;
    int64_t ldb;
    int64_t *info;
};

struct potrf_case
{
    enum potrf_routine routine;
    ddblasType_t type;
    ddblasFillMode_t uplo;
    int64_t n, nrhs, lda, ldb;
    size_t size, bytes_A, bytes_B;
    void *A, *B;               /* Host, before the call. */
    void *result_A, *result_B; /* Host, after the call. */
    int64_t info;              /* After the call. */
    size_t offset;             /* Bytes from a 256-byte boundary to each matrix on the engine. */
};

/* Leading dimensions `pad` above the least; all arrays hold NaN. */
struct potrf_case *potrf_case_new(enum potrf_routine routine, ddblasType_t type, ddblasFillMode_t uplo, int64_t n, int64_t nrhs,
                                  int64_t pad);
void potrf_case_free(struct potrf_case *c);

/* Element (i, j) of a stored array. */
void *potrf_case_at(const struct potrf_case *c, const void *base, int64_t leading, int64_t i, int64_t j);
/* Writes element (i, j), i >= j, of the Hermitian A or of L into the triangle that is stored. */
void potrf_case_put(struct potrf_case *c, void *base, int64_t i, int64_t j, cuddreal re, cuddreal im);
/* Returns element (i, j), i >= j, of L from such an array. */
struct dd_number potrf_case_lower(const struct potrf_case *c, const void *base, int64_t i, int64_t j);

/* Fills A with a positive definite matrix whose rows and columns are scaled by powers of two up to
 * 2^(+-grade), and with `common` more in all of A; fills B. The imaginary parts of the diagonal
 * stay NaN. A is the sum of as many products as `width` says and of a small multiple of the unit
 * matrix: 2^-40 to 2^-2. */
void potrf_case_fill(struct potrf_case *c, struct dd_random *g, int64_t width, int grade, int common);

ddblasStatus_t potrf_call(ddblasHandle_t h, enum potrf_routine routine, ddblasType_t type, const struct potrf_arguments *a);

/* Copies to the engine, calls, copies back. What the routine only reads must come back as it was,
 * and nothing outside the elements that it computes may change, otherwise the test fails. */
ddblasStatus_t potrf_case_run(ddblasHandle_t h, struct potrf_case *c);

/* The error of the factor at (i, j), i >= j: |A - L L^H| over |L| |L^H|, in units of the type. */
double potrf_case_error(const struct potrf_case *c, int64_t i, int64_t j);
/* The residual |A X - B| at (i, j) of the solution, over |L| |L^H| |X|. L is the factor that the
 * call read or computed, A the matrix before the call, or `original` where the call got L. */
double potrf_case_residual(const struct potrf_case *c, const struct potrf_case *original, int64_t i, int64_t j);
/* The bounds of both in the same unit, from bounds.def. */
double potrf_case_bound(const struct potrf_case *c);
double potrf_case_residual_bound(const struct potrf_case *c);

/* Runs and judges `samples` random elements of the columns of L before the one that fails, or all
 * of them if there are fewer. Returns the largest error. */
double potrf_case_judge(ddblasHandle_t h, struct potrf_case *c, struct dd_random *g, int64_t samples, const char *what,
                        uint64_t seed);
/* Judges such a number of elements of the solution of a call that has run. */
double potrf_case_judge_solution(const struct potrf_case *c, const struct potrf_case *original, struct dd_random *g,
                                 int64_t samples, const char *what, uint64_t seed);

/* The workspace that the queries give for the call. */
size_t potrf_case_workspace(ddblasHandle_t h, const struct potrf_case *c);

#endif
