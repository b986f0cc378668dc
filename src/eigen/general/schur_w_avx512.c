/*
 * Schur form and eigenvectors of small matrices in W: AVX-512.
 */
#define VD_AVX512
#define KERNELS ddblas_schur_w_avx512
#include "schur_kernel.h"
