/*
 * Sums of products of doubles without rounding: two fixed-point numbers, one of the positive and
 * one of the negative terms, wide enough for any exponents. A term costs a few additions of 64-bit
 * words where a sum in MPFR costs an aligned addition of all bits.
 */
#ifndef DD_REFERENCE_ACCUMULATOR_H
#define DD_REFERENCE_ACCUMULATOR_H

#include <stdint.h>

#include <gmp.h>
#include <mpfr.h>

enum
{
    DD_ACCUMULATOR_BASE = -2304, /* exponent of the lowest bit; the least product of doubles is 2^-2148 */
    DD_ACCUMULATOR_WORDS = 72,   /* up to 2^2304; the largest product is below 2^2048 */
    DD_ACCUMULATOR_BITS = 64 * DD_ACCUMULATOR_WORDS
};

struct dd_accumulator
{
    mp_limb_t sum[2][DD_ACCUMULATOR_WORDS]; /* positive terms; magnitudes of the negative ones */
    int first, end;                         /* Words [first, end) are in use; the others are not set, and count as 0. */
};

/* A magnitude: mantissa 2^exponent, with mantissa < 2^53. */
struct dd_magnitude
{
    uint64_t mantissa;
    int exponent;
};

/* |d| exactly; the exponent is -1074 .. 971. Aborts when d is not finite. */
struct dd_magnitude dd_magnitude_of(double d);
/* sqrt(a^2 + b^2) with a relative error below 2^-51, whatever the exponents; the exponent is -1126
 * .. 972. */
struct dd_magnitude dd_magnitude_hypot(double a, double b);

void dd_accumulator_zero(struct dd_accumulator *s);
/* s += (negative ? -1 : 1) a b. Exact for up to 2^250 terms of exponents such as the functions
 * above give. */
void dd_accumulator_add(struct dd_accumulator *s, struct dd_magnitude a, struct dd_magnitude b, int negative);
/* s += a b for finite doubles. */
void dd_accumulator_add_product(struct dd_accumulator *s, double a, double b);
/* s += (negative ? -1 : 1) (a[0] + a[1]) (b[0] + b[1]): four products, done at once for pairs of
 * usual exponents. */
void dd_accumulator_add_pairs(struct dd_accumulator *s, const double a[2], const double b[2], int negative);
/* The precision, in bits, with which dd_accumulator_get is exact: at most DD_ACCUMULATOR_BITS. */
mpfr_prec_t dd_accumulator_precision(const struct dd_accumulator *s);
/* v = s; exact when v has that precision, otherwise rounded to nearest. */
void dd_accumulator_get(mpfr_ptr v, const struct dd_accumulator *s);

#endif
