/*
 * Level 2 with band and packed matrices: products and triangular systems. dd/rank.h has the updates
 * of packed matrices.
 *
 * A band matrix has kl diagonals below the main one and ku above it. Its array has a row for each
 * diagonal: with i and j counted from 0, element (i, j) is at A[ku + i - j + j lda], lda >= kl + ku
 * + 1. A triangular or symmetric band with k diagonals beside the main one has kl = k and ku = 0 if
 * the lower triangle is stored, and kl = 0 and ku = k if the upper one is. Elements of the array
 * that lie outside the matrix are not read. kl, ku and k may exceed the order.
 *
 * A packed matrix has the n (n + 1) / 2 elements of a triangle, column after column without gaps:
 * element (i, j) is at AP[i + j (j + 1) / 2] in an upper and at AP[i + j (2 n - j - 1) / 2] in a
 * lower triangle.
 *
 * S, D, C and Z call CBLAS, on one thread, and cuBLAS without atomic additions. On the CPU engine
 * they return NOT_SUPPORTED for sizes and increments beyond 2^31 - 1, which CBLAS does not take. W
 * and U have the same bits whatever the threads, the instruction set, the stream and the workspace.
 *
 * Source: J. Dongarra, J. Du Croz, S. Hammarling, R. Hanson, An extended set of Fortran basic
 * linear algebra subprograms, ACM TOMS 14(1), 1988.
 */
#ifndef DD_COMPACT_H
#define DD_COMPACT_H

#include <dd/ddblas.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * gbmv: y = alpha op(A) x + beta y, A an m x n band matrix, op(A) = A (trans N), A^T (T) or A^H (C;
 * of real types T).
 *
 *   trans    op
 *   m, n     rows and columns of A, >= 0; m = 0 or n = 0 returns at once and leaves y as it is
 *   kl, ku   diagonals below and above the main one, >= 0
 *   alpha    scalar, host or device by the pointer mode; when it is 0, A and x are not read (in S,
 *            D, C and Z on the CUDA engine only if alpha is in host memory), and may be null if
 *            alpha is in host memory
 *   A        the band as described above; lda >= kl + ku + 1
 *   x        n elements (N) or m elements (T, C) at increment incx != 0; incx < 0 starts at the far
 *            end, as in BLAS
 *   beta     scalar; when 0, y is not read and may hold NaN
 *   y        m elements (N) or n elements (T, C) at increment incy != 0; the only memory written;
 *            must not overlap A or x
 *
 * Errors: INVALID_VALUE for argument 2 (trans), 3 (m), 4 (n), 5 (kl), 6 (ku), 7, 8, 10, 12 and 13
 * (null), 9 (lda), 11 (incx), 14 (incy). MISALIGNED for pointers that are not aligned
 * (dd/ddblas.h). y is unchanged after a wrong argument. W and U need no workspace; the CUDA engine
 * gives cuBLAS its workspace at the first call of the handle in S, D, C and Z.
 *
 * Special values of W and U: as symv. Where there is no product (alpha = 0), beta = 1 leaves y as
 * it is.
 *
 * Error bound, each component i, k the largest number of terms of a component: |error_i| <= (k +
 * 12) u_T (|alpha| |op(A)| |x| + |beta| |y|)_i. u_T is the unit of the type (2^-104 for W and U);
 * complex products have a further constant factor sqrt 8. In W and U a product below CUDD_SAFE_MIN
 * may add 2^-1073 |alpha|. docs/numerics.md has the proof.
 */
DDBLAS_API ddblasStatus_t ddblasSgbmv(ddblasHandle_t handle, ddblasOperation_t trans, int64_t m, int64_t n, int64_t kl,
                                      int64_t ku, const float *alpha, const float *A, int64_t lda, const float *x, int64_t incx,
                                      const float *beta, float *y, int64_t incy);
DDBLAS_API ddblasStatus_t ddblasDgbmv(ddblasHandle_t handle, ddblasOperation_t trans, int64_t m, int64_t n, int64_t kl,
                                      int64_t ku, const double *alpha, const double *A, int64_t lda, const double *x,
                                      int64_t incx, const double *beta, double *y, int64_t incy);
DDBLAS_API ddblasStatus_t ddblasCgbmv(ddblasHandle_t handle, ddblasOperation_t trans, int64_t m, int64_t n, int64_t kl,
                                      int64_t ku, const ddblasComplex *alpha, const ddblasComplex *A, int64_t lda,
                                      const ddblasComplex *x, int64_t incx, const ddblasComplex *beta, ddblasComplex *y,
                                      int64_t incy);
DDBLAS_API ddblasStatus_t ddblasZgbmv(ddblasHandle_t handle, ddblasOperation_t trans, int64_t m, int64_t n, int64_t kl,
                                      int64_t ku, const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *A, int64_t lda,
                                      const ddblasDoubleComplex *x, int64_t incx, const ddblasDoubleComplex *beta,
                                      ddblasDoubleComplex *y, int64_t incy);
DDBLAS_API ddblasStatus_t ddblasWgbmv(ddblasHandle_t handle, ddblasOperation_t trans, int64_t m, int64_t n, int64_t kl,
                                      int64_t ku, const cuddreal *alpha, const cuddreal *A, int64_t lda, const cuddreal *x,
                                      int64_t incx, const cuddreal *beta, cuddreal *y, int64_t incy);
DDBLAS_API ddblasStatus_t ddblasUgbmv(ddblasHandle_t handle, ddblasOperation_t trans, int64_t m, int64_t n, int64_t kl,
                                      int64_t ku, const cuddcomplex *alpha, const cuddcomplex *A, int64_t lda,
                                      const cuddcomplex *x, int64_t incx, const cuddcomplex *beta, cuddcomplex *y, int64_t incy);

/*
 * sbmv, hbmv: y = alpha A x + beta y, A n x n, a symmetric or Hermitian band with k diagonals on
 * each side of the main one, of which one triangle is stored.
 *
 *   uplo    the triangle of A that is read; in a Hermitian A the imaginary parts of the diagonal
 *           are not read and count as zero
 *   n, k    order, and diagonals beside the main one, >= 0; n = 0 returns at once
 *   A       the band as described above; lda >= k + 1
 *
 * The other arguments, special values and the bound are those of gbmv. Errors: INVALID_VALUE for
 * argument 2 (uplo), 3 (n), 4 (k), 5, 6, 8, 10 and 11 (null), 7 (lda), 9 (incx), 12 (incy);
 * otherwise as in gbmv.
 */
DDBLAS_API ddblasStatus_t ddblasSsbmv(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t k, const float *alpha,
                                      const float *A, int64_t lda, const float *x, int64_t incx, const float *beta, float *y,
                                      int64_t incy);
DDBLAS_API ddblasStatus_t ddblasDsbmv(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t k, const double *alpha,
                                      const double *A, int64_t lda, const double *x, int64_t incx, const double *beta, double *y,
                                      int64_t incy);
DDBLAS_API ddblasStatus_t ddblasWsbmv(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t k, const cuddreal *alpha,
                                      const cuddreal *A, int64_t lda, const cuddreal *x, int64_t incx, const cuddreal *beta,
                                      cuddreal *y, int64_t incy);
DDBLAS_API ddblasStatus_t ddblasChbmv(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t k,
                                      const ddblasComplex *alpha, const ddblasComplex *A, int64_t lda, const ddblasComplex *x,
                                      int64_t incx, const ddblasComplex *beta, ddblasComplex *y, int64_t incy);
DDBLAS_API ddblasStatus_t ddblasZhbmv(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t k,
                                      const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *A, int64_t lda,
                                      const ddblasDoubleComplex *x, int64_t incx, const ddblasDoubleComplex *beta,
                                      ddblasDoubleComplex *y, int64_t incy);
DDBLAS_API ddblasStatus_t ddblasUhbmv(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t k,
                                      const cuddcomplex *alpha, const cuddcomplex *A, int64_t lda, const cuddcomplex *x,
                                      int64_t incx, const cuddcomplex *beta, cuddcomplex *y, int64_t incy);

/*
 * spmv, hpmv: y = alpha A x + beta y, A n x n, symmetric or Hermitian and packed. As sbmv and hbmv.
 * Errors: INVALID_VALUE for argument 2 (uplo), 3 (n), 4, 5, 6, 8 and 9 (null), 7 (incx), 10 (incy);
 * otherwise as in gbmv.
 */
DDBLAS_API ddblasStatus_t ddblasSspmv(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const float *alpha,
                                      const float *AP, const float *x, int64_t incx, const float *beta, float *y, int64_t incy);
DDBLAS_API ddblasStatus_t ddblasDspmv(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const double *alpha,
                                      const double *AP, const double *x, int64_t incx, const double *beta, double *y,
                                      int64_t incy);
DDBLAS_API ddblasStatus_t ddblasWspmv(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const cuddreal *alpha,
                                      const cuddreal *AP, const cuddreal *x, int64_t incx, const cuddreal *beta, cuddreal *y,
                                      int64_t incy);
DDBLAS_API ddblasStatus_t ddblasChpmv(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const ddblasComplex *alpha,
                                      const ddblasComplex *AP, const ddblasComplex *x, int64_t incx, const ddblasComplex *beta,
                                      ddblasComplex *y, int64_t incy);
DDBLAS_API ddblasStatus_t ddblasZhpmv(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const ddblasDoubleComplex *alpha,
                                      const ddblasDoubleComplex *AP, const ddblasDoubleComplex *x, int64_t incx,
                                      const ddblasDoubleComplex *beta, ddblasDoubleComplex *y, int64_t incy);
DDBLAS_API ddblasStatus_t ddblasUhpmv(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const cuddcomplex *alpha,
                                      const cuddcomplex *AP, const cuddcomplex *x, int64_t incx, const cuddcomplex *beta,
                                      cuddcomplex *y, int64_t incy);

/*
 * tbmv: x = op(A) x. tbsv: solves op(A) x = b, x overwrites b. A is n x n, a triangular band with k
 * diagonals beside the main one.
 *
 *   uplo    lower: the diagonals are below the main one; upper: above it
 *   trans   op
 *   diag    unit: the diagonal counts as 1 and is not read
 *   n, k    order, and diagonals beside the main one, >= 0; n = 0 returns at once
 *   A       the band as described above; lda >= k + 1
 *   x       n elements at increment incx != 0, read and written; must not overlap A
 *
 * Errors: INVALID_VALUE for argument 2 (uplo), 3 (trans), 4 (diag), 5 (n), 6 (k), 7 and 9 (null), 8
 * (lda), 10 (incx). MISALIGNED for pointers that are not aligned (dd/ddblas.h). ALLOC_FAILED or
 * WORKSPACE_TOO_SMALL for the copy of x that products need in W and U, and for the two counters of
 * systems on the CUDA engine; ddblasTbmvWorkspaceSize says how much. x is unchanged after a wrong
 * argument or a failed allocation.
 *
 * Special values: as trmv and trsv; a zero on the diagonal gives Inf or NaN. Error bounds: those of
 * trmv and trsv (dd/level2.h) with min(k, n) in place of n. docs/numerics.md has the proofs.
 */
DDBLAS_API ddblasStatus_t ddblasStbmv(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                      ddblasDiagType_t diag, int64_t n, int64_t k, const float *A, int64_t lda, float *x,
                                      int64_t incx);
DDBLAS_API ddblasStatus_t ddblasDtbmv(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                      ddblasDiagType_t diag, int64_t n, int64_t k, const double *A, int64_t lda, double *x,
                                      int64_t incx);
DDBLAS_API ddblasStatus_t ddblasCtbmv(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                      ddblasDiagType_t diag, int64_t n, int64_t k, const ddblasComplex *A, int64_t lda,
                                      ddblasComplex *x, int64_t incx);
DDBLAS_API ddblasStatus_t ddblasZtbmv(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                      ddblasDiagType_t diag, int64_t n, int64_t k, const ddblasDoubleComplex *A, int64_t lda,
                                      ddblasDoubleComplex *x, int64_t incx);
DDBLAS_API ddblasStatus_t ddblasWtbmv(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                      ddblasDiagType_t diag, int64_t n, int64_t k, const cuddreal *A, int64_t lda, cuddreal *x,
                                      int64_t incx);
DDBLAS_API ddblasStatus_t ddblasUtbmv(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                      ddblasDiagType_t diag, int64_t n, int64_t k, const cuddcomplex *A, int64_t lda,
                                      cuddcomplex *x, int64_t incx);
DDBLAS_API ddblasStatus_t ddblasStbsv(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                      ddblasDiagType_t diag, int64_t n, int64_t k, const float *A, int64_t lda, float *x,
                                      int64_t incx);
DDBLAS_API ddblasStatus_t ddblasDtbsv(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                      ddblasDiagType_t diag, int64_t n, int64_t k, const double *A, int64_t lda, double *x,
                                      int64_t incx);
DDBLAS_API ddblasStatus_t ddblasCtbsv(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                      ddblasDiagType_t diag, int64_t n, int64_t k, const ddblasComplex *A, int64_t lda,
                                      ddblasComplex *x, int64_t incx);
DDBLAS_API ddblasStatus_t ddblasZtbsv(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                      ddblasDiagType_t diag, int64_t n, int64_t k, const ddblasDoubleComplex *A, int64_t lda,
                                      ddblasDoubleComplex *x, int64_t incx);
DDBLAS_API ddblasStatus_t ddblasWtbsv(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                      ddblasDiagType_t diag, int64_t n, int64_t k, const cuddreal *A, int64_t lda, cuddreal *x,
                                      int64_t incx);
DDBLAS_API ddblasStatus_t ddblasUtbsv(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                      ddblasDiagType_t diag, int64_t n, int64_t k, const cuddcomplex *A, int64_t lda,
                                      cuddcomplex *x, int64_t incx);

/*
 * tpmv: x = op(A) x. tpsv: solves op(A) x = b. A is n x n, triangular and packed. As tbmv and tbsv.
 * Errors: INVALID_VALUE for argument 2 (uplo), 3 (trans), 4 (diag), 5 (n), 6 and 7 (null), 8
 * (incx); otherwise as in tbmv.
 */
DDBLAS_API ddblasStatus_t ddblasStpmv(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                      ddblasDiagType_t diag, int64_t n, const float *AP, float *x, int64_t incx);
DDBLAS_API ddblasStatus_t ddblasDtpmv(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                      ddblasDiagType_t diag, int64_t n, const double *AP, double *x, int64_t incx);
DDBLAS_API ddblasStatus_t ddblasCtpmv(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                      ddblasDiagType_t diag, int64_t n, const ddblasComplex *AP, ddblasComplex *x, int64_t incx);
DDBLAS_API ddblasStatus_t ddblasZtpmv(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                      ddblasDiagType_t diag, int64_t n, const ddblasDoubleComplex *AP, ddblasDoubleComplex *x,
                                      int64_t incx);
DDBLAS_API ddblasStatus_t ddblasWtpmv(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                      ddblasDiagType_t diag, int64_t n, const cuddreal *AP, cuddreal *x, int64_t incx);
DDBLAS_API ddblasStatus_t ddblasUtpmv(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                      ddblasDiagType_t diag, int64_t n, const cuddcomplex *AP, cuddcomplex *x, int64_t incx);
DDBLAS_API ddblasStatus_t ddblasStpsv(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                      ddblasDiagType_t diag, int64_t n, const float *AP, float *x, int64_t incx);
DDBLAS_API ddblasStatus_t ddblasDtpsv(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                      ddblasDiagType_t diag, int64_t n, const double *AP, double *x, int64_t incx);
DDBLAS_API ddblasStatus_t ddblasCtpsv(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                      ddblasDiagType_t diag, int64_t n, const ddblasComplex *AP, ddblasComplex *x, int64_t incx);
DDBLAS_API ddblasStatus_t ddblasZtpsv(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                      ddblasDiagType_t diag, int64_t n, const ddblasDoubleComplex *AP, ddblasDoubleComplex *x,
                                      int64_t incx);
DDBLAS_API ddblasStatus_t ddblasWtpsv(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                      ddblasDiagType_t diag, int64_t n, const cuddreal *AP, cuddreal *x, int64_t incx);
DDBLAS_API ddblasStatus_t ddblasUtpsv(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                      ddblasDiagType_t diag, int64_t n, const cuddcomplex *AP, cuddcomplex *x, int64_t incx);

/* The workspace in bytes with which tbmv and tpmv, or tbsv and tpsv, of this type and order run on
 * the handle's engine without allocating. INVALID_VALUE for argument 2 (type), 3 (n), 4 (null). */
DDBLAS_API ddblasStatus_t ddblasTbmvWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes);
DDBLAS_API ddblasStatus_t ddblasTbsvWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes);

#ifdef __cplusplus
}
#endif

#endif
