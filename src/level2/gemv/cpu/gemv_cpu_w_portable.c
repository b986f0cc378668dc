/* Double-double gemv kernels for any processor. */
#define KERNELS      ddblas_gemv_w_portable
#define KERNELS_NAME "portable"

#include "gemv_cpu_w_kernel.h"
