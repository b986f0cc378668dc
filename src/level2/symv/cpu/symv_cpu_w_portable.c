/*
 * Double-double symv kernels for any processor: vectors of one double. Fused multiply-adds call
 * fma(), which is slow on a processor without such an instruction but correct.
 */
#define KERNELS      ddblas_symv_w_portable
#define KERNELS_NAME "portable"

#include "symv_cpu_w_kernel.h"
