/*
 * QR factorisation with column pivoting, inside the library.
 *
 * Columns are taken in blocks of DDBLAS_GEQP3_WIDTH. Within a block, after the columns
 * first ... k, the matrix behind them is A - V F^H, where only row k of it has been computed so
 * far; the block ends with this product. For column k:
 *
 *   pivot     the column of the largest norm comes to place k, with its row of F
 *   rows      a_k = a_k - V F(k, :)^H, in the rows from k on
 *   panel     reflector k of the rows from k on (qr_panel)
 *   gemv      y = A^H v in the rows below k, for all columns of the block and behind it
 *   finish    F(j, k) = tau (A^H v - F V^H v)_j;  a_kj = a_kj - (V F^H)_kj;  norm j, for j > k
 *   norms     of those columns whose norms have lost too many digits
 *
 * G. Quintana-Orti, X. Sun, C. Bischof, A BLAS-3 version of the QR factorization with column
 * pivoting, SIAM J. Sci. Comput. 19(5), 1998, which is LAPACK's laqps. LAPACK ends a block where a
 * norm has to be computed again; here it is computed from A - V F^H at once, so that the host knows
 * all launches. Norms are numbers of double.
 */
#ifndef DDBLAS_FACTOR_GEQP3_H
#define DDBLAS_FACTOR_GEQP3_H

#include "qr.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A P = Q R for A of m x n. */
struct ddblas_geqp3_problem
{
    ddblasType_t type;
    int64_t m, n;
    void *A;
    int64_t lda;
    int64_t *jpvt; /* In engine memory. */
    void *tau;
};

/* Computes the problem, m, n >= 1. */
ddblasStatus_t ddblas_geqp3_blocks(struct ddblas_block_run *blocks, const void *problem);

enum
{
    DDBLAS_GEQP3_WIDTH = 32 /* Columns of a block. */
};

/* A step for column k of the block that begins with column `first`. */
struct ddblas_geqp3_step
{
    ddblasType_t type;
    int64_t m, n, first, k;
    void *A;
    int64_t lda;
    int64_t *jpvt;
    void *tau;
    void *F;           /* n x DDBLAS_GEQP3_WIDTH, leading dimension n. */
    void *y;           /* n elements. */
    double *norm;      /* n norms of columns in the rows from k on. */
    double *reference; /* The norms that were last computed from elements. */
    int64_t *exchange; /* n numbers: column j is exchanged with this one before the first step. */
    int64_t *state;    /* 2 numbers: that of fixed columns, and the column that comes to place k. */
};

/* ---- the engines ----------------------------------------------------------------------------- */

/* Brings the columns that jpvt marks to the front, sets jpvt, and computes all norms. */
void ddblas_geqp3_start_cpu(ddblasHandle_t handle, const struct ddblas_geqp3_step *step);
/* `pivot` and `rows` above. */
void ddblas_geqp3_pivot_cpu(ddblasHandle_t handle, const struct ddblas_geqp3_step *step);
/* `finish` and `norms` above. */
void ddblas_geqp3_finish_cpu(ddblasHandle_t handle, const struct ddblas_geqp3_step *step);

#if DDBLAS_HAVE_CUDA
ddblasStatus_t ddblas_geqp3_start_cuda(ddblasHandle_t handle, const struct ddblas_geqp3_step *step);
ddblasStatus_t ddblas_geqp3_pivot_cuda(ddblasHandle_t handle, const struct ddblas_geqp3_step *step);
ddblasStatus_t ddblas_geqp3_finish_cuda(ddblasHandle_t handle, const struct ddblas_geqp3_step *step);
#endif

#ifdef __cplusplus
}
#endif

#endif
