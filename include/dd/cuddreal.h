/*
 * cuddreal: a real number as the unevaluated sum x + y of two doubles, |y| <= ulp(x)/2: about 106
 * bits.
 *
 * One header for C11, C++17 and CUDA device code; it needs <math.h>, <float.h> and <stdint.h> and
 * nothing else. The layout is that of CUDA's double2 and of QD's dd_real (high part first), but the
 * type is its own.
 *
 * Notation. u = 2^-53 is the rounding unit of double, RN rounding to nearest even. "bound" is a
 * proved bound on the relative error for normalised operands anywhere in the range of double, as
 * long as the result does not overflow:
 *   - sums have it at every magnitude: an addition never underflows;
 *   - products, quotients and roots have |error| <= bound |exact| + 2^-1073: what underflow adds,
 *     at most 3u^2 |exact| at CUDD_SAFE_MIN = 2^-969, half as much at each power of two above,
 *     nothing from 2^-915 on. Below CUDD_SAFE_MIN the low part is lost bit by bit.
 * Subnormal numbers must not be flushed to zero, neither on input nor on output, and operations
 * must round to nearest. A compiler that may reassociate sums computes the errors of rounding as 0.
 * The header refuses the options that allow it (-ffast-math, -funsafe-math-optimizations,
 * -fassociative-math, -freciprocal-math) wherever it can find them: GCC defines macros for them,
 * Clang reports an error while it optimises. cuddSelfTest() finds at run time what remains: Clang
 * at -O0, a program that is linked with -ffast-math and therefore flushes subnormal numbers,
 * another rounding mode.
 *
 * Sources, named at each function:
 *   [JMP]   M. Joldes, J.-M. Muller, V. Popescu, Tight and rigorous error bounds for basic building
 *           blocks of double-word arithmetic, ACM TOMS 44(2), 2017.
 *   [MR]    J.-M. Muller, L. Rideau, Formalization of double-word arithmetic, and comments on
 *           [JMP], ACM TOMS 48(1), 2022.
 *   [LLMPR] V. Lefevre, N. Louvet, J.-M. Muller, J. Picot, L. Rideau, Accurate calculation of
 *           Euclidean norms using double-word arithmetic, ACM TOMS 49(1), 2023.
 *
 * Special values, the same for every function that does not say otherwise:
 *   - a number whose high part is Inf or NaN is that Inf or NaN, whatever its low part; results of
 *     this kind have low part +0;
 *   - Inf and NaN arise as in IEEE 754 (Inf - Inf, 0 * Inf, 0/0 and Inf/Inf give NaN, x/0 gives
 *     Inf);
 *   - a result beyond CUDD_MAX is Inf, never NaN;
 *   - signed zeros follow IEEE 754: (-0) + (-0) = -0, x - x = +0, the sign of a product or quotient
 *     is the product of signs;
 *   - a finite high part with a NaN or Inf low part counts as NaN.
 */
#ifndef DD_CUDDREAL_H
#define DD_CUDDREAL_H

#include <float.h>
#include <math.h>
#include <stdint.h>

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__) ||                                         \
    (defined(__USE_FAST_MATH__) && __USE_FAST_MATH__)
#error "cuddreal needs IEEE arithmetic: compile without -ffast-math"
#endif
#if defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__)
#error "cuddreal needs IEEE arithmetic: compile without -funsafe-math-optimizations, -fassociative-math and -freciprocal-math"
#endif
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD == 2
#error "cuddreal needs double arithmetic without extended precision: compile with SSE2 (-mfpmath=sse)"
#endif

#if defined(__CUDACC__)
#define CUDD_FN static __host__ __device__ __forceinline__
#else
#define CUDD_FN static inline
#endif

#if defined(__cplusplus)
#define CUDD_ALIGN16 alignas(16)
#if defined(__CUDACC__)
#define CUDD_MEMBER_FUNCTION __host__ __device__
#else
#define CUDD_MEMBER_FUNCTION
#endif
#define CUDD_MEMBER CUDD_MEMBER_FUNCTION constexpr
#else
#define CUDD_ALIGN16 _Alignas(16)
#endif

/* A double-double number: value x + y, x the high part. 16 bytes, 16-byte aligned; the library's
 * CPU engine also takes arrays at multiples of 8 (dd/ddblas.h).
 *
 * In C++ it converts from double and from integers, exactly, and to them where that is written out;
 * it stays plain data, trivial and of standard layout. dd/cuddreal.hpp has the operators. */
typedef struct cuddreal
{
    CUDD_ALIGN16 double x;
    double y;
#if defined(__cplusplus)
    cuddreal() = default; /* not initialised, like a double */
    CUDD_MEMBER cuddreal(double high, double low) : x(high), y(low) {}
    CUDD_MEMBER cuddreal(double d) : x(d), y(0.0) {}
    CUDD_MEMBER cuddreal(int i) : x(i), y(0.0) {}
    CUDD_MEMBER cuddreal(unsigned i) : x(i), y(0.0) {}
    CUDD_MEMBER cuddreal(long i) : cuddreal((long long)i) {}
    CUDD_MEMBER cuddreal(unsigned long i) : cuddreal((unsigned long long)i) {}
    CUDD_MEMBER cuddreal(long long i) : cuddreal((double)(i / 4294967296) * 4294967296.0, (double)(i % 4294967296), 0) {}
    CUDD_MEMBER cuddreal(unsigned long long i) : cuddreal((double)(i >> 32) * 4294967296.0, (double)(i & 4294967295u), 0) {}

    CUDD_MEMBER explicit operator double() const { return x; }
    CUDD_MEMBER explicit operator bool() const { return x != 0.0 || y != 0.0; }
    inline CUDD_MEMBER_FUNCTION explicit operator float() const;
    inline CUDD_MEMBER_FUNCTION explicit operator int() const;
    inline CUDD_MEMBER_FUNCTION explicit operator long() const;
    inline CUDD_MEMBER_FUNCTION explicit operator long long() const;
    inline CUDD_MEMBER_FUNCTION explicit operator unsigned() const;
    inline CUDD_MEMBER_FUNCTION explicit operator unsigned long() const;
    inline CUDD_MEMBER_FUNCTION explicit operator unsigned long long() const;

  private:
    /* high + low as a normalised pair, |high| >= |low| or high = 0. */
    CUDD_MEMBER cuddreal(double high, double low, int) : x(high + low), y(low - ((high + low) - high)) {}
#endif
} cuddreal;

#if defined(__cplusplus)
static_assert(sizeof(cuddreal) == 16 && alignof(cuddreal) == 16, "cuddreal has the layout of double2");
#else
_Static_assert(sizeof(cuddreal) == 16 && _Alignof(cuddreal) == 16, "cuddreal has the layout of double2");
#endif

/* ---- rounded operations -------------------------------------------------------------------------
 * Each rounds exactly once. The compiler may not contract a product with a following sum, for the
 * error-free transforms below subtract that very product: on the device the _rn intrinsics forbid
 * it, on the host a barrier that emits no code. Products by powers of two stand bare: they are
 * exact, so that contraction cannot change them. */

CUDD_FN double cudd_add(double a, double b)
{
#if defined(__CUDA_ARCH__)
    return __dadd_rn(a, b);
#else
    return a + b;
#endif
}

CUDD_FN double cudd_sub(double a, double b)
{
#if defined(__CUDA_ARCH__)
    return __dadd_rn(a, -b);
#else
    return a - b;
#endif
}

CUDD_FN double cudd_mul(double a, double b)
{
#if defined(__CUDA_ARCH__)
    return __dmul_rn(a, b);
#else
    double p = a * b;
#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__) && __GNUC__ >= 12
    p = __builtin_assoc_barrier(p);
#elif defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
    __asm__("" : "+x"(p));
#elif defined(__GNUC__) && defined(__aarch64__)
    __asm__("" : "+w"(p));
#endif
    return p;
#endif
}

CUDD_FN double cudd_fma(double a, double b, double c)
{
#if defined(__CUDA_ARCH__)
    return __fma_rn(a, b, c);
#else
    return fma(a, b, c);
#endif
}

/* 1 when d is neither Inf nor NaN. */
CUDD_FN int cudd_finite(double d) { return fabs(d) <= DBL_MAX; }

/* ---- making and taking apart ----------------------------------------------------------------- */

/* The pair (hi, lo) as it is; the caller knows that it is normalised. */
CUDD_FN cuddreal cuddMake(double hi, double lo)
{
    cuddreal r;
    r.x = hi;
    r.y = lo;
    return r;
}

/* d exactly. */
CUDD_FN cuddreal cuddFromDouble(double d) { return cuddMake(d, 0.0); }

/* RN(a), the nearest double: the high part. For a non-finite a, that Inf or NaN. */
CUDD_FN double cuddToDouble(cuddreal a) { return a.x; }

/* ---- error-free transforms ------------------------------------------------------------------- */

/* a + b exactly as RN(a + b) + error, for |a| >= |b| or a = 0. Dekker. 3 flops. */
CUDD_FN cuddreal cuddFastTwoSum(double a, double b)
{
    double s = cudd_add(a, b);
    return cuddMake(s, cudd_sub(b, cudd_sub(s, a)));
}

/* a + b exactly as RN(a + b) + error, any order. Knuth, Moller. 6 flops. */
CUDD_FN cuddreal cuddTwoSum(double a, double b)
{
    double s = cudd_add(a, b);
    double bb = cudd_sub(s, a);
    double aa = cudd_sub(s, bb);
    return cuddMake(s, cudd_add(cudd_sub(a, aa), cudd_sub(b, bb)));
}

/* a * b exactly as RN(a * b) + error, when |a * b| >= 2^-969 or the error is representable. 2 flops
 * with an FMA. */
CUDD_FN cuddreal cuddTwoProd(double a, double b)
{
    double p = cudd_mul(a, b);
    return cuddMake(p, cudd_fma(a, b, -p));
}

/* Any two doubles, overlapping or in the wrong order, as a normalised pair of the same exact sum. 6
 * flops. When a is not finite: (a, 0), whatever b; when the sum alone is not: (sum, 0). */
CUDD_FN cuddreal cuddNormalize(double a, double b)
{
    cuddreal r = cuddTwoSum(a, b);
    if (cudd_finite(r.y))
        return r;
    if (!cudd_finite(a))
        return cuddMake(a, 0.0);
    r = fabs(a) >= fabs(b) ? cuddFastTwoSum(a, b) : cuddFastTwoSum(b, a); /* overflows only when the sum does */
    return cuddMake(r.x, cudd_finite(r.x) ? r.y : 0.0);
}

/* i exactly: 64 bits fit. 3 flops. */
CUDD_FN cuddreal cuddFromInt64(int64_t i)
{
    int64_t high = i / 4294967296;
    int64_t low = i % 4294967296;
    return cuddFastTwoSum((double)high * 4294967296.0, (double)low);
}

/* i exactly: 64 bits fit. 3 flops. */
CUDD_FN cuddreal cuddFromUint64(uint64_t i)
{
    return cuddFastTwoSum((double)(i >> 32) * 4294967296.0, (double)(i & 4294967295u));
}

/* ---- constants ------------------------------------------------------------------------------- */

#define CUDD_EPS      0x1p-104               /* u_w = 4 u^2, the unit in which error bounds of this library are stated */
#define CUDD_MIN      DBL_MIN                /* smallest normal high part */
#define CUDD_SAFE_MIN 0x1p-969               /* smallest magnitude at which the low part has all its bits */
#define CUDD_MAX_HI   DBL_MAX                /* largest finite number, high part */
#define CUDD_MAX_LO   0x1.fffffffffffffp+969 /* and low part: the largest that does not round the high part up */
#define CUDD_DIGITS10 31                     /* decimal digits that survive text -> cuddreal -> text */

CUDD_FN cuddreal cuddEps(void) { return cuddMake(CUDD_EPS, 0.0); }
CUDD_FN cuddreal cuddMin(void) { return cuddMake(CUDD_MIN, 0.0); }
CUDD_FN cuddreal cuddSafeMin(void) { return cuddMake(CUDD_SAFE_MIN, 0.0); }
CUDD_FN cuddreal cuddMax(void) { return cuddMake(CUDD_MAX_HI, CUDD_MAX_LO); }
CUDD_FN cuddreal cuddPi(void) { return cuddMake(0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53); }
CUDD_FN cuddreal cuddE(void) { return cuddMake(0x1.5bf0a8b145769p+1, 0x1.4d57ee2b1013ap-53); }
CUDD_FN cuddreal cuddInf(void) { return cuddMake((double)INFINITY, 0.0); }
CUDD_FN cuddreal cuddNan(void) { return cuddMake((double)NAN, 0.0); }

/* ---- classification and comparison --------------------------------------------------------------
 * Comparisons are IEEE 754's on the values of normalised operands: NaN compares unequal and
 * unordered, -0 equals +0. */

CUDD_FN int cuddIsFinite(cuddreal a) { return cudd_finite(a.x) && cudd_finite(a.y); }
CUDD_FN int cuddIsInf(cuddreal a) { return fabs(a.x) > DBL_MAX; }
CUDD_FN int cuddIsNan(cuddreal a) { return a.x != a.x || (cudd_finite(a.x) && !cudd_finite(a.y)); }
CUDD_FN int cuddIsZero(cuddreal a) { return a.x == 0.0 && a.y == 0.0; }
CUDD_FN int cuddSignBit(cuddreal a) { return signbit(a.x) != 0; }

/* 1 when neither is a NaN. */
CUDD_FN int cudd_ordered(cuddreal a, cuddreal b) { return !cuddIsNan(a) && !cuddIsNan(b); }

/* High parts that are equal and infinite decide alone; other equal ones leave it to the low
 * parts. */
CUDD_FN int cuddEq(cuddreal a, cuddreal b) { return cudd_ordered(a, b) && a.x == b.x && (a.y == b.y || !cudd_finite(a.x)); }
CUDD_FN int cuddNe(cuddreal a, cuddreal b) { return !cuddEq(a, b); }
CUDD_FN int cuddLt(cuddreal a, cuddreal b)
{
    return cudd_ordered(a, b) && (a.x < b.x || (a.x == b.x && a.y < b.y && cudd_finite(a.x)));
}
CUDD_FN int cuddLe(cuddreal a, cuddreal b)
{
    return cudd_ordered(a, b) && (a.x < b.x || (a.x == b.x && (a.y <= b.y || !cudd_finite(a.x))));
}
CUDD_FN int cuddGt(cuddreal a, cuddreal b) { return cuddLt(b, a); }
CUDD_FN int cuddGe(cuddreal a, cuddreal b) { return cuddLe(b, a); }

CUDD_FN int cuddEqD(cuddreal a, double d) { return cuddEq(a, cuddFromDouble(d)); }
CUDD_FN int cuddLtD(cuddreal a, double d) { return cuddLt(a, cuddFromDouble(d)); }
CUDD_FN int cuddLeD(cuddreal a, double d) { return cuddLe(a, cuddFromDouble(d)); }
CUDD_FN int cuddGtD(cuddreal a, double d) { return cuddLt(cuddFromDouble(d), a); }
CUDD_FN int cuddGeD(cuddreal a, double d) { return cuddLe(cuddFromDouble(d), a); }

/* ---- exact operations ------------------------------------------------------------------------ */

/* a as it is when finite, otherwise a clean Inf or NaN. */
CUDD_FN cuddreal cudd_clean(cuddreal a)
{
    if (cuddIsFinite(a))
        return a;
    return cudd_finite(a.x) ? cuddNan() : cuddMake(a.x, 0.0);
}

/* -a. Exact; flips the sign of zero and of Inf. */
CUDD_FN cuddreal cuddNeg(cuddreal a)
{
    cuddreal r = cudd_clean(a);
    return cuddMake(-r.x, cudd_finite(r.x) ? -r.y : 0.0);
}

/* |a|. Exact. */
CUDD_FN cuddreal cuddFabs(cuddreal a) { return cuddSignBit(a) ? cuddNeg(a) : cudd_clean(a); }

/* The smaller; of a NaN and a number the number, of equal ones a. */
CUDD_FN cuddreal cuddFmin(cuddreal a, cuddreal b) { return cudd_clean(cuddIsNan(b) || cuddLe(a, b) ? a : b); }
/* The larger; of a NaN and a number the number, of equal ones a. */
CUDD_FN cuddreal cuddFmax(cuddreal a, cuddreal b) { return cudd_clean(cuddIsNan(b) || cuddGe(a, b) ? a : b); }

/* a * 2^e. Exact while both parts stay normal; below, each part is rounded to the subnormal grid;
 * above, Inf. */
CUDD_FN cuddreal cuddLdexp(cuddreal a, int e)
{
    double hi = ldexp(a.x, e);
    if (!cuddIsFinite(a))
        return cudd_clean(a);
    if (hi == 0.0 || !cudd_finite(hi))
        return cuddMake(hi, 0.0);
    return cuddFastTwoSum(hi, ldexp(a.y, e));
}

/* a = m * 2^*e with |m.x| in [1/2, 1). Exact unless |a.y| < 2^(*e - 1022). For 0, Inf and NaN, m =
 * a and *e = 0. */
CUDD_FN cuddreal cuddFrexp(cuddreal a, int *e)
{
    *e = 0;
    if (a.x == 0.0 || !cuddIsFinite(a))
        return cudd_clean(a);
    double m = frexp(a.x, e);
    return cuddMake(m, ldexp(a.y, -*e));
}

/* ---- addition -------------------------------------------------------------------------------- */

/* AccurateDWPlusDW on parts, without care for special values. */
CUDD_FN cuddreal cudd_add_parts(double ah, double al, double bh, double bl)
{
    cuddreal s = cuddTwoSum(ah, bh);
    cuddreal t = cuddTwoSum(al, bl);
    cuddreal v = cuddFastTwoSum(s.x, cudd_add(s.y, t.x));
    return cuddFastTwoSum(v.x, cudd_add(t.y, v.y));
}

/* Scales a result that was computed at a quarter of its size. */
CUDD_FN cuddreal cudd_times_four(cuddreal r)
{
    double hi = 4.0 * r.x;
    return cuddMake(hi, cudd_finite(hi) ? 4.0 * r.y : 0.0);
}

/* a + b where the plain path ended in r with a zero, Inf or NaN: restores the sign of zero, and
 * repeats sums near overflow at a quarter of their size, where TwoSum cannot overflow on the
 * way. */
CUDD_FN cuddreal cudd_add_edge(cuddreal a, cuddreal b, cuddreal r)
{
    if (!cudd_ordered(a, b))
        return cuddNan();
    if (!cudd_finite(a.x) || !cudd_finite(b.x) || (a.x == 0.0 && b.x == 0.0))
        return cuddMake(cudd_add(a.x, b.x), 0.0);
    if (r.x == 0.0)
        return cuddMake(0.0, 0.0);
    return cudd_times_four(cudd_add_parts(0.25 * a.x, 0.25 * a.y, 0.25 * b.x, 0.25 * b.y));
}

/* a + b. AccurateDWPlusDW, [JMP] algorithm 6; 20 flops; bound 3u^2/(1-4u). Exact zero only when the
 * exact sum is zero. */
CUDD_FN cuddreal cuddAdd(cuddreal a, cuddreal b)
{
    cuddreal r = cudd_add_parts(a.x, a.y, b.x, b.y);
    return cudd_finite(r.y) && r.x != 0.0 ? r : cudd_add_edge(a, b, r);
}

/* a - b, as cuddAdd. */
CUDD_FN cuddreal cuddSub(cuddreal a, cuddreal b) { return cuddAdd(a, cuddMake(-b.x, -b.y)); }

/* a + d. DWPlusFP, [JMP] algorithm 4; 10 flops; bound 2u^2. */
CUDD_FN cuddreal cuddAddD(cuddreal a, double d)
{
    cuddreal s = cuddTwoSum(a.x, d);
    cuddreal r = cuddFastTwoSum(s.x, cudd_add(a.y, s.y));
    return cudd_finite(r.y) && r.x != 0.0 ? r : cudd_add_edge(a, cuddFromDouble(d), r);
}

/* a - d, as cuddAddD. */
CUDD_FN cuddreal cuddSubD(cuddreal a, double d) { return cuddAddD(a, -d); }

/* d - a, as cuddAddD. */
CUDD_FN cuddreal cuddDSub(double d, cuddreal a) { return cuddAddD(cuddMake(-a.x, -a.y), d); }

/* a + b for terms of one sign. SloppyDWPlusDW, [JMP] algorithm 5; 11 flops; bound 3u^2 when a b >=
 * 0, otherwise the error is only below (3u^2 + 5u^3)(|a| + |b|): all digits may be lost. No care
 * for overflow, Inf and the sign of zero. */
CUDD_FN cuddreal cuddAddSloppy(cuddreal a, cuddreal b)
{
    cuddreal s = cuddTwoSum(a.x, b.x);
    return cuddFastTwoSum(s.x, cudd_add(s.y, cudd_add(a.y, b.y)));
}

/* ---- multiplication -------------------------------------------------------------------------- */

/* DWTimesDW3 on parts, without care for special values. */
CUDD_FN cuddreal cudd_mul_parts(double ah, double al, double bh, double bl)
{
    cuddreal c = cuddTwoProd(ah, bh);
    double t = cudd_mul(al, bl);
    t = cudd_fma(ah, bl, t);
    t = cudd_fma(al, bh, t);
    return cuddFastTwoSum(c.x, cudd_add(c.y, t));
}

/* a b where the plain path ended in zero, Inf or NaN: restores the sign of zero, and repeats
 * products near overflow with the larger factor at a quarter of its size. A product that overflows
 * even so is Inf. */
CUDD_FN cuddreal cudd_mul_edge(cuddreal a, cuddreal b)
{
    double p = cudd_mul(a.x, b.x);
    cuddreal large = fabs(a.x) >= fabs(b.x) ? a : b;
    cuddreal small = fabs(a.x) >= fabs(b.x) ? b : a;
    if (!cudd_ordered(a, b))
        return cuddNan();
    if (!cudd_finite(large.x) || p == 0.0 || !cudd_finite(cudd_mul(0.25 * large.x, small.x)))
        return cuddMake(p, 0.0);
    return cudd_times_four(cudd_mul_parts(0.25 * large.x, 0.25 * large.y, small.x, small.y));
}

/* a b. DWTimesDW3, [JMP] algorithm 12; 9 flops with an FMA; bound 4u^2 by [MR]. */
CUDD_FN cuddreal cuddMul(cuddreal a, cuddreal b)
{
    cuddreal r = cudd_mul_parts(a.x, a.y, b.x, b.y);
    return cudd_finite(r.y) && r.x != 0.0 ? r : cudd_mul_edge(a, b);
}

/* a^2. DWTimesDW3 with its two equal cross products in one FMA; 9 flops with an FMA; bound 3u^2 +
 * 7u^3, proved in docs/numerics.md. */
CUDD_FN cuddreal cuddSqr(cuddreal a)
{
    cuddreal c = cuddTwoProd(a.x, a.x);
    double t = cudd_fma(a.x, 2.0 * a.y, cudd_mul(a.y, a.y));
    cuddreal r = cuddFastTwoSum(c.x, cudd_add(c.y, t));
    return cudd_finite(r.y) && r.x != 0.0 ? r : cudd_mul_edge(a, a);
}

/* a d. DWTimesFP3, [JMP] algorithm 9; 6 flops with an FMA; bound 2u^2. */
CUDD_FN cuddreal cuddMulD(cuddreal a, double d)
{
    cuddreal c = cuddTwoProd(a.x, d);
    cuddreal r = cuddFastTwoSum(c.x, cudd_fma(a.y, d, c.y));
    return cudd_finite(r.y) && r.x != 0.0 ? r : cudd_mul_edge(a, cuddFromDouble(d));
}

/* a b a little faster. DWTimesDW2, [JMP] algorithm 11; 8 flops with an FMA; bound 5u^2 by [MR]. No
 * care for overflow, Inf and the sign of zero. */
CUDD_FN cuddreal cuddMulSloppy(cuddreal a, cuddreal b)
{
    cuddreal c = cuddTwoProd(a.x, b.x);
    double t = cudd_fma(a.y, b.x, cudd_mul(a.x, b.y));
    return cuddFastTwoSum(c.x, cudd_add(c.y, t));
}

/* a b + c in two rounded steps, cuddMul then cuddAdd; 29 flops; |error| <= (4u^2 + 13u^4)|a b| +
 * 3u^2/(1-4u) |a b + c|, proved in docs/numerics.md. Inf of the sign of a b when a b alone
 * overflows and c is finite. */
CUDD_FN cuddreal cuddFma(cuddreal a, cuddreal b, cuddreal c)
{
    cuddreal p = cuddMul(a, b);
    if (!cudd_finite(c.x) && cuddIsFinite(a) && cuddIsFinite(b)) /* a product that overflows is still finite beside Inf */
        return cuddMake(c.x, 0.0);
    return cuddAdd(p, c);
}

/* ---- division and square root ---------------------------------------------------------------- */

/* 1 when d is so far from both ends of the range that in a quotient of two such numbers nothing
 * overflows, and that what underflows is below 2^-170 of the result. */
CUDD_FN int cudd_mid_range(double d) { return fabs(d) >= 0x1p-450 && fabs(d) <= 0x1p+450; }

/* The reciprocal of b in mid range by one Newton step with an exact residual. */
CUDD_FN cuddreal cudd_inverse_parts(cuddreal b)
{
    double t = 1.0 / b.x;
    double rh = cudd_fma(-b.x, t, 1.0);
    double rl = -cudd_mul(b.y, t);
    cuddreal e = cuddFastTwoSum(rh, rl);
    cuddreal c = cuddTwoProd(e.x, t);
    cuddreal d = cuddFastTwoSum(c.x, cudd_fma(e.y, t, c.y));
    cuddreal s = cuddTwoSum(d.x, t);
    return cuddFastTwoSum(s.x, cudd_add(d.y, s.y));
}

/* DWDivDW3 for operands in mid range: the reciprocal of b, then times a. */
CUDD_FN cuddreal cudd_div_parts(cuddreal a, cuddreal b)
{
    cuddreal m = cudd_inverse_parts(b);
    return cudd_mul_parts(a.x, a.y, m.x, m.y);
}

/* DWDivFP3 for operands in mid range. */
CUDD_FN cuddreal cudd_div_parts_d(cuddreal a, double d)
{
    double t = a.x / d;
    cuddreal p = cuddTwoProd(t, d);
    double r = cudd_add(cudd_sub(cudd_sub(a.x, p.x), p.y), a.y);
    return cuddFastTwoSum(t, r / d);
}

/* a / b outside mid range, b a double or a pair: special values as the high parts give them, the
 * rest scaled to [1/2, 1) and back. */
CUDD_FN cuddreal cudd_div_edge(cuddreal a, cuddreal b, int is_double)
{
    int ea, eb;
    if (cuddIsNan(a) || cuddIsNan(b))
        return cuddNan();
    if (!cudd_finite(a.x) || !cudd_finite(b.x) || a.x == 0.0 || b.x == 0.0)
        return cuddMake(a.x / b.x, 0.0);
    a = cuddFrexp(a, &ea);
    b = cuddFrexp(b, &eb);
    return cuddLdexp(is_double ? cudd_div_parts_d(a, b.x) : cudd_div_parts(a, b), ea - eb);
}

/* a / b. DWDivDW3, [JMP] algorithm 18; 31 flops with an FMA; bound 9.8u^2. */
CUDD_FN cuddreal cuddDiv(cuddreal a, cuddreal b)
{
    if (cudd_mid_range(a.x) && cudd_mid_range(b.x) && cuddIsFinite(a) && cuddIsFinite(b))
        return cudd_div_parts(a, b);
    return cudd_div_edge(a, b, 0);
}

/* a / d. DWDivFP3, [JMP] algorithm 15; 10 flops with an FMA; bound 3u^2. */
CUDD_FN cuddreal cuddDivD(cuddreal a, double d)
{
    if (cudd_mid_range(a.x) && cudd_mid_range(d) && cuddIsFinite(a))
        return cudd_div_parts_d(a, d);
    return cudd_div_edge(a, cuddFromDouble(d), 1);
}

/* d / b, as cuddDiv. */
CUDD_FN cuddreal cuddDDiv(double d, cuddreal b) { return cuddDiv(cuddFromDouble(d), b); }

/* a / b a little faster. DWDivDW2, [JMP] algorithm 17, with its product by DWTimesFP3 instead of
 * DWTimesFP1; 14 flops with an FMA; bound 13.1u^2, proved in docs/numerics.md. Operands in mid
 * range, no care for special values. */
CUDD_FN cuddreal cuddDivSloppy(cuddreal a, cuddreal b)
{
    double t = a.x / b.x;
    cuddreal c = cuddTwoProd(b.x, t);
    cuddreal r = cuddFastTwoSum(c.x, cudd_fma(b.y, t, c.y));
    double d = cudd_add(cudd_sub(a.x, r.x), cudd_sub(a.y, r.y));
    return cuddFastTwoSum(t, d / b.x);
}

/* SQRTDWtoDW for normal operands >= 2^-900: one Newton correction of the rounded root with an exact
 * residual. */
CUDD_FN cuddreal cudd_sqrt_parts(cuddreal a)
{
    double s = sqrt(a.x);
    double r = cudd_add(a.y, cudd_fma(-s, s, a.x));
    return cuddFastTwoSum(s, r / (2.0 * s));
}

/* sqrt(a). SQRTDWtoDW, [LLMPR]; 8 flops with an FMA; bound 25/8 u^2, for every a > 0, subnormal
 * ones by scaling. sqrt(+-0) = +-0, sqrt(Inf) = Inf, the root of a negative number is NaN. */
CUDD_FN cuddreal cuddSqrt(cuddreal a)
{
    if (a.x >= 0x1p-900 && cuddIsFinite(a))
        return cudd_sqrt_parts(a);
    if (cuddIsNan(a) || a.x < 0.0)
        return cuddNan();
    if (a.x == 0.0 || !cudd_finite(a.x))
        return cuddMake(a.x, 0.0);
    return cuddLdexp(cudd_sqrt_parts(cuddLdexp(a, 600)), -300);
}

/* ---- rounding to integers: exact; Inf, NaN and -0 pass through ------------------------------- */

/* The largest integer <= a. */
CUDD_FN cuddreal cuddFloor(cuddreal a)
{
    double f = floor(a.x);
    if (!cuddIsFinite(a))
        return cudd_clean(a);
    return f == a.x && a.y != 0.0 ? cuddFastTwoSum(f, floor(a.y)) : cuddMake(f, 0.0);
}

/* The smallest integer >= a. */
CUDD_FN cuddreal cuddCeil(cuddreal a) { return cuddNeg(cuddFloor(cuddNeg(a))); }

/* a without its fraction. */
CUDD_FN cuddreal cuddTrunc(cuddreal a) { return cuddSignBit(a) ? cuddCeil(a) : cuddFloor(a); }

/* The nearest integer, ties away from zero. */
CUDD_FN cuddreal cuddRound(cuddreal a)
{
    const cuddreal t = cuddTrunc(a);
    if (!cuddIsFinite(a) || a.x == 0.0)
        return cudd_clean(a);
    const cuddreal rest = cuddSub(a, t); /* exact: both have a's lowest bits, and it is below 1 */
    const double step = copysign(cuddGeD(cuddFabs(rest), 0.5) ? 1.0 : 0.0, a.x);
    return t.x == 0.0 ? cuddFromDouble(step) : cuddAddD(t, step);
}

/* |a| with the sign of b. Exact. */
CUDD_FN cuddreal cuddCopysign(cuddreal a, cuddreal b) { return cuddSignBit(a) == cuddSignBit(b) ? cudd_clean(a) : cuddNeg(a); }

/* The nearest integer, ties to even. */
CUDD_FN cuddreal cuddRint(cuddreal a)
{
    double r = rint(a.x);
    if (!cuddIsFinite(a))
        return cudd_clean(a);
    if (a.y == 0.0)
        return cuddMake(r, 0.0);
    if (r != a.x) /* |a.x| < 2^52; a low part decides a tie of the high part */
        return cuddMake(fabs(a.x - r) == 0.5 ? (a.y > 0.0 ? ceil(a.x) : floor(a.x)) : r, 0.0);
    if (fabs(a.y) == 0.5 && fmod(a.x, 2.0) != 0.0) /* a tie beside an odd high part: away from it is the even neighbour */
        return cuddFastTwoSum(a.x, 2.0 * a.y);
    return cuddFastTwoSum(a.x, rint(a.y));
}

/* ---- to narrower types ----------------------------------------------------------------------- */

/* The nearest float, ties to even. The high part is rounded to odd first, so that a low part beyond
 * a tie counts (S. Boldo, G. Melquiond, Emulation of FMA and correctly rounded sums, IEEE Trans.
 * Comput. 57(4), 2008). */
CUDD_FN float cuddToFloat(cuddreal a)
{
    int e;
    const double significand = ldexp(frexp(a.x, &e), 53);
    if (cuddIsNan(a))
        return (float)NAN;
    if (a.y == 0.0 || !cuddIsFinite(a) || fmod(significand, 2.0) != 0.0)
        return (float)a.x;
    return (float)nextafter(a.x, a.y > 0.0 ? (double)INFINITY : -(double)INFINITY);
}

#define CUDD_INT64_MAX ((int64_t)0x7fffffffffffffff)

/* a without its fraction; the nearest end of the range beyond it, 0 for NaN. */
CUDD_FN int64_t cuddToInt64(cuddreal a)
{
    const cuddreal t = cuddTrunc(a);
    if (cuddIsNan(a))
        return 0;
    if (cuddGeD(t, 0x1p+63))
        return CUDD_INT64_MAX;
    if (cuddLeD(t, -0x1p+63))
        return -CUDD_INT64_MAX - 1;
    if (fabs(t.x) < 0x1p+62)
        return (int64_t)t.x + (int64_t)t.y;
    return (int64_t)(0.5 * t.x) + ((int64_t)(0.5 * t.x) + (int64_t)t.y); /* t.x may be 2^63, its half is an integer */
}

/* The same for 64 bits without a sign: 0 for negative numbers. */
CUDD_FN uint64_t cuddToUint64(cuddreal a)
{
    const cuddreal t = cuddTrunc(a);
    if (cuddIsNan(a) || t.x <= 0.0)
        return 0;
    if (cuddGeD(t, 0x1p+64))
        return ~(uint64_t)0;
    const uint64_t half = (uint64_t)(0.5 * t.x); /* t.x may be 2^64; where half of it is no integer t.y is 0 */
    if (t.x < 0x1p+53)
        return (uint64_t)t.x;
    return t.y < 0.0 ? half + (half - (uint64_t)-t.y) : half + (half + (uint64_t)t.y);
}

#if defined(__cplusplus)
CUDD_MEMBER_FUNCTION cuddreal::operator unsigned long long() const { return cuddToUint64(*this); }
CUDD_MEMBER_FUNCTION cuddreal::operator unsigned() const
{
    const uint64_t i = cuddToUint64(*this);
    return i > 0xffffffffu ? 0xffffffffu : (unsigned)i;
}
CUDD_MEMBER_FUNCTION cuddreal::operator unsigned long() const
{
    return sizeof(long) == 8 ? (unsigned long)cuddToUint64(*this) : (unsigned long)(unsigned)*this;
}
CUDD_MEMBER_FUNCTION cuddreal::operator float() const { return cuddToFloat(*this); }
CUDD_MEMBER_FUNCTION cuddreal::operator long long() const { return cuddToInt64(*this); }
CUDD_MEMBER_FUNCTION cuddreal::operator long() const
{
    const int64_t i = cuddToInt64(*this);
    return sizeof(long) == sizeof i ? (long)i : (long)(int)*this;
}
CUDD_MEMBER_FUNCTION cuddreal::operator int() const
{
    const int64_t i = cuddToInt64(*this);
    return i < -2147483647 ? -2147483647 - 1 : i > 2147483647 ? 2147483647 : (int)i;
}
#endif

/* ---- self-test ------------------------------------------------------------------------------- */

/* Returns 0 when double-double arithmetic works as the calling translation unit was compiled, on
 * this processor in its present rounding mode, otherwise the number of the first wrong answer. A
 * program that is compiled by a compiler or with options that the header cannot judge calls it
 * once. The operands pass through volatile, so that the machine computes and not the compiler.
 */
CUDD_FN int cuddSelfTest(void)
{
    volatile double one = 1.0, three = 3.0, big = 0x1p+60, step = 0x1p-30, tiny = 0x1p-1074;
    volatile double pi_hi = 0x1.921fb54442d18p+1, pi_lo = 0x1.1a62633145c07p-53;
    volatile double e_hi = 0x1.5bf0a8b145769p+1, e_lo = 0x1.4d57ee2b1013ap-53;

    /* pi e by DWTimesDW3, its bits worked out in rational arithmetic. */
    cuddreal product = cuddMul(cuddMake(pi_hi, pi_lo), cuddMake(e_hi, e_lo));
    if (product.x != 0x1.114580b45d475p+3 || product.y != -0x1.867bdea1974bcp-51)
        return 1;

    /* Minus its high part, plus the smallest subnormal: exactly the low part and that. The product
     * of the subnormal number and 2^1074 is 1, and 0 where subnormal operands count as zero. */
    cuddreal rest = cuddAdd(product, cuddMake(-product.x, tiny));
    if (rest.x != -0x1.867bdea1974bcp-51 || cudd_mul(cudd_mul(rest.y, 0x1p+600), 0x1p+474) != 1.0)
        return 2;

    /* 2^60 + 1 and 1 + 2^60 keep the 1; (1 + 2^-30)^2 keeps its last term. */
    cuddreal sum = cuddTwoSum(big, one), turned = cuddTwoSum(one, big), fast = cuddFastTwoSum(big, one);
    if (sum.x != 0x1p+60 || sum.y != 1.0 || turned.x != 0x1p+60 || turned.y != 1.0 || fast.x != 0x1p+60 || fast.y != 1.0)
        return 3;
    cuddreal square = cuddTwoProd(cudd_add(one, step), cudd_add(one, step));
    if (square.x != 1.0 + 0x1p-29 || square.y != 0x1p-60)
        return 4;

    /* 1/3 is the pair (2^54 - 1) (2^-54 + 2^-108)/3, three times that is 1 - 2^-108. */
    cuddreal third = cuddDDiv(one, cuddFromDouble(three)), defect = cuddSubD(cuddMulD(third, three), one);
    if (third.x != 0x1.5555555555555p-2 || third.y != 0x1.5555555555555p-56 || defect.x != -0x1p-108 || defect.y != 0.0)
        return 5;
    return 0;
}

/* Clang has no macro for reassociation. Where it may reassociate, it finds while it optimises that
 * the error of this sum is the constant 0, keeps the call, and reports the error. Otherwise the
 * function is empty. */
#if defined(__clang__) && defined(__OPTIMIZE__) && !defined(__CUDACC__) && defined(__has_attribute)
#if __has_attribute(error)
extern void cudd_needs_ieee_arithmetic(void)
    __attribute__((error("cuddreal needs IEEE arithmetic: compile without -funsafe-math-optimizations and -fassociative-math")));
__attribute__((used)) static void cudd_refuse_reassociation(double a, double b)
{
    double s = a + b;
    if (__builtin_constant_p((a - (s - (s - a))) + (b - (s - a))))
        cudd_needs_ieee_arithmetic();
}
#endif
#endif

#endif
