/*
 * The rows of bounds.def as numbers and by name.
 */
#include "bounds.h"

#include <math.h>
#include <stdlib.h>

#include "element.h"

struct bound
{
    const char *name;
    double factor;
    const char *source;
};

#define DD_BOUND(name, factor, source) {#name, factor, source},
static const struct bound table[DD_BOUND_COUNT] = {
#include "bounds.def"
};

double dd_bound(enum dd_bound row) { return table[row].factor; }

const char *dd_bound_name(enum dd_bound row) { return table[row].name; }

const char *dd_bound_source(enum dd_bound row) { return table[row].source; }

/* Below four columns k + log2(m / k) replaces k in the bounds of tsqr, which are in k units. */
static double few_columns(double m, double k) { return k < 4.0 ? (k + log2(m / k)) / k : 1.0; }

/* The number of trees of 1024 terms, one above the other, that add k terms. */
static double levels(double k) { return fmax(1.0, ceil(log2(k) / 10.0)); }

enum
{
    NATIVE,
    PAIR,
    CLASSES
};

double dd_routine_bound(enum dd_routine routine, ddblasType_t type, struct dd_bound_size size)
{
    const double k = (double)size.k, m = (double)size.m, c = (double)size.c;
    const int is_complex = dd_type_is_complex(type);
    switch (CLASSES * (int)routine + (dd_type_is_pair(type) ? PAIR : NATIVE))
    {
#define DD_ROUTINE_BOUND(name, class, bound, complex_factor, source)                                                             \
    case CLASSES *DD_ROUTINE_##name + class:                                                                                     \
        return (bound) * (is_complex ? (complex_factor) : 1.0);
#include "bounds.def"
    default:
        abort();
    }
}
