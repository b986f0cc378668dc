/*
 * Integers of fixed size on the stack, and their correct rounding to double and double-double.
 */
#include "text.h"
#include "core/sizes.h"

void ddblas_big_trim(struct ddblas_big *a)
{
    while (a->size > 0 && a->limb[a->size - 1] == 0)
        a->size--;
}

void ddblas_big_mul_pow5(struct ddblas_big *a, int64_t power)
{
    static const mp_limb_t small[] = {1,
                                      5,
                                      25,
                                      125,
                                      625,
                                      3125,
                                      15625,
                                      78125,
                                      390625,
                                      1953125,
                                      9765625,
                                      48828125,
                                      244140625,
                                      1220703125,
                                      6103515625,
                                      30517578125,
                                      152587890625,
                                      762939453125,
                                      3814697265625,
                                      19073486328125,
                                      95367431640625,
                                      476837158203125,
                                      2384185791015625,
                                      11920928955078125,
                                      59604644775390625,
                                      298023223876953125,
                                      1490116119384765625,
                                      7450580596923828125};
    while (a->size > 0 && power > 0)
    {
        int64_t step = least(power, 27);
        mp_limb_t carry = mpn_mul_1(a->limb, a->limb, a->size, small[step]);
        if (carry)
            a->limb[a->size++] = carry;
        power -= step;
    }
}

void ddblas_big_shift(struct ddblas_big *a, int64_t bits)
{
    mp_size_t limbs = (mp_size_t)(bits / 64);
    unsigned rest = (unsigned)(bits % 64);
    if (a->size == 0 || bits == 0)
        return;
    if (rest)
    {
        mp_limb_t carry = mpn_lshift(a->limb, a->limb, a->size, rest);
        if (carry)
            a->limb[a->size++] = carry;
    }
    if (limbs)
    {
        mpn_copyd(a->limb + limbs, a->limb, a->size);
        mpn_zero(a->limb, limbs);
        a->size += limbs;
    }
}

static int64_t bit_length(const struct ddblas_big *a) { return 64 * (int64_t)a->size - __builtin_clzll(a->limb[a->size - 1]); }

static int bit_of(const struct ddblas_big *a, int64_t k)
{
    return k / 64 < (int64_t)a->size ? (int)(a->limb[k / 64] >> (k % 64) & 1) : 0;
}

/* 1 when one of the bits 0 .. k-1 is set. */
static int any_below(const struct ddblas_big *a, int64_t k)
{
    int64_t limb = 0;
    for (; limb < k / 64 && limb < (int64_t)a->size; limb++)
        if (a->limb[limb])
            return 1;
    return limb < (int64_t)a->size && k % 64 && (a->limb[limb] & (((mp_limb_t)1 << (k % 64)) - 1)) != 0;
}

/* floor(a / 2^k), known to fit 64 bits. */
static uint64_t bits_from(const struct ddblas_big *a, int64_t k)
{
    int64_t limb = k / 64;
    if (limb >= (int64_t)a->size)
        return 0;
    uint64_t top = a->limb[limb] >> (k % 64);
    if (k % 64 && limb + 1 < (int64_t)a->size)
        top |= a->limb[limb + 1] << (64 - k % 64);
    return top;
}

/* a = a mod 2^k, or 2^k - (a mod 2^k) when negate, which needs a mod 2^k != 0. */
static void keep_below(struct ddblas_big *a, int64_t k, int negate)
{
    mp_size_t size = (mp_size_t)quotient_up(k, 64);
    while (a->size < size)
        a->limb[a->size++] = 0;
    a->size = size;
    if (negate)
        (void)mpn_neg(a->limb, a->limb, size);
    if (k % 64)
        a->limb[size - 1] &= ((mp_limb_t)1 << (k % 64)) - 1;
    ddblas_big_trim(a);
}

double ddblas_big_to_double(struct ddblas_big *a, int *below)
{
    *below = 0;
    if (a->size == 0)
        return 0.0;
    int64_t leading = bit_length(a) - 1 + a->exponent;
    if (leading > 1023)
        return (double)INFINITY;
    /* Units of the result: the last place of a 53-bit mantissa, no finer than the subnormal
     * grid. */
    int64_t unit = most(leading - 52, -1074);
    int64_t dropped = unit - a->exponent;
    if (dropped > 64 * (int64_t)a->size)
        return 0.0;
    if (dropped <= 0)
    {
        double exact = ldexp((double)a->limb[0], (int)a->exponent);
        a->size = 0;
        return exact;
    }
    uint64_t mantissa = bits_from(a, dropped);
    int up = bit_of(a, dropped - 1) && (any_below(a, dropped - 1) || (mantissa & 1));
    *below = up;
    keep_below(a, dropped, up);
    return ldexp((double)(mantissa + (uint64_t)up), (int)unit);
}

cuddreal ddblas_signed_pair(double hi, double lo, int negative)
{
    cuddreal r = cudd_finite(hi) ? cuddFastTwoSum(hi, lo) : cuddInf();
    if (!cudd_finite(r.x))
        r = cuddInf();
    if (negative)
        r = cuddNeg(r);
    if (r.y == 0.0)
        r.y = 0.0;
    return r;
}

cuddreal ddblas_pair_of_parts(double hi, double lo)
{
    return cudd_finite(hi) && cudd_add(hi, lo) == hi ? cuddMake(hi, lo) : cuddNormalize(hi, lo);
}

cuddreal ddblas_big_round(struct ddblas_big *a, int negative)
{
    int below, unused;
    double hi = ddblas_big_to_double(a, &below);
    double lo = cudd_finite(hi) ? ddblas_big_to_double(a, &unused) : 0.0;
    return ddblas_signed_pair(hi, below ? -lo : lo, negative);
}
