/*
 * Substitution of trsm for AVX-512: vectors of 8 doubles.
 */
#define VD_AVX512
#define SUBSTITUTE ddblas_substitute_avx512
#include "trsm_cpu_kernel.h"
