/*
 * A step of the QL algorithm for one instruction set. The including file defines STEP, the name of
 * the function. tridiagonal_ql.c states the formulas.
 */
#include "ql_cpu.h"

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

void STEP(cuddreal *d, cuddreal *e, int64_t l, int64_t m, struct ddblas_rotations *batch)
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
        const struct ddblas_plane q = ql_plane(f, g, batch != NULL);
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
