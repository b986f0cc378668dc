/*
 * Double-double gemm on the CPU: blocks of a problem with few terms, or with small operands. A
 * kernel sums the terms in registers and reads and writes C directly. Tiles that are not wholly
 * inside C, or inside the triangle of C that is computed, are computed in a copy.
 */
#include "gemm_cpu_w_job.h"

#include <string.h>

#include "core/sizes.h"

enum
{
    LINE = 4,  /* Number of elements of W in a cache line. */
    BURST = 64 /* Largest number of cache lines that are prefetched at once. */
};

/* Tells which cache lines of the matrices ahead are prefetched next. */
struct cursor
{
    int of_tiles; /* 1: lines are prefetched before each tile; 0: before each panel. */
    struct
    {
        /* Position of the next cache line in the matrices ahead, and number of lines that are
         * prefetched at a time. */
        int64_t column, at, lines;
    } matrix[GEMM_W_AHEAD];
};

/* Spreads the prefetches of the matrices ahead over the panels of the block or, if there are many
 * cache lines, over its tiles. The prefetches are spread because a long burst of them would have to
 * wait for the memory. */
static struct cursor begin_ahead(const struct gemm_w_job *w, const struct gemm_w_block *f)
{
    const int64_t panels = quotient_up(f->columns, w->kernels->nr), tiles = quotient_up(f->rows, w->kernels->mr);
    struct cursor c = {.of_tiles = 0};
    int64_t all = 0;
    for (int x = 0; x < GEMM_W_AHEAD && w->ahead.matrix[x].first; x++)
    {
        const int64_t lines = w->ahead.matrix[x].columns * quotient_up(w->ahead.matrix[x].rows, LINE);
        c.matrix[x].lines = quotient_up(lines, panels);
        all += lines;
    }
    c.of_tiles = all > BURST * panels;
    for (int x = 0; x < GEMM_W_AHEAD && c.of_tiles; x++)
        c.matrix[x].lines = quotient_up(c.matrix[x].lines, tiles);
    return c;
}

static void prefetch_lines(const struct gemm_w_ahead *ahead, struct cursor *c)
{
    for (int x = 0; x < GEMM_W_AHEAD && ahead->matrix[x].first; x++)
    {
        const struct gemm_w_ahead_matrix *m = &ahead->matrix[x];
        int64_t column = c->matrix[x].column, at = c->matrix[x].at, lines = c->matrix[x].lines;
        while (lines > 0 && column < m->columns)
        {
            for (; lines > 0 && at < m->rows; lines--, at += LINE)
                __builtin_prefetch(m->first + at + column * m->leading);
            if (at >= m->rows)
            {
                at = 0;
                column++;
            }
        }
        c->matrix[x].column = column;
        c->matrix[x].at = at;
    }
}

/* Computes the first `columns` columns of `tiles` tiles, one below the other. The first element of
 * the first tile is element (i, j) of the matrix. The argument C points at that element, or at a
 * copy of the tile. */
static void few_columns(const struct gemm_w_job *w, const struct ddblas_gemm_w_few *f, int64_t i, int64_t j, int columns,
                        int64_t tiles, ddblas_host_w *C, int64_t ld)
{
    const int mr = w->kernels->mr;
    const ddblas_gemm_w_few_kernel kernel = w->direct ? w->kernels->direct : w->kernels->few;
    struct ddblas_gemm_w_column stopped;
    for (int64_t done = 0; (done = kernel(f, columns, tiles, done, C, ld, &stopped)) < tiles * columns; done++)
        for (int r = 0; r < mr; r++)
        {
            const int64_t row = done / columns * mr + r, column = done % columns;
            ddblas_host_w *c = C + row + column * ld;
            const cuddreal sum = cuddMake(stopped.sums[r], stopped.sums[mr + r]);
            if (i + row < w->plan.m) /* If C is a copy, it has rows that are beyond the matrix. */
                *c = cuddIsFinite(stopped.result[r]) ? stopped.result[r]
                                                     : ddblas_gemm_w_careful_element(w, i + row, j + column, sum, c);
        }
}

/* Returns 1 if all of the rows x columns elements that begin at (i, j) are in the part of C that
 * the problem computes. */
static int is_inside(const struct gemm_w_job *w, int64_t i, int64_t j, int64_t rows, int64_t columns)
{
    const enum ddblas_gemm_part part = w->problem->part;
    return i + rows <= w->plan.m &&
           (part == DDBLAS_GEMM_ALL || (part == DDBLAS_GEMM_LOWER ? i >= j + columns - 1 : i + rows - 1 <= j));
}

/* Computes the columns [j, j + columns) of the block, at most nr of them. Tiles that are wholly
 * computed are updated in C itself, consecutive ones by one call; every other tile is computed in a
 * copy. */
static void few_panel(const struct gemm_w_job *w, const struct gemm_w_block *f, struct ddblas_gemm_w_few few, int64_t j,
                      int columns, struct cursor *ahead)
{
    const int64_t mr = w->kernels->mr;
    const double *const a[2] = {few.a[0], few.a[1]};
    const int64_t most_tiles = ahead->of_tiles ? 1 : f->rows;
    for (int64_t i = 0, tiles; i < f->rows; i += tiles * mr)
    {
        const struct gemm_w_tile t = {f->i0 + i, f->j0 + j, (int)(f->rows - i < mr ? f->rows - i : mr), columns};
        for (tiles = 0; tiles < most_tiles && i + tiles * mr < f->rows && is_inside(w, t.i + tiles * mr, t.j, mr, columns);
             tiles++)
            if (ahead->of_tiles)
                prefetch_lines(&w->ahead, ahead);
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
static void pack_few(void (*pack)(const struct ddblas_gemm_w_part *, double *), const struct gemm_w_operand *x, int64_t r,
                     int64_t rows, int64_t terms, double *out)
{
    const struct ddblas_gemm_w_part part = {gemm_w_at(x, r, 0), x->row, x->term, rows, terms, rows, terms, (int)x->parts};
    pack(&part, out);
}

/* Computes a block with the kernel `direct`, which reads op(B) where it is in memory. */
static void direct_block(const struct gemm_w_job *w, const struct gemm_w_block *f, double *share)
{
    const int64_t k = w->problem->k, nr = w->kernels->nr;
    struct ddblas_gemm_w_few few = {.a = {share, share},
                                    .a_step = 2 * w->kernels->mr * round_up(k, GEMM_W_LEAF),
                                    .alpha = w->alpha.x,
                                    .beta = w->beta.x,
                                    .terms = k,
                                    .b_row = w->B.row,
                                    .b_term = w->B.term};
    struct cursor ahead = begin_ahead(w, f);
    pack_few(w->kernels->pack_a, &w->A, f->i0, f->rows, k, share);
    for (int64_t j = 0; j < f->columns; j += nr)
    {
        few.B = (const ddblas_host_w *)(const void *)gemm_w_at(&w->B, f->j0 + j, 0);
        if (!ahead.of_tiles)
            prefetch_lines(&w->ahead, &ahead);
        few_panel(w, f, few, j, (int)(f->columns - j < nr ? f->columns - j : nr), &ahead);
    }
}

void ddblas_gemm_w_few_block(const struct gemm_w_job *w, const struct gemm_w_block *f, double *share)
{
    const struct ddblas_gemm_w_kernels *kernels = w->kernels;
    const int64_t k = w->problem->k, padded = round_up(k, GEMM_W_LEAF), nr = kernels->nr;
    const int pair = w->problem->pair;
    if (w->direct)
    {
        direct_block(w, f, share);
        return;
    }
    struct cursor ahead = {.of_tiles = 0};
    double *a[2] = {share, share + 2 * w->plan.rows * w->plan.terms}, *b[2];
    b[0] = a[1] + 2 * w->plan.rows * w->plan.terms;
    b[1] = b[0] + 2 * w->plan.columns * w->plan.terms;
    pack_few(kernels->pack_a, &w->A, f->i0, f->rows, k, a[0]);
    pack_few(kernels->pack_b, &w->B, f->j0, f->columns, k, b[0]);
    if (pair)
    {
        pack_few(kernels->pack_a, &w->B, f->i0, f->rows, k, a[1]);
        pack_few(kernels->pack_b, &w->A, f->j0, f->columns, k, b[1]);
    }
    struct ddblas_gemm_w_few few = {.form = w->form,
                                    .first = (int)(k < GEMM_W_LEAF ? k : GEMM_W_LEAF),
                                    .second = (int)(pair              ? k
                                                    : k > GEMM_W_LEAF ? k - GEMM_W_LEAF
                                                                      : 0),
                                    .a = {a[0], pair ? a[1] : a[0] + w->A.parts * kernels->mr * GEMM_W_LEAF},
                                    .a_step = w->A.parts * kernels->mr * padded,
                                    .alpha = w->alpha.x,
                                    .beta = w->beta.x};
    for (int64_t j = 0; j < f->columns; j += nr)
    {
        few.b[0] = b[0] + w->B.parts * j * padded;
        few.b[1] = pair ? b[1] + 2 * j * padded : few.b[0] + w->B.parts * nr * GEMM_W_LEAF;
        few_panel(w, f, few, j, (int)(f->columns - j < nr ? f->columns - j : nr), &ahead);
    }
}
