/*
 * The kernels of TSQR for C.
 */
#include "tsqr_launch.cuh"

extern "C" const tsqr_kernels ddblas_tsqr_kernels_C = tsqr_launch<ddblasComplex>::table();
