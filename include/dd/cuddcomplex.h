/*
 * cuddcomplex: a complex number x + i y of two double-doubles: type U of the library.
 *
 * One header for C11, C++17 and CUDA device code; it needs dd/cuddreal.h and nothing else. 32
 * bytes, 16-byte aligned: the layout of two consecutive cuddreal, hence of two of QD's dd_real and
 * of std::complex<dd_real>, real part first.
 *
 * Notation as in cuddreal.h, u = 2^-53. Bounds of products and quotients are norm-wise: |computed -
 * exact| <= bound |exact| with moduli of complex numbers, for operands and results that
 * double-double holds; a part that cancels may have a larger relative error of its own, as in every
 * arithmetic on parts. Underflow adds at most 2^-1071 to a part. docs/numerics.md has the proofs.
 *
 * Special values are those of C's Annex G: a number with a part that is Inf is infinite, whatever
 * the other part is; a product with an infinite and a nonzero factor is infinite, a nonzero number
 * over 0 too, and a finite number over an infinite one is 0. Finite operands never give NaN by a
 * product that overflows on the way.
 */
#ifndef DD_CUDDCOMPLEX_H
#define DD_CUDDCOMPLEX_H

#include <dd/cuddreal.h>

typedef struct cuddcomplex
{
    cuddreal x, y;       /* real and imaginary part */
#if defined(__cplusplus) /* real numbers convert exactly; dd/cuddcomplex.hpp has the operators */
    cuddcomplex() = default;
    CUDD_MEMBER cuddcomplex(cuddreal real) : x(real), y(0.0) {}
    CUDD_MEMBER cuddcomplex(double real) : x(real), y(0.0) {}
    CUDD_MEMBER cuddcomplex(int real) : x(real), y(0.0) {}
    CUDD_MEMBER cuddcomplex(unsigned real) : x(real), y(0.0) {}
    CUDD_MEMBER cuddcomplex(long real) : x(real), y(0.0) {}
    CUDD_MEMBER cuddcomplex(unsigned long real) : x(real), y(0.0) {}
    CUDD_MEMBER cuddcomplex(long long real) : x(real), y(0.0) {}
    CUDD_MEMBER cuddcomplex(unsigned long long real) : x(real), y(0.0) {}
    CUDD_MEMBER cuddcomplex(cuddreal real, cuddreal imaginary) : x(real), y(imaginary) {}
#endif
} cuddcomplex;

#if defined(__cplusplus)
static_assert(sizeof(cuddcomplex) == 32 && alignof(cuddcomplex) == 16, "cuddcomplex has the layout of two cuddreal");
#else
_Static_assert(sizeof(cuddcomplex) == 32 && _Alignof(cuddcomplex) == 16, "cuddcomplex has the layout of two cuddreal");
#endif

/* ---- making and taking apart; exact ---------------------------------------------------------- */

CUDD_FN cuddcomplex cuddcMake(cuddreal re, cuddreal im)
{
    cuddcomplex r;
    r.x = re;
    r.y = im;
    return r;
}

CUDD_FN cuddcomplex cuddcFromReal(cuddreal re) { return cuddcMake(re, cuddFromDouble(0.0)); }
CUDD_FN cuddcomplex cuddcFromDoubles(double re, double im) { return cuddcMake(cuddFromDouble(re), cuddFromDouble(im)); }
CUDD_FN cuddreal cuddcReal(cuddcomplex a) { return a.x; }
CUDD_FN cuddreal cuddcImag(cuddcomplex a) { return a.y; }

CUDD_FN int cuddcIsFinite(cuddcomplex a) { return cuddIsFinite(a.x) && cuddIsFinite(a.y); }
CUDD_FN int cuddcIsInf(cuddcomplex a) { return cuddIsInf(a.x) || cuddIsInf(a.y); }
CUDD_FN int cuddcIsNan(cuddcomplex a) { return !cuddcIsInf(a) && (cuddIsNan(a.x) || cuddIsNan(a.y)); }
CUDD_FN int cuddcIsZero(cuddcomplex a) { return cuddIsZero(a.x) && cuddIsZero(a.y); }

/* Equality of both parts: NaN differs from everything, -0 equals +0. */
CUDD_FN int cuddcEq(cuddcomplex a, cuddcomplex b) { return cuddEq(a.x, b.x) && cuddEq(a.y, b.y); }
CUDD_FN int cuddcNe(cuddcomplex a, cuddcomplex b) { return !cuddcEq(a, b); }

CUDD_FN cuddcomplex cuddcNeg(cuddcomplex a) { return cuddcMake(cuddNeg(a.x), cuddNeg(a.y)); }
CUDD_FN cuddcomplex cuddcConj(cuddcomplex a) { return cuddcMake(a.x, cuddNeg(a.y)); }

/* a 2^e in both parts, as cuddLdexp. */
CUDD_FN cuddcomplex cuddcLdexp(cuddcomplex a, int e) { return cuddcMake(cuddLdexp(a.x, e), cuddLdexp(a.y, e)); }

/* ---- sums ------------------------------------------------------------------------------------ */

/* a + b and a - b. 40 flops; bound 3u^2/(1-4u) in each part, so also in the norm. */
CUDD_FN cuddcomplex cuddcAdd(cuddcomplex a, cuddcomplex b) { return cuddcMake(cuddAdd(a.x, b.x), cuddAdd(a.y, b.y)); }
CUDD_FN cuddcomplex cuddcSub(cuddcomplex a, cuddcomplex b) { return cuddcMake(cuddSub(a.x, b.x), cuddSub(a.y, b.y)); }

/* ---- scaling --------------------------------------------------------------------------------- */

/* The exponent e with max(|x|, |y|) in [2^(e-1), 2^e); 0 for a = 0. Finite a. */
CUDD_FN int cuddc_exponent(cuddcomplex a)
{
    int e;
    const double x = fabs(a.x.x), y = fabs(a.y.x);
    (void)frexp(x > y ? x : y, &e);
    return e;
}

/* A part as one double, for its class: NaN where a low part makes it one. */
CUDD_FN double cuddc_class(cuddreal a) { return cuddIsNan(a) ? (double)NAN : a.x; }

/* Annex G's picture of an infinite number: its infinite parts become 1, the others 0, with their
 * signs. */
CUDD_FN double cuddc_box(double d) { return copysign(cudd_finite(d) || d != d ? 0.0 : 1.0, d); }

/* A part as a factor beside an infinite number: NaN becomes 0. */
CUDD_FN double cuddc_factor(double d) { return d != d ? copysign(0.0, d) : d; }

/* ---- product --------------------------------------------------------------------------------- */

/* The four products and two sums, each as cuddMul and cuddAdd do. */
CUDD_FN cuddcomplex cuddc_mul_parts(cuddcomplex a, cuddcomplex b)
{
    return cuddcMake(cuddSub(cuddMul(a.x, b.x), cuddMul(a.y, b.y)), cuddAdd(cuddMul(a.x, b.y), cuddMul(a.y, b.x)));
}

/* a b where the plain path ended in r, not finite. */
CUDD_FN cuddcomplex cuddc_mul_edge(cuddcomplex a, cuddcomplex b, cuddcomplex r)
{
    if (cuddcIsFinite(a) && cuddcIsFinite(b))
    {
        const int e = cuddc_exponent(a), f = cuddc_exponent(b);
        return cuddcLdexp(cuddc_mul_parts(cuddcLdexp(a, -e), cuddcLdexp(b, -f)), e + f);
    }
    if (!cuddIsNan(r.x) || !cuddIsNan(r.y) || (!cuddcIsInf(a) && !cuddcIsInf(b)))
        return r;
    double ax = cuddc_class(a.x), ay = cuddc_class(a.y), bx = cuddc_class(b.x), by = cuddc_class(b.y);
    if (cuddcIsInf(a))
    {
        ax = cuddc_box(ax);
        ay = cuddc_box(ay);
        bx = cuddc_factor(bx);
        by = cuddc_factor(by);
    }
    if (cuddcIsInf(b))
    {
        bx = cuddc_box(bx);
        by = cuddc_box(by);
        ax = cuddc_factor(ax);
        ay = cuddc_factor(ay);
    }
    return cuddcFromDoubles((double)INFINITY * cudd_sub(cudd_mul(ax, bx), cudd_mul(ay, by)),
                            (double)INFINITY * cudd_add(cudd_mul(ax, by), cudd_mul(ay, bx)));
}

/* a b. 76 flops; norm-wise bound 9u^2; each part errs by at most 7u^2 |a| |b|. */
CUDD_FN cuddcomplex cuddcMul(cuddcomplex a, cuddcomplex b)
{
    const cuddcomplex r = cuddc_mul_parts(a, b);
    return cuddcIsFinite(r) ? r : cuddc_mul_edge(a, b, r);
}

/* a d, d real. 18 flops; bound 4u^2 in each part. The parts do not meet: Inf times (1, 0) leaves
 * the other part alone. */
CUDD_FN cuddcomplex cuddcMulReal(cuddcomplex a, cuddreal d) { return cuddcMake(cuddMul(a.x, d), cuddMul(a.y, d)); }

/* a b + c by cuddcMul and cuddcAdd. 116 flops; |error| <= 9u^2 |a b| + 3u^2/(1-4u) |a b + c|. */
CUDD_FN cuddcomplex cuddcFma(cuddcomplex a, cuddcomplex b, cuddcomplex c) { return cuddcAdd(cuddcMul(a, b), c); }

/* ---- magnitude ------------------------------------------------------------------------------- */

/* |x| + |y|. 20 flops; bound 3u^2/(1-4u). */
CUDD_FN cuddreal cuddcAbs1(cuddcomplex a) { return cuddAdd(cuddFabs(a.x), cuddFabs(a.y)); }

/* |a|^2 = x^2 + y^2. 38 flops; bound 7u^2. No care for overflow beyond that of its operations:
 * Inf. */
CUDD_FN cuddreal cuddcNorm(cuddcomplex a) { return cuddAdd(cuddSqr(a.x), cuddSqr(a.y)); }

/* |a|, scaled so that nothing overflows on the way. 46 flops and scalings; bound 6.2u^2. Inf when a
 * part is Inf, even beside NaN.
 */
CUDD_FN cuddreal cuddcAbs(cuddcomplex a)
{
    if (cuddcIsInf(a))
        return cuddInf();
    if (!cuddcIsFinite(a))
        return cuddNan();
    const int e = cuddc_exponent(a);
    return cuddLdexp(cuddSqrt(cuddcNorm(cuddcLdexp(a, -e))), e);
}

/* ---- quotient -------------------------------------------------------------------------------- */

/* a / d, d real: bound 9.8u^2 in each part. */
CUDD_FN cuddcomplex cuddcDivReal(cuddcomplex a, cuddreal d) { return cuddcMake(cuddDiv(a.x, d), cuddDiv(a.y, d)); }

/* a / b where b is 0 or an operand is not finite. */
CUDD_FN cuddcomplex cuddc_div_edge(cuddcomplex a, cuddcomplex b)
{
    double ax = cuddc_class(a.x), ay = cuddc_class(a.y), bx = cuddc_class(b.x), by = cuddc_class(b.y), scale;
    if (cuddcIsZero(b))
        return cuddcFromDoubles(copysign((double)INFINITY, bx) * ax, copysign((double)INFINITY, bx) * ay);
    if (cuddcIsInf(a) && cuddcIsFinite(b))
    {
        ax = cuddc_box(ax);
        ay = cuddc_box(ay);
        scale = (double)INFINITY;
    }
    else if (cuddcIsInf(b) && cuddcIsFinite(a))
    {
        bx = cuddc_box(bx);
        by = cuddc_box(by);
        ax = 0.25 * ax;
        ay = 0.25 * ay;
        scale = 0.0;
    }
    else
        return cuddcFromDoubles((double)NAN, (double)NAN);
    return cuddcFromDoubles(scale * cudd_add(cudd_mul(ax, bx), cudd_mul(ay, by)),
                            scale * cudd_sub(cudd_mul(ay, bx), cudd_mul(ax, by)));
}

/* a / b as a conj(b) / |b|^2 of operands scaled to [1/2, 1). About 180 flops; norm-wise bound
 * 25u^2. */
CUDD_FN cuddcomplex cuddcDiv(cuddcomplex a, cuddcomplex b)
{
    if (!cuddcIsFinite(a) || !cuddcIsFinite(b) || cuddcIsZero(b))
        return cuddc_div_edge(a, b);
    const int e = cuddc_exponent(a), f = cuddc_exponent(b);
    const cuddcomplex s = cuddcLdexp(b, -f);
    const cuddcomplex q = cuddc_mul_parts(cuddcLdexp(a, -e), cuddcConj(s));
    return cuddcLdexp(cuddcDivReal(q, cuddcNorm(s)), e - f);
}

#endif
