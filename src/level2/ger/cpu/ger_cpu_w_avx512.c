/*
 * ger's double-double kernel: AVX-512, 8 doubles.
 */
#define VD_AVX512
#define KERNELS      ddblas_ger_w_avx512
#define KERNELS_NAME "avx512"
#include "ger_cpu_w_kernel.h"
