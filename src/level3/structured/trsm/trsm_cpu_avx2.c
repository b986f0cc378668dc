/*
 * Substitution of trsm for AVX2 with FMA: vectors of 4 doubles.
 */
#define VD_AVX2
#define SUBSTITUTE ddblas_substitute_avx2
#include "trsm_cpu_kernel.h"
