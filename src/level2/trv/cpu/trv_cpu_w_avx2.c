/*
 * trmv and trsv on the CPU, blocks of the diagonal in W: AVX2 with FMA, 4 doubles.
 */
#define VD_AVX2
#define KERNEL ddblas_trv_w_avx2
#include "trv_cpu_w_kernel.h"
