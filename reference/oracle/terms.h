/*
 * Sums of products of elements of any type beside the sum of their moduli, exactly: what an element
 * of a matrix product ought to be, and the error of a computed one.
 */
#ifndef DD_REFERENCE_TERMS_H
#define DD_REFERENCE_TERMS_H

#include <dd/ddblas.h>

#include "element.h"
#include "oracle.h"

/* The value of an element: real and imaginary part, and the modulus, exact for real types, to 2^-50
 * for complex ones. */
struct dd_number
{
    cuddreal re, im, modulus;
};

struct dd_number dd_number_load(ddblasType_t type, const void *element, int conjugate);
struct dd_number dd_number_of(double value);
struct dd_number dd_number_negative(struct dd_number a);
/* The imaginary part dropped. */
struct dd_number dd_number_real(struct dd_number a);

/* re + i im, and scale >= its modulus. */
struct dd_terms
{
    dd_exact *re, *im, *scale;
};

void dd_terms_start(struct dd_terms *s); /* 0 */
void dd_terms_end(struct dd_terms *s);
/* += a b, scale += |a| |b|. */
void dd_terms_add(struct dd_terms *s, struct dd_number a, struct dd_number b);
/* *= f, scale *= |f|. */
void dd_terms_multiply(struct dd_terms *s, struct dd_number f);
/* += t. */
void dd_terms_add_terms(struct dd_terms *s, const struct dd_terms *t);
/* |computed - sum| / scale in units of the type. Where absolute > 0, that many 2^-1074 are taken
 * from the error first. */
double dd_terms_error(const struct dd_terms *s, ddblasType_t type, struct dd_number computed, double absolute);

/* The error of an element computed as a + alpha x y in W, over |a| + |alpha| |x| |y|, in units of
 * 2^-104. */
double dd_ger_error(cuddreal alpha, cuddreal x, cuddreal y, cuddreal a, cuddreal computed);

/* 1 when `now` is what C = beta C makes of the double-double `old`, beta a power of two: low part 0
 * where old is Inf or NaN, the bits of a finite one with beta = 1. */
int dd_is_scaled(cuddreal old, double beta, cuddreal now);

/* A small integer as an element; an element of random sign, full length and this exponent; its
 * negative. */
union dd_element dd_element_integer(ddblasType_t type, double re, double im);
struct dd_random;
union dd_element dd_element_random(ddblasType_t type, struct dd_random *g, int exponent);
union dd_element dd_element_negative(ddblasType_t type, union dd_element e);
/* To `to` an element of either kind: a small random integer, or of this exponent. */
void dd_element_put(ddblasType_t type, struct dd_random *g, int integer, int exponent, void *to);

#endif
