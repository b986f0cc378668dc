/*
 * Substitution of trsm in portable C, one double at a time.
 */
#define SUBSTITUTE ddblas_substitute_portable
#include "trsm_cpu_kernel.h"
