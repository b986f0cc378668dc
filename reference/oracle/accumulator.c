/*
 * Exact sums of products of doubles.
 */
#include "accumulator.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(GMP_NUMB_BITS == 64, "words of 64 bits");
_Static_assert(DBL_MANT_DIG == 53 && DBL_MIN_EXP == -1021, "IEEE 754 double");

__extension__ typedef unsigned __int128 wide;

struct dd_magnitude dd_magnitude_of(double d)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    const int field = (int)(bits >> 52 & 0x7ff);
    const uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    if (field == 0x7ff)
        abort(); /* Inf and NaN have no exact sum */
    return field ? (struct dd_magnitude){fraction | UINT64_C(1) << 52, field - 1075} : (struct dd_magnitude){fraction, -1074};
}

struct dd_magnitude dd_magnitude_hypot(double a, double b)
{
    struct dd_magnitude m = {0, 0};
    if (a == 0.0 && b == 0.0)
        return m;
    const double largest = fmax(fabs(a), fabs(b));
    if (largest > 0x1p-400 && largest < 0x1p400)
        return dd_magnitude_of(sqrt(a * a + b * b));
    /* scaled to 1 <= largest < 2, hypot neither overflows nor loses digits */
    const int exponent = ilogb(largest);
    m = dd_magnitude_of(hypot(scalbn(a, -exponent), scalbn(b, -exponent)));
    m.exponent += exponent;
    return m;
}

void dd_accumulator_zero(struct dd_accumulator *s)
{
    s->first = DD_ACCUMULATOR_WORDS;
    s->end = 0;
}

static void clear_words(struct dd_accumulator *s, int first, int end)
{
    for (int sign = 0; sign < 2; sign++)
        memset(s->sum[sign] + first, 0, (size_t)(end - first) * sizeof s->sum[sign][0]);
}

/* Takes the words [first, end) into use. It is rare, and apart: inlined, it slows all additions. */
static __attribute__((noinline)) void extend(struct dd_accumulator *s, int first, int end)
{
    if (s->end == 0)
    {
        clear_words(s, first, end);
        s->first = first;
        s->end = end;
        return;
    }
    if (first < s->first)
    {
        clear_words(s, first, s->first);
        s->first = first;
    }
    if (end > s->end)
    {
        clear_words(s, s->end, end);
        s->end = end;
    }
}

/* Adds 1 to the word `next` of a sum. */
static __attribute__((noinline)) void carry(struct dd_accumulator *s, mp_limb_t *words, int next)
{
    for (;; next++)
    {
        if (next == s->end)
            extend(s, s->first, next + 1);
        if (++words[next] != 0)
            return;
    }
}

void dd_accumulator_add(struct dd_accumulator *s, struct dd_magnitude a, struct dd_magnitude b, int negative)
{
    const unsigned position = (unsigned)(a.exponent + b.exponent - DD_ACCUMULATOR_BASE), shift = position % 64;
    const int at = (int)(position / 64);
    const wide product = (wide)a.mantissa * b.mantissa, low = (wide)(uint64_t)product << shift;
    /* product 2^shift in three words: the high word of the product is below 2^42 */
    const wide high = ((product >> 64) << shift) + (low >> 64);
    mp_limb_t *const words = s->sum[negative != 0], *const word = words + at;
    if (at < s->first || at + 3 > s->end)
        extend(s, at, at + 3);
    wide sum = (wide)word[0] + (uint64_t)low;
    word[0] = (uint64_t)sum;
    sum = (sum >> 64) + word[1] + (uint64_t)high;
    word[1] = (uint64_t)sum;
    sum = (sum >> 64) + word[2] + (high >> 64);
    word[2] = (uint64_t)sum;
    if (sum >> 64)
        carry(s, words, at + 3);
}

void dd_accumulator_add_product(struct dd_accumulator *s, double a, double b)
{
    if (a != 0.0 && b != 0.0)
        dd_accumulator_add(s, dd_magnitude_of(a), dd_magnitude_of(b), signbit(a) != signbit(b));
}

mpfr_prec_t dd_accumulator_precision(const struct dd_accumulator *s)
{
    return s->end == 0 ? MPFR_PREC_MIN : (mpfr_prec_t)64 * (s->end - s->first);
}

void dd_accumulator_get(mpfr_ptr v, const struct dd_accumulator *s)
{
    mp_limb_t difference[DD_ACCUMULATOR_WORDS];
    mpz_t whole;
    const int count = s->end - s->first;
    if (s->end == 0)
    {
        mpfr_set_zero(v, 1);
        return;
    }
    const int negative = mpn_cmp(s->sum[0] + s->first, s->sum[1] + s->first, count) < 0;
    (void)mpn_sub_n(difference, s->sum[negative] + s->first, s->sum[!negative] + s->first, count);
    mpfr_set_z_2exp(v, mpz_roinit_n(whole, difference, count), DD_ACCUMULATOR_BASE + 64 * s->first, MPFR_RNDN);
    if (negative)
        mpfr_neg(v, v, MPFR_RNDN);
}
