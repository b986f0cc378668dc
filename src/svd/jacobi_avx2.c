/*
 * One-sided Jacobi: AVX2 with FMA, 4 doubles.
 */
#define VD_AVX2
#define JACOBI(letter) ddblas_svd_jacobi_##letter##_avx2
#include "jacobi_columns.h"
