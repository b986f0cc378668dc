/*
 * The double-double kernel of ger with one error term dropped: x_l t_h. A test that passes with
 * this kernel judges nothing.
 */
#include "simd/vd.h"

static inline vd mutant_product(vd ah, vd al, vd bh, vd bl, vd *lo)
{
    vd p = vd_mul(ah, bh);
    vd e = vd_fms(ah, bh, p);
    return vd_fast_two_sum(p, vd_add(e, vd_fma(ah, bl, vd_mul(al, bl))), lo);
}

#define vd_dd_mul    mutant_product
#define KERNELS      ger_mutant
#define KERNELS_NAME "mutant"

#include "level2/ger/cpu/ger_cpu_w.h"

extern const struct ddblas_ger_w_kernels ger_mutant;

#include "level2/ger/cpu/ger_cpu_w_kernel.h"
