/*
 * Double-double kernels of gemm for AVX-512: vectors of 8 doubles.
 */
#define VD_AVX512
#define NR           6
#define KERNELS      ddblas_gemm_w_avx512
#define KERNELS_NAME "avx512"
#include "gemm_cpu_w_kernel.h"
