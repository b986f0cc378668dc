/*
 * Eigenvectors of a tridiagonal matrix T for chosen eigenvalues by inverse iteration, inside the
 * library. DDBLAS_STEIN_ROUNDS times
 *
 *   X_j = (T - w_j)^-1 X_j    every column by itself (stein_iterate.h)
 *   X   = X R^-1              in every chain, by orthogonalisation in the order of the columns
 *
 * and at the end X = X (I - (X^T X - I) / 2). A chain is a sequence of eigenvalues whose gaps are
 * at most 2^-40 |T|; most have one member. Vectors of different chains are orthogonal up to u_w
 * 2^40, which the last step squares.
 */
#ifndef DDBLAS_EIGEN_STEIN_H
#define DDBLAS_EIGEN_STEIN_H

#include "eigen/eigen.h"

#ifdef __cplusplus
extern "C" {
#endif

enum
{
    DDBLAS_STEIN_ROUNDS = 3,
    /* Columns that are solved at once at most, each with memory for 3 n numbers. */
    DDBLAS_STEIN_SLOTS_CPU = 64,
    DDBLAS_STEIN_SLOTS_CUDA = 2048
};

/* T is scaled so that its elements are at most about 1. n, m >= 1. */
struct ddblas_stein
{
    int64_t n, m;
    const cuddreal *d, *e; /* In host memory, as w; e has n - 1 numbers that are read. */
    const cuddreal *w;     /* m eigenvalues in ascending order. */
    void *memory;          /* ddblas_stein_bytes bytes in engine memory. */
    void *host;            /* ddblas_stein_host_bytes bytes. */
    const char *name;      /* The routine, for messages. */
};

size_t ddblas_stein_bytes(const struct ddblas_block_run *blocks, int64_t n, int64_t m);
size_t ddblas_stein_host_bytes(int64_t n, int64_t m);
/* Z, n x m in the type of the run, becomes the vectors. *failed becomes the number of columns that
 * did not converge; these become NaN. */
ddblasStatus_t ddblas_stein_blocks(struct ddblas_block_run *blocks, const struct ddblas_stein *stein, void *Z, int64_t ldz,
                                   int64_t *failed);

/* ---- the engines ----------------------------------------------------------------------------- */

/* Columns [first, first + count) of X, whose eigenvalues are a chain. */
struct ddblas_stein_chain
{
    int64_t first, count;
};

/* All arrays are in engine memory. */
struct ddblas_stein_step
{
    int64_t n, m, chains;
    int round;
    double small; /* The least modulus of a pivot. */
    const cuddreal *d, *e, *w;
    const struct ddblas_stein_chain *chain;
    cuddreal *X;       /* n x m, leading dimension n. */
    cuddreal *factors; /* 3 n numbers for each slot. */
    double *residual;  /* m numbers: |(T - w_j) x_j| as the growth of x_j says. */
};

/* Solves for all columns, in the first round with numbers of a fixed sequence on the right-hand
 * side, and makes the columns of each chain orthonormal. */
void ddblas_stein_step_cpu(ddblasHandle_t handle, const struct ddblas_stein_step *step);
/* S = (S - I) / 2 for a contiguous S of order m. */
void ddblas_stein_halve_cpu(int64_t m, cuddreal *S);
#if DDBLAS_HAVE_CUDA
ddblasStatus_t ddblas_stein_step_cuda(ddblasHandle_t handle, const struct ddblas_stein_step *step);
ddblasStatus_t ddblas_stein_halve_cuda(ddblasHandle_t handle, int64_t m, cuddreal *S);
#endif

#ifdef __cplusplus
}
#endif

#endif
