/*
 * symv and hemv on the GPU: the kernels of type C.
 */
#include "symv_launch.cuh"

SYMV_LAUNCH(C, ddblasComplex)
