/*
 * Expert drivers for linear systems, in all types, as LAPACK's routines of the same names: with
 * equilibration, an estimate of the condition, refinement in the precision of the type, and bounds
 * on the errors of each solution. gesvRefine and posvRefine of dd/refine.h have more digits where A
 * is ill-conditioned; these routines leave the factors to the caller.
 *
 * LAPACK computes none of this in S, D, C and Z: they have the code of W and U, over getrf, potrf,
 * gemm and trsm of the type. A modulus of a complex element in a sum below is |Re| + |Im|, as in
 * LAPACK.
 *
 * The calls decide on the host: they wait for the device and cannot be recorded in a graph.
 * Matrices, pivots and factors R, C, S are in the engine's memory; equed, the report, ferr and berr
 * are in host memory. Matrices must not overlap.
 *
 * Refinement: x += A^-1 (b - A x) with the factors, at most five times, until berr is at most the
 * unit u of the type (2^-104 in W and U) or is not halved. N. J. Higham, Accuracy and Stability of
 * Numerical Algorithms, 2nd edition, chapter 12.
 *
 *   berr  of each column, max_i |r_i| / (|op(A)| |x| + |b|)_i of the computed residual r: x is the
 *         solution of a system whose elements differ from those of op(A) and b by at most this
 *         factor. The errors of r itself add at most (n + 8) u to it, in complex types sqrt 8 times
 *         that
 *   ferr  of each column, a bound on max_i |x_i - exact_i| / max_i |x_i|, rounded up to be above it
 *         also where the estimate of a norm is too small by a factor 3. It is estimated from
 *         |A^-1| (|r| + (n + 8) u (|op(A)| |x| + |b|)), so that it accounts for the errors of r.
 *         Terms of second order are neglected, and it is Inf where they may count: where 16 u
 *         |A^-1| |A|, times the growth of pivots, is above 1/2, as estimated, and where anything
 *         overflows. docs/numerics.md has
 *         the argument
 *
 * Errors of every function: INVALID_VALUE with the positions below; MISALIGNED; ALLOC_FAILED or
 * WORKSPACE_TOO_SMALL; NOT_SUPPORTED for an order beyond 2^26 or while the stream records a graph.
 * Nothing is written after an error of an argument or of an allocation. If n or nrhs is 0, gerfs
 * and porfs return at once; ferr and berr are 0.
 */
#ifndef DD_EXPERT_H
#define DD_EXPERT_H

#include <dd/ddblas.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Which factors a driver starts from. */
typedef enum ddblasFact_t
{
    DDBLAS_FACT_NONE = 0,        /* 'N': none; A is factored as it is. */
    DDBLAS_FACT_EQUILIBRATE = 1, /* 'E': none; A is equilibrated if that is worth while, and factored. */
    DDBLAS_FACT_FACTORED = 2     /* 'F': AF, and A as an earlier call has left it. */
} ddblasFact_t;

/* How A was equilibrated. ROWS and COLUMNS are not for posvx. */
typedef enum ddblasEquilibration_t
{
    DDBLAS_EQUILIBRATION_NONE = 0,
    DDBLAS_EQUILIBRATION_ROWS = 1,    /* A is diag(R) times the given matrix. */
    DDBLAS_EQUILIBRATION_COLUMNS = 2, /* A is the given matrix times diag(C). */
    DDBLAS_EQUILIBRATION_BOTH = 3
} ddblasEquilibration_t;

typedef struct ddblasExpertReport_t
{
    /* 0; k, 1 <= k <= n, as getrf or potrf of the equilibrated A sets it: X is NaN then, and ferr
     * and berr are Inf; or n + 1 if rcond is below the unit of the type or NaN: X and the bounds
     * are computed all the same. */
    int64_t info;
    /* The estimate of gecon or pocon for the equilibrated A; 0 after info = k. */
    double rcond;
    /* gesvx: the largest element of A over that of U, after info = k of their first k columns. A
     * small number says that pivots have grown, and that rcond and solutions may be poor. posvx:
     * 1. */
    double rpvgrw;
} ddblasExpertReport_t;

/*
 * Refine solutions of op(A) X = B, and bound their errors. gerfs: A and its factors of getrf;
 * porfs: a Hermitian positive definite A, of which the triangle uplo is read, without the imaginary
 * parts of its diagonal, and its factor of potrf.
 *
 *   n, nrhs     >= 0
 *   A, AF       n x n, lda and ldaf >= max(1, n); only read
 *   ipiv        n pivots of getrf
 *   B           n x nrhs, ldb >= max(1, n), only read
 *   X           n x nrhs, ldx >= max(1, n): solutions, which are improved
 *   ferr, berr  nrhs numbers
 *
 * INVALID_VALUE of gerfs for argument 2 (trans), 3 (n), 4 (nrhs), 5 (A), 6 (lda), 7 (AF), 8 (ldaf),
 * 9 (ipiv), 10 (B), 11 (ldb), 12 (X), 13 (ldx), 14 (ferr), 15 (berr); of porfs for 2 (uplo), as
 * before up to 8 (ldaf), and each of the rest one less.
 */
DDBLAS_API ddblasStatus_t ddblasSgerfs(ddblasHandle_t handle, ddblasOperation_t trans, int64_t n, int64_t nrhs, const float *A,
                                       int64_t lda, const float *AF, int64_t ldaf, const int64_t *ipiv, const float *B,
                                       int64_t ldb, float *X, int64_t ldx, double *ferr, double *berr);
DDBLAS_API ddblasStatus_t ddblasDgerfs(ddblasHandle_t handle, ddblasOperation_t trans, int64_t n, int64_t nrhs, const double *A,
                                       int64_t lda, const double *AF, int64_t ldaf, const int64_t *ipiv, const double *B,
                                       int64_t ldb, double *X, int64_t ldx, double *ferr, double *berr);
DDBLAS_API ddblasStatus_t ddblasCgerfs(ddblasHandle_t handle, ddblasOperation_t trans, int64_t n, int64_t nrhs,
                                       const ddblasComplex *A, int64_t lda, const ddblasComplex *AF, int64_t ldaf,
                                       const int64_t *ipiv, const ddblasComplex *B, int64_t ldb, ddblasComplex *X, int64_t ldx,
                                       double *ferr, double *berr);
DDBLAS_API ddblasStatus_t ddblasZgerfs(ddblasHandle_t handle, ddblasOperation_t trans, int64_t n, int64_t nrhs,
                                       const ddblasDoubleComplex *A, int64_t lda, const ddblasDoubleComplex *AF, int64_t ldaf,
                                       const int64_t *ipiv, const ddblasDoubleComplex *B, int64_t ldb, ddblasDoubleComplex *X,
                                       int64_t ldx, double *ferr, double *berr);
DDBLAS_API ddblasStatus_t ddblasWgerfs(ddblasHandle_t handle, ddblasOperation_t trans, int64_t n, int64_t nrhs, const cuddreal *A,
                                       int64_t lda, const cuddreal *AF, int64_t ldaf, const int64_t *ipiv, const cuddreal *B,
                                       int64_t ldb, cuddreal *X, int64_t ldx, double *ferr, double *berr);
DDBLAS_API ddblasStatus_t ddblasUgerfs(ddblasHandle_t handle, ddblasOperation_t trans, int64_t n, int64_t nrhs,
                                       const cuddcomplex *A, int64_t lda, const cuddcomplex *AF, int64_t ldaf,
                                       const int64_t *ipiv, const cuddcomplex *B, int64_t ldb, cuddcomplex *X, int64_t ldx,
                                       double *ferr, double *berr);
DDBLAS_API ddblasStatus_t ddblasSporfs(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, const float *A,
                                       int64_t lda, const float *AF, int64_t ldaf, const float *B, int64_t ldb, float *X,
                                       int64_t ldx, double *ferr, double *berr);
DDBLAS_API ddblasStatus_t ddblasDporfs(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, const double *A,
                                       int64_t lda, const double *AF, int64_t ldaf, const double *B, int64_t ldb, double *X,
                                       int64_t ldx, double *ferr, double *berr);
DDBLAS_API ddblasStatus_t ddblasCporfs(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t nrhs,
                                       const ddblasComplex *A, int64_t lda, const ddblasComplex *AF, int64_t ldaf,
                                       const ddblasComplex *B, int64_t ldb, ddblasComplex *X, int64_t ldx, double *ferr,
                                       double *berr);
DDBLAS_API ddblasStatus_t ddblasZporfs(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t nrhs,
                                       const ddblasDoubleComplex *A, int64_t lda, const ddblasDoubleComplex *AF, int64_t ldaf,
                                       const ddblasDoubleComplex *B, int64_t ldb, ddblasDoubleComplex *X, int64_t ldx,
                                       double *ferr, double *berr);
DDBLAS_API ddblasStatus_t ddblasWporfs(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, const cuddreal *A,
                                       int64_t lda, const cuddreal *AF, int64_t ldaf, const cuddreal *B, int64_t ldb, cuddreal *X,
                                       int64_t ldx, double *ferr, double *berr);
DDBLAS_API ddblasStatus_t ddblasUporfs(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t nrhs,
                                       const cuddcomplex *A, int64_t lda, const cuddcomplex *AF, int64_t ldaf,
                                       const cuddcomplex *B, int64_t ldb, cuddcomplex *X, int64_t ldx, double *ferr,
                                       double *berr);

/*
 * Solve op(A) X = B.
 *
 *   fact    see ddblasFact_t
 *   A       n x n, lda >= max(1, n). EQUILIBRATE overwrites it with diag(R) A diag(C), or with the
 *           part of it that equed says; posvx: one triangle, diag(S) A diag(S)
 *   AF      n x n, ldaf >= max(1, n): the factors of A, an argument with FACTORED, otherwise a
 *           result; posvx: one triangle
 *   ipiv    n pivots of getrf, an argument with FACTORED, otherwise a result
 *   equed   an argument with FACTORED, otherwise a result
 *   R, C    n factors each of geequb, S of poequb (dd/equilibrate.h); arguments with FACTORED,
 *           where equed says so, with numbers > 0; results with EQUILIBRATE; not used with NONE
 *   B       n x nrhs, ldb >= max(1, n); overwritten with diag(R) B or diag(S) B where rows are
 *           equilibrated, or if op is a transpose with diag(C) B where columns are
 *   X       n x nrhs, ldx >= max(1, n): the solutions of the given system
 *
 * R are applied if rowcnd of geequb is below 0.1 or amax is so small or large that products may
 * leave the range, and C if colcnd is below 0.1; S as R. If info of geequb or poequb is not 0, or A
 * is not finite, A stays as it is. If n = 0, the report is that of an identity matrix. If nrhs = 0,
 * B and X are not used.
 *
 * INVALID_VALUE of gesvx for argument 2 (fact), 3 (trans), 4 (n), 5 (nrhs), 6 (A), 7 (lda), 8 (AF),
 * 9 (ldaf), 10 (ipiv), 11 (equed), 12 (R), 13 (C), 14 (B), 15 (ldb), 16 (X), 17 (ldx), 18 (report),
 * 19 (ferr), 20 (berr); of posvx for 2 (fact), 3 (uplo), 4 (n), 5 (nrhs), 6 (A), 7 (lda), 8 (AF), 9
 * (ldaf), 10 (equed), 11 (S), 12 (B), 13 (ldb), 14 (X), 15 (ldx), 16 (report), 17 (ferr), 18
 * (berr).
 */
DDBLAS_API ddblasStatus_t ddblasSgesvx(ddblasHandle_t handle, ddblasFact_t fact, ddblasOperation_t trans, int64_t n, int64_t nrhs,
                                       float *A, int64_t lda, float *AF, int64_t ldaf, int64_t *ipiv,
                                       ddblasEquilibration_t *equed, double *R, double *C, float *B, int64_t ldb, float *X,
                                       int64_t ldx, ddblasExpertReport_t *report, double *ferr, double *berr);
DDBLAS_API ddblasStatus_t ddblasDgesvx(ddblasHandle_t handle, ddblasFact_t fact, ddblasOperation_t trans, int64_t n, int64_t nrhs,
                                       double *A, int64_t lda, double *AF, int64_t ldaf, int64_t *ipiv,
                                       ddblasEquilibration_t *equed, double *R, double *C, double *B, int64_t ldb, double *X,
                                       int64_t ldx, ddblasExpertReport_t *report, double *ferr, double *berr);
DDBLAS_API ddblasStatus_t ddblasCgesvx(ddblasHandle_t handle, ddblasFact_t fact, ddblasOperation_t trans, int64_t n, int64_t nrhs,
                                       ddblasComplex *A, int64_t lda, ddblasComplex *AF, int64_t ldaf, int64_t *ipiv,
                                       ddblasEquilibration_t *equed, double *R, double *C, ddblasComplex *B, int64_t ldb,
                                       ddblasComplex *X, int64_t ldx, ddblasExpertReport_t *report, double *ferr, double *berr);
DDBLAS_API ddblasStatus_t ddblasZgesvx(ddblasHandle_t handle, ddblasFact_t fact, ddblasOperation_t trans, int64_t n, int64_t nrhs,
                                       ddblasDoubleComplex *A, int64_t lda, ddblasDoubleComplex *AF, int64_t ldaf, int64_t *ipiv,
                                       ddblasEquilibration_t *equed, double *R, double *C, ddblasDoubleComplex *B, int64_t ldb,
                                       ddblasDoubleComplex *X, int64_t ldx, ddblasExpertReport_t *report, double *ferr,
                                       double *berr);
DDBLAS_API ddblasStatus_t ddblasWgesvx(ddblasHandle_t handle, ddblasFact_t fact, ddblasOperation_t trans, int64_t n, int64_t nrhs,
                                       cuddreal *A, int64_t lda, cuddreal *AF, int64_t ldaf, int64_t *ipiv,
                                       ddblasEquilibration_t *equed, double *R, double *C, cuddreal *B, int64_t ldb, cuddreal *X,
                                       int64_t ldx, ddblasExpertReport_t *report, double *ferr, double *berr);
DDBLAS_API ddblasStatus_t ddblasUgesvx(ddblasHandle_t handle, ddblasFact_t fact, ddblasOperation_t trans, int64_t n, int64_t nrhs,
                                       cuddcomplex *A, int64_t lda, cuddcomplex *AF, int64_t ldaf, int64_t *ipiv,
                                       ddblasEquilibration_t *equed, double *R, double *C, cuddcomplex *B, int64_t ldb,
                                       cuddcomplex *X, int64_t ldx, ddblasExpertReport_t *report, double *ferr, double *berr);
DDBLAS_API ddblasStatus_t ddblasSposvx(ddblasHandle_t handle, ddblasFact_t fact, ddblasFillMode_t uplo, int64_t n, int64_t nrhs,
                                       float *A, int64_t lda, float *AF, int64_t ldaf, ddblasEquilibration_t *equed, double *S,
                                       float *B, int64_t ldb, float *X, int64_t ldx, ddblasExpertReport_t *report, double *ferr,
                                       double *berr);
DDBLAS_API ddblasStatus_t ddblasDposvx(ddblasHandle_t handle, ddblasFact_t fact, ddblasFillMode_t uplo, int64_t n, int64_t nrhs,
                                       double *A, int64_t lda, double *AF, int64_t ldaf, ddblasEquilibration_t *equed, double *S,
                                       double *B, int64_t ldb, double *X, int64_t ldx, ddblasExpertReport_t *report, double *ferr,
                                       double *berr);
DDBLAS_API ddblasStatus_t ddblasCposvx(ddblasHandle_t handle, ddblasFact_t fact, ddblasFillMode_t uplo, int64_t n, int64_t nrhs,
                                       ddblasComplex *A, int64_t lda, ddblasComplex *AF, int64_t ldaf,
                                       ddblasEquilibration_t *equed, double *S, ddblasComplex *B, int64_t ldb, ddblasComplex *X,
                                       int64_t ldx, ddblasExpertReport_t *report, double *ferr, double *berr);
DDBLAS_API ddblasStatus_t ddblasZposvx(ddblasHandle_t handle, ddblasFact_t fact, ddblasFillMode_t uplo, int64_t n, int64_t nrhs,
                                       ddblasDoubleComplex *A, int64_t lda, ddblasDoubleComplex *AF, int64_t ldaf,
                                       ddblasEquilibration_t *equed, double *S, ddblasDoubleComplex *B, int64_t ldb,
                                       ddblasDoubleComplex *X, int64_t ldx, ddblasExpertReport_t *report, double *ferr,
                                       double *berr);
DDBLAS_API ddblasStatus_t ddblasWposvx(ddblasHandle_t handle, ddblasFact_t fact, ddblasFillMode_t uplo, int64_t n, int64_t nrhs,
                                       cuddreal *A, int64_t lda, cuddreal *AF, int64_t ldaf, ddblasEquilibration_t *equed,
                                       double *S, cuddreal *B, int64_t ldb, cuddreal *X, int64_t ldx,
                                       ddblasExpertReport_t *report, double *ferr, double *berr);
DDBLAS_API ddblasStatus_t ddblasUposvx(ddblasHandle_t handle, ddblasFact_t fact, ddblasFillMode_t uplo, int64_t n, int64_t nrhs,
                                       cuddcomplex *A, int64_t lda, cuddcomplex *AF, int64_t ldaf, ddblasEquilibration_t *equed,
                                       double *S, cuddcomplex *B, int64_t ldb, cuddcomplex *X, int64_t ldx,
                                       ddblasExpertReport_t *report, double *ferr, double *berr);

/* Bytes of workspace of gesvx and gerfs, and of posvx and porfs. INVALID_VALUE for argument 2
 * (type), 3 (n), 4 (nrhs), 5 (null); NOT_SUPPORTED. */
DDBLAS_API ddblasStatus_t ddblasGesvxWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, int64_t nrhs,
                                                   size_t *bytes);
DDBLAS_API ddblasStatus_t ddblasPosvxWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, int64_t nrhs,
                                                   size_t *bytes);

#ifdef __cplusplus
}
#endif

#endif
