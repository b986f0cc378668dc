/*
 * Least squares and solutions of least norm by iterative refinement, inside the library: the
 * problem and what each engine provides.
 */
#ifndef DDBLAS_FACTOR_REFINE_LEAST_H
#define DDBLAS_FACTOR_REFINE_LEAST_H

#include <dd/refine.h>

#include "core/core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A problem with a matrix M of m x n, m >= n. Least squares: M is A, and each column x of X
 * minimises |b - A x|. Least norm: M is the adjoint of A, which is n x m, and x is the shortest
 * solution of A x = b. */
struct ddblas_least_problem
{
    ddblasType_t element; /* That of B and X: W or U. */
    int least_norm;
    int64_t m, n, nrhs;
    const void *A;
    ddblasType_t type; /* That of A: D or W, or U. */
    int64_t lda;
    const void *B;
    int64_t ldb;
    void *X;
    int64_t ldx;
    ddblasRefineReport_t *report;
    double *normwise, *componentwise;
};

/* Computes the problem: m, n, nrhs >= 1. */
ddblasStatus_t ddblas_least_run(ddblasHandle_t handle, const struct ddblas_least_problem *problem);
size_t ddblas_least_workspace(ddblasHandle_t handle, ddblasType_t element, int64_t m, int64_t n, int64_t nrhs);

/* ---- the engines ----------------------------------------------------------------------------- */

/* S = M 2^-exponent for each column, in engine memory with leading dimension m. */
struct ddblas_least_scale
{
    const struct ddblas_least_problem *p;
    ddblasType_t type;  /* That of S: D or Z, W or U. */
    int32_t *exponents; /* n. */
    double *sums;       /* The sums of squares of the columns of S; NaN for a column that holds Inf or NaN. */
    void *S;
};

/* Sets the exponents, which bring the largest number of each column to [1/2, 1), 0 for columns of
 * zeros; then S and the sums. */
void ddblas_least_scale_cpu(const struct ddblas_least_scale *scale);
#if DDBLAS_HAVE_CUDA
ddblasStatus_t ddblas_least_scale_cuda(ddblasHandle_t handle, const struct ddblas_least_scale *scale);
#endif

#ifdef __cplusplus
}
#endif

#endif
