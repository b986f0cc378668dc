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

/* DD_ROUTINE_symv_NATIVE, DD_ROUTINE_symv_PAIR, ..: the classes of a routine follow each other. */
#define DD_ROUTINE_BOUND(routine, class, bound, complex_factor, source) DD_ROUTINE_##routine##_##class,
enum dd_routine
{
#include "bounds.def"
    DD_ROUTINE_BOUND_COUNT
};

/* The sizes that a bound depends on, in the letters of bounds.def; those that it does not use may
 * be 0. */
struct dd_bound_size
{
    int64_t k, m, c;
};

/* The bound of a routine, given by its row of class NATIVE, for a type. */
#define dd_routine_bound(routine, type, ...) \
    dd_routine_bound_of(DD_ROUTINE_##routine##_NATIVE, type, (struct dd_bound_size){__VA_ARGS__})
double dd_routine_bound_of(enum dd_routine native, ddblasType_t type, struct dd_bound_size size);

#endif
