/*
 * The table bounds.def as numbers and by name.
 */
#ifndef DD_REFERENCE_BOUNDS_H
#define DD_REFERENCE_BOUNDS_H

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

#endif
