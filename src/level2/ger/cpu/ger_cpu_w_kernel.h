/*
 * One column of ger in double-double for one instruction set. The including file defines VD_AVX512,
 * VD_AVX2 or neither (simd/vd.h), and KERNELS and KERNELS_NAME, the struct of ger_cpu_w.h and its
 * name.
 *
 * Formula: a_i = a_i + x_i t, the product as cuddMul and the sum as cuddAdd (ger_element.h).
 * Work per element of A: 29 operations, 3 for the test of the result, one load and one store of its
 * 16 bytes.
 * Edges: the rows of an incomplete vector, and vectors with a zero, Inf or NaN among their results,
 * go element by element.
 * Error: docs/numerics.md, "GER in double-double".
 */
#include "level2/ger/ger_element.h"
#include "simd/vd.h"

#include "ger_cpu_w.h"

static inline void update_elements(int64_t first, int64_t last, const double *high, const double *low, cuddreal t,
                                   ddblas_host_w *a)
{
    for (int64_t i = first; i < last; i++)
        a[i] = ger_element(a[i], cuddMake(high[i], low[i]), t);
}

static void update_column(int64_t rows, const double *high, const double *low, cuddreal t, ddblas_host_w *a)
{
    const vd th = vd_set1(t.x), tl = vd_set1(t.y);
    const int64_t whole = rows - rows % VD_WIDTH;
    for (int64_t i = 0; i < whole; i += VD_WIDTH)
    {
        vd al, pl, rl;
        const vd ah = vd_load_pairs(a + i, &al);
        const vd ph = vd_dd_mul(vd_load(high + i), vd_load(low + i), th, tl, &pl);
        const vd rh = vd_dd_add(ah, al, ph, pl, &rl);
        if (vd_any_special(rh, rl))
            update_elements(i, i + VD_WIDTH, high, low, t, a);
        else
            vd_store_pairs(a + i, rh, rl);
    }
    update_elements(whole, rows, high, low, t, a);
}

const struct ddblas_ger_w_kernels KERNELS = {KERNELS_NAME, update_column};
