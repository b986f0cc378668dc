/*
 * Operations of the eigensolver's kernels that differ between types.
 */
#ifndef DDBLAS_EIGEN_DEVICE_CUH
#define DDBLAS_EIGEN_DEVICE_CUH

#include <dd/scalar.cuh>

#include "factor/qr/qr_reflector.h"

DD_DEVICE int exponent_of(cuddreal a) { return qr_exponent_w(a); }
DD_DEVICE int exponent_of(cuddcomplex a) { return qr_exponent_u(a); }
DD_DEVICE cuddreal scaled(cuddreal a, double power) { return qr_scale_w(a, power); }
DD_DEVICE cuddcomplex scaled(cuddcomplex a, double power) { return qr_scale_u(a, power); }
DD_DEVICE int exponent_of(double a) { return qr_exponent(a); }
DD_DEVICE int exponent_of(float a) { return qr_exponent((double)a); }
DD_DEVICE int larger_exponent(int e, int f) { return e > f ? e : f; }
DD_DEVICE int exponent_of(ddblasComplex a) { return larger_exponent(exponent_of(a.x), exponent_of(a.y)); }
DD_DEVICE int exponent_of(ddblasDoubleComplex a) { return larger_exponent(exponent_of(a.x), exponent_of(a.y)); }
DD_DEVICE double scaled(double a, double power) { return a * power; }
DD_DEVICE float scaled(float a, double power) { return (float)((double)a * power); }
DD_DEVICE ddblasComplex scaled(ddblasComplex a, double power) { return {scaled(a.x, power), scaled(a.y, power)}; }
DD_DEVICE ddblasDoubleComplex scaled(ddblasDoubleComplex a, double power) { return {scaled(a.x, power), scaled(a.y, power)}; }
DD_DEVICE cuddreal norm_of(cuddreal a) { return cuddSqr(a); }
DD_DEVICE cuddreal norm_of(cuddcomplex a) { return cuddcNorm(a); }
DD_DEVICE cuddreal real_part(cuddreal a) { return a; }
DD_DEVICE cuddreal real_part(cuddcomplex a) { return a.x; }
DD_DEVICE cuddreal times_real(cuddreal a, cuddreal r) { return cuddMul(a, r); }
DD_DEVICE cuddcomplex times_real(cuddcomplex a, cuddreal r) { return cuddcMulReal(a, r); }
static __device__ __noinline__ qr_reflector_w reflector_of(cuddreal alpha, cuddreal square)
{
    return qr_reflect_w(alpha, square);
}
static __device__ __noinline__ qr_reflector_u reflector_of(cuddcomplex alpha, cuddreal square)
{
    return qr_reflect_u(alpha, square);
}
DD_DEVICE void set_real(cuddreal *to, cuddreal value) { *to = value; }
DD_DEVICE void set_real(cuddcomplex *to, cuddreal value) { *to = cuddcFromReal(value); }

#endif
