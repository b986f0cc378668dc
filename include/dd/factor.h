/*
 * Cholesky factorisation of Hermitian positive definite matrices, LU factorisation with partial
 * pivoting, and linear systems with them, in all types. info and pivots are arguments in the
 * engine's memory, and no call waits for the device.
 *
 * S, D, C and Z. LAPACK factors on the CPU engine, in one thread, and cuSOLVER on the CUDA engine;
 * systems are solved by trsm of level 3. What this header says holds for them, except that
 *
 *   a matrix after info > 0 of potrf, and NaN in a matrix, are as these libraries leave them;
 *   bits may depend on leading dimensions and on addresses, within a multiple of 256 bytes;
 *   on the CPU engine sizes and leading dimensions are at most 2^31 - 1 (NOT_SUPPORTED); on the
 *   CUDA engine this holds for ormqr, unmqr, orgqr, ungqr and potri;
 *   on the CUDA engine a call cannot be recorded in a graph (NOT_SUPPORTED).
 *
 * Method of W and U. By halves: the first half of the columns is factored, the columns behind it
 * are updated by one product, and the second half is factored. S. Toledo, Locality of reference in
 * LU decomposition with partial pivoting, SIAM J. Matrix Anal. Appl. 18(4), 1997. Products and
 * triangular systems are those of level 3, so that on the GPU large products are computed by
 * residues (ddblasSetGemmRoute).
 *
 * Layout. Matrices are column-major. A pointer to int64_t leads to the engine's memory and is
 * aligned to 8 bytes. Matrices must not overlap.
 *
 * info. Each factorisation sets *info to 0, or to k > 0 as stated below, in the order of the
 * stream. Nothing is reported to the host: a caller who wants to know copies *info.
 * Calls can be recorded in a graph once the handle has enough workspace.
 *
 * Errors of every function. All of them come before anything is written. INVALID_VALUE with the
 * argument's position: a letter, size or leading dimension out of range; a null pointer of a matrix
 * or of pivots that have elements, or of info. MISALIGNED; ALLOC_FAILED or WORKSPACE_TOO_SMALL;
 * NOT_SUPPORTED for an order beyond 2^26. A size of 0 returns at once, after *info = 0.
 *
 * Error bound of W and U. u_w = 2^-104; |A| is the matrix of moduli; bounds hold for each element,
 * with the numbers as computed, and are multiplied by sqrt 8 in U:
 *
 *   potrf      |A - L L^H| <= (n + 200) u_w |L| |L^H|, for every column before the one that fails
 *   potrs      |A X - B| <= 3 (n + 200) u_w |L| |L^H| |X|,  L as potrf has computed it from A
 *   getrf      |P A - L U| <= (k + 200) u_w |L| |U|,  k = min(m, n)
 *   getrs      |op(A) X - B| <= 3 (n + 200) u_w |op(P^T L U)| |X|, where |op(P^T L U)| stands for
 *              P^T |L| |U|, |U^T| |L^T| P or |U^H| |L^H| P
 *
 * These are N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2nd edition, theorems
 * 9.3, 9.4, 10.3 and 10.4, with the constants of this library's arithmetic: docs/numerics.md has
 * the proof. S, D, C and Z have the bounds of these theorems with the unit of the type and a term
 * or two more: n + 2 stands for n + 200. They hold while no number overflows and while products
 * stay above CUDD_SAFE_MIN. potrf does not fail if the smallest eigenvalue of A with its diagonal
 * scaled to 1 is above n (n + 200) u_w, in U sqrt 8 times that (theorem 10.7).
 *
 * Bits. The same sizes, letters and numbers give the same bits on an engine, whatever the stream,
 * the threads, the workspace and the leading dimensions are.
 */
#ifndef DD_FACTOR_H
#define DD_FACTOR_H

#include <dd/ddblas.h>
#include <dd/level3.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A = L L^H for uplo = LOWER, A = U^H U for UPPER, in place. Only the triangle uplo of A is read
 * and written. The imaginary parts of the diagonal are not read; those of the factor are 0.
 *
 *   n       >= 0; lda >= max(1, n)
 *   info    0, or k if the leading minor of order k is the first that is not positive definite: the
 *           k-th pivot, as computed, is not greater than 0 or is NaN
 *
 * After info = k the first k - 1 columns of L (rows of U) hold the factor, in all rows, and the
 * elements of the triangle in the columns (rows) from k on are NaN. A NaN in A makes info at most
 * the larger of its two indices.
 *
 * INVALID_VALUE for argument 2 (uplo), 3 (n), 4 (A), 5 (lda), 6 (info).
 */
DDBLAS_API ddblasStatus_t ddblasSpotrf(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, float *A, int64_t lda,
                                       int64_t *info);
DDBLAS_API ddblasStatus_t ddblasDpotrf(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, double *A, int64_t lda,
                                       int64_t *info);
DDBLAS_API ddblasStatus_t ddblasCpotrf(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, ddblasComplex *A, int64_t lda,
                                       int64_t *info);
DDBLAS_API ddblasStatus_t ddblasZpotrf(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, ddblasDoubleComplex *A,
                                       int64_t lda, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasWpotrf(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, cuddreal *A, int64_t lda,
                                       int64_t *info);
DDBLAS_API ddblasStatus_t ddblasUpotrf(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, cuddcomplex *A, int64_t lda,
                                       int64_t *info);

/*
 * Solves A X = B with the factor that potrf has left in the triangle uplo of A; X takes the place
 * of B, n x nrhs, ldb >= max(1, n).
 *
 * INVALID_VALUE for argument 2 (uplo), 3 (n), 4 (nrhs), 5 (A), 6 (lda), 7 (B), 8 (ldb).
 */
DDBLAS_API ddblasStatus_t ddblasSpotrs(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, const float *A,
                                       int64_t lda, float *B, int64_t ldb);
DDBLAS_API ddblasStatus_t ddblasDpotrs(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, const double *A,
                                       int64_t lda, double *B, int64_t ldb);
DDBLAS_API ddblasStatus_t ddblasCpotrs(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t nrhs,
                                       const ddblasComplex *A, int64_t lda, ddblasComplex *B, int64_t ldb);
DDBLAS_API ddblasStatus_t ddblasZpotrs(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t nrhs,
                                       const ddblasDoubleComplex *A, int64_t lda, ddblasDoubleComplex *B, int64_t ldb);
DDBLAS_API ddblasStatus_t ddblasWpotrs(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, const cuddreal *A,
                                       int64_t lda, cuddreal *B, int64_t ldb);
DDBLAS_API ddblasStatus_t ddblasUpotrs(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t nrhs,
                                       const cuddcomplex *A, int64_t lda, cuddcomplex *B, int64_t ldb);

/*
 * potrf and potrs in one call. If *info is not 0, all of B becomes NaN.
 *
 * INVALID_VALUE for argument 2 (uplo), 3 (n), 4 (nrhs), 5 (A), 6 (lda), 7 (B), 8 (ldb), 9 (info).
 */
DDBLAS_API ddblasStatus_t ddblasSposv(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, float *A,
                                      int64_t lda, float *B, int64_t ldb, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasDposv(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, double *A,
                                      int64_t lda, double *B, int64_t ldb, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasCposv(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, ddblasComplex *A,
                                      int64_t lda, ddblasComplex *B, int64_t ldb, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasZposv(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t nrhs,
                                      ddblasDoubleComplex *A, int64_t lda, ddblasDoubleComplex *B, int64_t ldb, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasWposv(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, cuddreal *A,
                                      int64_t lda, cuddreal *B, int64_t ldb, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasUposv(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, cuddcomplex *A,
                                      int64_t lda, cuddcomplex *B, int64_t ldb, int64_t *info);

/*
 * P A = L U in place, A m x n, L m x min(m, n) with ones on the diagonal, which are not stored, U
 * min(m, n) x n. P exchanges row i with row ipiv[i], for i = 1, 2, ..., min(m, n) in this order,
 * rows counted from 1.
 *
 *   m, n    >= 0; lda >= max(1, m)
 *   ipiv    min(m, n) numbers
 *   info    0, or k if U(k, k) is exactly 0 and no earlier U(j, j) is. The factorisation is
 *           complete in both cases, but U is singular if k > 0
 *
 * The pivot of a column is its first element of the largest magnitude: |a|, in U |re| + |im| as
 * cuddcAbs1 gives it. A NaN counts as larger than every number, and spreads to the rest of its row
 * and column and to all behind them.
 *
 * INVALID_VALUE for argument 2 (m), 3 (n), 4 (A), 5 (lda), 6 (ipiv), 7 (info).
 */
DDBLAS_API ddblasStatus_t ddblasSgetrf(ddblasHandle_t handle, int64_t m, int64_t n, float *A, int64_t lda, int64_t *ipiv,
                                       int64_t *info);
DDBLAS_API ddblasStatus_t ddblasDgetrf(ddblasHandle_t handle, int64_t m, int64_t n, double *A, int64_t lda, int64_t *ipiv,
                                       int64_t *info);
DDBLAS_API ddblasStatus_t ddblasCgetrf(ddblasHandle_t handle, int64_t m, int64_t n, ddblasComplex *A, int64_t lda, int64_t *ipiv,
                                       int64_t *info);
DDBLAS_API ddblasStatus_t ddblasZgetrf(ddblasHandle_t handle, int64_t m, int64_t n, ddblasDoubleComplex *A, int64_t lda,
                                       int64_t *ipiv, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasWgetrf(ddblasHandle_t handle, int64_t m, int64_t n, cuddreal *A, int64_t lda, int64_t *ipiv,
                                       int64_t *info);
DDBLAS_API ddblasStatus_t ddblasUgetrf(ddblasHandle_t handle, int64_t m, int64_t n, cuddcomplex *A, int64_t lda, int64_t *ipiv,
                                       int64_t *info);

/*
 * Solves op(A) X = B with the factors and pivots that getrf has left for A of n x n; X takes the
 * place of B, n x nrhs, ldb >= max(1, n). Pivots must lie in 1 ... n; they are not checked.
 *
 * INVALID_VALUE for argument 2 (trans), 3 (n), 4 (nrhs), 5 (A), 6 (lda), 7 (ipiv), 8 (B), 9 (ldb).
 */
DDBLAS_API ddblasStatus_t ddblasSgetrs(ddblasHandle_t handle, ddblasOperation_t trans, int64_t n, int64_t nrhs, const float *A,
                                       int64_t lda, const int64_t *ipiv, float *B, int64_t ldb);
DDBLAS_API ddblasStatus_t ddblasDgetrs(ddblasHandle_t handle, ddblasOperation_t trans, int64_t n, int64_t nrhs, const double *A,
                                       int64_t lda, const int64_t *ipiv, double *B, int64_t ldb);
DDBLAS_API ddblasStatus_t ddblasCgetrs(ddblasHandle_t handle, ddblasOperation_t trans, int64_t n, int64_t nrhs,
                                       const ddblasComplex *A, int64_t lda, const int64_t *ipiv, ddblasComplex *B, int64_t ldb);
DDBLAS_API ddblasStatus_t ddblasZgetrs(ddblasHandle_t handle, ddblasOperation_t trans, int64_t n, int64_t nrhs,
                                       const ddblasDoubleComplex *A, int64_t lda, const int64_t *ipiv, ddblasDoubleComplex *B,
                                       int64_t ldb);
DDBLAS_API ddblasStatus_t ddblasWgetrs(ddblasHandle_t handle, ddblasOperation_t trans, int64_t n, int64_t nrhs, const cuddreal *A,
                                       int64_t lda, const int64_t *ipiv, cuddreal *B, int64_t ldb);
DDBLAS_API ddblasStatus_t ddblasUgetrs(ddblasHandle_t handle, ddblasOperation_t trans, int64_t n, int64_t nrhs,
                                       const cuddcomplex *A, int64_t lda, const int64_t *ipiv, cuddcomplex *B, int64_t ldb);

/*
 * getrf and getrs with op = N in one call. If *info is not 0, all of B becomes NaN.
 *
 * INVALID_VALUE for argument 2 (n), 3 (nrhs), 4 (A), 5 (lda), 6 (ipiv), 7 (B), 8 (ldb), 9 (info).
 */
DDBLAS_API ddblasStatus_t ddblasSgesv(ddblasHandle_t handle, int64_t n, int64_t nrhs, float *A, int64_t lda, int64_t *ipiv,
                                      float *B, int64_t ldb, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasDgesv(ddblasHandle_t handle, int64_t n, int64_t nrhs, double *A, int64_t lda, int64_t *ipiv,
                                      double *B, int64_t ldb, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasCgesv(ddblasHandle_t handle, int64_t n, int64_t nrhs, ddblasComplex *A, int64_t lda,
                                      int64_t *ipiv, ddblasComplex *B, int64_t ldb, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasZgesv(ddblasHandle_t handle, int64_t n, int64_t nrhs, ddblasDoubleComplex *A, int64_t lda,
                                      int64_t *ipiv, ddblasDoubleComplex *B, int64_t ldb, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasWgesv(ddblasHandle_t handle, int64_t n, int64_t nrhs, cuddreal *A, int64_t lda, int64_t *ipiv,
                                      cuddreal *B, int64_t ldb, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasUgesv(ddblasHandle_t handle, int64_t n, int64_t nrhs, cuddcomplex *A, int64_t lda, int64_t *ipiv,
                                      cuddcomplex *B, int64_t ldb, int64_t *info);

/* Bytes of workspace for full speed, for all letters. posv takes the larger one of potrf and potrs,
 * and gesv that of getrf and getrs.
 * INVALID_VALUE for argument 2 (type), 3 and 4 (sizes), and the last one (null);
 * NOT_SUPPORTED. */
DDBLAS_API ddblasStatus_t ddblasPotrfWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes);
DDBLAS_API ddblasStatus_t ddblasPotrsWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, int64_t nrhs,
                                                   size_t *bytes);
DDBLAS_API ddblasStatus_t ddblasGetrfWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, size_t *bytes);
DDBLAS_API ddblasStatus_t ddblasGetrsWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, int64_t nrhs,
                                                   size_t *bytes);

#ifdef __cplusplus
}
#endif

#endif
