/*
 * Rotations of columns in double-double: any processor, vectors of one double.
 */
#define KERNELS      ddblas_rotate_portable
#define KERNELS_NAME "portable"
#include "rotate_cpu_kernel.h"
