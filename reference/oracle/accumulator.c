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

/* A pair of doubles as a whole number of 54 .. 127 bits times a power of two. */
struct whole
{
    wide magnitude;
    int exponent;
    uint64_t negative;
};

/* Returns 0 for a pair with a part that is not normal, with parts too far apart, or the low one
 * first. There are no branches on signs, which no processor could foretell. */
static inline int whole_of(struct whole *w, const double pair[2])
{
    const uint64_t fraction = (UINT64_C(1) << 52) - 1, first = UINT64_C(1) << 52;
    uint64_t high, low;
    memcpy(&high, &pair[0], sizeof high);
    memcpy(&low, &pair[1], sizeof low);
    const unsigned h = high >> 52 & 0x7ff, l = low >> 52 & 0x7ff, shift = h - l;
    if (shift - 1 > 127 - DBL_MANT_DIG - 1 || l == 0 || h == 0x7ff)
        return 0;
    const uint64_t differ = 0 - ((high ^ low) >> 63); /* all bits if the signs differ */
    const wide part = ((wide)differ << 64) + (((low & fraction) | first) ^ differ);
    w->magnitude = ((wide)((high & fraction) | first) << shift) + part + (differ & 1);
    w->exponent = (int)l - 1075;
    w->negative = high >> 63;
    return 1;
}

/* s += (negative ? -1 : 1) a b. */
static inline void add_wholes(struct dd_accumulator *s, struct whole a, struct whole b, uint64_t negative)
{
    enum
    {
        WORDS = 5
    };
    const uint64_t al = (uint64_t)a.magnitude, ah = (uint64_t)(a.magnitude >> 64);
    const uint64_t bl = (uint64_t)b.magnitude, bh = (uint64_t)(b.magnitude >> 64);
    const wide ll = (wide)al * bl, lh = (wide)al * bh, hl = (wide)ah * bl, hh = (wide)ah * bh;
    const wide second = (ll >> 64) + (uint64_t)lh + (uint64_t)hl;
    const wide third = (second >> 64) + (lh >> 64) + (hl >> 64) + (uint64_t)hh;
    const uint64_t p0 = (uint64_t)ll, p1 = (uint64_t)second, p2 = (uint64_t)third, p3 = (uint64_t)((third >> 64) + (hh >> 64));
    const unsigned position = (unsigned)(a.exponent + b.exponent - DD_ACCUMULATOR_BASE), shift = position % 64;
    const int at = (int)(position / 64);
    mp_limb_t *const words = s->sum[negative], *const word = words + at;
    if (at < s->first || at + WORDS > s->end)
        extend(s, at, at + WORDS);
    wide sum = (wide)word[0] + (p0 << shift);
    word[0] = (uint64_t)sum;
    sum = (sum >> 64) + word[1] + (p1 << shift | p0 >> 1 >> (63 - shift));
    word[1] = (uint64_t)sum;
    sum = (sum >> 64) + word[2] + (p2 << shift | p1 >> 1 >> (63 - shift));
    word[2] = (uint64_t)sum;
    sum = (sum >> 64) + word[3] + (p3 << shift | p2 >> 1 >> (63 - shift));
    word[3] = (uint64_t)sum;
    sum = (sum >> 64) + word[4] + (p3 >> 1 >> (63 - shift));
    word[4] = (uint64_t)sum;
    if (sum >> 64)
        carry(s, words, at + WORDS);
}

static __attribute__((noinline)) void add_products(struct dd_accumulator *s, const double a[2], const double b[2], int negative)
{
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            dd_accumulator_add_product(s, negative ? -a[i] : a[i], b[j]);
}

void dd_accumulator_add_pairs(struct dd_accumulator *s, const double a[2], const double b[2], int negative)
{
    struct whole v, w;
    if (whole_of(&v, a) && whole_of(&w, b))
        add_wholes(s, v, w, v.negative ^ w.negative ^ (negative != 0));
    else
        add_products(s, a, b, negative);
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
