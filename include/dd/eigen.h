/*
 * Eigenvalues and eigenvectors of real symmetric and complex Hermitian matrices, and of pairs of
 * matrices of which one is positive definite. X is any type in syevd, syevdx and sygvd, W or U
 * in sygst, and W in batches. Names and arguments are LAPACK's and cuSOLVER's: w and
 * info are arguments in the engine's memory.
 *
 * S, D, C and Z. A, multiplied by a power of two, is given to syevd, heevd, sygvd or hegvd of
 * LAPACK on the CPU engine and of cuSOLVER on the CUDA engine; all else is as in W and U. Both
 * count their workspace in 32-bit numbers, so that orders beyond 32000 give NOT_SUPPORTED.
 *
 * Method in W and U. A, multiplied by a power of two, is reduced to a real tridiagonal matrix T =
 * Q^H A Q by Householder reflectors, by panels whose updates are collected into one product: J. J.
 * Dongarra, D. C. Sorensen and S. J. Hammarling, Block reduction of matrices to condensed forms for
 * eigenvalue computations, J. Comput. Appl. Math. 27, 1989. From n = 64 on T's vectors come from
 * divide and conquer: M. Gu and S. C. Eisenstat, A divide-and-conquer algorithm for the symmetric
 * tridiagonal eigenproblem, SIAM J. Matrix Anal. Appl. 16, 1995. The host solves blocks of at most
 * 32 rows and deflates; roots, vectors and products are the engine's work. Without vectors, for
 * smaller n and for these blocks eigenvalues come from implicit QL steps: B. N. Parlett, The
 * Symmetric Eigenvalue Problem, SIAM 1998, chapter 8; without vectors on the CUDA engine from
 * bisection. Q is applied last, in blocks of reflectors.
 *
 * For n from 32 to 32000, vectors are first tried by refinement: LAPACK or cuSOLVER computes them
 * in double, and steps of T. Ogita and K. Aishima, Iterative refinement for symmetric eigenvalue
 * decomposition, Japan J. Indust. Appl. Math. 35, 2018, and 36, 2019, make them accurate in W
 * or U. Clusters of up to 64 eigenvalues that double cannot tell apart are diagonalised by Jacobi's
 * method on the host, larger ones by refinement again. The result is checked in W or U: both errors
 * below are at most n u_w, or the call takes the route above, as it does for wide clusters of more
 * than about 0.7 n eigenvalues. The choice depends on the matrix alone. On the CUDA engine the
 * first such call, or query of workspace, makes cuSOLVER's handle.
 *
 * Layout. Matrices are column-major. A pointer to int64_t leads to the engine's memory and is
 * aligned to 8 bytes. Arrays must not overlap. A call waits for the device, and cannot be recorded
 * in a graph.
 *
 * Errors of every function. All of them come before anything is written. INVALID_VALUE with the
 * argument's position: a letter, size or leading dimension out of range; a null pointer of an array
 * that has elements, or of info. MISALIGNED; ALLOC_FAILED or WORKSPACE_TOO_SMALL; NOT_SUPPORTED for
 * an order beyond 2^26, and while the stream records a graph. Only a failure to make cuBLAS's
 * handle for the first product by residues comes later.
 *
 * Accuracy. Tests demand, for every matrix of order n and every pair (x, lambda) as computed, the
 * following, where ||A|| is the norm of A's largest column, which is at most its 2-norm, and ||V^H
 * V - I|| is a Frobenius norm; u_w = 2^-104:
 *
 *   ||A x - lambda x|| <= 4 n u_w ||A||,  ||V^H V - I|| <= 4 n u_w
 *
 * In S, D, C and Z they demand 100 n u for 4 n u_w, u = 2^-24 or 2^-53: the threshold 50 n ulp of
 * LAPACK's own tests, where ulp = 2 u. The method is backward stable: the eigenvalues are exact for
 * a matrix that differs from A by a multiple of u_w ||A|| that grows slowly with n. Eigenvalues
 * that are small against ||A|| have no small relative error. Eigenvalues that exceed the range of W
 * are Inf, and those below CUDD_SAFE_MIN lose digits.
 *
 * Bits. The same sizes, letters and numbers give the same bits on an engine, whatever the stream,
 * the threads, the workspace and the leading dimension are. Both triangles give the same bits if
 * they hold the same matrix.
 */
#ifndef DD_EIGEN_H
#define DD_EIGEN_H

#include <dd/ddblas.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A = V diag(w) V^H, w ascending. Only the triangle uplo of A is read; in U the imaginary parts of
 * the diagonal are not read.
 *
 *   jobz    VECTOR: A becomes V, all n x n elements, column j the eigenvector of w[j], of norm 1.
 *           NOVECTOR: A stays as it was
 *   n       >= 0; lda >= max(1, n)
 *   w       n real numbers
 *   info    0; k, 1 <= k <= n, if the QL steps did not converge for k eigenvalues, which has not
 *           been seen, in S, D, C and Z the info of LAPACK or cuSOLVER, at most n: w, and A if it
 *           were V, are NaN then; n + 1 if the triangle holds Inf or NaN:
 *           w is NaN then, and A stays as it was
 *
 * The signs, in U phases, of the vectors are as the method gives them. Eigenvalues with and without
 * vectors may differ in their last digits. n = 0 sets info to 0 and returns.
 *
 * INVALID_VALUE for argument 2 (jobz), 3 (uplo), 4 (n), 5 (A), 6 (lda), 7 (w), 8 (info).
 */
DDBLAS_API ddblasStatus_t ddblasSsyevd(ddblasHandle_t handle, ddblasEigMode_t jobz, ddblasFillMode_t uplo, int64_t n, float *A,
                                       int64_t lda, float *w, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasDsyevd(ddblasHandle_t handle, ddblasEigMode_t jobz, ddblasFillMode_t uplo, int64_t n, double *A,
                                       int64_t lda, double *w, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasCheevd(ddblasHandle_t handle, ddblasEigMode_t jobz, ddblasFillMode_t uplo, int64_t n,
                                       ddblasComplex *A, int64_t lda, float *w, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasZheevd(ddblasHandle_t handle, ddblasEigMode_t jobz, ddblasFillMode_t uplo, int64_t n,
                                       ddblasDoubleComplex *A, int64_t lda, double *w, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasWsyevd(ddblasHandle_t handle, ddblasEigMode_t jobz, ddblasFillMode_t uplo, int64_t n, cuddreal *A,
                                       int64_t lda, cuddreal *w, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasUheevd(ddblasHandle_t handle, ddblasEigMode_t jobz, ddblasFillMode_t uplo, int64_t n,
                                       cuddcomplex *A, int64_t lda, cuddreal *w, int64_t *info);

/*
 * Eigenvalues in a range, and their vectors, with info and the argument jobz of syevd and heevd.
 * The accuracy is theirs, the bits are not always.
 *
 *   range   which eigenvalues; vl, vu, il and iu are not read if it does not name them
 *   vl, vu  vl < vu, numbers of the real type
 *   il, iu  1 <= il <= iu <= n; not read if n = 0
 *   found   in host memory: m, the number of eigenvalues in the range, 0 if info is not 0
 *   A       VECTOR: columns 0 .. m - 1 become the vectors of the range; the other columns are used
 *           for the work. NOVECTOR: A stays as it was
 *   w       n numbers, of which the first m become the eigenvalues in the range, ascending
 *
 * Method and work. Without vectors bisection computes the m values of the range alone, if m <= n /
 * 8 or on the CUDA engine, after the reduction, which takes most of the time. With vectors, m <= n
 * / 2: bisection and inverse iteration (dd/tridiagonal.h) compute the m vectors alone, to which
 * alone Q is applied. The CUDA engine tries first to refine all vectors, which took less time than
 * the reduction alone where both were measured, in W; the CPU engine does not for intervals, nor
 * for m <= n / 2. All other cases compute all eigenvalues as syevd does; S, D, C and Z always do.
 * Workspace: ddblasSyevdWorkspaceSize.
 *
 * INVALID_VALUE for argument 2 (jobz), 3 (range), 4 (uplo), 5 (n), 6 (A), 7 (lda), 9 (vl and vu are
 * not in order, or NaN), 10 (il), 11 (iu), 12 (found), 13 (w), 14 (info).
 */
DDBLAS_API ddblasStatus_t ddblasSsyevdx(ddblasHandle_t handle, ddblasEigMode_t jobz, ddblasEigRange_t range,
                                        ddblasFillMode_t uplo, int64_t n, float *A, int64_t lda, float vl, float vu, int64_t il,
                                        int64_t iu, int64_t *found, float *w, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasDsyevdx(ddblasHandle_t handle, ddblasEigMode_t jobz, ddblasEigRange_t range,
                                        ddblasFillMode_t uplo, int64_t n, double *A, int64_t lda, double vl, double vu,
                                        int64_t il, int64_t iu, int64_t *found, double *w, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasCheevdx(ddblasHandle_t handle, ddblasEigMode_t jobz, ddblasEigRange_t range,
                                        ddblasFillMode_t uplo, int64_t n, ddblasComplex *A, int64_t lda, float vl, float vu,
                                        int64_t il, int64_t iu, int64_t *found, float *w, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasZheevdx(ddblasHandle_t handle, ddblasEigMode_t jobz, ddblasEigRange_t range,
                                        ddblasFillMode_t uplo, int64_t n, ddblasDoubleComplex *A, int64_t lda, double vl,
                                        double vu, int64_t il, int64_t iu, int64_t *found, double *w, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasWsyevdx(ddblasHandle_t handle, ddblasEigMode_t jobz, ddblasEigRange_t range,
                                        ddblasFillMode_t uplo, int64_t n, cuddreal *A, int64_t lda, cuddreal vl, cuddreal vu,
                                        int64_t il, int64_t iu, int64_t *found, cuddreal *w, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasUheevdx(ddblasHandle_t handle, ddblasEigMode_t jobz, ddblasEigRange_t range,
                                        ddblasFillMode_t uplo, int64_t n, cuddcomplex *A, int64_t lda, cuddreal vl, cuddreal vu,
                                        int64_t il, int64_t iu, int64_t *found, cuddreal *w, int64_t *info);

/* Bytes of workspace, for syevd, heevd, syevdx and heevdx. W and U need about the bytes of one
 * matrix without vectors. With vectors they need those of up to five and a half matrices and the
 * workspace of gemm, or what cuSOLVER asks for if that is more. The other types need the bytes of
 * one matrix and what LAPACK or cuSOLVER asks for.
 * INVALID_VALUE for argument 2 (type), 3 (jobz), 4 (n), 5 (null); NOT_SUPPORTED. */
DDBLAS_API ddblasStatus_t ddblasSyevdWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasEigMode_t jobz, int64_t n,
                                                   size_t *bytes);

/* ---- generalised problems -------------------------------------------------------------------- */

/* The form of a generalised problem. The values are LAPACK's and cuSOLVER's. */
typedef enum
{
    DDBLAS_EIG_TYPE_1 = 1, /* A x = lambda B x */
    DDBLAS_EIG_TYPE_2 = 2, /* A B x = lambda x */
    DDBLAS_EIG_TYPE_3 = 3  /* B A x = lambda x */
} ddblasEigType_t;

/*
 * Reduces a generalised problem to a standard one. B holds the factor of B that potrf has left in
 * the triangle uplo: L for LOWER, U for UPPER. In the triangle uplo, A becomes
 *
 *   type 1         L^-1 A L^-H,  or U^-H A U^-1
 *   types 2 and 3  L^H A L,      or U A U^H
 *
 *   n    >= 0; lda, ldb >= max(1, n)
 *
 * Only the triangle uplo of A is read and written, and only that of B is read. In U the imaginary
 * parts of A's diagonal are not read and become 0. The call does not wait for the device and can be
 * recorded in a graph.
 *
 * Error bound, where u_w = 2^-104 is multiplied by sqrt 8 in U, |A| is the matrix of moduli, C is
 * the result, and L is the factor or U^H:
 *
 *   type 1         |L C L^H - A| <= 7 (n + 200) u_w |L| |C| |L^H|
 *   types 2 and 3  |C - L^H A L| <= 7 (n + 200) u_w |L^H| |A| |L|
 *
 * INVALID_VALUE for argument 2 (itype), 3 (uplo), 4 (n), 5 (A), 6 (lda), 7 (B), 8 (ldb).
 */
DDBLAS_API ddblasStatus_t ddblasWsygst(ddblasHandle_t handle, ddblasEigType_t itype, ddblasFillMode_t uplo, int64_t n,
                                       cuddreal *A, int64_t lda, const cuddreal *B, int64_t ldb);
DDBLAS_API ddblasStatus_t ddblasUhegst(ddblasHandle_t handle, ddblasEigType_t itype, ddblasFillMode_t uplo, int64_t n,
                                       cuddcomplex *A, int64_t lda, const cuddcomplex *B, int64_t ldb);

/*
 * A x = lambda B x, A B x = lambda x or B A x = lambda x, A symmetric or Hermitian, B positive
 * definite as well: B = L L^H by potrf, the reduction of sygst, the eigenvalues w of C, ascending,
 * with vectors Y by syevd, and X = L^-H Y (types 1 and 2) or L Y (type 3). LAPACK Users' Guide, 3rd
 * edition, section 2.4.5; LAPACK's sygvd.
 *
 *   jobz    VECTOR: A becomes X, all n x n elements, with X^H B X = I for types 1 and 2 and
 *           X^H B^-1 X = I for type 3. NOVECTOR: the triangle uplo of A becomes C
 *   n       >= 0; lda, ldb >= max(1, n)
 *   B       the triangle uplo becomes the factor, as potrf stores it; the rest stays as it was
 *   w       n real numbers
 *   info    0; k <= n as in syevd; n + k if the leading minor of B of order k is the first that is
 *           not positive definite, in the sense of potrf: w is NaN then, and A stays as it was;
 *           2 n + 1 if A or C holds Inf or NaN: w is NaN then, and the triangle of A is C
 *
 * In S, D, C and Z the triangle of A stays as it was with NOVECTOR and where info is 2 n + 1.
 * LAPACK or cuSOLVER factors a copy of B once more, and the two triangles may give different bits.
 *
 * Only the triangles uplo of A and B are read, without the imaginary parts of their diagonals. n =
 * 0 sets info to 0 and returns.
 *
 * Error bounds. t = trace(B); |x| and |w| are 2-norms of x and of all eigenvalues; |A| is the
 * Frobenius norm; r is the residual A x - lambda B x, A B x - lambda x or B A x - lambda x; and
 * c = 16 (n + 120) u_w, in U sqrt 8 times that; in S and D 112 (n + 20) u, in C and Z sqrt 8 times
 * that, because of the 100 n u above:
 *
 *   type 1   |r| <= c t |w| |x|            |x_i^H B x_j - delta_ij| <= c t |x_i| |x_j|
 *   type 2   |B r| <= c t^2 |A| |x|        |x_i^H B x_j - delta_ij| <= c t |x_i| |x_j|
 *   type 3   |r| <= c t^(3/2) |A|          |X X^H - B| <= c t sqrt(n), Frobenius norm
 *
 * Eigenvalues err by at most c t |w| |B^-1| in type 1, and c t (|A| + |lambda| |B^-1|) in types 2
 * and 3. If B is ill-conditioned, only those of large modulus have a small relative error: P. I.
 * Davies, N. J. Higham and F. Tisseur, Analysis of the Cholesky method with iterative refinement
 * for solving the symmetric definite generalized eigenproblem, SIAM J. Matrix Anal. Appl. 23(2),
 * 2001. docs/numerics.md proves the bounds from those of potrf, sygst and trsm and that of syevd,
 * which is measured. They hold while no number overflows and products stay above CUDD_SAFE_MIN.
 *
 * INVALID_VALUE for argument 2 (itype), 3 (jobz), 4 (uplo), 5 (n), 6 (A), 7 (lda), 8 (B), 9 (ldb),
 * 10 (w), 11 (info).
 */
DDBLAS_API ddblasStatus_t ddblasSsygvd(ddblasHandle_t handle, ddblasEigType_t itype, ddblasEigMode_t jobz, ddblasFillMode_t uplo,
                                       int64_t n, float *A, int64_t lda, float *B, int64_t ldb, float *w, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasDsygvd(ddblasHandle_t handle, ddblasEigType_t itype, ddblasEigMode_t jobz, ddblasFillMode_t uplo,
                                       int64_t n, double *A, int64_t lda, double *B, int64_t ldb, double *w, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasChegvd(ddblasHandle_t handle, ddblasEigType_t itype, ddblasEigMode_t jobz, ddblasFillMode_t uplo,
                                       int64_t n, ddblasComplex *A, int64_t lda, ddblasComplex *B, int64_t ldb, float *w,
                                       int64_t *info);
DDBLAS_API ddblasStatus_t ddblasZhegvd(ddblasHandle_t handle, ddblasEigType_t itype, ddblasEigMode_t jobz, ddblasFillMode_t uplo,
                                       int64_t n, ddblasDoubleComplex *A, int64_t lda, ddblasDoubleComplex *B, int64_t ldb,
                                       double *w, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasWsygvd(ddblasHandle_t handle, ddblasEigType_t itype, ddblasEigMode_t jobz, ddblasFillMode_t uplo,
                                       int64_t n, cuddreal *A, int64_t lda, cuddreal *B, int64_t ldb, cuddreal *w, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasUhegvd(ddblasHandle_t handle, ddblasEigType_t itype, ddblasEigMode_t jobz, ddblasFillMode_t uplo,
                                       int64_t n, cuddcomplex *A, int64_t lda, cuddcomplex *B, int64_t ldb, cuddreal *w,
                                       int64_t *info);

/* Bytes of workspace: for sygst and hegst, and for sygvd and hegvd, which need no more than syevd
 * unless n is small. They suffice for every type of problem and for both triangles.
 * INVALID_VALUE for argument 2 (type; of sygst: neither W nor U), 3 (n; jobz), 4 (bytes null; n), 5
 * (bytes null); NOT_SUPPORTED. */
DDBLAS_API ddblasStatus_t ddblasSygstWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes);
DDBLAS_API ddblasStatus_t ddblasSygvdWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasEigMode_t jobz, int64_t n,
                                                   size_t *bytes);

/* ---- batches of small problems --------------------------------------------------------------- */

/*
 * Many symmetric matrices in W, or Hermitian ones in U, of one small order, in a call that does not
 * wait for the device.
 * Sizes, strides and members are as in dd/batched.h.
 *
 * Method. Cyclic Jacobi: G. H. Golub and C. F. Van Loan, Matrix Computations, 4th edition, section
 * 8.5, with the parallel order of section 8.5.5; in U the phase of an element is part of its
 * rotation. A sweep has rounds of disjoint pairs of rows, each
 * with a rotation that makes their common element 0; sweeps follow until none is larger than 2^-112
 * times the largest element of the matrix. A member has the same bits on an engine, whatever the
 * number of members, its place, strides, threads, stream and workspace are. On the CUDA engine a
 * thread block has a member in shared memory; on the CPU engine a thread has a member.
 *
 * A_i = V_i diag(w_i) V_i^H for each member i, w_i ascending. Only the triangle uplo of A_i is
 * read, in U without the imaginary parts of the diagonal.
 *
 *   jobz        VECTOR: A_i becomes V_i, all n x n elements. NOVECTOR: A_i stays as it was
 *   n           0 <= n <= 64, the order of every member
 *   strides     count elements and keep the members apart
 *   w           member i has n numbers from w + i strideW on
 *   info        batchCount numbers in the engine's memory: 0; n if 40 sweeps did not suffice, which
 *               has not been seen; n + 1 if the triangle holds Inf or NaN. w_i is NaN unless it is
 *               0, and A_i stays as it was
 *
 * A member that fails does not affect the others. n = 0 returns at once after info = 0; batchCount
 * = 0 does nothing.
 *
 * Accuracy: as stated above for syevd, ||A x - lambda x|| <= 4 n u_w ||A|| and ||V^H V - I|| <=
 * 4 n u_w, demanded by tests.
 *
 * Errors, before anything is written: INVALID_VALUE for argument 2 (jobz), 3 (uplo), 4 (n), 5 (A),
 * 6 (lda), 7 (strideA), 8 (w), 9 (strideW), 10 (info), 11 (batchCount); MISALIGNED; NOT_SUPPORTED
 * for n > 64; ALLOC_FAILED or WORKSPACE_TOO_SMALL on the CPU engine, and on the CUDA engine if the
 * device has too little shared memory for the vectors.
 */
DDBLAS_API ddblasStatus_t ddblasWsyevdStridedBatched(ddblasHandle_t handle, ddblasEigMode_t jobz, ddblasFillMode_t uplo,
                                                     int64_t n, cuddreal *A, int64_t lda, int64_t strideA, cuddreal *w,
                                                     int64_t strideW, int64_t *info, int64_t batchCount);
DDBLAS_API ddblasStatus_t ddblasUheevdStridedBatched(ddblasHandle_t handle, ddblasEigMode_t jobz, ddblasFillMode_t uplo,
                                                     int64_t n, cuddcomplex *A, int64_t lda, int64_t strideA, cuddreal *w,
                                                     int64_t strideW, int64_t *info, int64_t batchCount);

/* Bytes of workspace: on the CPU engine for full speed, a share for each thread; with a smaller
 * one, down to a share, fewer threads work. On the CUDA engine 0, unless the device has too little
 * shared memory for the vectors: 99 KiB suffice for order 63 in W and 44 in U, and 197 KiB for all.
 * Then the calls need these bytes. INVALID_VALUE for argument 2 (n), 3 (batchCount), 4 (null);
 * NOT_SUPPORTED. */
DDBLAS_API ddblasStatus_t ddblasSyevdBatchedWorkspaceSize(ddblasHandle_t handle, int64_t n, int64_t batchCount, size_t *bytes);
DDBLAS_API ddblasStatus_t ddblasHeevdBatchedWorkspaceSize(ddblasHandle_t handle, int64_t n, int64_t batchCount, size_t *bytes);

#ifdef __cplusplus
}
#endif

#endif
