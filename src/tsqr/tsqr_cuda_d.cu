/*
 * The kernels of TSQR for D.
 */
#include "tsqr_launch.cuh"

extern "C" const tsqr_kernels ddblas_tsqr_kernels_D = tsqr_launch<double>::table();
