/*
 * The loops of loops.hpp for the instruction set that this file is compiled for. LOOPS_TABLE is the
 * name of the function that returns the table. Nothing here has external linkage except this
 * function, because the linker would keep only one of two inline functions of one name.
 */
#include "loops.hpp"

#include <dd/elementary.h>
#include <dd/elementary/complex.h>

#ifndef LOOPS_TABLE
#define LOOPS_TABLE loops_portable
#endif

namespace
{

/* ---- elements in memory, at multiples of 8 bytes --------------------------------------------- */

template <typename T>
struct Element;

template <>
struct Element<cuddreal>
{
    static cuddreal load(const char *p)
    {
        const double *d = reinterpret_cast<const double *>(p);
        return cuddMake(d[0], d[1]);
    }
    static void store(char *p, cuddreal a)
    {
        double *d = reinterpret_cast<double *>(p);
        d[0] = a.x;
        d[1] = a.y;
    }
};

template <>
struct Element<cuddcomplex>
{
    static cuddcomplex load(const char *p) { return cuddcMake(Element<cuddreal>::load(p), Element<cuddreal>::load(p + 16)); }
    static void store(char *p, cuddcomplex a)
    {
        Element<cuddreal>::store(p, a.x);
        Element<cuddreal>::store(p + 16, a.y);
    }
};

template <>
struct Element<int>
{
    static void store(char *p, int truth) { *p = truth != 0; }
};

/* ---- functions that the headers of C do not have --------------------------------------------- */

cuddreal maximum(cuddreal a, cuddreal b) { return cuddIsNan(a) ? cuddNan() : cuddIsNan(b) ? cuddNan() : cuddFmax(a, b); }
cuddreal minimum(cuddreal a, cuddreal b) { return cuddIsNan(a) ? cuddNan() : cuddIsNan(b) ? cuddNan() : cuddFmin(a, b); }
cuddreal positive(cuddreal a) { return a; }
cuddcomplex positive(cuddcomplex a) { return a; }
cuddreal reciprocal(cuddreal a) { return cuddDDiv(1.0, a); }
cuddcomplex reciprocal(cuddcomplex a) { return cuddcDiv(cuddcFromDoubles(1.0, 0.0), a); }
cuddcomplex square(cuddcomplex a) { return cuddcMul(a, a); }

cuddreal sign(cuddreal a)
{
    if (cuddIsNan(a))
        return cuddNan();
    return cuddFromDouble(a.x > 0.0 ? 1.0 : a.x < 0.0 ? -1.0 : 0.0);
}

cuddreal product(cuddreal a, cuddreal b) { return cuddMul(a, b); }
cuddcomplex product(cuddcomplex a, cuddcomplex b) { return cuddcMul(a, b); }
cuddreal total(cuddreal a, cuddreal b) { return cuddAdd(a, b); }
cuddcomplex total(cuddcomplex a, cuddcomplex b) { return cuddcAdd(a, b); }
cuddreal constant(double d, const cuddreal *) { return cuddFromDouble(d); }
cuddcomplex constant(double d, const cuddcomplex *) { return cuddcFromDoubles(d, 0.0); }

/* ---- loops over elements --------------------------------------------------------------------- */

template <typename T, typename Result, Result (*Function)(T)>
void loop_of_one(int64_t n, const char *a, int64_t stride_a, const char *, int64_t, char *out, int64_t stride_out)
{
    for (int64_t i = 0; i < n; i++)
        Element<Result>::store(out + i * stride_out, Function(Element<T>::load(a + i * stride_a)));
}

template <typename T, typename Result, Result (*Function)(T, T)>
void loop_of_two(int64_t n, const char *a, int64_t stride_a, const char *b, int64_t stride_b, char *out, int64_t stride_out)
{
    for (int64_t i = 0; i < n; i++)
        Element<Result>::store(out + i * stride_out,
                               Function(Element<T>::load(a + i * stride_a), Element<T>::load(b + i * stride_b)));
}

/* Binary powers from the highest bit on. A negative power is the reciprocal of the positive one. */
template <typename T>
void power_loop(int64_t n, const char *a, int64_t stride_a, int64_t exponent, char *out, int64_t stride_out)
{
    const uint64_t size = exponent < 0 ? 0 - static_cast<uint64_t>(exponent) : static_cast<uint64_t>(exponent);
    int top = 63;
    while (top > 0 && !(size >> top))
        top--;
    for (int64_t i = 0; i < n; i++)
    {
        const T base = Element<T>::load(a + i * stride_a);
        T result = size ? base : constant(1.0, static_cast<const T *>(nullptr));
        for (int bit = top - 1; bit >= 0; bit--)
        {
            result = product(result, result);
            if (size >> bit & 1)
                result = product(result, base);
        }
        Element<T>::store(out + i * stride_out, exponent < 0 ? reciprocal(result) : result);
    }
}

/* ---- reductions ------------------------------------------------------------------------------ */

/* Pairwise: halves above 64 elements, so that the error grows with the logarithm of n. */
template <typename T, T (*Combine)(T, T)>
T reduce_pairwise(int64_t n, const char *a, int64_t stride)
{
    if (n > 64)
    {
        const int64_t half = n / 2;
        return Combine(reduce_pairwise<T, Combine>(half, a, stride),
                       reduce_pairwise<T, Combine>(n - half, a + half * stride, stride));
    }
    T result = Element<T>::load(a);
    for (int64_t i = 1; i < n; i++)
        result = Combine(result, Element<T>::load(a + i * stride));
    return result;
}

template <typename T, T (*Combine)(T, T), int Neutral>
void reduction_loop(int64_t n, const char *a, int64_t stride_a, char *out)
{
    Element<T>::store(out, n > 0 ? reduce_pairwise<T, Combine>(n, a, stride_a)
                                 : constant(static_cast<double>(Neutral), static_cast<const T *>(nullptr)));
}

/* ---- the tables ------------------------------------------------------------------------------ */

typedef cuddreal W;
typedef cuddcomplex U;

#define ONE(name, T, R, letter, function)                                                                                        \
    {                                                                                                                            \
        name, sizeof(T) == sizeof(U), 1, letter, loop_of_one<T, R, function>                                                     \
    }
#define TWO(name, T, R, letter, function)                                                                                        \
    {                                                                                                                            \
        name, sizeof(T) == sizeof(U), 2, letter, loop_of_two<T, R, function>                                                     \
    }
const ElementRow elements[] = {
    TWO("add", W, W, 'W', cuddAdd),         TWO("subtract", W, W, 'W', cuddSub),      TWO("multiply", W, W, 'W', cuddMul),
    TWO("divide", W, W, 'W', cuddDiv),      TWO("maximum", W, W, 'W', maximum),       TWO("minimum", W, W, 'W', minimum),
    TWO("fmax", W, W, 'W', cuddFmax),       TWO("fmin", W, W, 'W', cuddFmin),         TWO("less", W, int, '?', cuddLt),
    TWO("less_equal", W, int, '?', cuddLe), TWO("greater", W, int, '?', cuddGt),      TWO("greater_equal", W, int, '?', cuddGe),
    TWO("equal", W, int, '?', cuddEq),      TWO("not_equal", W, int, '?', cuddNe),    ONE("positive", W, W, 'W', positive),
    ONE("negative", W, W, 'W', cuddNeg),    ONE("absolute", W, W, 'W', cuddFabs),     ONE("sqrt", W, W, 'W', cuddSqrt),
    ONE("square", W, W, 'W', cuddSqr),      ONE("reciprocal", W, W, 'W', reciprocal), ONE("floor", W, W, 'W', cuddFloor),
    ONE("ceil", W, W, 'W', cuddCeil),       ONE("trunc", W, W, 'W', cuddTrunc),       ONE("rint", W, W, 'W', cuddRint),
    ONE("sign", W, W, 'W', sign),           ONE("conjugate", W, W, 'W', positive),    ONE("isfinite", W, int, '?', cuddIsFinite),
    ONE("isinf", W, int, '?', cuddIsInf),   ONE("isnan", W, int, '?', cuddIsNan),     ONE("signbit", W, int, '?', cuddSignBit),
    TWO("add", U, U, 'U', cuddcAdd),        TWO("subtract", U, U, 'U', cuddcSub),     TWO("multiply", U, U, 'U', cuddcMul),
    TWO("divide", U, U, 'U', cuddcDiv),     TWO("equal", U, int, '?', cuddcEq),       TWO("not_equal", U, int, '?', cuddcNe),
    ONE("positive", U, U, 'U', positive),   ONE("negative", U, U, 'U', cuddcNeg),     ONE("conjugate", U, U, 'U', cuddcConj),
    ONE("absolute", U, W, 'W', cuddcAbs),   ONE("angle", U, W, 'W', cuddcArg),        ONE("sqrt", U, U, 'U', cuddcSqrt),
    ONE("square", U, U, 'U', square),       ONE("reciprocal", U, U, 'U', reciprocal), ONE("isfinite", U, int, '?', cuddcIsFinite),
    ONE("isinf", U, int, '?', cuddcIsInf),  ONE("isnan", U, int, '?', cuddcIsNan),
#define ELEMENTARY(name, T, function)  ONE(#name, T, T, #T[0], function),
#define ELEMENTARY2(name, T, function) TWO(#name, T, T, #T[0], function),
#include "elementary.def"
    {nullptr, false, 0, 0, nullptr}};

const ReductionRow reductions[] = {{"add", false, true, reduction_loop<W, total, 0>},
                                   {"multiply", false, true, reduction_loop<W, product, 1>},
                                   {"maximum", false, false, reduction_loop<W, maximum, 0>},
                                   {"minimum", false, false, reduction_loop<W, minimum, 0>},
                                   {"add", true, true, reduction_loop<U, total, 0>},
                                   {"multiply", true, true, reduction_loop<U, product, 1>},
                                   {nullptr, false, false, nullptr}};

const LoopTable table = {elements, reductions, {power_loop<W>, power_loop<U>}};

} // namespace

const LoopTable &LOOPS_TABLE() { return table; }
