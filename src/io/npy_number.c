/*
 * Numbers of .npy files: halves, floats, doubles, 80-bit numbers of x86, integers and truth values.
 */
#include <math.h>
#include <string.h>

#include "npy.h"
#include "dd_arith/text.h"

/* sign m 2^e, rounded as by cuddFromString: the nearest double, and the double nearest to the
 * rest. */
static cuddreal pair_of_integer(uint64_t m, int e, int negative)
{
    enum
    {
        LEAST = -1074 /* exponent of the least subnormal number */
    };
    int top = 0;
    (void)frexp((double)m, &top);
    double high = (double)m, low = 0.0;
    if (m == 0 || e >= LEAST || top + e > LEAST + 53)
    {
        /* The rest of less than 2^11 is exact, also where the high part is 2^64. */
        low = high < 0x1p64 ? (double)(int64_t)(m - (uint64_t)high) : -(double)(UINT64_MAX - m + 1);
        return ddblas_signed_pair(ldexp(high, e), ldexp(low, e), negative);
    }
    /* The high part is subnormal: round m to a multiple of 2^-1074 at once, ties to even. */
    const int cut = LEAST - e;
    if (cut > 64)
        return ddblas_signed_pair(0.0, 0.0, negative);
    const uint64_t quotient = cut == 64 ? 0 : m >> cut, rest = cut == 64 ? m : m - (quotient << cut), half = 1ULL << (cut - 1);
    high = (double)(quotient + (rest > half || (rest == half && (quotient & 1))));
    return ddblas_signed_pair(ldexp(high, LEAST), 0.0, negative);
}

/* The x86 format: 64 bits with an explicit leading 1, and 16 bits of sign and exponent. */
static int read_extended(const unsigned char *b, cuddreal *value)
{
    uint64_t m;
    uint16_t top;
    memcpy(&m, b, sizeof m);
    memcpy(&top, b + sizeof m, sizeof top);
    const int exponent = top & 0x7fff, negative = top >> 15, leading = m >> 63 == 1;
    if (exponent > 0 && !leading)
        return 0;
    if (exponent == 0x7fff)
    {
        const double special = m << 1 ? (double)NAN : (double)INFINITY;
        *value = cuddMake(negative ? -special : special, 0.0);
    }
    else
        *value = pair_of_integer(m, (exponent > 0 ? exponent : 1) - 16383 - 63, negative);
    return 1;
}

static double read_half(const unsigned char *b)
{
    uint16_t h;
    memcpy(&h, b, sizeof h);
    const int exponent = h >> 10 & 31, fraction = h & 1023;
    const double size = exponent == 31 ? (fraction ? (double)NAN : (double)INFINITY)
                        : exponent     ? ldexp(fraction + 1024, exponent - 25)
                                       : ldexp(fraction, -24);
    return h >> 15 ? -size : size;
}

static double read_float(const unsigned char *b, int bytes)
{
    float f;
    double d;
    if (bytes == 2)
        return read_half(b);
    if (bytes == 4)
    {
        memcpy(&f, b, sizeof f);
        return (double)f;
    }
    memcpy(&d, b, sizeof d);
    return d;
}

/* Bytes in this machine's order, b[0] the lowest of 16 unless it is big-endian. */
static cuddreal read_integer(const unsigned char *b, char kind, int bytes)
{
    uint64_t m = 0;
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    for (int k = 0; k < bytes; k++)
        m |= (uint64_t)b[first ? k : bytes - 1 - k] << (8 * k);
    const int negative = kind == 'i' && (m >> (8 * bytes - 1) & 1);
    if (negative)
        m = bytes == 8 ? 0 - m : (1ULL << (8 * bytes)) - m;
    if (kind == 'b')
        m = m != 0;
    return m == 0 ? cuddMake(0.0, 0.0) : pair_of_integer(m, 0, negative);
}

int ddblas_npy_number(const unsigned char *p, char kind, int bytes, int swap, cuddreal *value)
{
    unsigned char b[16] = {0};
    for (int k = 0; k < bytes; k++)
        b[k] = p[swap ? bytes - 1 - k : k];
    *value = cuddMake(0.0, 0.0);
    if (kind != 'f' && kind != 'c')
        *value = read_integer(b, kind, bytes);
    else if (bytes == 16)
        return read_extended(b, value);
    else
        *value = cuddMake(read_float(b, bytes), 0.0);
    return 1;
}
