/*
 * The kernels of TSQR for S.
 */
#include "tsqr_launch.cuh"

extern "C" const tsqr_kernels ddblas_tsqr_kernels_S = tsqr_launch<float>::table();
