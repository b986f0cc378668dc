/*
 * geam, dgmm, lacpy and laset for AVX-512.
 */
#define KERNELS ddblas_matrix_tiles_avx512
#include "matrix_cpu_tiles.h"
