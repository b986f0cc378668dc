/*
 * symv and hemv on the GPU: the kernels of type Z.
 */
#include "symv_launch.cuh"

SYMV_LAUNCH(Z, ddblasDoubleComplex)
