/*
 * Operations of the eigensolver's kernels that differ between W and U.
 */
#ifndef DDBLAS_EIGEN_DEVICE_CUH
#define DDBLAS_EIGEN_DEVICE_CUH

#include <dd/scalar.cuh>

#include "factor/qr/qr_reflector.h"

DD_DEVICE int exponent_of(cuddreal a) { return qr_exponent_w(a); }
DD_DEVICE int exponent_of(cuddcomplex a) { return qr_exponent_u(a); }
DD_DEVICE cuddreal scaled(cuddreal a, double power) { return qr_scale_w(a, power); }
DD_DEVICE cuddcomplex scaled(cuddcomplex a, double power) { return qr_scale_u(a, power); }
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
