/*
 * Streams of operands.
 */
#include "scalar_operands.h"

#include <math.h>

const char *dd_stream_name(enum dd_stream stream)
{
    static const char *const names[DD_STREAM_COUNT] = {"random", "range", "extreme", "tie", "cancel", "wide", "climb"};
    return names[stream];
}

static int pick(struct dd_random *g, int low, int high) { return (int)dd_random_int(g, low, high); }

/* A pair of any gap with a high part of at most `bits` significant bits, and a low part that is
 * zero, half an ulp or one bit off.
 */
static cuddreal short_pair(struct dd_random *g, int exponent, int bits)
{
    double m = ldexp((double)dd_random_int(g, (INT64_C(1) << (bits - 1)), (INT64_C(1) << bits) - 1), exponent + 1 - bits);
    double half = ldexp(1.0, exponent - 53);
    double lo = 0.0;
    switch (pick(g, 0, 4))
    {
    case 0:
        lo = half;
        break;
    case 1:
        lo = half - ldexp(half, -pick(g, 1, 52));
        break;
    case 2:
        lo = ldexp(half, -pick(g, 0, 60));
        break;
    case 3:
        lo = dd_random_double(g, exponent - 54);
        break;
    default:
        break;
    }
    return cuddNormalize(dd_random_bits(g) & 1 ? -m : m, dd_random_bits(g) & 1 ? -lo : lo);
}

/* The operand kinds that need nothing but an exponent. */
static cuddreal pair_of_stream(struct dd_random *g, enum dd_stream stream, int exponent)
{
    switch (stream)
    {
    case DD_STREAM_EXTREME:
        return dd_random_extreme_pair(g, exponent);
    case DD_STREAM_TIE:
        return short_pair(g, exponent, pick(g, 1, 53));
    case DD_STREAM_WIDE:
        return cuddNormalize(dd_random_double(g, exponent), dd_random_double(g, exponent - pick(g, 54, 500)));
    case DD_STREAM_RANGE:
        return cuddNormalize(dd_random_double(g, exponent), dd_random_double(g, exponent - pick(g, 54, 120)));
    default:
        return dd_random_bits(g) & 1 ? dd_random_full_pair(g, exponent) : dd_random_pair(g, exponent);
    }
}

/* A number that cancels with a: its negative, changed in the high part's last bits, in the low
 * part, or there by a relative d. */
static cuddreal opposite(struct dd_random *g, cuddreal a)
{
    double ulp = ldexp(1.0, ilogb(a.x) - 52);
    switch (pick(g, 0, 4))
    {
    case 0:
        return cuddNormalize(-a.x, dd_random_double(g, ilogb(a.x) - pick(g, 54, 60)));
    case 1:
        return cuddNormalize(-a.x, -a.y * (1.0 + dd_random_double(g, -pick(g, 1, 52))));
    case 2:
        return cuddNormalize(-a.x + ulp * (double)pick(g, -8, 8), -a.y + ulp * dd_random_double(g, -pick(g, 2, 53)));
    case 3:
        return cuddNormalize(-a.x * (1.0 + dd_random_double(g, -pick(g, 1, 52))), -a.y);
    default:
        return cuddNormalize(-a.x, -a.y + ulp * dd_random_double(g, -pick(g, 50, 105)));
    }
}

static int clamp(int e, int low, int high) { return e < low ? low : e > high ? high : e; }

/* Exponents of the operands such that the result spreads over the range of the stream. */
static void exponents(struct dd_random *g, const struct dd_function *f, enum dd_stream stream, int e[3])
{
    int whole = stream == DD_STREAM_RANGE && f->special;
    int low = whole ? -1074 : -200, high = whole ? 1023 : 200;
    int result = whole ? pick(g, -1090, 1023) : pick(g, low, high);
    e[0] = pick(g, low, high);
    e[2] = e[0];
    switch (f->operation)
    {
    case DD_OP_SUM:
        e[1] = e[0] + (pick(g, 0, 3) == 0 ? pick(g, -115, 115) : pick(g, -3, 3));
        break;
    case DD_OP_PRODUCT:
        e[1] = result - e[0];
        break;
    case DD_OP_MULTIPLYADD:
        e[1] = result - e[0];
        e[2] = result + (pick(g, 0, 3) == 0 ? pick(g, -115, 115) : pick(g, -3, 3));
        break;
    case DD_OP_QUOTIENT:
        e[1] = e[0] - result;
        break;
    case DD_OP_ROOT:
        e[1] = e[0];
        break;
    }
    for (int i = 0; i < 3; i++)
        e[i] = clamp(e[i], whole ? -1074 : -449, whole ? 1023 : 449);
}

/* One part of one operand moved by a few bits. */
static cuddreal nudge(struct dd_random *g, cuddreal v)
{
    double step = ldexp((double)pick(g, -3, 3), ilogb(v.x) - 52 + pick(g, 0, 2) * pick(g, 0, 25));
    double fine = v.y == 0.0 ? 0.0 : ldexp((double)pick(g, -3, 3), ilogb(v.y) - 52 + pick(g, 0, 51));
    switch (pick(g, 0, 4))
    {
    case 0:
        return cuddNormalize(v.x + step, v.y);
    case 1:
    case 2:
        return cuddNormalize(v.x, v.y + fine);
    case 3:
        return cuddNormalize(v.x + step, v.y + fine);
    default:
        return cuddNormalize(v.x, -v.y);
    }
}

static struct dd_operands climb(struct dd_random *g, struct dd_operands o)
{
    int which = pick(g, 0, 3);
    if (which == 0 || which == 3)
        o.a = nudge(g, o.a);
    if (which == 1 || which == 3)
        o.b = nudge(g, o.b);
    if (which == 2)
        o.c = nudge(g, o.c);
    return o;
}

struct dd_operands dd_next_operands(struct dd_random *g, const struct dd_function *f, enum dd_stream stream,
                                    const struct dd_operands *worst)
{
    struct dd_operands o;
    int e[3];
    if (stream == DD_STREAM_CLIMB)
        o = climb(g, *worst);
    else
    {
        exponents(g, f, stream, e);
        o.a = pair_of_stream(g, stream, e[0]);
        o.b = pair_of_stream(g, stream, e[1]);
        o.c = pair_of_stream(g, stream, e[2]);
        if (stream == DD_STREAM_CANCEL && f->operation == DD_OP_SUM)
            o.b = opposite(g, f->sign > 0.0 ? o.a : cuddNeg(o.a));
        if (stream == DD_STREAM_CANCEL && f->operation == DD_OP_QUOTIENT)
            o.b = cuddNeg(opposite(g, o.a));
        if (stream == DD_STREAM_CANCEL && f->operation == DD_OP_MULTIPLYADD)
            o.c = opposite(g, dd_oracle_scalar_value(DD_OP_PRODUCT, o.a, o.b, o.c));
    }
    if (f->operation == DD_OP_ROOT)
        o.a = cuddFabs(o.a);
    dd_fit_operands(f, &o.a, &o.b, &o.c);
    return o;
}
