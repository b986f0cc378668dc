/*
 * Test data: matrices and vectors of any type, and dot products of chosen condition. All from a
 * seeded dd_random.
 */
#ifndef DD_REFERENCE_GENERATORS_H
#define DD_REFERENCE_GENERATORS_H

#include <dd/ddblas.h>

#include "random.h"

typedef enum dd_generator
{
    DD_GENERATE_UNIFORM, /* full-length numbers, exponents -4 .. 0 */
    DD_GENERATE_WIDE,    /* A over 2^+-300 and x, y over 2^+-150 (S, C: 2^+-30, 2^+-15) */
    DD_GENERATE_INTEGER, /* integers -8 .. 8: products and sums of n < 2^14 terms are exact in every type */
    DD_GENERATE_HILBERT, /* A[i,j] = 1/(i + j + 1) rounded to the type, x[j] = (-1)^j (uniform), y uniform */
    DD_GENERATE_CANCEL,  /* every (A x)_i but the last cancels to about (|A| |x|)_i / condition */
    DD_GENERATOR_COUNT
} dd_generator;

const char *dd_generator_name(dd_generator kind);

/* Fills the triangle `uplo` of A (the diagonal of a Hermitian A real) and n elements of x and y at
 * their increments, and touches nothing else. condition: of DD_GENERATE_CANCEL; reached up to about
 * 1/u_T^2 in real and 1/u_T in complex types. */
void dd_generate_symv(struct dd_random *g, dd_generator kind, double condition, ddblasType_t type, int hermitian,
                      ddblasFillMode_t uplo, int64_t n, void *A, int64_t lda, void *x, int64_t incx, void *y, int64_t incy);

/* One element of the type, nonzero unless kind is INTEGER, as that generator draws them for x and
 * y. */
void dd_generate_element(struct dd_random *g, dd_generator kind, ddblasType_t type, void *element);

/* x . y of condition about `condition`, 2 sum |x_i y_i| / |sum x_i y_i|, n >= 6, pairs of full
 * length in random order. After T. Ogita, S. M. Rump, S. Oishi, Accurate sum and dot product, SIAM
 * J. Sci. Comput. 26(6), 2005, algorithm 6.1. */
void dd_generate_dot(struct dd_random *g, int64_t n, double condition, cuddreal *x, cuddreal *y);

#endif
