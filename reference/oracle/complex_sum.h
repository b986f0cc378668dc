/*
 * Exact sums of products of elements of any type, and norms of such sums: residuals and
 * orthogonality of decompositions.
 */
#ifndef DD_REFERENCE_COMPLEX_SUM_H
#define DD_REFERENCE_COMPLEX_SUM_H

#include <mpfr.h>

#include "accumulator.h"
#include "element.h"

enum
{
    DD_NORM_BITS = 128 /* The precision of squares of norms and of their sums. */
};

struct dd_complex_sum
{
    struct dd_accumulator re, im;
};

void dd_complex_sum_zero(struct dd_complex_sum *s);
/* s += sign a b, or sign conj(a) b, exactly; the sign is 1 or -1. */
void dd_complex_sum_add(struct dd_complex_sum *s, struct dd_parts a, struct dd_parts b, int conjugate, double sign);
/* total += |s|^2, with the precision of `total`. */
void dd_complex_sum_add_square(mpfr_ptr total, const struct dd_complex_sum *s);
/* total += |e|^2. */
void dd_element_add_square(mpfr_ptr total, struct dd_parts e);

/* 1 when all elements of X are finite. */
int dd_elements_are_finite(ddblasType_t type, const void *X, int64_t count);

/* total = ||X^H X - I||_F^2 for X of m x n without gaps. */
void dd_oracle_orthogonality_square(ddblasType_t type, int64_t m, int64_t n, const void *X, mpfr_ptr total);

#endif
