/*
 * Double-double symv kernels for x86-64 with AVX-512: vectors of eight doubles.
 */
#define VD_AVX512
#define KERNELS      ddblas_symv_w_avx512
#define KERNELS_NAME "avx512"

#include "symv_cpu_w_kernel.h"
