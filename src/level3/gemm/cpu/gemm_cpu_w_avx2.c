/*
 * Double-double kernels of gemm for AVX2 with FMA: vectors of 4 doubles.
 */
#define VD_AVX2
#define NR           4
#define KERNELS      ddblas_gemm_w_avx2
#define KERNELS_NAME "avx2"
#include "gemm_cpu_w_kernel.h"
