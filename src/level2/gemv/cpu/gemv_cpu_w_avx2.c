/* Double-double gemv kernels for x86-64 with AVX2 and FMA. */
#define VD_AVX2
#define KERNELS      ddblas_gemv_w_avx2
#define KERNELS_NAME "avx2"

#include "gemv_cpu_w_kernel.h"
