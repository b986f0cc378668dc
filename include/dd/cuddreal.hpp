/*
 * C++ for cuddreal, host and CUDA device code: + - * / between pairs, with double and with
 * integers, comparisons, std::numeric_limits, and the functions that generic code calls unqualified
 * (abs, sqrt, exp, sin...), found by argument-dependent look-up. Each is exactly the function of
 * cuddreal.h or elementary.h named in its body: same algorithm, same bound, same bits. Only the
 * accurate forms are used; a mixed operation uses the cheaper mixed form.
 *
 * A double and every integer of up to 64 bits convert to cuddreal exactly; conversions from
 * cuddreal are written out, static_cast<double>(a). Note that 0.1 is a double: cuddreal(1) / 10 is
 * a tenth to 32 digits, and dd/text.hpp reads "0.1".
 */
#ifndef DD_CUDDREAL_HPP
#define DD_CUDDREAL_HPP

#include <limits>

#include <dd/elementary.h>

/* clang-format off */
CUDD_FN cuddreal operator+(cuddreal a) { return a; }
CUDD_FN cuddreal operator-(cuddreal a) { return cuddNeg(a); }

CUDD_FN cuddreal operator+(cuddreal a, cuddreal b) { return cuddAdd(a, b); }
CUDD_FN cuddreal operator+(cuddreal a, double d) { return cuddAddD(a, d); }
CUDD_FN cuddreal operator+(double d, cuddreal a) { return cuddAddD(a, d); }
CUDD_FN cuddreal operator-(cuddreal a, cuddreal b) { return cuddSub(a, b); }
CUDD_FN cuddreal operator-(cuddreal a, double d) { return cuddSubD(a, d); }
CUDD_FN cuddreal operator-(double d, cuddreal a) { return cuddDSub(d, a); }
CUDD_FN cuddreal operator*(cuddreal a, cuddreal b) { return cuddMul(a, b); }
CUDD_FN cuddreal operator*(cuddreal a, double d) { return cuddMulD(a, d); }
CUDD_FN cuddreal operator*(double d, cuddreal a) { return cuddMulD(a, d); }
CUDD_FN cuddreal operator/(cuddreal a, cuddreal b) { return cuddDiv(a, b); }
CUDD_FN cuddreal operator/(cuddreal a, double d) { return cuddDivD(a, d); }
CUDD_FN cuddreal operator/(double d, cuddreal a) { return cuddDDiv(d, a); }

CUDD_FN cuddreal &operator+=(cuddreal &a, cuddreal b) { return a = cuddAdd(a, b); }
CUDD_FN cuddreal &operator+=(cuddreal &a, double d) { return a = cuddAddD(a, d); }
CUDD_FN cuddreal &operator-=(cuddreal &a, cuddreal b) { return a = cuddSub(a, b); }
CUDD_FN cuddreal &operator-=(cuddreal &a, double d) { return a = cuddSubD(a, d); }
CUDD_FN cuddreal &operator*=(cuddreal &a, cuddreal b) { return a = cuddMul(a, b); }
CUDD_FN cuddreal &operator*=(cuddreal &a, double d) { return a = cuddMulD(a, d); }
CUDD_FN cuddreal &operator/=(cuddreal &a, cuddreal b) { return a = cuddDiv(a, b); }
CUDD_FN cuddreal &operator/=(cuddreal &a, double d) { return a = cuddDivD(a, d); }

CUDD_FN cuddreal &operator++(cuddreal &a) { return a = cuddAddD(a, 1.0); }
CUDD_FN cuddreal &operator--(cuddreal &a) { return a = cuddSubD(a, 1.0); }
CUDD_FN cuddreal operator++(cuddreal &a, int) { const cuddreal before = a; a = cuddAddD(a, 1.0); return before; }
CUDD_FN cuddreal operator--(cuddreal &a, int) { const cuddreal before = a; a = cuddSubD(a, 1.0); return before; }

CUDD_FN bool operator==(cuddreal a, cuddreal b) { return cuddEq(a, b) != 0; }
CUDD_FN bool operator!=(cuddreal a, cuddreal b) { return cuddNe(a, b) != 0; }
CUDD_FN bool operator<(cuddreal a, cuddreal b) { return cuddLt(a, b) != 0; }
CUDD_FN bool operator<=(cuddreal a, cuddreal b) { return cuddLe(a, b) != 0; }
CUDD_FN bool operator>(cuddreal a, cuddreal b) { return cuddGt(a, b) != 0; }
CUDD_FN bool operator>=(cuddreal a, cuddreal b) { return cuddGe(a, b) != 0; }
CUDD_FN bool operator==(cuddreal a, double d) { return cuddEqD(a, d) != 0; }
CUDD_FN bool operator!=(cuddreal a, double d) { return cuddEqD(a, d) == 0; }
CUDD_FN bool operator<(cuddreal a, double d) { return cuddLtD(a, d) != 0; }
CUDD_FN bool operator<=(cuddreal a, double d) { return cuddLeD(a, d) != 0; }
CUDD_FN bool operator>(cuddreal a, double d) { return cuddGtD(a, d) != 0; }
CUDD_FN bool operator>=(cuddreal a, double d) { return cuddGeD(a, d) != 0; }
CUDD_FN bool operator==(double d, cuddreal a) { return cuddEqD(a, d) != 0; }
CUDD_FN bool operator!=(double d, cuddreal a) { return cuddEqD(a, d) == 0; }
CUDD_FN bool operator<(double d, cuddreal a) { return cuddGtD(a, d) != 0; }
CUDD_FN bool operator<=(double d, cuddreal a) { return cuddGeD(a, d) != 0; }
CUDD_FN bool operator>(double d, cuddreal a) { return cuddLtD(a, d) != 0; }
CUDD_FN bool operator>=(double d, cuddreal a) { return cuddLeD(a, d) != 0; }

/* 64-bit integers are exact operands too: without these templates they would become double. */
template <class I>
struct cudd_wide_integer;
template <>
struct cudd_wide_integer<long>
{
    typedef cuddreal real;
    typedef bool truth;
    template <class T>
    using with = T;
};
template <>
struct cudd_wide_integer<unsigned long> : cudd_wide_integer<long>
{
};
template <>
struct cudd_wide_integer<long long> : cudd_wide_integer<long>
{
};
template <>
struct cudd_wide_integer<unsigned long long> : cudd_wide_integer<long>
{
};
#define CUDD_WIDE_OPERATOR(op, result)                                                                                           \
    template <class I>                                                                                                           \
    CUDD_FN typename cudd_wide_integer<I>::result operator op(cuddreal a, I i) { return a op cuddreal(i); }                      \
    template <class I>                                                                                                           \
    CUDD_FN typename cudd_wide_integer<I>::result operator op(I i, cuddreal a) { return cuddreal(i) op a; }
/* A long double would lose digits if it were converted to double. */
template <class L>
struct cudd_long_double;
template <>
struct cudd_long_double<long double>
{
    typedef void type;
};
#define CUDD_NO_LONG_DOUBLE(op)                                                                                                  \
    template <class L>                                                                                                           \
    typename cudd_long_double<L>::type operator op(cuddreal a, L d) = delete;                                                    \
    template <class L>                                                                                                           \
    typename cudd_long_double<L>::type operator op(L d, cuddreal a) = delete;
CUDD_WIDE_OPERATOR(+, real)
CUDD_WIDE_OPERATOR(-, real)
CUDD_WIDE_OPERATOR(*, real)
CUDD_WIDE_OPERATOR(/, real)
CUDD_WIDE_OPERATOR(==, truth)
CUDD_WIDE_OPERATOR(!=, truth)
CUDD_WIDE_OPERATOR(<, truth)
CUDD_WIDE_OPERATOR(<=, truth)
CUDD_WIDE_OPERATOR(>, truth)
CUDD_WIDE_OPERATOR(>=, truth)
CUDD_NO_LONG_DOUBLE(+)
CUDD_NO_LONG_DOUBLE(-)
CUDD_NO_LONG_DOUBLE(*)
CUDD_NO_LONG_DOUBLE(/)
CUDD_NO_LONG_DOUBLE(==)
CUDD_NO_LONG_DOUBLE(!=)
CUDD_NO_LONG_DOUBLE(<)
CUDD_NO_LONG_DOUBLE(<=)
CUDD_NO_LONG_DOUBLE(>)
CUDD_NO_LONG_DOUBLE(>=)
#undef CUDD_NO_LONG_DOUBLE
#undef CUDD_WIDE_OPERATOR
#define CUDD_WIDE_ASSIGNMENT(op)                                                                                                 \
    template <class I>                                                                                                           \
    CUDD_FN typename cudd_wide_integer<I>::real &operator op(cuddreal &a, I i) { return a op cuddreal(i); }
CUDD_WIDE_ASSIGNMENT(+=)
CUDD_WIDE_ASSIGNMENT(-=)
CUDD_WIDE_ASSIGNMENT(*=)
CUDD_WIDE_ASSIGNMENT(/=)
#undef CUDD_WIDE_ASSIGNMENT

CUDD_FN cuddreal abs(cuddreal a) { return cuddFabs(a); }
CUDD_FN cuddreal fabs(cuddreal a) { return cuddFabs(a); }
CUDD_FN cuddreal sqr(cuddreal a) { return cuddSqr(a); }
CUDD_FN cuddreal sqrt(cuddreal a) { return cuddSqrt(a); }
CUDD_FN cuddreal fma(cuddreal a, cuddreal b, cuddreal c) { return cuddFma(a, b, c); }
CUDD_FN cuddreal fmin(cuddreal a, cuddreal b) { return cuddFmin(a, b); }
CUDD_FN cuddreal fmax(cuddreal a, cuddreal b) { return cuddFmax(a, b); }
CUDD_FN cuddreal floor(cuddreal a) { return cuddFloor(a); }
CUDD_FN cuddreal ceil(cuddreal a) { return cuddCeil(a); }
CUDD_FN cuddreal trunc(cuddreal a) { return cuddTrunc(a); }
CUDD_FN cuddreal rint(cuddreal a) { return cuddRint(a); }
CUDD_FN cuddreal nearbyint(cuddreal a) { return cuddRint(a); }
CUDD_FN cuddreal round(cuddreal a) { return cuddRound(a); }
CUDD_FN long lround(cuddreal a) { return (long)cuddRound(a); }
CUDD_FN long lrint(cuddreal a) { return (long)cuddRint(a); }
CUDD_FN cuddreal copysign(cuddreal a, cuddreal b) { return cuddCopysign(a, b); }
CUDD_FN cuddreal fdim(cuddreal a, cuddreal b) { return cuddLe(a, b) ? cuddreal(0.0) : cuddSub(a, b); }
CUDD_FN cuddreal modf(cuddreal a, cuddreal *whole) { *whole = cuddTrunc(a); return cuddCopysign(cuddIsInf(a) ? cuddreal(0.0) : cuddSub(a, *whole), a); }
CUDD_FN int ilogb(cuddreal a) { return ilogb(a.x); }
CUDD_FN cuddreal ldexp(cuddreal a, int e) { return cuddLdexp(a, e); }
CUDD_FN cuddreal frexp(cuddreal a, int *e) { return cuddFrexp(a, e); }
CUDD_FN bool isfinite(cuddreal a) { return cuddIsFinite(a) != 0; }
CUDD_FN bool isinf(cuddreal a) { return cuddIsInf(a) != 0; }
CUDD_FN bool isnan(cuddreal a) { return cuddIsNan(a) != 0; }
CUDD_FN bool signbit(cuddreal a) { return cuddSignBit(a) != 0; }

CUDD_FN cuddreal exp(cuddreal a) { return cuddExp(a); }
CUDD_FN cuddreal exp2(cuddreal a) { return cuddExp2(a); }
CUDD_FN cuddreal exp10(cuddreal a) { return cuddExp10(a); }
CUDD_FN cuddreal expm1(cuddreal a) { return cuddExpm1(a); }
CUDD_FN cuddreal log(cuddreal a) { return cuddLog(a); }
CUDD_FN cuddreal log2(cuddreal a) { return cuddLog2(a); }
CUDD_FN cuddreal log10(cuddreal a) { return cuddLog10(a); }
CUDD_FN cuddreal log1p(cuddreal a) { return cuddLog1p(a); }
CUDD_FN cuddreal pow(cuddreal a, cuddreal b) { return cuddPow(a, b); }
CUDD_FN cuddreal pow(cuddreal a, double b) { return cuddPow(a, cuddFromDouble(b)); }
CUDD_FN cuddreal pow(cuddreal a, int n) { return cuddPowi(a, n); }
CUDD_FN cuddreal pow(cuddreal a, unsigned n) { return cuddPowi(a, n); }
template <class I>
CUDD_FN typename cudd_wide_integer<I>::real pow(cuddreal a, I n) { return cuddPow(a, cuddreal(n)); }
CUDD_FN cuddreal pow(double a, cuddreal b) { return cuddPow(cuddFromDouble(a), b); }
template <class I>
CUDD_FN typename cudd_wide_integer<I>::real pow(I n, cuddreal b) { return cuddPow(cuddreal(n), b); }
CUDD_FN cuddreal cbrt(cuddreal a) { return cuddCbrt(a); }
CUDD_FN cuddreal hypot(cuddreal a, cuddreal b) { return cuddHypot(a, b); }
CUDD_FN cuddreal sin(cuddreal a) { return cuddSin(a); }
CUDD_FN cuddreal cos(cuddreal a) { return cuddCos(a); }
CUDD_FN cuddreal tan(cuddreal a) { return cuddTan(a); }
CUDD_FN cuddreal asin(cuddreal a) { return cuddAsin(a); }
CUDD_FN cuddreal acos(cuddreal a) { return cuddAcos(a); }
CUDD_FN cuddreal atan(cuddreal a) { return cuddAtan(a); }
CUDD_FN cuddreal atan2(cuddreal y, cuddreal x) { return cuddAtan2(y, x); }
CUDD_FN cuddreal sinh(cuddreal a) { return cuddSinh(a); }
CUDD_FN cuddreal cosh(cuddreal a) { return cuddCosh(a); }
CUDD_FN cuddreal tanh(cuddreal a) { return cuddTanh(a); }
CUDD_FN cuddreal asinh(cuddreal a) { return cuddAsinh(a); }
CUDD_FN cuddreal acosh(cuddreal a) { return cuddAcosh(a); }
CUDD_FN cuddreal atanh(cuddreal a) { return cuddAtanh(a); }
/* clang-format on */

/* The number as a floating-point type of 105 bits: epsilon is 2^-104, the unit u_w of this library,
 * although single numbers may be closer together. min() is the smallest normal number; all 105 bits
 * are there from CUDD_SAFE_MIN = 2^-969 on. */
template <>
class std::numeric_limits<cuddreal>
{
  public:
    static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false;
    static constexpr bool has_infinity = true, has_quiet_NaN = true, has_signaling_NaN = false, has_denorm_loss = false;
    static constexpr bool is_iec559 = false, is_bounded = true, is_modulo = false, traps = false, tinyness_before = false;
    static constexpr float_denorm_style has_denorm = denorm_present;
    static constexpr float_round_style round_style = round_to_nearest;
    static constexpr int radix = 2, digits = 105, digits10 = CUDD_DIGITS10, max_digits10 = 33;
    static constexpr int min_exponent = DBL_MIN_EXP, max_exponent = DBL_MAX_EXP;
    static constexpr int min_exponent10 = DBL_MIN_10_EXP, max_exponent10 = DBL_MAX_10_EXP;

    CUDD_MEMBER static cuddreal epsilon() noexcept { return cuddreal(CUDD_EPS); }
    CUDD_MEMBER static cuddreal round_error() noexcept { return cuddreal(0.5); }
    CUDD_MEMBER static cuddreal min() noexcept { return cuddreal(CUDD_MIN); }
    CUDD_MEMBER static cuddreal max() noexcept { return cuddreal(CUDD_MAX_HI, CUDD_MAX_LO); }
    CUDD_MEMBER static cuddreal lowest() noexcept { return cuddreal(-CUDD_MAX_HI, -CUDD_MAX_LO); }
    CUDD_MEMBER static cuddreal denorm_min() noexcept { return cuddreal(4.9406564584124654e-324); }
    CUDD_MEMBER static cuddreal infinity() noexcept { return cuddreal((double)INFINITY); }
    CUDD_MEMBER static cuddreal quiet_NaN() noexcept { return cuddreal((double)NAN); }
    CUDD_MEMBER static cuddreal signaling_NaN() noexcept { return cuddreal((double)NAN); }
};

#endif
