/*
 * A few eigenvalues of an operator, inside the library. The iteration is in few_iterate.c. Its
 * steps are calls of public routines of the rooms below, few_steps.c.
 */
#ifndef DDBLAS_FEW_H
#define DDBLAS_FEW_H

#include <dd/few.h>

#include "core/core.h"

/* The operator or preconditioner in the type of the call. */
union ddblas_few_operator
{
    ddblasWoperator_t w;
    ddblasUoperator_t u;
};

/* The arguments of a call, with the plan completed. */
struct ddblas_few_problem
{
    ddblasType_t type;
    int64_t n, k;
    ddblasEigEnd_t end;
    union ddblas_few_operator apply, precondition;
    int preconditions; /* 1 if there is a preconditioner. */
    void *context;
    ddblasSyevxPlan_t plan;
    void *X;
    int64_t ldx;
    void *w;
    double *residuals; /* May be null. */
    ddblasSyevxReport_t *report;
    ddblasSyevxReport_t unwanted; /* The report if the caller does not want it. */
};

/* Computes the problem, 1 <= k <= n. */
ddblasStatus_t ddblas_few_run(ddblasHandle_t handle, const struct ddblas_few_problem *problem);
/* *bytes becomes the workspace; reads the type, n, k and plan of the problem. */
ddblasStatus_t ddblas_few_workspace(ddblasHandle_t handle, const struct ddblas_few_problem *problem, size_t *bytes);

/* ---- steps (few_steps.c) --------------------------------------------------------------------- */

/* The routines for a type. Matrices are in engine memory, column-major; a leading dimension follows
 * each. */
struct ddblas_few_type
{
    size_t size; /* Bytes of an element. */
    /* C = alpha op(A) B + beta C, C of m x n; op(A) is A, or A^H if `adjoint`; k terms. */
    ddblasStatus_t (*multiply)(ddblasHandle_t handle, int adjoint, int64_t m, int64_t n, int64_t k, double alpha, const void *A,
                               int64_t lda, const void *B, int64_t ldb, double beta, void *C, int64_t ldc);
    /* C = A B for A of order m, of which the lower triangle is read, and C of m x n. */
    ddblasStatus_t (*multiply_lower)(ddblasHandle_t handle, int64_t m, int64_t n, const void *A, int64_t lda, const void *B,
                                     int64_t ldb, void *C, int64_t ldc);
    /* The columns of A, m x n, become orthonormal, and the diagonal of R the lengths of what each
     * has beyond those before it, with any sign. R is n x n, without padding; tau has n elements. */
    ddblasStatus_t (*orthonormalise)(ddblasHandle_t handle, int64_t m, int64_t n, void *A, int64_t lda, void *R, void *tau);
    /* Eigenvalues and vectors of A, of which the lower triangle is read. */
    ddblasStatus_t (*decompose)(ddblasHandle_t handle, int64_t n, void *A, int64_t lda, void *w, int64_t *info);
    ddblasStatus_t (*copy)(ddblasHandle_t handle, int64_t m, int64_t n, const void *A, int64_t lda, void *B, int64_t ldb);
    /* A becomes 0 with ones on the diagonal if `unit`. */
    ddblasStatus_t (*set)(ddblasHandle_t handle, int64_t m, int64_t n, int unit, void *A, int64_t lda);
    /* C = A diag(x); C may be A. */
    ddblasStatus_t (*scale_columns)(ddblasHandle_t handle, int64_t m, int64_t n, const void *A, int64_t lda, const void *x,
                                    void *C, int64_t ldc);
    /* A = alpha A for a power of two alpha. */
    ddblasStatus_t (*scale)(ddblasHandle_t handle, int64_t m, int64_t n, double alpha, void *A, int64_t lda);
    /* *largest becomes the largest component of A, or a number that is not finite. */
    ddblasStatus_t (*largest)(ddblasHandle_t handle, int64_t m, int64_t n, const void *A, int64_t lda, double *largest);
    ddblasStatus_t (*call)(ddblasHandle_t handle, const union ddblas_few_operator *function, void *context, int64_t n,
                           int64_t columns, const void *X, int64_t ldx, void *Y, int64_t ldy);
};

const struct ddblas_few_type *ddblas_few_type_of(ddblasType_t type);

/* *most becomes the most workspace that the routines take for vectors of n elements, blocks of
 * `block` columns and bases of `basis` columns. */
ddblasStatus_t ddblas_few_steps_workspace(ddblasHandle_t handle, ddblasType_t type, int64_t n, int64_t block, int64_t basis,
                                          size_t *most);

#endif
