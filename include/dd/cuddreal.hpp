/*
 * C++ operators for cuddreal, host and CUDA device code: + - * / between pairs and with double,
 * comparisons, and the functions that generic code calls unqualified (abs, sqrt, fma...), found by
 * argument-dependent look-up. Each is exactly the function of cuddreal.h named in its body: same
 * algorithm, same bound, same bits. The accurate forms only; a mixed operation uses the cheaper
 * mixed form.
 *
 * A double converts nowhere by itself: cuddFromDouble(d). Integer operands become double, exact up
 * to 2^53; beyond that use cuddFromInt64.
 */
#ifndef DD_CUDDREAL_HPP
#define DD_CUDDREAL_HPP

#include <dd/cuddreal.h>

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
CUDD_FN cuddreal ldexp(cuddreal a, int e) { return cuddLdexp(a, e); }
CUDD_FN cuddreal frexp(cuddreal a, int *e) { return cuddFrexp(a, e); }
CUDD_FN bool isfinite(cuddreal a) { return cuddIsFinite(a) != 0; }
CUDD_FN bool isinf(cuddreal a) { return cuddIsInf(a) != 0; }
CUDD_FN bool isnan(cuddreal a) { return cuddIsNan(a) != 0; }
CUDD_FN bool signbit(cuddreal a) { return cuddSignBit(a) != 0; }
/* clang-format on */

#endif
