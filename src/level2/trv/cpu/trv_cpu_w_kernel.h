/*
 * A diagonal block in W for one instruction set. The including file defines VD_AVX512, VD_AVX2 or
 * neither (simd/vd.h), and KERNEL, the name of the function.
 *
 * x_j times column j is added to the rows below, or subtracted from them, in whole vectors. The
 * first vector may begin above the diagonal. There the copied column has zeros, so that x keeps its
 * bits.
 */
#include <math.h>

#include "simd/vd.h"

#include "trv_cpu_w.h"

static void add_column(int solve, int64_t j, int64_t count, struct ddblas_trv_block *b)
{
    const double sign = solve ? -1.0 : 1.0;
    const vd fh = vd_set1(sign * b->x_high[j]), fl = vd_set1(sign * b->x_low[j]);
    const double *high = b->high + j * DDBLAS_TRV_BLOCK, *low = b->low + j * DDBLAS_TRV_BLOCK;
    for (int64_t i = (j + 1) / VD_WIDTH * VD_WIDTH; i < count; i += VD_WIDTH)
    {
        vd pl, rl;
        const vd ph = vd_dd_mul(vd_load(high + i), vd_load(low + i), fh, fl, &pl);
        const vd rh = vd_dd_add(vd_load(b->x_high + i), vd_load(b->x_low + i), ph, pl, &rl);
        vd_store(b->x_high + i, rh);
        vd_store(b->x_low + i, rl);
    }
}

static void set(struct ddblas_trv_block *b, int64_t j, cuddreal value)
{
    b->x_high[j] = value.x;
    b->x_low[j] = value.y;
}

int KERNEL(int solve, int unit, int64_t count, struct ddblas_trv_block *b)
{
    for (int64_t k = 0; k < count; k++)
    {
        const int64_t j = solve ? k : count - 1 - k;
        const cuddreal x = cuddMake(b->x_high[j], b->x_low[j]);
        if (solve && !unit)
            set(b, j, cuddDiv(x, b->diagonal[j]));
        add_column(solve, j, count, b);
        if (!solve && !unit)
            set(b, j, cuddMul(b->diagonal[j], x));
    }
    int special = 0;
    for (int64_t i = 0; i < count; i += VD_WIDTH)
        special |= vd_any_special(vd_load(b->x_high + i), vd_load(b->x_low + i));
    return !special;
}
