/*
 * Shared by the tests of symv in double-double, real (W) and complex (U).
 */
#ifndef DD_VALIDATION_SYMV_PAIRS_H
#define DD_VALIDATION_SYMV_PAIRS_H

#include "baseline.h"
#include "symv_case.h"

/* The number as one double: NaN for a finite high part with a low part that is not. */
double symv_value(cuddreal a);

/* Inf, NaN in either part, zeros; now and then a plain number. */
cuddreal symv_special(struct dd_random *g);

/* Fails where an instruction set of this processor gives other bits than the portable kernels. */
void symv_same_bits(ddblasHandle_t h, struct symv_case *c);

/* The recorded accuracy of the engine under test, of the built-in choices, whatever tables this
 * machine has. Open, check each "type/data/orders", close, which fails when one was worse than
 * recorded. */
struct dd_baseline *symv_record_open(ddblasHandle_t h);
int symv_record_check(struct dd_baseline *record, const char *type, const char *data, const char *orders, double error);
void symv_record_close(ddblasHandle_t h, struct dd_baseline *record, int passed);

/* Runs with kernels that lack the rounding error of products, whose result must break the bound,
 * then judges the library's own.
 */
void symv_mutant_breaks(ddblasHandle_t h, struct symv_case *c, const char *what, uint64_t seed);

#endif
