/*
 * QR factorisation of matrices of any shape by Householder reflectors, products with Q, Q itself,
 * and least squares, in all types. S, D, C and Z are computed by LAPACK and cuSOLVER, whose calling
 * sequences and formats all these functions follow; dd/factor.h says what that means. tau and info
 * are arguments in the engine's memory, and no call waits for the device. For tall and narrow
 * matrices, dd/tsqr.h has another method, which reads A fewer times but stores Q in a format of its
 * own.
 *
 * Format. A = Q R, A m x n, k = min(m, n), Q = H_1 H_2 ... H_k with H_i = I - tau_i v_i v_i^H. R, k
 * x n, is in and above the diagonal of A. The first i - 1 elements of v_i are 0, the next is 1, and
 * the others are below the diagonal in column i of A. These are the formats of LAPACK's geqrf. In
 * U, R has a real diagonal, and the factorisation applies H_i^H, whose factor is conj(tau_i). H_i =
 * I, with tau_i = 0, where nothing has to be eliminated.
 *
 * Method. Blocks of reflectors in the compact form I - V T V^H: R. Schreiber and C. Van Loan, A
 * storage-efficient WY representation for products of Householder transformations, SIAM J. Sci.
 * Stat. Comput. 10(1), 1989. A block is factored by halves: E. Elmroth and F. Gustavson, Applying
 * recursion to serial and parallel QR factorization leads to better performance, IBM J. Res.
 * Develop. 44(4), 2000. Products are those of level 3, so that on the GPU large products are
 * computed by residues (ddblasSetGemmRoute).
 *
 * Layout. Matrices are column-major. A pointer to int64_t leads to the engine's memory and is
 * aligned to 8 bytes. Arrays must not overlap. Calls can be recorded in a graph once the handle
 * has enough workspace.
 *
 * Errors of every function. All of them come before anything is written. INVALID_VALUE with the
 * argument's position: a letter, size or leading dimension out of range; a null pointer of an array
 * that has elements, or of info. MISALIGNED; ALLOC_FAILED or WORKSPACE_TOO_SMALL; NOT_SUPPORTED for
 * more than 2^26 reflectors, or rows or columns beyond 2^40. Unless stated otherwise, a call whose
 * result has no elements returns at once.
 *
 * Error bound of W and U. u_w = 2^-104. For the numbers as computed there is an exactly unitary Q
 * with
 *
 *   geqrf          |(A - Q R)_j| <= c k m u_w |A_j| for every column j, in the 2-norm
 *   ormqr, orgqr   each column (from the right: row) of the result errs by c k r u_w of its norm, r
 *                  the number of elements of a reflector
 *   gels           for every column of B, X solves exactly a problem with A and b changed by at
 *                  most c k max(m, n) u_w of their norms
 *
 * which has the form of theorems 19.4 and 20.3 of N. J. Higham, Accuracy and Stability of Numerical
 * Algorithms, 2nd edition. docs/numerics.md, "QR factorisation", derives c from this library's
 * arithmetic: about 4 w for blocks of w reflectors, and a term that does not grow with m; w is 32
 * to 512. Rounding errors do not all have one sign: as measured, |(A - Q R)_j| stays below 4 k u_w
 * |A_j|, and the Frobenius norm of Q^H Q - I below 4 k u_w, and this is what the tests demand. For
 * k < 4, k + log2(m / k) replaces k there. Columns are scaled by powers of two, so that squares
 * neither overflow nor lose digits. The bounds hold while no number overflows and while products
 * stay above CUDD_SAFE_MIN. S, D, C and Z have the bounds of these theorems with the unit of the
 * type; the tests demand the same multiples of it, in C and Z sqrt 8 times as much.
 *
 * Special values. Inf and NaN spread as NaN: to all elements of R, tau and the reflectors that
 * depend on them.
 *
 * Bits. The same sizes, letters and numbers give the same bits on an engine, whatever the stream,
 * the threads, the workspace and the leading dimensions are.
 */
#ifndef DD_QR_H
#define DD_QR_H

#include <dd/ddblas.h>
#include <dd/level3.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A = Q R in place.
 *
 *   m, n    >= 0; lda >= max(1, m)
 *   tau     min(m, n) numbers
 *
 * INVALID_VALUE for argument 2 (m), 3 (n), 4 (A), 5 (lda), 6 (tau).
 */
DDBLAS_API ddblasStatus_t ddblasSgeqrf(ddblasHandle_t handle, int64_t m, int64_t n, float *A, int64_t lda, float *tau);
DDBLAS_API ddblasStatus_t ddblasDgeqrf(ddblasHandle_t handle, int64_t m, int64_t n, double *A, int64_t lda, double *tau);
DDBLAS_API ddblasStatus_t ddblasCgeqrf(ddblasHandle_t handle, int64_t m, int64_t n, ddblasComplex *A, int64_t lda,
                                       ddblasComplex *tau);
DDBLAS_API ddblasStatus_t ddblasZgeqrf(ddblasHandle_t handle, int64_t m, int64_t n, ddblasDoubleComplex *A, int64_t lda,
                                       ddblasDoubleComplex *tau);
DDBLAS_API ddblasStatus_t ddblasWgeqrf(ddblasHandle_t handle, int64_t m, int64_t n, cuddreal *A, int64_t lda, cuddreal *tau);
DDBLAS_API ddblasStatus_t ddblasUgeqrf(ddblasHandle_t handle, int64_t m, int64_t n, cuddcomplex *A, int64_t lda,
                                       cuddcomplex *tau);

/*
 * A P = Q R in place, with a permutation P of the columns by which |r_kk| does not increase: in
 * step k the column comes to place k whose remaining part has the largest norm; of equal norms, the
 * first in its place at that time.
 *
 *   m, n    >= 0; lda >= max(1, m)
 *   jpvt    n numbers in the engine's memory. On entry, columns with a number other than 0 are
 *           fixed: they come to the front, and take part in no choice. On exit, column j of A P,
 *           counted from 1, was column jpvt[j] of A
 *   tau     min(m, n) numbers
 *
 * R, Q and tau have the format of geqrf, so that ormqr and orgqr serve both.
 *
 * Method. Blocks of 32 columns, behind which A is updated by a product, which is half of the work:
 * G. Quintana-Orti, X. Sun, C. Bischof, A BLAS-3 version of the QR factorization with column
 * pivoting, SIAM J. Sci. Comput. 19(5), 1998. Norms are kept in double and computed again from the
 * elements where they have lost half of their digits: Z. Drmac, Z. Bujanovic, On the failure of
 * rank-revealing QR factorization software, ACM Trans. Math. Softw. 35(2), 2008. In W and U this
 * happens inside a block, so that nothing depends on the host.
 *
 * Error bound. That of geqrf for A P. W and U: |r_kk|^2 (1 + n 2^-24) >= |r_kj|^2 + ... + |r_jj|^2
 * for all j > k >= f, f columns being fixed, up to rounding errors of the size of those of A P - Q
 * R (docs/numerics.md, "QR factorisation"). A norm of NaN counts as the largest. Numbers near the
 * ends of the range: the products of elements of A with numbers up to 1 must stay above
 * CUDD_SAFE_MIN.
 *
 * The CUDA engine offers W and U; cuSOLVER has no such routine, and S, D, C and Z give
 * NOT_SUPPORTED there. Nothing is read or written if m or n is 0.
 *
 * INVALID_VALUE for argument 2 (m), 3 (n), 4 (A), 5 (lda), 6 (jpvt), 7 (tau).
 */
DDBLAS_API ddblasStatus_t ddblasSgeqp3(ddblasHandle_t handle, int64_t m, int64_t n, float *A, int64_t lda, int64_t *jpvt,
                                       float *tau);
DDBLAS_API ddblasStatus_t ddblasDgeqp3(ddblasHandle_t handle, int64_t m, int64_t n, double *A, int64_t lda, int64_t *jpvt,
                                       double *tau);
DDBLAS_API ddblasStatus_t ddblasCgeqp3(ddblasHandle_t handle, int64_t m, int64_t n, ddblasComplex *A, int64_t lda, int64_t *jpvt,
                                       ddblasComplex *tau);
DDBLAS_API ddblasStatus_t ddblasZgeqp3(ddblasHandle_t handle, int64_t m, int64_t n, ddblasDoubleComplex *A, int64_t lda,
                                       int64_t *jpvt, ddblasDoubleComplex *tau);
DDBLAS_API ddblasStatus_t ddblasWgeqp3(ddblasHandle_t handle, int64_t m, int64_t n, cuddreal *A, int64_t lda, int64_t *jpvt,
                                       cuddreal *tau);
DDBLAS_API ddblasStatus_t ddblasUgeqp3(ddblasHandle_t handle, int64_t m, int64_t n, cuddcomplex *A, int64_t lda, int64_t *jpvt,
                                       cuddcomplex *tau);

/*
 * C = op(Q) C for side = LEFT, C = C op(Q) for RIGHT, with Q = H_1 ... H_k from the first k columns
 * that geqrf has left in A, and from tau.
 *
 *   trans   N, or T or C, which mean the same in real types; complex types: N or C
 *   m, n    >= 0: C is m x n, ldc >= max(1, m)
 *   k       0 <= k <= r, r = m for LEFT and n for RIGHT; A is r x k, lda >= max(1, r)
 *
 * Only the part of A below its diagonal is used.
 *
 * INVALID_VALUE for argument 2 (side), 3 (trans), 4 (m), 5 (n), 6 (k), 7 (A), 8 (lda), 9 (tau), 10
 * (C), 11 (ldc).
 */
DDBLAS_API ddblasStatus_t ddblasSormqr(ddblasHandle_t handle, ddblasSideMode_t side, ddblasOperation_t trans, int64_t m,
                                       int64_t n, int64_t k, const float *A, int64_t lda, const float *tau, float *C,
                                       int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasDormqr(ddblasHandle_t handle, ddblasSideMode_t side, ddblasOperation_t trans, int64_t m,
                                       int64_t n, int64_t k, const double *A, int64_t lda, const double *tau, double *C,
                                       int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasCunmqr(ddblasHandle_t handle, ddblasSideMode_t side, ddblasOperation_t trans, int64_t m,
                                       int64_t n, int64_t k, const ddblasComplex *A, int64_t lda, const ddblasComplex *tau,
                                       ddblasComplex *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasZunmqr(ddblasHandle_t handle, ddblasSideMode_t side, ddblasOperation_t trans, int64_t m,
                                       int64_t n, int64_t k, const ddblasDoubleComplex *A, int64_t lda,
                                       const ddblasDoubleComplex *tau, ddblasDoubleComplex *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasWormqr(ddblasHandle_t handle, ddblasSideMode_t side, ddblasOperation_t trans, int64_t m,
                                       int64_t n, int64_t k, const cuddreal *A, int64_t lda, const cuddreal *tau, cuddreal *C,
                                       int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasUunmqr(ddblasHandle_t handle, ddblasSideMode_t side, ddblasOperation_t trans, int64_t m,
                                       int64_t n, int64_t k, const cuddcomplex *A, int64_t lda, const cuddcomplex *tau,
                                       cuddcomplex *C, int64_t ldc);

/*
 * A becomes the first n columns of Q = H_1 ... H_k, m x n, from the reflectors in its first k
 * columns and from tau.
 *
 *   m, n, k   m >= n >= k >= 0; lda >= max(1, m)
 *
 * INVALID_VALUE for argument 2 (m), 3 (n), 4 (k), 5 (A), 6 (lda), 7 (tau).
 */
DDBLAS_API ddblasStatus_t ddblasSorgqr(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k, float *A, int64_t lda,
                                       const float *tau);
DDBLAS_API ddblasStatus_t ddblasDorgqr(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k, double *A, int64_t lda,
                                       const double *tau);
DDBLAS_API ddblasStatus_t ddblasCungqr(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k, ddblasComplex *A, int64_t lda,
                                       const ddblasComplex *tau);
DDBLAS_API ddblasStatus_t ddblasZungqr(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k, ddblasDoubleComplex *A,
                                       int64_t lda, const ddblasDoubleComplex *tau);
DDBLAS_API ddblasStatus_t ddblasWorgqr(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k, cuddreal *A, int64_t lda,
                                       const cuddreal *tau);
DDBLAS_API ddblasStatus_t ddblasUungqr(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k, cuddcomplex *A, int64_t lda,
                                       const cuddcomplex *tau);

/*
 * Solves op(A) X = B, A m x n of full rank, for nrhs right-hand sides. op(A) is N, or T or C in
 * real types, N or C in complex ones. If op(A) has at least as many rows as columns, X minimises |B
 * - op(A) X| in each column; otherwise X is the solution of least norm.
 *
 *   m, n    >= 0; lda >= max(1, m)
 *   nrhs    >= 0
 *   B       max(m, n) rows, ldb >= max(1, m, n). B occupies its first m rows, or n if op(A) is not
 *           N; X then occupies the first n rows, or m. In least squares the squares of the rows
 *           behind X add up to the square of the residual's norm
 *   info    0, or k if R(k, k) is exactly 0 and no earlier R(j, j) is: A does not have full rank,
 *           and all of B becomes NaN
 *
 * If m >= n, A becomes what geqrf makes of it. If m < n, A^H is factored in the workspace, and A
 * stays as it was. Neither A nor B is scaled. If m or n is 0, all rows of B become 0 and info
 * becomes 0; if nrhs is 0, info becomes 0 and A stays as it was.
 *
 * INVALID_VALUE for argument 2 (trans), 3 (m), 4 (n), 5 (nrhs), 6 (A), 7 (lda), 8 (B), 9 (ldb), 10
 * (info).
 */
DDBLAS_API ddblasStatus_t ddblasSgels(ddblasHandle_t handle, ddblasOperation_t trans, int64_t m, int64_t n, int64_t nrhs,
                                      float *A, int64_t lda, float *B, int64_t ldb, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasDgels(ddblasHandle_t handle, ddblasOperation_t trans, int64_t m, int64_t n, int64_t nrhs,
                                      double *A, int64_t lda, double *B, int64_t ldb, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasCgels(ddblasHandle_t handle, ddblasOperation_t trans, int64_t m, int64_t n, int64_t nrhs,
                                      ddblasComplex *A, int64_t lda, ddblasComplex *B, int64_t ldb, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasZgels(ddblasHandle_t handle, ddblasOperation_t trans, int64_t m, int64_t n, int64_t nrhs,
                                      ddblasDoubleComplex *A, int64_t lda, ddblasDoubleComplex *B, int64_t ldb, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasWgels(ddblasHandle_t handle, ddblasOperation_t trans, int64_t m, int64_t n, int64_t nrhs,
                                      cuddreal *A, int64_t lda, cuddreal *B, int64_t ldb, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasUgels(ddblasHandle_t handle, ddblasOperation_t trans, int64_t m, int64_t n, int64_t nrhs,
                                      cuddcomplex *A, int64_t lda, cuddcomplex *B, int64_t ldb, int64_t *info);

/* Bytes of workspace for full speed, for all letters. Those of ormqr are also unmqr's, and those of
 * orgqr ungqr's.
 * INVALID_VALUE for argument 2 (type), a side or sizes as above, and the last one
 * (null); NOT_SUPPORTED. */
DDBLAS_API ddblasStatus_t ddblasGeqrfWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, size_t *bytes);
DDBLAS_API ddblasStatus_t ddblasGeqp3WorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, size_t *bytes);
DDBLAS_API ddblasStatus_t ddblasOrmqrWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasSideMode_t side, int64_t m,
                                                   int64_t n, int64_t k, size_t *bytes);
DDBLAS_API ddblasStatus_t ddblasOrgqrWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, int64_t k,
                                                   size_t *bytes);
DDBLAS_API ddblasStatus_t ddblasGelsWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, int64_t nrhs,
                                                  size_t *bytes);

#ifdef __cplusplus
}
#endif

#endif
