/*
 * Double-double kernels of gemm on the CPU: one algorithm (gemm_cpu_w_kernel.h), compiled for each
 * instruction set. The bits are the same in all of them.
 */
#ifndef DDBLAS_LEVEL3_GEMM_CPU_W_H
#define DDBLAS_LEVEL3_GEMM_CPU_W_H

#include <stdint.h>

#include "level3/gemm/gemm.h"

/* Types of the two factors of a product: each is W (double-double) or D (double). The first factor
 * is packed in panels `a` of mr rows, the second one in panels `b`. */
enum ddblas_gemm_w_form
{
    DDBLAS_GEMM_W_W,
    /* As W_W, but the problem is transposed: `a` is a panel of op(B), and `b` is a panel of
     * op(A). */
    DDBLAS_GEMM_W_W_TRANSPOSED,
    DDBLAS_GEMM_W_D,
    DDBLAS_GEMM_D_W,
    DDBLAS_GEMM_D_D,
    DDBLAS_GEMM_FORMS
};

/* A part of op(A), or of the transpose of op(B). An element consists of `parts` doubles, 2 in W and
 * 1 in D. Element (r, t) is at X + parts (r row_stride + t term_stride). The operand has rows_there
 * >= rows rows and terms_there >= terms terms, counted from the first element of the part; the
 * kernels prefetch up to these limits. */
struct ddblas_gemm_w_part
{
    const void *X;
    int64_t row_stride, term_stride;
    int64_t rows, terms;
    int64_t rows_there, terms_there;
    int parts;
};

/* A part of op(A), or of the transpose of op(B), in complex double-double. The kernels pack it as a
 * real operand (gemm_cpu_u_kernel.h). Element (r, t) is X[r row_stride + t term_stride]; if
 * `conjugate` is set, it is conjugated. rows and terms count rows and terms of the real operand,
 * which has two terms for each complex term and, if `doubled` is set, two rows for each complex
 * row. rows_there and terms_there count complex elements. */
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
    DDBLAS_GEMM_U_GROUP = 8 /* Number of complex numbers that are combined together. */
};

/* Complex numbers: high parts and then low parts of their real and imaginary parts. */
struct ddblas_gemm_u_group
{
    double re[2][DDBLAS_GEMM_U_GROUP], im[2][DDBLAS_GEMM_U_GROUP];
};

/* Arguments for several tiles of C, one below the other, whose elements are sums of one or two
 * leaves. `first` is the number of terms of the first leaf, 1 to 4, and `second` that of the second
 * leaf, 0 to 4. For leaf l, a[l] + s a_step has the packed terms of op(A) for tile s, and b[l] the
 * packed terms of op(B). form: any form but W_W_TRANSPOSED. */
struct ddblas_gemm_w_few
{
    enum ddblas_gemm_w_form form;
    int first, second;
    const double *a[2], *b[2];
    int64_t a_step;
    cuddreal alpha, beta;
    /* These members are used only by `direct`, which ignores first, second and b. terms: number of
     * terms; their elements of op(A) are packed at a[0]. B: op(B) in memory; term t of column j is
     * B[j b_row + t b_term]. */
    int64_t terms;
    const ddblas_host_w *B;
    int64_t b_row, b_term;
};

enum
{
    DDBLAS_GEMM_W_MOST_ROWS = 8 /* Number of rows of the largest tile. */
};

/* A column of a tile in which a result is not finite: its sums, first mr high parts and then mr low
 * parts, and its mr results. */
struct ddblas_gemm_w_column
{
    double sums[2 * DDBLAS_GEMM_W_MOST_ROWS];
    cuddreal result[DDBLAS_GEMM_W_MOST_ROWS];
};

/* Computes C = alpha sums + beta C for the first `columns` columns of each of `tiles` tiles, with
 * the sums in registers. These columns are numbered from 0, tile after tile, and the function skips
 * the first `done` of them. If a column has a result that is not finite, the function stops: it
 * stores this column in *stopped instead of C and returns its number. Otherwise it returns tiles *
 * columns. The bits are the same as those that `tile` and `combine` below give. */
typedef int64_t (*ddblas_gemm_w_few_kernel)(const struct ddblas_gemm_w_few *f, int columns, int64_t tiles, int64_t done,
                                            ddblas_host_w *C, int64_t ld, struct ddblas_gemm_w_column *stopped);

struct ddblas_gemm_w_kernels
{
    const char *name;
    int mr, nr; /* Rows and columns of a tile. */
    /* pack_a packs a part into panels of mr rows, pack_b into panels of nr rows, with high and low
     * parts separated. The panels of a part of doubles have no low parts. Copies of the last row
     * fill the last panel, and zeros extend the terms to a multiple of 4. */
    void (*pack_a)(const struct ddblas_gemm_w_part *part, double *out);
    void (*pack_b)(const struct ddblas_gemm_w_part *part, double *out);
    /* Pack complex operands in the same way. */
    void (*pack_complex_a)(const struct ddblas_gemm_u_part *part, double *out);
    void (*pack_complex_b)(const struct ddblas_gemm_u_part *part, double *out);
    /* Adds the product of the packed panels a and b, which have kc terms, to the sums of the first
     * `columns` columns of a tile. kc is a multiple of 4. */
    void (*tile[DDBLAS_GEMM_FORMS])(int columns, int64_t kc, const double *a, const double *b, double *sums);
    /* Adds the sums `more` to `sums` in double-double for the first `columns` columns of a tile. */
    void (*add)(int columns, const double *more, double *sums);
    /* Computes result = alpha * sums + beta * old for the first `columns` columns of a tile. The
     * leading dimension of result is mr, and that of old is ld. If beta is 0, old is not read.
     * Returns 0 if an element of the result is not finite. */
    int (*combine)(int columns, cuddreal alpha, cuddreal beta, const double *sums, const ddblas_host_w *old, int64_t ld,
                   cuddreal *result);
    /* Computes result = alpha * sums + beta * old for a group of complex numbers. If beta is 0, old
     * is not read. Returns 0 if a part of a result is not finite. */
    int (*combine_complex)(cuddcomplex alpha, cuddcomplex beta, const struct ddblas_gemm_u_group *sums,
                           const struct ddblas_gemm_u_group *old, struct ddblas_gemm_u_group *result);
    ddblas_gemm_w_few_kernel few;
    /* The kernel for any number of terms that reads op(B) where it is in memory. */
    ddblas_gemm_w_few_kernel direct;
};

enum
{
    DDBLAS_GEMM_W_MOST_TILE = 8 * 6 /* Number of elements of the largest tile. */
};

extern const struct ddblas_gemm_w_kernels ddblas_gemm_w_portable, ddblas_gemm_w_avx2, ddblas_gemm_w_avx512;

/* Returns the kernels of the instruction set that is in use. */
const struct ddblas_gemm_w_kernels *ddblas_gemm_w_chosen_kernels(void);

#endif
