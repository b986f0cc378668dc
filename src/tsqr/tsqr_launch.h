/*
 * The launches of TSQR's kernels, one table for each type: tsqr_cuda_<letter>.cu. Each returns a cudaError_t.
 */
#ifndef DDBLAS_TSQR_TSQR_LAUNCH_H
#define DDBLAS_TSQR_TSQR_LAUNCH_H

#include "tsqr.h"
#include "tsqr_gram.h"
#include "tsqr_level.h"

#ifdef __cplusplus
extern "C" {
#endif

struct tsqr_kernels
{
    /* R, reflections and numbers of every node of the level. */
    int (*factor)(const struct tsqr_level *level, void *stream);
    /* W of every chunk of the level, packed as S is, and behind a node's chunks the C that is left for its first one. */
    int (*weights)(const struct tsqr_level *level, const struct tsqr_above *above, void *weights, void *stream);
    /* Q over the reflections. */
    int (*form)(const struct tsqr_level *level, const void *weights, void *stream);
    /* All levels of a panel, up, down, or both. Zeros the counters first. */
    int (*whole)(const struct tsqr_whole *whole, void *stream);
    /* The level's share of Q^H B (adjoint) or Q B. */
    int (*apply)(const struct tsqr_level *level, const struct tsqr_block *block, int adjoint, void *stream);
    /* Top blocks to the level above, or back. */
    int (*tops)(const struct tsqr_level *level, const struct tsqr_block *block, int up, void *stream);
    /* B = A, or 0 where A is null, where it is wanted as a level is. */
    int (*copy)(int64_t m, int64_t n, const void *A, struct tsqr_stride a, void *B, struct tsqr_stride b, const int32_t *wanted,
                void *stream);
    /* The first n rows of B's p columns become R^-1 times themselves, or NaN with the column's residual where that is not finite;
     * residual: p reals or null. */
    int (*solve)(int64_t n, const void *R, struct tsqr_stride r, int64_t p, void *B, struct tsqr_stride b, void *residual,
                 void *stream);
    /* The norms of p columns of m rows; partial has room for DDBLAS_TSQR_NORM_PARTS reals a column. */
    int (*norms)(int64_t m, int64_t p, const void *B, struct tsqr_stride b, void *partial, void *residual, void *stream);
    /* Thread blocks of `factor` that a multiprocessor holds at n columns. */
    int (*residency)(int n);
};

enum
{
    DDBLAS_TSQR_NORM_PARTS = 64
};

#define DDBLAS_TYPE(letter, type, real, is_complex) extern const struct tsqr_kernels ddblas_tsqr_kernels_##letter;
#include <dd/types.def>

/* By Gram matrices, of S, D and W. What is not wanted any more returns at once. */
struct tsqr_gram_kernels
{
    /* Pass 0: gram = A^T A; pass 1: of A R1^-1. */
    int (*sum)(const struct tsqr_gram *gram, int pass, void *stream);
    /* R1 or R2 from it, and `refused`. */
    int (*factor)(const struct tsqr_gram *gram, int pass, void *stream);
    /* Q over A. */
    int (*form)(const struct tsqr_gram *gram, void *stream);
    /* R = R2 R1. */
    int (*product)(const struct tsqr_gram *gram, void *stream);
};

extern const struct tsqr_gram_kernels ddblas_tsqr_gram_S, ddblas_tsqr_gram_D, ddblas_tsqr_gram_W;

#ifdef __cplusplus
}
#endif

#endif
