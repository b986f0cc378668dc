/*
 * Eigenvalues of a real symmetric tridiagonal matrix by implicit QL steps with Wilkinson's shift,
 * on the host. A step takes the unreduced block [l, m]: with the shift sigma that is the eigenvalue
 * of its first 2 x 2 block nearer to d_l,
 *
 *   g = d_m - sigma, s = c = 1, p = 0, and for i = m - 1 ... l:
 *   f = s e_i, b = c e_i, r = sqrt(f^2 + g^2), e_(i+1) = r, s = f / r, c = g / r
 *   g = d_(i+1) - p, r = (d_i - g) s + 2 c b, p = s r, d_(i+1) = g + p, g = c r - b
 *   at the end d_l = d_l - p, e_l = g
 *
 * as in B. S. Garbow and others, EISPACK's imtql2. An e_i is set to 0 if it is at most 2^-106
 * (|d_i| + |d_(i+1)|) or at most 2^-110 |T|, and after NORMAL_STEPS steps for an eigenvalue 2^-106
 * |T|: every step gives a block of small numbers rounding errors from large neighbours, so that it
 * might never converge to the first criterion.
 */
#include <math.h>

#include "core/checks.h"
#include "eigen.h"
#include "excess.h"
#include "factor/qr/qr_reflector.h"

enum
{
    NORMAL_STEPS = 12 /* Steps after which an eigenvalue counts as slow; two or three are usual. */
};

/* Errors of c and s accumulate in the vectors over all steps. c and s are therefore corrected so
 * that c^2 + s^2 = 1 up to their last rounding. */
struct ddblas_plane ddblas_plane(cuddreal f, cuddreal g)
{
    const int a = qr_exponent_w(f), b = qr_exponent_w(g), e = a > b ? a : b;
    const cuddreal x = qr_scale_w(f, qr_power(-e)), y = qr_scale_w(g, qr_power(-e));
    const cuddreal root = cuddSqrt(cuddAdd(cuddSqr(x), cuddSqr(y)));
    const cuddreal s = cuddDiv(x, root), c = cuddDiv(y, root);
    const double half = -0.5 * eigen_excess(c, s);
    return (struct ddblas_plane){qr_scale_w(root, qr_power(e)), cuddAddD(s, s.x * half), cuddAddD(c, c.x * half)};
}

double ddblas_tridiagonal_norm(int64_t n, const cuddreal *d, const cuddreal *e)
{
    double largest = 0.0;
    for (int64_t i = 0; i < n; i++)
    {
        const double row = (i > 0 ? fabs(e[i - 1].x) : 0.0) + fabs(d[i].x) + (i + 1 < n ? fabs(e[i].x) : 0.0);
        largest = row > largest ? row : largest;
    }
    return largest;
}

static int negligible(const cuddreal *d, const cuddreal *e, int64_t i, double small)
{
    const double size = fabs(e[i].x);
    return size <= small || size <= 0x1p-106 * (fabs(d[i].x) + fabs(d[i + 1].x));
}

/* Returns the last index of the unreduced block that begins at l. */
static int64_t end_of_block(int64_t n, const cuddreal *d, cuddreal *e, int64_t l, double small)
{
    int64_t m = l;
    while (m + 1 < n && !negligible(d, e, m, small))
        m++;
    if (m + 1 < n)
        e[m] = cuddFromDouble(0.0);
    return m;
}

/* Returns d_m - sigma. */
static cuddreal shifted(const cuddreal *d, const cuddreal *e, int64_t l, int64_t m)
{
    const cuddreal g = cuddDiv(cuddSub(d[l + 1], d[l]), cuddMulD(e[l], 2.0));
    const cuddreal r = cuddSqrt(cuddAddD(cuddSqr(g), 1.0));
    const cuddreal divisor = cuddSignBit(g) ? cuddSub(g, r) : cuddAdd(g, r);
    return cuddAdd(cuddSub(d[m], d[l]), cuddDiv(e[l], divisor));
}

static void record(struct ddblas_rotations *batch, const struct ddblas_plane *q)
{
    if (batch)
        batch->rotation[batch->used++] = (struct ddblas_rotation){{q->c.x, q->c.y}, {q->s.x, q->s.y}};
}

/* Does one QL step on the block [l, m], l < m. */
static void step(cuddreal *d, cuddreal *e, int64_t l, int64_t m, struct ddblas_rotations *batch)
{
    cuddreal g = shifted(d, e, l, m), s = cuddFromDouble(1.0), c = s, p = cuddFromDouble(0.0);
    const int64_t first = batch ? batch->used : 0;
    int64_t i = m - 1;
    for (; i >= l; i--)
    {
        const cuddreal f = cuddMul(s, e[i]), b = cuddMul(c, e[i]);
        if (cuddIsZero(f) && cuddIsZero(g)) /* T - sigma I splits here. */
        {
            e[i + 1] = cuddFromDouble(0.0);
            d[i + 1] = cuddSub(d[i + 1], p);
            break;
        }
        const struct ddblas_plane q = ddblas_plane(f, g);
        e[i + 1] = q.r;
        s = q.s;
        c = q.c;
        g = cuddSub(d[i + 1], p);
        const cuddreal r = cuddAdd(cuddMul(cuddSub(d[i], g), s), cuddMulD(cuddMul(c, b), 2.0));
        p = cuddMul(s, r);
        d[i + 1] = cuddAdd(g, p);
        g = cuddSub(cuddMul(c, r), b);
        record(batch, &q);
    }
    if (i < l)
    {
        d[l] = cuddSub(d[l], p);
        e[l] = g;
    }
    e[m] = cuddFromDouble(0.0);
    if (batch && batch->used > first)
        batch->sweep[batch->sweeps++] = (struct ddblas_sweep){first, batch->used - first, m - 1};
}

static ddblasStatus_t flush(struct ddblas_rotations *batch, ddblas_rotate rotate, void *context)
{
    if (!batch || batch->sweeps == 0)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(rotate(context, batch));
    batch->sweeps = batch->used = 0;
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_tridiagonal_ql(int64_t n, cuddreal *d, cuddreal *e, int most, struct ddblas_rotations *batch,
                                     ddblas_rotate rotate, void *context, int64_t *failed)
{
    const double norm = ddblas_tridiagonal_norm(n, d, e);
    *failed = 0;
    for (int64_t l = 0; l < n; l++)
        for (int steps = 0;; steps++)
        {
            const int64_t m = end_of_block(n, d, e, l, norm * (steps < NORMAL_STEPS ? 0x1p-110 : 0x1p-106));
            if (m == l)
                break;
            if (steps == most)
            {
                *failed += 1;
                break;
            }
            if (batch && (batch->used + (m - l) > batch->capacity || batch->sweeps == DDBLAS_MOST_SWEEPS))
                DDBLAS_CHECK(flush(batch, rotate, context));
            step(d, e, l, m, batch);
        }
    return flush(batch, rotate, context);
}

/* ---- order ----------------------------------------------------------------------------------- */

/* Merges the sorted halves [first, middle) and [middle, last) of `from` into `to`. */
static void merge_halves(const cuddreal *values, const int64_t *from, int64_t *to, int64_t first, int64_t middle, int64_t last)
{
    int64_t a = first, b = middle;
    for (int64_t k = first; k < last; k++)
        to[k] = a < middle && (b >= last || !cuddLt(values[from[b]], values[from[a]])) ? from[a++] : from[b++];
}

/* Sorts by merging, from runs of length one; order has room for 2 n numbers. */
void ddblas_ascending(int64_t n, const cuddreal *values, int64_t *order)
{
    int64_t *from = order, *to = order + n;
    for (int64_t k = 0; k < n; k++)
        from[k] = k;
    for (int64_t run = 1; run < n; run *= 2)
    {
        for (int64_t first = 0; first < n; first += 2 * run)
            merge_halves(values, from, to, first, first + run < n ? first + run : n, first + 2 * run < n ? first + 2 * run : n);
        int64_t *other = from;
        from = to;
        to = other;
    }
    for (int64_t k = 0; k < n && from != order; k++)
        order[k] = from[k];
}
