/*
 * Singular value decompositions of real (S, D, W) and complex (C, Z, U) matrices of any shape, and
 * what follows from them: the rank, the null space, the pseudo-inverse.
 *
 * Method. A, multiplied by a power of two, is reduced to the triangle of its QR factorisation
 * unless it is square; if m < n, A^H is taken. In W the factorisation is that of dd/tsqr.h where
 * max(m, n) >= 4 min(m, n), min(m, n) <= 128, and not all vectors of the long side are wanted. In
 * S, D, C and Z the triangle is decomposed by LAPACK (gesdd, or gesvd where that does not converge)
 * or, for orders above 64 on the CUDA engine, by cuSOLVER's gesvd. In W and U, for orders min(m, n)
 * up to 32, it is decomposed by one-sided Jacobi on the host: M. R. Hestenes, Inversion of matrices
 * by biorthogonalization and related results, J. SIAM 6, 1958, with the pivoting of P. P. M. de
 * Rijk, SIAM J. Sci. Stat. Comput. 10, 1989. Larger ones are refined from vectors in double, which
 * come from an eigenvalue problem, or from gesvd where these do not serve. Clusters of up to 32
 * singular values that double does not tell apart are decomposed by Jacobi's method on the way:
 * after T. Ogita and K. Aishima, Iterative refinement for singular value decomposition based on
 * matrix multiplication, J. Comput. Appl. Math. 369, 2020. The result is checked by residuals and
 * orthogonality in W or U. Otherwise the matrix, multiplied by a random orthogonal one, is reduced
 * to a triangle L whose diagonal reveals its rank: J. Demmel, I. Dumitriu and O. Holtz, Fast linear
 * algebra is stable, Numer. Math. 108, 2007. The polar decomposition L = P H comes from the
 * iteration QDWH, which consists of QR and Cholesky factorisations, and the singular values and
 * vectors of H from syevd or heevd (dd/eigen.h): Y. Nakatsukasa and N. J. Higham, Stable and
 * efficient spectral divide and conquer algorithms for the symmetric eigenvalue decomposition and
 * the SVD, SIAM J. Sci. Comput. 35, 2013. A last QR factorisation makes the columns orthonormal
 * that belong to singular values of 0. The random matrix and the steps of this iteration are the
 * same for all matrices of an order.
 *
 * Layout. Matrices are column-major. A pointer to int64_t leads to the engine's memory and is
 * aligned to 8 bytes. Arrays must not overlap. A call waits for the device, and cannot be recorded
 * in a graph.
 *
 * Errors of every function. All of them come before anything is written. INVALID_VALUE with the
 * argument's position: a letter, size or leading dimension out of range; a null pointer of an array
 * that has elements, or of info. MISALIGNED; ALLOC_FAILED or WORKSPACE_TOO_SMALL; NOT_SUPPORTED for
 * an order beyond 2^26 or a side beyond 2^40, in S, D, C and Z an order beyond 20000 or a side or
 * leading dimension beyond 2 10^9, whose workspace LAPACK and cuSOLVER cannot count; and while the
 * stream records a graph.
 *
 * Accuracy in W and U. Tests demand, with E = A - U diag(s) V^H for the numbers as computed, u_w =
 * 2^-104, norms of columns on both sides of the first line and Frobenius norms in the second one:
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
 * Accuracy in S, D, C and Z. Tests demand the same with 100 max(m, n) u in place of 4 max(m, n)
 * u_w, where u is 2^-24 in S and C, and 2^-53 in D and Z. That is the threshold of LAPACK's own
 * tests, 50 max(m, n) times the spacing of 1 (E. Anderson et al., LAPACK Users' Guide, 3rd
 * edition, 1999).
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
DDBLAS_API ddblasStatus_t ddblasSgesvd(ddblasHandle_t handle, ddblasSvdMode_t jobu, ddblasSvdMode_t jobv, int64_t m, int64_t n,
                                       const float *A, int64_t lda, float *s, float *U, int64_t ldu, float *VT, int64_t ldvt,
                                       int64_t *info);
DDBLAS_API ddblasStatus_t ddblasDgesvd(ddblasHandle_t handle, ddblasSvdMode_t jobu, ddblasSvdMode_t jobv, int64_t m, int64_t n,
                                       const double *A, int64_t lda, double *s, double *U, int64_t ldu, double *VT, int64_t ldvt,
                                       int64_t *info);
DDBLAS_API ddblasStatus_t ddblasCgesvd(ddblasHandle_t handle, ddblasSvdMode_t jobu, ddblasSvdMode_t jobv, int64_t m, int64_t n,
                                       const ddblasComplex *A, int64_t lda, float *s, ddblasComplex *U, int64_t ldu,
                                       ddblasComplex *VT, int64_t ldvt, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasZgesvd(ddblasHandle_t handle, ddblasSvdMode_t jobu, ddblasSvdMode_t jobv, int64_t m, int64_t n,
                                       const ddblasDoubleComplex *A, int64_t lda, double *s, ddblasDoubleComplex *U, int64_t ldu,
                                       ddblasDoubleComplex *VT, int64_t ldvt, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasWgesvd(ddblasHandle_t handle, ddblasSvdMode_t jobu, ddblasSvdMode_t jobv, int64_t m, int64_t n,
                                       const cuddreal *A, int64_t lda, cuddreal *s, cuddreal *U, int64_t ldu, cuddreal *VT,
                                       int64_t ldvt, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasUgesvd(ddblasHandle_t handle, ddblasSvdMode_t jobu, ddblasSvdMode_t jobv, int64_t m, int64_t n,
                                       const cuddcomplex *A, int64_t lda, cuddreal *s, cuddcomplex *U, int64_t ldu,
                                       cuddcomplex *VT, int64_t ldvt, int64_t *info);

/* Bytes of workspace: one matrix of m x n, up to seven of k x k, and those of the steps, of which
 * syevd's are the largest as a rule in W and U, and LAPACK's or cuSOLVER's in S, D, C and Z.
 * INVALID_VALUE for argument 2 (type), 3 (jobu), 4 (jobv), 5 (m), 6 (n), 7 (null); NOT_SUPPORTED. */
DDBLAS_API ddblasStatus_t ddblasGesvdWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasSvdMode_t jobu,
                                                   ddblasSvdMode_t jobv, int64_t m, int64_t n, size_t *bytes);

/*
 * The rank of an m x n matrix A, an orthonormal basis Z of its null space {x: A x = 0}, and its
 * pseudo-inverse X = A^+ of E. H. Moore and R. Penrose. With the singular values s of A as gesvd
 * computes them,
 *
 *   rank = the number of s[j] > tolerance s[0]
 *   Z    = the last n - rank right singular vectors
 *   X    = V_r diag(1 / s[0], ..., 1 / s[rank - 1]) U_r^H, with the first `rank` columns of U and V
 *
 *   m, n       >= 0; lda >= max(1, m)
 *   A          is only read
 *   tolerance  below 1, relative to s[0]. A negative number means max(m, n) u_w, the size of the
 *              rounding errors of s, and in S, D, C and Z 2 max(m, n) u, as in NumPy. If the
 *              elements of A have larger errors, the tolerance should be as large as these
 *   columns    >= 0, those that Z has room for; n suffices always
 *   Z          n x columns, ldz >= max(1, n); only its first n - rank columns are written. Their
 *              singular values descend
 *   X          n x m, ldx >= max(1, n)
 *   gap        2 real numbers: s[rank - 1], 0 if the rank is 0, and s[rank], 0 if the rank is
 *              min(m, n). The rank is certain only if they are far apart
 *   rank       1 integer
 *   info       0; with k = min(m, n), k + 2 if n - rank > columns, in which case rank and gap are
 *              valid; k + 1 if A holds Inf or NaN; another number up to k if an iteration did not
 *              converge, which has not been seen. Unless info is 0, Z and X stay as they were, and
 *              unless it is 0 or k + 2, rank is -1 and gap is NaN
 *
 * If m or n is 0, the rank is 0, gap is 0, and Z is the identity of order n.
 *
 * Accuracy. The singular values are those of a matrix A + E with E as at the beginning of this
 * file. Tests demand, besides the bound of Z^H Z - I there, for every column z of Z and with
 * Frobenius norms
 *
 *   |A z| <= s[rank] + 4 max(m, n) u_w |A|
 *   |X - A^+| <= 8 max(m, n) u_w |A| |A^+|^2 if A has the rank that is found
 *
 * and the same in S, D, C and Z with 100 max(m, n) u and 200 max(m, n) u.
 *
 * In general X is, up to the rounding errors of two products, the pseudo-inverse of a matrix B of
 * rank `rank` with |A - B| <= |E| + s[rank]. Where A has this rank too, |X - A^+| <= 1.62
 * max(|X|, |A^+|)^2 |A - B| in spectral norms (P.-A. Wedin, Perturbation theory for
 * pseudo-inverses, BIT 13, 1973). Elements of X that exceed the range of W are Inf or NaN, and
 * those below CUDD_SAFE_MIN lose digits.
 *
 * Source of the tolerance: G. H. Golub and C. F. Van Loan, Matrix computations, 4th edition, 2013,
 * section 5.4.
 *
 * INVALID_VALUE for argument 2 (m), 3 (n), 4 (A), 5 (lda), 6 (tolerance: 1, more, or NaN). The
 * arguments after these are: in rank 7 (gap), 8 (rank), 9 (info); in null 7 (columns), 8 (Z), 9
 * (ldz), 10 (gap), 11 (rank), 12 (info); in pinv 7 (X), 8 (ldx), 9 (gap), 10 (rank), 11 (info).
 */
DDBLAS_API ddblasStatus_t ddblasSrank(ddblasHandle_t handle, int64_t m, int64_t n, const float *A, int64_t lda, double tolerance,
                                      float *gap, int64_t *rank, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasDrank(ddblasHandle_t handle, int64_t m, int64_t n, const double *A, int64_t lda, double tolerance,
                                      double *gap, int64_t *rank, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasCrank(ddblasHandle_t handle, int64_t m, int64_t n, const ddblasComplex *A, int64_t lda,
                                      double tolerance, float *gap, int64_t *rank, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasZrank(ddblasHandle_t handle, int64_t m, int64_t n, const ddblasDoubleComplex *A, int64_t lda,
                                      double tolerance, double *gap, int64_t *rank, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasWrank(ddblasHandle_t handle, int64_t m, int64_t n, const cuddreal *A, int64_t lda,
                                      double tolerance, cuddreal *gap, int64_t *rank, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasUrank(ddblasHandle_t handle, int64_t m, int64_t n, const cuddcomplex *A, int64_t lda,
                                      double tolerance, cuddreal *gap, int64_t *rank, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasSnull(ddblasHandle_t handle, int64_t m, int64_t n, const float *A, int64_t lda, double tolerance,
                                      int64_t columns, float *Z, int64_t ldz, float *gap, int64_t *rank, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasDnull(ddblasHandle_t handle, int64_t m, int64_t n, const double *A, int64_t lda, double tolerance,
                                      int64_t columns, double *Z, int64_t ldz, double *gap, int64_t *rank, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasCnull(ddblasHandle_t handle, int64_t m, int64_t n, const ddblasComplex *A, int64_t lda,
                                      double tolerance, int64_t columns, ddblasComplex *Z, int64_t ldz, float *gap, int64_t *rank,
                                      int64_t *info);
DDBLAS_API ddblasStatus_t ddblasZnull(ddblasHandle_t handle, int64_t m, int64_t n, const ddblasDoubleComplex *A, int64_t lda,
                                      double tolerance, int64_t columns, ddblasDoubleComplex *Z, int64_t ldz, double *gap,
                                      int64_t *rank, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasWnull(ddblasHandle_t handle, int64_t m, int64_t n, const cuddreal *A, int64_t lda,
                                      double tolerance, int64_t columns, cuddreal *Z, int64_t ldz, cuddreal *gap, int64_t *rank,
                                      int64_t *info);
DDBLAS_API ddblasStatus_t ddblasUnull(ddblasHandle_t handle, int64_t m, int64_t n, const cuddcomplex *A, int64_t lda,
                                      double tolerance, int64_t columns, cuddcomplex *Z, int64_t ldz, cuddreal *gap,
                                      int64_t *rank, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasSpinv(ddblasHandle_t handle, int64_t m, int64_t n, const float *A, int64_t lda, double tolerance,
                                      float *X, int64_t ldx, float *gap, int64_t *rank, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasDpinv(ddblasHandle_t handle, int64_t m, int64_t n, const double *A, int64_t lda, double tolerance,
                                      double *X, int64_t ldx, double *gap, int64_t *rank, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasCpinv(ddblasHandle_t handle, int64_t m, int64_t n, const ddblasComplex *A, int64_t lda,
                                      double tolerance, ddblasComplex *X, int64_t ldx, float *gap, int64_t *rank, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasZpinv(ddblasHandle_t handle, int64_t m, int64_t n, const ddblasDoubleComplex *A, int64_t lda,
                                      double tolerance, ddblasDoubleComplex *X, int64_t ldx, double *gap, int64_t *rank,
                                      int64_t *info);
DDBLAS_API ddblasStatus_t ddblasWpinv(ddblasHandle_t handle, int64_t m, int64_t n, const cuddreal *A, int64_t lda,
                                      double tolerance, cuddreal *X, int64_t ldx, cuddreal *gap, int64_t *rank, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasUpinv(ddblasHandle_t handle, int64_t m, int64_t n, const cuddcomplex *A, int64_t lda,
                                      double tolerance, cuddcomplex *X, int64_t ldx, cuddreal *gap, int64_t *rank, int64_t *info);

/* Bytes of workspace, that of gesvd for the vectors that a task needs. INVALID_VALUE for argument 2
 * (type), 3 (m), 4 (n), of null 5 (columns), and the last one (null); NOT_SUPPORTED. */
DDBLAS_API ddblasStatus_t ddblasRankWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, size_t *bytes);
DDBLAS_API ddblasStatus_t ddblasNullWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, int64_t columns,
                                                  size_t *bytes);
DDBLAS_API ddblasStatus_t ddblasPinvWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, size_t *bytes);

/* ---- batches of small problems --------------------------------------------------------------- */

/*
 * Many matrices in W or U of one small shape, in a call that does not wait for the device and that
 * a graph can record. Sizes, strides and members are as in dd/batched.h.
 *
 * Method. For each member M = A or, if m < n, M = A^H: a QR factorisation with pivoting of the
 * columns, then one-sided Jacobi on the columns of R^H: Z. Drmac and K. Veselic, New fast and
 * accurate Jacobi SVD algorithm, parts I and II, SIAM J. Matrix Anal. Appl. 29, 2008. On the CUDA
 * engine a thread block has a member in shared memory, eight threads have a pair of columns, and
 * the pairs of a round are disjoint, in the order of G. H. Golub and C. F. Van Loan, Matrix
 * Computations, 4th edition, section 8.5.5; on the CPU engine a thread has a member, with the
 * pivoting of de Rijk as for gesvd. Tangents are computed in double from sums in W, and c and s
 * from them in W. Rotations follow until the cosine of the angle between two columns is at most
 * 2^-104 k^(1/2).
 *
 * A_i = U_i diag(s_i) V_i^H for each member i, with k = min(m, n) singular values, s[0] >= s[1] >=
 * ... >= 0. Row j of VT_i is the conjugate of the vector of s[j].
 *
 *   jobu, jobv  NONE or THIN, as for gesvd. FULL is taken where it means the same as THIN: jobu for
 *               m <= n, jobv for n <= m
 *   m, n        0 <= m, n <= 64, the shape of every member
 *   A           is only read
 *   strides     count elements and keep the members apart. Those of matrices that are not used do
 *               not matter unless they are negative
 *   s           member i has k real numbers from s + i strideS on
 *   U, VT       m x k and k x n for each member
 *   info        batchCount numbers in the engine's memory: 0; k if 60 sweeps did not suffice, which
 *               has not been seen; k + 1 if the member holds Inf or NaN. s_i is NaN unless it is 0,
 *               and U_i and VT_i stay as they were
 *
 * A member that fails does not affect the others. If m or n is 0, info becomes 0; batchCount = 0
 * does nothing. Singular values are the same bits with and without vectors.
 *
 * Accuracy: as at the beginning of this file, residual and orthogonality at most 4 max(m, n) u_w,
 * demanded by tests; and small relative errors of all singular values above 2^-450 s[0] of A = B D
 * or, if m < n, of A = D B, for every order.
 *
 * Bits. A member has the same bits on an engine, whatever the number of members, its place,
 * strides, threads, stream and workspace are.
 *
 * Errors, before anything is written: INVALID_VALUE for argument 2 (jobu), 3 (jobv), 4 (m), 5 (n),
 * 6 (A), 7 (lda), 8 (strideA), 9 (s), 10 (strideS), 11 (U), 12 (ldu), 13 (strideU), 14 (VT), 15
 * (ldvt), 16 (strideVT), 17 (info), 18 (batchCount); MISALIGNED; NOT_SUPPORTED for m or n above 64
 * and for FULL where it is not THIN; ALLOC_FAILED or WORKSPACE_TOO_SMALL.
 */
DDBLAS_API ddblasStatus_t ddblasWgesvdStridedBatched(ddblasHandle_t handle, ddblasSvdMode_t jobu, ddblasSvdMode_t jobv, int64_t m,
                                                     int64_t n, const cuddreal *A, int64_t lda, int64_t strideA, cuddreal *s,
                                                     int64_t strideS, cuddreal *U, int64_t ldu, int64_t strideU, cuddreal *VT,
                                                     int64_t ldvt, int64_t strideVT, int64_t *info, int64_t batchCount);
DDBLAS_API ddblasStatus_t ddblasUgesvdStridedBatched(ddblasHandle_t handle, ddblasSvdMode_t jobu, ddblasSvdMode_t jobv, int64_t m,
                                                     int64_t n, const cuddcomplex *A, int64_t lda, int64_t strideA, cuddreal *s,
                                                     int64_t strideS, cuddcomplex *U, int64_t ldu, int64_t strideU,
                                                     cuddcomplex *VT, int64_t ldvt, int64_t strideVT, int64_t *info,
                                                     int64_t batchCount);

/* Bytes of workspace: on the CPU engine for full speed, a share for each thread; with a smaller
 * one, down to a share, fewer threads work. On the CUDA engine 0 if a block's shared memory holds
 * the three arrays of a member, k x k, max(m, n) x k and max(m, n) x k elements, as 227 KiB do for
 * all shapes in W and for k = 48 in U; otherwise a share for each of four blocks a multiprocessor.
 * INVALID_VALUE for argument 2 (type: neither W nor U), 3 (jobu), 4 (jobv), 5 (m), 6 (n), 7
 * (batchCount), 8 (null); NOT_SUPPORTED. */
DDBLAS_API ddblasStatus_t ddblasGesvdBatchedWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasSvdMode_t jobu,
                                                          ddblasSvdMode_t jobv, int64_t m, int64_t n, int64_t batchCount,
                                                          size_t *bytes);

#ifdef __cplusplus
}
#endif

#endif
