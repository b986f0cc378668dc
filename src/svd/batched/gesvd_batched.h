/*
 * Batches of small singular value decompositions inside the library.
 *
 * M = A or, if m < n, M = A^H has `rows` rows and `order` columns. With a permutation P,
 *
 *   M P = Q R            QR factorisation with pivoting: column j of R^H is the longest one that is
 *                        left, so that norms of columns of L = R^H descend
 *   L G = X diag(s)      one-sided Jacobi: G is the product of the rotations
 *   M = (Q G) diag(s) (P X)^H
 *
 * The vectors of M's long side are Q G, those of its short side P X. Columns of X whose norm is
 * below SVD_BATCHED_NULL are replaced by others that are orthogonal to all columns before them.
 */
#ifndef DDBLAS_GESVD_BATCHED_H
#define DDBLAS_GESVD_BATCHED_H

#include <dd/svd.h>

#include "core/core.h"
#include "eigen/batched/room.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A norm, relative to an element of M in [1/2, 1), below which columns are not made orthogonal. */
#define SVD_BATCHED_NULL 0x1p-449

enum
{
    SVD_BATCHED_MOST = 64,           /* Rows and columns. */
    SVD_BATCHED_SWEEPS = 60,         /* Up to twelve have been seen. */
    SVD_BATCHED_NOT_FINITE = 1 << 20 /* Reported as the exponent of a matrix with Inf or NaN. */
};

/* Checked arguments, m, n, count >= 1. Strides count elements of the type, W or U. */
struct ddblas_gesvd_batched
{
    ddblasType_t type;
    int left, right; /* Whether U and VT are wanted. */
    int m, n;
    const void *A;
    int64_t lda, stride_a;
    cuddreal *s;
    int64_t stride_s;
    void *U;
    int64_t ldu, stride_u;
    void *VT;
    int64_t ldvt, stride_vt;
    int64_t *info;
    int64_t count;
};

/* Returns the bytes of workspace of all threads. The problem needs type, m, n and count. */
size_t ddblas_gesvd_batched_cpu_workspace(ddblasHandle_t handle, const struct ddblas_gesvd_batched *batch);
ddblasStatus_t ddblas_gesvd_batched_cpu(ddblasHandle_t handle, const struct ddblas_gesvd_batched *batch);

#if DDBLAS_HAVE_CUDA
/* The places of a member's arrays: L; G with room for Q G; M. */
ddblasStatus_t ddblas_gesvd_batched_room(ddblasHandle_t handle, const struct ddblas_gesvd_batched *batch,
                                         struct ddblas_batch_room *room);
ddblasStatus_t ddblas_gesvd_batched_cuda(ddblasHandle_t handle, const struct ddblas_gesvd_batched *batch);
ddblasStatus_t ddblas_gesvd_batched_clear_cuda(ddblasHandle_t handle, int64_t *info, int64_t count);
#endif

#ifdef __cplusplus
}
#endif

#endif
