/*
 * Double-double kernels of gemm on the CPU: one algorithm (gemm_cpu_w_kernel.h), compiled for each
 * instruction set. The bits are the same in all of them.
 */
#ifndef DDBLAS_LEVEL3_GEMM_CPU_W_H
#define DDBLAS_LEVEL3_GEMM_CPU_W_H

#include <stdint.h>

#include "level3/gemm/gemm.h"

/* Types of the two factors of a product, W or D (double). The first one is packed in panels `a`, of
 * mr rows, the second one in panels `b`. */
enum ddblas_gemm_w_form
{
    DDBLAS_GEMM_W_W,
    DDBLAS_GEMM_W_W_TRANSPOSED, /* As W_W in a transposed problem: a is a panel of op(B), b of op(A). */
    DDBLAS_GEMM_W_D,
    DDBLAS_GEMM_D_W,
    DDBLAS_GEMM_D_D,
    DDBLAS_GEMM_FORMS
};

/* A part of op(A), or of the transpose of op(B), whose elements consist of `parts` doubles each: 2
 * for W, 1 for D. Element (r, t) is at X + parts (r row_stride + t term_stride). The operand has
 * rows_there >= rows rows and terms_there >= terms terms from the first element of the part on; the
 * kernels prefetch up to there. */
struct ddblas_gemm_w_part
{
    const void *X;
    int64_t row_stride, term_stride;
    int64_t rows, terms;
    int64_t rows_there, terms_there;
    int parts;
};

/* A part of op(A), or of the transpose of op(B), in complex double-double, which the kernels pack
 * as a real operand (gemm_cpu_u_kernel.h). Element (r, t) is X[r row_stride + t term_stride] or, if
 * `conjugate`, its conjugate. rows and terms count those of the real operand: two terms for each
 * term and, if `doubled`, two rows for each row. rows_there and terms_there count elements. */
struct ddblas_gemm_u_part
{
    const ddblas_host_u *X;
    int64_t row_stride, term_stride;
    int64_t rows, terms;
    int64_t rows_there, terms_there;
    int doubled, conjugate;
};

enum
{
    DDBLAS_GEMM_U_GROUP = 8 /* Complex numbers that are combined together. */
};

/* Complex numbers: high parts and then low parts of their real and imaginary parts. */
struct ddblas_gemm_u_group
{
    double re[2][DDBLAS_GEMM_U_GROUP], im[2][DDBLAS_GEMM_U_GROUP];
};

/* Arguments for tiles of C, one below the other, whose elements are sums of one leaf or two.
 * `first` is the number of terms of the first leaf, 1 to 4; `second` that of the second leaf, 0 to
 * 4. Leaf l has the packed terms of op(A) for tile s at a[l] + s a_step, and those of op(B) at
 * b[l]. form: any but W_W_TRANSPOSED. */
struct ddblas_gemm_w_few
{
    enum ddblas_gemm_w_form form;
    int first, second;
    const double *a[2], *b[2];
    int64_t a_step;
    cuddreal alpha, beta;
    /* For `direct` alone, instead of first, second and b: the number of terms, whose elements of
     * op(A) are packed at a[0], and op(B) in memory. Term t of column j is B[j b_row + t b_term]. */
    int64_t terms;
    const ddblas_host_w *B;
    int64_t b_row, b_term;
};

enum
{
    DDBLAS_GEMM_W_MOST_ROWS = 8 /* rows of the largest tile */
};

/* A column of a tile whose results are not all finite: the sums as mr high parts and then mr low
 * parts, and the mr results. */
struct ddblas_gemm_w_column
{
    double sums[2 * DDBLAS_GEMM_W_MOST_ROWS];
    cuddreal result[DDBLAS_GEMM_W_MOST_ROWS];
};

/* Forms C = alpha sums + beta C for the first `columns` columns of each of `tiles` tiles, with the
 * sums in registers. All these columns are numbered from 0, tile by tile, and the first `done` of
 * them are skipped. At a column with a result that is not finite the function stops: it stores the
 * column in *stopped instead of C and returns its number. Otherwise it returns tiles * columns. The
 * bits are those of `tile` and `combine` below. */
typedef int64_t (*ddblas_gemm_w_few_kernel)(const struct ddblas_gemm_w_few *f, int columns, int64_t tiles, int64_t done,
                                            ddblas_host_w *C, int64_t ld, struct ddblas_gemm_w_column *stopped);

struct ddblas_gemm_w_kernels
{
    const char *name;
    int mr, nr; /* Rows and columns of a tile. */
    /* pack_a (pack_b) packs a part into panels of mr (nr) rows, with high and low parts separated.
     * A part of doubles has no low parts in its panels. Copies of the last row fill up the last
     * panel, and zeros fill up the terms to a multiple of 4. */
    void (*pack_a)(const struct ddblas_gemm_w_part *part, double *out);
    void (*pack_b)(const struct ddblas_gemm_w_part *part, double *out);
    /* The same for complex operands. */
    void (*pack_complex_a)(const struct ddblas_gemm_u_part *part, double *out);
    void (*pack_complex_b)(const struct ddblas_gemm_u_part *part, double *out);
    /* Adds the product of the packed panels a and b, kc terms, to the sums of the first `columns`
     * columns of a tile. kc is a multiple of 4. */
    void (*tile[DDBLAS_GEMM_FORMS])(int columns, int64_t kc, const double *a, const double *b, double *sums);
    /* Adds the sums `more` to `sums` in double-double for the first `columns` columns of a tile. */
    void (*add)(int columns, const double *more, double *sums);
    /* Forms result = alpha * sums + beta * old for the first `columns` columns of a tile. The
     * leading dimension of result is mr, that of old is ld. beta = 0: old is not read. Returns 0
     * when an element of the result is not finite. */
    int (*combine)(int columns, cuddreal alpha, cuddreal beta, const double *sums, const ddblas_host_w *old, int64_t ld,
                   cuddreal *result);
    /* Forms result = alpha * sums + beta * old for a group of complex numbers. beta = 0: old is not
     * read. Returns 0 when a part of a result is not finite. */
    int (*combine_complex)(cuddcomplex alpha, cuddcomplex beta, const struct ddblas_gemm_u_group *sums,
                           const struct ddblas_gemm_u_group *old, struct ddblas_gemm_u_group *result);
    ddblas_gemm_w_few_kernel few;
    ddblas_gemm_w_few_kernel direct; /* For any number of terms, with op(B) as it is in memory. */
};

enum
{
    DDBLAS_GEMM_W_MOST_TILE = 8 * 6 /* Elements of the largest tile. */
};

extern const struct ddblas_gemm_w_kernels ddblas_gemm_w_portable, ddblas_gemm_w_avx2, ddblas_gemm_w_avx512;

/* Returns the kernels of the instruction set that is in use. */
const struct ddblas_gemm_w_kernels *ddblas_gemm_w_chosen_kernels(void);

#endif
