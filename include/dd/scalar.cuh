/*
 * scalar<T>: the operations of an element type on the device. The primary template has no
 * definition, so an operation that a type lacks is a compile error and never a silent default.
 *
 *   real, part             type of the real part; the indivisible memory unit (an element is
 *                          one or more parts)
 *   word                   float or double: the machine's numbers of which the parts consist
 *   is_complex             whether conj does anything
 *   is_double_double       whether the parts are double-double numbers
 *   zero, one              constants
 *   neg, add, mul          exact negation; sum and product rounded as the type does
 *   merge(a, b)            a + b for partial sums, as add; in double-double without
 *                          add's treatment of sums beyond the range of double
 *   fma(a, b, c)           a b + c
 *   conj, real_of, abs1    conjugate; the element with its imaginary part dropped; |Re| + |Im|
 *                          as real
 *   is_zero, is_finite     whether the value is 0; whether no part is Inf or NaN
 *   accumulator            a running sum of products, below
 *
 * An accumulator has the size of an element. It has these members:
 *
 *   clear()                sets the sum to 0
 *   mac(a, b)              adds the product a b
 *   mac_pair(a, b, f, g)   adds the products a b and f g
 *   add(other)             adds another accumulator
 *   renormalise()          must be called after at most `interval` products; with
 *                          interval 0 no call is needed
 *   value()                the sum as an element
 *
 * Accuracy of the plain accumulator: one rounding for each term in real types (a fused
 * multiply-add), two for each part in complex ones.
 *
 * Accuracy in double-double. The high parts are added without error by TwoSum. The error terms and
 * the low parts of the products gather in a second double c. With renormalise() at least every 8
 * terms |c| stays near 8 u S, S the sum of |a||b| so far, and n terms lose at most
 * 12 n u^2 S = 3 n 2^-104 S, u = 2^-53. docs/numerics.md has the proof.
 *
 * Accuracy in complex double-double. There are two such sums, real and imaginary part, which take
 * two products at a time. The interval is 8 (16 products in each part), and n terms lose at most
 * (23 n + 58) u^2 S in the norm, S the sum of |a| |b|.
 *
 * Special values in both. The high part s alone follows IEEE 754 addition of the rounded products.
 * Once s is Inf or NaN the result is s, and c, which is then NaN, is dropped; renormalise leaves
 * such an s unchanged. In a complex sum an infinite part may become NaN, but it stays non-finite. A
 * caller that must distinguish them has to recompute the sum.
 */
#ifndef DD_SCALAR_CUH
#define DD_SCALAR_CUH

#include <dd/cuddcomplex.h>
#include <dd/cuddreal.h>
#include <dd/ddblas.h>

#define DD_DEVICE static __device__ __forceinline__

template <class T>
struct scalar;

/* Neither Inf nor NaN. An integer test of the exponent leaves the double precision pipeline
 * free. */
DD_DEVICE bool dd_is_finite(double d) { return (__double2hiint(d) & 0x7ff00000) != 0x7ff00000; }
DD_DEVICE bool dd_is_finite(float f) { return (__float_as_int(f) & 0x7f800000) != 0x7f800000; }

/* A sum of products in the type's own arithmetic. */
template <class T>
struct plain_accumulator
{
    static constexpr int interval = 0;
    T sum;
    __device__ __forceinline__ void clear() { sum = scalar<T>::zero(); }
    __device__ __forceinline__ void mac(T a, T b) { sum = scalar<T>::fma(a, b, sum); }
    __device__ __forceinline__ void mac_pair(T a, T b, T f, T g)
    {
        mac(a, b);
        mac(f, g);
    }
    __device__ __forceinline__ void add(const plain_accumulator &other) { sum = scalar<T>::add(sum, other.sum); }
    __device__ __forceinline__ void renormalise() {}
    __device__ __forceinline__ T value() const { return sum; }
};

/* A sum s + c of double-double products. A product takes 10 floating-point instructions, a
 * renormalisation 3. */
struct dd_accumulator
{
    static constexpr int interval = 8;
    double s, c;

    __device__ __forceinline__ void clear() { s = c = 0.0; }

    /* Adds the high parts and returns the rest. s becomes t = s + p rounded, where p = a_h b_h
     * rounded. The result is s + a b - t without the term a_l b_l. z and d are those of
     * TwoSum(s, p) = t + d + (p - z), d = s - (t - z) exactly. Its last difference p - z and the
     * error a_h b_h - p of the product are together one number, a_h b_h - z, for which one fused
     * multiply-add is enough. */
    __device__ __forceinline__ double take(cuddreal a, cuddreal b)
    {
        const double t = __dadd_rn(s, __dmul_rn(a.x, b.x));
        const double z = __dadd_rn(t, -s);
        const double d = __dadd_rn(s, -__dadd_rn(t, -z));
        s = t;
        return __dadd_rn(__fma_rn(a.x, b.y, __fma_rn(a.y, b.x, d)), __fma_rn(a.x, b.x, -z));
    }

    /* s + c += a b. */
    __device__ __forceinline__ void mac(cuddreal a, cuddreal b) { c = __dadd_rn(c, take(a, b)); }

    /* s + c += a b + f g, with a single rounding of c. */
    __device__ __forceinline__ void mac_pair(cuddreal a, cuddreal b, cuddreal f, cuddreal g)
    {
        const double first = take(a, b), second = take(f, g);
        c = __dadd_rn(c, __dadd_rn(first, second));
    }

    /* Adds another sum: s + s' = s'' + d exactly. */
    __device__ __forceinline__ void add(const dd_accumulator &other)
    {
        cuddreal t = cuddTwoSum(s, other.s);
        s = t.x;
        c = __dadd_rn(c, __dadd_rn(t.y, other.c));
    }

    /* Moves the terms gathered in c into s. Inf and NaN in s stay unchanged. */
    __device__ __forceinline__ void renormalise()
    {
        if (dd_is_finite(s))
        {
            cuddreal t = cuddFastTwoSum(s, c);
            s = t.x;
            c = t.y;
        }
    }

    /* Renormalises without testing s: an infinite s may become NaN. */
    __device__ __forceinline__ void renormalise_finite()
    {
        const cuddreal t = cuddFastTwoSum(s, c);
        s = t.x;
        c = t.y;
    }

    __device__ __forceinline__ cuddreal value() const
    {
        const cuddreal sum = cuddTwoSum(s, c);
        return dd_is_finite(s) ? sum : cuddMake(s, 0.0);
    }
};

/* A sum of complex double-double products. A product takes 40 floating-point instructions. */
struct dd_complex_accumulator
{
    static constexpr int interval = 8;
    dd_accumulator re, im;

    __device__ __forceinline__ void clear()
    {
        re.clear();
        im.clear();
    }
    __device__ __forceinline__ void mac(cuddcomplex a, cuddcomplex b)
    {
        re.mac_pair(a.x, b.x, cuddMake(-a.y.x, -a.y.y), b.y);
        im.mac_pair(a.x, b.y, a.y, b.x);
    }
    __device__ __forceinline__ void mac_pair(cuddcomplex a, cuddcomplex b, cuddcomplex f, cuddcomplex g)
    {
        mac(a, b);
        mac(f, g);
    }
    __device__ __forceinline__ void add(const dd_complex_accumulator &other)
    {
        re.add(other.re);
        im.add(other.im);
    }
    __device__ __forceinline__ void renormalise()
    {
        re.renormalise_finite();
        im.renormalise_finite();
    }
    __device__ __forceinline__ cuddcomplex value() const { return cuddcMake(re.value(), im.value()); }
};

/* S and D: one part, IEEE arithmetic with an explicit fused multiply-add. */
template <class R>
struct scalar_real
{
    typedef R real;
    typedef R part;
    typedef R word;
    typedef plain_accumulator<R> accumulator;
    static constexpr bool is_complex = false, is_double_double = false;
    DD_DEVICE R zero() { return R(0); }
    DD_DEVICE R one() { return R(1); }
    DD_DEVICE R neg(R a) { return -a; }
    DD_DEVICE R add(R a, R b) { return a + b; }
    DD_DEVICE R merge(R a, R b) { return a + b; }
    DD_DEVICE R mul(R a, R b) { return a * b; }
    DD_DEVICE R fma(R a, R b, R c) { return ::fma(a, b, c); }
    DD_DEVICE R conj(R a) { return a; }
    DD_DEVICE R real_of(R a) { return a; }
    DD_DEVICE R abs1(R a) { return ::fabs(a); }
    DD_DEVICE bool is_zero(R a) { return a == R(0); }
    DD_DEVICE bool is_finite(R a) { return dd_is_finite(a); }
};

template <>
struct scalar<float> : scalar_real<float>
{
};

template <>
struct scalar<double> : scalar_real<double>
{
};

/* W: the operations of cuddreal.h. */
template <>
struct scalar<cuddreal>
{
    typedef cuddreal real;
    typedef cuddreal part;
    typedef double word;
    typedef dd_accumulator accumulator;
    static constexpr bool is_complex = false, is_double_double = true;
    DD_DEVICE cuddreal zero() { return cuddFromDouble(0.0); }
    DD_DEVICE cuddreal one() { return cuddFromDouble(1.0); }
    DD_DEVICE cuddreal neg(cuddreal a) { return cuddNeg(a); }
    DD_DEVICE cuddreal add(cuddreal a, cuddreal b) { return cuddAdd(a, b); }
    /* AccurateDWPlusDW without branches. If the sum of the high parts is Inf or NaN, it is the
     * result, with low part 0. */
    DD_DEVICE cuddreal merge(cuddreal a, cuddreal b)
    {
        const double high = __dadd_rn(a.x, b.x);
        const cuddreal sum = cudd_add_parts(a.x, a.y, b.x, b.y);
        return dd_is_finite(high) ? sum : cuddMake(high, 0.0);
    }
    DD_DEVICE cuddreal mul(cuddreal a, cuddreal b) { return cuddMul(a, b); }
    DD_DEVICE cuddreal fma(cuddreal a, cuddreal b, cuddreal c) { return cuddFma(a, b, c); }
    DD_DEVICE cuddreal conj(cuddreal a) { return a; }
    DD_DEVICE cuddreal real_of(cuddreal a) { return a; }
    DD_DEVICE cuddreal abs1(cuddreal a) { return cuddFabs(a); }
    DD_DEVICE bool is_zero(cuddreal a) { return cuddIsZero(a); }
    DD_DEVICE bool is_finite(cuddreal a) { return dd_is_finite(a.x) && dd_is_finite(a.y); }
};

/* C and Z: two parts. A product is four fused multiply-adds onto the sum. */
template <class T, class R>
struct scalar_complex
{
    typedef R real;
    typedef R part;
    typedef R word;
    typedef plain_accumulator<T> accumulator;
    static constexpr bool is_complex = true, is_double_double = false;
    DD_DEVICE T make(R x, R y)
    {
        T r;
        r.x = x;
        r.y = y;
        return r;
    }
    DD_DEVICE T zero() { return make(R(0), R(0)); }
    DD_DEVICE T one() { return make(R(1), R(0)); }
    DD_DEVICE T neg(T a) { return make(-a.x, -a.y); }
    DD_DEVICE T add(T a, T b) { return make(a.x + b.x, a.y + b.y); }
    DD_DEVICE T merge(T a, T b) { return add(a, b); }
    DD_DEVICE T mul(T a, T b) { return make(::fma(a.x, b.x, -(a.y * b.y)), ::fma(a.x, b.y, a.y * b.x)); }
    DD_DEVICE T fma(T a, T b, T c) { return make(::fma(-a.y, b.y, ::fma(a.x, b.x, c.x)), ::fma(a.y, b.x, ::fma(a.x, b.y, c.y))); }
    DD_DEVICE T conj(T a) { return make(a.x, -a.y); }
    DD_DEVICE T real_of(T a) { return make(a.x, R(0)); }
    DD_DEVICE R abs1(T a) { return ::fabs(a.x) + ::fabs(a.y); }
    DD_DEVICE bool is_zero(T a) { return a.x == R(0) && a.y == R(0); }
    DD_DEVICE bool is_finite(T a) { return dd_is_finite(a.x) && dd_is_finite(a.y); }
};

template <>
struct scalar<ddblasComplex> : scalar_complex<ddblasComplex, float>
{
};

template <>
struct scalar<ddblasDoubleComplex> : scalar_complex<ddblasDoubleComplex, double>
{
};

/* U: the operations of cuddcomplex.h. The product is not inlined, because it is long and no hot
 * loop uses it. */
static __device__ __noinline__ cuddcomplex dd_complex_multiply(cuddcomplex a, cuddcomplex b) { return cuddcMul(a, b); }

template <>
struct scalar<cuddcomplex>
{
    typedef cuddreal real;
    typedef cuddreal part;
    typedef double word;
    typedef dd_complex_accumulator accumulator;
    static constexpr bool is_complex = true, is_double_double = true;
    DD_DEVICE cuddcomplex zero() { return cuddcFromDoubles(0.0, 0.0); }
    DD_DEVICE cuddcomplex one() { return cuddcFromDoubles(1.0, 0.0); }
    DD_DEVICE cuddcomplex neg(cuddcomplex a) { return cuddcNeg(a); }
    DD_DEVICE cuddcomplex add(cuddcomplex a, cuddcomplex b) { return cuddcAdd(a, b); }
    DD_DEVICE cuddcomplex merge(cuddcomplex a, cuddcomplex b)
    {
        return cuddcMake(scalar<cuddreal>::merge(a.x, b.x), scalar<cuddreal>::merge(a.y, b.y));
    }
    DD_DEVICE cuddcomplex mul(cuddcomplex a, cuddcomplex b) { return dd_complex_multiply(a, b); }
    DD_DEVICE cuddcomplex fma(cuddcomplex a, cuddcomplex b, cuddcomplex c) { return add(mul(a, b), c); }
    DD_DEVICE cuddcomplex conj(cuddcomplex a) { return cuddcMake(a.x, cuddMake(-a.y.x, -a.y.y)); }
    DD_DEVICE cuddcomplex real_of(cuddcomplex a) { return cuddcFromReal(a.x); }
    DD_DEVICE cuddreal abs1(cuddcomplex a) { return cuddcAbs1(a); }
    DD_DEVICE bool is_zero(cuddcomplex a) { return cuddcIsZero(a); }
    DD_DEVICE bool is_finite(cuddcomplex a) { return scalar<cuddreal>::is_finite(a.x) && scalar<cuddreal>::is_finite(a.y); }
};

#endif
