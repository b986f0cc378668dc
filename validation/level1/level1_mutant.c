/*
 * The double-double kernels of level 1 with error terms dropped: a product of updates without
 * x_l t_h, sums of products without the products of high and low parts, sums of numbers without the
 * errors of their additions. A test that passes with these kernels judges nothing.
 */
#include "simd/vd.h"

static inline vd mutant_product(vd ah, vd al, vd bh, vd bl, vd *lo)
{
    vd p = vd_mul(ah, bh);
    vd e = vd_fms(ah, bh, p);
    return vd_fast_two_sum(p, vd_add(e, vd_fma(ah, bl, vd_mul(al, bl))), lo);
}

static inline vd mutant_two_sum(vd a, vd b, vd *error)
{
    *error = vd_set1(0.0);
    return vd_add(a, b);
}

static inline vd mutant_fma(vd a, vd b, vd c)
{
    (void)a;
    (void)b;
    return c;
}

#define vd_dd_mul    mutant_product
#define vd_two_sum   mutant_two_sum
#define vd_fma       mutant_fma
#define KERNELS      level1_mutant
#define KERNELS_NAME "mutant"

#include "level1/cpu/level1_cpu_w.h"

extern const struct ddblas_level1_w_kernels level1_mutant;

#include "level1/cpu/level1_cpu_w_kernel.h"
