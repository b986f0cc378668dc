/*
 * The CPU engine's kernels of norms, compiled for each instruction set.
 */
#ifndef DDBLAS_MATRIX_NORM_CPU_H
#define DDBLAS_MATRIX_NORM_CPU_H

#include "matrix/norm.h"

struct ddblas_norm_kernels
{
    /* The partial result of rows [first, last) of column j, which are in one block; there may be
     * none. */
    struct special_sum (*column)(const struct ddblas_norm_problem *p, enum ddblas_norm_term term, int64_t j, int64_t first,
                                 int64_t last);
    /* The sums of the rows [row, row + count), at most 32, over columns of one chunk. */
    void (*rows)(const struct ddblas_norm_problem *p, int64_t row, int64_t count, int64_t first_column, int64_t last_column,
                 struct special_sum *sums);
};

extern const struct ddblas_norm_kernels ddblas_norm_portable, ddblas_norm_avx2, ddblas_norm_avx512;

/* Substitutes kernels, so that a test can use broken ones. Null ends the substitution. */
void ddblas_norm_substitute(const struct ddblas_norm_kernels *kernels);

#endif
