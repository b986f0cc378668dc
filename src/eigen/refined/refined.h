/*
 * Eigenvectors in W by refinement of those that LAPACK or cuSOLVER computes in double.
 */
#ifndef DDBLAS_EIGEN_REFINED_H
#define DDBLAS_EIGEN_REFINED_H

#include "eigen/eigen.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The arrays, in engine memory; matrices are n x n with leading dimension n unless stated
 * otherwise. */
struct ddblas_refined
{
    int64_t n;
    const cuddreal *M; /* The matrix, all elements, of norm about 1. */
    cuddreal *X;       /* The vectors, leading dimension ldx. */
    int64_t ldx;
    cuddreal *T; /* M X, or X^T X. The memory has `spare` more bytes. */
    size_t spare;
    cuddreal *values; /* Rayleigh quotients. */
    double *defect;   /* 1 - x_j^T x_j. */
    double *measured; /* A number for each column. */
    double *first, *second, *third;
};

/* Operations on columns; `measured` gets a number for each column where one is named. */
enum ddblas_refined_pass
{
    DDBLAS_REFINED_NARROW, /* first = M, rounded to double */
    DDBLAS_REFINED_WIDEN,  /* X = first */
    /* values and defect from X and T = M X; second = T - X diag(values), third = X, both rounded to
     * double; measured: the norms of the columns of `second` */
    DDBLAS_REFINED_RESIDUAL,
    /* first(i, j) = first(i, j) / (values[j] - values[i]), first(j, j) = defect[j] / 2; measured:
     * the largest modulus in a column, the diagonal left out */
    DDBLAS_REFINED_CORRECT,
    DDBLAS_REFINED_UPDATE, /* X = X + second */
    /* first = (I - T) / 2, rounded to double; measured: the norms of the columns of I - T */
    DDBLAS_REFINED_DEFECT
};

void ddblas_refined_pass_cpu(ddblasHandle_t handle, enum ddblas_refined_pass pass, const struct ddblas_refined *r);
/* Replaces the matrix in `first` by its eigenvectors in double, in ascending order of the
 * eigenvalues, and uses T's memory. *failed becomes 1 if that is not possible. */
ddblasStatus_t ddblas_refined_start_lapack(ddblasHandle_t handle, const struct ddblas_refined *r, int *failed);
#if DDBLAS_HAVE_CUDA
ddblasStatus_t ddblas_refined_pass_cuda(ddblasHandle_t handle, enum ddblas_refined_pass pass, const struct ddblas_refined *r);
ddblasStatus_t ddblas_refined_start_cusolver(ddblasHandle_t handle, const struct ddblas_refined *r, int *failed);
/* Makes the handles of cuBLAS and cuSOLVER that the others use. */
ddblasStatus_t ddblas_refined_prepare_cusolver(ddblasHandle_t handle);
#endif

/* Bytes of the arrays for order n beside M and X. SIZE_MAX / 16 where no memory has so many. */
size_t ddblas_refined_bytes(int64_t n);
/* Computes X and values: n >= DDBLAS_REFINED_LEAST. `memory` has ddblas_refined_bytes(n) bytes,
 * `host` room for 2 n numbers of W, of which the first n become the eigenvalues, ascending.
 * *accepted becomes 0, and X undefined, if the result does not pass the check. */
ddblasStatus_t ddblas_refined_blocks(struct ddblas_block_run *blocks, int64_t n, const void *M, void *X, int64_t ldx,
                                     void *memory, cuddreal *host, int *accepted);

enum
{
    DDBLAS_REFINED_LEAST = 32 /* Smaller matrices are left to the direct route. */
};

/* For tests: the number of calls of this process whose vectors were refined; and whether later
 * calls may try that, 1 unless set otherwise. */
int64_t ddblas_refined_count(void);
void ddblas_refined_allow(int allow);
int ddblas_refined_allowed(void);

#ifdef __cplusplus
}
#endif

#endif
