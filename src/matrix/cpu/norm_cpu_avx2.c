/*
 * Passes of norms for AVX2 with FMA.
 */
#define KERNELS ddblas_norm_avx2
#include "norm_cpu_types.h"
