/*
 * Factors that equilibrate a matrix, in all types, as LAPACK's routines of the same names: powers
 * of two, so that scaling by them makes no rounding errors.
 *
 * The factors are doubles in the engine's memory; the other results are in host memory. The calls
 * decide on the host: they wait for the device and cannot be recorded in a graph. LAPACK computes
 * none of this in S, D, C and Z: all types have the same code.
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
 * R and C with which diag(R) A diag(C) has in every row and column a largest number (of a complex
 * element the larger part) near 1: from 1/2 on in every column, at most 1 everywhere, but for the
 * limits below. R(i) = 2^-e, where 2^e is the least power of two above the numbers of row i; C is
 * the same for the columns of diag(R) A.
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
 * S with which diag(S) A diag(S) has a diagonal from 1/4 on and below 1, for a Hermitian positive
 * definite A, of which only the real parts of the diagonal are read. S(i) = 2^-e, where 4^e is the
 * least power of four above A(i, i).
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
