/*
 * One call of symv or hemv under test: operands in host arrays that are poisoned wherever the
 * routine has no business, the call on the engine under test, and the judgement.
 */
#ifndef DD_VALIDATION_SYMV_CASE_H
#define DD_VALIDATION_SYMV_CASE_H

#include <stddef.h>

#include <dd/ddblas.h>

#include "case.h"
#include "generators.h"
#include "oracle.h"

/* All routines. */
struct symv_routine
{
    const char *name;
    ddblasType_t type;
    int hermitian;
};
enum
{
    SYMV_ROUTINES = 9
};
extern const struct symv_routine symv_routines[SYMV_ROUTINES];

struct symv_case
{
    const struct symv_routine *routine;
    ddblasFillMode_t uplo;
    int64_t n, lda, incx, incy;
    union dd_element alpha, beta;
    size_t size, bytes_A, bytes_x, bytes_y;
    void *A, *x, *y; /* host; y as before the call */
    void *result;    /* host; all of y's array after the call */
    size_t offset;   /* bytes from a 256-byte boundary to each operand on the engine */
};

/* All arrays hold NaN; result a copy of y. */
struct symv_case *symv_case_new(const struct symv_routine *routine, ddblasFillMode_t uplo, int64_t n, int64_t lda, int64_t incx,
                                int64_t incy);
void symv_case_free(struct symv_case *c);

/* Fills what the routine may read, scalars included; imaginary parts of a Hermitian diagonal stay
 * NaN. */
void symv_case_generate(struct symv_case *c, struct dd_random *g, dd_generator kind, double condition);

/* alpha and beta as small integers. */
void symv_case_scalars(struct symv_case *c, double alpha, double beta);

/* The call with engine pointers. */
ddblasStatus_t symv_call(ddblasHandle_t h, const struct symv_routine *routine, ddblasFillMode_t uplo, int64_t n,
                         const void *alpha, const void *A, int64_t lda, const void *x, int64_t incx, const void *beta, void *y,
                         int64_t incy);

/* Copies to the engine, calls, copies back. A and x must come back as they were and nothing of y
 * outside its n elements may change, otherwise the test fails. */
ddblasStatus_t symv_case_run(ddblasHandle_t h, struct symv_case *c);

/* The largest scaled error of the result, in units of the type. */
double symv_case_error(const struct symv_case *c);
struct dd_symv_problem symv_case_problem(const struct symv_case *c);

/* The bound in the same unit, from bounds.def. */
double symv_case_bound(const struct symv_case *c);

/* Runs and judges; prints and fails beyond the bound, prints an alarm beyond 4 sqrt(n) + 8. Returns
 * the error. */
double symv_case_judge(ddblasHandle_t h, struct symv_case *c, const char *what, uint64_t seed);

/* Element i of a vector of the case counted by BLAS's rule. */
void *symv_case_at(const struct symv_case *c, void *vector, int64_t i, int64_t inc);

#endif
