/*
 * One call of gesvStridedBatched, potrfStridedBatched or potrsStridedBatched under test. Members
 * are filled and judged by the cases of the single routines.
 */
#ifndef DD_VALIDATION_BATCH_CASE_H
#define DD_VALIDATION_BATCH_CASE_H

#include <stddef.h>

#include <dd/ddblas.h>
#include <dd/factor_batched.h>

#include "../getrf_case.h"
#include "../potrf_case.h"

enum batch_routine
{
    BATCH_GESV,
    BATCH_POTRF,
    BATCH_POTRS
};

/* Arguments of a call, as the routine gets them; a routine ignores those that it lacks. */
struct batch_arguments
{
    ddblasFillMode_t uplo;
    int64_t n, nrhs;
    void *A;
    int64_t lda, stride_a;
    int64_t *ipiv, stride_pivots;
    void *B;
    int64_t ldb, stride_b;
    int64_t *info, count;
};

struct batch_case
{
    enum batch_routine routine;
    ddblasType_t type;
    ddblasFillMode_t uplo;
    int64_t n, nrhs, pad, lda, ldb, stride_a, stride_b, stride_pivots, count;
    size_t size, bytes_A, bytes_B, bytes_pivots;
    void *A, *B;               /* Host, before the call. */
    void *result_A, *result_B; /* Host, after the call. */
    void *original;            /* potrs: the matrices of which A has the factors. */
    int64_t *ipiv, *info;      /* After the call. */
    int failing_allocation;    /* If not 0, this allocation of the call fails. */
};

/* Leading dimensions and strides above the least by `pad` and more; all arrays hold NaN. */
struct batch_case *batch_case_new(enum batch_routine routine, ddblasType_t type, ddblasFillMode_t uplo, int64_t n, int64_t nrhs,
                                  int64_t count, int64_t pad);
void batch_case_free(struct batch_case *c);

/* Sets element (i, j) of a member's A or B. */
void batch_case_put_a(struct batch_case *c, int64_t member, int64_t i, int64_t j, double re, double im);
void batch_case_put_b(struct batch_case *c, int64_t member, int64_t i, int64_t j, double re, double im);
/* Element (i, j) of a member's solution, and of its lower Cholesky factor. */
struct dd_number batch_case_solution(const struct batch_case *c, int64_t member, int64_t i, int64_t j);
struct dd_number batch_case_factor(const struct batch_case *c, int64_t member, int64_t i, int64_t j);

/* Fills A and B with random numbers, rows and columns scaled by powers of two up to 2^(+-grade). */
void batch_case_fill(struct batch_case *c, struct dd_random *g, int grade);
/* Makes the results of potrf the factors of potrs; sizes and pads agree. B is copied too. */
void batch_case_take_factors(struct batch_case *c, const struct batch_case *potrf);
/* A case of one member with the same operands, and other strides. */
struct batch_case *batch_case_of_member(const struct batch_case *c, int64_t member);

ddblasStatus_t batch_call(ddblasHandle_t h, enum batch_routine routine, ddblasType_t type, const struct batch_arguments *a);

/* Copies to the engine, calls, copies back. What the routine only reads must come back as it was,
 * and nothing outside the elements that it computes may change, otherwise the test fails. */
ddblasStatus_t batch_case_run(ddblasHandle_t h, struct batch_case *c);

/* Fails unless info is 0 and `samples` random elements of the factors and the solution of each
 * member are within the bounds of the single routines. Returns the largest error. */
double batch_case_judge(const struct batch_case *c, struct dd_random *g, int64_t samples, uint64_t seed);

/* Fails unless the results of a member are those in A and B, copies of results of another run. */
void batch_case_assert_member(const struct batch_case *c, int64_t member, const void *A, const void *B);
/* Fails unless two members of two cases have the same results. */
void batch_case_assert_equal(const struct batch_case *c, int64_t member, const struct batch_case *d, int64_t other);
/* Fails unless gesv or potrf for the member alone, a routine of dd/factor.h, gives its results. */
void batch_case_assert_single(ddblasHandle_t h, const struct batch_case *c, int64_t member);

#endif
