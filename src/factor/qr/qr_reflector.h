/*
 * A Householder reflector from the first element of a column and the sum of squares of the others,
 * for both engines:
 *
 *   H = I - tau v v^H,  v_1 = 1,  H^H (alpha; x) = (beta; 0),  beta real
 *   beta = -sign(Re alpha) sqrt(|alpha|^2 + |x|^2)
 *   tau  = (beta - alpha) / beta,  v = x / (alpha - beta)
 *
 * as LAPACK's larfg. Neither alpha - beta nor beta - alpha cancels. If x is 0 and alpha is real,
 * tau is 0. alpha and x come multiplied by a power of two, so that squares neither overflow nor
 * lose digits: the largest component of alpha and x is near 1.
 */
#ifndef DDBLAS_FACTOR_QR_REFLECTOR_H
#define DDBLAS_FACTOR_QR_REFLECTOR_H

#include <dd/cuddcomplex.h>
#include <string.h>

enum
{
    /* The exponents by which columns are scaled; 2^-e is a normal number for all of them. */
    QR_LEAST_EXPONENT = -1000,
    QR_MOST_EXPONENT = 1022
};

/* beta as scaled as alpha; v = factor x. */
struct qr_reflector_w
{
    cuddreal beta, tau, factor;
};

struct qr_reflector_u
{
    cuddreal beta;
    cuddcomplex tau, factor;
};

/* Returns the exponent e with |d| in [2^(e-1), 2^e), or the nearest one in the range above. Of Inf
 * and NaN it is the largest. */
CUDD_FN int qr_exponent(double d)
{
    uint64_t bits;
    int e;
    memcpy(&bits, &d, sizeof bits);
    e = (int)(bits >> 52 & 0x7ff) - 1022;
    return e < QR_LEAST_EXPONENT ? QR_LEAST_EXPONENT : e > QR_MOST_EXPONENT ? QR_MOST_EXPONENT : e;
}

/* Returns 2^e, or 0 if that is not a normal number; e <= 1023. */
CUDD_FN double qr_power(int e)
{
    const uint64_t bits = e < -1022 ? 0 : (uint64_t)(e + 1023) << 52;
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}

CUDD_FN int qr_exponent_w(cuddreal a) { return qr_exponent(a.x); }
CUDD_FN int qr_exponent_u(cuddcomplex a)
{
    const int e = qr_exponent(a.x.x), f = qr_exponent(a.y.x);
    return e > f ? e : f;
}

/* a times a power of two. Exact while both parts stay normal. */
CUDD_FN cuddreal qr_scale_w(cuddreal a, double power) { return cuddMake(cudd_mul(a.x, power), cudd_mul(a.y, power)); }
CUDD_FN cuddcomplex qr_scale_u(cuddcomplex a, double power) { return cuddcMake(qr_scale_w(a.x, power), qr_scale_w(a.y, power)); }

CUDD_FN struct qr_reflector_w qr_reflect_w(cuddreal alpha, cuddreal square)
{
    struct qr_reflector_w r;
    const cuddreal norm = cuddSqrt(cuddAdd(cuddSqr(alpha), square));
    r.beta = cuddSignBit(alpha) ? norm : cuddNeg(norm);
    r.tau = cuddDiv(cuddSub(r.beta, alpha), r.beta);
    r.factor = cuddDiv(cuddFromDouble(1.0), cuddSub(alpha, r.beta));
    if (cuddIsZero(square) && cuddIsFinite(alpha))
    {
        r.beta = alpha;
        r.tau = r.factor = cuddFromDouble(0.0);
    }
    return r;
}

CUDD_FN struct qr_reflector_u qr_reflect_u(cuddcomplex alpha, cuddreal square)
{
    struct qr_reflector_u r;
    const cuddreal norm = cuddSqrt(cuddAdd(cuddcNorm(alpha), square));
    r.beta = cuddSignBit(alpha.x) ? norm : cuddNeg(norm);
    r.tau = cuddcDivReal(cuddcMake(cuddSub(r.beta, alpha.x), cuddNeg(alpha.y)), r.beta);
    r.factor = cuddcDiv(cuddcFromDoubles(1.0, 0.0), cuddcMake(cuddSub(alpha.x, r.beta), alpha.y));
    if (cuddIsZero(square) && cuddIsZero(alpha.y) && cuddIsFinite(alpha.x))
    {
        r.beta = alpha.x;
        r.tau = r.factor = cuddcFromDoubles(0.0, 0.0);
    }
    return r;
}

#endif
