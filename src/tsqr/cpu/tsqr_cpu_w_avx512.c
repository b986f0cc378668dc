/*
 * TSQR's double-double kernels: AVX-512, 8 doubles.
 */
#define VD_AVX512
#define KERNELS      ddblas_tsqr_w_avx512
#define KERNELS_NAME "avx512"
#include "tsqr_cpu_w_kernel.h"
