/*
 * The reduction to tridiagonal form as a routine of its own (sytrd), and its Q: orgtr and ormtr,
 * inside the library. The reduction (sytrd_blocks.c) and the blocks of reflectors (factor/qr) know
 * lower triangles only. With J, which reverses the order of rows, an upper triangle of A is the
 * lower one of J A J: all of LAPACK's format for it, d, e, tau and the reflectors, is the format
 * for the lower one in reverse order, and its Q is J Q' J.
 */
#ifndef DDBLAS_EIGEN_REDUCTION_H
#define DDBLAS_EIGEN_REDUCTION_H

#include <dd/tridiagonal.h>

#include "eigen/eigen.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A = Q T Q^H; n >= 1. */
struct ddblas_sytrd_problem
{
    ddblasType_t type;
    ddblasFillMode_t uplo;
    int64_t n;
    void *A; /* In engine memory, as all arrays. */
    int64_t lda;
    void *d, *e, *tau;
};

/* A becomes Q; n >= 1. */
struct ddblas_orgtr_problem
{
    ddblasType_t type;
    ddblasFillMode_t uplo;
    int64_t n;
    void *A;
    int64_t lda;
    const void *tau;
};

/* C = op(Q) C or C op(Q) for C of m x n; m, n >= 1. */
struct ddblas_ormtr_problem
{
    ddblasType_t type;
    ddblasSideMode_t side;
    ddblasFillMode_t uplo;
    int adjoint; /* op(Q) is Q^H. */
    int64_t m, n;
    const void *A;
    int64_t lda;
    const void *tau;
    void *C;
    int64_t ldc;
};

ddblasStatus_t ddblas_sytrd_routine(struct ddblas_block_run *blocks, const void *problem);
ddblasStatus_t ddblas_orgtr_routine(struct ddblas_block_run *blocks, const void *problem);
ddblasStatus_t ddblas_ormtr_routine(struct ddblas_block_run *blocks, const void *problem);

/* ---- the engines ----------------------------------------------------------------------------- */

enum ddblas_reduction_task
{
    /* M's lower triangle = A's triangle, its diagonal real. */
    DDBLAS_REDUCTION_LOAD,
    /* A's triangle = M's lower one, with d on the diagonal and e beside it; d_out, e_out and
     * tau_out = d, e and tau. */
    DDBLAS_REDUCTION_STORE,
    /* M(i, j) = A(i, j - 1) for i > j - 1 >= 0, row 0 and column 0 those of the identity, the rest
     * 0; tau_out = tau. */
    DDBLAS_REDUCTION_SHIFT,
    /* A = M. */
    DDBLAS_REDUCTION_UNSHIFT
};

/* Moves elements between A and the n x n matrix M with leading dimension n. If `reversed`, element
 * (i, j) of A is number (n - 1 - i, n - 1 - j) above, and number k of d_out, e_out and tau_out is
 * counted from the end; of tau in SHIFT too. */
struct ddblas_reduction_move
{
    ddblasType_t type;
    enum ddblas_reduction_task task;
    int reversed;
    int64_t n;
    void *A; /* LOAD and SHIFT only read it. */
    int64_t lda;
    void *M; /* STORE and UNSHIFT only read it. */
    const void *d, *e, *tau;
    void *d_out, *e_out, *tau_out;
};

/* Reverses the order of the rows, or of the columns, of C of m x n. */
struct ddblas_reduction_reversal
{
    ddblasType_t type;
    int columns;
    int64_t m, n;
    void *C;
    int64_t ldc;
};

void ddblas_reduction_move_cpu(const struct ddblas_reduction_move *move);
void ddblas_reduction_reverse_cpu(const struct ddblas_reduction_reversal *reversal);
#if DDBLAS_HAVE_CUDA
ddblasStatus_t ddblas_reduction_move_cuda(ddblasHandle_t handle, const struct ddblas_reduction_move *move);
ddblasStatus_t ddblas_reduction_reverse_cuda(ddblasHandle_t handle, const struct ddblas_reduction_reversal *reversal);
#endif

#ifdef __cplusplus
}
#endif

#endif
