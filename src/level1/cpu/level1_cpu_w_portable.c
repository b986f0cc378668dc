/*
 * Double-double kernels of level 1: any processor, vectors of one double.
 */
#define KERNELS      ddblas_level1_w_portable
#define KERNELS_NAME "portable"
#include "level1_cpu_w_kernel.h"
