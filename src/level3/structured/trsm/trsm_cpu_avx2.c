/*
 * Substitution of trsm: AVX2 and FMA, 4 doubles.
 */
#define VD_AVX2
#define SUBSTITUTE ddblas_substitute_avx2
#include "trsm_cpu_kernel.h"
