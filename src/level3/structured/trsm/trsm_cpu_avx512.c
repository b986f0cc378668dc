/*
 * Substitution of trsm: AVX-512, 8 doubles.
 */
#define VD_AVX512
#define SUBSTITUTE ddblas_substitute_avx512
#include "trsm_cpu_kernel.h"
