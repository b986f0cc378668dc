/*
 * symv and hemv on the GPU: the kernels of type D.
 */
#include "symv_launch.cuh"

SYMV_LAUNCH(D, double)
