/*
 * The double-double kernels of gemv on the CPU. One algorithm (gemv_cpu_w_kernel.h) is compiled for
 * each instruction set and gives the same bits in all of them.
 *
 * The kernels treat real matrices only. A complex matrix is a real one with twice as many rows for
 * them, because the real and imaginary parts of its elements alternate in memory
 * (gemv_cpu_pairs.c).
 */
#ifndef DDBLAS_LEVEL2_GEMV_CPU_W_H
#define DDBLAS_LEVEL2_GEMV_CPU_W_H

#include <stdint.h>

#include "simd/host_memory.h"

enum
{
    /* Most rows and columns of a piece of A for the kernel `rows`. The number of columns is a
     * multiple of 32, because the kernel normalises its sums every 32 columns. */
    DDBLAS_GEMV_W_ROWS = 512,
    DDBLAS_GEMV_W_LONG = 128,
    /* Most columns and rows of a piece of A for the kernel `columns`, which normalises its sums
     * every 128 rows. */
    DDBLAS_GEMV_W_COLUMNS = 64,
    DDBLAS_GEMV_W_TALL = 1024,
    /* Number of sums of a column. Row r of a piece belongs to lane r mod 8. */
    DDBLAS_GEMV_W_LANES = 8,
    /* Number of doubles for the unfinished sums of a piece, of either kernel. */
    DDBLAS_GEMV_W_SUMS = 2 * DDBLAS_GEMV_W_ROWS
};

struct ddblas_gemv_w_kernels
{
    const char *name;
    /* Adds A z to the sums of `rows` rows, for `columns` columns of A. rows[1] is the kernel for A
     * in double-double, rows[0] the one for A in double. */
    void (*rows[2])(int64_t rows, int64_t columns, const void *A, int64_t lda, const cuddreal *z, double *sums);
    /* Adds A^T x to the sums of `columns` columns, for `rows` rows of A. columns[1] is the kernel
     * for A in double-double, columns[0] the one for A in double. x has `rows` elements, followed
     * by zeros up to a multiple of 8. */
    void (*columns[2])(int64_t rows, int64_t columns, const void *A, int64_t lda, const cuddreal *x, double *sums);
    /* Convert the sums of `count` rows (finish_rows) or of `count` columns (finish_columns) to
     * normalised numbers. result must have room for a multiple of 8 numbers. */
    void (*finish_rows)(int64_t count, const double *sums, cuddreal *result);
    void (*finish_columns)(int64_t count, const double *sums, cuddreal *result);
};

extern const struct ddblas_gemv_w_kernels ddblas_gemv_w_portable, ddblas_gemv_w_avx2, ddblas_gemv_w_avx512;

/* Makes the engine use other kernels, so that a test can use broken ones. Null restores the
 * library's kernels. */
void ddblas_gemv_w_substitute(const struct ddblas_gemv_w_kernels *kernels);

#endif
