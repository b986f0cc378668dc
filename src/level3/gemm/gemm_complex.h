/*
 * gemm in complex double-double, for both engines: how an element of C is computed from its sum.
 * The parts of a complex number are its real and its imaginary part.
 */
#ifndef DDBLAS_LEVEL3_GEMM_COMPLEX_H
#define DDBLAS_LEVEL3_GEMM_COMPLEX_H

#include <dd/cuddcomplex.h>

/* Returns factor * z. A part of the factor that is 0 is not multiplied, because 0 * Inf would make
 * a NaN. */
CUDD_FN cuddcomplex ddblas_gemm_complex_times(cuddcomplex factor, cuddcomplex z)
{
    if (cuddIsZero(factor.y))
        return cuddcMake(cuddMul(factor.x, z.x), cuddMul(factor.x, z.y));
    if (cuddIsZero(factor.x))
        return cuddcMake(cuddNeg(cuddMul(factor.y, z.y)), cuddMul(factor.y, z.x));
    return cuddcMake(cuddSub(cuddMul(factor.x, z.x), cuddMul(factor.y, z.y)),
                     cuddAdd(cuddMul(factor.x, z.y), cuddMul(factor.y, z.x)));
}

/* Returns an element of C = beta C. If beta is 0, old is not read. If beta is 1, a finite part
 * keeps its bits, and the low part of an Inf or NaN becomes 0. */
CUDD_FN cuddcomplex ddblas_gemm_complex_scaled(cuddcomplex beta, const cuddcomplex *old)
{
    if (cuddcIsZero(beta))
        return cuddcFromDoubles(0.0, 0.0);
    if (cuddEqD(beta.x, 1.0) && cuddIsZero(beta.y))
        return cuddcMake(cudd_clean(old->x), cudd_clean(old->y));
    return ddblas_gemm_complex_times(beta, *old);
}

/* Returns alpha sum + beta old. If beta is 0, old is not read. */
CUDD_FN cuddcomplex ddblas_gemm_complex_element(cuddcomplex alpha, cuddcomplex sum, cuddcomplex beta, const cuddcomplex *old)
{
    const cuddcomplex product = ddblas_gemm_complex_times(alpha, sum);
    return cuddcIsZero(beta) ? product : cuddcAdd(product, ddblas_gemm_complex_times(beta, *old));
}

#endif
