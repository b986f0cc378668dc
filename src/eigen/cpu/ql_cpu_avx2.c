/*
 * A step of the QL algorithm: AVX2 with FMA.
 */
#define STEP ddblas_ql_step_avx2
#include "ql_cpu_kernel.h"
