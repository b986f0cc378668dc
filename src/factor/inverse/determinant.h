/*
 * Determinants inside the library: the product of a diagonal as a mantissa and an exponent, in an
 * order that both engines share. Lane t of DDBLAS_DETERMINANT_LANES multiplies the elements t, t +
 * LANES, t + 2 LANES, ...; the lanes are then multiplied in pairs, t with t + LANES / 2, and so on.
 * After each product an exact power of two brings the mantissa back to [1/2, 1).
 *
 * Error bound: docs/numerics.md, "Determinants".
 */
#ifndef DDBLAS_FACTOR_DETERMINANT_H
#define DDBLAS_FACTOR_DETERMINANT_H

#include <dd/cuddcomplex.h>
#include <dd/determinant.h>

#ifdef __cplusplus
extern "C" {
#endif

enum
{
    DDBLAS_DETERMINANT_LANES = 256
};

/* The diagonal of A; pivots are null for podet, which squares the product of the real parts. */
struct ddblas_determinant_problem
{
    ddblasType_t type;
    int64_t n;
    const void *A;
    int64_t lda;
    const int64_t *ipiv;
    void *mantissa;
    int64_t *exponent;
};

/* A factor f 2^e. In W and for podet the imaginary part is 0 and is not computed with. */
struct ddblas_determinant_factor
{
    cuddcomplex f;
    int64_t e;
};

/* Returns 1 if f is neither 0 nor Inf nor NaN in its leading part. */
CUDD_FN int ddblas_determinant_ordinary(cuddcomplex f) { return cuddcIsFinite(f) && !(cuddIsZero(f.x) && cuddIsZero(f.y)); }

/* Brings the high part of f, in U the larger one, to [1/2, 1). */
CUDD_FN struct ddblas_determinant_factor ddblas_determinant_scaled(struct ddblas_determinant_factor a)
{
    if (!ddblas_determinant_ordinary(a.f))
        return a;
    int e;
    const double re = a.f.x.x < 0.0 ? -a.f.x.x : a.f.x.x, im = a.f.y.x < 0.0 ? -a.f.y.x : a.f.y.x;
    (void)cuddFrexp(cuddFromDouble(re > im ? re : im), &e);
    a.f = cuddcLdexp(a.f, -e);
    a.e += e;
    return a;
}

/* Returns the factor whose value is 1. */
CUDD_FN struct ddblas_determinant_factor ddblas_determinant_one(void)
{
    struct ddblas_determinant_factor one;
    one.f = cuddcFromDoubles(0.5, 0.0);
    one.e = 1;
    return one;
}

CUDD_FN struct ddblas_determinant_factor ddblas_determinant_times(struct ddblas_determinant_factor a,
                                                                  struct ddblas_determinant_factor b, int is_complex)
{
    a.f = is_complex ? cuddcMul(a.f, b.f) : cuddcFromReal(cuddMul(a.f.x, b.f.x));
    a.e += b.e;
    return ddblas_determinant_scaled(a);
}

/* Returns element k of the diagonal, times -1 if its row was exchanged. */
CUDD_FN struct ddblas_determinant_factor ddblas_determinant_element(cuddcomplex element, int negative)
{
    struct ddblas_determinant_factor a;
    a.f = negative ? cuddcNeg(element) : element;
    a.e = 0;
    return ddblas_determinant_scaled(a);
}

/* Returns the result: squared for podet, with exponent 0 where it is 0, Inf or NaN. */
CUDD_FN struct ddblas_determinant_factor ddblas_determinant_result(struct ddblas_determinant_factor a, int square)
{
    if (square)
        a = ddblas_determinant_times(a, a, 0);
    if (!ddblas_determinant_ordinary(a.f))
        a.e = 0;
    return a;
}

/* Returns log(s 2^e) for a finite s > 0, by log m = 2 (z + z^3 / 3 + z^5 / 5 + ...) with z = (m -
 * 1) / (m + 1), 1/sqrt 2 <= m <= sqrt 2. Beyond 24 terms the rest is below 2^-120 of the sum. */
CUDD_FN cuddreal ddblas_logarithm(cuddreal s, int64_t e)
{
    int k;
    cuddreal m = cuddFrexp(s, &k), sum = cuddFromDouble(0.0);
    if (m.x < 0.70710678118654752)
    {
        m = cuddLdexp(m, 1);
        k--;
    }
    const cuddreal z = cuddDiv(cuddSubD(m, 1.0), cuddAddD(m, 1.0)), w = cuddMul(z, z);
    for (int t = 24; t >= 1; t--)
        sum = cuddMul(w, cuddAdd(cuddDivD(cuddFromDouble(1.0), 2.0 * t + 1.0), sum));
    const cuddreal half = cuddAdd(z, cuddMul(z, sum));
    const cuddreal log_2 = cuddMake(0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56);
    return cuddAdd(cuddMulD(log_2, (double)(e + k)), cuddLdexp(half, 1));
}

/* Returns log |f 2^e|. In U half the logarithm of |f|^2 2^(2 e). */
CUDD_FN cuddreal ddblas_logarithm_of_factor(cuddcomplex f, int64_t e, int is_complex)
{
    if (!ddblas_determinant_ordinary(f))
        return cuddcIsNan(f) ? cuddNan() : cuddcIsInf(f) ? cuddInf() : cuddNeg(cuddInf());
    return is_complex ? cuddLdexp(ddblas_logarithm(cuddcNorm(f), 2 * e), -1) : ddblas_logarithm(cuddFabs(f.x), e);
}

#if DDBLAS_HAVE_CUDA
ddblasStatus_t ddblas_logarithm_cuda(ddblasHandle_t handle, ddblasType_t type, const void *mantissa, const int64_t *exponent,
                                     cuddreal *logarithm);
ddblasStatus_t ddblas_determinant_cuda(ddblasHandle_t handle, const struct ddblas_determinant_problem *problem);
#endif

#ifdef __cplusplus
}
#endif

#endif
