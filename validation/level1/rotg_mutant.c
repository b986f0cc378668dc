/*
 * rotg and rotmg with quotients and squares that are rounded to one double, which the bounds must
 * refuse.
 */
#include <dd/cuddcomplex.h>

static cuddreal mutant_square(cuddreal a) { return cuddFromDouble(cudd_mul(a.x, a.x)); }
static cuddreal mutant_quotient(cuddreal a, cuddreal b) { return cuddFromDouble(a.x / b.x); }
static cuddreal mutant_norm(cuddcomplex a) { return cuddAdd(mutant_square(a.x), mutant_square(a.y)); }

#define cuddSqr   mutant_square
#define cuddDiv   mutant_quotient
#define cuddcNorm mutant_norm
#include "level1/rotg_element.h"

void rotg_mutant(const struct ddblas_rotg *problem);
void rotg_mutant(const struct ddblas_rotg *problem) { rotg_call(problem); }
