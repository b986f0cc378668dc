/*
 * Inverses of triangular matrices, and of matrices from their Cholesky and LU factors, in all
 * types. S, D, C and Z are computed by LAPACK and cuSOLVER. Layout, info, the errors of every
 * function and the bits are those of dd/factor.h: a pointer to int64_t leads to the engine's
 * memory, and no call waits for the device.
 *
 * To solve a system, use getrs or potrs: they are faster than a product with the inverse, and their
 * residuals are smaller. An inverse is for the cases that need its elements.
 *
 * Error bounds of W and U. u_w = 2^-104; |A| is the matrix of moduli; bounds hold for each element,
 * with the numbers as computed, and are multiplied by sqrt 8 in U:
 *
 *   trtri      |X A - I| <= (n + 200) u_w |X| |A|
 *   potri      |X - Y^H Y| <= (n + 60) u_w |Y^H| |Y|,  Y the inverse of L as trtri computes it
 *              (UPPER: Y Y^H, and the inverse of U)
 *   getri      |X A - I| <= 3 (n + 200) u_w |X| |P^T L U|, where |P^T L U| stands for P^T |L| |U|,
 *              and A = P^T L U is the matrix that getrf has factored
 *
 * N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2nd edition, chapter 14; with the
 * constants of this library's arithmetic, docs/numerics.md has the proof. They hold while no number
 * overflows and while products stay above CUDD_SAFE_MIN.
 */
#ifndef DD_INVERSE_H
#define DD_INVERSE_H

#include <dd/ddblas.h>
#include <dd/factor.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The inverse of a triangular matrix, in place. Only the triangle uplo of A is read and written;
 * with diag = UNIT its diagonal is neither read nor written and counts as ones.
 *
 *   n       >= 0; lda >= max(1, n)
 *   info    0, or k if A(k, k), counted from 1, is the first element of the diagonal that is
 *           exactly 0. The triangle is NaN then
 *
 * INVALID_VALUE for argument 2 (uplo), 3 (diag), 4 (n), 5 (A), 6 (lda), 7 (info).
 */
DDBLAS_API ddblasStatus_t ddblasStrtri(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasDiagType_t diag, int64_t n, float *A,
                                       int64_t lda, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasDtrtri(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasDiagType_t diag, int64_t n, double *A,
                                       int64_t lda, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasCtrtri(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasDiagType_t diag, int64_t n,
                                       ddblasComplex *A, int64_t lda, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasZtrtri(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasDiagType_t diag, int64_t n,
                                       ddblasDoubleComplex *A, int64_t lda, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasWtrtri(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasDiagType_t diag, int64_t n,
                                       cuddreal *A, int64_t lda, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasUtrtri(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasDiagType_t diag, int64_t n,
                                       cuddcomplex *A, int64_t lda, int64_t *info);

/*
 * The inverse of a Hermitian positive definite matrix from the factor that potrf has left in the
 * triangle uplo of A. The same triangle of the inverse replaces it; the imaginary parts of its
 * diagonal are 0.
 *
 *   info    0, or k if element k of the factor's diagonal is the first that is exactly 0. The
 *           triangle is NaN then. A factor that potrf has left as NaN gives NaN, and info is 0
 *
 * INVALID_VALUE for argument 2 (uplo), 3 (n), 4 (A), 5 (lda), 6 (info).
 */
DDBLAS_API ddblasStatus_t ddblasSpotri(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, float *A, int64_t lda,
                                       int64_t *info);
DDBLAS_API ddblasStatus_t ddblasDpotri(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, double *A, int64_t lda,
                                       int64_t *info);
DDBLAS_API ddblasStatus_t ddblasCpotri(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, ddblasComplex *A, int64_t lda,
                                       int64_t *info);
DDBLAS_API ddblasStatus_t ddblasZpotri(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, ddblasDoubleComplex *A,
                                       int64_t lda, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasWpotri(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, cuddreal *A, int64_t lda,
                                       int64_t *info);
DDBLAS_API ddblasStatus_t ddblasUpotri(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, cuddcomplex *A, int64_t lda,
                                       int64_t *info);

/*
 * C = the inverse of A from the factors and pivots that getrf has left for A of n x n. C may be A,
 * with ldc = lda; otherwise they must not overlap, and A is only read. In place the call needs a
 * workspace of n^2 elements more. Pivots must lie in 1 ... n; they are not checked.
 *
 *   info    0, or k if U(k, k) is the first element of U's diagonal that is exactly 0. All of C is
 *           NaN then
 *
 * INVALID_VALUE for argument 2 (n), 3 (A), 4 (lda), 5 (ipiv), 6 (C), 7 (ldc: too small, or not lda
 * where C is A), 8 (info).
 */
DDBLAS_API ddblasStatus_t ddblasSgetri(ddblasHandle_t handle, int64_t n, const float *A, int64_t lda, const int64_t *ipiv,
                                       float *C, int64_t ldc, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasDgetri(ddblasHandle_t handle, int64_t n, const double *A, int64_t lda, const int64_t *ipiv,
                                       double *C, int64_t ldc, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasCgetri(ddblasHandle_t handle, int64_t n, const ddblasComplex *A, int64_t lda, const int64_t *ipiv,
                                       ddblasComplex *C, int64_t ldc, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasZgetri(ddblasHandle_t handle, int64_t n, const ddblasDoubleComplex *A, int64_t lda,
                                       const int64_t *ipiv, ddblasDoubleComplex *C, int64_t ldc, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasWgetri(ddblasHandle_t handle, int64_t n, const cuddreal *A, int64_t lda, const int64_t *ipiv,
                                       cuddreal *C, int64_t ldc, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasUgetri(ddblasHandle_t handle, int64_t n, const cuddcomplex *A, int64_t lda, const int64_t *ipiv,
                                       cuddcomplex *C, int64_t ldc, int64_t *info);

/* Bytes of workspace for full speed, for all letters; getri's are those in place if in_place is not
 * 0. INVALID_VALUE for argument 2 (type), 3 (n), and the last one (null);
 * NOT_SUPPORTED. */
DDBLAS_API ddblasStatus_t ddblasTrtriWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes);
DDBLAS_API ddblasStatus_t ddblasPotriWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes);
DDBLAS_API ddblasStatus_t ddblasGetriWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, int in_place,
                                                   size_t *bytes);

#ifdef __cplusplus
}
#endif

#endif
