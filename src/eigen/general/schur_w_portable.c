/*
 * Schur form and eigenvectors of small matrices in W: any processor.
 */
#define KERNELS ddblas_schur_w_portable
#include "schur_kernel.h"
