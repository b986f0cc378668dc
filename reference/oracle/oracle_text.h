/*
 * The oracle for text: decimals to pairs and back, from exact rationals and MPFR. oracle_text.c
 * keeps MPFR to itself.
 */
#ifndef DD_REFERENCE_ORACLE_TEXT_H
#define DD_REFERENCE_ORACLE_TEXT_H

#include <stddef.h>

#include <dd/cuddreal.h>

/* The pair nearest to a decimal [+-]digits[.digits][e[+-]digits] of any length, |exponent| < 10^6,
 * as cuddFromString defines it.
 */
cuddreal dd_oracle_from_decimal(const char *text);

/* a.x + a.y in printf's form e, f, g or E, F, G, correctly rounded. Returns the length. */
int dd_oracle_print(char *buffer, size_t size, cuddreal a, int digits, char form);

/* The exact decimal expansion of a.x + a.y + c 2^exponent, which is at least 2^-1080 fine. Returns
 * the length. */
int dd_oracle_expand(char *buffer, size_t size, cuddreal a, double c, int exponent);

#endif
