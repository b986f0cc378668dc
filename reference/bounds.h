/*
 * The rows of bounds.def as numbers and by name.
 */
#ifndef DD_REFERENCE_BOUNDS_H
#define DD_REFERENCE_BOUNDS_H

#include <stdint.h>

#include <dd/ddblas.h>

#define DD_BOUND(name, factor, source) DD_BOUND_##name,
enum dd_bound
{
#include "bounds.def"
    DD_BOUND_COUNT
};

/* Units of u^2 = 2^-106. */
double dd_bound(enum dd_bound row);
const char *dd_bound_name(enum dd_bound row);
const char *dd_bound_source(enum dd_bound row);

/* The routines that have bounds: DD_ROUTINE_symv, DD_ROUTINE_gemm, .. Each has a row for PAIR. */
#define DD_ROUTINE_OF_NATIVE(routine)
#define DD_ROUTINE_OF_PAIR(routine)                                     DD_ROUTINE_##routine,
#define DD_ROUTINE_BOUND(routine, class, bound, complex_factor, source) DD_ROUTINE_OF_##class(routine)
enum dd_routine
{
#include "bounds.def"
    DD_ROUTINE_COUNT
};

/* The sizes that a bound depends on, in the letters of bounds.def; those that a routine does not
 * use may be 0. */
struct dd_bound_size
{
    int64_t k, m, c;
};
double dd_routine_bound(enum dd_routine routine, ddblasType_t type, struct dd_bound_size size);

#endif
