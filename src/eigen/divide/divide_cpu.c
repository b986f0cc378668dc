/*
 * The passes of divide and conquer on the CPU engine. A root, a weight, a column or a row belongs
 * to one thread, so the bits do not depend on the threads.
 */
#include <math.h>

#include "core/sizes.h"

#include "divide.h"

#define SECULAR_LANES 1
static inline double secular_total_d(double mine) { return mine; }
static inline cuddreal secular_total_w(cuddreal mine) { return mine; }
static inline cuddreal secular_product(cuddreal mine) { return mine; }

#include "secular.h"

enum
{
    ROWS = 16,            /* Rows that are rotated together. */
    THREAD_WORK = 1 << 14 /* Smallest number of elements for which another thread pays. */
};

static struct secular secular_of(const struct ddblas_divide_level *l, const struct ddblas_divide_merge *m)
{
    return (struct secular){m->k, l->pole + m->first, l->weight + m->first, l->square + m->first, m->sum, m->inverse};
}

/* Returns the block of a matrix that a merge uses. */
static cuddreal *block_of(const struct ddblas_divide_level *l, cuddreal *matrix, const struct ddblas_divide_merge *m)
{
    return matrix + m->first * (l->n + 1);
}

static void place_column(const struct ddblas_divide_level *l, int64_t j)
{
    const int64_t leaf = ddblas_divide_leaf_of(l->n, l->depth, j), first = ddblas_divide_begin(l->n, l->depth, leaf),
                  last = ddblas_divide_begin(l->n, l->depth, leaf + 1);
    for (int64_t i = 0; i < l->n; i++)
        l->Q[i + j * l->n] = i >= first && i < last ? l->S[i - first + j * DDBLAS_DIVIDE_LEAF] : cuddFromDouble(0.0);
}

/* Rotates ROWS rows of a merge. */
static void rotate_rows(const struct ddblas_divide_level *l, const struct ddblas_divide_merge *m, int64_t unit)
{
    const int64_t first = unit * ROWS, rows = least(ROWS, m->size - first);
    cuddreal *block = block_of(l, l->Q, m) + first;
    for (int64_t k = m->rotation; k < m->rotation + m->rotations; k++)
    {
        const struct ddblas_divide_rotation *r = &l->rotation[k];
        cuddreal *a = block + r->a * l->n, *b = block + r->b * l->n;
        for (int64_t i = 0; i < rows; i++)
        {
            const cuddreal x = a[i], y = b[i];
            a[i] = cuddAdd(cuddMul(r->c, x), cuddMul(r->s, y));
            b[i] = cuddSub(cuddMul(r->c, y), cuddMul(r->s, x));
        }
    }
}

static void copy_column(const struct ddblas_divide_level *l, const struct ddblas_divide_merge *m, const cuddreal *from,
                        cuddreal *to, int64_t j, int64_t k)
{
    for (int64_t i = 0; i < m->size; i++)
        to[m->first * (l->n + 1) + i + k * l->n] = from[m->first * (l->n + 1) + i + j * l->n];
}

static void form_vector(const struct ddblas_divide_level *l, const struct ddblas_divide_merge *m, int64_t j)
{
    const struct secular s = secular_of(l, m);
    const int64_t *row = l->row + m->first;
    cuddreal *out = block_of(l, l->S, m) + j * l->n, square = cuddFromDouble(0.0);
    for (int64_t i = j < m->k ? m->k : 0; i < m->padded; i++)
        out[i] = cuddFromDouble(0.0);
    if (j >= m->k)
        return;
    const struct secular_root root = {l->origin[m->first + j], l->shift[m->first + j]};
    for (int64_t i = 0; i < m->k; i++)
    {
        const cuddreal element = cudd_div_parts(l->solved[m->first + i], secular_difference(&s, i, root));
        out[row[i]] = element;
        square = cuddAdd(square, cuddSqr(element));
    }
    const cuddreal inverse = cuddDiv(cuddFromDouble(1.0), cuddSqrt(square));
    for (int64_t i = 0; i < m->k; i++)
        out[i] = cuddMul(out[i], inverse);
}

/* Computes item j of a pass: a root, a weight, a column or a row. */
static void do_item(enum ddblas_divide_pass pass, const struct ddblas_divide_level *l, const struct ddblas_divide_merge *m,
                    int64_t j)
{
    switch (pass)
    {
    case DDBLAS_DIVIDE_PLACE:
        place_column(l, j);
        break;
    case DDBLAS_DIVIDE_ENDS:
        l->ends[j] = l->Q[ddblas_divide_end_of(l->n, l->depth, l->height, j) + j * l->n];
        break;
    case DDBLAS_DIVIDE_ROTATE:
        rotate_rows(l, m, j);
        break;
    case DDBLAS_DIVIDE_PACK:
        copy_column(l, m, l->Q, l->P, l->source[m->first + j], j);
        break;
    case DDBLAS_DIVIDE_ROOTS:
    {
        const struct secular s = secular_of(l, m);
        const struct secular_root root = secular_root_of(&s, j, 0);
        l->origin[m->first + j] = root.origin;
        l->shift[m->first + j] = root.shift;
        break;
    }
    case DDBLAS_DIVIDE_WEIGHTS:
    {
        const struct secular s = secular_of(l, m);
        l->solved[m->first + j] = secular_weight(&s, j, l->origin + m->first, l->shift + m->first, 0);
        break;
    }
    case DDBLAS_DIVIDE_VECTORS:
        form_vector(l, m, j);
        break;
    case DDBLAS_DIVIDE_RETURN:
        copy_column(l, m, l->P, l->Q, m->k + j, m->k + j);
    }
}

static void do_items(ddblasHandle_t handle, enum ddblas_divide_pass pass, const struct ddblas_divide_level *l,
                     const struct ddblas_divide_merge *m, int64_t items, double work)
{
    const double worth = 1.0 + (double)items * work / THREAD_WORK;
    const int threads = ddblas_threads_useful(handle, DDBLAS_TYPE_W, worth < (double)items ? worth : (double)items);
    if (threads == 1) /* Opening a parallel region takes longer than a small pass. */
        for (int64_t j = 0; j < items; j++)
            do_item(pass, l, m, j);
    else
    {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (int64_t j = 0; j < items; j++)
            do_item(pass, l, m, j);
    }
}

void ddblas_divide_pass_cpu(ddblasHandle_t handle, enum ddblas_divide_pass pass, const struct ddblas_divide_level *l)
{
    if (pass == DDBLAS_DIVIDE_PLACE || pass == DDBLAS_DIVIDE_ENDS)
    {
        do_items(handle, pass, l, NULL, l->n, pass == DDBLAS_DIVIDE_PLACE ? (double)l->n : 1.0);
        return;
    }
    for (int64_t k = 0; k < l->count; k++)
    {
        const struct ddblas_divide_merge *m = &l->merge[k];
        const int by_pole = pass == DDBLAS_DIVIDE_ROOTS || pass == DDBLAS_DIVIDE_WEIGHTS;
        const int64_t items = by_pole                         ? m->k
                              : pass == DDBLAS_DIVIDE_VECTORS ? m->padded
                              : pass == DDBLAS_DIVIDE_RETURN  ? m->size - m->k
                              : pass == DDBLAS_DIVIDE_ROTATE  ? quotient_up(m->size, ROWS)
                                                              : m->size;
        const double work = pass == DDBLAS_DIVIDE_ROTATE  ? 8.0 * ROWS * (double)m->rotations
                            : pass == DDBLAS_DIVIDE_ROOTS ? 50.0 * (double)m->k
                                                          : (double)m->size;
        do_items(handle, pass, l, m, items, work);
    }
}
