/*
 * The launch functions of TSQR's kernels, one table for each type (tsqr_launch.cuh). Each
 * function returns a cudaError_t.
 */
#ifndef DDBLAS_TSQR_TSQR_LAUNCH_H
#define DDBLAS_TSQR_TSQR_LAUNCH_H

#include "tsqr/tsqr.h"
#include "tsqr/gram/tsqr_gram.h"
#include "tsqr_level.h"

#ifdef __cplusplus
extern "C" {
#endif

struct tsqr_kernels
{
    /* Factors every node of a level: R, reflections and S. */
    int (*factor)(const struct tsqr_level *level, void *stream);
    /* Computes W of every chunk of a level, packed as S is. Behind the W of the chunks of a node it
     * stores the part of C that remains for the node's first chunk (tsqr_form.cuh). */
    int (*weights)(const struct tsqr_level *level, const struct tsqr_above *above, void *weights, void *stream);
    /* Overwrites the reflections of a level with its Q. */
    int (*form)(const struct tsqr_level *level, const void *weights, void *stream);
    /* Works on all levels of a panel in one launch: factors them if whole->up is set, forms their Q
     * if whole->down is set. It first sets the counters to 0. */
    int (*whole)(const struct tsqr_whole *whole, void *stream);
    /* Applies the Q^H (if `adjoint` is set) or the Q of a level to a block. */
    int (*apply)(const struct tsqr_level *level, const struct tsqr_block *block, int adjoint, void *stream);
    /* Copies the top blocks of a level's nodes to the level above if `up` is set, otherwise from
     * there to the nodes. */
    int (*tops)(const struct tsqr_level *level, const struct tsqr_block *block, int up, void *stream);
    /* Copies A to B, both m x n, or sets B to 0 if A is null. wanted: an address in device memory,
     * or null. The kernel does nothing if *wanted is 0; with null it always works (as in struct
     * tsqr_level). */
    int (*copy)(int64_t m, int64_t n, const void *A, struct tsqr_stride a, void *B, struct tsqr_stride b, const int32_t *wanted,
                void *stream);
    /* Multiplies the first n rows of B's p columns by R^-1. If a column of the result or its
     * residual norm is not finite, the column and the norm become NaN. residual: the p residual
     * norms, which are real numbers, or null. */
    int (*solve)(int64_t n, const void *R, struct tsqr_stride r, int64_t p, void *B, struct tsqr_stride b, void *residual,
                 void *stream);
    /* Sets residual[c] to the norm of column c of B, which has p columns of m rows. partial:
     * DDBLAS_TSQR_NORM_PARTS reals for each column. */
    int (*norms)(int64_t m, int64_t p, const void *B, struct tsqr_stride b, void *partial, void *residual, void *stream);
    /* Returns the number of thread blocks of `factor` that a multiprocessor holds at once for n
     * columns. */
    int (*residency)(int n);
};

enum
{
    DDBLAS_TSQR_NORM_PARTS = 64
};

/* Declares the tables of kernels ddblas_tsqr_kernels_<letter>, which tsqr_launch.cuh defines. */
#define DDBLAS_TYPES                                DDBLAS_TYPES_OF_TSQR
#define DDBLAS_TYPE(letter, type, real, is_complex) extern const struct tsqr_kernels ddblas_tsqr_kernels_##letter;
#include <dd/types.def>

/* The kernels of the Gram route, for S, D and W. A kernel returns at once if an earlier one has
 * refused the matrix. */
struct tsqr_gram_kernels
{
    /* Pass 0: gram = A^T A. Pass 1: gram = Q1^T Q1 with Q1 = A R1^-1. */
    int (*sum)(const struct tsqr_gram *gram, int pass, void *stream);
    /* Computes R1 (pass 0) or R2 (pass 1) from gram, and sets `refused`. */
    int (*factor)(const struct tsqr_gram *gram, int pass, void *stream);
    /* Overwrites A with Q. */
    int (*form)(const struct tsqr_gram *gram, void *stream);
    /* R = R2 R1. */
    int (*product)(const struct tsqr_gram *gram, void *stream);
};

/* Declares the tables ddblas_tsqr_gram_<letter>, which tsqr_gram_launch.cuh defines. */
#define DDBLAS_TYPES                                DDBLAS_TSQR_GRAM_TYPES
#define DDBLAS_TYPE(letter, type, real, is_complex) extern const struct tsqr_gram_kernels ddblas_tsqr_gram_##letter;
#include <dd/types.def>

#ifdef __cplusplus
}
#endif

#endif
