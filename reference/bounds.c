/*
 * The table bounds.def as numbers and by name.
 */
#include "bounds.h"

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
