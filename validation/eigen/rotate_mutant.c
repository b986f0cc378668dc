/*
 * The kernel of rotations with one error term of a product dropped: x_l t_h. A test that passes
 * with this kernel judges nothing.
 */
#include "simd/vd.h"

static inline vd mutant_product(vd ah, vd al, vd bh, vd bl, vd *lo)
{
    vd p = vd_mul(ah, bh);
    vd e = vd_fms(ah, bh, p);
    return vd_fast_two_sum(p, vd_add(e, vd_fma(ah, bl, vd_mul(al, bl))), lo);
}

#define vd_dd_mul    mutant_product
#define KERNELS      rotate_mutant
#define KERNELS_NAME "mutant"

#include "eigen/cpu/rotate_cpu.h"

extern const struct ddblas_rotate_kernels rotate_mutant;

#include "eigen/cpu/rotate_cpu_kernel.h"

void eigen_use_mutant(int use);

void eigen_use_mutant(int use) { ddblas_rotate_substitute(use ? &rotate_mutant : NULL); }
