/*
 * The nonsymmetric eigenproblem inside the library, on the CPU engine: reduction to Hessenberg
 * form, Schur form, eigenvectors, balancing, and the driver geev. In W and U the routines are
 * functions over block_operations.h that serve both types. The loops over single elements are one
 * template, schur_kernel.h, which files for each type and instruction set expand. S, D, C and Z
 * call LAPACK (general_lapack.c).
 */
#ifndef DDBLAS_EIGEN_GENERAL_H
#define DDBLAS_EIGEN_GENERAL_H

#include <dd/nonsymmetric.h>

#include "eigen/eigen.h"

enum
{
    DDBLAS_GENERAL_STANDARD_MOST = 32000,                                  /* LAPACK counts workspace in 32-bit numbers. */
    DDBLAS_GEHRD_PANEL = 16,                                               /* Columns of a panel of gehrd. */
    DDBLAS_SCHUR_SMALL = 40,                                               /* A block of at most this order is one window. */
    DDBLAS_SCHUR_PAIRS = 8,                                                /* Most pairs of shifts of a sweep. */
    DDBLAS_SCHUR_STEPS = 24,                                               /* Columns by which a window moves the bulges. */
    DDBLAS_SCHUR_WINDOW = 3 * DDBLAS_SCHUR_PAIRS + DDBLAS_SCHUR_STEPS + 4, /* Largest order of a window. */
    DDBLAS_VECTORS_BLOCK = 32                                              /* Rows of a step of the back-substitution. */
};

/* ---- problems -------------------------------------------------------------------------------- */

/* A = Q H Q^H in place; and A becomes Q. n >= 1, ilo and ihi as the caller counts them, from 1. */
struct ddblas_gehrd_problem
{
    ddblasType_t type;
    int64_t n, ilo, ihi;
    void *A;
    int64_t lda;
    void *tau; /* Only read by orghr. */
};

/* H = Z T Z^H. */
struct ddblas_hseqr_problem
{
    ddblasType_t type;
    int schur; /* H becomes T. */
    ddblasSchurVectors_t compz;
    int64_t n, ilo, ihi;
    void *H;
    int64_t ldh;
    void *wr, *wi; /* In complex types wr has the eigenvalues, and wi is null. */
    void *Z;
    int64_t ldz;
    int64_t *info;
};

struct ddblas_geev_problem
{
    ddblasType_t type;
    int left, right;
    int64_t n;
    const void *A;
    int64_t lda;
    void *wr, *wi;
    void *VL;
    int64_t ldvl;
    void *VR;
    int64_t ldvr;
    int64_t *info;
};

ddblasStatus_t ddblas_gehrd_routine(struct ddblas_block_run *blocks, const void *problem);
ddblasStatus_t ddblas_orghr_routine(struct ddblas_block_run *blocks, const void *problem);
ddblasStatus_t ddblas_hseqr_routine(struct ddblas_block_run *blocks, const void *problem);
ddblasStatus_t ddblas_geev_routine(struct ddblas_block_run *blocks, const void *problem);

/* Stores the eigenvalues, times 2^exponent, of which the first `failed` are NaN. */
void ddblas_general_store_values(ddblasType_t type, int64_t n, int64_t failed, int exponent, const cuddcomplex *values, void *wr,
                                 void *wi);

/* Returns NOT_SUPPORTED on the CUDA engine, and for orders that are too large. */
ddblasStatus_t ddblas_general_check_order(ddblasHandle_t handle, ddblasType_t type, int64_t n);
/* Checks the last arguments of a query: n at `position`, and `bytes` after it. */
ddblasStatus_t ddblas_general_check_query(ddblasHandle_t handle, ddblasType_t type, int position, int64_t n, const size_t *bytes);

/* ---- parts over blocks, with memory of their caller ------------------------------------------ */

/* Reduces rows and columns [first, end) of M, n x n with leading dimension n, to Hessenberg form.
 * The reflectors are stored below the subdiagonal as gehrd stores them; tau gets n - 1 elements.
 * `memory` has ddblas_gehrd_bytes bytes. */
struct ddblas_gehrd
{
    int64_t n, first, end;
    void *M, *tau, *memory;
};
size_t ddblas_gehrd_bytes(const struct ddblas_block_run *blocks, int64_t n);
ddblasStatus_t ddblas_gehrd_blocks(struct ddblas_block_run *blocks, const struct ddblas_gehrd *g);

/* Q, n x n with leading dimension ldq, from these reflectors, which lie in A. */
struct ddblas_orghr
{
    int64_t n, first, end;
    const void *A;
    int64_t lda;
    const void *tau;
    void *Q;
    int64_t ldq;
    void *memory;
};
size_t ddblas_orghr_bytes(struct ddblas_block_run *blocks, int64_t n);
ddblasStatus_t ddblas_orghr_blocks(struct ddblas_block_run *blocks, const struct ddblas_orghr *q);

/*
 * The Schur form of rows and columns [first, end) of the Hessenberg matrix H, n x n with leading
 * dimension n: H = U T U^H, and Z = Z U if there is a Z, with leading dimension n. H has norm about
 * 1, and rows and columns outside the range are triangular. If `whole` is 0, only the eigenvalues
 * are computed, and H becomes undefined. Returns in *info 0, or the number of leading rows of the
 * range, counted from row 0, whose eigenvalues have not been found.
 */
struct ddblas_schur
{
    int64_t n, first, end;
    int whole;
    void *H, *Z, *memory;
    cuddcomplex *values; /* n eigenvalues. */
    int64_t info;
};
size_t ddblas_schur_bytes(const struct ddblas_block_run *blocks, int64_t n);
ddblasStatus_t ddblas_schur_blocks(struct ddblas_block_run *blocks, struct ddblas_schur *s);

/*
 * Right eigenvectors X of the Schur form T, n x n with leading dimension n: column j belongs to
 * eigenvalue j, and in W a pair of columns holds the real and imaginary parts of the vector of the
 * first of a complex pair. The largest component of a vector is about 1. All elements are stored.
 */
struct ddblas_schur_vectors
{
    int64_t n;
    const void *T;
    const cuddcomplex *values;
    void *X;
};

/* While planning: notes the workspace of all products of matrices, or of a matrix and a vector,
 * with sizes of at most n. */
void ddblas_general_note_products(struct ddblas_block_run *blocks, int64_t n);
void ddblas_general_note_vectors(struct ddblas_block_run *blocks, int64_t n);

/* ---- balancing ------------------------------------------------------------------------------- */

/* A matrix M, n x n with leading dimension n, becomes D^-1 P^T M P D; rows and columns outside
 * [first, end) are triangular then. swap[k] is the row and column that k was exchanged with, and
 * D's diagonal is 2^scale[k]. */
struct ddblas_balance
{
    ddblasType_t type;
    int64_t n, first, end;
    void *M;
    int64_t *swap;
    int *scale;
};
void ddblas_balance(struct ddblas_balance *b);
/* V, n x n, becomes P D V, or P D^-1 V for left vectors, up to a power of two for each column or
 * pair of columns. */
void ddblas_balance_back(const struct ddblas_balance *b, int left, const cuddcomplex *values, void *V, int64_t ldv);
/* Norm 1, and the largest component real. */
void ddblas_general_normalise(ddblasType_t type, int64_t n, const cuddcomplex *values, void *V, int64_t ldv);

/* ---- loops over elements, by type (schur_kernel.h) ------------------------------------------- */

/* A window's part of a sweep: `pairs` pairs of shifts, whose bulges move down. H is the window,
 * `order` x `order`, with leading dimension `order`, and U becomes the product of the reflectors.
 * at[b] is the column that the next reflector of bulge b maps, counted from the window's first, -1
 * before the bulge has been introduced, and `order` when it has left the matrix. */
struct ddblas_schur_chase
{
    int64_t order;
    int last; /* The window ends where the active block ends. */
    void *H, *U;
    int pairs;
    const cuddcomplex *shifts;
    int64_t at[DDBLAS_SCHUR_PAIRS];
};

/* One back-substitution inside a block of rows [row, end) of T, for the vectors of columns of X
 * from `row` on. */
struct ddblas_schur_solve
{
    int64_t n, row, end;
    const void *T;
    const cuddcomplex *values;
    void *X;
};

struct ddblas_schur_kernels
{
    /* H, n x n, becomes its Schur form T, and U, n x n, the unitary matrix with H = U T U^H, if U
     * is not null; T's strict triangle is then correct as well. Returns 0, or k if the eigenvalues
     * of the first k rows have not been found. */
    int64_t (*schur)(int64_t n, void *H, int64_t ldh, void *U, int64_t ldu, cuddcomplex *values);
    void (*chase)(struct ddblas_schur_chase *chase);
    void (*solve)(const struct ddblas_schur_solve *solve);
    /* Returns the least row k >= low for which element (k, k - 1) is negligible or 0, which becomes
     * 0, searching upwards from row `high`; low if there is none. */
    int64_t (*split)(int64_t low, int64_t high, void *H, int64_t ldh);
    /* The eigenvalues on the diagonal of T. */
    void (*values)(int64_t n, const void *T, int64_t ldt, cuddcomplex *values);
    /* Aggressive early deflation: `order` rows, whose Schur form and unitary matrix are T and V,
     * and whose element left of the window is *spike. Returns the number of eigenvalues at the end
     * that are not negligibly coupled; the others are deflated. If these are fewer than all, T and
     * V are brought back to Hessenberg form, and spike becomes the new element. */
    int64_t (*deflate)(int64_t order, void *T, void *V, void *spike);
    /* x of n elements becomes v, with v[0] = 1, and H^H x = (beta, 0, ...), H = I - tau v v^H. */
    void (*reflect)(int64_t n, void *x, void *beta, void *tau);
};
extern const struct ddblas_schur_kernels ddblas_schur_w_portable, ddblas_schur_w_avx2, ddblas_schur_w_avx512;
extern const struct ddblas_schur_kernels ddblas_schur_u_portable, ddblas_schur_u_avx2, ddblas_schur_u_avx512;
/* The kernels of W or U for the instruction set; all of a type compute the same bits. */
const struct ddblas_schur_kernels *ddblas_schur_kernels_of(ddblasType_t type);

/* ---- S, D, C, Z ------------------------------------------------------------------------------ */

/* Each needs these bytes of workspace, and has checked arguments. */
size_t ddblas_gehrd_bytes_lapack(const struct ddblas_gehrd_problem *p, int forms);
size_t ddblas_hseqr_bytes_lapack(const struct ddblas_hseqr_problem *p);
size_t ddblas_geev_bytes_lapack(const struct ddblas_geev_problem *p);
ddblasStatus_t ddblas_gehrd_lapack(ddblasHandle_t handle, const struct ddblas_gehrd_problem *p, int forms);
ddblasStatus_t ddblas_hseqr_lapack(ddblasHandle_t handle, const struct ddblas_hseqr_problem *p);
ddblasStatus_t ddblas_geev_lapack(ddblasHandle_t handle, const struct ddblas_geev_problem *p);

/* ---- numbers --------------------------------------------------------------------------------- */

/* 1 if all elements of the first `rows` rows are finite. */
int ddblas_general_finite(ddblasType_t type, int64_t rows, int64_t columns, const void *A, int64_t lda);
/* The exponent of the largest of these numbers, 0 if all are 0; and all of them times 2^exponent.
 * */
int ddblas_general_exponent(int64_t words, const ddblas_host_w *x);
void ddblas_general_scale(int64_t words, ddblas_host_w *x, int exponent);

#endif
