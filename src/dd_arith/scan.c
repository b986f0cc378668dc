/*
 * Text to double-double. A number is scanned once; decimals of usual length are decided by the
 * table of powers (decimal.c), the rest, and hexadecimal numbers, by exact integers (big.c).
 */
#define _POSIX_C_SOURCE 200809L
#include "core/core.h"
#include "core/sizes.h"
#include "text.h"

#include <string.h>

enum
{
    CHUNK = 19,         /* decimal digits that fit 64 bits */
    HEX_CHUNK = 16,     /* hexadecimal ones */
    FAST = 2 * CHUNK,   /* and 128 bits */
    HUGE_EXPONENT = 400 /* a decimal exponent beyond it is zero or Inf */
};

/* Exponents are kept within this range, which no text in memory can compensate by its number of
 * digits. */
#define EXPONENT_LIMIT ((int64_t)1 << 58)

/* A scanned number: significant digits from `first` on (a point among them), the last one kept
 * standing at base^exponent. */
struct digits
{
    const char *first; /* first digit that is not 0; null for zero */
    int64_t count;     /* digits from there on, leading ones included, trailing zeros too */
    int64_t exponent;  /* exponent of the last digit, in the base */
    uint64_t chunk[2]; /* the first FAST digits of a decimal, or the first HEX_CHUNK hexadecimal ones */
    const char *end;   /* after the number; null when there is none */
};

static int digit_value(char c, int base)
{
    unsigned decimal = (unsigned char)c - (unsigned)'0';
    if (decimal < 10)
        return (int)decimal;
    unsigned letter = ((unsigned char)c | 32u) - (unsigned)'a';
    return base == 16 && letter < 6 ? (int)letter + 10 : -1;
}

/* [+-] digits after the letter at p: adds to *exponent and returns what follows, or p when there
 * are none. */
static const char *scan_exponent(const char *p, int64_t *exponent)
{
    const char *q = p + 1;
    int negative = *q == '-';
    if (*q == '-' || *q == '+')
        q++;
    if (digit_value(*q, 10) < 0)
        return p;
    int64_t e = 0;
    for (; digit_value(*q, 10) >= 0; q++)
        e = e < EXPONENT_LIMIT / 16 ? 10 * e + digit_value(*q, 10) : e;
    *exponent += negative ? -e : e;
    return q;
}

static void scan_digits(const char *p, int base, struct digits *d)
{
    const char *point = NULL;
    int64_t scale = 0, kept = 0;
    int any = 0;
    memset(d, 0, sizeof *d);
    for (;; p++)
    {
        int digit = digit_value(*p, base);
        if (digit < 0)
        {
            if (*p != '.' || point)
                break;
            point = p;
            continue;
        }
        any = 1;
        scale -= point != NULL;
        if (!d->first)
        {
            if (digit == 0)
                continue;
            d->first = p;
        }
        d->count++;
        if (kept < FAST)
        {
            d->chunk[kept >= CHUNK] = (uint64_t)base * d->chunk[kept >= CHUNK] + (uint64_t)digit;
            kept++;
        }
    }
    d->exponent = scale;
    d->end = any ? p : NULL;
}

/* Copies at most `most` digits of d as values; *more is 1 when a digit that is not 0 is left out.
 * Returns their number. */
static int copy_digits(const struct digits *d, int base, int most, unsigned char *value, int *more)
{
    int n = 0;
    *more = 0;
    int64_t left = d->count;
    for (const char *p = d->first; left > 0; p++)
    {
        if (*p == '.')
            continue;
        left--;
        int digit = digit_value(*p, base);
        if (n < most)
            value[n++] = (unsigned char)digit;
        else if (digit)
        {
            *more = 1;
            break;
        }
    }
    return n;
}

/* The decimal as an integer with one more bit that is 1 when something non-zero lies below: rounded
 * like the number itself. */
static void decimal_to_big(const struct digits *d, struct ddblas_big *a)
{
    unsigned char value[DDBLAS_MAX_DIGITS + 1];
    int more;
    int n = copy_digits(d, 10, DDBLAS_MAX_DIGITS, value, &more);
    int64_t exponent = d->exponent + (d->count - n);
    if (more)
    {
        value[n++] = 1;
        exponent--;
    }
    a->exponent = exponent;
    a->size = mpn_set_str(a->limb, value, (size_t)n, 10);
    if (exponent >= 0)
    {
        ddblas_big_mul_pow5(a, exponent);
        return;
    }
    /* v = N / (5^q 2^q) on a grid finer than every midpoint: F = floor(v 2^GRID), and the remainder
     * as one bit */
    struct ddblas_big divisor = {.limb = {1}, .size = 1}, quotient;
    int64_t q = -exponent;
    ddblas_big_mul_pow5(&divisor, q);
    if (q <= DDBLAS_GRID_BITS)
        ddblas_big_shift(a, DDBLAS_GRID_BITS - q);
    else
        ddblas_big_shift(&divisor, q - DDBLAS_GRID_BITS);
    quotient.size = 0;
    int inexact = 1;
    if (a->size >= divisor.size)
    {
        mp_limb_t remainder[DDBLAS_LIMBS];
        mpn_tdiv_qr(quotient.limb, remainder, 0, a->limb, a->size, divisor.limb, divisor.size);
        quotient.size = a->size - divisor.size + 1;
        inexact = !mpn_zero_p(remainder, divisor.size);
        ddblas_big_trim(&quotient);
    }
    ddblas_big_shift(&quotient, 1);
    if (quotient.size == 0)
        quotient.limb[quotient.size++] = 0;
    quotient.limb[0] |= (mp_limb_t)inexact;
    quotient.exponent = -DDBLAS_GRID_BITS - 1;
    *a = quotient;
    ddblas_big_trim(a);
}

/* Decimal exponent of the first digit beyond all finite numbers (+1), below all of them (-1), or
 * 0. */
static int out_of_range(const struct digits *d)
{
    int64_t leading = d->exponent + d->count;
    return leading > HUGE_EXPONENT ? 1 : leading < -HUGE_EXPONENT ? -1 : 0;
}

static cuddreal decimal_value(const struct digits *d, int negative)
{
    static const uint64_t power[CHUNK + 1] = {1,
                                              10,
                                              100,
                                              1000,
                                              10000,
                                              100000,
                                              1000000,
                                              10000000,
                                              100000000,
                                              1000000000,
                                              10000000000,
                                              100000000000,
                                              1000000000000,
                                              10000000000000,
                                              100000000000000,
                                              1000000000000000,
                                              10000000000000000,
                                              100000000000000000,
                                              1000000000000000000,
                                              10000000000000000000u};
    cuddreal value;
    int range = d->first ? out_of_range(d) : -1;
    if (range)
        return ddblas_signed_pair(range > 0 ? (double)INFINITY : 0.0, 0.0, negative);
    int64_t kept = least(d->count, FAST);
    ddblas_u128 w = d->chunk[0];
    if (kept > CHUNK)
        w = w * power[kept - CHUNK] + d->chunk[1];
    if (ddblas_fast_decimal(w, d->count > FAST, d->exponent + (d->count - kept), negative, &value))
        return value;
    struct ddblas_big a;
    decimal_to_big(d, &a);
    return ddblas_big_round(&a, negative);
}

/* The hexadecimal number as an integer with one more bit for what lies below. */
static void hexadecimal_to_big(const struct digits *d, int64_t exponent, struct ddblas_big *a)
{
    unsigned char value[DDBLAS_MAX_HEX_DIGITS];
    int more;
    a->size = 0;
    a->exponent = 0;
    if (!d->first)
        return;
    if (d->count <= HEX_CHUNK)
    {
        a->limb[0] = d->chunk[0];
        a->size = 1;
        a->exponent = exponent;
        return;
    }
    int n = copy_digits(d, 16, DDBLAS_MAX_HEX_DIGITS, value, &more);
    a->size = mpn_set_str(a->limb, value, (size_t)n, 16);
    ddblas_big_shift(a, 1);
    a->limb[0] |= (mp_limb_t)more;
    a->exponent = exponent + 4 * (d->count - n) - 1;
}

/* 0x..., p at the 0. Null when no hexadecimal number starts there. */
static const char *scan_hexadecimal(const char *p, struct ddblas_big *a)
{
    struct digits d;
    if (p[0] != '0' || (p[1] | 32) != 'x')
        return NULL;
    scan_digits(p + 2, 16, &d);
    if (!d.end)
        return NULL;
    int64_t exponent = 4 * d.exponent;
    const char *end = d.end;
    if ((*end | 32) == 'p')
        end = scan_exponent(end, &exponent);
    hexadecimal_to_big(&d, exponent, a);
    return end;
}

static double signed_double(struct ddblas_big *a, int negative)
{
    int unused;
    double d = ddblas_big_to_double(a, &unused);
    return negative ? -d : d;
}

/* After a hexadecimal number a that ends at p: the second one of a pair, or the end. */
static const char *scan_pair(const char *p, struct ddblas_big *a, int negative, cuddreal *value)
{
    struct ddblas_big b;
    const char *end = *p == '+' || *p == '-' ? scan_hexadecimal(p + 1, &b) : NULL;
    if (!end)
    {
        *value = ddblas_big_round(a, negative);
        return p;
    }
    double hi = signed_double(a, negative);
    double lo = signed_double(&b, *p == '-');
    *value = ddblas_pair_of_parts(hi, lo);
    return end;
}

/* The length of `word` when the text starts with it in any case, otherwise 0. */
static size_t match_word(const char *text, const char *word)
{
    size_t n = 0;
    while (word[n] && (text[n] | 32) == word[n])
        n++;
    return word[n] ? 0 : n;
}

static const char *scan_word(const char *p, int negative, cuddreal *value)
{
    size_t n = match_word(p, "infinity");
    if (!n)
        n = match_word(p, "inf");
    if (n)
    {
        *value = negative ? cuddNeg(cuddInf()) : cuddInf();
        value->y = 0.0;
        return p + n;
    }
    n = match_word(p, "nan");
    if (!n)
        return NULL;
    *value = cuddNan();
    p += n;
    if (*p != '(')
        return p;
    const char *q = p + 1;
    while (digit_value(*q, 10) >= 0 || ((*q | 32) >= 'a' && (*q | 32) <= 'z') || *q == '_')
        q++;
    return *q == ')' ? q + 1 : p;
}

const char *ddblas_scan_number(const char *p, cuddreal *value)
{
    struct digits d;
    struct ddblas_big a;
    int negative = *p == '-';
    if (*p == '-' || *p == '+')
        p++;
    const char *end = scan_hexadecimal(p, &a);
    if (end)
        return scan_pair(end, &a, negative, value);
    scan_digits(p, 10, &d);
    if (!d.end)
        return scan_word(p, negative, value);
    end = d.end;
    if ((*end | 32) == 'e' || (*end | 32) == 'd')
        end = scan_exponent(end, &d.exponent);
    *value = decimal_value(&d, negative);
    return end;
}

static int is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

ddblasStatus_t cuddFromString(const char *text, const char **end, cuddreal *value)
{
    if (end)
        *end = text;
    if (!text || !value)
        return ddblas_fail(NULL, DDBLAS_STATUS_INVALID_VALUE, "argument %d is null", text ? 3 : 1);
    const char *p = text;
    while (is_space(*p))
        p++;
    ddblas_host_w *result = value;
    *result = cuddMake(0.0, 0.0);
    cuddreal number;
    const char *stop = ddblas_scan_number(p, &number);
    if (!stop)
        return ddblas_fail(NULL, DDBLAS_STATUS_FORMAT_ERROR, "expected a number at \"%.60s\"", p);
    if (end)
        *end = stop;
    while (!end && is_space(*stop))
        stop++;
    if (!end && *stop)
        return ddblas_fail(NULL, DDBLAS_STATUS_FORMAT_ERROR, "unexpected \"%.60s\" after a number", stop);
    *result = number;
    return DDBLAS_STATUS_SUCCESS;
}
