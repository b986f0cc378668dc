/*
 * Passes of norms for any processor.
 */
#define KERNELS ddblas_norm_portable
#include "norm_cpu_types.h"
