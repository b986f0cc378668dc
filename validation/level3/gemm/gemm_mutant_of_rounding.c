/*
 * The double-double kernels of gemm without the rounding error of a product of two high parts, in
 * products with an operand of doubles. A test that passes with these kernels judges nothing.
 */
#include "simd/vd.h"

#define vd_fms(a, b, c) vd_sub(vd_mul(a, b), c)
#define NR              4
#define KERNELS         gemm_mutant_of_rounding
#define KERNELS_NAME    "mutant of rounding"

#include "level3/gemm/cpu/gemm_cpu_w.h"

extern const struct ddblas_gemm_w_kernels gemm_mutant_of_rounding;

#include "level3/gemm/cpu/gemm_cpu_w_kernel.h"
