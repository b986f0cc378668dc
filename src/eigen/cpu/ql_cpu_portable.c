/*
 * A step of the QL algorithm: any processor.
 */
#define STEP ddblas_ql_step_portable
#include "ql_cpu_kernel.h"
