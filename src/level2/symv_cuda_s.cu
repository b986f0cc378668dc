/*
 * symv and hemv on the GPU: the kernels of type S.
 */
#include "symv_launch.cuh"

SYMV_LAUNCH(S, float)
