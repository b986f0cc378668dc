/*
 * Numbers as text, inside the library: correct rounding of integers, the scanner, and a bounded
 * writer of characters.
 */
#ifndef DDBLAS_DD_ARITH_TEXT_H
#define DDBLAS_DD_ARITH_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include <dd/cuddreal.h>

_Static_assert(GMP_NUMB_BITS == 64, "limbs of 64 bits");

enum
{
    /* Every double-double and every midpoint between two of them is a multiple of 2^-1076 below
     * 2^1025. */
    DDBLAS_GRID_BITS = 1080,
    /* A midpoint has at most 1076 decimals and 309 digits before the point, so digits from this one
     * on act only by not being 0.
     */
    DDBLAS_MAX_DIGITS = 1400,
    DDBLAS_MAX_HEX_DIGITS = 560,
    DDBLAS_LIMBS = 100
};

/* A non-negative number limb[0 .. size-1] 2^exponent. size = 0 is zero; otherwise limb[size-1] !=
 * 0. */
struct ddblas_big
{
    mp_limb_t limb[DDBLAS_LIMBS];
    mp_size_t size;
    int64_t exponent;
};

/* Drops leading zero limbs. */
void ddblas_big_trim(struct ddblas_big *a);
/* a = a 5^power. */
void ddblas_big_mul_pow5(struct ddblas_big *a, int64_t power);
/* a.limb = a.limb 2^bits. */
void ddblas_big_shift(struct ddblas_big *a, int64_t bits);

/* The double nearest to a, ties to even; a becomes the distance |a - result|, *below is 1 when the
 * result is above a. */
double ddblas_big_to_double(struct ddblas_big *a, int *below);

/* The double-double nearest to a, with the sign wanted, by the rule of cuddFromString. Destroys
 * a. */
cuddreal ddblas_big_round(struct ddblas_big *a, int negative);

/* hi + lo as the result of a correct rounding: normalised, Inf beyond CUDD_MAX, with a sign; a zero
 * low part is +0. */
cuddreal ddblas_signed_pair(double hi, double lo, int negative);

/* hi and lo as they are, bit by bit, when they are normalised; otherwise their sum normalised, or
 * Inf or NaN. */
cuddreal ddblas_pair_of_parts(double hi, double lo);

/* The decimal w 10^exponent, w != 0, with w replaced by any number in (w, w + 1) when `more`: 1 and
 * its nearest double-double when the table of powers decides the rounding, otherwise 0. more needs
 * w >= 10^37. */
__extension__ typedef unsigned __int128 ddblas_u128;
int ddblas_fast_decimal(ddblas_u128 w, int more, int64_t exponent, int negative, cuddreal *value);

/* Reads the number at the start of the null-terminated text, no white space before it. Returns the
 * character after it, or null when there is none. */
const char *ddblas_scan_number(const char *p, cuddreal *value);

#endif
