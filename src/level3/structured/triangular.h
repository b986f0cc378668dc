/*
 * What trmm and trsm share: the problem, and a triangular matrix seen through its operation.
 */
#ifndef DDBLAS_LEVEL3_TRIANGULAR_H
#define DDBLAS_LEVEL3_TRIANGULAR_H

#include "core/core.h"

#include <dd/level3.h>

/* C = alpha op(A) B, C = alpha B op(A), or the solution C of op(A) C = alpha B or C op(A) = alpha B, where C is B. Checked
 * arguments, m, n >= 1, but for ddblas_triangular. */
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

/* A call of trmm (solve = 0) or trsm: checks in the order of their prototypes, then the engine's work. And their workspace query.
 */
ddblasStatus_t ddblas_triangular(ddblasHandle_t handle, const struct ddblas_triangular_problem *problem, int solve);
ddblasStatus_t ddblas_triangular_query(ddblasHandle_t handle, ddblasType_t type, ddblasSideMode_t side, int64_t m, int64_t n,
                                       size_t *bytes, int solve);

/* Order of A. */
static inline int64_t ddblas_triangular_order(const struct ddblas_triangular_problem *p)
{
    return p->side == DDBLAS_SIDE_LEFT ? p->m : p->n;
}

/* 1 when op(A) is a lower triangle. */
static inline int ddblas_triangular_is_lower(const struct ddblas_triangular_problem *p)
{
    return (p->uplo == DDBLAS_FILL_MODE_LOWER) == (p->trans == DDBLAS_OP_N);
}

/* 1 when, in place, the second half of C must be done before the first: products with lower triangles from the left, solutions
 * with lower triangles from the right. */
static inline int ddblas_triangular_second_first(const struct ddblas_triangular_problem *p, int solve)
{
    return ((p->side == DDBLAS_SIDE_LEFT) == ddblas_triangular_is_lower(p)) != (solve != 0);
}

ddblasStatus_t ddblas_trmm_w(ddblasHandle_t handle, const struct ddblas_triangular_problem *problem);
ddblasStatus_t ddblas_trsm_w(ddblasHandle_t handle, const struct ddblas_triangular_problem *problem);
size_t ddblas_trmm_w_workspace(ddblasHandle_t handle, ddblasSideMode_t side, int64_t m, int64_t n);
size_t ddblas_trsm_w_workspace(ddblasHandle_t handle, ddblasSideMode_t side, int64_t m, int64_t n);

/* S, D, C, Z; solve as above. */
ddblasStatus_t ddblas_triangular_cblas(ddblasHandle_t handle, const struct ddblas_triangular_problem *problem, int solve);
#if DDBLAS_HAVE_CUDA
ddblasStatus_t ddblas_triangular_cublas(ddblasHandle_t handle, const struct ddblas_triangular_problem *problem, int solve);
#endif

#endif
