/*
 * The kernels of TSQR for Z.
 */
#include "tsqr_launch.cuh"

extern "C" const tsqr_kernels ddblas_tsqr_kernels_Z = tsqr_launch<ddblasDoubleComplex>::table();
