/*
 * ger's double-double kernel: AVX2 with FMA, 4 doubles.
 */
#define VD_AVX2
#define KERNELS      ddblas_ger_w_avx2
#define KERNELS_NAME "avx2"
#include "ger_cpu_w_kernel.h"
