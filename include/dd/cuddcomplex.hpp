/*
 * C++ for cuddcomplex, host and CUDA device code: operators, and the functions of <complex> by the
 * same names, found by argument-dependent look-up. Each is exactly the function of cuddcomplex.h or
 * elementary/complex.h named in its body. A real operand of a sum,
 * difference or product and a real divisor (cuddreal, double or integer) act on the parts of the
 * complex number; they are not converted to a complex number first.
 */
#ifndef DD_CUDDCOMPLEX_HPP
#define DD_CUDDCOMPLEX_HPP

#include <dd/cuddreal.hpp>
#include <dd/elementary/complex.h>

/* clang-format off */
CUDD_FN cuddcomplex operator+(cuddcomplex a) { return a; }
CUDD_FN cuddcomplex operator-(cuddcomplex a) { return cuddcNeg(a); }

CUDD_FN cuddcomplex operator+(cuddcomplex a, cuddcomplex b) { return cuddcAdd(a, b); }
CUDD_FN cuddcomplex operator+(cuddcomplex a, cuddreal d) { return cuddcMake(cuddAdd(a.x, d), a.y); }
CUDD_FN cuddcomplex operator+(cuddreal d, cuddcomplex a) { return cuddcMake(cuddAdd(d, a.x), a.y); }
CUDD_FN cuddcomplex operator-(cuddcomplex a, cuddcomplex b) { return cuddcSub(a, b); }
CUDD_FN cuddcomplex operator-(cuddcomplex a, cuddreal d) { return cuddcMake(cuddSub(a.x, d), a.y); }
CUDD_FN cuddcomplex operator-(cuddreal d, cuddcomplex a) { return cuddcMake(cuddSub(d, a.x), cuddNeg(a.y)); }
CUDD_FN cuddcomplex operator*(cuddcomplex a, cuddcomplex b) { return cuddcMul(a, b); }
CUDD_FN cuddcomplex operator*(cuddcomplex a, cuddreal d) { return cuddcMulReal(a, d); }
CUDD_FN cuddcomplex operator*(cuddreal d, cuddcomplex a) { return cuddcMulReal(a, d); }
CUDD_FN cuddcomplex operator/(cuddcomplex a, cuddcomplex b) { return cuddcDiv(a, b); }
CUDD_FN cuddcomplex operator/(cuddcomplex a, cuddreal d) { return cuddcDivReal(a, d); }
CUDD_FN cuddcomplex operator/(cuddreal d, cuddcomplex a) { return cuddcDiv(cuddcFromReal(d), a); }

CUDD_FN cuddcomplex &operator+=(cuddcomplex &a, cuddcomplex b) { return a = a + b; }
CUDD_FN cuddcomplex &operator+=(cuddcomplex &a, cuddreal d) { return a = a + d; }
CUDD_FN cuddcomplex &operator-=(cuddcomplex &a, cuddcomplex b) { return a = a - b; }
CUDD_FN cuddcomplex &operator-=(cuddcomplex &a, cuddreal d) { return a = a - d; }
CUDD_FN cuddcomplex &operator*=(cuddcomplex &a, cuddcomplex b) { return a = a * b; }
CUDD_FN cuddcomplex &operator*=(cuddcomplex &a, cuddreal d) { return a = a * d; }
CUDD_FN cuddcomplex &operator/=(cuddcomplex &a, cuddcomplex b) { return a = a / b; }
CUDD_FN cuddcomplex &operator/=(cuddcomplex &a, cuddreal d) { return a = a / d; }

CUDD_FN bool operator==(cuddcomplex a, cuddcomplex b) { return cuddcEq(a, b) != 0; }
CUDD_FN bool operator!=(cuddcomplex a, cuddcomplex b) { return cuddcNe(a, b) != 0; }
CUDD_FN bool operator==(cuddcomplex a, cuddreal d) { return cuddEq(a.x, d) && a.y == 0.0; }
CUDD_FN bool operator!=(cuddcomplex a, cuddreal d) { return !(a == d); }
CUDD_FN bool operator==(cuddreal d, cuddcomplex a) { return a == d; }
CUDD_FN bool operator!=(cuddreal d, cuddcomplex a) { return !(a == d); }

/* Operands of built-in types are real numbers. */
#define CUDD_COMPLEX_OPERATOR(op, result)                                                                                        \
    CUDD_FN result operator op(cuddcomplex a, double d) { return a op cuddreal(d); }                                             \
    CUDD_FN result operator op(double d, cuddcomplex a) { return cuddreal(d) op a; }                                             \
    template <class I>                                                                                                           \
    CUDD_FN typename cudd_wide_integer<I>::template with<result> operator op(cuddcomplex a, I i) { return a op cuddreal(i); }    \
    template <class I>                                                                                                           \
    CUDD_FN typename cudd_wide_integer<I>::template with<result> operator op(I i, cuddcomplex a) { return cuddreal(i) op a; }
CUDD_COMPLEX_OPERATOR(+, cuddcomplex)
CUDD_COMPLEX_OPERATOR(-, cuddcomplex)
CUDD_COMPLEX_OPERATOR(*, cuddcomplex)
CUDD_COMPLEX_OPERATOR(/, cuddcomplex)
CUDD_COMPLEX_OPERATOR(==, bool)
CUDD_COMPLEX_OPERATOR(!=, bool)
#undef CUDD_COMPLEX_OPERATOR
#define CUDD_COMPLEX_UPDATE(op)                                                                                                  \
    CUDD_FN cuddcomplex &operator op(cuddcomplex &a, double d) { return a op cuddreal(d); }                                      \
    template <class I>                                                                                                           \
    CUDD_FN typename cudd_wide_integer<I>::template with<cuddcomplex> &operator op(cuddcomplex &a, I i) { return a op cuddreal(i); }
CUDD_COMPLEX_UPDATE(+=)
CUDD_COMPLEX_UPDATE(-=)
CUDD_COMPLEX_UPDATE(*=)
CUDD_COMPLEX_UPDATE(/=)
#undef CUDD_COMPLEX_UPDATE

CUDD_FN cuddreal real(cuddcomplex a) { return a.x; }
CUDD_FN cuddreal imag(cuddcomplex a) { return a.y; }
CUDD_FN cuddcomplex conj(cuddcomplex a) { return cuddcConj(a); }
CUDD_FN cuddreal abs(cuddcomplex a) { return cuddcAbs(a); }
CUDD_FN cuddreal norm(cuddcomplex a) { return cuddcNorm(a); }
CUDD_FN cuddreal arg(cuddcomplex a) { return cuddcArg(a); }
CUDD_FN cuddcomplex exp(cuddcomplex a) { return cuddcExp(a); }
CUDD_FN cuddcomplex log(cuddcomplex a) { return cuddcLog(a); }
CUDD_FN cuddcomplex sqrt(cuddcomplex a) { return cuddcSqrt(a); }
CUDD_FN cuddcomplex pow(cuddcomplex a, cuddcomplex b) { return cuddcPow(a, b); }
CUDD_FN cuddcomplex pow(cuddcomplex a, cuddreal b) { return cuddcPow(a, cuddcFromReal(b)); }
CUDD_FN cuddcomplex pow(cuddreal a, cuddcomplex b) { return cuddcPow(cuddcFromReal(a), b); }
CUDD_FN cuddcomplex pow(cuddcomplex a, double b) { return cuddcPow(a, cuddcFromReal(b)); }
CUDD_FN cuddcomplex pow(double a, cuddcomplex b) { return cuddcPow(cuddcFromReal(a), b); }
CUDD_FN cuddcomplex pow(cuddcomplex a, int b) { return cuddcPow(a, cuddcFromReal(b)); }
template <class I>
CUDD_FN typename cudd_wide_integer<I>::template with<cuddcomplex> pow(cuddcomplex a, I b) { return cuddcPow(a, cuddcFromReal(b)); }
CUDD_FN cuddcomplex pow(int a, cuddcomplex b) { return cuddcPow(cuddcFromReal(a), b); }
CUDD_FN cuddcomplex sin(cuddcomplex a) { return cuddcSin(a); }
CUDD_FN cuddcomplex cos(cuddcomplex a) { return cuddcCos(a); }
CUDD_FN cuddcomplex tan(cuddcomplex a) { return cuddcTan(a); }
CUDD_FN cuddcomplex sinh(cuddcomplex a) { return cuddcSinh(a); }
CUDD_FN cuddcomplex cosh(cuddcomplex a) { return cuddcCosh(a); }
CUDD_FN cuddcomplex tanh(cuddcomplex a) { return cuddcTanh(a); }
CUDD_FN bool isfinite(cuddcomplex a) { return cuddcIsFinite(a) != 0; }
CUDD_FN bool isinf(cuddcomplex a) { return cuddcIsInf(a) != 0; }
CUDD_FN bool isnan(cuddcomplex a) { return cuddcIsNan(a) != 0; }
/* clang-format on */

#endif
