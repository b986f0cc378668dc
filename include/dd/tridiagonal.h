/*
 * Eigenvalues and eigenvectors of real symmetric tridiagonal matrices T in W, and the reduction of
 * symmetric and Hermitian matrices to that form, with LAPACK's names.
 *
 * Method. stedc: divide and conquer from n = 64 on, M. Gu and S. C. Eisenstat, A divide-and-conquer
 * algorithm for the symmetric tridiagonal eigenproblem, SIAM J. Matrix Anal. Appl. 16, 1995; QL
 * steps for smaller n. steqr: implicit QL steps on the host, whose rotations the engine applies to
 * the vectors in batches: B. N. Parlett, The Symmetric Eigenvalue Problem, SIAM 1998, chapter 8.
 * Eigenvalues alone come from QL steps on the CPU engine and from bisection on the CUDA engine.
 *
 * Layout. d has n numbers, the diagonal, and e n - 1, the subdiagonal. Matrices are column-major.
 * A pointer to int64_t leads to the engine's memory and is aligned to 8 bytes. Arrays must not
 * overlap. A call waits for the device, and cannot be recorded in a graph, unless stated otherwise.
 *
 * Errors of every function. All of them come before anything is written. INVALID_VALUE with the
 * argument's position: a letter, size or leading dimension out of range; a null pointer of an array
 * that has elements, or of info. MISALIGNED; ALLOC_FAILED or WORKSPACE_TOO_SMALL; NOT_SUPPORTED for
 * an order beyond 2^26, and while the stream records a graph. Only a failure to make cuBLAS's
 * handle for the first product by residues comes later.
 *
 * Accuracy. Tests demand for every pair (x, lambda) as computed, where ||T|| is the norm of T's
 * largest column and ||Z^H Z - I|| is a Frobenius norm; u_w = 2^-104:
 *
 *   ||T x - lambda x|| <= 4 n u_w ||T||,  ||Z^H Z - I|| <= 4 n u_w
 *
 * and for eigenvalues alone an error of at most 4 n u_w times the largest modulus of one. T may
 * have any norm: it is scaled by a power of two. Eigenvalues below CUDD_SAFE_MIN lose digits.
 *
 * Bits. The same sizes, letters and numbers give the same bits on an engine, whatever the stream,
 * the threads, the workspace and the leading dimension are.
 */
#ifndef DD_TRIDIAGONAL_H
#define DD_TRIDIAGONAL_H

#include <dd/ddblas.h>

#ifdef __cplusplus
extern "C" {
#endif

/* LAPACK's letters of compz. */
typedef enum
{
    DDBLAS_EVECT_NONE = 0,        /* N: eigenvalues alone. */
    DDBLAS_EVECT_TRIDIAGONAL = 1, /* I: Z becomes the eigenvectors of T. */
    DDBLAS_EVECT_ORIGINAL = 2     /* V: Z becomes Z times these: the eigenvectors of Z T Z^H. */
} ddblasEvect_t;

/*
 * T = X diag(lambda) X^T, lambda ascending.
 *
 *   n       >= 0
 *   d       becomes the eigenvalues
 *   e       is only read
 *   Z       n x n elements, column j belongs to d[j]; not accessed with NONE, may be null then
 *   ldz     >= 1, and >= n unless NONE
 *   info    0; k, 1 <= k <= n, if QL steps did not converge for k eigenvalues, which has not been
 *           seen: d and Z are NaN then; n + 1 if d or e hold Inf or NaN: d becomes NaN then, and Z
 *           stays as it was
 *
 * In U Z is complex, and T real as in W. n = 0 sets info to 0 and returns.
 *
 * INVALID_VALUE for argument 2 (compz), 3 (n), 4 (d), 5 (e), 6 (Z), 7 (ldz), 8 (info).
 */
DDBLAS_API ddblasStatus_t ddblasWstedc(ddblasHandle_t handle, ddblasEvect_t compz, int64_t n, cuddreal *d, const cuddreal *e,
                                       cuddreal *Z, int64_t ldz, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasUstedc(ddblasHandle_t handle, ddblasEvect_t compz, int64_t n, cuddreal *d, const cuddreal *e,
                                       cuddcomplex *Z, int64_t ldz, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasWsteqr(ddblasHandle_t handle, ddblasEvect_t compz, int64_t n, cuddreal *d, const cuddreal *e,
                                       cuddreal *Z, int64_t ldz, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasUsteqr(ddblasHandle_t handle, ddblasEvect_t compz, int64_t n, cuddreal *d, const cuddreal *e,
                                       cuddcomplex *Z, int64_t ldz, int64_t *info);

/* Bytes of workspace. In W those of about three matrices for stedc with TRIDIAGONAL, four with
 * ORIGINAL, one and two for steqr, and what gemm takes for such matrices; a few vectors with NONE.
 * INVALID_VALUE for argument 2 (type: neither W nor U), 3 (compz), 4 (n), 5 (null); NOT_SUPPORTED. */
DDBLAS_API ddblasStatus_t ddblasStedcWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasEvect_t compz, int64_t n,
                                                   size_t *bytes);
DDBLAS_API ddblasStatus_t ddblasSteqrWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasEvect_t compz, int64_t n,
                                                   size_t *bytes);

/*
 * Eigenvalues of T by bisection: W. Kahan, Accurate eigenvalues of a symmetric tri-diagonal matrix,
 * Report CS41, Stanford University, 1966.
 *
 *   range   all, by number, or those in (vl, vu]
 *   vl, vu  pointers to host memory whatever the pointer mode is, vl < vu; read with RANGE_V alone,
 *           may be null otherwise
 *   il, iu  1 <= il <= iu <= n; read with RANGE_I alone, and if n > 0
 *   d, e    are only read
 *   m       the number of eigenvalues found
 *   w       has n numbers, of which the first m become the eigenvalues, ascending
 *   info    0; n + 1 if d or e hold Inf or NaN: m becomes 0 then
 *
 * An eigenvalue has an error of at most 32 u_w times the largest sum of moduli of a row of T, and
 * rounding errors decide whether one that close to vl or vu is found, unless T is diagonal. n = 0
 * sets m and info to 0 and returns.
 *
 * INVALID_VALUE for argument 2 (range), 3 (n), 4 (vl), 5 (vu), 6 (il), 7 (iu), 8 (d), 9 (e), 10
 * (m), 11 (w), 12 (info).
 */
DDBLAS_API ddblasStatus_t ddblasWstebz(ddblasHandle_t handle, ddblasEigRange_t range, int64_t n, const cuddreal *vl,
                                       const cuddreal *vu, int64_t il, int64_t iu, const cuddreal *d, const cuddreal *e,
                                       int64_t *m, cuddreal *w, int64_t *info);

/* Bytes of workspace: those of about four vectors.
 * INVALID_VALUE for argument 2 (n), 3 (null); NOT_SUPPORTED. */
DDBLAS_API ddblasStatus_t ddblasStebzWorkspaceSize(ddblasHandle_t handle, int64_t n, size_t *bytes);

/*
 * Eigenvectors of T for chosen eigenvalues, by inverse iteration: J. H. Wilkinson, The calculation
 * of the eigenvectors of codiagonal matrices, Comput. J. 1, 1958; I. C. F. Ipsen, Computing an
 * eigenvector with inverse iteration, SIAM Review 39, 1997. Vectors whose eigenvalues are a chain
 * with gaps of at most 2^-40 of T's norm are orthogonalised against each other in each step. Then
 * one step of Z = Z (3 I - Z^T Z) / 2, two products, makes all vectors orthogonal: A. Bjorck and C.
 * Bowie, An iterative algorithm for computing the best estimate of an orthogonal matrix, SIAM J.
 * Numer. Anal. 8, 1971. The first takes n m steps for m vectors, n k^2 for a chain of k, and the
 * products n m^2.
 *
 *   n       >= 0
 *   d, e    are only read
 *   m       0 <= m <= n
 *   w       m numbers in ascending order, eigenvalues as stebz computes them; w is only read
 *   Z       n x m elements, ldz >= max(1, n): column j becomes the eigenvector of w[j], of norm 1
 *   info    0; k, 1 <= k <= m, if k vectors did not converge, as it is where w[j] is no eigenvalue:
 *           their columns are NaN then; n + 1 if d, e or w hold Inf or NaN, or w does not ascend: Z
 *           stays as it was then
 *
 * A w[j] that is repeated gets as many vectors. If T has several, and w only some of them, the
 * vectors are orthonormal ones in the space of all. In U Z is complex, with imaginary parts of 0.
 * The accuracy is that of stedc, with w for the eigenvalues. n = 0 or m = 0 sets info to 0 and
 * returns.
 *
 * INVALID_VALUE for argument 2 (n), 3 (d), 4 (e), 5 (m), 6 (w), 7 (Z), 8 (ldz), 9 (info).
 */
DDBLAS_API ddblasStatus_t ddblasWstein(ddblasHandle_t handle, int64_t n, const cuddreal *d, const cuddreal *e, int64_t m,
                                       const cuddreal *w, cuddreal *Z, int64_t ldz, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasUstein(ddblasHandle_t handle, int64_t n, const cuddreal *d, const cuddreal *e, int64_t m,
                                       const cuddreal *w, cuddcomplex *Z, int64_t ldz, int64_t *info);

/* Bytes of workspace: those of up to six n x m matrices, and what gemm takes for such matrices.
 * INVALID_VALUE for argument 2 (type: neither W nor U), 3 (n), 4 (m), 5 (null); NOT_SUPPORTED. */
DDBLAS_API ddblasStatus_t ddblasSteinWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, int64_t m, size_t *bytes);

/* ---- reduction to tridiagonal form ----------------------------------------------------------- */

/*
 * A = Q T Q^H with a unitary Q and a real T, in place: the first step of an eigensolver. stedc,
 * steqr, or stebz and stein solve T; orgtr forms Q, and ormtr multiplies T's vectors by it. Only
 * the triangle uplo of A is read and written; in U the imaginary parts of the diagonal are not read
 * and become 0.
 *
 *   n       >= 0; lda >= max(1, n)
 *   d       becomes T's diagonal, n real numbers, which are also A's
 *   e       becomes T's subdiagonal, n - 1 real numbers, which are also beside A's diagonal
 *   tau     n - 1 numbers
 *
 * Format, which is LAPACK's. H_i = I - tau_i v_i v_i^H, i = 1 ... n - 1. LOWER: Q = H_1 H_2 ...;
 * the first i elements of v_i are 0, the next is 1, and the others are in column i of A below the
 * subdiagonal. UPPER: Q = ... H_2 H_1; the elements of v_i behind number i are 0, that element
 * is 1, and those before it are in column i + 1 of A above the superdiagonal. H_i = I, with tau_i =
 * 0, where nothing has to be eliminated.
 *
 * Method. By panels of 32 columns whose updates are collected into one product: J. J. Dongarra, D.
 * C. Sorensen and S. J. Hammarling, Block reduction of matrices to condensed forms for eigenvalue
 * computations, J. Comput. Appl. Math. 27, 1989. The call does not wait for the device and can be
 * recorded in a graph once the handle has enough workspace.
 *
 * Error. There is an exactly unitary Q near the computed reflectors such that A - Q T Q^H is a
 * small multiple of n u_w ||A||, Frobenius norms: N. J. Higham, Accuracy and Stability of Numerical
 * Algorithms, 2nd edition, section 19.3. Tests demand ||A Q - Q T|| <= 4 n u_w ||A|| and ||Q^H Q -
 * I|| <= 4 n u_w for the Q of orgtr. A is not scaled: this holds while no number overflows and
 * products stay above CUDD_SAFE_MIN. Inf and NaN spread as NaN.
 *
 * INVALID_VALUE for argument 2 (uplo), 3 (n), 4 (A), 5 (lda), 6 (d), 7 (e), 8 (tau).
 */
DDBLAS_API ddblasStatus_t ddblasWsytrd(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, cuddreal *A, int64_t lda,
                                       cuddreal *d, cuddreal *e, cuddreal *tau);
DDBLAS_API ddblasStatus_t ddblasUhetrd(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, cuddcomplex *A, int64_t lda,
                                       cuddreal *d, cuddreal *e, cuddcomplex *tau);

/*
 * A becomes Q, all n x n elements, from the reflectors that sytrd has left in its triangle uplo and
 * from tau. The call does not wait for the device and can be recorded in a graph.
 *
 *   n    >= 0; lda >= max(1, n)
 *
 * Each column of Q errs by a small multiple of n u_w, and tests demand ||Q^H Q - I|| <= 4 n u_w in
 * the Frobenius norm.
 *
 * INVALID_VALUE for argument 2 (uplo), 3 (n), 4 (A), 5 (lda), 6 (tau).
 */
DDBLAS_API ddblasStatus_t ddblasWorgtr(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, cuddreal *A, int64_t lda,
                                       const cuddreal *tau);
DDBLAS_API ddblasStatus_t ddblasUungtr(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, cuddcomplex *A, int64_t lda,
                                       const cuddcomplex *tau);

/*
 * C = op(Q) C for side = LEFT, C = C op(Q) for RIGHT, with Q from the reflectors that sytrd has
 * left in the triangle uplo of A, and from tau. The call does not wait for the device and can be
 * recorded in a graph.
 *
 *   trans   N; T or C, which mean the same, in W; C in U
 *   m, n    >= 0: C is m x n, ldc >= max(1, m)
 *   A       r x r, r = m for LEFT and n for RIGHT, lda >= max(1, r); it is only read
 *
 * Each column of the result, or row for RIGHT, errs by a small multiple of r u_w of its norm.
 *
 * INVALID_VALUE for argument 2 (side), 3 (uplo), 4 (trans), 5 (m), 6 (n), 7 (A), 8 (lda), 9 (tau),
 * 10 (C), 11 (ldc).
 */
DDBLAS_API ddblasStatus_t ddblasWormtr(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo,
                                       ddblasOperation_t trans, int64_t m, int64_t n, const cuddreal *A, int64_t lda,
                                       const cuddreal *tau, cuddreal *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasUunmtr(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo,
                                       ddblasOperation_t trans, int64_t m, int64_t n, const cuddcomplex *A, int64_t lda,
                                       const cuddcomplex *tau, cuddcomplex *C, int64_t ldc);

/* Bytes of workspace for both triangles: for sytrd and hetrd, those of a matrix and about 130
 * vectors; for orgtr and ungtr, of a matrix and blocks of reflectors; for ormtr and unmtr, the same
 * and what products of C take.
 * INVALID_VALUE for argument 2 (type: neither W nor U), then side and sizes, and the last one
 * (null); NOT_SUPPORTED. */
DDBLAS_API ddblasStatus_t ddblasSytrdWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes);
DDBLAS_API ddblasStatus_t ddblasOrgtrWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes);
DDBLAS_API ddblasStatus_t ddblasOrmtrWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasSideMode_t side, int64_t m,
                                                   int64_t n, size_t *bytes);

#ifdef __cplusplus
}
#endif

#endif
