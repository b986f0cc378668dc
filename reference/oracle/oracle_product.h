/*
 * Errors of products of many numbers against MPFR.
 */
#ifndef DD_REFERENCE_ORACLE_PRODUCT_H
#define DD_REFERENCE_ORACLE_PRODUCT_H

#include <stdint.h>

#include <dd/cuddcomplex.h>

/* Returns |f 2^e - p| / |p| in units of 2^-104, in modulus, where p is the product of the `count`
 * factors, times -1 if `negative`, squared if `square`. It is computed with 1024 bits. Factors and
 * f are finite, p is not 0. */
double dd_oracle_product_error(int64_t count, const cuddcomplex *factors, int negative, int square, cuddcomplex f, int64_t e);

/* Returns |computed - log |f 2^e|| / (|log |f 2^e|| + absolute) in units of 2^-104. */
double dd_oracle_log_error(cuddcomplex f, int64_t e, double absolute, cuddreal computed);

#endif
