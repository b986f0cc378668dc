/*
 * gemm's double-double kernels: plain C, one double at a time, fma() of the C library where the compiler has no instruction for
 * it.
 */
#define NR           4
#define KERNELS      ddblas_gemm_w_portable
#define KERNELS_NAME "portable"
#include "gemm_cpu_w_kernel.h"
