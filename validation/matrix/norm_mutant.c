/*
 * The passes of norms with sums that drop the error of a rounded addition. A test that passes with
 * these kernels judges nothing.
 */
#include <dd/ddblas.h>

static inline cuddreal mutant_sum(double a, double b) { return cuddMake(cudd_add(a, b), 0.0); }

#define cuddTwoSum mutant_sum
#define KERNELS    norm_mutant

#include "matrix/cpu/norm_cpu.h"

extern const struct ddblas_norm_kernels norm_mutant;

#include "matrix/cpu/norm_cpu_types.h"
