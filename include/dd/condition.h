/*
 * Estimates of condition numbers from factors, in all types. The result is
 *
 *   rcond = 1 / (anorm estimate),   estimate <= the norm of the inverse, up to roundings,
 *
 * so that rcond is an upper bound of the reciprocal condition number, rarely more than three times
 * too large. The estimate takes at most five products with the inverse, by systems that are solved
 * with the factors: N. J. Higham, FORTRAN codes for estimating the one-norm of a real or complex
 * matrix, with applications to condition estimation, ACM TOMS 14(4), 1988, the method of LAPACK's
 * routines of the same names. It has few correct digits; norms and results are therefore doubles.
 *
 * The calls decide on the host: they wait for the device and cannot be recorded in a graph. rcond
 * is in host memory. The arguments' conventions are those of dd/factor.h.
 *
 *   norm    DDBLAS_NORM_ONE or DDBLAS_NORM_INF, that of anorm
 *   anorm   the norm of the matrix before it was factored (lange, lansy, lanhe of dd/matrix.h)
 *   rcond   0 if the factors have an exact 0 on the diagonal, if anorm is 0 or Inf, or if the
 *           estimate is Inf; NaN if a factor has a NaN or a solution overflows to it; 1 if n is 0
 *
 * Errors: INVALID_VALUE with the positions below; MISALIGNED; ALLOC_FAILED or WORKSPACE_TOO_SMALL;
 * NOT_SUPPORTED for an order beyond 2^26 or while the stream records a graph.
 */
#ifndef DD_CONDITION_H
#define DD_CONDITION_H

#include <dd/ddblas.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The condition of a triangular matrix, of which only the triangle uplo is read, with diag = UNIT
 * without the diagonal. Other than in LAPACK, its norm is an argument.
 *
 * INVALID_VALUE for argument 2 (norm), 3 (uplo), 4 (diag), 5 (n), 6 (A), 7 (lda), 8 (anorm:
 * negative or NaN), 9 (rcond).
 */
DDBLAS_API ddblasStatus_t ddblasStrcon(ddblasHandle_t handle, ddblasNorm_t norm, ddblasFillMode_t uplo, ddblasDiagType_t diag,
                                       int64_t n, const float *A, int64_t lda, double anorm, double *rcond);
DDBLAS_API ddblasStatus_t ddblasDtrcon(ddblasHandle_t handle, ddblasNorm_t norm, ddblasFillMode_t uplo, ddblasDiagType_t diag,
                                       int64_t n, const double *A, int64_t lda, double anorm, double *rcond);
DDBLAS_API ddblasStatus_t ddblasCtrcon(ddblasHandle_t handle, ddblasNorm_t norm, ddblasFillMode_t uplo, ddblasDiagType_t diag,
                                       int64_t n, const ddblasComplex *A, int64_t lda, double anorm, double *rcond);
DDBLAS_API ddblasStatus_t ddblasZtrcon(ddblasHandle_t handle, ddblasNorm_t norm, ddblasFillMode_t uplo, ddblasDiagType_t diag,
                                       int64_t n, const ddblasDoubleComplex *A, int64_t lda, double anorm, double *rcond);
DDBLAS_API ddblasStatus_t ddblasWtrcon(ddblasHandle_t handle, ddblasNorm_t norm, ddblasFillMode_t uplo, ddblasDiagType_t diag,
                                       int64_t n, const cuddreal *A, int64_t lda, double anorm, double *rcond);
DDBLAS_API ddblasStatus_t ddblasUtrcon(ddblasHandle_t handle, ddblasNorm_t norm, ddblasFillMode_t uplo, ddblasDiagType_t diag,
                                       int64_t n, const cuddcomplex *A, int64_t lda, double anorm, double *rcond);

/*
 * The condition of a Hermitian positive definite matrix, from the factor of potrf in the triangle
 * uplo of A. Both norms are the same.
 *
 * INVALID_VALUE for argument 2 (uplo), 3 (n), 4 (A), 5 (lda), 6 (anorm), 7 (rcond).
 */
DDBLAS_API ddblasStatus_t ddblasSpocon(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const float *A, int64_t lda,
                                       double anorm, double *rcond);
DDBLAS_API ddblasStatus_t ddblasDpocon(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const double *A, int64_t lda,
                                       double anorm, double *rcond);
DDBLAS_API ddblasStatus_t ddblasCpocon(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const ddblasComplex *A,
                                       int64_t lda, double anorm, double *rcond);
DDBLAS_API ddblasStatus_t ddblasZpocon(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const ddblasDoubleComplex *A,
                                       int64_t lda, double anorm, double *rcond);
DDBLAS_API ddblasStatus_t ddblasWpocon(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const cuddreal *A, int64_t lda,
                                       double anorm, double *rcond);
DDBLAS_API ddblasStatus_t ddblasUpocon(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const cuddcomplex *A, int64_t lda,
                                       double anorm, double *rcond);

/*
 * The condition of a matrix from the factors of getrf. The pivots do not matter, because norms of
 * the inverse do not depend on the order of its columns.
 *
 * INVALID_VALUE for argument 2 (norm), 3 (n), 4 (A), 5 (lda), 6 (anorm), 7 (rcond).
 */
DDBLAS_API ddblasStatus_t ddblasSgecon(ddblasHandle_t handle, ddblasNorm_t norm, int64_t n, const float *A, int64_t lda,
                                       double anorm, double *rcond);
DDBLAS_API ddblasStatus_t ddblasDgecon(ddblasHandle_t handle, ddblasNorm_t norm, int64_t n, const double *A, int64_t lda,
                                       double anorm, double *rcond);
DDBLAS_API ddblasStatus_t ddblasCgecon(ddblasHandle_t handle, ddblasNorm_t norm, int64_t n, const ddblasComplex *A, int64_t lda,
                                       double anorm, double *rcond);
DDBLAS_API ddblasStatus_t ddblasZgecon(ddblasHandle_t handle, ddblasNorm_t norm, int64_t n, const ddblasDoubleComplex *A,
                                       int64_t lda, double anorm, double *rcond);
DDBLAS_API ddblasStatus_t ddblasWgecon(ddblasHandle_t handle, ddblasNorm_t norm, int64_t n, const cuddreal *A, int64_t lda,
                                       double anorm, double *rcond);
DDBLAS_API ddblasStatus_t ddblasUgecon(ddblasHandle_t handle, ddblasNorm_t norm, int64_t n, const cuddcomplex *A, int64_t lda,
                                       double anorm, double *rcond);

/* Bytes of workspace for each of the three. INVALID_VALUE for argument 2 (type), 3
 * (n), 4 (null); NOT_SUPPORTED. */
DDBLAS_API ddblasStatus_t ddblasConditionWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes);

#ifdef __cplusplus
}
#endif

#endif
