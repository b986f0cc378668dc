/*
 * geam, dgmm, lacpy and laset for AVX2 with FMA.
 */
#define KERNELS ddblas_matrix_tiles_avx2
#include "matrix_cpu_tiles.h"
