/*
 * Rotations of neighbouring columns of Z in W, for DDBLAS_ROTATE_ROWS rows of them: (x, y) becomes
 * (c x - s y, s x + c y), in the order of the batch. The including file defines VD_AVX512, VD_AVX2
 * or neither (simd/vd.h), and KERNELS and KERNELS_NAME.
 *
 * A sweep goes from right to left: column `top` + 1 is loaded once, and each rotation loads the
 * column to its left and stores the one that is complete. Four products and two sums are 72
 * operations an element and rotation, and two products round to the same bits on every instruction
 * set. Elements are finite and at most about 1, so no special values occur.
 */
#include "rotate_cpu.h"
#include "simd/vd.h"

enum
{
    VECTORS = DDBLAS_ROTATE_ROWS / VD_WIDTH < 4 ? DDBLAS_ROTATE_ROWS / VD_WIDTH : 4, /* They hide latency. */
    ROWS = VECTORS * VD_WIDTH
};

struct rotation
{
    vd ch, cl, sh, sl;
};

/* s x + c y and *x = c x - s y. */
static inline vd rotate_vector(const struct rotation *r, vd xh, vd xl, vd *yh, vd *yl, vd *low)
{
    vd pl, ql, rl, tl, outl;
    const vd ph = vd_dd_mul(r->sh, r->sl, xh, xl, &pl), qh = vd_dd_mul(r->ch, r->cl, *yh, *yl, &ql);
    const vd rh = vd_dd_mul(r->ch, r->cl, xh, xl, &rl), th = vd_dd_mul(r->sh, r->sl, *yh, *yl, &tl);
    const vd out = vd_dd_add(ph, pl, qh, ql, &outl);
    const vd minus = vd_set1(-1.0);
    *yh = vd_dd_add(rh, rl, vd_flip(th, minus), vd_flip(tl, minus), yl);
    *low = outl;
    return out;
}

static void apply_sweep(ddblas_host_w *Z, int64_t ldz, const struct ddblas_sweep *sweep, const struct ddblas_rotation *rotation)
{
    vd high[VECTORS], low[VECTORS]; /* The column that the next rotation changes again. */
    ddblas_host_w *right = Z + (sweep->top + 1) * ldz;
    for (int v = 0; v < VECTORS; v++)
        high[v] = vd_load_pairs(right + v * VD_WIDTH, &low[v]);
    for (int64_t k = 0; k < sweep->count; k++)
    {
        const struct ddblas_rotation *q = &rotation[sweep->first + k];
        const struct rotation r = {vd_set1(q->c[0]), vd_set1(q->c[1]), vd_set1(q->s[0]), vd_set1(q->s[1])};
        ddblas_host_w *left = right - ldz;
        for (int v = 0; v < VECTORS; v++)
        {
            vd xl, outl;
            const vd xh = vd_load_pairs(left + v * VD_WIDTH, &xl);
            const vd out = rotate_vector(&r, xh, xl, &high[v], &low[v], &outl);
            vd_store_pairs(right + v * VD_WIDTH, out, outl);
        }
        right = left;
    }
    for (int v = 0; v < VECTORS; v++)
        vd_store_pairs(right + v * VD_WIDTH, high[v], low[v]);
}

static void rotate_rows(ddblas_host_w *Z, int64_t ldz, const struct ddblas_rotations *batch)
{
    for (int64_t row = 0; row < DDBLAS_ROTATE_ROWS; row += ROWS)
        for (int64_t k = 0; k < batch->sweeps; k++)
            apply_sweep(Z + row, ldz, &batch->sweep[k], batch->rotation);
}

const struct ddblas_rotate_kernels KERNELS = {KERNELS_NAME, rotate_rows};
