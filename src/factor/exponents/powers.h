/*
 * Numbers of a matrix, and powers of two, on the host. Refinement and equilibration scale with
 * them.
 */
#ifndef DDBLAS_FACTOR_EXPONENTS_POWERS_H
#define DDBLAS_FACTOR_EXPONENTS_POWERS_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include <dd/cuddreal.h>

#include "exponents.h"

/* Number `at` of an array of S, D or W. */
static inline cuddreal number_at(ddblasType_t number, const void *numbers, int64_t at)
{
    return number == DDBLAS_TYPE_S   ? cuddFromDouble((double)((const float *)numbers)[at])
           : number == DDBLAS_TYPE_D ? cuddFromDouble(((const double *)numbers)[at])
                                     : ((const ddblas_host_w *)numbers)[at];
}

/* The exponent of frexp. */
static inline int exponent_of(double d)
{
    uint64_t bits;
    int e = 0;
    memcpy(&bits, &d, sizeof bits);
    const int field = (int)(bits >> 52 & 0x7ff);
    if (field != 0 && field != 0x7ff)
        return field - 1022;
    (void)frexp(d, &e);
    return e;
}

enum
{
    MOST_POWER = 1000
};

static inline int is_power(int e) { return e >= -MOST_POWER && e <= MOST_POWER; }

/* 2^e for such an exponent. */
static inline double power_of(int e)
{
    const uint64_t bits = (uint64_t)(e + 1023) << 52;
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}

/* a 2^e as cuddLdexp, by products where both parts stay in range, which is much faster. */
static inline cuddreal times_power(cuddreal a, int e)
{
    if (is_power(e))
    {
        const double power = power_of(e), high = a.x * power;
        if (fabs(high) > 0x1p-900 && fabs(high) < 0x1p1000)
            return (cuddreal){high, a.y * power};
    }
    return cuddLdexp(a, e);
}

/* 2^-exponent, which may be Inf or 0 at the ends of the range. */
static inline double factor_of(int32_t exponent) { return ldexp(1.0, exponent == DDBLAS_EXPONENT_ZERO ? 0 : -exponent); }

/* Returns 1 if factors of all these exponents are numbers with all their digits. */
static inline int have_factors(const int32_t *exponents, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        if (exponents[i] != DDBLAS_EXPONENT_ZERO && !is_power(exponents[i]))
            return 0;
    return 1;
}

#endif
