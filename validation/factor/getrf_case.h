/*
 * One call of getrf, getrs or gesv under test: operands in host arrays that are poisoned wherever
 * the routine has no business, the call on the engine under test, and the judgement.
 */
#ifndef DD_VALIDATION_GETRF_CASE_H
#define DD_VALIDATION_GETRF_CASE_H

#include <stddef.h>

#include <dd/ddblas.h>

#include "case.h"
#include "terms.h"

enum getrf_routine
{
    GETRF_FACTOR,
    GETRF_SOLVE,
    GETRF_BOTH
};

/* Arguments of a call, as the routine gets them; a routine ignores those that it lacks. */
struct getrf_arguments
{
    ddblasOperation_t trans;
    int64_t m, n, nrhs;
    void *A;
    int64_t lda;
    int64_t *ipiv;
    void *B;
    int64_t ldb;
    int64_t *info;
};

struct getrf_case
{
    enum getrf_routine routine;
    ddblasType_t type;
    ddblasOperation_t trans;
    int64_t m, n, nrhs, lda, ldb;
    size_t size, bytes_A, bytes_B;
    void *A, *B;               /* Host, before the call. */
    void *result_A, *result_B; /* Host, after the call. */
    int64_t *ipiv;             /* min(m, n) pivots: given to getrs, after the call of the others. */
    int64_t info;              /* After the call. */
    size_t offset;             /* Bytes from a 256-byte boundary to each matrix on the engine. */
};

/* Leading dimensions `pad` above the least; all arrays hold NaN. gesv and getrs have m = n. */
struct getrf_case *getrf_case_new(enum getrf_routine routine, ddblasType_t type, ddblasOperation_t trans, int64_t m, int64_t n,
                                  int64_t nrhs, int64_t pad);
void getrf_case_free(struct getrf_case *c);

/* Element (i, j) of a stored array. */
void *getrf_case_at(const struct getrf_case *c, const void *base, int64_t leading, int64_t i, int64_t j);
void getrf_case_put(struct getrf_case *c, int64_t i, int64_t j, double re, double im);

/* Fills A with random numbers, rows and columns scaled by powers of two up to 2^(+-grade), and with
 * `common` more in all of A; fills B. */
void getrf_case_fill(struct getrf_case *c, struct dd_random *g, int grade, int common);

ddblasStatus_t getrf_call(ddblasHandle_t h, enum getrf_routine routine, ddblasType_t type, const struct getrf_arguments *a);

/* Copies to the engine, calls, copies back. What the routine only reads must come back as it was,
 * and nothing outside the elements that it computes may change, otherwise the test fails. */
ddblasStatus_t getrf_case_run(ddblasHandle_t h, struct getrf_case *c);

/* The row of A from which row i of P A comes; `rows` gets m numbers. Fails unless the pivots lie in
 * i + 1 ... m. */
void getrf_case_rows(const struct getrf_case *c, int64_t *rows);

/* The error |P A - L U| of the factors at (i, j) over |L| |U|, in units of the type. */
double getrf_case_error(const struct getrf_case *c, const int64_t *rows, int64_t i, int64_t j);
/* The residual |op(A) X - B| at (i, j) of the solution, over op(P^T |L| |U|) |X|. The factors are
 * those that the call read or computed, A the matrix before the call, or `original` where the call
 * got the factors. */
double getrf_case_residual(const struct getrf_case *c, const struct getrf_case *original, const int64_t *rows, int64_t i,
                           int64_t j);
/* The bounds of both in the same unit, from bounds.def. */
double getrf_case_bound(const struct getrf_case *c);
double getrf_case_residual_bound(const struct getrf_case *c);

/* Runs and judges `samples` random elements of P A - L U, or all of them if there are fewer; fails
 * if an element of L exceeds 1, in U sqrt 2. Returns the largest error. */
double getrf_case_judge(ddblasHandle_t h, struct getrf_case *c, struct dd_random *g, int64_t samples, const char *what,
                        uint64_t seed);
/* Judges such a number of elements of the solution of a call that has run. */
double getrf_case_judge_solution(const struct getrf_case *c, const struct getrf_case *original, struct dd_random *g,
                                 int64_t samples, const char *what, uint64_t seed);

/* The workspace that the queries give for the call. */
size_t getrf_case_workspace(ddblasHandle_t h, const struct getrf_case *c);

#endif
