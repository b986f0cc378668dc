/*
 * Eigenvalues and eigenvectors of real symmetric tridiagonal matrices T in W, with LAPACK's names.
 *
 * Method. stedc: divide and conquer from n = 64 on, M. Gu and S. C. Eisenstat, A divide-and-conquer
 * algorithm for the symmetric tridiagonal eigenproblem, SIAM J. Matrix Anal. Appl. 16, 1995; QL
 * steps for smaller n. steqr: implicit QL steps on the host, whose rotations the engine applies to
 * the vectors in batches: B. N. Parlett, The Symmetric Eigenvalue Problem, SIAM 1998, chapter 8.
 * Eigenvalues alone come from QL steps on the CPU engine and from bisection on the CUDA engine.
 *
 * Layout. d has n numbers, the diagonal, and e n - 1, the subdiagonal. Matrices are column-major.
 * A pointer to int64_t leads to the engine's memory and is aligned to 8 bytes. Arrays must not
 * overlap. A call waits for the device, and cannot be recorded in a graph.
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

#ifdef __cplusplus
}
#endif

#endif
