/*
 * Symmetric indefinite factorisations and the systems solved with them, inside the library.
 *
 * Both triangles are factored by one algorithm, for the lower triangle. An upper triangle is seen
 * backwards: its element (n - 1 - i, n - 1 - j) is element (i, j) of the lower triangle, and its
 * columns are taken from the last to the first one. Rows and columns of this view are called i, j
 * and k below; the arrays in the engine's memory have the order of the caller's matrix.
 */
#ifndef DDBLAS_FACTOR_SYTRF_H
#define DDBLAS_FACTOR_SYTRF_H

#include <dd/indefinite.h>

#include "factor.h"

#ifdef __cplusplus
extern "C" {
#endif

enum
{
    /* A task besides those of enum ddblas_factor_task: A becomes its inverse, from its factors. */
    DDBLAS_SYTRF_INVERT = 4
};

/* A = L D L^T, or L D L^H if `hermitian`, in one triangle of A, and A X = B. */
struct ddblas_sytrf_problem
{
    ddblasType_t type;
    int hermitian;
    int tasks; /* A sum of values of enum ddblas_factor_task, or DDBLAS_SYTRF_INVERT. */
    ddblasFillMode_t uplo;
    int64_t n;
    const void *A;
    void *F; /* A, if the call factors or inverts it. */
    int64_t lda;
    const int64_t *ipiv; /* In engine memory, in LAPACK's format. */
    int64_t *pivots;     /* ipiv, if the call factors. */
    int64_t *info;
    int64_t nrhs;
    void *B;
    int64_t ldb;
};

/* Computes the problem: n >= 1, and nrhs >= 1 if it solves. */
ddblasStatus_t ddblas_sytrf_blocks(struct ddblas_block_run *blocks, const void *problem);

enum
{
    DDBLAS_SYTRF_PANEL = 32,            /* Columns of a panel. */
    DDBLAS_SYTRF_WIDTH = 33,            /* Columns of L and W: a pivot of order 2 may reach one column past the panel. */
    DDBLAS_SYTRF_STATE_BYTES = 1 << 15, /* Bytes of the state of a factorisation. */
    DDBLAS_SYTRF_EXCHANGE_COLUMNS = 64  /* Columns for which one step applies the later exchanges. */
};

/* A panel: the columns [first, last) of the view. If the last pivot of the panel before was of
 * order 2 and began in column first - 1, column `first` is finished already; state[0] is then first
 * + 1, else first. If the last pivot of this panel is of order 2 and begins in column last - 1,
 * column `last` is finished too. */
struct ddblas_sytrf_panel
{
    ddblasType_t type;
    int hermitian, upper;
    int64_t n, first, last;
    void *A; /* The caller's matrix. */
    int64_t lda;
    /* Scratch memory, n x DDBLAS_SYTRF_WIDTH each, in the order of the caller's rows. L: columns
     * first .. last of L with the exchanges applied, 0 where they do not belong to the panel; W: L
     * D. Behind a pivot of order 2 that ends in column `last`, that column of L has the diagonal
     * element of D in row `last`. */
    void *L, *W;
    void *candidates; /* 2 n elements: the column that a pivot's row is examined by. */
    int64_t *state;   /* DDBLAS_SYTRF_STATE_BYTES bytes; 0 before the first panel. */
    int64_t *ipiv, *info;
};

/* The meaning of ipiv for row i of the caller's matrix: the row with which it is exchanged, from 1,
 * and whether D has a block of order 1 there (0), or the first (1) or the second (2) row of the
 * view of one of order 2. */
struct ddblas_sytrf_order
{
    int64_t *row, *kind; /* n numbers each, in engine memory. */
};

/* A system with factors: A and ipiv of the caller, and their copy F of n x n, in which L is without
 * D and with all exchanges applied. */
struct ddblas_sytrf_system
{
    ddblasType_t type;
    int hermitian, upper;
    int64_t n;
    const void *A;
    int64_t lda;
    const int64_t *ipiv;
    struct ddblas_sytrf_order order;
    void *F;
    int64_t nrhs;
    void *B;
    int64_t ldb;
};

/* The inverse of the matrix of a system. Z has n rows and columns; in the view, its elements (i, j)
 * with i >= j are those of the inverse of P A P^T. */
struct ddblas_sytri
{
    struct ddblas_sytrf_system system;
    const void *Z;
    void *A;        /* The caller's matrix. */
    int64_t *place; /* n numbers in engine memory: the row of A that P brings to row i. */
    int64_t *info;
};

/* ---- the engines ----------------------------------------------------------------------------- */

/* Factors a panel. */
void ddblas_sytrf_panel_cpu(ddblasHandle_t handle, const struct ddblas_sytrf_panel *panel);
/* Computes s->order. */
void ddblas_sytrf_order_cpu(const struct ddblas_sytrf_system *s);
/* Copies the triangle to F, without the elements of D beside the diagonal, and exchanges rows in
 * each column as the pivots behind it say, up to the end of its DDBLAS_SYTRF_EXCHANGE_COLUMNS
 * columns. Where a block of order 2 begins in the last of these columns, the exchange that belongs
 * to the block is applied too, so that it cancels with the one of the following step. */
void ddblas_sytrf_unfold_cpu(const struct ddblas_sytrf_system *s);
/* Computes B = D^-1 B. */
void ddblas_sytrf_divide_cpu(const struct ddblas_sytrf_system *s);
/* Sets *info to 0, or to k if D(k, k), counted from 1, is the first block of order 1 that is 0, in
 * the order in which the columns are taken. Needs the order of the system. */
void ddblas_sytri_find_zero_cpu(const struct ddblas_sytri *t);
/* Sets `place`, and writes P^T Z P to the triangle of A. */
void ddblas_sytri_store_cpu(const struct ddblas_sytri *t);

#if DDBLAS_HAVE_CUDA
ddblasStatus_t ddblas_sytrf_prepare_cuda(ddblasHandle_t handle, int64_t *state);
ddblasStatus_t ddblas_sytrf_panel_cuda(ddblasHandle_t handle, const struct ddblas_sytrf_panel *panel);
ddblasStatus_t ddblas_sytrf_order_cuda(ddblasHandle_t handle, const struct ddblas_sytrf_system *s);
ddblasStatus_t ddblas_sytrf_unfold_cuda(ddblasHandle_t handle, const struct ddblas_sytrf_system *s);
ddblasStatus_t ddblas_sytrf_divide_cuda(ddblasHandle_t handle, const struct ddblas_sytrf_system *s);
ddblasStatus_t ddblas_sytri_find_zero_cuda(ddblasHandle_t handle, const struct ddblas_sytri *t);
ddblasStatus_t ddblas_sytri_store_cuda(ddblasHandle_t handle, const struct ddblas_sytri *t);
#endif

#ifdef __cplusplus
}
#endif

#endif
