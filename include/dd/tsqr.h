/*
 * QR factorisation of tall and skinny matrices, m >> n, and least squares with it. X is one of the
 * types S, D, C, Z, W.
 *
 *   A = Q R, A m x n with m >= n >= 0, Q m x n with orthonormal columns, R n x n upper triangular
 *   with a real diagonal.
 *
 * Method. Blocks of rows are factored by Householder reflections, and a reduction tree factors
 * their R factors. Q is formed on the way back through the tree. If n is large, columns go in
 * panels with compact WY updates. J. Demmel, L. Grigori, M. Hoemmen, J. Langou,
 * Communication-optimal parallel and sequential QR and LU factorizations, SIAM J. Sci. Comput.
 * 34(1), 2012. On the GPU explicit Q and R come from Gram matrices instead, if the device finds
 * that the columns are far from dependent (the design GRAM, below).
 *
 * Error. Backward stable at every condition number:
 *
 *   ||A - Q R||_F <= c n u_X ||A||_F,   ||Q^H Q - I||_F <= c n u_X,
 *   c <= 4,   u_X = 2^-24 (S, C), 2^-53 (D, Z), 2^-104 (W),
 *
 * as measured for every type, n >= 4 and the library's own plans. For n < 4 the levels of the tree
 * show in the error, and n + log2(m / n) replaces n. On the GPU a plan with far taller leaves and
 * few columns exceeds the bound: 5.3 n u_D for one leaf of 32768 x 4. docs/numerics.md has what is
 * proved. The same holds for each column of A - Q R relative to that column of A.
 *
 * Range. The norms of the columns of A must lie between CUDD_SAFE_MIN / u_W and
 * CUDD_MAX / (4 sqrt(m)) in W. In the other types they must lie between the least normal number
 * divided by u_X and the largest number divided by 4 sqrt(m). Columns that are 0 are allowed.
 * Shorter columns are factored with an absolute error of about m n 2^-1073 (S, C: m n 2^-149) in
 * each element.
 *
 * Rank. Q has orthonormal columns whatever the rank of A. A column that depends on earlier ones
 * gives a diagonal element of R near 0.
 *
 * Inf and NaN. If A holds Inf or NaN, the call returns as usual. R has a non-finite element in the
 * first column of A that has one. Nothing is guaranteed for Q and for the other columns of R.
 *
 * Layout. Matrices are column-major, element (i, j) at [i + j ld], or row-major, at [i ld + j]; one
 * argument applies to all matrices of a call. A leading dimension is at least 1 and at least the
 * number of rows (column-major) or of columns (row-major) of its matrix. Padding is neither read
 * nor written. Matrices must not overlap.
 *
 * Errors of every function. All of them come before anything is written; ddblasXlstsq on the CPU
 * engine has two more, which come after. n = 0 returns at once.
 *   INVALID_VALUE with the argument's position: a null pointer (of a matrix that has elements); a
 *     layout, plan, size or leading dimension out of range; n > m.
 *   MISALIGNED; ALLOC_FAILED or WORKSPACE_TOO_SMALL.
 *   NOT_SUPPORTED: n > DDBLAS_TSQR_MOST_COLUMNS on the CUDA engine; n > 2^24 on the CPU; a GPU with
 *     less than 227 KiB of shared memory for a thread block (compute capability below 9.0, and
 *     12.0); the design HYBRID while the stream records a graph.
 *
 * Bits. The same plan, type, sizes and layout give the same bits, whatever the stream, the threads
 * and the leading dimensions are. On the CPU the layout does not change the bits either.
 */
#ifndef DD_TSQR_H
#define DD_TSQR_H

#include <dd/ddblas.h>
#include <dd/level3.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The most columns of a matrix on the CUDA engine. The CPU engine takes 2^24. */
#define DDBLAS_TSQR_MOST_COLUMNS 1024

typedef enum ddblasLayout_t
{
    DDBLAS_LAYOUT_COLUMN_MAJOR = 0,
    DDBLAS_LAYOUT_ROW_MAJOR = 1
} ddblasLayout_t;

/* How the CUDA engine factors a panel of up to 64 columns and forms its Q. Reflections are applied
 * level by level in every design. LAUNCHES and ONE_LAUNCH give the same bits. HYBRID has the CPU's
 * arithmetic above the leaves, allocates host memory in each call, and waits for the stream. GRAM
 * computes Q and R from two Gram matrices, the second of which proves that the first was accurate
 * enough. If it was not, the device factors the matrix as LAUNCHES does; that happens when the
 * condition of A, its columns scaled to length 1, exceeds about 10^7 (S, D) or 10^15 (W). GRAM
 * applies to ddblasXtsqr and ddblasXtsqrR in S, D, W with n <= 128 and m >= 4 n; everything else
 * goes as in LAUNCHES. AUTO is GRAM where that applies. The CPU engine has one method and accepts
 * every value. */
typedef enum ddblasTsqrDesign_t
{
    DDBLAS_TSQR_DESIGN_AUTO = 0,
    DDBLAS_TSQR_DESIGN_HYBRID = 1,   /* Blocks of rows on the GPU, the tree on the CPU. */
    DDBLAS_TSQR_DESIGN_LAUNCHES = 2, /* Launches for each level of the tree. */
    /* One launch for the whole tree, whose thread blocks synchronise through atomic counters. */
    DDBLAS_TSQR_DESIGN_ONE_LAUNCH = 3,
    DDBLAS_TSQR_DESIGN_GRAM = 4 /* Gram matrices; LAUNCHES for matrices that fail their check. */
} ddblasTsqrDesign_t;

/* The plan: the choices that a caller may make for a factorisation. Zeros, or a null pointer
 * instead of a plan, leave every choice to the library. A factorisation kept by ddblasXtsqrFactor
 * must be used with the plan with which it was made. If tuning tables may change between the calls,
 * fill in the library's choices with ddblasTsqrPlan first. */
typedef struct ddblasTsqrPlan_t
{
    ddblasTsqrDesign_t design;
    /* 1: the diagonal of R is >= 0. 0: its signs are those of the reflections, or all positive with
     * GRAM. */
    int32_t nonnegative;
    int32_t fan_in; /* R factors that meet in a node of the tree, >= 2; 0: automatic. */
    /* The most rows of a block, at least 2 n; 0: automatic. An engine rounds it to a value that it
     * supports. */
    int64_t leaf_rows;
} ddblasTsqrPlan_t;

/* Replaces the automatic choices of *plan with those that the handle makes for an m x n matrix. */
DDBLAS_API ddblasStatus_t ddblasTsqrPlan(ddblasHandle_t handle, ddblasType_t type, ddblasLayout_t layout, int64_t m, int64_t n,
                                         ddblasTsqrPlan_t *plan);

/* ---- explicit Q ------------------------------------------------------------------------------ */

/*
 * ddblasXtsqr: A = Q R. Q overwrites A. R: n x n, its upper triangle, with zeros written below.
 * Arguments: handle, plan, layout, m, n, A, lda, R, ldr.
 */
DDBLAS_API ddblasStatus_t ddblasStsqr(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m,
                                      int64_t n, float *A, int64_t lda, float *R, int64_t ldr);
DDBLAS_API ddblasStatus_t ddblasDtsqr(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m,
                                      int64_t n, double *A, int64_t lda, double *R, int64_t ldr);
DDBLAS_API ddblasStatus_t ddblasCtsqr(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m,
                                      int64_t n, ddblasComplex *A, int64_t lda, ddblasComplex *R, int64_t ldr);
DDBLAS_API ddblasStatus_t ddblasZtsqr(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m,
                                      int64_t n, ddblasDoubleComplex *A, int64_t lda, ddblasDoubleComplex *R, int64_t ldr);
DDBLAS_API ddblasStatus_t ddblasWtsqr(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m,
                                      int64_t n, cuddreal *A, int64_t lda, cuddreal *R, int64_t ldr);

/*
 * ddblasXtsqrR: R alone, with the same bits as in ddblasXtsqr. The contents of A are undefined
 * afterwards.
 * Arguments: handle, plan, layout, m, n, A, lda, R, ldr.
 */
DDBLAS_API ddblasStatus_t ddblasStsqrR(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m,
                                       int64_t n, float *A, int64_t lda, float *R, int64_t ldr);
DDBLAS_API ddblasStatus_t ddblasDtsqrR(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m,
                                       int64_t n, double *A, int64_t lda, double *R, int64_t ldr);
DDBLAS_API ddblasStatus_t ddblasCtsqrR(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m,
                                       int64_t n, ddblasComplex *A, int64_t lda, ddblasComplex *R, int64_t ldr);
DDBLAS_API ddblasStatus_t ddblasZtsqrR(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m,
                                       int64_t n, ddblasDoubleComplex *A, int64_t lda, ddblasDoubleComplex *R, int64_t ldr);
DDBLAS_API ddblasStatus_t ddblasWtsqrR(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m,
                                       int64_t n, cuddreal *A, int64_t lda, cuddreal *R, int64_t ldr);

/* ---- implicit Q ------------------------------------------------------------------------------ */

/* Returns the number of elements of T that ddblasXtsqrFactor needs for an m x n matrix on this
 * handle. plan may be null. */
DDBLAS_API ddblasStatus_t ddblasTsqrFactorSize(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasType_t type,
                                               ddblasLayout_t layout, int64_t m, int64_t n, int64_t *elements);

/*
 * ddblasXtsqrFactor: R, and Q as the product of reflections, which are kept in A and T. This Q is a
 * full m x m unitary matrix. Its first n columns are the Q of ddblasXtsqr; on the GPU with any
 * design but GRAM, whose Q and R differ by signs and rounding.
 *   T      tsize elements of the engine's memory, tsize >= ddblasTsqrFactorSize
 * Arguments: handle, plan, layout, m, n, A, lda, R, ldr, T, tsize.
 */
DDBLAS_API ddblasStatus_t ddblasStsqrFactor(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m,
                                            int64_t n, float *A, int64_t lda, float *R, int64_t ldr, float *T, int64_t tsize);
DDBLAS_API ddblasStatus_t ddblasDtsqrFactor(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m,
                                            int64_t n, double *A, int64_t lda, double *R, int64_t ldr, double *T, int64_t tsize);
DDBLAS_API ddblasStatus_t ddblasCtsqrFactor(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m,
                                            int64_t n, ddblasComplex *A, int64_t lda, ddblasComplex *R, int64_t ldr,
                                            ddblasComplex *T, int64_t tsize);
DDBLAS_API ddblasStatus_t ddblasZtsqrFactor(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m,
                                            int64_t n, ddblasDoubleComplex *A, int64_t lda, ddblasDoubleComplex *R, int64_t ldr,
                                            ddblasDoubleComplex *T, int64_t tsize);
DDBLAS_API ddblasStatus_t ddblasWtsqrFactor(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m,
                                            int64_t n, cuddreal *A, int64_t lda, cuddreal *R, int64_t ldr, cuddreal *T,
                                            int64_t tsize);

/*
 * ddblasXtsqrApply: C = Q C (op N) or C = Q^H C (op C; in real types also T). C is m x p. Q is m x
 * m and kept in A and T by ddblasXtsqrFactor with the same plan, layout and sizes. The first n rows
 * of Q^H C are those of the thin Q. p = 0 returns at once.
 * Error: each column of C within 4 n u_X of its norm (n as above), as measured.
 * Arguments: handle, plan, op, layout, m, n, p, A, lda, T, tsize, C, ldc.
 */
DDBLAS_API ddblasStatus_t ddblasStsqrApply(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasOperation_t op,
                                           ddblasLayout_t layout, int64_t m, int64_t n, int64_t p, const float *A, int64_t lda,
                                           const float *T, int64_t tsize, float *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasDtsqrApply(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasOperation_t op,
                                           ddblasLayout_t layout, int64_t m, int64_t n, int64_t p, const double *A, int64_t lda,
                                           const double *T, int64_t tsize, double *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasCtsqrApply(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasOperation_t op,
                                           ddblasLayout_t layout, int64_t m, int64_t n, int64_t p, const ddblasComplex *A,
                                           int64_t lda, const ddblasComplex *T, int64_t tsize, ddblasComplex *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasZtsqrApply(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasOperation_t op,
                                           ddblasLayout_t layout, int64_t m, int64_t n, int64_t p, const ddblasDoubleComplex *A,
                                           int64_t lda, const ddblasDoubleComplex *T, int64_t tsize, ddblasDoubleComplex *C,
                                           int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasWtsqrApply(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasOperation_t op,
                                           ddblasLayout_t layout, int64_t m, int64_t n, int64_t p, const cuddreal *A, int64_t lda,
                                           const cuddreal *T, int64_t tsize, cuddreal *C, int64_t ldc);

/*
 * ddblasXtsqrForm: overwrites the reflections in A with the thin Q, m x n. T is only read.
 * Arguments: handle, plan, layout, m, n, A, lda, T, tsize.
 */
DDBLAS_API ddblasStatus_t ddblasStsqrForm(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m,
                                          int64_t n, float *A, int64_t lda, const float *T, int64_t tsize);
DDBLAS_API ddblasStatus_t ddblasDtsqrForm(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m,
                                          int64_t n, double *A, int64_t lda, const double *T, int64_t tsize);
DDBLAS_API ddblasStatus_t ddblasCtsqrForm(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m,
                                          int64_t n, ddblasComplex *A, int64_t lda, const ddblasComplex *T, int64_t tsize);
DDBLAS_API ddblasStatus_t ddblasZtsqrForm(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m,
                                          int64_t n, ddblasDoubleComplex *A, int64_t lda, const ddblasDoubleComplex *T,
                                          int64_t tsize);
DDBLAS_API ddblasStatus_t ddblasWtsqrForm(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m,
                                          int64_t n, cuddreal *A, int64_t lda, const cuddreal *T, int64_t tsize);

/* Returns the bytes of workspace with which every function above runs without allocating memory of
 * the engine, ddblasXtsqrApply with up to p >= 0 columns. The number grows with p. plan may be
 * null. */
DDBLAS_API ddblasStatus_t ddblasTsqrWorkspaceSize(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasType_t type,
                                                  ddblasLayout_t layout, int64_t m, int64_t n, int64_t p, size_t *bytes);

/* ---- least squares --------------------------------------------------------------------------- */

/*
 * ddblasXlstsq: for each column b of B the x that minimises ||b - A x||, A m x n of full rank, by
 * A = Q R and R x = Q^H b.
 *   A          m x n; undefined afterwards
 *   B          m x nrhs; the solutions in its first n rows, undefined below
 *   residual   ||b - A x|| of each column, nrhs reals of the engine's memory; null: not wanted
 * If no solution can be computed, every component of x and the residual are NaN, on both engines,
 * so that residual, or one component of x, tells. This happens
 *   for every right-hand side if R has an element that is not finite (A holds Inf or NaN, or norms
 *   overflow) or an exact 0 on its diagonal, which means dependent columns;
 *   for one right-hand side if a component of its x, or its residual if that is wanted, is not
 *   finite: b holds Inf or NaN, or x overflows.
 * If no residual is wanted, an x that does not depend on the NaN or Inf of b may stay finite.
 * The CPU engine is done when the call returns. It then also returns DEPENDENT (a 0 on the
 * diagonal) or NOT_FINITE with a sentence; the other right-hand sides are solved. The CUDA engine
 * returns SUCCESS, because the host does not wait for the device.
 * Dependent columns rarely give an exact 0. As a rule the diagonal element is as small as a
 * rounding error, x is finite, large and meaningless, and the call cannot tell this from a matrix
 * that is meant so. A caller who does not know that A has full rank must look at R (ddblasXtsqrR):
 * scale the columns of R to length 1; if 1 / ||R^-1||_1 is then not well above the 4 n u_X of the
 * factorisation (above), the columns are dependent. `ddblas lstsq` does so. nrhs = 0, like n = 0,
 * returns at once and writes nothing.
 * Error: x is the exact solution for A and b changed by at most c n u_X in norm, c <= 8 (n as
 * above). If the residual is small, adding the solution for B - A X to X takes the condition of A
 * out of the error: docs/numerics.md, Refinement.
 * Arguments: handle, plan, layout, m, n, nrhs, A, lda, B, ldb, residual.
 */
DDBLAS_API ddblasStatus_t ddblasSlstsq(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m,
                                       int64_t n, int64_t nrhs, float *A, int64_t lda, float *B, int64_t ldb, float *residual);
DDBLAS_API ddblasStatus_t ddblasDlstsq(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m,
                                       int64_t n, int64_t nrhs, double *A, int64_t lda, double *B, int64_t ldb, double *residual);
DDBLAS_API ddblasStatus_t ddblasClstsq(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m,
                                       int64_t n, int64_t nrhs, ddblasComplex *A, int64_t lda, ddblasComplex *B, int64_t ldb,
                                       float *residual);
DDBLAS_API ddblasStatus_t ddblasZlstsq(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m,
                                       int64_t n, int64_t nrhs, ddblasDoubleComplex *A, int64_t lda, ddblasDoubleComplex *B,
                                       int64_t ldb, double *residual);
DDBLAS_API ddblasStatus_t ddblasWlstsq(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m,
                                       int64_t n, int64_t nrhs, cuddreal *A, int64_t lda, cuddreal *B, int64_t ldb,
                                       cuddreal *residual);

/* Returns the bytes of workspace with which ddblasXlstsq runs without allocating. The number grows
 * with nrhs. plan may be null. */
DDBLAS_API ddblasStatus_t ddblasLstsqWorkspaceSize(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasType_t type,
                                                   ddblasLayout_t layout, int64_t m, int64_t n, int64_t nrhs, size_t *bytes);

#ifdef __cplusplus
}
#endif

#endif
