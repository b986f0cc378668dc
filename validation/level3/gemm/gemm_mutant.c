/*
 * The double-double kernels of gemm with one error term dropped: a_l b_h; of an operand of W beside
 * one of doubles, the product with the low part. A test that passes with these kernels judges
 * nothing.
 */
#include "simd/vd.h"

static inline vd mutant_product(vd ah, vd al, vd bh, vd bl, vd *rest)
{
    vd p = vd_mul(ah, bh);
    (void)al;
    *rest = vd_fma(ah, bl, vd_fms(ah, bh, p));
    return p;
}

#define vd_product      mutant_product
#define vd_fma(a, b, c) ((void)(a), (void)(b), (c))
#define NR              4
#define KERNELS         gemm_mutant
#define KERNELS_NAME    "mutant"

#include "level3/gemm/cpu/gemm_cpu_w.h"

extern const struct ddblas_gemm_w_kernels gemm_mutant;

#include "level3/gemm/cpu/gemm_cpu_w_kernel.h"
