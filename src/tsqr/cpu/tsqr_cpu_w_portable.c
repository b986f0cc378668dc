/*
 * TSQR's double-double kernels in plain C, one double at a time. fma() of the C library is used
 * where the compiler has no instruction for it.
 */
#define KERNELS      ddblas_tsqr_w_portable
#define KERNELS_NAME "portable"
#include "tsqr_cpu_w_kernel.h"
