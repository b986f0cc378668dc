/*
 * Eigenvalues and eigenvectors of real symmetric and complex Hermitian matrices. X is W or U. S, D,
 * C and Z are left to LAPACK and cuSOLVER, whose calling sequences these functions follow: w and
 * info are arguments in the engine's memory.
 *
 * Method. A, multiplied by a power of two, is reduced to a real tridiagonal matrix T = Q^H A Q by
 * Householder reflectors, by panels whose updates are collected into one product: J. J. Dongarra,
 * D. C. Sorensen and S. J. Hammarling, Block reduction of matrices to condensed forms for
 * eigenvalue computations, J. Comput. Appl. Math. 27, 1989. Eigenvalues of T come from implicit QL
 * steps: B. N. Parlett, The Symmetric Eigenvalue Problem, SIAM 1998, chapter 8. The host computes
 * these; the rotations are applied to the vectors on the engine, in batches. Q is applied last, in
 * blocks of reflectors.
 *
 * In W, for n from 32 to 32000, vectors are first tried by refinement: LAPACK or cuSOLVER computes
 * them in double, and steps of T. Ogita and K. Aishima, Iterative refinement for symmetric
 * eigenvalue decomposition, Japan J. Indust. Appl. Math. 35, 2018, and 36, 2019, make them accurate
 * in W. Clusters of up to 64 eigenvalues that double cannot tell apart are diagonalised in W by
 * Jacobi's method on the host, larger ones by refinement again. The result is checked in W: both
 * errors below are at most n u_w, or the call takes the route above, as it does for wide clusters
 * of more than about 0.7 n eigenvalues. The choice depends on the matrix alone. On the CUDA engine
 * the first such call, or query of workspace, makes cuSOLVER's handle.
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
 * The method is backward stable: the eigenvalues are exact for a matrix that differs from A by a
 * multiple of u_w ||A|| that grows slowly with n. Eigenvalues that are small against ||A|| have
 * no small relative error. Eigenvalues that exceed the range of W are Inf, and those below
 * CUDD_SAFE_MIN lose digits.
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

/* Whether eigenvectors are computed. The values are cuSOLVER's. */
typedef enum
{
    DDBLAS_EIG_MODE_NOVECTOR = 0,
    DDBLAS_EIG_MODE_VECTOR = 1
} ddblasEigMode_t;

/*
 * A = V diag(w) V^H, w ascending. Only the triangle uplo of A is read; in U the imaginary parts of
 * the diagonal are not read.
 *
 *   jobz    VECTOR: A becomes V, all n x n elements, column j the eigenvector of w[j], of norm 1.
 *           NOVECTOR: A stays as it was
 *   n       >= 0; lda >= max(1, n)
 *   w       n real numbers
 *   info    0; k, 1 <= k <= n, if the QL steps did not converge for k eigenvalues, which has not
 *           been seen: w, and A if it were V, are NaN then; n + 1 if the triangle holds Inf or NaN:
 *           w is NaN then, and A stays as it was
 *
 * The signs, in U phases, of the vectors are as the method gives them. Eigenvalues with and without
 * vectors may differ in their last digits. n = 0 sets info to 0 and returns.
 *
 * INVALID_VALUE for argument 2 (jobz), 3 (uplo), 4 (n), 5 (A), 6 (lda), 7 (w), 8 (info).
 */
DDBLAS_API ddblasStatus_t ddblasWsyevd(ddblasHandle_t handle, ddblasEigMode_t jobz, ddblasFillMode_t uplo, int64_t n, cuddreal *A,
                                       int64_t lda, cuddreal *w, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasUheevd(ddblasHandle_t handle, ddblasEigMode_t jobz, ddblasFillMode_t uplo, int64_t n,
                                       cuddcomplex *A, int64_t lda, cuddreal *w, int64_t *info);

/* Bytes of workspace, for syevd and heevd: without vectors about those of one matrix, with vectors
 * about those of three and a half (in U one and a half), in W as many more as cuSOLVER asks for.
 * INVALID_VALUE for argument 2 (type: neither W nor U), 3 (jobz), 4 (n), 5 (null); NOT_SUPPORTED. */
DDBLAS_API ddblasStatus_t ddblasSyevdWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasEigMode_t jobz, int64_t n,
                                                   size_t *bytes);

#ifdef __cplusplus
}
#endif

#endif
