/*
 * Factors that equilibrate a matrix, in all types, like LAPACK's routines of the same names. The
 * factors are powers of two, so scaling by them makes no rounding errors.
 *
 * The factors are doubles in the engine's memory. The other results are in host memory. The calls
 * wait for the device, because they decide on the host, and cannot be recorded in a graph. All
 * types have the same code; LAPACK is not called for S, D, C and Z.
 *
 * Errors: INVALID_VALUE with the positions below; MISALIGNED; ALLOC_FAILED or WORKSPACE_TOO_SMALL;
 * NOT_SUPPORTED for an order beyond 2^26 or while the stream records a graph. Results are untouched
 * after an error of an argument. A size of 0 returns at once, with ratios of 1, amax = 0, info = 0.
 */
#ifndef DD_EQUILIBRATE_H
#define DD_EQUILIBRATE_H

#include <dd/ddblas.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Computes R and C such that the largest number in every row and column of diag(R) A diag(C) is
 * near 1. A complex element counts with the larger one of its parts. No number is above 1, and each
 * column has one that is at least 1/2, unless the limits of R and C below prevent it. R(i) is 2^-e,
 * where 2^e is the least power of two above all numbers of row i. C is the same for the columns of
 * diag(R) A.
 *
 *   m, n     >= 0; A is m x n, lda >= max(1, m), and is only read
 *   R, C     m and n factors, limited to 2^-1022 ... 2^1022
 *   rowcnd   the least R over the largest; scaling rows is worth while below 0.1
 *   colcnd   the same of C
 *   amax     the largest modulus of an element, with the precision of double; NaN if one is NaN
 *   info     0; i if row i is the first that is zero; m + j if no row is, and column j is the first
 *            that is zero. Then, and if A holds Inf or NaN, R and C are ones, and rowcnd and colcnd
 *            are 0
 *
 * INVALID_VALUE for argument 2 (m), 3 (n), 4 (A), 5 (lda), 6 (R), 7 (C), 8 (rowcnd), 9 (colcnd), 10
 * (amax), 11 (info).
 */
DDBLAS_API ddblasStatus_t ddblasSgeequb(ddblasHandle_t handle, int64_t m, int64_t n, const float *A, int64_t lda, double *R,
                                        double *C, double *rowcnd, double *colcnd, double *amax, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasDgeequb(ddblasHandle_t handle, int64_t m, int64_t n, const double *A, int64_t lda, double *R,
                                        double *C, double *rowcnd, double *colcnd, double *amax, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasCgeequb(ddblasHandle_t handle, int64_t m, int64_t n, const ddblasComplex *A, int64_t lda,
                                        double *R, double *C, double *rowcnd, double *colcnd, double *amax, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasZgeequb(ddblasHandle_t handle, int64_t m, int64_t n, const ddblasDoubleComplex *A, int64_t lda,
                                        double *R, double *C, double *rowcnd, double *colcnd, double *amax, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasWgeequb(ddblasHandle_t handle, int64_t m, int64_t n, const cuddreal *A, int64_t lda, double *R,
                                        double *C, double *rowcnd, double *colcnd, double *amax, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasUgeequb(ddblasHandle_t handle, int64_t m, int64_t n, const cuddcomplex *A, int64_t lda, double *R,
                                        double *C, double *rowcnd, double *colcnd, double *amax, int64_t *info);

/*
 * Computes S such that the diagonal elements of diag(S) A diag(S) are at least 1/4 and below 1. A
 * is symmetric or Hermitian and positive definite; only the real parts of its diagonal are read.
 * S(i) is 2^-e, where 4^e is the least power of four above A(i, i).
 *
 *   n        >= 0; lda >= max(1, n)
 *   S        n factors
 *   scond    the least S over the largest; scaling is worth while below 0.1
 *   amax     the largest number of the diagonal, with the precision of double
 *   info     0; i if A(i, i) is the first that is not positive, or is NaN. Then, and if the
 *            diagonal holds Inf, S is ones and scond 0
 *
 * INVALID_VALUE for argument 2 (n), 3 (A), 4 (lda), 5 (S), 6 (scond), 7 (amax), 8 (info).
 */
DDBLAS_API ddblasStatus_t ddblasSpoequb(ddblasHandle_t handle, int64_t n, const float *A, int64_t lda, double *S, double *scond,
                                        double *amax, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasDpoequb(ddblasHandle_t handle, int64_t n, const double *A, int64_t lda, double *S, double *scond,
                                        double *amax, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasCpoequb(ddblasHandle_t handle, int64_t n, const ddblasComplex *A, int64_t lda, double *S,
                                        double *scond, double *amax, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasZpoequb(ddblasHandle_t handle, int64_t n, const ddblasDoubleComplex *A, int64_t lda, double *S,
                                        double *scond, double *amax, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasWpoequb(ddblasHandle_t handle, int64_t n, const cuddreal *A, int64_t lda, double *S,
                                        double *scond, double *amax, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasUpoequb(ddblasHandle_t handle, int64_t n, const cuddcomplex *A, int64_t lda, double *S,
                                        double *scond, double *amax, int64_t *info);

/* Bytes of workspace of geequb; poequb needs none. INVALID_VALUE for argument 2 (type), 3 and 4
 * (sizes), 5 (null); NOT_SUPPORTED. */
DDBLAS_API ddblasStatus_t ddblasGeequbWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n,
                                                    size_t *bytes);

#ifdef __cplusplus
}
#endif

#endif
