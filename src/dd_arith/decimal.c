/*
 * A decimal of at most 38 significant digits to the nearest double-double, from a table of powers
 * of five.
 *
 * The product of the digits with the leading 192 bits of the power is known with a proved error: it
 * lies in an interval of integers of 256 bits. Rounding is monotone, so when both ends of the
 * interval round to one double-double, that is the nearest to every number between them. When they
 * differ the caller decides by exact arithmetic.
 */
#include "text.h"

#include <string.h>

enum
{
    POW5_FIRST = -360,
    POW5_LAST = 310,
    POW5_LAST_EXACT = 82 /* 5^82 < 2^192 */
};

/* The 192 leading bits of each power, rounded down, the least significant word first. */
static const uint64_t pow5[POW5_LAST - POW5_FIRST + 1][3] = {
#define POW5(high, middle, low) {low, middle, high},
#include "pow5.def"
};

/* Limbs from the least significant on. */
struct wide
{
    uint64_t limb[4];
};

static int leading_zeros(ddblas_u128 w)
{
    uint64_t high = (uint64_t)(w >> 64);
    return high ? __builtin_clzll(high) : 64 + __builtin_clzll((uint64_t)w);
}

/* a + 2^(64 k + shift); 0 when it leaves 256 bits. */
static int add_at(struct wide *a, int k, int shift)
{
    uint64_t carry = (uint64_t)1 << shift;
    for (; k < 4 && carry; k++)
    {
        uint64_t sum = a->limb[k] + carry;
        carry = sum < carry;
        a->limb[k] = sum;
    }
    return carry == 0;
}

/* *lower = floor(n t / 2^64) for n < 2^128, t < 2^192; 1 when the limb dropped is not 0. */
static int multiply_words(ddblas_u128 n, const uint64_t t[3], struct wide *lower)
{
    uint64_t part[2] = {(uint64_t)n, (uint64_t)(n >> 64)};
    uint64_t product[5] = {0};
    for (int i = 0; i < 2; i++)
    {
        uint64_t carry = 0;
        for (int j = 0; j < 3; j++)
        {
            ddblas_u128 sum = (ddblas_u128)part[i] * t[j] + product[i + j] + carry;
            product[i + j] = (uint64_t)sum;
            carry = (uint64_t)(sum >> 64);
        }
        product[i + 3] = carry;
    }
    memcpy(lower->limb, product + 1, sizeof lower->limb);
    return product[0] != 0;
}

/* 2^e for a normal result. */
static double power_of_two(int e)
{
    uint64_t bits = (uint64_t)(e + 1023) << 52;
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}

/* Shifts a left by 0 < bits < 64. */
static void shift_left(struct wide *a, int bits)
{
    for (int k = 3; k > 0; k--)
        a->limb[k] = a->limb[k] << bits | a->limb[k - 1] >> (64 - bits);
    a->limb[0] <<= bits;
}

/* The pair nearest to a 2^exponent, a >= 2^254. 0 when a part leaves the range of normal numbers;
 * then nothing is decided. */
static int round_wide(struct wide a, int exponent, double *hi, double *lo)
{
    if (!(a.limb[3] >> 63))
    {
        shift_left(&a, 1);
        exponent--;
    }
    /* 53 leading bits; the rest R occupies bits 202..0 and half a unit is bit 202. */
    uint64_t mantissa = a.limb[3] >> 11;
    uint64_t rest = a.limb[3] & 0x7ff;
    uint64_t tail = a.limb[2] | a.limb[1] | a.limb[0];
    int up = rest > 0x400 || (rest == 0x400 && (tail || (mantissa & 1)));
    a.limb[3] = rest;
    if (up)
    {
        /* 2^203 - R, and 2^203 = 0x800 at limb 3 */
        uint64_t borrow = 0;
        for (int k = 0; k < 4; k++)
        {
            uint64_t from = k == 3 ? 0x800 : 0;
            uint64_t difference = from - a.limb[k] - borrow;
            borrow = k < 3 && (a.limb[k] || borrow);
            a.limb[k] = difference;
        }
    }
    int unit = exponent + 203;
    if (unit < -1022 || unit > 960)
        return 0;
    *hi = (double)(mantissa + (uint64_t)up) * power_of_two(unit);

    int top = 3;
    while (top >= 0 && a.limb[top] == 0)
        top--;
    *lo = 0.0;
    if (top < 0)
        return 1;
    int zeros = __builtin_clzll(a.limb[top]);
    if (zeros)
        shift_left(&a, zeros);
    unit = exponent + 64 * top - zeros + 11;
    if (unit < -1022)
        return 0;
    uint64_t below = 0;
    for (int k = 0; k < top; k++)
        below |= a.limb[k];
    mantissa = a.limb[top] >> 11;
    rest = a.limb[top] & 0x7ff;
    mantissa += rest > 0x400 || (rest == 0x400 && (below || (mantissa & 1)));
    *lo = (double)mantissa * power_of_two(unit);
    if (up)
        *lo = -*lo;
    return 1;
}

/* The nearest pair to w 5^five 2^two, `more` as in ddblas_fast_decimal; 0 when not decided. */
static int decide_rounding(ddblas_u128 w, int more, int five, int two, double *hi, double *lo)
{
    const uint64_t *power = pow5[five - POW5_FIRST];
    int zeros = leading_zeros(w);
    struct wide lower;
    int dropped = multiply_words(w << zeros, power, &lower);
    struct wide upper = lower;
    int certain = 1;
    /* Upper end, in units of the last bit kept: the dropped limb is below 1; the power's error
     * times n < 2^128 below 2^64; the digits' error 2^zeros times the power below 2^(192 + zeros -
     * 64). */
    if (dropped)
        certain &= add_at(&upper, 0, 0);
    if (five < 0 || five > POW5_LAST_EXACT)
        certain &= add_at(&upper, 1, 0);
    if (more)
        certain &= zeros < 32 && add_at(&upper, 2, zeros & 31);
    if (!certain)
        return 0;

    /* floor(log2 5^five) - 191 is the exponent of the table's entry */
    int64_t log2 = (((int64_t)five + 524288) * 1217359 >> 19) - 1217359;
    int exponent = (int)log2 - 191 + two - zeros + 64;
    if (!round_wide(lower, exponent, hi, lo))
        return 0;
    if (memcmp(&lower, &upper, sizeof lower) == 0)
        return 1;
    double hi2, lo2;
    return round_wide(upper, exponent, &hi2, &lo2) && *hi == hi2 && *lo == lo2;
}

int ddblas_fast_decimal(ddblas_u128 w, int more, int64_t exponent, int negative, cuddreal *value)
{
    double hi, lo;
    if (exponent < POW5_FIRST || exponent > POW5_LAST)
        return 0;
    int five = (int)exponent;
    int done = decide_rounding(w, more, five, (int)exponent, &hi, &lo);
    /* A decimal fraction that is a binary one, 0.5 = 5 10^-1, is at an end of its interval: with
     * its fives divided out it is exact. */
    if (!done && !more && five < 0)
    {
        while (five < 0 && w % 5 == 0)
        {
            w /= 5;
            five++;
        }
        done = five == 0 && decide_rounding(w, 0, 0, (int)exponent, &hi, &lo);
    }
    if (!done)
        return 0;
    *value = ddblas_signed_pair(hi, lo, negative);
    return 1;
}
