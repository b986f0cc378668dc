/*
 * Level 2: matrix-vector products and triangular systems. dd/rank.h has the updates of a matrix by
 * vectors.
 */
#ifndef DD_LEVEL2_H
#define DD_LEVEL2_H

#include <dd/ddblas.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The order in which the blocks of the CUDA engine add their partial sums in symv and hemv. Each
 * order keeps the error bound and has bits of its own. For small n, where blocks exchange nothing,
 * and for tiles that do not fit the device, every order acts as FIXED. The CPU engine has one
 * order, with fixed bits. With ANY, results may differ between calls, within the bound; in S, D, C,
 * Z a sum near the overflow threshold may overflow in one call and not in another. */
typedef enum ddblasSymvOrder_t
{
    /* Partial sums go to the workspace and are added afterwards in a fixed order; the fastest. */
    DDBLAS_SYMV_ORDER_FIXED = 0,
    /* Blocks add under mutexes, which they enter in the order of their tickets (numbers from a
     * counter); fixed bits too. */
    DDBLAS_SYMV_ORDER_TICKETS = 1,
    /* Blocks add under mutexes, which they enter as they come. */
    DDBLAS_SYMV_ORDER_ANY = 2
} ddblasSymvOrder_t;

/* Set and get the order of later calls, FIXED at first. INVALID_VALUE for argument 2 (no valid
 * order, or null). */
DDBLAS_API ddblasStatus_t ddblasSetSymvOrder(ddblasHandle_t handle, ddblasSymvOrder_t order);
DDBLAS_API ddblasStatus_t ddblasGetSymvOrder(ddblasHandle_t handle, ddblasSymvOrder_t *order);

/*
 * y = alpha A x + beta y, A n x n symmetric (symv) or Hermitian (hemv), one triangle stored.
 *
 *   uplo    the triangle of A that is read; in a Hermitian A the imaginary parts of the diagonal
 *           are not read and count as zero
 *   n       order of A, n >= 0; 0 returns at once
 *   alpha   scalar, host or device by the pointer mode; when it is 0, A and x are not read, and may
 *           be null if alpha is in host memory
 *   A       n x n, column-major, lda >= max(1, n); any int64_t lda, n lda > 2^31 included
 *   x       n elements at increment incx != 0; incx < 0 starts at the far end, as in BLAS
 *   beta    scalar; when 0, y is not read and may hold NaN
 *   y       n elements at increment incy != 0; the only memory written; must not overlap A or x
 *
 * Errors: INVALID_VALUE for argument 2 (uplo), 3 (n), 4, 5 and 7, 9, 10 (null), 6 (lda), 8 (incx),
 * 11 (incy). MISALIGNED for pointers that are not aligned (dd/ddblas.h). ALLOC_FAILED or
 * WORKSPACE_TOO_SMALL for the partial sums. NOT_SUPPORTED for n >= 2^30 on the CUDA engine. y is
 * unchanged after a wrong argument or a failed allocation.
 *
 * Special values of W and U: a component has the value that IEEE 754 arithmetic without
 * intermediate overflow would give. It is Inf where only infinite products of one sign occur, NaN
 * where they cancel or an operand is NaN, otherwise finite if double-double can represent it. In U
 * this holds for each part of a component. There, a zero real or imaginary part of alpha, beta or a
 * Hermitian diagonal is not multiplied: a real alpha does not turn the other part of an infinite
 * number into NaN.
 *
 * Error bound, each component i: |error_i| <= (n + 8) u_T (|alpha| |A| |x| + |beta| |y|)_i. u_T is
 * the unit of the type (2^-104 for W and U); complex products have a further constant factor sqrt
 * 8. In W and U a product below CUDD_SAFE_MIN may add 2^-1073 |alpha|. docs/numerics.md has the
 * proof.
 *
 * The CUDA engine reads each stored element once, or twice for small n, in pieces of 16 bytes.
 * Elements of the other triangle or of the padding that share a piece with a stored element are
 * fetched, but their values have no influence. Method: symv by blocks with partial sums in a
 * workspace or in the order of tickets, after T. Imamura, S. Yamada, M. Machida (ASPEN.K2).
 */
DDBLAS_API ddblasStatus_t ddblasSsymv(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const float *alpha, const float *A,
                                      int64_t lda, const float *x, int64_t incx, const float *beta, float *y, int64_t incy);
DDBLAS_API ddblasStatus_t ddblasDsymv(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const double *alpha,
                                      const double *A, int64_t lda, const double *x, int64_t incx, const double *beta, double *y,
                                      int64_t incy);
DDBLAS_API ddblasStatus_t ddblasCsymv(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const ddblasComplex *alpha,
                                      const ddblasComplex *A, int64_t lda, const ddblasComplex *x, int64_t incx,
                                      const ddblasComplex *beta, ddblasComplex *y, int64_t incy);
DDBLAS_API ddblasStatus_t ddblasZsymv(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const ddblasDoubleComplex *alpha,
                                      const ddblasDoubleComplex *A, int64_t lda, const ddblasDoubleComplex *x, int64_t incx,
                                      const ddblasDoubleComplex *beta, ddblasDoubleComplex *y, int64_t incy);
DDBLAS_API ddblasStatus_t ddblasWsymv(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const cuddreal *alpha,
                                      const cuddreal *A, int64_t lda, const cuddreal *x, int64_t incx, const cuddreal *beta,
                                      cuddreal *y, int64_t incy);
DDBLAS_API ddblasStatus_t ddblasChemv(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const ddblasComplex *alpha,
                                      const ddblasComplex *A, int64_t lda, const ddblasComplex *x, int64_t incx,
                                      const ddblasComplex *beta, ddblasComplex *y, int64_t incy);
DDBLAS_API ddblasStatus_t ddblasZhemv(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const ddblasDoubleComplex *alpha,
                                      const ddblasDoubleComplex *A, int64_t lda, const ddblasDoubleComplex *x, int64_t incx,
                                      const ddblasDoubleComplex *beta, ddblasDoubleComplex *y, int64_t incy);
DDBLAS_API ddblasStatus_t ddblasUsymv(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const cuddcomplex *alpha,
                                      const cuddcomplex *A, int64_t lda, const cuddcomplex *x, int64_t incx,
                                      const cuddcomplex *beta, cuddcomplex *y, int64_t incy);
DDBLAS_API ddblasStatus_t ddblasUhemv(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const cuddcomplex *alpha,
                                      const cuddcomplex *A, int64_t lda, const cuddcomplex *x, int64_t incx,
                                      const cuddcomplex *beta, cuddcomplex *y, int64_t incy);

/* Writes the bytes of workspace with which any symv or hemv of this type and n runs on the handle's
 * engine, in the handle's order, without allocating. The size grows with n, and in U on the CPU
 * engine with the number of threads: with the workspace of fewer threads, fewer threads work, with
 * the same bits. INVALID_VALUE: type (2), n (3), bytes (4). */
DDBLAS_API ddblasStatus_t ddblasSymvWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes);

/*
 * y = alpha op(A) x + beta y, A m x n, op(A) = A (trans N), A^T (T) or A^H (C; of real types T).
 *
 *   trans   op
 *   m, n    rows and columns of A, >= 0; m = 0 or n = 0 returns at once and leaves y as it is
 *   alpha   scalar, host or device by the pointer mode; when it is 0, A and x are not read, and may
 *           be null if alpha is in host memory
 *   A       m x n, column-major, lda >= max(1, m); any int64_t lda
 *   x       n elements (N) or m elements (T, C) at increment incx != 0; incx < 0 starts at the far
 *           end, as in BLAS
 *   beta    scalar; when 0, y is not read and may hold NaN
 *   y       m elements (N) or n elements (T, C) at increment incy != 0; the only memory written;
 *           must not overlap A or x
 *
 * Errors: INVALID_VALUE for argument 2 (trans), 3 (m), 4 (n), 5, 6 and 8, 10, 11 (null), 7 (lda), 9
 * (incx), 12 (incy). MISALIGNED for pointers that are not aligned (dd/ddblas.h). ALLOC_FAILED or
 * WORKSPACE_TOO_SMALL for the partial sums. y is unchanged after a wrong argument or a failed
 * allocation.
 *
 * Special values of W and U: as symv. Where there is no product (alpha = 0), beta = 1 leaves y as
 * it is.
 *
 * Error bound, each component i, k the number of elements of x: |error_i| <= (k + 8) u_T (|alpha|
 * |op(A)| |x| + |beta| |y|)_i. u_T is the unit of the type (2^-104 for W and U); complex products
 * have a further constant factor sqrt 8. In W and U a product below CUDD_SAFE_MIN may add 2^-1073
 * |alpha|. docs/numerics.md has the proof.
 *
 * Bits: in W and U the same whatever the threads, the instruction set, the stream and the
 * workspace. S, D, C, Z call CBLAS on one thread for fixed parts of A, and cuBLAS; their bits do
 * not depend on the threads either.
 */
DDBLAS_API ddblasStatus_t ddblasSgemv(ddblasHandle_t handle, ddblasOperation_t trans, int64_t m, int64_t n, const float *alpha,
                                      const float *A, int64_t lda, const float *x, int64_t incx, const float *beta, float *y,
                                      int64_t incy);
DDBLAS_API ddblasStatus_t ddblasDgemv(ddblasHandle_t handle, ddblasOperation_t trans, int64_t m, int64_t n, const double *alpha,
                                      const double *A, int64_t lda, const double *x, int64_t incx, const double *beta, double *y,
                                      int64_t incy);
DDBLAS_API ddblasStatus_t ddblasCgemv(ddblasHandle_t handle, ddblasOperation_t trans, int64_t m, int64_t n,
                                      const ddblasComplex *alpha, const ddblasComplex *A, int64_t lda, const ddblasComplex *x,
                                      int64_t incx, const ddblasComplex *beta, ddblasComplex *y, int64_t incy);
DDBLAS_API ddblasStatus_t ddblasZgemv(ddblasHandle_t handle, ddblasOperation_t trans, int64_t m, int64_t n,
                                      const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *A, int64_t lda,
                                      const ddblasDoubleComplex *x, int64_t incx, const ddblasDoubleComplex *beta,
                                      ddblasDoubleComplex *y, int64_t incy);
DDBLAS_API ddblasStatus_t ddblasWgemv(ddblasHandle_t handle, ddblasOperation_t trans, int64_t m, int64_t n, const cuddreal *alpha,
                                      const cuddreal *A, int64_t lda, const cuddreal *x, int64_t incx, const cuddreal *beta,
                                      cuddreal *y, int64_t incy);
DDBLAS_API ddblasStatus_t ddblasUgemv(ddblasHandle_t handle, ddblasOperation_t trans, int64_t m, int64_t n,
                                      const cuddcomplex *alpha, const cuddcomplex *A, int64_t lda, const cuddcomplex *x,
                                      int64_t incx, const cuddcomplex *beta, cuddcomplex *y, int64_t incy);

/*
 * y = alpha op(A) x + beta y with A in D or W (typea) and everything else in W: gemv of W for a
 * matrix whose elements are doubles, of which half as many bytes are read. Residuals b - A x of
 * FP64 matrices are such products. For typea = W the call is ddblasWgemv.
 *
 * Everything is as in ddblasWgemv, the error bound, special values and workspace included. A in D
 * has the alignment of a double on both engines. Errors: INVALID_VALUE for argument 2 (trans), 3
 * (m), 4 (n), 5, 6 and 9, 11, 12 (null), 7 (typea is neither D nor W), 8 (lda), 10 (incx), 13
 * (incy).
 */
DDBLAS_API ddblasStatus_t ddblasWgemvEx(ddblasHandle_t handle, ddblasOperation_t trans, int64_t m, int64_t n,
                                        const cuddreal *alpha, const void *A, ddblasType_t typea, int64_t lda, const cuddreal *x,
                                        int64_t incx, const cuddreal *beta, cuddreal *y, int64_t incy);

/* The workspace in bytes with which gemv of this type, op and shape runs at full speed on the
 * handle's engine without allocating. On the CPU it is 0 unless A is so long and thin that threads
 * have to share the sums of a component; a smaller workspace then makes fewer threads work.
 * INVALID_VALUE for argument 2 (type), 3 (trans), 4 (m), 5 (n), 6 (null). */
DDBLAS_API ddblasStatus_t ddblasGemvWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasOperation_t trans, int64_t m,
                                                  int64_t n, size_t *bytes);

/*
 * x = op(A) x, A n x n triangular, op(A) = A (trans N), A^T (T) or A^H (C; of real types T).
 *
 *   uplo    the triangle of A that is read; the other one is not read
 *   trans   op
 *   diag    unit: the diagonal counts as 1 and is not read
 *   n       order of A, n >= 0; 0 returns at once
 *   A       n x n, column-major, lda >= max(1, n); any int64_t lda
 *   x       n elements at increment incx != 0, read and written; incx < 0 starts at the far end, as
 *           in BLAS; the only memory written; must not overlap A
 *
 * Errors: INVALID_VALUE for argument 2 (uplo), 3 (trans), 4 (diag), 5 (n), 6 and 8 (null), 7 (lda),
 * 9 (incx). MISALIGNED for pointers that are not aligned (dd/ddblas.h). ALLOC_FAILED or
 * WORKSPACE_TOO_SMALL on the CUDA engine, which copies x. x is unchanged after a wrong argument or
 * a failed allocation.
 *
 * Special values: a zero is multiplied like any other number. In W and U a component is Inf or NaN
 * where an operand of it is, or where a product or a partial sum overflows; the engines may differ
 * in which of the two it is.
 *
 * Error bound, each component i: |error_i| <= (n + 80) u_T (|op(A)| |x|)_i. u_T is the unit of the
 * type (2^-104 for W and U); complex types have a further factor sqrt 8. In W and U a product below
 * CUDD_SAFE_MIN may add 2^-1071. docs/numerics.md has the proof; cuBLAS states no bound for S, D,
 * C, Z.
 *
 * Bits: in W and U the same whatever the threads, the instruction set, the stream and the
 * workspace. Source: J. Dongarra, J. Du Croz, S. Hammarling, R. Hanson, ACM TOMS 14(1), 1988.
 */
DDBLAS_API ddblasStatus_t ddblasStrmv(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                      ddblasDiagType_t diag, int64_t n, const float *A, int64_t lda, float *x, int64_t incx);
DDBLAS_API ddblasStatus_t ddblasDtrmv(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                      ddblasDiagType_t diag, int64_t n, const double *A, int64_t lda, double *x, int64_t incx);
DDBLAS_API ddblasStatus_t ddblasCtrmv(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                      ddblasDiagType_t diag, int64_t n, const ddblasComplex *A, int64_t lda, ddblasComplex *x,
                                      int64_t incx);
DDBLAS_API ddblasStatus_t ddblasZtrmv(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                      ddblasDiagType_t diag, int64_t n, const ddblasDoubleComplex *A, int64_t lda,
                                      ddblasDoubleComplex *x, int64_t incx);
DDBLAS_API ddblasStatus_t ddblasWtrmv(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                      ddblasDiagType_t diag, int64_t n, const cuddreal *A, int64_t lda, cuddreal *x,
                                      int64_t incx);
DDBLAS_API ddblasStatus_t ddblasUtrmv(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                      ddblasDiagType_t diag, int64_t n, const cuddcomplex *A, int64_t lda, cuddcomplex *x,
                                      int64_t incx);

/*
 * Solves op(A) x = b, A n x n triangular; x overwrites b. Arguments, errors and bits are as in
 * trmv. The CUDA engine needs workspace for two counters only.
 *
 * There is no test for a singular matrix. A zero on the diagonal divides as arithmetic does, and
 * the component and those that depend on it become Inf or NaN. Where a partial sum overflows, the
 * result is Inf or NaN too.
 *
 * Error bound, component-wise and for every matrix: |b - op(A) x|_i <= (n + 80) u_T (|op(A)|
 * |x|)_i, for complex types with a further factor sqrt 8. This is a backward error: x solves a
 * system whose elements differ from those of op(A) by at most that factor. The error of x itself
 * grows with the condition of A. The bound needs products and quotients that do not underflow.
 * docs/numerics.md has the proof; cuBLAS states no bound for S, D, C, Z.
 *
 * Source: N. Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., SIAM 2002, section
 * 8.1.
 */
DDBLAS_API ddblasStatus_t ddblasStrsv(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                      ddblasDiagType_t diag, int64_t n, const float *A, int64_t lda, float *x, int64_t incx);
DDBLAS_API ddblasStatus_t ddblasDtrsv(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                      ddblasDiagType_t diag, int64_t n, const double *A, int64_t lda, double *x, int64_t incx);
DDBLAS_API ddblasStatus_t ddblasCtrsv(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                      ddblasDiagType_t diag, int64_t n, const ddblasComplex *A, int64_t lda, ddblasComplex *x,
                                      int64_t incx);
DDBLAS_API ddblasStatus_t ddblasZtrsv(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                      ddblasDiagType_t diag, int64_t n, const ddblasDoubleComplex *A, int64_t lda,
                                      ddblasDoubleComplex *x, int64_t incx);
DDBLAS_API ddblasStatus_t ddblasWtrsv(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                      ddblasDiagType_t diag, int64_t n, const cuddreal *A, int64_t lda, cuddreal *x,
                                      int64_t incx);
DDBLAS_API ddblasStatus_t ddblasUtrsv(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                      ddblasDiagType_t diag, int64_t n, const cuddcomplex *A, int64_t lda, cuddcomplex *x,
                                      int64_t incx);

/* The workspace in bytes with which trmv or trsv of this type and order runs on the handle's engine
 * without allocating; 0 on the CPU engine. INVALID_VALUE for argument 2 (type), 3 (n), 4 (null). */
DDBLAS_API ddblasStatus_t ddblasTrmvWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes);
DDBLAS_API ddblasStatus_t ddblasTrsvWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes);

#ifdef __cplusplus
}
#endif

#endif
