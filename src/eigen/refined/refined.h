/*
 * Eigenvectors in W or U by refinement of those that LAPACK or cuSOLVER computes in double.
 */
#ifndef DDBLAS_EIGEN_REFINED_H
#define DDBLAS_EIGEN_REFINED_H

#include "eigen/eigen.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The cluster of a column: eigenvalues that double cannot tell apart. Its columns are `count`
 * neighbours from `first` on. Clusters of 2 to DDBLAS_REFINED_CLUSTER columns have a place `at` for
 * count (count + 1) numbers in the array `small`; others have at = -1. */
struct ddblas_refined_member
{
    int64_t first, count, at;
};

/* The arrays, in engine memory; matrices are n x n with leading dimension n unless stated
 * otherwise. M, X, T and `small` have elements of the type, W or U; `first`, `second` and `third`
 * have such elements rounded to double: numbers of D or Z. */
struct ddblas_refined
{
    ddblasType_t type;
    int64_t n;
    void *M; /* The matrix, all elements, of norm about 1; its diagonal is 0 between two passes. */
    void *X; /* The vectors, leading dimension ldx. */
    int64_t ldx;
    void *T;            /* M X, or the lower triangle of X^H X. */
    size_t room;        /* Bytes from T on, which the arrays `second` and `third` share. */
    cuddreal *values;   /* Rayleigh quotients. */
    cuddreal *diagonal; /* The diagonal of M. */
    double *defect;     /* 1 - x_j^H x_j, or a second number for each column. */
    double *measured;   /* A number for each column. */
    void *first, *second, *third;
    struct ddblas_refined_member *members; /* For each column. */
    void *small;                           /* Small matrices of clusters. */
};

enum
{
    DDBLAS_REFINED_LEAST = 32,   /* Smaller matrices are left to the direct route. */
    DDBLAS_REFINED_MOST = 32000, /* Sizes of workspaces in double are 32-bit numbers. */
    DDBLAS_REFINED_CLUSTER = 64, /* Most columns of a cluster that is diagonalised on the host. */
    /* Most elements of a column of X that are treated apart in products. Their values and rows take
     * less than `small` from DDBLAS_REFINED_LEAST on. */
    DDBLAS_REFINED_TAKEN = 8
};

/* Operations on columns; `measured` gets a number for each column where one is named. `wide` is the
 * memory of `second` and `third` as a matrix of the type. */
enum ddblas_refined_pass
{
    DDBLAS_REFINED_NARROW,        /* first = M, rounded to double; measured: the norms of its columns */
    DDBLAS_REFINED_WIDEN,         /* X = first */
    DDBLAS_REFINED_TAKE_DIAGONAL, /* Moves the diagonal of M to `diagonal`, and leaves 0. */
    DDBLAS_REFINED_PUT_DIAGONAL,  /* Moves it back. */
    DDBLAS_REFINED_ADD_DIAGONAL,  /* T = T + diag(diagonal) X */
    /* Computes values and defect from X and T = M X; stores second = T - X diag(values) and
     * third = X, both rounded to double; measures the norms of the columns of `second`. */
    DDBLAS_REFINED_RESIDUAL,
    /* first(i, j) = first(i, j) / (values[j] - values[i]), 0 if i and j are of one cluster, and
     * first(j, j) = defect[j] / 2; measured: the largest modulus in a column beside the diagonal */
    DDBLAS_REFINED_CORRECT,
    DDBLAS_REFINED_UPDATE, /* X = X + second */
    /* F = I - X^H X from T; first = F / 2, rounded to double; measured: the norms of F's columns;
     * defect: the norms of the columns of (diag(values) F - F diag(values)) / 2 */
    DDBLAS_REFINED_DEFECT,
    /* In `small`, for all i >= j of one cluster of k columns from f on: element (i - f, j - f) of a
     * k x (k + 1) matrix becomes x_i^H (t_j - values[f] x_j), and (j - f, i - f + 1) x_i^H x_j. */
    DDBLAS_REFINED_GRAM,
    /* Columns of clusters: wide = X Q and X = wide, or wide = T Q and T = wide, Q in `small`. */
    DDBLAS_REFINED_ROTATE_X,
    DDBLAS_REFINED_TAKE_X,
    DDBLAS_REFINED_ROTATE_T,
    DDBLAS_REFINED_TAKE_T
};

void ddblas_refined_pass_cpu(ddblasHandle_t handle, enum ddblas_refined_pass pass, const struct ddblas_refined *r);
/* Replaces the matrix in `first` by its eigenvectors in double, in ascending order of the
 * eigenvalues, and uses the room from T on. *failed becomes 1 if that is not possible. */
ddblasStatus_t ddblas_refined_start_lapack(ddblasHandle_t handle, const struct ddblas_refined *r, int *failed);
/* Bytes of room that it needs, 0 if it cannot treat the order n. */
size_t ddblas_refined_room_lapack(ddblasType_t type, int64_t n);
#if DDBLAS_HAVE_CUDA
ddblasStatus_t ddblas_refined_room_cusolver(ddblasHandle_t handle, ddblasType_t type, int64_t order, size_t *bytes);
ddblasStatus_t ddblas_refined_pass_cuda(ddblasHandle_t handle, enum ddblas_refined_pass pass, const struct ddblas_refined *r);
ddblasStatus_t ddblas_refined_start_cusolver(ddblasHandle_t handle, const struct ddblas_refined *r, int *failed);
/* Makes the handles of cuBLAS and cuSOLVER that the others use. */
ddblasStatus_t ddblas_refined_prepare_cusolver(ddblasHandle_t handle);
#endif

/* *room becomes the bytes that vectors in double of order n take, or 0 if they are not possible. On
 * the CUDA engine cuSOLVER says how many. */
ddblasStatus_t ddblas_refined_room(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *room);

/* ---- products (refined_products.c) ----------------------------------------------------------- */

/* C = op(A) B in double, or in Z, n x n. */
ddblasStatus_t ddblas_refined_in_double(struct ddblas_block_run *blocks, const struct ddblas_refined *r, ddblasOperation_t trans,
                                        const void *A, const void *B, void *C);
/* T = M X for the M in memory, without the diagonal; in_double: X is `first`. `host` has n numbers
 * of host memory. `small` is overwritten. */
ddblasStatus_t ddblas_refined_times_m(struct ddblas_block_run *blocks, const struct ddblas_refined *r, double *host,
                                      int in_double);
/* The lower triangle of T = X^H X. */
ddblasStatus_t ddblas_refined_gram(struct ddblas_block_run *blocks, const struct ddblas_refined *r, double *host);

/* Steps of a product in which the large elements of X are treated apart; see
 * refined_apart_cuda.cu. */
enum ddblas_refined_apart
{
    DDBLAS_REFINED_CHOOSE,   /* Finds the large elements; measured: their number in each column. */
    DDBLAS_REFINED_TAKE_OUT, /* Sets them to 0 in X. */
    DDBLAS_REFINED_PUT_BACK,
    DDBLAS_REFINED_ADD_PRODUCT, /* Adds their part of M X to T. */
    DDBLAS_REFINED_ADD_GRAM     /* Adds their part of X^H X to the lower triangle of T. */
};
#if DDBLAS_HAVE_CUDA
ddblasStatus_t ddblas_refined_apart_cuda(ddblasHandle_t handle, enum ddblas_refined_apart step, const struct ddblas_refined *r);
#endif

/* For tests: the number of products of this process with elements treated apart; and whether later
 * ones may be, 1 unless set otherwise. */
int64_t ddblas_refined_apart_count(void);
void ddblas_refined_allow_apart(int allow);

/* ---- clusters (refined_clusters.c), in host memory ------------------------------------------- */

/* Finds the clusters of columns whose values, ascending as far as `gap` tells, are chains with gaps
 * of at most `gap`. Returns the numbers that `small` needs, 0 if no cluster has a place. */
int64_t ddblas_refined_clusters(int64_t n, const cuddreal *values, double gap, struct ddblas_refined_member *members);
/* Replaces the small matrices of all clusters by the Q for which the columns X Q are orthonormal
 * and diagonalise M - mu I, with ascending values, up to errors of `small_element`. `work` has
 * three times the numbers of `small`. Returns 0 if the columns of a cluster are far from
 * orthonormal. */
int ddblas_refined_diagonalise(ddblasHandle_t handle, ddblasType_t type, int64_t n, const struct ddblas_refined_member *members,
                               void *small, double small_element, void *work);

/* ---- the refinement (refined_blocks.c) ------------------------------------------------------- */

struct ddblas_refined_call
{
    int64_t n; /* DDBLAS_REFINED_LEAST .. DDBLAS_REFINED_MOST */
    size_t room;
    void *M; /* Unchanged after the call, unless that fails. */
    void *X; /* Gets the vectors. */
    int64_t ldx;
    void *memory;     /* ddblas_refined_bytes(type, n, room) bytes */
    cuddreal *values; /* In host memory: n numbers, which become the eigenvalues, ascending. */
    void *host;       /* ddblas_refined_host_bytes(type, n) bytes of host memory */
};

/* Lays the arrays out in `memory`, and returns their bytes. From T on they are T, second, third,
 * first, and then smaller ones. */
size_t ddblas_refined_lay_out(struct ddblas_refined *r, ddblasType_t type, int64_t n, size_t room, char *memory);
/* The most numbers of `small`. */
int64_t ddblas_refined_most_small(int64_t n);
/* Bytes of the arrays for order n beside M and X. SIZE_MAX / 16 where no memory has so many. */
size_t ddblas_refined_bytes(ddblasType_t type, int64_t n, size_t room);
size_t ddblas_refined_host_bytes(ddblasType_t type, int64_t n);
/* Computes X and values, in the type of the run. *accepted becomes 0, and X undefined, if the
 * result does not pass the check. */
ddblasStatus_t ddblas_refined_blocks(struct ddblas_block_run *blocks, const struct ddblas_refined_call *call, int *accepted);

/* For tests: the number of calls of this process whose vectors were refined; and whether later
 * calls may try that, 1 unless set otherwise. */
int64_t ddblas_refined_count(void);
void ddblas_refined_allow(int allow);
int ddblas_refined_allowed(void);

#ifdef __cplusplus
}
#endif

#endif
