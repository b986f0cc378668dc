/*
 * One call of an expert driver under test: a system of refine_case.h in any of the six types, the
 * call on the engine under test, and the judgement of what it returns against MPFR and exact sums.
 */
#ifndef DD_VALIDATION_EXPERT_CASE_H
#define DD_VALIDATION_EXPERT_CASE_H

#include <dd/ddblas.h>

#include "../refine_case.h"

struct expert_case
{
    ddblasType_t type;
    int positive;
    ddblasFact_t fact;
    ddblasFillMode_t uplo;
    ddblasOperation_t trans;
    int64_t n, nrhs, lda;
    size_t size, bytes_A, bytes_F, bytes_B;
    struct system s; /* A, B and X as pairs, all of A, in the precision of the type. */
    /* Host memory: what the call gets and what it leaves. The leading dimension of A is n + 1, that
     * of the others n. R has ones in front of n factors, for alignment. */
    void *A, *F, *B, *X;
    int64_t *ipiv;
    ddblasEquilibration_t equed;
    double *R, *C;
    ddblasExpertReport_t report;
    double *ferr, *berr;
    int argument; /* Position of the argument that the call refuses. */
};

/* A system of zeros, for gesvx, or posvx if positive. */
struct expert_case *expert_case_new(ddblasType_t type, int positive, int64_t n, int64_t nrhs);
void expert_case_free(struct expert_case *c);

/* Rounds the numbers of the system to the type, and writes them to A and B; F, ipiv, R, C and X
 * become NaN, as do elements of A that no routine may read. */
void expert_case_write(struct expert_case *c);

/* Arguments of a call, in the engine's memory. */
struct expert_arguments
{
    void *A, *F, *B, *X;
    int64_t *ipiv;
    double *R, *C;
};
/* gesvx or posvx, and gerfs or porfs. */
ddblasStatus_t expert_drive(ddblasHandle_t handle, struct expert_case *c, const struct expert_arguments *a);
ddblasStatus_t expert_refine(ddblasHandle_t handle, struct expert_case *c, const struct expert_arguments *a);

/* The call in memory of the engine; reads X into the system. What must not change must come back as
 * it was: A unless the call equilibrates it, B unless it is scaled, the factors if they are given,
 * padding and the other triangle. */
ddblasStatus_t expert_run_on(ddblasHandle_t handle, struct expert_case *c, int refines);

/* Fails if ferr is below a true error, or if berr is not the backward error up to (n + 8) u.
 * Returns the largest ferr. */
double expert_check(const struct expert_case *c, const char *what);

#endif
