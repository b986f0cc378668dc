/* The elementary functions through pointers of one type; compiled once for each set of flags. */
#include "elementary.h"

#ifndef DD_ELEMENTARY_CALLS
#define DD_ELEMENTARY_CALLS dd_elementary_calls
#endif

#define DD_ARGUMENTS_W(name)  ((void)b, cudd##name(a))
#define DD_ARGUMENTS_WW(name) cudd##name(a, b)

#define DD_ELEMENTARY(name, form, reference, domain, low, high)                                                                  \
    static cuddreal call_##name(cuddreal a, cuddreal b) { return DD_ARGUMENTS_##form(name); }
#include "elementary.def"

#define DD_ELEMENTARY(name, form, reference, domain, low, high) call_##name,
const dd_elementary_call DD_ELEMENTARY_CALLS[DD_ELEMENTARY_COUNT] = {
#include "elementary.def"
};
