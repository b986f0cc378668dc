/*
 * Singular value decompositions of real (W) and complex (U) matrices of any shape. S, D, C and Z
 * are left to LAPACK and cuSOLVER.
 *
 * Method. A, multiplied by a power of two, is reduced to the triangle of its QR factorisation
 * unless it is square; if m < n, A^H is taken. For orders min(m, n) up to 32 the triangle is
 * decomposed by one-sided Jacobi on the host: M. R. Hestenes, Inversion of matrices by
 * biorthogonalization and related results, J. SIAM 6, 1958, with the pivoting of P. P. M. de Rijk,
 * SIAM J. Sci. Stat. Comput. 10, 1989. For larger ones the matrix, multiplied by a random
 * orthogonal one, is reduced to a triangle L whose diagonal reveals its rank: J. Demmel, I.
 * Dumitriu and O. Holtz, Fast linear algebra is stable, Numer. Math. 108, 2007. The polar
 * decomposition L = P H comes from the iteration QDWH, which consists of QR and Cholesky
 * factorisations, and the singular values and vectors of H from syevd or heevd (dd/eigen.h): Y.
 * Nakatsukasa and N. J. Higham, Stable and efficient spectral divide and conquer algorithms for the
 * symmetric eigenvalue decomposition and the SVD, SIAM J. Sci. Comput. 35, 2013. A last QR
 * factorisation makes the columns orthonormal that belong to singular values of 0. The random
 * matrix and the steps of the iteration are the same for all matrices of an order.
 *
 * Layout. Matrices are column-major. A pointer to int64_t leads to the engine's memory and is
 * aligned to 8 bytes. Arrays must not overlap. A call waits for the device, and cannot be recorded
 * in a graph.
 *
 * Errors of every function. All of them come before anything is written. INVALID_VALUE with the
 * argument's position: a letter, size or leading dimension out of range; a null pointer of an array
 * that has elements, or of info. MISALIGNED; ALLOC_FAILED or WORKSPACE_TOO_SMALL; NOT_SUPPORTED for
 * an order beyond 2^26 or a side beyond 2^40, and while the stream records a graph.
 *
 * Accuracy. Tests demand, with E = A - U diag(s) V^H for the numbers as computed, u_w = 2^-104,
 * norms of columns on both sides of the first line and Frobenius norms in the second one:
 *
 *   max_j |E_j| <= 4 max(m, n) u_w max_j |A_j|
 *   |U^H U - I|, |V^H V - I| <= 4 max(m, n) u_w
 *
 * The singular values are exact for a matrix that differs from A by such an E. Values that are
 * small against s[0] have no small relative error, with one exception: if min(m, n) <= 32 and A = B
 * D with a diagonal matrix D, the relative error of each value is a small multiple of min(m, n) u_w
 * times the condition number of B (J. Demmel and K. Veselic, Jacobi's method is more accurate than
 * QR, SIAM J. Matrix Anal. Appl. 13, 1992). If m < n, this holds for A = D B. Values above 2^-450
 * s[0] are meant. Singular values that exceed the range of W are Inf, and those below CUDD_SAFE_MIN
 * lose digits.
 *
 * Bits. The same sizes, letters and numbers give the same bits on an engine, whatever the stream,
 * the threads, the workspace and the leading dimensions are.
 */
#ifndef DD_SVD_H
#define DD_SVD_H

#include <dd/ddblas.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Which singular vectors are computed: none, the first min(m, n), or all of a square matrix. */
typedef enum
{
    DDBLAS_SVD_MODE_NONE = 0,
    DDBLAS_SVD_MODE_THIN = 1,
    DDBLAS_SVD_MODE_FULL = 2
} ddblasSvdMode_t;

/*
 * A = U diag(s) V^H, with k = min(m, n) singular values, s[0] >= s[1] >= ... >= 0. As in LAPACK's
 * gesvd the right singular vectors are stored as VT = V^H: row j of VT is the conjugate of the
 * vector of s[j].
 *
 *   jobu    NONE: U is not used; THIN: U is m x k; FULL: U is m x m
 *   jobv    NONE: VT is not used; THIN: VT is k x n; FULL: VT is n x n
 *   m, n    >= 0; lda >= max(1, m)
 *   A       is only read
 *   s       k real numbers
 *   U       ldu >= max(1, m), >= 1 if jobu is NONE
 *   VT      ldvt >= max(1, its rows), >= 1 if jobv is NONE
 *   info    0; k + 1 if A holds Inf or NaN; another number up to k if an iteration did not
 *           converge, which has not been seen. s is NaN unless it is 0, and U and VT stay as they
 *           were
 *
 * The signs, in U phases, of the vectors are as the method gives them. Singular values with and
 * without vectors may differ in their last digits. If m or n is 0, matrices of FULL vectors become
 * identities and info becomes 0.
 *
 * INVALID_VALUE for argument 2 (jobu), 3 (jobv), 4 (m), 5 (n), 6 (A), 7 (lda), 8 (s), 9 (U), 10
 * (ldu), 11 (VT), 12 (ldvt), 13 (info).
 */
DDBLAS_API ddblasStatus_t ddblasWgesvd(ddblasHandle_t handle, ddblasSvdMode_t jobu, ddblasSvdMode_t jobv, int64_t m, int64_t n,
                                       const cuddreal *A, int64_t lda, cuddreal *s, cuddreal *U, int64_t ldu, cuddreal *VT,
                                       int64_t ldvt, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasUgesvd(ddblasHandle_t handle, ddblasSvdMode_t jobu, ddblasSvdMode_t jobv, int64_t m, int64_t n,
                                       const cuddcomplex *A, int64_t lda, cuddreal *s, cuddcomplex *U, int64_t ldu,
                                       cuddcomplex *VT, int64_t ldvt, int64_t *info);

/* Bytes of workspace: one matrix of m x n, up to six of k x k, and those of the steps, of which
 * syevd's are the largest as a rule. INVALID_VALUE for argument 2 (type: neither W nor U), 3
 * (jobu), 4 (jobv), 5 (m), 6 (n), 7 (null); NOT_SUPPORTED. */
DDBLAS_API ddblasStatus_t ddblasGesvdWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasSvdMode_t jobu,
                                                   ddblasSvdMode_t jobv, int64_t m, int64_t n, size_t *bytes);

#ifdef __cplusplus
}
#endif

#endif
