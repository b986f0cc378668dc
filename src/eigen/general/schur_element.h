/*
 * The operations of an element of W, or of U where SCHUR_COMPLEX is defined, from which
 * schur_kernel.h is written. Magnitudes for tests are doubles: |x|, or |Re x| + |Im x|.
 */
#ifndef DDBLAS_EIGEN_SCHUR_ELEMENT_H
#define DDBLAS_EIGEN_SCHUR_ELEMENT_H

#include <math.h>

#include "factor/qr/qr_reflector.h"
#include "general.h"
#include "simd/vd.h"

#if defined(SCHUR_COMPLEX)
typedef cuddcomplex element;
static inline element add(element a, element b) { return cuddcAdd(a, b); }
static inline element sub(element a, element b) { return cuddcSub(a, b); }
static inline element mul(element a, element b) { return cuddcMul(a, b); }
static inline element negative(element a) { return cuddcNeg(a); }
static inline element conjugate(element a) { return cuddcConj(a); }
static inline element from_double(double d) { return cuddcFromDoubles(d, 0.0); }
static inline element from_complex(cuddcomplex a) { return a; }
static inline element power_times(element a, double power) { return qr_scale_u(a, power); }
static inline cuddcomplex to_complex(element a) { return a; }
static inline double magnitude(element a) { return fabs(a.x.x) + fabs(a.y.x); }
static inline int exponent_of(element a) { return qr_exponent_u(a); }
static inline cuddreal square_of(element a) { return cuddcNorm(a); }
#else
typedef cuddreal element;
static inline element add(element a, element b) { return cuddAdd(a, b); }
static inline element sub(element a, element b) { return cuddSub(a, b); }
static inline element mul(element a, element b) { return cuddMul(a, b); }
static inline element negative(element a) { return cuddNeg(a); }
static inline element conjugate(element a) { return a; }
static inline element from_double(double d) { return cuddFromDouble(d); }
static inline element from_complex(cuddcomplex a) { return a.x; }
static inline element power_times(element a, double power) { return qr_scale_w(a, power); }
static inline cuddcomplex to_complex(element a) { return cuddcFromReal(a); }
static inline double magnitude(element a) { return fabs(a.x); }
static inline int exponent_of(element a) { return qr_exponent_w(a); }
static inline cuddreal square_of(element a) { return cuddSqr(a); }
#endif

/* The unit of deflation tests, and a magnitude that is negligible in a matrix of norm about 1. */
#define SCHUR_UNIT 0x1p-104
#define SCHUR_TINY 0x1p-900

static inline double magnitude_of(cuddcomplex a) { return fabs(a.x.x) + fabs(a.y.x); }

/* ---- reflectors ------------------------------------------------------------------------------ */

/* tau, corrected so that H of the rounded v is unitary up to one rounding: 2 Re tau = |tau|^2 v^H
 * v. Without this the errors of v add up over many reflectors. */
static inline element unitary_factor(int64_t n, const element *v, element tau)
{
    cuddreal length = cuddFromDouble(1.0);
    for (int64_t k = 1; k < n; k++)
        length = cuddAdd(length, square_of(v[k]));
    if (magnitude(tau) == 0.0)
        return tau;
#if defined(SCHUR_COMPLEX)
    return cuddcMulReal(tau, cuddDiv(cuddMulD(tau.x, 2.0), cuddMul(cuddcNorm(tau), length)));
#else
    return cuddDDiv(2.0, length);
#endif
}

/* x of n elements becomes v, with v[0] = 1, and H^H x = (beta, 0, ...) with H = I - tau v v^H. */
static inline element reflect(int64_t n, element *x, element *tau)
{
    int e = QR_LEAST_EXPONENT;
    cuddreal square = cuddFromDouble(0.0);
    for (int64_t k = 0; k < n; k++)
        e = exponent_of(x[k]) > e ? exponent_of(x[k]) : e;
    for (int64_t k = 0; k < n; k++)
        x[k] = power_times(x[k], qr_power(-e));
    for (int64_t k = 1; k < n; k++)
        square = cuddAdd(square, square_of(x[k]));
#if defined(SCHUR_COMPLEX)
    const struct qr_reflector_u r = qr_reflect_u(x[0], square);
    const element beta = cuddcFromReal(r.beta);
#else
    const struct qr_reflector_w r = qr_reflect_w(x[0], square);
    const element beta = r.beta;
#endif
    for (int64_t k = 1; k < n; k++)
        x[k] = mul(r.factor, x[k]);
    x[0] = from_double(1.0);
    *tau = unitary_factor(n, x, r.tau);
    return power_times(beta, qr_power(e));
}

#include "schur_reflect.h"

/* ---- complex square roots, and eigenvalues of order 2 ---------------------------------------- */

static inline cuddcomplex complex_root(cuddcomplex a)
{
    const cuddreal size = cuddcAbs(a);
    const cuddreal s = cuddSqrt(cuddMulD(cuddAdd(size, cuddFabs(a.x)), 0.5));
    if (cuddIsZero(s))
        return cuddcFromDoubles(0.0, 0.0);
    const cuddreal t = cuddDiv(cuddMulD(a.y, 0.5), s);
    if (!cuddSignBit(a.x))
        return cuddcMake(s, t);
    return cuddcMake(cuddFabs(t), cuddSignBit(a.y) ? cuddNeg(s) : s);
}

/* The eigenvalues of [a b; c d]. They err by a multiple of the unit times the largest element. */
static inline void eigenvalues_of_two(const element m[4], cuddcomplex values[2])
{
    const cuddcomplex a = to_complex(m[0]), c = to_complex(m[1]), b = to_complex(m[2]), d = to_complex(m[3]);
    const double scale = fmax(fmax(magnitude_of(a), magnitude_of(b)), fmax(magnitude_of(c), magnitude_of(d)));
    const int e = qr_exponent(scale);
    const cuddcomplex half = cuddcLdexp(cuddcSub(a, d), -e - 1);
    const cuddcomplex square = cuddcAdd(cuddcMul(half, half), cuddcMul(cuddcLdexp(b, -e), cuddcLdexp(c, -e)));
    const cuddcomplex root = cuddcLdexp(complex_root(square), e), middle = cuddcAdd(d, cuddcLdexp(half, e));
    values[0] = cuddcAdd(middle, root);
    values[1] = cuddcSub(middle, root);
}

#endif
