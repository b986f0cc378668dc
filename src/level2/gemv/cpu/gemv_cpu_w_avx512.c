/* Double-double gemv kernels for x86-64 with AVX-512. */
#define VD_AVX512
#define KERNELS      ddblas_gemv_w_avx512
#define KERNELS_NAME "avx512"

#include "gemv_cpu_w_kernel.h"
