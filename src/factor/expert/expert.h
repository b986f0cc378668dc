/*
 * Expert drivers inside the library: the problem and the state of a call. A call of gesvx or posvx
 * solves the system that equilibration leaves,
 *
 *   op(S) y = b,  S = diag(R) A diag(C),
 *
 * and refines y; x is y times C, or R if op is a transpose.
 */
#ifndef DDBLAS_FACTOR_EXPERT_H
#define DDBLAS_FACTOR_EXPERT_H

#include <dd/expert.h>

#include "core/core.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ddblas_expert_problem
{
    ddblasType_t type;
    int positive; /* porfs and posvx. */
    int drives;   /* gesvx and posvx: factors and solves first. */
    ddblasFact_t fact;
    ddblasFillMode_t uplo;
    ddblasOperation_t trans;
    int64_t n, nrhs;
    const void *A;
    void *scaled_A; /* A, if the call may equilibrate it. */
    int64_t lda;
    const void *AF;
    void *F; /* AF, if the call factors. */
    int64_t ldaf;
    const int64_t *ipiv;
    int64_t *pivots; /* ipiv, if the call factors. */
    ddblasEquilibration_t *equed;
    double *R, *C; /* posvx: both are S. */
    const void *B;
    void *scaled_B; /* B, if the call may scale it. */
    int64_t ldb;
    void *X;
    int64_t ldx;
    ddblasExpertReport_t *report;
    double *ferr, *berr;
};

/* State of a call. */
struct ddblas_expert
{
    ddblasHandle_t handle;
    const struct ddblas_expert_problem *p;
    size_t size; /* Bytes of an element. */
    ddblasEquilibration_t equed;
    /* Engine memory: A, or all of it where a triangle is stored; n x nrhs residuals or corrections,
     * two columns at least; n x nrhs sums of moduli; nrhs backward errors; largest elements of n or
     * nrhs columns; which columns are refined; info of a factorisation. */
    const void *full;
    int64_t ldfull;
    void *expanded, *residuals;
    double *sums, *backward, *largest;
    int32_t *active;
    int64_t *info;
    /* Host memory: that of an estimate, ddblas_condition_memory bytes; factors on the left and on
     * the right of an inverse in an estimate, and n other ones; the last backward error of each
     * column; largest elements of n columns, and twice of nrhs columns; flags of columns. */
    void *vectors, *packed;
    double *left, *right, *factors, *last, *host_largest;
    int32_t *host_active;
    double growth; /* The largest element of U over that of A. */
};

/* Computes the problem, n >= 1 and, for gerfs and porfs, nrhs >= 1. */
ddblasStatus_t ddblas_expert_run(ddblasHandle_t handle, const struct ddblas_expert_problem *problem);
size_t ddblas_expert_workspace(ddblasHandle_t handle, ddblasType_t type, int positive, int64_t n, int64_t nrhs);

/* The steps of gesvx and posvx, and those of gerfs and porfs. */
ddblasStatus_t ddblas_expert_drive(struct ddblas_expert *e);
ddblasStatus_t ddblas_expert_refine_only(struct ddblas_expert *e);

/* Refines the columns of X, solutions of op(S) y = b, and writes berr; the sums become |r| + (n +
 * 8) u (|op(S)| |y| + |b|). */
ddblasStatus_t ddblas_expert_refine(struct ddblas_expert *e);
/* Estimates |G|, the norm of I - M op(S) for the inverse M of the factors. It overwrites sums and
 * residuals. */
ddblasStatus_t ddblas_expert_contraction(struct ddblas_expert *e, double *contraction);
/* Writes ferr for x = diag(left) y, after ddblas_expert_refine. largest: of each column of x. left
 * is overwritten. */
ddblasStatus_t ddblas_expert_bound(struct ddblas_expert *e, double contraction, const double *largest);
/* Factors, solves op Z = Z with the factors, or both, as `tasks` says (factor.h); Z has `count`
 * columns. */
ddblasStatus_t ddblas_expert_run_blocks(struct ddblas_expert *e, int tasks, ddblasOperation_t trans, int64_t count, void *Z,
                                        int64_t ldz);
/* Solves op(S) Z = Z, or with the adjoint of op(S), by the factors, for `count` columns of
 * residuals. */
ddblasStatus_t ddblas_expert_solve(struct ddblas_expert *e, int adjoint, int64_t count, void *Z, int64_t ldz);

/* Copy bytes from the engine, and to it. */
ddblasStatus_t ddblas_expert_fetch(struct ddblas_expert *e, void *host, const void *engine, size_t bytes);
ddblasStatus_t ddblas_expert_send(struct ddblas_expert *e, void *engine, const void *host, size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
