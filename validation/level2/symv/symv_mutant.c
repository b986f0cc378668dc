/*
 * The double-double kernels of symv with one error term dropped: the rounding error of a_h x_h. A
 * test that passes with these kernels judges nothing.
 */
#include "simd/vd.h"

static inline vd mutant_product(vd ah, vd al, vd bh, vd bl, vd *rest)
{
    *rest = vd_fma(al, bh, vd_mul(ah, bl));
    return vd_mul(ah, bh);
}

#define vd_product   mutant_product
#define KERNELS      symv_mutant
#define KERNELS_NAME "mutant"

#include "level2/symv/cpu/symv_cpu_w.h"

extern const struct ddblas_symv_w_kernels symv_mutant;

#include "level2/symv/cpu/symv_cpu_w_kernel.h"
