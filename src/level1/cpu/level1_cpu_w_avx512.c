/*
 * Double-double kernels of level 1: AVX-512, 8 doubles.
 */
#define VD_AVX512
#define KERNELS      ddblas_level1_w_avx512
#define KERNELS_NAME "avx512"
#include "level1_cpu_w_kernel.h"
