/*
 * Cholesky and LU factorisations and the systems solved with them, inside the library. A routine is
 * a function over the operations of block_operations.h: products, triangular systems, and the
 * operations of this room below, which each engine provides.
 */
#ifndef DDBLAS_FACTOR_H
#define DDBLAS_FACTOR_H

#include <dd/factor.h>

#include "level3/structured/block_operations.h"
#include "level3/structured/triangular_w.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The tasks of a call: it factors A, solves with the factors, or does both. */
enum ddblas_factor_task
{
    DDBLAS_FACTOR = 1,
    DDBLAS_FACTOR_SOLVE = 2
};

/* A = L L^H (LOWER) or A = U^H U (UPPER), in one triangle of A, and A X = B. */
struct ddblas_potrf_problem
{
    ddblasType_t type;
    int tasks; /* A sum of values of enum ddblas_factor_task. */
    ddblasFillMode_t uplo;
    int64_t n;
    const void *A;
    void *F; /* A, if the call factors it. */
    int64_t lda;
    int64_t *info; /* In engine memory. */
    int64_t nrhs;
    void *B;
    int64_t ldb;
};

/* P A = L U for A of m x n and, if it solves, op(A) X = B with m = n. Row i was exchanged with row
 * ipiv[i] - 1, i = 0, 1, ..., min(m, n) - 1. */
struct ddblas_getrf_problem
{
    ddblasType_t type;
    int tasks;
    int64_t m, n;
    const void *A;
    void *F; /* A, if the call factors it. */
    int64_t lda;
    const int64_t *ipiv; /* In engine memory. */
    int64_t *pivots;     /* ipiv, if the call factors. */
    int64_t *info;
    ddblasOperation_t trans;
    int64_t nrhs;
    void *B;
    int64_t ldb;
};

/* Runs the routine, with 1 as the run's alpha, in host memory whatever the pointer mode is. */
ddblasStatus_t ddblas_factor_run(ddblasHandle_t handle, ddblasType_t type, ddblas_block_routine routine, const void *problem);

/* Returns the bytes of workspace that suffice for either triangle: which one is stored decides the
 * shapes of the products. `uplo` points to the problem's own member and is set. */
size_t ddblas_factor_workspace(ddblasHandle_t handle, ddblasType_t type, ddblas_block_routine routine, const void *problem,
                               ddblasFillMode_t *uplo);

/* Computes the problem: n >= 1, and nrhs >= 1 if it solves. */
ddblasStatus_t ddblas_potrf_blocks(struct ddblas_block_run *blocks, const void *problem);

/* Computes the LU problem: m, n >= 1. */
ddblasStatus_t ddblas_getrf_blocks(struct ddblas_block_run *blocks, const void *problem);

/* Returns 1 if the engine is CUDA. */
static inline int ddblas_factor_on_cuda(const struct ddblas_block_run *b)
{
    return b->handle->backend->engine == DDBLAS_ENGINE_CUDA;
}

/* Checks a pointer to int64_t numbers in engine memory. */
ddblasStatus_t ddblas_factor_check_integers(ddblasHandle_t handle, int position, const char *name, const int64_t *pointer);
/* Sets *info to 0, in the order of the stream. */
ddblasStatus_t ddblas_factor_clear_info(ddblasHandle_t handle, int64_t *info);
/* Sets all of the n x nrhs matrix B to NaN if *info is not 0. */
ddblasStatus_t ddblas_factor_poison(ddblasHandle_t handle, ddblasType_t type, const int64_t *info, int64_t n, int64_t nrhs,
                                    void *B, int64_t ldb);

/* ---- the engines ----------------------------------------------------------------------------- */

/* A diagonal block of a Cholesky factorisation, seen as a lower triangle: L(i, j) is the element at
 * i row + j column of A or, if `conjugate`, its conjugate. */
struct ddblas_potrf_leaf
{
    ddblasType_t type;
    int conjugate;
    int64_t order;
    void *A;
    int64_t row, column;
    int64_t at; /* Number of the rows of the whole matrix before the block. */
    int64_t *info;
};

/* A product X X^H that belongs to a block. Element (i, t) of X is at i row + t term, or its
 * conjugate if the block's are conjugates. */
struct ddblas_potrf_terms
{
    const void *X;
    int64_t row, term, terms;
};

enum
{
    /* Largest orders of a diagonal block that is factored without products of blocks. */
    DDBLAS_POTRF_LEAF_CPU = 8,
    DDBLAS_POTRF_LEAF_CUDA = 64,
    DDBLAS_POTRF_LEAF_COMPLEX_CUDA = 32,
    /* Least number of rows of a product during which the next diagonal block is factored. */
    DDBLAS_POTRF_AHEAD_CUDA = 128
};

/* Factors the block. If its leading minor of order k is the first that is not positive definite,
 * sets *info to at + k; the columns before k then hold the factor. The CUDA engine sets the columns
 * from k on to NaN, or all columns if *info was not 0 before. */
void ddblas_potrf_leaf_cpu(const struct ddblas_potrf_leaf *leaf);

/* A few columns that are factored with pivots: the rows and columns of A from number `at` on, whose
 * first element A points to. */
struct ddblas_getrf_panel
{
    ddblasType_t type;
    int64_t rows, columns, at; /* rows, columns >= 1. */
    void *A;
    int64_t lda;
    int64_t *ipiv, *info; /* ipiv and info of the whole matrix. */
    void *scratch;        /* ddblas_getrf_panel_scratch bytes on the CUDA engine. */
};

/* Exchanges row i with row ipiv[i] - 1 of a matrix, for i = first, first + 1, ..., last - 1, or in
 * the opposite order if `backward`. A points to row 0. */
struct ddblas_row_exchanges
{
    ddblasType_t type;
    int64_t columns;
    void *A;
    int64_t lda;
    const int64_t *ipiv;
    int64_t first, last;
    int backward;
};

enum
{
    /* Largest numbers of columns of a panel. */
    DDBLAS_GETRF_PANEL_CPU = 8,
    DDBLAS_GETRF_PANEL_COMPLEX_CPU = 4,
    DDBLAS_GETRF_PANEL_CUDA = 32,
    DDBLAS_GETRF_PANEL_COMPLEX_CUDA = 16
};

void ddblas_getrf_panel_cpu(ddblasHandle_t handle, const struct ddblas_getrf_panel *panel);
void ddblas_exchange_rows_cpu(ddblasHandle_t handle, const struct ddblas_row_exchanges *exchanges);

void ddblas_factor_poison_cpu(ddblasType_t type, int64_t n, int64_t nrhs, void *B, int64_t ldb);

#if DDBLAS_HAVE_CUDA
ddblasStatus_t ddblas_potrf_leaf_cuda(ddblasHandle_t handle, const struct ddblas_potrf_leaf *leaf);
/* Subtracts the terms from the block and factors it, in a second stream beside what the caller
 * launches next. The block itself is only read, and it may be overwritten. scratch holds
 * ddblas_potrf_ahead_elements elements until the factor is placed. */
int64_t ddblas_potrf_ahead_elements(ddblasType_t type);
ddblasStatus_t ddblas_potrf_prepare_cuda(ddblasHandle_t handle); /* Makes the second stream. */
ddblasStatus_t ddblas_potrf_ahead_cuda(ddblasHandle_t handle, const struct ddblas_potrf_leaf *leaf,
                                       const struct ddblas_potrf_terms *terms, void *scratch);
/* Waits, in the handle's stream, for the factor and stores it in the block. */
ddblasStatus_t ddblas_potrf_place_cuda(ddblasHandle_t handle, const struct ddblas_potrf_leaf *leaf, const void *scratch);
/* Returns the bytes of scratch memory of the panels, and prepares the memory for them. */
size_t ddblas_getrf_panel_scratch(void);
ddblasStatus_t ddblas_getrf_prepare_cuda(ddblasHandle_t handle, void *scratch);
ddblasStatus_t ddblas_getrf_panel_cuda(ddblasHandle_t handle, const struct ddblas_getrf_panel *panel);
ddblasStatus_t ddblas_exchange_rows_cuda(ddblasHandle_t handle, const struct ddblas_row_exchanges *exchanges);
ddblasStatus_t ddblas_factor_clear_info_cuda(ddblasHandle_t handle, int64_t *info);
ddblasStatus_t ddblas_factor_poison_cuda(ddblasHandle_t handle, ddblasType_t type, const int64_t *info, int64_t n, int64_t nrhs,
                                         void *B, int64_t ldb);
#endif

#ifdef __cplusplus
}
#endif

#endif
