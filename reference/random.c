/*
 * Random numbers: xoshiro256** by D. Blackman and S. Vigna, seeded by splitmix64.
 */
#include "random.h"

#include <math.h>
#include <stdlib.h>

static uint64_t rotate(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

uint64_t dd_random_seed(uint64_t standard)
{
    const char *text = getenv("DDBLAS_SEED");
    return text != NULL && *text != '\0' ? strtoull(text, NULL, 0) : standard;
}

int64_t dd_test_scale(void)
{
    const char *text = getenv("DDBLAS_TEST_SCALE");
    int64_t scale = text ? strtoll(text, NULL, 10) : 1;
    return scale >= 1 ? scale : 1;
}

int dd_test_leaves_out(int64_t number)
{
    const char *text = getenv("DDBLAS_TEST_PART");
    const uint64_t part = text ? strtoull(text, NULL, 10) : 1;
    return part > 1 && (uint64_t)number * 0x9e3779b97f4a7c15u > UINT64_MAX / part; /* golden ratio, 64 bits */
}

void dd_random_start(struct dd_random *g, uint64_t seed)
{
    for (int i = 0; i < 4; i++)
    {
        uint64_t z = (seed += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        g->state[i] = z ^ (z >> 31);
    }
}

uint64_t dd_random_bits(struct dd_random *g)
{
    uint64_t *s = g->state;
    uint64_t result = rotate(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

int64_t dd_random_int(struct dd_random *g, int64_t low, int64_t high)
{
    uint64_t range = (uint64_t)high - (uint64_t)low + 1;
    uint64_t bits = dd_random_bits(g);
    return (int64_t)((uint64_t)low + (range == 0 ? bits : bits % range));
}

double dd_random_unit(struct dd_random *g) { return (double)(dd_random_bits(g) >> 11) * 0x1p-53; }

double dd_random_double(struct dd_random *g, int exponent)
{
    uint64_t bits = dd_random_bits(g);
    double m = (double)((bits >> 12) | (UINT64_C(1) << 52)) * 0x1p-52;
    return ldexp(bits & 1 ? -m : m, exponent);
}

/* The exponent of half an ulp of d. */
static int half_ulp(double d) { return ilogb(d) - 53; }

cuddreal dd_random_full_pair(struct dd_random *g, int exponent)
{
    double hi = dd_random_double(g, exponent);
    double lo = dd_random_double(g, half_ulp(hi) - 1);
    return cuddFastTwoSum(hi, lo);
}

cuddreal dd_random_pair(struct dd_random *g, int exponent)
{
    double hi = dd_random_double(g, exponent);
    uint64_t kind = dd_random_bits(g) % 8;
    int gap = kind < 5 ? 1 : (int)dd_random_int(g, 1, kind == 5 ? 8 : kind == 6 ? 60 : 1000);
    if (kind == 7 && dd_random_bits(g) % 4 == 0)
        return cuddMake(hi, 0.0);
    return cuddFastTwoSum(hi, dd_random_double(g, half_ulp(hi) - gap));
}

cuddreal dd_random_extreme_pair(struct dd_random *g, int exponent)
{
    int away = (int)dd_random_int(g, 1, 51);
    double step = ldexp((double)dd_random_int(g, 0, 15), -away);
    double m = dd_random_bits(g) % 4 == 0 ? 2.0 - step - 0x1p-52 : 1.0 + step;
    double hi = ldexp(dd_random_bits(g) % 2 ? -m : m, exponent);
    double edge = 1.0 - ldexp((double)dd_random_int(g, 0, 15), -(int)dd_random_int(g, 4, 53));
    double lo = ldexp(dd_random_bits(g) % 2 ? -edge : edge, half_ulp(hi));
    return cuddNormalize(hi, lo);
}
