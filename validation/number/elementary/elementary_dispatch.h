/*
 * Every elementary function by number, on the host and on the device. C11, C++17 and CUDA.
 */
#ifndef DD_VALIDATION_ELEMENTARY_DISPATCH_H
#define DD_VALIDATION_ELEMENTARY_DISPATCH_H

#include <dd/elementary.h>

#define DD_RUN_ELEMENTARY_W(name)                               cudd##name(a)
#define DD_RUN_ELEMENTARY_WW(name)                              cudd##name(a, b)
#define DD_ELEMENTARY(name, form, reference, domain, low, high) DD_RUN_ELEMENTARY_INDEX_##name,
enum dd_elementary_run
{
#include "elementary.def"
    DD_RUN_ELEMENTARY_COUNT
};

CUDD_FN cuddreal dd_elementary_run(int function, cuddreal a, cuddreal b)
{
    switch (function)
    {
#define DD_ELEMENTARY(name, form, reference, domain, low, high)                                                                  \
    case DD_RUN_ELEMENTARY_INDEX_##name:                                                                                         \
        return DD_RUN_ELEMENTARY_##form(name);
#include "elementary.def"
    default:
        return cuddNan();
    }
}

#endif
