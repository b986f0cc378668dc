/*
 * Batches of small linear systems: many factorisations and solutions of one size in a call. X is W
 * or U. Sizes, strides and members are as in dd/batched.h; factors, pivots, failures and error
 * bounds are those of dd/factor.h for one member.
 *
 *   n           0 <= n <= 128, the order of every member
 *   strides     count elements, in ipiv numbers; those of arrays that are written keep the members
 *               apart
 *   info        batchCount numbers in the engine's memory: for each member that of getrf or potrf
 *
 * A member that fails does not affect the others. No call waits for the device, and calls can be
 * recorded in a graph. n = 0, or nrhs = 0 in potrs, returns at once after info = 0; batchCount = 0
 * does nothing.
 *
 * Errors: INVALID_VALUE with the positions below for letters, sizes, leading dimensions, strides
 * and null pointers; MISALIGNED; NOT_SUPPORTED for n > 128; ALLOC_FAILED or WORKSPACE_TOO_SMALL on
 * the CPU engine. Nothing is written after an error.
 *
 * Method. On the CUDA engine a thread block factors a member column by column, in shared memory if
 * it fits. On the CPU engine a thread computes a member by the routine of dd/factor.h, whose bits
 * the member has. On both engines the bits of a member do not depend on the number of members, its
 * place, strides, threads, stream or workspace.
 */
#ifndef DD_FACTOR_BATCHED_H
#define DD_FACTOR_BATCHED_H

#include <dd/ddblas.h>
#include <dd/factor.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Solves A_i X_i = B_i by LU factorisation with partial pivoting, for each member i: gesv. The
 * factors replace A_i of n x n, X_i replaces B_i of n x nrhs, and the pivots of member i are the n
 * numbers from ipiv + i stridePivots on. nrhs = 0 only factors; B may be null then.
 *
 * INVALID_VALUE for argument 2 (n), 3 (nrhs), 4 (A), 5 (lda), 6 (strideA), 7 (ipiv), 8
 * (stridePivots), 9 (B), 10 (ldb), 11 (strideB), 12 (info), 13 (batchCount).
 */
DDBLAS_API ddblasStatus_t ddblasWgesvStridedBatched(ddblasHandle_t handle, int64_t n, int64_t nrhs, cuddreal *A, int64_t lda,
                                                    int64_t strideA, int64_t *ipiv, int64_t stridePivots, cuddreal *B,
                                                    int64_t ldb, int64_t strideB, int64_t *info, int64_t batchCount);
DDBLAS_API ddblasStatus_t ddblasUgesvStridedBatched(ddblasHandle_t handle, int64_t n, int64_t nrhs, cuddcomplex *A, int64_t lda,
                                                    int64_t strideA, int64_t *ipiv, int64_t stridePivots, cuddcomplex *B,
                                                    int64_t ldb, int64_t strideB, int64_t *info, int64_t batchCount);

/*
 * The Cholesky factor of each member: potrf, in the triangle uplo.
 *
 * INVALID_VALUE for argument 2 (uplo), 3 (n), 4 (A), 5 (lda), 6 (strideA), 7 (info), 8
 * (batchCount).
 */
DDBLAS_API ddblasStatus_t ddblasWpotrfStridedBatched(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, cuddreal *A,
                                                     int64_t lda, int64_t strideA, int64_t *info, int64_t batchCount);
DDBLAS_API ddblasStatus_t ddblasUpotrfStridedBatched(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, cuddcomplex *A,
                                                     int64_t lda, int64_t strideA, int64_t *info, int64_t batchCount);

/*
 * Solves A_i X_i = B_i with the factors of potrf, for each member i. With strideA = 0 all members
 * share the factor.
 *
 * INVALID_VALUE for argument 2 (uplo), 3 (n), 4 (nrhs), 5 (A), 6 (lda), 7 (strideA), 8 (B), 9
 * (ldb), 10 (strideB), 11 (batchCount).
 */
DDBLAS_API ddblasStatus_t ddblasWpotrsStridedBatched(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t nrhs,
                                                     const cuddreal *A, int64_t lda, int64_t strideA, cuddreal *B, int64_t ldb,
                                                     int64_t strideB, int64_t batchCount);
DDBLAS_API ddblasStatus_t ddblasUpotrsStridedBatched(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t nrhs,
                                                     const cuddcomplex *A, int64_t lda, int64_t strideA, cuddcomplex *B,
                                                     int64_t ldb, int64_t strideB, int64_t batchCount);

/* Bytes of workspace with which any of the three runs at full speed: a share for each thread on the
 * CPU engine, 0 on the CUDA engine. With a smaller one, down to a share, fewer threads work.
 * INVALID_VALUE for argument 2 (type: neither W nor U), 3 (n), 4 (nrhs), 5 (batchCount), 6 (null);
 * NOT_SUPPORTED. */
DDBLAS_API ddblasStatus_t ddblasFactorBatchedWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, int64_t nrhs,
                                                           int64_t batchCount, size_t *bytes);

#ifdef __cplusplus
}
#endif

#endif
