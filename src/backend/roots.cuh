/*
 * Reciprocals and reciprocal square roots in double. The GPU's approximations have 20 bits; one
 * step of third order corrects them to an error of about one unit in the last place. The arguments
 * must be normal numbers; NaN gives NaN.
 */
#ifndef DDBLAS_BACKEND_ROOTS_CUH
#define DDBLAS_BACKEND_ROOTS_CUH

#include "backend/instructions.cuh"

DD_DEVICE double corrected_rsqrt(double a)
{
    const double y = approximate_rsqrt(a);
    const double e = __fma_rn(-__dmul_rn(a, y), y, 1.0);
    return __fma_rn(__dmul_rn(y, e), __fma_rn(e, 0.375, 0.5), y);
}
DD_DEVICE double corrected_reciprocal(double a)
{
    const double y = approximate_reciprocal(a);
    const double e = __fma_rn(-a, y, 1.0);
    return __fma_rn(y, __fma_rn(e, e, e), y);
}

#endif
