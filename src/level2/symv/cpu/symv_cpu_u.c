/*
 * Complex double-double symv and hemv on the CPU, by the real kernels of symv_cpu_w.h.
 *
 * Each panel of columns of a tile is split into its real part R and its imaginary part M, and the
 * kernel is called twice for each part. With x the vector's part for the tile's rows and z the one
 * for its columns, R and M times z give A z for the rows, and R^T and M^T times x give A^T x or A^H
 * x for the columns:
 *
 *   operands of a call     added to the rows' sum   added to the columns' sum
 *   R,  x_re,    z_re      R z_re   -> re           R^T x_re   -> re
 *   R,  x_im,    z_im      R z_im   -> im           R^T x_im   -> im
 *   M,  -+x_im, -z_im      -M z_im  -> re           -+M^T x_im -> re     upper signs: symmetric
 *   M,  +-x_re,  z_re      M z_re   -> im           +-M^T x_re -> im     lower signs: Hermitian
 *
 * No product is formed twice: an element takes 8 real multiply-adds, as two complex products need.
 * The kernels give the same bits for every instruction set, so this file does too. Symmetric and
 * Hermitian, lower and upper matrices share one path. The kernels' `combine` adds the results of
 * the calls in the order of the panels. In a diagonal tile, each square of PANEL columns that the
 * diagonal crosses is copied to a full square.
 *
 * Partial sums (symv_cpu.h): row ib of the workspace holds the real parts of part(ib, 0), part(ib,
 * 1), ... one after another, and then all imaginary parts.
 *
 * Error bound: docs/numerics.md, "SYMV in complex double-double".
 */
#include <string.h>

#include "symv_cpu.h"
#include "core/sizes.h"
#include "symv_cpu_w.h"
#include "level2/symv/symv_special.h"

enum
{
    T_MAX = 128, /* Largest order of a block; it is also the default order. */
    UNIT = 32,   /* The order of a block is a multiple of this. */
    /* Number of columns that are split at a time. Their real and imaginary parts take 128 KiB. */
    PANEL = 32,
    /* Number of terms of a row sum in a tile: two for each panel, and two for the squares on the
     * diagonal. */
    TERMS = 2 * (T_MAX / PANEL) + 2,
    PARTS = 2, /* The real and the imaginary part. */
    AHEAD = 3  /* Number of columns that are prefetched before they are split. */
};

/* A vector of a tile: its real and imaginary parts, and the negated parts. */
struct vector
{
    cuddreal part[PARTS][T_MAX], negated[PARTS][T_MAX];
};

/* The terms of the sums of a tile. The indices are part, term and row (or column). */
struct sums
{
    cuddreal rows[PARTS][TERMS][T_MAX];
    cuddreal columns[PARTS][2][T_MAX];
};

/* The scratch memory of a thread. */
struct work
{
    const struct ddblas_symv_w_kernels *kernels;
    int hermitian;
    struct vector x, z;
    /* The real and the imaginary parts of the panel. Columns are T_MAX elements apart. */
    cuddreal plane[PARTS][PANEL * T_MAX];
    struct sums sums;
};

static void load_vector(struct vector *v, const cuddcomplex *from, int64_t T)
{
    for (int64_t i = 0; i < T; i++)
    {
        v->part[0][i] = from[i].x;
        v->part[1][i] = from[i].y;
        v->negated[0][i] = cuddMake(-from[i].x.x, -from[i].x.y);
        v->negated[1][i] = cuddMake(-from[i].y.x, -from[i].y.y);
    }
}

/* Multiplies the real or the imaginary part of a panel by both vectors. The panel has m rows from
 * `row` on and k columns from `column` on, in a block of order T. The row sums become term number
 * `term` of rows[part]. The column sums go to columns[part], unless columns is null. */
static void multiply_part(struct work *w, int imaginary, int64_t T, int64_t row, int64_t m, int64_t column, int64_t k, int term,
                          cuddreal *const columns[PARTS])
{
    cuddreal sums[T_MAX];
    for (int to = 0; to < PARTS; to++)
    {
        /* The part of A that is multiplied here, times part `from` of a vector, contributes to part
         * `to` of the result. */
        const int from = imaginary ? 1 - to : to;
        const struct vector *x = &w->x, *z = &w->z;
        const int minus_z = imaginary && to == 0, minus_x = imaginary && (to == 0) == !w->hermitian;
        w->kernels->rectangle(T - row, w->plane[imaginary], T_MAX, m, k, (minus_x ? x->negated : x->part)[from] + row,
                              (minus_z ? z->negated : z->part)[from] + column, w->sums.rows[to][term] + row, sums);
        if (columns)
            memcpy(columns[to], sums, (size_t)k * sizeof *sums);
    }
}

/* Splits the elements in the rows [row, row + m) of the k columns from `column` on into real and
 * imaginary parts. */
static void take_apart(struct work *w, const ddblas_host_u *A, int64_t lda, int64_t row, int64_t m, int64_t column, int64_t k)
{
    for (int64_t q = 0; q < k; q++)
    {
        const ddblas_host_u *a = A + (column + q) * lda + row, *ahead = q + AHEAD < k ? a + AHEAD * lda : a;
        for (int64_t i = 0; i < m; i++)
        {
            if (i % 2 == 0)
                __builtin_prefetch(ahead + i);
            w->plane[0][q * T_MAX + i] = a[i].x;
            w->plane[1][q * T_MAX + i] = a[i].y;
        }
    }
}

/* Multiplies a panel by both vectors. The panel has k columns from `column` on and the rows [row,
 * row + m). */
static void multiply_panel(struct work *w, const ddblas_host_u *A, int64_t lda, int64_t T, int64_t row, int64_t m, int64_t column,
                           int64_t k, cuddreal (*columns)[TERMS][T_MAX], int term)
{
    take_apart(w, A, lda, row, m, column, k);
    for (int imaginary = 0; imaginary < PARTS; imaginary++)
    {
        cuddreal *own[PARTS];
        for (int to = 0; to < PARTS; to++)
            own[to] = columns ? columns[to][term + imaginary] + column : w->sums.columns[to][imaginary] + column;
        multiply_part(w, imaginary, T, row, m, column, k, term + imaginary, own);
    }
}

/* Copies the k x k square on the diagonal that begins at `column` to a full matrix, and multiplies
 * this by z. */
static void multiply_square(struct work *w, const ddblas_host_u *A, int64_t lda, int lower, int64_t column, int64_t k, int term)
{
    for (int64_t q = 0; q < k; q++)
        for (int64_t i = q; i < k; i++)
        {
            const cuddcomplex stored = A[(column + (lower ? q : i)) * lda + column + (lower ? i : q)];
            const cuddreal re = stored.x, im = w->hermitian && i == q ? cuddFromDouble(0.0) : stored.y;
            const cuddreal other = w->hermitian ? cuddMake(-im.x, -im.y) : im;
            w->plane[0][q * T_MAX + i] = w->plane[0][i * T_MAX + q] = re;
            w->plane[1][q * T_MAX + i] = lower ? im : other;
            w->plane[1][i * T_MAX + q] = lower ? other : im;
        }
    for (int imaginary = 0; imaginary < PARTS; imaginary++)
        multiply_part(w, imaginary, column + PANEL, column, k, column, k, term + imaginary, NULL);
}

/* Returns the address of the real or the imaginary part of part(ib, jb), which has T elements. */
static cuddreal *part_of(const struct ddblas_symv_job *job, int64_t ib, int64_t jb, int imaginary)
{
    return (cuddreal *)ddblas_symv_part(job, ib, 0) + (imaginary * job->blocks + jb) * job->T;
}

static const cuddreal one = {1.0, 0.0}, zero = {0.0, 0.0};

/* Adds `terms` vectors of order T. In memory they are T_MAX elements apart. */
static void add_up(const struct work *w, int64_t T, const cuddreal *first, int terms, cuddreal *sum)
{
    cuddreal packed[TERMS * T_MAX];
    for (int t = 0; t < terms; t++)
        memcpy(packed + t * T, first + t * T_MAX, (size_t)T * sizeof *packed);
    w->kernels->combine(T, packed, terms, one, zero, NULL, sum);
}

static void multiply_tile(const struct ddblas_symv_job *job, int64_t ib, int64_t jb, void *scratch)
{
    const struct ddblas_symv_problem *p = job->problem;
    const ddblas_host_u *A = ddblas_symv_element(job, ib * job->T, jb * job->T);
    const int64_t m = ddblas_symv_extent(job, ib), k = ddblas_symv_extent(job, jb);
    const int lower = p->uplo == DDBLAS_FILL_MODE_LOWER, diagonal = ib == jb;
    const int panels = (int)((k - 1) / PANEL + 1), squares = 2 * panels;
    struct work *w = scratch;
    w->kernels = ddblas_symv_w_kernels_in_use();
    w->hermitian = p->hermitian;
    load_vector(&w->x, ddblas_symv_x(job, ib), job->T);
    load_vector(&w->z, ddblas_symv_x(job, jb), job->T);
    memset(&w->sums, 0, sizeof w->sums);
    for (int64_t j = 0; j < k; j += PANEL)
    {
        const int64_t width = least(k - j, PANEL);
        const int64_t first = diagonal && lower ? j + PANEL : 0, last = diagonal && !lower ? j : m;
        if (diagonal)
            multiply_square(w, A, p->lda, lower, j, width, squares);
        if (first < last)
            multiply_panel(w, A, p->lda, job->T, first, last - first, j, width, diagonal ? w->sums.rows : NULL,
                           (int)(2 * j / PANEL));
    }
    for (int to = 0; to < PARTS; to++)
    {
        add_up(w, job->T, w->sums.rows[to][0], diagonal ? squares + 2 : squares, part_of(job, ib, jb, to));
        if (!diagonal)
            add_up(w, job->T, w->sums.columns[to][0], 2, part_of(job, jb, ib, to));
    }
}

/* ---- y -------------------------------------------------------------------------------------- */

static cuddcomplex special_component(const struct ddblas_symv_job *job, int64_t i, cuddcomplex y)
{
    const struct ddblas_symv_problem *p = job->problem;
    const int lower = p->uplo == DDBLAS_FILL_MODE_LOWER;
    struct symv_special_pair row = symv_special_pair_zero();
    for (int64_t j = 0; j < p->n; j++)
    {
        const int stored = lower ? i >= j : i <= j;
        const cuddcomplex a = *(const ddblas_host_u *)ddblas_symv_element(job, stored ? i : j, stored ? j : i);
        const cuddcomplex x = ((const cuddcomplex *)ddblas_symv_x(job, 0))[j];
        symv_special_pair_add(&row, p->hermitian && !stored ? cuddcConj(a) : a, x, p->hermitian && i == j);
    }
    return symv_special_complex(row, *(const ddblas_host_u *)p->alpha, *(const ddblas_host_u *)p->beta, y);
}

static int is_zero(const void *scalar) { return cuddcIsZero(*(const ddblas_host_u *)scalar); }

static void finish_block(const struct ddblas_symv_job *job, int64_t ib)
{
    const struct ddblas_symv_problem *p = job->problem;
    const cuddcomplex alpha = *(const ddblas_host_u *)p->alpha, beta = *(const ddblas_host_u *)p->beta;
    const int with_y = !cuddcIsZero(beta);
    cuddreal sum[PARTS][T_MAX];
    for (int to = 0; to < PARTS; to++)
        ddblas_symv_w_kernels_in_use()->combine(job->T, part_of(job, ib, 0, to), job->blocks, one, zero, NULL, sum[to]);
    for (int64_t i = 0; i < ddblas_symv_extent(job, ib); i++)
    {
        ddblas_host_u *y = (ddblas_host_u *)p->y + ddblas_symv_index(ib * job->T + i, p->n, p->incy);
        const cuddcomplex old = with_y ? *y : cuddcFromReal(zero);
        cuddcomplex result = cuddc_mul_parts(alpha, cuddcMake(sum[0][i], sum[1][i]));
        if (with_y)
            result = cuddcAdd(result, cuddc_mul_parts(beta, old));
        if (!cuddcIsFinite(result))
            result = special_component(job, ib * job->T + i, old);
        *y = result;
    }
}

static void scale_y(const struct ddblas_symv_problem *p)
{
    const cuddcomplex beta = *(const ddblas_host_u *)p->beta;
    for (int64_t i = 0; i < p->n; i++)
    {
        ddblas_host_u *y = (ddblas_host_u *)p->y + ddblas_symv_index(i, p->n, p->incy);
        const cuddcomplex scaled = symv_special_complex(symv_special_pair_zero(), cuddcFromReal(zero), beta, *y);
        *y = scaled;
    }
}

const struct ddblas_symv_cpu_ops ddblas_symv_cpu_u = {T_MAX,         UNIT,         T_MAX,   1 << 13, 0, sizeof(struct work),
                                                      multiply_tile, finish_block, scale_y, is_zero};
