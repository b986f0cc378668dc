/*
 * Level 2: updates of a matrix by products of two vectors.
 */
#ifndef DD_RANK_H
#define DD_RANK_H

#include <dd/ddblas.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * ger, geru: A = alpha x y^T + A. gerc: A = alpha x y^H + A. A is m x n.
 *
 *   m, n    rows and columns of A, m, n >= 0; 0 returns at once
 *   alpha   scalar, host or device by the pointer mode; when it is 0, A does not change, and x and
 *           y are not read (in S, D, C and Z on the CUDA engine only if alpha is in host memory);
 *           they may be null if alpha is in host memory
 *   x       m elements at increment incx != 0; incx < 0 starts at the far end, as in BLAS
 *   y       n elements at increment incy != 0, in the same way
 *   A       m x n, column-major, lda >= max(1, m); any int64_t lda, n lda > 2^31 included; the only
 *           memory written; rows m .. lda - 1 are neither read nor written; must not overlap x or y
 *
 * Errors: INVALID_VALUE for argument 2 (m), 3 (n), 4, 5, 7 and 9 (null), 6 (incx), 8 (incy), 10
 * (lda). MISALIGNED for pointers that are not aligned (dd/ddblas.h). A is unchanged after a wrong
 * argument. W and U need no workspace; in S, D, C and Z the CUDA engine gives cuBLAS its workspace
 * at the first call of the handle.
 *
 * In W each element is cuddAdd(A_ij, cuddMul(x_i, cuddMul(alpha, y_j))) of dd/cuddreal.h on both
 * engines, to the bit except for the bits of a NaN. In U, t = cuddcMul(alpha, y_j), conjugated y_j
 * in gerc, is the coefficient of the column, and the parts of an element gain the products
 *
 *   real part:        Re(x_i) Re(t), then -Im(x_i) Im(t)
 *   imaginary part:   Im(x_i) Re(t), then  Re(x_i) Im(t)
 *
 * each by cuddAdd and cuddMul. Special values follow from these functions: alpha y_j beyond the
 * range of double counts as Inf, whatever x_i is. A zero in x or y is multiplied like any other
 * number, so that Inf and NaN in the other vector reach A. In S, D, C and Z the BLAS that is called
 * may leave out products with a coefficient 0.
 *
 * Error bound, each element: |error_ij| <= 3 u_w (|alpha| |x_i| |y_j| + |A_ij|) in W, u_w = 2^-104,
 * and 6 u_w times that sum of moduli in U. Products that underflow may add 2^-1072 (1 + |x_i|), in
 * U four times as much. In S and D it is 3.1 units of the type, in C and Z sqrt 8 times as much.
 * docs/numerics.md has the proofs.
 *
 * Source: J. Dongarra, J. Du Croz, S. Hammarling, R. Hanson, An extended set of Fortran basic
 * linear algebra subprograms, ACM TOMS 14(1), 1988.
 */
DDBLAS_API ddblasStatus_t ddblasSger(ddblasHandle_t handle, int64_t m, int64_t n, const float *alpha, const float *x,
                                     int64_t incx, const float *y, int64_t incy, float *A, int64_t lda);
DDBLAS_API ddblasStatus_t ddblasDger(ddblasHandle_t handle, int64_t m, int64_t n, const double *alpha, const double *x,
                                     int64_t incx, const double *y, int64_t incy, double *A, int64_t lda);
DDBLAS_API ddblasStatus_t ddblasWger(ddblasHandle_t handle, int64_t m, int64_t n, const cuddreal *alpha, const cuddreal *x,
                                     int64_t incx, const cuddreal *y, int64_t incy, cuddreal *A, int64_t lda);
DDBLAS_API ddblasStatus_t ddblasCgeru(ddblasHandle_t handle, int64_t m, int64_t n, const ddblasComplex *alpha,
                                      const ddblasComplex *x, int64_t incx, const ddblasComplex *y, int64_t incy,
                                      ddblasComplex *A, int64_t lda);
DDBLAS_API ddblasStatus_t ddblasZgeru(ddblasHandle_t handle, int64_t m, int64_t n, const ddblasDoubleComplex *alpha,
                                      const ddblasDoubleComplex *x, int64_t incx, const ddblasDoubleComplex *y, int64_t incy,
                                      ddblasDoubleComplex *A, int64_t lda);
DDBLAS_API ddblasStatus_t ddblasUgeru(ddblasHandle_t handle, int64_t m, int64_t n, const cuddcomplex *alpha, const cuddcomplex *x,
                                      int64_t incx, const cuddcomplex *y, int64_t incy, cuddcomplex *A, int64_t lda);
DDBLAS_API ddblasStatus_t ddblasCgerc(ddblasHandle_t handle, int64_t m, int64_t n, const ddblasComplex *alpha,
                                      const ddblasComplex *x, int64_t incx, const ddblasComplex *y, int64_t incy,
                                      ddblasComplex *A, int64_t lda);
DDBLAS_API ddblasStatus_t ddblasZgerc(ddblasHandle_t handle, int64_t m, int64_t n, const ddblasDoubleComplex *alpha,
                                      const ddblasDoubleComplex *x, int64_t incx, const ddblasDoubleComplex *y, int64_t incy,
                                      ddblasDoubleComplex *A, int64_t lda);
DDBLAS_API ddblasStatus_t ddblasUgerc(ddblasHandle_t handle, int64_t m, int64_t n, const cuddcomplex *alpha, const cuddcomplex *x,
                                      int64_t incx, const cuddcomplex *y, int64_t incy, cuddcomplex *A, int64_t lda);

/*
 * One vector, A square with one triangle stored.
 *
 *   syr   A = alpha x x^T + A, A symmetric
 *   her   A = alpha x x^H + A, A Hermitian, alpha real
 *
 *   uplo    the triangle of A that is read and written; nothing else of A is touched
 *   n       order of A, n >= 0; 0 returns at once
 *   alpha   scalar of the type of A, in her of its real type; otherwise as in ger
 *   x       n elements at increment incx != 0
 *   A       n x n, column-major, lda >= max(1, n); must not overlap x
 *
 * Errors: INVALID_VALUE for argument 2 (uplo), 3 (n), 4, 5 and 7 (null), 6 (incx), 8 (lda);
 * otherwise as in ger. In her the imaginary parts of the diagonal count as zero, and become zero
 * unless alpha is 0. Elements, error bound and special values are those of ger (geru, gerc) with y
 * = x; the coefficient of a column of her is cuddcMulReal(conj(x_j), alpha). Source: as ger; the
 * complex syr is LAPACK's.
 */
DDBLAS_API ddblasStatus_t ddblasSsyr(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const float *alpha, const float *x,
                                     int64_t incx, float *A, int64_t lda);
DDBLAS_API ddblasStatus_t ddblasDsyr(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const double *alpha,
                                     const double *x, int64_t incx, double *A, int64_t lda);
DDBLAS_API ddblasStatus_t ddblasCsyr(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const ddblasComplex *alpha,
                                     const ddblasComplex *x, int64_t incx, ddblasComplex *A, int64_t lda);
DDBLAS_API ddblasStatus_t ddblasZsyr(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const ddblasDoubleComplex *alpha,
                                     const ddblasDoubleComplex *x, int64_t incx, ddblasDoubleComplex *A, int64_t lda);
DDBLAS_API ddblasStatus_t ddblasWsyr(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const cuddreal *alpha,
                                     const cuddreal *x, int64_t incx, cuddreal *A, int64_t lda);
DDBLAS_API ddblasStatus_t ddblasUsyr(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const cuddcomplex *alpha,
                                     const cuddcomplex *x, int64_t incx, cuddcomplex *A, int64_t lda);
DDBLAS_API ddblasStatus_t ddblasCher(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const float *alpha,
                                     const ddblasComplex *x, int64_t incx, ddblasComplex *A, int64_t lda);
DDBLAS_API ddblasStatus_t ddblasZher(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const double *alpha,
                                     const ddblasDoubleComplex *x, int64_t incx, ddblasDoubleComplex *A, int64_t lda);
DDBLAS_API ddblasStatus_t ddblasUher(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const cuddreal *alpha,
                                     const cuddcomplex *x, int64_t incx, cuddcomplex *A, int64_t lda);

/*
 * Two vectors, A square with one triangle stored.
 *
 *   syr2   A = alpha x y^T + alpha y x^T + A, A symmetric
 *   her2   A = alpha x y^H + conj(alpha) y x^H + A, A Hermitian, alpha complex
 *
 * Arguments as in syr, with y: n elements at increment incy != 0. Errors: INVALID_VALUE for
 * argument 2 (uplo), 3 (n), 4, 5, 7 and 9 (null), 6 (incx), 8 (incy), 10 (lda); otherwise as in
 * ger. An element gains first the product with x_i and then that with y_i, each as in ger; the
 * coefficients of column j are alpha op(y_j) and op(alpha x_j), op the conjugation in her2.
 *
 * Error bound, each element: |error_ij| <= 4 u_w (|alpha| (|x_i| |y_j| + |y_i| |x_j|) + |A_ij|) in
 * W, 8 u_w times that sum in U, 4.1 units of the type in S and D, sqrt 8 times as much in C and Z.
 */
DDBLAS_API ddblasStatus_t ddblasSsyr2(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const float *alpha, const float *x,
                                      int64_t incx, const float *y, int64_t incy, float *A, int64_t lda);
DDBLAS_API ddblasStatus_t ddblasDsyr2(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const double *alpha,
                                      const double *x, int64_t incx, const double *y, int64_t incy, double *A, int64_t lda);
DDBLAS_API ddblasStatus_t ddblasCsyr2(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const ddblasComplex *alpha,
                                      const ddblasComplex *x, int64_t incx, const ddblasComplex *y, int64_t incy,
                                      ddblasComplex *A, int64_t lda);
DDBLAS_API ddblasStatus_t ddblasZsyr2(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const ddblasDoubleComplex *alpha,
                                      const ddblasDoubleComplex *x, int64_t incx, const ddblasDoubleComplex *y, int64_t incy,
                                      ddblasDoubleComplex *A, int64_t lda);
DDBLAS_API ddblasStatus_t ddblasWsyr2(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const cuddreal *alpha,
                                      const cuddreal *x, int64_t incx, const cuddreal *y, int64_t incy, cuddreal *A, int64_t lda);
DDBLAS_API ddblasStatus_t ddblasUsyr2(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const cuddcomplex *alpha,
                                      const cuddcomplex *x, int64_t incx, const cuddcomplex *y, int64_t incy, cuddcomplex *A,
                                      int64_t lda);
DDBLAS_API ddblasStatus_t ddblasCher2(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const ddblasComplex *alpha,
                                      const ddblasComplex *x, int64_t incx, const ddblasComplex *y, int64_t incy,
                                      ddblasComplex *A, int64_t lda);
DDBLAS_API ddblasStatus_t ddblasZher2(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const ddblasDoubleComplex *alpha,
                                      const ddblasDoubleComplex *x, int64_t incx, const ddblasDoubleComplex *y, int64_t incy,
                                      ddblasDoubleComplex *A, int64_t lda);
DDBLAS_API ddblasStatus_t ddblasUher2(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const cuddcomplex *alpha,
                                      const cuddcomplex *x, int64_t incx, const cuddcomplex *y, int64_t incy, cuddcomplex *A,
                                      int64_t lda);

/*
 * spr, hpr, spr2, hpr2: syr, her, syr2, her2 of a packed matrix AP. It has the n (n + 1) / 2
 * elements of the triangle, column after column without gaps: (i, j), counted from 0, is element i
 * + j (j + 1) / 2 of an upper and i + j (2 n - j - 1) / 2 of a lower triangle. Errors:
 * INVALID_VALUE as in syr (7: AP) and syr2 (9: AP), without lda. All else is as there, to the bit
 * in W and U.
 */
DDBLAS_API ddblasStatus_t ddblasSspr(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const float *alpha, const float *x,
                                     int64_t incx, float *AP);
DDBLAS_API ddblasStatus_t ddblasDspr(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const double *alpha,
                                     const double *x, int64_t incx, double *AP);
DDBLAS_API ddblasStatus_t ddblasWspr(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const cuddreal *alpha,
                                     const cuddreal *x, int64_t incx, cuddreal *AP);
DDBLAS_API ddblasStatus_t ddblasChpr(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const float *alpha,
                                     const ddblasComplex *x, int64_t incx, ddblasComplex *AP);
DDBLAS_API ddblasStatus_t ddblasZhpr(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const double *alpha,
                                     const ddblasDoubleComplex *x, int64_t incx, ddblasDoubleComplex *AP);
DDBLAS_API ddblasStatus_t ddblasUhpr(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const cuddreal *alpha,
                                     const cuddcomplex *x, int64_t incx, cuddcomplex *AP);
DDBLAS_API ddblasStatus_t ddblasSspr2(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const float *alpha, const float *x,
                                      int64_t incx, const float *y, int64_t incy, float *AP);
DDBLAS_API ddblasStatus_t ddblasDspr2(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const double *alpha,
                                      const double *x, int64_t incx, const double *y, int64_t incy, double *AP);
DDBLAS_API ddblasStatus_t ddblasWspr2(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const cuddreal *alpha,
                                      const cuddreal *x, int64_t incx, const cuddreal *y, int64_t incy, cuddreal *AP);
DDBLAS_API ddblasStatus_t ddblasChpr2(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const ddblasComplex *alpha,
                                      const ddblasComplex *x, int64_t incx, const ddblasComplex *y, int64_t incy,
                                      ddblasComplex *AP);
DDBLAS_API ddblasStatus_t ddblasZhpr2(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const ddblasDoubleComplex *alpha,
                                      const ddblasDoubleComplex *x, int64_t incx, const ddblasDoubleComplex *y, int64_t incy,
                                      ddblasDoubleComplex *AP);
DDBLAS_API ddblasStatus_t ddblasUhpr2(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const cuddcomplex *alpha,
                                      const cuddcomplex *x, int64_t incx, const cuddcomplex *y, int64_t incy, cuddcomplex *AP);

#ifdef __cplusplus
}
#endif

#endif
