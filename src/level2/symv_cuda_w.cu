/*
 * symv and hemv on the GPU: the kernels of type W.
 */
#include "symv_launch.cuh"

SYMV_LAUNCH(W, cuddreal)
