/*
 * The kernels of TSQR for W.
 */
#include "tsqr_launch.cuh"

extern "C" const tsqr_kernels ddblas_tsqr_kernels_W = tsqr_launch<cuddreal>::table();
