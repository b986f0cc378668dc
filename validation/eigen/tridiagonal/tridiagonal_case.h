/*
 * Tridiagonal matrices under test: families, and all elements for the judgement by exact sums.
 */
#ifndef DD_VALIDATION_TRIDIAGONAL_CASE_H
#define DD_VALIDATION_TRIDIAGONAL_CASE_H

#include <dd/ddblas.h>

#include "random.h"

enum tridiagonal_family
{
    TRIDIAGONAL_RANDOM,      /* full-length numbers, exponents -4 .. 0 */
    TRIDIAGONAL_WILKINSON,   /* |i - (n - 1) / 2| on the diagonal, 1 beside it */
    TRIDIAGONAL_GLUED,       /* blocks of W21+, glued by 1e-8 */
    TRIDIAGONAL_GLUED_TIGHT, /* by 1e-30 */
    TRIDIAGONAL_TOEPLITZ,    /* 2 and -1 */
    TRIDIAGONAL_CLEMENT,     /* 0 and sqrt(i (n - i)) */
    TRIDIAGONAL_GRADED_DOWN, /* element i near 2^-3i */
    TRIDIAGONAL_GRADED_UP,   /* the same from below */
    TRIDIAGONAL_SPLIT,       /* random, every third subdiagonal element is 0 */
    TRIDIAGONAL_CONSTANT,    /* 3 and 0 */
    TRIDIAGONAL_ZERO,
    TRIDIAGONAL_TINY,    /* random, times 2^-800 */
    TRIDIAGONAL_HUGE,    /* random, times 2^900 */
    TRIDIAGONAL_CLUSTER, /* groups of eight that are 1e-25 apart, beside elements of 1e-12 */
    TRIDIAGONAL_EQUAL,   /* 1 and 1e-31 */
    TRIDIAGONAL_OUTLIER, /* random, and one element of 1e25 */
    TRIDIAGONAL_FAMILIES
};

const char *tridiagonal_family_name(enum tridiagonal_family family);

/* Fills the diagonal d, of n numbers, and the subdiagonal e, of n numbers whose last one is not
 * used. */
void tridiagonal_fill(enum tridiagonal_family family, uint64_t seed, int64_t n, cuddreal *d, cuddreal *e);

/* All n x n elements, to be freed. */
cuddreal *tridiagonal_dense(int64_t n, const cuddreal *d, const cuddreal *e);

#endif
