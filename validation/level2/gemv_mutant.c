/*
 * The double-double kernels of gemv with one error term dropped: a_l x_h. A test that passes with
 * these kernels judges nothing.
 */
#include "simd/vd.h"

static inline vd mutant_product(vd ah, vd al, vd bh, vd bl, vd *rest)
{
    vd p = vd_mul(ah, bh);
    (void)al;
    *rest = vd_fma(ah, bl, vd_fms(ah, bh, p));
    return p;
}

#define vd_product   mutant_product
#define KERNELS      gemv_mutant
#define KERNELS_NAME "mutant"

#include "level2/gemv/cpu/gemv_cpu_w.h"

extern const struct ddblas_gemv_w_kernels gemv_mutant;

#include "level2/gemv/cpu/gemv_cpu_w_kernel.h"
