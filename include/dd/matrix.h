/*
 * Whole matrices: sums and transposes, products with a diagonal matrix, copies and constants,
 * exchanges of rows, norms. These are cuBLAS's extensions and LAPACK's auxiliary routines of the
 * same names, with 64-bit sizes.
 *
 * Matrices are column-major with a leading dimension of at least the number of rows. Only the
 * elements that a routine writes are touched; padding is neither read nor written. Scalars and the
 * results of norms are in host or device memory by the pointer mode.
 *
 * Both engines perform the same operations on each element in the same order. Results have the same
 * bits on both, for any number of threads, instruction set, stream and workspace, except for the
 * bits of a NaN.
 *
 * Errors common to all: INVALID_VALUE for the arguments that a comment names, MISALIGNED for
 * pointers that are not aligned (dd/ddblas.h). Nothing is written after a wrong argument or a
 * failed allocation.
 */
#ifndef DD_MATRIX_H
#define DD_MATRIX_H

#include <dd/ddblas.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * C = alpha op(A) + beta op(B), C m x n; op(X) = X (N), X^T (T) or X^H (C; of real types T).
 *
 *   transa, transb  op of A and of B
 *   m, n            rows and columns of C, >= 0; 0 returns at once
 *   alpha, beta     scalars; when one is 0, its matrix is not read, and may be null if the scalar
 *                   is in host memory; one that is 1 is not multiplied, so that alpha = 1, beta = 0
 *                   copies or transposes A bit by bit
 *   A               m x n (N) or n x m (T, C), lda >= max(1, its rows)
 *   B               in the same way, ldb
 *   C               m x n, ldc >= max(1, m); the only memory written
 *
 * In place: C may be A if transa is N and lda = ldc, and B if transb is N and ldb = ldc. Otherwise
 * C must not overlap a matrix that is read.
 *
 * Errors: INVALID_VALUE for argument 2 (transa), 3 (transb), 4 (m), 5 (n), 6, 7, 9, 10 and 12
 * (null), 8 (lda), 11 (ldb), 13 (ldc); also 2 or 8 where C is A, and 3 or 11 where C is B, with
 * another op than N or another leading dimension. There is no workspace.
 *
 * An element is the sum of the two products, each rounded. W: cuddAdd(cuddMul(alpha, a),
 * cuddMul(beta, b)); U: the same with cuddcAdd and cuddcMul; special values follow from these
 * functions. C and Z multiply by the four products of the parts without care for special values.
 *
 * Error bound, each element: |error| <= 2 u_w (|alpha| |a| + |beta| |b|) in W, 3.2 u_w in U, 2.1 u
 * in S and D, sqrt 8 times as much in C and Z. A product that underflows may add 2^-1072 (W, U).
 * docs/numerics.md has the proof.
 */
DDBLAS_API ddblasStatus_t ddblasSgeam(ddblasHandle_t handle, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m,
                                      int64_t n, const float *alpha, const float *A, int64_t lda, const float *beta,
                                      const float *B, int64_t ldb, float *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasDgeam(ddblasHandle_t handle, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m,
                                      int64_t n, const double *alpha, const double *A, int64_t lda, const double *beta,
                                      const double *B, int64_t ldb, double *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasCgeam(ddblasHandle_t handle, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m,
                                      int64_t n, const ddblasComplex *alpha, const ddblasComplex *A, int64_t lda,
                                      const ddblasComplex *beta, const ddblasComplex *B, int64_t ldb, ddblasComplex *C,
                                      int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasZgeam(ddblasHandle_t handle, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m,
                                      int64_t n, const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *A, int64_t lda,
                                      const ddblasDoubleComplex *beta, const ddblasDoubleComplex *B, int64_t ldb,
                                      ddblasDoubleComplex *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasWgeam(ddblasHandle_t handle, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m,
                                      int64_t n, const cuddreal *alpha, const cuddreal *A, int64_t lda, const cuddreal *beta,
                                      const cuddreal *B, int64_t ldb, cuddreal *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasUgeam(ddblasHandle_t handle, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m,
                                      int64_t n, const cuddcomplex *alpha, const cuddcomplex *A, int64_t lda,
                                      const cuddcomplex *beta, const cuddcomplex *B, int64_t ldb, cuddcomplex *C, int64_t ldc);

/*
 * C = diag(x) A (side LEFT: row i times x_i) or C = A diag(x) (RIGHT: column j times x_j).
 *
 *   side    LEFT or RIGHT
 *   m, n    rows and columns of A and C, >= 0; 0 returns at once
 *   A       m x n, lda >= max(1, m)
 *   x       m elements (LEFT) or n (RIGHT) at increment incx != 0; incx < 0 starts at the far end,
 *           as in BLAS
 *   C       m x n, ldc >= max(1, m); the only memory written; it may be A if lda = ldc, otherwise
 *           it must not overlap A; it must not overlap x
 *
 * Errors: INVALID_VALUE for argument 2 (side), 3 (m), 4 (n), 5, 7 and 9 (null), 6 (lda; also where
 * C is A with another leading dimension), 8 (incx), 10 (ldc). There is no workspace.
 *
 * W: cuddMul(x_i, a); U: cuddcMul; special values follow from these functions. A zero is multiplied
 * like any other number. C and Z multiply by the four products of the parts.
 *
 * Error bound, each element: |error| <= u_w |x| |a| in W, 2.25 u_w in U, u in S and D, sqrt 8 u in
 * C and Z. A product that underflows may add 2^-1072 (W, U).
 */
DDBLAS_API ddblasStatus_t ddblasSdgmm(ddblasHandle_t handle, ddblasSideMode_t side, int64_t m, int64_t n, const float *A,
                                      int64_t lda, const float *x, int64_t incx, float *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasDdgmm(ddblasHandle_t handle, ddblasSideMode_t side, int64_t m, int64_t n, const double *A,
                                      int64_t lda, const double *x, int64_t incx, double *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasCdgmm(ddblasHandle_t handle, ddblasSideMode_t side, int64_t m, int64_t n, const ddblasComplex *A,
                                      int64_t lda, const ddblasComplex *x, int64_t incx, ddblasComplex *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasZdgmm(ddblasHandle_t handle, ddblasSideMode_t side, int64_t m, int64_t n,
                                      const ddblasDoubleComplex *A, int64_t lda, const ddblasDoubleComplex *x, int64_t incx,
                                      ddblasDoubleComplex *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasWdgmm(ddblasHandle_t handle, ddblasSideMode_t side, int64_t m, int64_t n, const cuddreal *A,
                                      int64_t lda, const cuddreal *x, int64_t incx, cuddreal *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasUdgmm(ddblasHandle_t handle, ddblasSideMode_t side, int64_t m, int64_t n, const cuddcomplex *A,
                                      int64_t lda, const cuddcomplex *x, int64_t incx, cuddcomplex *C, int64_t ldc);

/*
 * B = A, bit by bit, for the elements of one triangle or of all. If m != n, the triangles are
 * trapezoids: LOWER has the elements with i >= j, UPPER those with i <= j.
 *
 *   uplo    LOWER, UPPER, or DDBLAS_FILL_MODE_FULL for all elements
 *   m, n    rows and columns, >= 0; 0 returns at once
 *   A       m x n, lda >= max(1, m); the other elements are not read
 *   B       m x n, ldb >= max(1, m); the other elements are not written; must not overlap A
 *
 * Errors: INVALID_VALUE for argument 2 (uplo), 3 (m), 4 (n), 5 and 7 (null), 6 (lda), 8 (ldb).
 * There is no workspace.
 */
DDBLAS_API ddblasStatus_t ddblasSlacpy(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t m, int64_t n, const float *A,
                                       int64_t lda, float *B, int64_t ldb);
DDBLAS_API ddblasStatus_t ddblasDlacpy(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t m, int64_t n, const double *A,
                                       int64_t lda, double *B, int64_t ldb);
DDBLAS_API ddblasStatus_t ddblasClacpy(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t m, int64_t n, const ddblasComplex *A,
                                       int64_t lda, ddblasComplex *B, int64_t ldb);
DDBLAS_API ddblasStatus_t ddblasZlacpy(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t m, int64_t n,
                                       const ddblasDoubleComplex *A, int64_t lda, ddblasDoubleComplex *B, int64_t ldb);
DDBLAS_API ddblasStatus_t ddblasWlacpy(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t m, int64_t n, const cuddreal *A,
                                       int64_t lda, cuddreal *B, int64_t ldb);
DDBLAS_API ddblasStatus_t ddblasUlacpy(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t m, int64_t n, const cuddcomplex *A,
                                       int64_t lda, cuddcomplex *B, int64_t ldb);

/*
 * Sets the diagonal of A to beta and its other elements to alpha: those below the diagonal (uplo
 * LOWER), those above it (UPPER), or all (DDBLAS_FILL_MODE_FULL).
 *
 *   m, n         rows and columns, >= 0; 0 returns at once
 *   alpha, beta  scalars
 *   A            m x n, lda >= max(1, m); the only memory written; with LOWER and UPPER the other
 *                triangle stays as it is
 *
 * Errors: INVALID_VALUE for argument 2 (uplo), 3 (m), 4 (n), 5, 6 and 7 (null), 8 (lda). There is
 * no workspace.
 */
DDBLAS_API ddblasStatus_t ddblasSlaset(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t m, int64_t n, const float *alpha,
                                       const float *beta, float *A, int64_t lda);
DDBLAS_API ddblasStatus_t ddblasDlaset(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t m, int64_t n, const double *alpha,
                                       const double *beta, double *A, int64_t lda);
DDBLAS_API ddblasStatus_t ddblasClaset(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t m, int64_t n,
                                       const ddblasComplex *alpha, const ddblasComplex *beta, ddblasComplex *A, int64_t lda);
DDBLAS_API ddblasStatus_t ddblasZlaset(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t m, int64_t n,
                                       const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *beta, ddblasDoubleComplex *A,
                                       int64_t lda);
DDBLAS_API ddblasStatus_t ddblasWlaset(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t m, int64_t n, const cuddreal *alpha,
                                       const cuddreal *beta, cuddreal *A, int64_t lda);
DDBLAS_API ddblasStatus_t ddblasUlaset(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t m, int64_t n,
                                       const cuddcomplex *alpha, const cuddcomplex *beta, cuddcomplex *A, int64_t lda);

/*
 * Exchanges rows of A: row i and row ipiv[k1 - 1 + (i - k1) |incx|] for i = k1, ..., k2 one after
 * another, or for i = k2, ..., k1 if incx < 0, which undoes the exchanges of the call with -incx.
 * Rows count from 1, as in LAPACK.
 *
 *   n       columns of A, >= 0; 0 returns at once
 *   A       n columns, lda >= max(1, k2); all rows that are exchanged lie within lda
 *   k1, k2  first and last row for which an exchange is made, k1 >= 1; k2 < k1 returns at once
 *   ipiv    k1 + (k2 - k1) |incx| indices in the engine's memory, of which the first k1 - 1 and
 *           those between the increments are not read; an index outside 1 .. lda exchanges nothing
 *   incx    increment of ipiv; 0 returns at once, as in LAPACK
 *
 * Errors: INVALID_VALUE for argument 2 (n), 3 and 7 (null), 4 (lda), 5 (k1), 8 (incx of a magnitude
 * that no address space holds). Pointers to indices have the alignment of an int64_t. There is no
 * workspace.
 */
DDBLAS_API ddblasStatus_t ddblasSlaswp(ddblasHandle_t handle, int64_t n, float *A, int64_t lda, int64_t k1, int64_t k2,
                                       const int64_t *ipiv, int64_t incx);
DDBLAS_API ddblasStatus_t ddblasDlaswp(ddblasHandle_t handle, int64_t n, double *A, int64_t lda, int64_t k1, int64_t k2,
                                       const int64_t *ipiv, int64_t incx);
DDBLAS_API ddblasStatus_t ddblasClaswp(ddblasHandle_t handle, int64_t n, ddblasComplex *A, int64_t lda, int64_t k1, int64_t k2,
                                       const int64_t *ipiv, int64_t incx);
DDBLAS_API ddblasStatus_t ddblasZlaswp(ddblasHandle_t handle, int64_t n, ddblasDoubleComplex *A, int64_t lda, int64_t k1,
                                       int64_t k2, const int64_t *ipiv, int64_t incx);
DDBLAS_API ddblasStatus_t ddblasWlaswp(ddblasHandle_t handle, int64_t n, cuddreal *A, int64_t lda, int64_t k1, int64_t k2,
                                       const int64_t *ipiv, int64_t incx);
DDBLAS_API ddblasStatus_t ddblasUlaswp(ddblasHandle_t handle, int64_t n, cuddcomplex *A, int64_t lda, int64_t k1, int64_t k2,
                                       const int64_t *ipiv, int64_t incx);

/*
 * The norm of an m x n matrix A, as a number of A's real type.
 *
 *   norm    MAX, ONE, INF or FROBENIUS
 *   m, n    rows and columns, >= 0; when one is 0, the result is 0 and A may be null
 *   A       m x n, lda >= max(1, m); only read
 *   result  in host or device memory by the pointer mode; the only memory written
 *
 * A call with a result in host memory returns when the result is there; on the CUDA engine it waits
 * for the stream, and while the stream records a graph it is NOT_SUPPORTED. With a result in device
 * memory calls are asynchronous and can be recorded.
 *
 * Errors: INVALID_VALUE for argument 2 (norm), 3 (m), 4 (n), 5 and 7 (null), 6 (lda). ALLOC_FAILED
 * or WORKSPACE_TOO_SMALL for the partial sums. NOT_SUPPORTED for m n > 2^52.
 *
 * Special values, as in LAPACK. The result is NaN if an element is NaN, otherwise Inf if an element
 * is Inf. The modulus of a complex number with an infinite part is Inf even if the other part is
 * NaN; FROBENIUS, which adds the squares of parts, is NaN then. No sum or square of finite elements
 * leaves the range on the way: the result is then Inf only if the norm itself is beyond the range
 * of its type.
 *
 * Error bounds, relative, with L(k) = ceil(log(k) / log(1024)), at least 1. In W and U: ONE (27
 * L(m) + 2) u_w; INF (27 L(n) + min(n / 85, 768) + 7) u_w; FROBENIUS (13.5 (L(m) + L(n)) + 2) u_w;
 * MAX is exact in W and within 2 u_w in U. S and C are computed in double, D and Z in
 * double-double: together with the rounding of the result the error is at most 1.01 u. A result or
 * a low part that is subnormal may err by one unit in its last place more. docs/numerics.md has the
 * proof.
 *
 * Method: sums in fixed trees; squares are scaled by a power of 2 where their sum leaves the range.
 * Source: J. L. Blue, A portable Fortran program to find the Euclidean norm of a vector, ACM TOMS
 * 4(1), 1978.
 */
DDBLAS_API ddblasStatus_t ddblasSlange(ddblasHandle_t handle, ddblasNorm_t norm, int64_t m, int64_t n, const float *A,
                                       int64_t lda, float *result);
DDBLAS_API ddblasStatus_t ddblasDlange(ddblasHandle_t handle, ddblasNorm_t norm, int64_t m, int64_t n, const double *A,
                                       int64_t lda, double *result);
DDBLAS_API ddblasStatus_t ddblasClange(ddblasHandle_t handle, ddblasNorm_t norm, int64_t m, int64_t n, const ddblasComplex *A,
                                       int64_t lda, float *result);
DDBLAS_API ddblasStatus_t ddblasZlange(ddblasHandle_t handle, ddblasNorm_t norm, int64_t m, int64_t n,
                                       const ddblasDoubleComplex *A, int64_t lda, double *result);
DDBLAS_API ddblasStatus_t ddblasWlange(ddblasHandle_t handle, ddblasNorm_t norm, int64_t m, int64_t n, const cuddreal *A,
                                       int64_t lda, cuddreal *result);
DDBLAS_API ddblasStatus_t ddblasUlange(ddblasHandle_t handle, ddblasNorm_t norm, int64_t m, int64_t n, const cuddcomplex *A,
                                       int64_t lda, cuddreal *result);

/*
 * The norm of an n x n symmetric (lansy) or Hermitian (lanhe) matrix A, one triangle stored.
 *
 *   uplo    the triangle that is read; the imaginary parts of a Hermitian diagonal are not read and
 *           count as 0
 *   n       order of A, >= 0; with 0 the result is 0 and A may be null
 *   A       n x n, lda >= max(1, n)
 *
 * Everything else is as in lange, with m = n. ONE and INF are the same number, by the same
 * operations; their bound in W and U is (27 L(n) + min(n / 85, 768) + 8) u_w. They read the
 * triangle twice.
 *
 * Errors: INVALID_VALUE for argument 2 (norm), 3 (uplo), 4 (n), 5 and 7 (null), 6 (lda); otherwise
 * those of lange.
 */
DDBLAS_API ddblasStatus_t ddblasSlansy(ddblasHandle_t handle, ddblasNorm_t norm, ddblasFillMode_t uplo, int64_t n, const float *A,
                                       int64_t lda, float *result);
DDBLAS_API ddblasStatus_t ddblasDlansy(ddblasHandle_t handle, ddblasNorm_t norm, ddblasFillMode_t uplo, int64_t n,
                                       const double *A, int64_t lda, double *result);
DDBLAS_API ddblasStatus_t ddblasClansy(ddblasHandle_t handle, ddblasNorm_t norm, ddblasFillMode_t uplo, int64_t n,
                                       const ddblasComplex *A, int64_t lda, float *result);
DDBLAS_API ddblasStatus_t ddblasZlansy(ddblasHandle_t handle, ddblasNorm_t norm, ddblasFillMode_t uplo, int64_t n,
                                       const ddblasDoubleComplex *A, int64_t lda, double *result);
DDBLAS_API ddblasStatus_t ddblasWlansy(ddblasHandle_t handle, ddblasNorm_t norm, ddblasFillMode_t uplo, int64_t n,
                                       const cuddreal *A, int64_t lda, cuddreal *result);
DDBLAS_API ddblasStatus_t ddblasUlansy(ddblasHandle_t handle, ddblasNorm_t norm, ddblasFillMode_t uplo, int64_t n,
                                       const cuddcomplex *A, int64_t lda, cuddreal *result);
DDBLAS_API ddblasStatus_t ddblasClanhe(ddblasHandle_t handle, ddblasNorm_t norm, ddblasFillMode_t uplo, int64_t n,
                                       const ddblasComplex *A, int64_t lda, float *result);
DDBLAS_API ddblasStatus_t ddblasZlanhe(ddblasHandle_t handle, ddblasNorm_t norm, ddblasFillMode_t uplo, int64_t n,
                                       const ddblasDoubleComplex *A, int64_t lda, double *result);
DDBLAS_API ddblasStatus_t ddblasUlanhe(ddblasHandle_t handle, ddblasNorm_t norm, ddblasFillMode_t uplo, int64_t n,
                                       const cuddcomplex *A, int64_t lda, cuddreal *result);

/* The workspace in bytes with which lange, or lansy and lanhe, of this type, norm and size runs on
 * the handle's engine without allocating: 32 bytes for each column and 1024 rows, or each row and
 * at most 64 chunks of columns. Lange: INVALID_VALUE for argument 2 (type), 3 (norm), 4 (m), 5 (n),
 * 6 (null); Lansy: 2 (type), 3 (norm), 4 (n), 5 (null). */
DDBLAS_API ddblasStatus_t ddblasLangeWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasNorm_t norm, int64_t m,
                                                   int64_t n, size_t *bytes);
DDBLAS_API ddblasStatus_t ddblasLansyWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasNorm_t norm, int64_t n,
                                                   size_t *bytes);

#ifdef __cplusplus
}
#endif

#endif
