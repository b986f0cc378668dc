/*
 * Every function of cuddreal.h by number, on the host and on the device, so that both can be run on
 * the same operands and compared. C11, C++17 and CUDA.
 */
#ifndef DD_VALIDATION_SCALAR_DISPATCH_H
#define DD_VALIDATION_SCALAR_DISPATCH_H

#include <dd/cuddreal.h>

#define DD_FUNCTION(name, form, operation, sign, special, qd) DD_RUN_##name,
#define DD_EXACT(name, form)                                  DD_RUN_##name,
#define DD_PREDICATE(name, form)                              DD_RUN_##name,
enum dd_run
{
#include "scalar_functions.def"
#include "scalar_exact.def"
    DD_RUN_COUNT
};

/* An exponent of at most a few thousand made from the high part of b. */
CUDD_FN int dd_run_exponent(cuddreal b)
{
    int e = 0;
    if (fabs(b.x) <= 3000.0)
        return (int)b.x;
    (void)frexp(cudd_finite(b.x) ? b.x : 1.0, &e);
    return e;
}

CUDD_FN cuddreal dd_run_frexp(cuddreal a)
{
    int e;
    cuddreal m = cuddFrexp(a, &e);
    return e == 0 ? m : cuddLdexp(m, e - e / 2);
}

#define DD_RUN_WW(f)  f(a, b)
#define DD_RUN_WD(f)  f(a, b.x)
#define DD_RUN_DW(f)  f(a.x, b)
#define DD_RUN_W(f)   f(a)
#define DD_RUN_WWW(f) f(a, b, c)
#define DD_RUN_XX(f)  f(a.x, b.x)
#define DD_RUN_WI(f)  f(a, dd_run_exponent(b))
#define DD_RUN_WP(f)  dd_run_frexp(a)

/* The value of the function, that of a predicate as high part. */
CUDD_FN cuddreal dd_run(int function, cuddreal a, cuddreal b, cuddreal c)
{
    switch (function)
    {
#define DD_FUNCTION(name, form, operation, sign, special, qd)                                                                    \
    case DD_RUN_##name:                                                                                                          \
        return DD_RUN_##form(name);
#define DD_EXACT(name, form)                                                                                                     \
    case DD_RUN_##name:                                                                                                          \
        return DD_RUN_##form(name);
#define DD_PREDICATE(name, form)                                                                                                 \
    case DD_RUN_##name:                                                                                                          \
        return cuddFromDouble((double)DD_RUN_##form(name));
#include "scalar_functions.def"
#include "scalar_exact.def"
    default:
        return cuddNan();
    }
}

#endif
