/*
 * Interface that trmm and trsm share: the problem, and properties of op(A).
 */
#ifndef DDBLAS_LEVEL3_TRIANGULAR_H
#define DDBLAS_LEVEL3_TRIANGULAR_H

#include "core/core.h"

#include <dd/level3.h>

/* trmm: C = alpha op(A) B or C = alpha B op(A). trsm: C is the solution of op(A) C = alpha B or C
 * op(A) = alpha B, and C is the same matrix as B. The arguments have been checked, and m, n >= 1;
 * only the problem that is passed to ddblas_triangular has not been checked. */
struct ddblas_triangular_problem
{
    ddblasType_t type;
    ddblasSideMode_t side;
    ddblasFillMode_t uplo;
    ddblasOperation_t trans;
    ddblasDiagType_t diag;
    int64_t m, n;
    const void *alpha, *A;
    int64_t lda;
    const void *B;
    int64_t ldb;
    void *C;
    int64_t ldc;
};

/* Performs a call of trmm (solve = 0) or trsm (solve = 1): checks the arguments in the order of the
 * prototype, then computes on the engine. ddblas_triangular_query answers the workspace query. */
ddblasStatus_t ddblas_triangular(ddblasHandle_t handle, const struct ddblas_triangular_problem *problem, int solve);
ddblasStatus_t ddblas_triangular_query(ddblasHandle_t handle, ddblasType_t type, ddblasSideMode_t side, int64_t m, int64_t n,
                                       size_t *bytes, int solve);

/* Returns the order of A. */
static inline int64_t ddblas_triangular_order(const struct ddblas_triangular_problem *p)
{
    return p->side == DDBLAS_SIDE_LEFT ? p->m : p->n;
}

/* Returns 1 if op(A) is lower triangular. */
static inline int ddblas_triangular_is_lower(const struct ddblas_triangular_problem *p)
{
    return (p->uplo == DDBLAS_FILL_MODE_LOWER) == (p->trans == DDBLAS_OP_N);
}

/* Returns 1 if, where C is B, the second half of C must be computed before the first half. For
 * products that is so if the triangle is lower and on the left, or upper and on the right; for
 * solutions, if it is lower and on the right, or upper and on the left. */
static inline int ddblas_triangular_second_first(const struct ddblas_triangular_problem *p, int solve)
{
    return ((p->side == DDBLAS_SIDE_LEFT) == ddblas_triangular_is_lower(p)) != (solve != 0);
}

/* Compute trmm and trsm in W and U. */
ddblasStatus_t ddblas_trmm_w(ddblasHandle_t handle, const struct ddblas_triangular_problem *problem);
ddblasStatus_t ddblas_trsm_w(ddblasHandle_t handle, const struct ddblas_triangular_problem *problem);
size_t ddblas_trmm_w_workspace(ddblasHandle_t handle, ddblasType_t type, ddblasSideMode_t side, int64_t m, int64_t n);
size_t ddblas_trsm_w_workspace(ddblasHandle_t handle, ddblasType_t type, ddblasSideMode_t side, int64_t m, int64_t n);

/* Compute trmm and trsm of S, D, C, Z: on the CPU engine through CBLAS, on the CUDA engine through
 * cuBLAS. solve: as for ddblas_triangular. */
ddblasStatus_t ddblas_triangular_cblas(ddblasHandle_t handle, const struct ddblas_triangular_problem *problem, int solve);
#if DDBLAS_HAVE_CUDA
ddblasStatus_t ddblas_triangular_cublas(ddblasHandle_t handle, const struct ddblas_triangular_problem *problem, int solve);
#endif

#endif
