/*
 * Passes of norms for AVX-512.
 */
#define KERNELS ddblas_norm_avx512
#include "norm_cpu_types.h"
