/*
 * Schur form and eigenvectors of small matrices in U: AVX-512.
 */
#define VD_AVX512
#define SCHUR_COMPLEX
#define KERNELS ddblas_schur_u_avx512
#include "schur_kernel.h"
