/*
 * The oracle for rotg and rotmg, in MPFR from the definitions in dd/level1.h. All operands finite.
 */
#ifndef DD_REFERENCE_ORACLE_ROTG_H
#define DD_REFERENCE_ORACLE_ROTG_H

#include <dd/ddblas.h>

/* Relative errors of computed results in units of the type, after what underflow may add has been
 * taken from them: r for each part, s in modulus. A result beyond the range is right as Inf. z: of
 * real types. a and b are not both 0. */
struct dd_rotg_error
{
    double r, c, s, z;
};
struct dd_rotg_error dd_oracle_rotg_error(ddblasType_t type, const void *a, const void *b, const void *r, const void *z,
                                          const void *c, const void *s);

/* The largest relative error of the results of rotmg in units of the type, divided by kappa of
 * dd/level1.h; Inf if the flag is another one, or if a number that the flag implies is not the NaN
 * that the caller put there. before: d1, d2, x1, y1; after: d1, d2, x1. */
double dd_oracle_rotmg_error(ddblasType_t type, const void *const before[4], const void *const after[3], const void *param);

#endif
