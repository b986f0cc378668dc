/*
 * One element of any type as the sum of doubles that it is.
 */
#ifndef DD_REFERENCE_ORACLE_ELEMENT_H
#define DD_REFERENCE_ORACLE_ELEMENT_H

#include <stdint.h>

#include <dd/ddblas.h>

/* Real part re[0] + re[1], imaginary part im[0] + im[1], exactly. */
struct dd_element
{
    double re[2], im[2];
};

/* Element `index` of an array; aborts for an unknown type. */
struct dd_element dd_element_load(ddblasType_t type, const void *base, int64_t index);

int dd_element_is_zero(struct dd_element e);
int dd_element_is_finite(struct dd_element e);

#endif
