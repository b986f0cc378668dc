/*
 * The table of functions under test. DD_FUNCTIONS names the table, so that one program can hold
 * several compilations.
 */
#include "scalar_functions.h"

#include <qd/c_dd.h>

#ifndef DD_FUNCTIONS
#define DD_FUNCTIONS dd_functions
#endif

#define CALL_WW(f)  f(a, b)
#define CALL_WD(f)  f(a, b.x)
#define CALL_DW(f)  f(a.x, b)
#define CALL_W(f)   f(a)
#define CALL_WWW(f) f(a, b, c)

#define QD_WW(f)  f(a, b, result)
#define QD_WD(f)  f(a, b[0], result)
#define QD_DW(f)  f(a[0], b, result)
#define QD_W(f)   f(a, result)
#define QD_WWW(f) f(a, b, result)
#define NONE(...) (void)result

#define DD_FUNCTION(name, form, operation, sign, special, qd)                                                                    \
    static cuddreal call_##name(cuddreal a, cuddreal b, cuddreal c)                                                              \
    {                                                                                                                            \
        (void)b;                                                                                                                 \
        (void)c;                                                                                                                 \
        return CALL_##form(name);                                                                                                \
    }                                                                                                                            \
    static void qd_##name(const double *a, const double *b, double *result)                                                      \
    {                                                                                                                            \
        (void)a;                                                                                                                 \
        (void)b;                                                                                                                 \
        QD_##form(qd);                                                                                                           \
    }
#include "scalar_functions.def"

#define DD_FUNCTION(name, form, operation, sign, special, qd)                                                                    \
    {#name, DD_FORM_##form, operation, sign, special, DD_BOUND_##name, call_##name, sizeof #qd == sizeof "NONE" ? 0 : qd_##name},
const struct dd_function DD_FUNCTIONS[DD_FUNCTION_COUNT] = {
#include "scalar_functions.def"
};
