/*
 * Double-double kernels of gemm on the CPU: one algorithm (gemm_cpu_w_kernel.h), compiled for each
 * instruction set. The bits are the same in all of them.
 */
#ifndef DDBLAS_LEVEL3_GEMM_CPU_W_H
#define DDBLAS_LEVEL3_GEMM_CPU_W_H

#include <stdint.h>

#include "level3/gemm/gemm.h"

/* A part of op(A), or of op(B) with its columns as rows: element (r, t) is X[r row_stride + t
 * term_stride]. rows_there >= rows and terms_there >= terms say how far the operand extends, for
 * prefetches. */
struct ddblas_gemm_w_part
{
    const ddblas_host_w *X;
    int64_t row_stride, term_stride;
    int64_t rows, terms;
    int64_t rows_there, terms_there;
};

/* Tiles of C, one below the other, that get sums of one or two leaves of terms: first of them is 1
 * to 4, second 0 to 4 terms. The packed terms of tile s start at a[.] + s a_step. */
struct ddblas_gemm_w_few
{
    int first, second;
    const double *a[2], *b[2];
    int64_t a_step;
    cuddreal alpha, beta;
};

enum
{
    DDBLAS_GEMM_W_MOST_ROWS = 8 /* rows of the largest tile */
};

/* A column of a tile whose results are not all finite: its sums, mr high parts and then mr low
 * parts, and its results. */
struct ddblas_gemm_w_column
{
    double sums[2 * DDBLAS_GEMM_W_MOST_ROWS];
    cuddreal result[DDBLAS_GEMM_W_MOST_ROWS];
};

struct ddblas_gemm_w_kernels
{
    const char *name;
    int mr, nr; /* Rows and columns of a tile. */
    /* Packs a part into panels of mr or nr rows, with high and low parts separated. Pads with
     * copies of the last row to whole panels, and with zeros to a multiple of 4 terms. */
    void (*pack_a)(const struct ddblas_gemm_w_part *part, double *out);
    void (*pack_b)(const struct ddblas_gemm_w_part *part, double *out);
    /* Adds a b over kc terms to the sums of the first `columns` columns, kc a multiple of 4.
     * tile[1] is for a transposed problem, where a comes from op(B) and b from op(A). */
    void (*tile[2])(int columns, int64_t kc, const double *a, const double *b, double *sums);
    /* Adds `more` to sums for the first `columns` columns of a tile, by accurate additions. */
    void (*add)(int columns, const double *more, double *sums);
    /* Forms result = alpha * sums + beta * old for the first `columns` columns of a tile. The
     * leading dimension of result is mr, that of old is ld. beta = 0: old is not read. Returns 0
     * when an element of the result is not finite. */
    int (*combine)(int columns, cuddreal alpha, cuddreal beta, const double *sums, const ddblas_host_w *old, int64_t ld,
                   cuddreal *result);
    /* C = alpha sums + beta C for the first `columns` columns of each of `tiles` tiles, without a
     * way through memory for the sums; columns are counted tile by tile, and the first `done` are
     * left out. Returns their number, or that of those before the first one with a result that is
     * not finite, which goes to *stopped and not to C. The bits are those of tile and combine. */
    int64_t (*few)(const struct ddblas_gemm_w_few *f, int columns, int64_t tiles, int64_t done, ddblas_host_w *C, int64_t ld,
                   struct ddblas_gemm_w_column *stopped);
};

enum
{
    DDBLAS_GEMM_W_MOST_TILE = 8 * 6 /* Elements of the largest tile. */
};

extern const struct ddblas_gemm_w_kernels ddblas_gemm_w_portable, ddblas_gemm_w_avx2, ddblas_gemm_w_avx512;

#endif
