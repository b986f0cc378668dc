/*
 * A few eigenvalues at one end of the spectrum of a large symmetric (W) or Hermitian (U) matrix,
 * and their vectors. The matrix is known only by a function of the caller that multiplies it by a
 * block of vectors, an operator.
 *
 * Method. A block Davidson method that keeps the Ritz vectors of the step before: E. R. Davidson,
 * The iterative calculation of a few of the lowest eigenvalues and corresponding eigenvectors of
 * large real-symmetric matrices, J. Comput. Phys. 17, 1975; A. Stathopoulos, Nearly optimal
 * preconditioned methods for Hermitian eigenproblems under limited memory, part I, SIAM J. Sci.
 * Comput. 29, 2007. With the smallest basis it is LOBPCG in an orthonormal basis: A. V. Knyazev,
 * SIAM J. Sci. Comput. 23, 2001; without a preconditioner it builds block Krylov spaces. A step
 * extends an orthonormal basis V by the residuals of the Ritz vectors that have not converged,
 * preconditioned if the caller has a preconditioner, and solves the small problem V^H A V by syevd
 * or heevd (dd/eigen.h). When the basis is full, it is replaced by the Ritz vectors and those of
 * the step before. Vectors that have converged stay in the basis. When all have converged, A is
 * applied to them anew, and what is computed from these products decides. If the calls of the
 * operator are used up before that, the results come from combinations of earlier products.
 *
 * If 3 blocks have at least n columns, A is applied to the unit matrix, and all eigenvalues of the
 * result are computed.
 *
 * Accuracy. The residual |A x - w x| of each pair that counts as found, computed in W or U
 * from the operator's own products, is at most tolerance |A|, where |A| is the largest modulus of
 * a Ritz value that was seen. So an eigenvalue lies within that distance of w, up to the errors of
 * the operator's products; X has orthonormal columns, |X^H X - I| <= 4 n u_w in the Frobenius norm,
 * u_w = 2^-104, as tests demand. No method that knows products alone can prove that no eigenvalue
 * nearer to the end was missed. Eigenvalues of any multiplicity are found, because the basis
 * begins with random vectors and a block has more columns than are wanted: one vector more must
 * have a residual of at most |A| / 100 before the call ends.
 *
 * Bits. The same arguments and the same products give the same bits on an engine, whatever the
 * stream, the threads and the workspace are.
 */
#ifndef DD_FEW_H
#define DD_FEW_H

#include <dd/ddblas.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Y = A X for `columns` vectors of n elements. X and Y are in the engine's memory, column-major,
 * and do not overlap. X must not be changed, nor elements of Y between its columns. On the CUDA
 * engine the work belongs in the stream of the handle (ddblasGetStream), or must have ended on
 * return. The function may call routines of this library with the handle, whose pointer mode is the
 * caller's of syevx, and must leave its stream, pointer mode and workspace as they were. A must be
 * symmetric or Hermitian up to rounding errors, and the same in every call.
 *
 * A preconditioner has the same form: Y approximates (A - s I)^-1 X for an s near the wanted
 * eigenvalues, column by column. It may be inaccurate, but should be the same linear, positive
 * definite map in every call.
 *
 * Returns SUCCESS. Any other status ends syevx, which returns it.
 */
typedef ddblasStatus_t (*ddblasWoperator_t)(ddblasHandle_t handle, void *context, int64_t n, int64_t columns, const cuddreal *X,
                                            int64_t ldx, cuddreal *Y, int64_t ldy);
typedef ddblasStatus_t (*ddblasUoperator_t)(ddblasHandle_t handle, void *context, int64_t n, int64_t columns,
                                            const cuddcomplex *X, int64_t ldx, cuddcomplex *Y, int64_t ldy);

/* The end of the spectrum. */
typedef enum
{
    DDBLAS_EIG_LOWEST = 0,
    DDBLAS_EIG_HIGHEST = 1
} ddblasEigEnd_t;

/* The choices that a caller may make. Zeros, or a null pointer instead of a plan, leave all of them
 * to the library. */
typedef struct ddblasSyevxPlan_t
{
    int64_t block;    /* Columns of a block, more than k unless k = n; 0: about 9/8 k, at least k + 4. */
    int64_t basis;    /* The most columns of the basis, at least 3 blocks; 0: 5 blocks. */
    int64_t most;     /* The most calls of the operator; 0: 1000. */
    double tolerance; /* The limit of residuals relative to |A|, in [0, 1); 0: max(n, 64) u_w. */
    int32_t guess;    /* 1: X holds k vectors to begin with, which need not be orthonormal. */
} ddblasSyevxPlan_t;

/* A report on a call, in host memory. */
typedef struct ddblasSyevxReport_t
{
    int64_t found; /* Pairs whose residuals are small enough, counted from the end of the spectrum. */
    int64_t calls; /* Calls of the operator, and the columns that it was given in all. */
    int64_t columns;
    double norm; /* The largest modulus of a Ritz value, an estimate of |A| from below. */
} ddblasSyevxReport_t;

/*
 * The k eigenvalues at an end of the spectrum, ascending, and their vectors.
 *
 *   n             >= 0, the order of A
 *   k             0 <= k <= n
 *   end           LOWEST or HIGHEST
 *   apply         the operator
 *   precondition  a preconditioner, or null
 *   context       handed to both
 *   plan          or null; in host memory
 *   X             n x k: the vectors, in the order of the eigenvalues, which are of norm 1. With a
 *                 guess it is read first
 *   ldx           >= max(1, n)
 *   w             k real numbers in the engine's memory
 *   residuals     k doubles in host memory, |A x - w x| of each pair; or null
 *   report        in host memory; or null
 *
 * If the operator may not be called any more or residuals do not become smaller, the call returns
 * SUCCESS with report->found < k: X, w and residuals are the best pairs that were seen, and the
 * residuals tell their accuracy. The same holds if the operator or the preconditioner returns
 * another status than SUCCESS, or products that hold Inf or NaN (NOT_FINITE), after the first step;
 * before that, w and the residuals are NaN and X stays as it was. report is set in all of these
 * cases. If the operator leaves the handle with another stream, pointer mode or workspace than it
 * found, they are restored, and the call ends with INTERNAL_ERROR in the same way.
 *
 * Memory. 2 bases and 2 blocks of n elements and a few matrices of the order of the basis. If a
 * workspace is set, they are its front, and the operator's own calls use the rest; otherwise the
 * call allocates them and frees them at its end.
 *
 * The call waits for the device. Errors before anything is written: INVALID_VALUE for argument 2
 * (n), 3 (k), 4 (end), 5 (apply), 8 (plan: a number is out of range), 9 (X), 10 (ldx), 11 (w);
 * MISALIGNED; ALLOC_FAILED or WORKSPACE_TOO_SMALL; NOT_SUPPORTED for an n beyond 2^40, a basis
 * beyond 2^14 columns, and while the stream records a graph.
 */
DDBLAS_API ddblasStatus_t ddblasWsyevx(ddblasHandle_t handle, int64_t n, int64_t k, ddblasEigEnd_t end, ddblasWoperator_t apply,
                                       ddblasWoperator_t precondition, void *context, const ddblasSyevxPlan_t *plan, cuddreal *X,
                                       int64_t ldx, cuddreal *w, double *residuals, ddblasSyevxReport_t *report);
DDBLAS_API ddblasStatus_t ddblasUheevx(ddblasHandle_t handle, int64_t n, int64_t k, ddblasEigEnd_t end, ddblasUoperator_t apply,
                                       ddblasUoperator_t precondition, void *context, const ddblasSyevxPlan_t *plan,
                                       cuddcomplex *X, int64_t ldx, cuddreal *w, double *residuals, ddblasSyevxReport_t *report);

/* Bytes of workspace, with which the operator's calls may use what the steps of syevx use between
 * them. An operator whose calls need more needs so much more. INVALID_VALUE for argument 2 (type,
 * neither W nor U), 3 (n), 4 (k), 5 (plan), 6 (null); NOT_SUPPORTED. */
DDBLAS_API ddblasStatus_t ddblasSyevxWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, int64_t k,
                                                   const ddblasSyevxPlan_t *plan, size_t *bytes);

#ifdef __cplusplus
}
#endif

#endif
