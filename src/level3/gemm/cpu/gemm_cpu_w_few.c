/*
 * Double-double gemm on the CPU: blocks of a problem with few terms. A kernel sums the packed terms
 * in registers and reads and writes C directly. Tiles that are not wholly inside C, or inside the
 * triangle of C that is computed, are computed in a copy.
 */
#include "gemm_cpu_w_job.h"

#include <string.h>

#include "core/sizes.h"

/* Computes the first `columns` columns of `tiles` tiles, one below the other. The first element of
 * the first tile is element (i, j) of the matrix; the argument C points at that element or at a
 * copy of the tile. */
static void few_columns(const struct gemm_w_job *w, const struct ddblas_gemm_w_few *f, int64_t i, int64_t j, int columns,
                        int64_t tiles, ddblas_host_w *C, int64_t ld)
{
    const int mr = w->kernels->mr;
    struct ddblas_gemm_w_column stopped;
    for (int64_t done = 0; (done = w->kernels->few(f, columns, tiles, done, C, ld, &stopped)) < tiles * columns; done++)
        for (int r = 0; r < mr; r++)
        {
            const int64_t row = done / columns * mr + r, column = done % columns;
            ddblas_host_w *c = C + row + column * ld;
            const cuddreal sum = cuddMake(stopped.sums[r], stopped.sums[mr + r]);
            if (i + row < w->plan.m) /* A copy has rows beyond the matrix. */
                *c = cuddIsFinite(stopped.result[r]) ? stopped.result[r]
                                                     : ddblas_gemm_w_careful_element(w, i + row, j + column, sum, c);
        }
}

/* Returns 1 if all of the rows x columns elements from (i, j) on are in the part of C that the
 * problem computes. */
static int is_inside(const struct gemm_w_job *w, int64_t i, int64_t j, int64_t rows, int64_t columns)
{
    const enum ddblas_gemm_part part = w->problem->part;
    return i + rows <= w->plan.m &&
           (part == DDBLAS_GEMM_ALL || (part == DDBLAS_GEMM_LOWER ? i >= j + columns - 1 : i + rows - 1 <= j));
}

/* Computes columns [j, j + columns) of the block; columns is at most nr. Consecutive tiles that are
 * wholly computed are updated in C itself, every other tile in a copy. */
static void few_panel(const struct gemm_w_job *w, const struct gemm_w_block *f, struct ddblas_gemm_w_few few, int64_t j,
                      int columns)
{
    const int64_t mr = w->kernels->mr;
    const double *const a[2] = {few.a[0], few.a[1]};
    for (int64_t i = 0, tiles; i < f->rows; i += tiles * mr)
    {
        const struct gemm_w_tile t = {f->i0 + i, f->j0 + j, (int)(f->rows - i < mr ? f->rows - i : mr), columns};
        for (tiles = 0; i + tiles * mr < f->rows && is_inside(w, t.i + tiles * mr, t.j, mr, columns); tiles++)
            ;
        few.a[0] = a[0] + i / mr * few.a_step;
        few.a[1] = a[1] + i / mr * few.a_step;
        if (tiles > 0)
            few_columns(w, &few, t.i, t.j, columns, tiles, w->C + t.i + t.j * w->c_column, w->c_column);
        else
        {
            cuddreal copy[DDBLAS_GEMM_W_MOST_TILE];
            tiles = 1;
            if (gemm_w_is_outside(w, t.i, t.j, mr, columns))
                continue;
            if (!cuddIsZero(w->beta.x))
            {
                memset(copy, 0, sizeof *copy * (size_t)(mr * columns));
                ddblas_gemm_w_copy_tile(w, &t, GEMM_W_FROM_C, copy);
            }
            few_columns(w, &few, t.i, t.j, columns, 1, copy, mr);
            ddblas_gemm_w_copy_tile(w, &t, GEMM_W_TO_C, copy);
        }
    }
}

/* Packs rows of op(A), or columns of op(B), of a block. */
static void pack_few(void (*pack)(const struct ddblas_gemm_w_part *, double *), const ddblas_host_w *X, int64_t row_stride,
                     int64_t term_stride, int64_t rows, int64_t terms, double *out)
{
    const struct ddblas_gemm_w_part part = {X, row_stride, term_stride, rows, terms, rows, terms};
    pack(&part, out);
}

void ddblas_gemm_w_few_block(const struct gemm_w_job *w, const struct gemm_w_block *f, double *share)
{
    const struct ddblas_gemm_w_kernels *kernels = w->kernels;
    const int64_t k = w->problem->k, padded = round_up(k, GEMM_W_LEAF), nr = kernels->nr;
    const int pair = w->problem->pair;
    double *a[2] = {share, share + 2 * w->plan.rows * w->plan.terms}, *b[2];
    b[0] = a[1] + 2 * w->plan.rows * w->plan.terms;
    b[1] = b[0] + 2 * w->plan.columns * w->plan.terms;
    pack_few(kernels->pack_a, w->A + f->i0 * w->a_row, w->a_row, w->a_term, f->rows, k, a[0]);
    pack_few(kernels->pack_b, w->B + f->j0 * w->b_row, w->b_row, w->b_term, f->columns, k, b[0]);
    if (pair)
    {
        pack_few(kernels->pack_a, w->B + f->i0 * w->b_row, w->b_row, w->b_term, f->rows, k, a[1]);
        pack_few(kernels->pack_b, w->A + f->j0 * w->a_row, w->a_row, w->a_term, f->columns, k, b[1]);
    }
    struct ddblas_gemm_w_few few = {.first = (int)(k < GEMM_W_LEAF ? k : GEMM_W_LEAF),
                                    .second = (int)(pair              ? k
                                                    : k > GEMM_W_LEAF ? k - GEMM_W_LEAF
                                                                      : 0),
                                    .a = {a[0], pair ? a[1] : a[0] + 2 * kernels->mr * GEMM_W_LEAF},
                                    .a_step = 2 * kernels->mr * padded,
                                    .alpha = w->alpha.x,
                                    .beta = w->beta.x};
    for (int64_t j = 0; j < f->columns; j += nr)
    {
        few.b[0] = b[0] + 2 * j * padded;
        few.b[1] = pair ? b[1] + 2 * j * padded : few.b[0] + 2 * nr * GEMM_W_LEAF;
        few_panel(w, f, few, j, (int)(f->columns - j < nr ? f->columns - j : nr));
    }
}
