/*
 * trmv and trsv on the CPU, blocks of the diagonal in W: any processor.
 */
#define KERNEL ddblas_trv_w_portable
#include "trv_cpu_w_kernel.h"
