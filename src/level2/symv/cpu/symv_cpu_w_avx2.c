/*
 * Double-double symv kernels for x86-64 with AVX2 and FMA: vectors of four doubles.
 */
#define VD_AVX2
#define KERNELS      ddblas_symv_w_avx2
#define KERNELS_NAME "avx2"

#include "symv_cpu_w_kernel.h"
