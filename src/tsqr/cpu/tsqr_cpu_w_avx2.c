/*
 * TSQR's double-double kernels: AVX2 with FMA, 4 doubles.
 */
#define VD_AVX2
#define KERNELS      ddblas_tsqr_w_avx2
#define KERNELS_NAME "avx2"
#include "tsqr_cpu_w_kernel.h"
