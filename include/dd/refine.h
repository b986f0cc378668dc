/*
 * Linear systems, least squares and solutions of least norm in double-double by factors in double
 * and iterative refinement.
 *
 * A X = B is solved for n x nrhs matrices B and X in W, A in W or D, or in U, A in U or Z. A,
 * scaled by powers of two, is rounded to double and factored by LAPACK or cuSOLVER. Residuals B -
 * A X are computed in W or U, and corrections with the factors are added until they shrink no
 * more. Where double is too short for the condition, from about 10^13 to 10^15 on, depending on an
 * estimate of how much a correction gains, corrections are found by GMRES (large systems on the CPU
 * engine), or A is factored in W or U. N. J. Higham, Accuracy and
 * Stability of Numerical Algorithms, 2nd edition, chapter 12; E. Carson, N. J. Higham,
 * Accelerating the solution of linear systems by iterative refinement in three precisions, SIAM J.
 * Sci. Comput. 40(2), 2018.
 *
 * The calls decide on the host: they wait for the device and cannot be recorded in a graph. The
 * report and the bounds are in host memory.
 */
#ifndef DD_REFINE_H
#define DD_REFINE_H

#include <dd/ddblas.h>
#include <dd/level3.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How the solution was found. */
typedef enum ddblasRefineRoute_t
{
    DDBLAS_REFINE_ROUTE_NONE = 0,   /* No factors: a size was 0, A was not finite or had none. */
    DDBLAS_REFINE_ROUTE_DOUBLE = 1, /* Factors in double. */
    DDBLAS_REFINE_ROUTE_W = 2,      /* Factors in W or U. */
    DDBLAS_REFINE_ROUTE_GMRES = 3   /* Corrections by GMRES, preconditioned by factors in double. */
} ddblasRefineRoute_t;

typedef struct ddblasRefineReport_t
{
    /* 0, or k > 0 as of getrf or potrf of the scaled A in W or U. X is NaN then. */
    int64_t info;
    ddblasRefineRoute_t route;
    int64_t iterations; /* Number of residuals B - A X that were computed. */
    int64_t products;   /* Number of products with A in GMRES, also where it was given up. */
    /* An estimate of the condition of A scaled by rows and columns, in the norm of row sums. */
    double condition;
} ddblasRefineReport_t;

/*
 * Solve A X = B; gesv for any A, posv for a symmetric or Hermitian positive definite A of which the
 * triangle uplo is read, without the imaginary parts of its diagonal.
 *
 *   A, typea    n x n, lda >= max(1, n); DDBLAS_TYPE_W: cuddreal, DDBLAS_TYPE_D: double; of complex
 *               systems DDBLAS_TYPE_U: cuddcomplex, DDBLAS_TYPE_Z: complex numbers of two doubles
 *   B           n x nrhs, ldb >= max(1, n)
 *   X           n x nrhs, ldx >= max(1, n); must not overlap A or B
 *   report      as above
 *   normwise    null or nrhs numbers: a bound on max_i |x_i - exact_i| / max_i |x_i| of each column
 *   componentwise  null or nrhs numbers: the same on max_i (|x_i - exact_i| / |x_i|)
 *
 * Bounds are those of the computed X. They hold if the norm of A^-1 is at most three times its
 * estimate, which is so for all but contrived matrices (Higham, chapter 15), and if the error of
 * the factors contracts as estimated; docs/numerics.md states the argument. Where no digit can be
 * vouched for, and where A or the column of B holds Inf or NaN, a bound is Inf. Columns of X are
 * NaN if A or the column of B holds Inf or NaN, and all of X if info > 0.
 *
 * INVALID_VALUE of gesv for argument 2 (n), 3 (nrhs), 4 (A), 5 (typea), 6 (lda), 7 (B), 8 (ldb), 9
 * (X), 10 (ldx), 11 (report), of posv for 2 (uplo) and each of the others one more; MISALIGNED;
 * ALLOC_FAILED or WORKSPACE_TOO_SMALL; NOT_SUPPORTED for an order beyond 2^26 or while the stream
 * records a graph. X is untouched after a wrong argument, and after an allocation at the start of
 * the call that failed.
 */
DDBLAS_API ddblasStatus_t ddblasWgesvRefine(ddblasHandle_t handle, int64_t n, int64_t nrhs, const void *A, ddblasType_t typea,
                                            int64_t lda, const cuddreal *B, int64_t ldb, cuddreal *X, int64_t ldx,
                                            ddblasRefineReport_t *report, double *normwise, double *componentwise);
DDBLAS_API ddblasStatus_t ddblasWposvRefine(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, const void *A,
                                            ddblasType_t typea, int64_t lda, const cuddreal *B, int64_t ldb, cuddreal *X,
                                            int64_t ldx, ddblasRefineReport_t *report, double *normwise, double *componentwise);
DDBLAS_API ddblasStatus_t ddblasUgesvRefine(ddblasHandle_t handle, int64_t n, int64_t nrhs, const void *A, ddblasType_t typea,
                                            int64_t lda, const cuddcomplex *B, int64_t ldb, cuddcomplex *X, int64_t ldx,
                                            ddblasRefineReport_t *report, double *normwise, double *componentwise);
DDBLAS_API ddblasStatus_t ddblasUposvRefine(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, const void *A,
                                            ddblasType_t typea, int64_t lda, const cuddcomplex *B, int64_t ldb, cuddcomplex *X,
                                            int64_t ldx, ddblasRefineReport_t *report, double *normwise, double *componentwise);

/* Bytes of workspace for either routine with B and X in `type`, W or U. INVALID_VALUE for argument
 * 2 (type), 3 (n), 4 (nrhs), 5 (null); NOT_SUPPORTED. */
DDBLAS_API ddblasStatus_t ddblasRefineWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, int64_t nrhs,
                                                    size_t *bytes);

/*
 * Solve A x = b for every column b of B: for m >= n in the sense of least squares, so that x
 * minimises |b - A x|, for m < n by the solution x of least norm. Norms are 2-norms. A has full
 * rank.
 *
 *   m, n        m, n >= 0; A is m x n, lda >= max(1, m)
 *   A, typea    DDBLAS_TYPE_W: cuddreal, DDBLAS_TYPE_D: double; of complex problems DDBLAS_TYPE_U:
 *               cuddcomplex, DDBLAS_TYPE_Z: complex numbers of two doubles
 *   B           m x nrhs, ldb >= max(1, m)
 *   X           n x nrhs, ldx >= max(1, n); must not overlap A or B. X is 0 if m = 0
 * report      as above; info is k > 0 if R(k, k) is the first exact zero on the diagonal of R in W
 *               or U. condition is an estimate of the product of the Frobenius norm of A, its
 *               columns scaled, for m < n its rows, and the 2-norm of its pseudoinverse. There is
 *               no GMRES
 *   normwise, componentwise  as above
 *
 * A, its columns scaled by powers of two, is rounded to double and factored, A = Q R, by LAPACK or
 * cuSOLVER. Solutions x and residuals r are refined together, as the solution of the system r + A x
 * = b, A^H r = 0, whose residuals are computed in W or U. For m < n, A^H, which has columns where A
 * has rows, is scaled and factored, and x and z of x = A^H z, A x = b are refined. Where double is
 * too short for the condition, from about 10^13 on, the factors are those of geqrf in W or U. A.
 * Bjorck, Iterative refinement of linear least squares solutions, BIT 7, 1967; J. Demmel, Y. Hida,
 * X. Li, E. J. Riedy, Extra-precise iterative refinement for overdetermined least squares problems,
 * ACM Trans. Math. Softw. 35(4), 2009.
 *
 * What the bounds say, on what they rest, and which columns are NaN is as above, with the norm of
 * the pseudoinverse for that of A^-1. Where b is far from all A x, errors grow with the square of
 * the condition, and so do the bounds; for m < n they grow with the condition. Products of elements
 * of A with those of X, r and z must stay above CUDD_SAFE_MIN, and for m < n elements of X too.
 *
 * INVALID_VALUE for argument 2 (m), 3 (n), 4 (nrhs), 5 (A), 6 (typea), 7 (lda), 8 (B), 9 (ldb), 10
 * (X), 11 (ldx), 12 (report). MISALIGNED; ALLOC_FAILED or WORKSPACE_TOO_SMALL; NOT_SUPPORTED for
 * min(m, n) beyond 2^26, m, n or nrhs beyond 2^40, or while the stream records a graph. X is
 * untouched after a wrong argument, and after an allocation at the start of the call that failed.
 */
DDBLAS_API ddblasStatus_t ddblasWgelsRefine(ddblasHandle_t handle, int64_t m, int64_t n, int64_t nrhs, const void *A,
                                            ddblasType_t typea, int64_t lda, const cuddreal *B, int64_t ldb, cuddreal *X,
                                            int64_t ldx, ddblasRefineReport_t *report, double *normwise, double *componentwise);
DDBLAS_API ddblasStatus_t ddblasUgelsRefine(ddblasHandle_t handle, int64_t m, int64_t n, int64_t nrhs, const void *A,
                                            ddblasType_t typea, int64_t lda, const cuddcomplex *B, int64_t ldb, cuddcomplex *X,
                                            int64_t ldx, ddblasRefineReport_t *report, double *normwise, double *componentwise);

/* Bytes of workspace of gelsRefine with B and X in `type`, W or U. INVALID_VALUE for argument 2
 * (type), 3 (m), 4 (n), 5 (nrhs), 6 (null); NOT_SUPPORTED. */
DDBLAS_API ddblasStatus_t ddblasGelsRefineWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n,
                                                        int64_t nrhs, size_t *bytes);

#ifdef __cplusplus
}
#endif

#endif
