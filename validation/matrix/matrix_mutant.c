/*
 * The kernels of geam and dgmm with one error term of each double-double product dropped: x_l y_h.
 * A test that passes with these kernels judges nothing.
 */
#include <dd/ddblas.h>

static inline cuddreal mutant_product(cuddreal a, cuddreal b)
{
    const cuddreal c = cuddTwoProd(a.x, b.x);
    return cuddFastTwoSum(c.x, cudd_add(c.y, cudd_mul(a.x, b.y)));
}

static inline cuddcomplex mutant_complex_product(cuddcomplex a, cuddcomplex b)
{
    return cuddcMake(cuddSub(mutant_product(a.x, b.x), mutant_product(a.y, b.y)),
                     cuddAdd(mutant_product(a.x, b.y), mutant_product(a.y, b.x)));
}

#define cuddMul  mutant_product
#define cuddcMul mutant_complex_product
#define KERNELS  matrix_mutant

#include "matrix/cpu/matrix_cpu.h"

extern ddblas_matrix_kernel matrix_mutant;

#include "matrix/cpu/matrix_cpu_tiles.h"
