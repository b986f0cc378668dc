/*
 * Powers of two in the refinement of a system.
 */
#ifndef DDBLAS_FACTOR_REFINE_POWER_H
#define DDBLAS_FACTOR_REFINE_POWER_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include <dd/cuddreal.h>

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

#endif
