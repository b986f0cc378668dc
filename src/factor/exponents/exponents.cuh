/*
 * The exponent of a number of a matrix, in device code.
 */
#ifndef DDBLAS_FACTOR_EXPONENTS_CUH
#define DDBLAS_FACTOR_EXPONENTS_CUH

#include <dd/cuddreal.h>

extern "C" {
#include "factor/exponents/exponents.h"
}

static __device__ __forceinline__ cuddreal number_of(float a) { return cuddFromDouble((double)a); }
static __device__ __forceinline__ cuddreal number_of(double a) { return cuddFromDouble(a); }
static __device__ __forceinline__ cuddreal number_of(cuddreal a) { return a; }

static __device__ __forceinline__ int exponent_of(cuddreal a)
{
    int e = 0;
    if (!cuddIsFinite(a))
        return DDBLAS_EXPONENT_NOT_FINITE;
    (void)frexp(a.x, &e);
    return a.x == 0.0 ? (int)DDBLAS_EXPONENT_ZERO : e;
}

#endif
