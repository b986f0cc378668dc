/*
 * QR factorisation of tall and skinny matrices, m >> n, and least squares through it: X = S, D, C, Z, W.
 *
 *   A = Q R, A m x n with m >= n >= 0, Q m x n with orthonormal columns, R n x n upper triangular with a real diagonal.
 *
 * Method: Householder factorisations of blocks of rows, a reduction tree over their R factors, Q by the way back; columns go in
 * panels with compact WY updates where n is large. J. Demmel, L. Grigori, M. Hoemmen, J. Langou, Communication-optimal parallel
 * and sequential QR and LU factorizations, SIAM J. Sci. Comput. 34(1), 2012. On the GPU explicit Q and R of matrices whose
 * columns are seen to be far from dependent come from Gram matrices instead (the design GRAM, below). Backward stable at every
 * condition number:
 *
 *   ||A - Q R||_F <= c n u_X ||A||_F,   ||Q^H Q - I||_F <= c n u_X,   c <= 4,   u_X = 2^-24 (S, C), 2^-53 (D, Z), 2^-104 (W),
 *
 * as measured for every type, n >= 4 and the library's own plans; with fewer columns the tree shows, and n + log2(m / n)
 * takes the place of n. On the GPU a plan with far taller leaves at few columns goes beyond: 5.3 n u_D for one of 32768 x 4.
 * docs/numerics.md has what is proved. The same holds for each column of A - Q R against that column of A. In W the norms of the
 * columns of A must lie between CUDD_SAFE_MIN / u_W and CUDD_MAX / 4 sqrt(m), in the other types between the least normal number
 * over u_X and the largest number over 4 sqrt(m); columns that are 0 are allowed, and shorter ones are factored with an absolute
 * error of about m n 2^-1073 (S, C: m n 2^-149) in each element.
 *
 * Whatever the rank of A, Q has orthonormal columns; a column that depends on earlier ones gives a diagonal element of R near 0.
 * When A holds Inf or NaN the call returns as always, R has an element that is not finite in the first column of A that has one,
 * and nothing is promised of Q and of the other columns of R.
 *
 * Layout. Matrices are column-major, element (i, j) at [i + j ld], or row-major, at [i ld + j]; one argument says so for
 * all matrices of a call. Leading dimensions are at least 1 and the rows (column-major) or columns (row-major) of their matrix.
 * Padding is neither read nor written. Matrices must not overlap.
 *
 * Errors of every function: INVALID_VALUE with the argument's position for a null pointer (of a matrix that has elements), a
 * layout, plan, size or leading dimension out of range, n > m; MISALIGNED; ALLOC_FAILED or WORKSPACE_TOO_SMALL; NOT_SUPPORTED for
 * n > DDBLAS_TSQR_MOST_COLUMNS on the CUDA engine, n > 2^24 on the CPU, on GPUs with less than 227 KiB of shared memory for a
 * thread block (compute capability below 9.0, and 12.0), and for the design HYBRID while the stream records a graph. All of them
 * come before anything is written; ddblasXlstsq on the CPU engine has two more, which come after. n = 0 returns at once.
 *
 * Bits: the same for the same plan, type, sizes and layout, whatever the stream, the threads and the leading dimensions. The
 * layout is no part of the mathematics and does not change them on the CPU.
 */
#ifndef DD_TSQR_H
#define DD_TSQR_H

#include <dd/ddblas.h>
#include <dd/level3.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The CUDA engine factors matrices of at most this many columns, the CPU engine of 2^24. */
#define DDBLAS_TSQR_MOST_COLUMNS 1024

typedef enum ddblasLayout_t
{
    DDBLAS_LAYOUT_COLUMN_MAJOR = 0,
    DDBLAS_LAYOUT_ROW_MAJOR = 1
} ddblasLayout_t;

/* How the CUDA engine factors a panel of up to 64 columns and forms its Q; it applies reflections level by level in every design.
 * LAUNCHES and ONE_LAUNCH have the same bits. HYBRID has the CPU's arithmetic above the leaves, takes host memory in each call,
 * and waits for the stream. GRAM is for ddblasXtsqr and ddblasXtsqrR in S, D, W, n <= 128, m >= 4 n, and LAUNCHES elsewhere: Q
 * and R from two Gram matrices, the second of which proves the first one good. Where it does not, with the columns scaled to
 * length 1 a condition beyond some 10^7 (S, D) or 10^15 (W), the device factors the matrix as LAUNCHES does. AUTO is GRAM where
 * that is possible. The CPU engine has one way and takes every value. */
typedef enum ddblasTsqrDesign_t
{
    DDBLAS_TSQR_DESIGN_AUTO = 0,
    DDBLAS_TSQR_DESIGN_HYBRID = 1,     /* blocks of rows on the GPU, tree on the CPU */
    DDBLAS_TSQR_DESIGN_LAUNCHES = 2,   /* launches for each level of the tree */
    DDBLAS_TSQR_DESIGN_ONE_LAUNCH = 3, /* one launch for the whole tree, thread blocks hand over through tickets and counters */
    DDBLAS_TSQR_DESIGN_GRAM = 4        /* Gram matrices, and LAUNCHES for what they refuse */
} ddblasTsqrDesign_t;

/* The plan: what a factorisation may be told. Zeros, and a null pointer in its place, leave every choice to the library. A
 * factorisation kept by ddblasXtsqrFactor must be used with the plan it was made with: fill in the library's choices by
 * ddblasTsqrPlan when tables may change between the calls. */
typedef struct ddblasTsqrPlan_t
{
    ddblasTsqrDesign_t design;
    int32_t nonnegative; /* 1: the diagonal of R is >= 0; 0: its signs are those of the reflections, or all positive by GRAM */
    int32_t fan_in;      /* R factors that meet in a node of the tree, >= 2; 0: automatic */
    int64_t leaf_rows;   /* the most rows of a block, at least 2 n; 0: automatic. An engine rounds it to what it can take. */
} ddblasTsqrPlan_t;

/* *plan with its automatic choices replaced by those that the handle makes for an m x n matrix. */
DDBLAS_API ddblasStatus_t ddblasTsqrPlan(ddblasHandle_t handle, ddblasType_t type, ddblasLayout_t layout, int64_t m, int64_t n,
                                         ddblasTsqrPlan_t *plan);

/* ---- explicit Q -------------------------------------------------------------------------------------------------------- */

/*
 * ddblasXtsqr: A = Q R. Q overwrites A. R: n x n, its upper triangle, with zeros written below.
 * Arguments: handle, plan, layout, m, n, A, lda, R, ldr.
 */
#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    DDBLAS_API ddblasStatus_t ddblas##letter##tsqr(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout,   \
                                                   int64_t m, int64_t n, type *A, int64_t lda, type *R, int64_t ldr);
#include <dd/types.def>

/*
 * ddblasXtsqrR: R alone, the same bits as ddblasXtsqr's. What A holds afterwards is undefined.
 * Arguments: handle, plan, layout, m, n, A, lda, R, ldr.
 */
#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    DDBLAS_API ddblasStatus_t ddblas##letter##tsqrR(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout,  \
                                                    int64_t m, int64_t n, type *A, int64_t lda, type *R, int64_t ldr);
#include <dd/types.def>

/* ---- implicit Q -------------------------------------------------------------------------------------------------------- */

/* The elements of T that ddblasXtsqrFactor needs for an m x n matrix on this handle. plan may be null. */
DDBLAS_API ddblasStatus_t ddblasTsqrFactorSize(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasType_t type,
                                               ddblasLayout_t layout, int64_t m, int64_t n, int64_t *elements);

/*
 * ddblasXtsqrFactor: R, and Q as the product of reflections kept in A and T. Q is then m x m: a full unitary matrix whose
 * first n columns are the Q of ddblasXtsqr, on the GPU by any design but GRAM, whose Q and R differ by signs and rounding.
 *   T      tsize elements of the engine's memory, tsize >= ddblasTsqrFactorSize
 * Arguments: handle, plan, layout, m, n, A, lda, R, ldr, T, tsize.
 */
#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    DDBLAS_API ddblasStatus_t ddblas##letter##tsqrFactor(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan,                    \
                                                         ddblasLayout_t layout, int64_t m, int64_t n, type *A, int64_t lda,      \
                                                         type *R, int64_t ldr, type *T, int64_t tsize);
#include <dd/types.def>

/*
 * ddblasXtsqrApply: C = Q C (op N) or C = Q^H C (op C; for real types also T), C m x p, Q m x m kept in A and T by
 * ddblasXtsqrFactor with the same plan, layout and sizes. The first n rows of Q^H C are those of the thin factor. p = 0 returns
 * at once.
 * Error: each column of C within 4 n u_X of its norm (n as above), as measured.
 * Arguments: handle, plan, op, layout, m, n, p, A, lda, T, tsize, C, ldc.
 */
#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    DDBLAS_API ddblasStatus_t ddblas##letter##tsqrApply(                                                                         \
        ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasOperation_t op, ddblasLayout_t layout, int64_t m, int64_t n,  \
        int64_t p, const type *A, int64_t lda, const type *T, int64_t tsize, type *C, int64_t ldc);
#include <dd/types.def>

/*
 * ddblasXtsqrForm: the thin Q, m x n, in the place of the reflections in A. T is only read.
 * Arguments: handle, plan, layout, m, n, A, lda, T, tsize.
 */
#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    DDBLAS_API ddblasStatus_t ddblas##letter##tsqrForm(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan,                      \
                                                       ddblasLayout_t layout, int64_t m, int64_t n, type *A, int64_t lda,        \
                                                       const type *T, int64_t tsize);
#include <dd/types.def>

/* The workspace in bytes with which every function above runs without allocating of the engine's memory, ddblasXtsqrApply on up
 * to p >= 0 columns. It grows with p. plan may be null. */
DDBLAS_API ddblasStatus_t ddblasTsqrWorkspaceSize(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasType_t type,
                                                  ddblasLayout_t layout, int64_t m, int64_t n, int64_t p, size_t *bytes);

/* ---- least squares ----------------------------------------------------------------------------------------------------- */

/*
 * ddblasXlstsq: for each column b of B the x that minimises ||b - A x||, A m x n of full rank, by A = Q R and R x = Q^H b.
 *   A          m x n; undefined afterwards
 *   B          m x nrhs; the solutions in its first n rows, undefined below
 *   residual   ||b - A x|| of each column, nrhs reals of the engine's memory; null: not wanted
 * Where no solution can be computed, every component of x and residual is NaN, on both engines, so that one look at residual, or
 * at one component of x, tells:
 *   for every right-hand side when R has an element that is not finite (A holds Inf or NaN, or norms overflow), or has an exact 0
 *   on its diagonal, which means dependent columns;
 *   for one right-hand side when a component of its x, or its residual where that is wanted, is not finite: b holds Inf or NaN,
 *   or x overflows.
 * The CPU engine, which is done when the call returns, then also returns DEPENDENT (a 0 on the diagonal) or NOT_FINITE with a
 * sentence; the other right-hand sides are solved. The CUDA engine returns SUCCESS, because the host does not wait for the
 * device.
 * Columns that are dependent rarely give an exact 0: as a rule the diagonal element is as small as a rounding error, x is finite,
 * large and meaningless, and the call cannot tell this from a matrix that is meant so. A caller who does not know that A has full
 * rank must look at R (ddblasXtsqrR): with the columns of R scaled to length 1, a 1 / ||R^-1||_1 that is not well above the
 * 4 n u_X of the factorisation (above) means dependent columns. `ddblas lstsq` does so.
 * nrhs = 0, as n = 0, returns at once and writes nothing.
 * Error: x is the exact solution for A and b changed by at most c n u_X in norm, c <= 8 (n as above). Where the residual is small
 * the solution for B - A X, added to X, takes the condition of A out of the error: docs/numerics.md, Refinement.
 * Arguments: handle, plan, layout, m, n, nrhs, A, lda, B, ldb, residual.
 */
#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    DDBLAS_API ddblasStatus_t ddblas##letter##lstsq(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout,  \
                                                    int64_t m, int64_t n, int64_t nrhs, type *A, int64_t lda, type *B,           \
                                                    int64_t ldb, real *residual);
#include <dd/types.def>

/* The workspace in bytes with which ddblasXlstsq runs without allocating. It grows with nrhs. plan may be null. */
DDBLAS_API ddblasStatus_t ddblasLstsqWorkspaceSize(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasType_t type,
                                                   ddblasLayout_t layout, int64_t m, int64_t n, int64_t nrhs, size_t *bytes);

#ifdef __cplusplus
}
#endif

#endif
