/*
 * trmv and trsv on the CPU, blocks of the diagonal in W: AVX-512, 8 doubles.
 */
#define VD_AVX512
#define KERNEL ddblas_trv_w_avx512
#include "trv_cpu_w_kernel.h"
