/*
 * Schur form and eigenvectors of small matrices in U: any processor.
 */
#define SCHUR_COMPLEX
#define KERNELS ddblas_schur_u_portable
#include "schur_kernel.h"
