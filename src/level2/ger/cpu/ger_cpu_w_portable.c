/*
 * ger's double-double kernel for any processor: vectors of one double.
 */
#define KERNELS      ddblas_ger_w_portable
#define KERNELS_NAME "portable"
#include "ger_cpu_w_kernel.h"
