/*
 * Schur form and eigenvectors of small matrices in W: AVX2 with FMA.
 */
#define VD_AVX2
#define KERNELS ddblas_schur_w_avx2
#include "schur_kernel.h"
