/*
 * The elementary functions as a table, their arguments, and their errors against MPFR.
 */
#ifndef DD_VALIDATION_ELEMENTARY_H
#define DD_VALIDATION_ELEMENTARY_H

#include <stdint.h>

#include <dd/elementary.h>

#include "random.h"

/* The bound of dd/elementary.h in u^2; 2^-1073 comes to it. */
#define DD_ELEMENTARY_BOUND 1.125

#define DD_ELEMENTARY(name, form, reference, domain, low, high) DD_ELEMENTARY_##name,
enum dd_elementary_index
{
#include "elementary.def"
    DD_ELEMENTARY_COUNT
};

enum dd_domain
{
    DD_DOMAIN_LINE,            /* both signs */
    DD_DOMAIN_INTEGERS,        /* both signs, integers and their neighbours among them */
    DD_DOMAIN_POSITIVE,        /* positive, neighbours of 1 and of powers of two and ten among them */
    DD_DOMAIN_ABOVE_MINUS_ONE, /* a > -1 */
    DD_DOMAIN_ABOVE_ONE,       /* 1 + t, t > 0 */
    DD_DOMAIN_ANGLE,           /* both signs, neighbours of multiples of pi/2 and pi/128 among them */
    DD_DOMAIN_UNIT,            /* |a| < 1, neighbours of 1 among them */
    DD_DOMAIN_POWER,           /* a > 0 and b with a^b mostly in the range; small integers among them */
    DD_DOMAIN_PLANE            /* two numbers of both signs, mostly of like size */
};

typedef cuddreal (*dd_elementary_call)(cuddreal a, cuddreal b);

/* The functions as compiled with the library's flags, and with contraction and every instruction of
 * this machine. */
extern const dd_elementary_call dd_elementary_calls[DD_ELEMENTARY_COUNT];
extern const dd_elementary_call dd_elementary_calls_contracting[DD_ELEMENTARY_COUNT];

const char *dd_elementary_name(int function);

/* The arguments of case `number` of a function; equal numbers modulo 8 draw from the same part of
 * the domain. *b is 0 for functions of one number. */
void dd_elementary_arguments(struct dd_random *g, int function, int64_t number, cuddreal *a, cuddreal *b);

/* The error of r as the function's value at a, b, in u^2 relative to the exact value, after 2^-1073
 * is taken off: Inf when r is of the wrong class (NaN, Inf, zero). */
double dd_elementary_error(int function, cuddreal a, cuddreal b, cuddreal r);

#endif
