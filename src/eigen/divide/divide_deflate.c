/*
 * Deflation of a merge on the host, as in LAPACK's dlaed2: a pole whose rho |z_i| is negligible
 * keeps its eigenvector. Two neighbouring poles are rotated so that one gets the weight 0 if the
 * off-diagonal element t c s of the rotated matrix is negligible, where t is their distance. All
 * remaining poles are therefore more than twice the negligible size apart.
 *
 * The columns of Q are then packed: first those with elements in the rows of Q1 alone, then those
 * that a rotation has mixed, those with elements in the rows of Q2 alone, and the deflated ones.
 */
#include <math.h>

#include "core/sizes.h"
#include "divide.h"

enum
{
    EIGHTHS = 8
};

/* Kinds of columns, in the order in which they are packed. */
enum kind
{
    UPPER_ROWS,
    ALL_ROWS,
    LOWER_ROWS,
    DEFLATED,
    KINDS
};

int64_t ddblas_divide_padded(int64_t size, int64_t k)
{
    const int64_t unit = quotient_up(size, EIGHTHS);
    return least(round_up(k, unit), size);
}

/* Computes the normalised z of a merge with this beta. */
static void scale_weights(const struct ddblas_divide_merge *m, const struct ddblas_divide_deflation *f)
{
    const cuddreal root = cuddSqrt(cuddFromDouble(0.5)), other = cuddSignBit(f->beta) ? cuddNeg(root) : root;
    for (int64_t j = 0; j < m->size; j++)
        f->z[j] = cuddMul(f->z[j], j < m->left ? root : other);
}

/* Rotates the columns a and b so that a is deflated, if that is possible. */
static int rotate_away(struct ddblas_divide_merge *m, const struct ddblas_divide_deflation *f, int64_t a, int64_t b)
{
    const struct ddblas_plane plane = ddblas_plane(f->z[a], f->z[b]);
    const cuddreal apart = cuddSub(f->d[b], f->d[a]), change = cuddMul(apart, cuddSqr(plane.s));
    if (!(fabs(cuddMul(cuddMul(apart, plane.c), plane.s).x) <= f->negligible))
        return 0;
    f->rotation[m->rotations++] = (struct ddblas_divide_rotation){plane.c, cuddNeg(plane.s), a, b};
    f->z[b] = plane.r;
    f->d[a] = cuddAdd(f->d[a], change);
    f->d[b] = cuddSub(f->d[b], change);
    if (f->kind[a] != f->kind[b])
        f->kind[b] = ALL_ROWS;
    f->kind[a] = DEFLATED;
    return 1;
}

static void keep(struct ddblas_divide_merge *m, const struct ddblas_divide_deflation *f, int64_t j)
{
    f->pole[m->k] = f->d[j];
    f->weight[m->k] = f->z[j];
    f->square[m->k] = cuddSqr(f->z[j]);
    m->sum += f->square[m->k].x;
    f->row[m->k++] = j; /* The column of the pole; the packed one is known later. */
}

/* Finds the poles that remain after deflation, in ascending order. */
static void choose_poles(struct ddblas_divide_merge *m, const struct ddblas_divide_deflation *f, cuddreal rho)
{
    int64_t candidate = -1;
    for (int64_t n = 0; n < m->size; n++)
    {
        const int64_t j = f->order[n];
        if (!(fabs(cuddMul(rho, f->z[j]).x) > f->negligible))
            f->kind[j] = DEFLATED;
        else
        {
            if (candidate >= 0 && !rotate_away(m, f, candidate, j))
                keep(m, f, candidate);
            candidate = j;
        }
    }
    if (candidate >= 0)
        keep(m, f, candidate);
}

static void pack_columns(struct ddblas_divide_merge *m, const struct ddblas_divide_deflation *f)
{
    int64_t count[KINDS] = {0}, next[KINDS] = {0};
    for (int64_t j = 0; j < m->size; j++)
        count[(int)f->kind[j]]++;
    for (int kind = 1; kind < KINDS; kind++)
        next[kind] = next[kind - 1] + count[kind - 1];
    m->top = count[UPPER_ROWS] + count[ALL_ROWS];
    m->upper = count[UPPER_ROWS];
    for (int64_t i = 0; i < m->k; i++)
    {
        const int64_t column = f->row[i];
        f->row[i] = next[(int)f->kind[column]]++;
        f->source[f->row[i]] = column;
    }
    for (int64_t j = 0; j < m->size; j++)
        if (f->kind[j] == DEFLATED)
            f->source[next[DEFLATED]++] = j;
}

void ddblas_divide_deflate(struct ddblas_divide_merge *m, const struct ddblas_divide_deflation *f)
{
    const cuddreal rho = cuddMulD(cuddFabs(f->beta), 2.0);
    m->k = m->rotations = 0;
    m->sum = 0.0;
    scale_weights(m, f);
    for (int64_t j = 0; j < m->size; j++)
        f->kind[j] = j < m->left ? UPPER_ROWS : LOWER_ROWS;
    ddblas_ascending(m->size, f->d, f->order);
    choose_poles(m, f, rho);
    if (m->k == 0) /* All columns are deflated and stay in place. */
        return;
    pack_columns(m, f);
    m->padded = ddblas_divide_padded(m->size, m->k);
    m->inverse = cuddDiv(cuddFromDouble(1.0), rho);
    for (int64_t j = 0; j < m->size; j++)
        f->other[j] = f->d[f->source[j]];
    for (int64_t j = 0; j < m->size; j++)
        f->d[j] = f->other[j];
}
