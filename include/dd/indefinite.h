/*
 * Symmetric indefinite factorisation with the pivoting of Bunch and Kaufman, linear systems with
 * it, and inverses: A = L D L^T or A = U D U^T, D with blocks of order 1 and 2. X is W or U.
 * Symmetric matrices, real and complex, are those of sytrf, sytrs, sysv and sytri; Hermitian ones,
 * A = L D L^H or A = U D U^H, those of hetrf, hetrs, hesv and hetri, in U only. S, D, C and Z are
 * left to LAPACK and cuSOLVER.
 *
 * What is stored is what LAPACK stores. The triangle uplo of A becomes D and the columns of L or U
 * that differ from the unit matrix, and ipiv, counted from 1, says for k = 1 ... n:
 *
 *   ipiv[k] = p > 0                   D(k, k) is a block of order 1. Rows and columns k and p were
 *                                     exchanged
 *   ipiv[k] = ipiv[k + 1] = -p < 0    uplo = LOWER: D(k .. k + 1, k .. k + 1) is a block of order
 *                                     2. Rows and columns k + 1 and p were exchanged
 *   ipiv[k] = ipiv[k - 1] = -p < 0    uplo = UPPER: D(k - 1 .. k, k - 1 .. k) is a block of order
 *                                     2. Rows and columns k - 1 and p were exchanged
 *
 * LOWER takes the columns from the first to the last one and L = P(1) L(1) P(2) L(2) ..., UPPER
 * from the last to the first one and U = P(n) U(n) P(n-1) U(n-1) .... An exchange is not applied to
 * the columns that were finished before it.
 *
 * Method. J. R. Bunch and L. Kaufman, Some stable methods for calculating inertia and solving
 * symmetric linear systems, Math. Comp. 31, 1977, with the constant (1 + sqrt 17) / 8. Magnitudes
 * are |a|, in U |re| + |im|; of equal ones the first in its column is taken. Columns are factored
 * in panels of 32, and the matrix behind a panel is updated by a product of level 3, only in its
 * triangle.
 *
 * Layout. Matrices are column-major. A pointer to int64_t leads to the engine's memory and is
 * aligned to 8 bytes. Matrices must not overlap. Only the triangle uplo of A is read and written.
 * The imaginary parts of a Hermitian diagonal are not read, and those of D's are 0.
 *
 * info. sytrf sets *info to 0, or to k > 0 if D(k, k) is exactly 0: the first such k in the order
 * in which the columns are taken. The factorisation is complete in both cases, but D is singular if
 * k > 0. A NaN is not reported: it counts as larger than every number and spreads to the columns
 * that are taken after it. Nothing is reported to the host, and no call waits for the device. Calls
 * can be recorded in a graph once the handle has enough workspace.
 *
 * Errors of every function. All of them come before anything is written. INVALID_VALUE with the
 * argument's position: a letter, size or leading dimension out of range; a null pointer of a matrix
 * or of pivots that have elements, or of info. MISALIGNED; ALLOC_FAILED or WORKSPACE_TOO_SMALL;
 * NOT_SUPPORTED for an order beyond 2^26. A size of 0 returns at once, after *info = 0.
 *
 * Error bound. u_w = 2^-104; |A| is the matrix of moduli; L stands for L or U with all exchanges
 * applied, P A P^T = L D L^T. Bounds hold for each element with the numbers as computed, and are
 * multiplied by 8 in U:
 *
 *   sytrf    |P A P^T - L D L^T| <= (n + 600) u_w |L| |D| |L^T|
 *   sytrs    |P (A X - B)| <= 4 (n + 600) u_w |L| |D| |L^T| |P X|
 *   sytri    |X - A^-1| <= 4 (n + 600) u_w |A^-1| P^T |L| |D| |L^T| P |A^-1|, to first order in u_w
 *
 * This is theorem 11.3 of N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2nd
 * edition, with the constants of this library's arithmetic: docs/numerics.md has the proof. They
 * hold while no number overflows and while products stay above CUDD_SAFE_MIN. Higham's theorem 11.4
 * bounds the largest element of |L| |D| |L^T| by 36 n rho max |A|, rho the growth factor.
 *
 * Bits. The same sizes, letters and numbers give the same bits on an engine, whatever the stream,
 * the threads, the workspace and the leading dimensions are.
 */
#ifndef DD_INDEFINITE_H
#define DD_INDEFINITE_H

#include <dd/ddblas.h>
#include <dd/level3.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Factors A in place.
 *
 *   n       >= 0; lda >= max(1, n)
 *   ipiv    n numbers
 *
 * INVALID_VALUE for argument 2 (uplo), 3 (n), 4 (A), 5 (lda), 6 (ipiv), 7 (info).
 */
DDBLAS_API ddblasStatus_t ddblasWsytrf(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, cuddreal *A, int64_t lda,
                                       int64_t *ipiv, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasUsytrf(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, cuddcomplex *A, int64_t lda,
                                       int64_t *ipiv, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasUhetrf(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, cuddcomplex *A, int64_t lda,
                                       int64_t *ipiv, int64_t *info);

/*
 * Solves A X = B with what sytrf or hetrf has left in A and ipiv; X takes the place of B, n x nrhs,
 * ldb >= max(1, n). Pivots must lie in 1 ... n or -n ... -1, the negative ones in pairs; they are
 * not checked. A copy of the triangle, with the exchanges applied, is made in the workspace.
 *
 * INVALID_VALUE for argument 2 (uplo), 3 (n), 4 (nrhs), 5 (A), 6 (lda), 7 (ipiv), 8 (B), 9 (ldb).
 */
DDBLAS_API ddblasStatus_t ddblasWsytrs(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, const cuddreal *A,
                                       int64_t lda, const int64_t *ipiv, cuddreal *B, int64_t ldb);
DDBLAS_API ddblasStatus_t ddblasUsytrs(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t nrhs,
                                       const cuddcomplex *A, int64_t lda, const int64_t *ipiv, cuddcomplex *B, int64_t ldb);
DDBLAS_API ddblasStatus_t ddblasUhetrs(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t nrhs,
                                       const cuddcomplex *A, int64_t lda, const int64_t *ipiv, cuddcomplex *B, int64_t ldb);

/*
 * sytrf and sytrs, or hetrf and hetrs, in one call. If *info is not 0, all of B becomes NaN.
 *
 * INVALID_VALUE for argument 2 (uplo), 3 (n), 4 (nrhs), 5 (A), 6 (lda), 7 (ipiv), 8 (B), 9 (ldb),
 * 10 (info).
 */
DDBLAS_API ddblasStatus_t ddblasWsysv(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, cuddreal *A,
                                      int64_t lda, int64_t *ipiv, cuddreal *B, int64_t ldb, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasUsysv(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, cuddcomplex *A,
                                      int64_t lda, int64_t *ipiv, cuddcomplex *B, int64_t ldb, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasUhesv(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, cuddcomplex *A,
                                      int64_t lda, int64_t *ipiv, cuddcomplex *B, int64_t ldb, int64_t *info);

/*
 * The inverse of A from what sytrf or hetrf has left in A and ipiv. The same triangle of the
 * inverse replaces it; the imaginary parts of a Hermitian diagonal are 0. To solve a system, use
 * sytrs: it takes less time than a product with the inverse, and its residuals are smaller.
 *
 *   info    0, or k if D(k, k), counted from 1, is the first block of order 1 that is exactly 0, in
 *           the order in which sytrf takes the columns. The triangle is NaN then
 *
 * Columns of the inverse are systems with columns of the unit matrix, of which only one triangle is
 * computed. The workspace holds two matrices of n x n.
 *
 * INVALID_VALUE for argument 2 (uplo), 3 (n), 4 (A), 5 (lda), 6 (ipiv), 7 (info).
 */
DDBLAS_API ddblasStatus_t ddblasWsytri(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, cuddreal *A, int64_t lda,
                                       const int64_t *ipiv, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasUsytri(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, cuddcomplex *A, int64_t lda,
                                       const int64_t *ipiv, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasUhetri(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, cuddcomplex *A, int64_t lda,
                                       const int64_t *ipiv, int64_t *info);

/*
 * The inertia of the factored matrix, from what sytrf or hetrf has left in A and ipiv: inertia[0]
 * becomes the number of positive eigenvalues, inertia[1] that of the negative ones, inertia[2] that
 * of zeros. By Sylvester's law these are the numbers of D, in which each block of order 2 has one
 * eigenvalue of either sign. Rows of D that are NaN are counted nowhere. The matrix is that of the
 * computed factors, which differs from A within the error bound.
 *
 *   inertia  3 numbers, in the engine's memory; zeros for n = 0
 *
 * INVALID_VALUE for argument 2 (n), 3 (A), 4 (lda), 5 (ipiv), 6 (inertia). No workspace.
 */
DDBLAS_API ddblasStatus_t ddblasWsytrfInertia(ddblasHandle_t handle, int64_t n, const cuddreal *A, int64_t lda,
                                              const int64_t *ipiv, int64_t *inertia);
DDBLAS_API ddblasStatus_t ddblasUhetrfInertia(ddblasHandle_t handle, int64_t n, const cuddcomplex *A, int64_t lda,
                                              const int64_t *ipiv, int64_t *inertia);

/* Bytes of workspace for full speed, for all letters, symmetric and Hermitian. sysv and hesv take
 * the larger of the two.
 * INVALID_VALUE for argument 2 (type: neither W nor U), 3 and 4 (sizes), and the last one (null);
 * NOT_SUPPORTED. */
DDBLAS_API ddblasStatus_t ddblasSytrfWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes);
DDBLAS_API ddblasStatus_t ddblasSytrsWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, int64_t nrhs,
                                                   size_t *bytes);
DDBLAS_API ddblasStatus_t ddblasSytriWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes);

#ifdef __cplusplus
}
#endif

#endif
