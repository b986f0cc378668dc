/*
 * Elements of every type: their size, and how one is read and written. No other file of the tests
 * needs to tell the types apart for that.
 */
#ifndef DD_REFERENCE_ELEMENT_H
#define DD_REFERENCE_ELEMENT_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <dd/ddblas.h>

/* Room for an element of any type, U included. */
union dd_element
{
    float s;
    double d;
    cuddreal w;
    ddblasComplex c;
    ddblasDoubleComplex z;
    cuddcomplex u;
};

size_t dd_type_size(ddblasType_t type);
char dd_type_letter(ddblasType_t type);
int dd_type_is_complex(ddblasType_t type);
/* S and C, whose range and precision are those of float. */
int dd_type_is_single(ddblasType_t type);
/* The type of real and imaginary parts: of a real type the type itself. */
ddblasType_t dd_type_real(ddblasType_t type);
/* W and U, whose parts are double-double numbers. */
int dd_type_is_pair(ddblasType_t type);

/* An element as the sum of doubles that it is, exactly: real part re[0] + re[1], imaginary part
 * im[0] + im[1]. */
struct dd_parts
{
    double re[2], im[2];
};

/* Element `index` of an array; aborts for an unknown type. */
static inline struct dd_parts dd_parts_load(ddblasType_t type, const void *base, int64_t index)
{
    struct dd_parts e = {{0.0, 0.0}, {0.0, 0.0}};
    switch (type)
    {
    case DDBLAS_TYPE_S:
        e.re[0] = (double)((const float *)base)[index];
        break;
    case DDBLAS_TYPE_D:
        e.re[0] = ((const double *)base)[index];
        break;
    case DDBLAS_TYPE_W:
        e.re[0] = ((const cuddreal *)base)[index].x;
        e.re[1] = ((const cuddreal *)base)[index].y;
        break;
    case DDBLAS_TYPE_C:
        e.re[0] = (double)((const ddblasComplex *)base)[index].x;
        e.im[0] = (double)((const ddblasComplex *)base)[index].y;
        break;
    case DDBLAS_TYPE_Z:
        e.re[0] = ((const ddblasDoubleComplex *)base)[index].x;
        e.im[0] = ((const ddblasDoubleComplex *)base)[index].y;
        break;
    case DDBLAS_TYPE_U:
        e.re[0] = ((const cuddcomplex *)base)[index].x.x;
        e.re[1] = ((const cuddcomplex *)base)[index].x.y;
        e.im[0] = ((const cuddcomplex *)base)[index].y.x;
        e.im[1] = ((const cuddcomplex *)base)[index].y.y;
        break;
    default:
        abort();
    }
    return e;
}

int dd_parts_are_zero(struct dd_parts e);
int dd_parts_are_finite(struct dd_parts e);

/* Writes re + i im to element `index` of an array, rounded to the type; real types drop im. */
void dd_element_set(ddblasType_t type, void *base, int64_t index, cuddreal re, cuddreal im);

#endif
