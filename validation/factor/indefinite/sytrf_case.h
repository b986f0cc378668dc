/*
 * One call of sytrf, sytrs, sysv or sytri, or of their Hermitian relatives, under test: operands in
 * host arrays that are poisoned wherever the routine has no business, the call on the engine under
 * test, and the judgement. Rows i and columns j of the view are counted in the order in which the
 * routine takes the columns: from the last one if the upper triangle is stored.
 */
#ifndef DD_VALIDATION_SYTRF_CASE_H
#define DD_VALIDATION_SYTRF_CASE_H

#include <stddef.h>

#include <dd/ddblas.h>

#include "case.h"
#include "terms.h"

enum sytrf_routine
{
    SYTRF_FACTOR,
    SYTRF_SOLVE,
    SYTRF_BOTH,
    SYTRF_INVERT
};

/* The kinds of matrices: real symmetric, complex symmetric, Hermitian. */
enum sytrf_kind
{
    SYTRF_W,
    SYTRF_U,
    SYTRF_HERMITIAN,
    SYTRF_KINDS
};

/* Arguments of a call, as the routine gets them; a routine ignores those that it lacks. */
struct sytrf_arguments
{
    ddblasFillMode_t uplo;
    int64_t n, nrhs;
    void *A;
    int64_t lda;
    int64_t *ipiv;
    void *B;
    int64_t ldb;
    int64_t *info;
};

struct sytrf_case
{
    enum sytrf_routine routine;
    enum sytrf_kind kind;
    ddblasType_t type;
    ddblasFillMode_t uplo;
    int64_t n, nrhs, lda, ldb;
    size_t size, bytes_A, bytes_B;
    void *A, *B;               /* Host, before the call. */
    void *result_A, *result_B; /* Host, after the call. */
    int64_t *ipiv;             /* n pivots: given to sytrs and sytri, after the call of the others. */
    int64_t info;              /* After the call. */
    size_t offset;             /* Bytes from a 256-byte boundary to each matrix on the engine. */
};

/* Leading dimensions `pad` above the least; all arrays hold NaN. */
struct sytrf_case *sytrf_case_new(enum sytrf_routine routine, enum sytrf_kind kind, ddblasFillMode_t uplo, int64_t n,
                                  int64_t nrhs, int64_t pad);
void sytrf_case_free(struct sytrf_case *c);

/* The row of the caller's matrix that is row i of the view, from 0. */
int64_t sytrf_case_row(const struct sytrf_case *c, int64_t i);
/* Element (i, j) of the view, i >= j, of an array like A. */
void *sytrf_case_at(const struct sytrf_case *c, const void *base, int64_t i, int64_t j);
void sytrf_case_put(struct sytrf_case *c, int64_t i, int64_t j, double re, double im);

/* Fills A with random numbers, rows and columns scaled by powers of two up to 2^(+-grade), and with
 * `common` more in all of A; fills B. Diagonal elements have `diagonal` added to their exponents:
 * far below 0 all pivots are of order 2, far above 0 they are of order 1. The imaginary parts of a
 * Hermitian diagonal stay NaN. */
void sytrf_case_fill(struct sytrf_case *c, struct dd_random *g, int grade, int common, int diagonal);

ddblasStatus_t sytrf_call(ddblasHandle_t h, enum sytrf_routine routine, enum sytrf_kind kind, const struct sytrf_arguments *a);

/* Copies to the engine, calls, copies back. What the routine only reads must come back as it was,
 * and nothing outside the elements that it computes may change, otherwise the test fails. */
ddblasStatus_t sytrf_case_run(ddblasHandle_t h, struct sytrf_case *c);

/* The factors of a case as P A P^T = L D L^T, in the view: rows[i] is the row of A that has come to
 * row i, order[i] is 1, or 2 and 0 for the rows of a block of D of order 2. */
struct sytrf_factors
{
    int64_t n, *rows;
    int *order;
    struct dd_number *L, *D, *below; /* D(i, i), and D(i + 1, i) where order[i] is 2. */
};
/* Fails if the pivots are not those of a factorisation. */
struct sytrf_factors sytrf_case_factors(const struct sytrf_case *c);
void sytrf_factors_free(struct sytrf_factors f);

/* Element (i, j) of the symmetric or Hermitian matrix whose triangle is in `base`, in the view. */
struct dd_number sytrf_case_symmetric(const struct sytrf_case *c, const void *base, int64_t i, int64_t j);
/* moduli = |L| |D| |L^T|, n x n, to a few units of rounding of double. */
void sytrf_case_moduli(const struct sytrf_case *c, const struct sytrf_factors *f, double *moduli);

/* The error at (i, j), i >= j: |P A P^T - L D L^T| over |L| |D| |L^T|, in units of the type. */
double sytrf_case_error(const struct sytrf_case *c, const struct sytrf_factors *f, int64_t i, int64_t j);
/* The largest |P (A X - B)| in column j of the solution, over |L| |D| |L^T| |P X|. A is the matrix
 * of `original` before its call. */
double sytrf_case_residual(const struct sytrf_case *c, const struct sytrf_case *original, const struct sytrf_factors *f,
                           int64_t j);
/* The bounds of both in the same unit, from bounds.def. */
double sytrf_case_bound(const struct sytrf_case *c);
double sytrf_case_residual_bound(const struct sytrf_case *c);

/* Runs and judges `samples` random elements, or all of them if there are fewer. Returns the largest
 * error. */
double sytrf_case_judge(ddblasHandle_t h, struct sytrf_case *c, struct dd_random *g, int64_t samples, const char *what,
                        uint64_t seed);
/* Judges at most so many columns of the solution of a call that has run. */
double sytrf_case_judge_solution(const struct sytrf_case *c, const struct sytrf_case *original, int64_t columns, const char *what,
                                 uint64_t seed);

/* The workspace that the queries give for the call. */
size_t sytrf_case_workspace(ddblasHandle_t h, const struct sytrf_case *c);

#endif
