/*
 * symv and hemv on the GPU: the kernels of type U.
 */
#include "symv_launch.cuh"

SYMV_LAUNCH(U, cuddcomplex)
