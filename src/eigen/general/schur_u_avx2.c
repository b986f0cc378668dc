/*
 * Schur form and eigenvectors of small matrices in U: AVX2 with FMA.
 */
#define VD_AVX2
#define SCHUR_COMPLEX
#define KERNELS ddblas_schur_u_avx2
#include "schur_kernel.h"
