/*
 * Rotations of columns in double-double: AVX2 with FMA, 4 doubles.
 */
#define VD_AVX2
#define KERNELS      ddblas_rotate_avx2
#define KERNELS_NAME "avx2"
#include "rotate_cpu_kernel.h"
