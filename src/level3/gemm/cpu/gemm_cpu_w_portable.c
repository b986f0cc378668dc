/*
 * Double-double kernels of gemm in portable C, one double at a time. Where the compiler has no FMA
 * instruction, fma() of the C library is called.
 */
#define NR           4
#define KERNELS      ddblas_gemm_w_portable
#define KERNELS_NAME "portable"
#include "gemm_cpu_w_kernel.h"
