/*
 * Rotations of columns in double-double: AVX-512, 8 doubles.
 */
#define VD_AVX512
#define KERNELS      ddblas_rotate_avx512
#define KERNELS_NAME "avx512"
#include "rotate_cpu_kernel.h"
