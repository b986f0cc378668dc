/*
 * Double-double kernels of level 1: AVX2 with FMA, 4 doubles.
 */
#define VD_AVX2
#define KERNELS      ddblas_level1_w_avx2
#define KERNELS_NAME "avx2"
#include "level1_cpu_w_kernel.h"
