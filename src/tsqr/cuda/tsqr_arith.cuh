/*
 * Arithmetic of the TSQR kernels beyond scalar<T>: 16-byte accesses, exchanges between lanes,
 * scaling by powers of two, and the numbers of a reflection.
 */
#ifndef DDBLAS_TSQR_TSQR_ARITH_CUH
#define DDBLAS_TSQR_TSQR_ARITH_CUH

#include "backend/instructions.cuh"
#include "backend/roots.cuh"

/* Elements of T in 16 bytes. */
template <class T>
constexpr int tsqr_vector = 16 / (int)sizeof(T);

template <class T>
struct alignas(16) tsqr_pack
{
    T at[tsqr_vector<T>];
};

template <class T>
DD_DEVICE tsqr_pack<T> tsqr_load(const T *shared)
{
    return *(const tsqr_pack<T> *)shared;
}

template <class T>
DD_DEVICE void tsqr_store(T *shared, tsqr_pack<T> pack)
{
    *(tsqr_pack<T> *)shared = pack;
}

/* Stores 16 bytes to global memory with one instruction. For an assignment of the struct the
 * compiler would store each member separately. */
template <class T>
DD_DEVICE void tsqr_store_global(T *global, tsqr_pack<T> pack)
{
    unsigned long long half[2];
    memcpy(half, &pack, sizeof half);
    store_pair(global, half[0], half[1]);
}

/* tsqr_exchange returns the value of lane (lane ^ mask), tsqr_broadcast that of lane `from`. */
template <class V>
DD_DEVICE V tsqr_exchange(V value, int mask)
{
    V result;
    const int *in = (const int *)&value;
    int *out = (int *)&result;
#pragma unroll
    for (int i = 0; i < (int)(sizeof(V) / sizeof(int)); i++)
        out[i] = __shfl_xor_sync(0xffffffffu, in[i], mask);
    return result;
}

template <class V>
DD_DEVICE V tsqr_broadcast(V value, int from)
{
    V result;
    const int *in = (const int *)&value;
    int *out = (int *)&result;
#pragma unroll
    for (int i = 0; i < (int)(sizeof(V) / sizeof(int)); i++)
        out[i] = __shfl_sync(0xffffffffu, in[i], from);
    return result;
}

/* ---- ranges -------------------------------------------------------------------------------------
 * Before a column is factored, its elements are divided by a power of two, the unit of the column.
 * The unit is 1 if the exponent of the largest element of the column so far is within +-NEAR,
 * otherwise it is 2 to that exponent. Squares of the divided elements cannot overflow, and squares
 * above LEAST lose no digits to underflow. If the square sum of a column's remaining rows is below
 * LEAST, these rows count as 0; that changes the column by far less than its rounding errors. */
template <class R>
struct tsqr_range;
template <>
struct tsqr_range<float>
{
    static constexpr int BIAS = 127, NEAR = 16;
    static constexpr float LEAST = 0x1p-100F;
};
template <>
struct tsqr_range<double>
{
    static constexpr int BIAS = 1023, NEAR = 200;
    static constexpr double LEAST = 0x1p-800;
};

DD_DEVICE int tsqr_exponent(float a) { return (__float_as_int(a) >> 23) & 0xff; }
DD_DEVICE int tsqr_exponent(double a) { return (__double2hiint(a) >> 20) & 0x7ff; }
DD_DEVICE int tsqr_exponent(cuddreal a) { return tsqr_exponent(a.x); }
DD_DEVICE int tsqr_exponent(ddblasComplex a) { return max(tsqr_exponent(a.x), tsqr_exponent(a.y)); }
DD_DEVICE int tsqr_exponent(ddblasDoubleComplex a) { return max(tsqr_exponent(a.x), tsqr_exponent(a.y)); }

/* True if an element is a single word: a float in S, a double in D. All other elements have two
 * words, x and y. */
template <class T>
constexpr bool tsqr_is_word = !scalar<T>::is_complex && !scalar<T>::is_double_double;

/* Returns the exponent of a column's unit. largest: the largest biased exponent among the elements
 * of the column; it is 0 if all of them are subnormal. A column with Inf or NaN has unit 1. */
template <class T>
DD_DEVICE int tsqr_unit_of(int largest)
{
    typedef tsqr_range<typename scalar<T>::word> range;
    const int e = largest - range::BIAS;
    return abs(e) <= range::NEAR || e > range::BIAS ? 0 : e;
}

DD_DEVICE float tsqr_power(float, int e) { return __int_as_float((e + 127) << 23); }
DD_DEVICE double tsqr_power(double, int e) { return __hiloint2double((e + 1023) << 20, 0); }

/* Returns a 2^e for |e| <= 2 BIAS. It multiplies twice by powers with about half of the exponent,
 * because 2^e itself may not be a normal number. A factor 2^-BIAS, which would be subnormal, is
 * replaced by 0. */
template <class T>
DD_DEVICE T tsqr_scale(T a, int e)
{
    typedef typename scalar<T>::word word;
    const word p = tsqr_power(word(0), e / 2), q = tsqr_power(word(0), e - e / 2);
    if constexpr (tsqr_is_word<T>)
        return a * p * q;
    else
    {
        a.x = a.x * p * q;
        a.y = a.y * p * q;
        return a;
    }
}

/* ---- reflections --------------------------------------------------------------------------------
 * H = I - tau v v^H with v = [1; s x] is the reflection with H^H [alpha; x] = [beta; 0] and real
 * beta, as in LAPACK. sigma = x^H x.
 *   mu = sqrt(|alpha|^2 + sigma), beta = -sign(Re alpha) mu,
 *   s = 1 / (alpha - beta), tau = (beta - alpha) / beta. */
template <class T>
struct tsqr_reflection
{
    T s, tau, beta;
    T step; /* -s conj(tau); in real types this is 1 / beta. */
};

/* tsqr_rsqrt returns 1 / sqrt(a), tsqr_reciprocal returns 1 / a. a must be a normal number of
 * moderate size. The result for NaN is NaN. */
DD_DEVICE double tsqr_rsqrt(double a) { return corrected_rsqrt(a); }
DD_DEVICE double tsqr_reciprocal(double a) { return corrected_reciprocal(a); }
DD_DEVICE float tsqr_rsqrt(float a)
{
    const float y = rsqrtf(a);
    return ::fmaf(0.5F * y, ::fmaf(-(a * y), y, 1.0F), y);
}
DD_DEVICE float tsqr_reciprocal(float a) { return 1.0F / a; }

/* Computes sqrt(a) and its reciprocal. */
template <class R>
DD_DEVICE void tsqr_root(R a, R &root, R &inverse)
{
    inverse = tsqr_rsqrt(a);
    const R near = a * inverse;
    root = ::fma(R(0.5) * inverse, ::fma(-near, near, a), near);
}

/* Square root and reciprocals in double-double. An approximation in double is corrected by its
 * exact residual. With the residual e of an approximate reciprocal r, the function returns r (1 + e
 * + e^2). The term e^2 is at most u^2, u = 2^-53, but it is never negative: without it tau would
 * always be too small, and the columns of Q would become shorter with every chunk. */
DD_DEVICE cuddreal tsqr_reciprocal_from(double r, cuddreal a)
{
    const double e = __fma_rn(-a.y, r, __fma_rn(-a.x, r, 1.0));
    return cuddFastTwoSum(r, __dmul_rn(r, __fma_rn(e, e, e)));
}
DD_DEVICE cuddreal tsqr_reciprocal(cuddreal a) { return tsqr_reciprocal_from(tsqr_reciprocal(a.x), a); }
DD_DEVICE void tsqr_root(cuddreal a, cuddreal &root, cuddreal &inverse)
{
    const double r = tsqr_rsqrt(a.x);
    const double near = __dmul_rn(a.x, r);
    const double rest = __dadd_rn(__fma_rn(-near, near, a.x), a.y);
    root = cuddFastTwoSum(near, __dmul_rn(rest, __dmul_rn(0.5, r)));
    inverse = tsqr_reciprocal_from(r, root);
}

template <class R>
DD_DEVICE tsqr_reflection<R> tsqr_reflect_real(R alpha, R sigma)
{
    R mu, inverse;
    const bool none = sigma < tsqr_range<R>::LEAST;
    tsqr_root(::fma(alpha, alpha, sigma), mu, inverse);
    const R d = ::fabs(alpha) + mu;
    return {none ? R(0) : ::copysign(tsqr_reciprocal(d), alpha), none ? R(0) : d * inverse, none ? alpha : -::copysign(mu, alpha),
            none ? R(0) : -::copysign(inverse, alpha)};
}

DD_DEVICE tsqr_reflection<float> tsqr_reflect(float alpha, float sigma) { return tsqr_reflect_real(alpha, sigma); }
DD_DEVICE tsqr_reflection<double> tsqr_reflect(double alpha, double sigma) { return tsqr_reflect_real(alpha, sigma); }

DD_DEVICE cuddreal tsqr_flip(cuddreal a, bool flip) { return flip ? cuddMake(-a.x, -a.y) : a; }

DD_DEVICE cuddreal tsqr_unless(bool none, cuddreal a) { return none ? cuddMake(0.0, 0.0) : a; }

DD_DEVICE tsqr_reflection<cuddreal> tsqr_reflect(cuddreal alpha, cuddreal sigma)
{
    const bool negative = alpha.x < 0.0, none = sigma.x < tsqr_range<double>::LEAST;
    cuddreal mu, inverse;
    tsqr_root(cuddAddSloppy(cudd_mul_parts(alpha.x, alpha.y, alpha.x, alpha.y), sigma), mu, inverse);
    const cuddreal d = cuddAddSloppy(tsqr_flip(alpha, negative), mu);
    return {tsqr_unless(none, tsqr_flip(tsqr_reciprocal(d), negative)),
            tsqr_unless(none, cudd_mul_parts(d.x, d.y, inverse.x, inverse.y)), none ? alpha : tsqr_flip(mu, !negative),
            tsqr_unless(none, tsqr_flip(inverse, !negative))};
}

/* Complex reflections. |1 - tau| = 1 holds for the exact tau. If the matrix has a single column, Q
 * shows the error of tau in full. The real and the imaginary part of tau are therefore computed in
 * twice the precision (Wide) and rounded once. */
DD_DEVICE double tsqr_widen(float a) { return (double)a; }
DD_DEVICE cuddreal tsqr_widen(double a) { return cuddFromDouble(a); }
DD_DEVICE float tsqr_narrow(double a) { return (float)a; }
DD_DEVICE double tsqr_narrow(cuddreal a) { return a.x; }
DD_DEVICE double tsqr_wide_fma(double a, double b, double c) { return __fma_rn(a, b, c); }
DD_DEVICE cuddreal tsqr_wide_fma(cuddreal a, cuddreal b, cuddreal c)
{
    return cuddAddSloppy(cudd_mul_parts(a.x, a.y, b.x, b.y), c);
}

template <class T, class R>
DD_DEVICE tsqr_reflection<T> tsqr_reflect_complex(T alpha, R sigma)
{
    typedef scalar<T> s;
    typedef decltype(tsqr_widen(R(0))) Wide;
    const Wide one = tsqr_widen(R(1)), re = tsqr_widen(::fabs(alpha.x)), im = tsqr_widen(alpha.y);
    const Wide rest = tsqr_wide_fma(im, im, tsqr_widen(sigma));
    Wide mu, inverse;
    if (tsqr_narrow(rest) < tsqr_range<R>::LEAST)
        return {s::zero(), s::zero(), s::real_of(alpha), s::zero()};
    tsqr_root(tsqr_wide_fma(re, re, rest), mu, inverse);
    const Wide d = tsqr_wide_fma(one, re, mu), q = tsqr_reciprocal(tsqr_wide_fma(d, d, tsqr_wide_fma(im, im, tsqr_widen(R(0)))));
    const R sign = ::copysign(R(1), alpha.x);
    const T scale = s::make(sign * (tsqr_narrow(d) * tsqr_narrow(q)), -alpha.y * tsqr_narrow(q));
    const T tau =
        s::make(tsqr_narrow(tsqr_wide_fma(re, inverse, one)), sign * tsqr_narrow(tsqr_wide_fma(im, inverse, tsqr_widen(R(0)))));
    return {scale, tau, s::make(-sign * tsqr_narrow(mu), R(0)), s::neg(s::mul(scale, s::conj(tau)))};
}
DD_DEVICE tsqr_reflection<ddblasComplex> tsqr_reflect(ddblasComplex alpha, float sigma)
{
    return tsqr_reflect_complex(alpha, sigma);
}
DD_DEVICE tsqr_reflection<ddblasDoubleComplex> tsqr_reflect(ddblasDoubleComplex alpha, double sigma)
{
    return tsqr_reflect_complex(alpha, sigma);
}

/* Returns the real part of a as a real number. */
DD_DEVICE float tsqr_real(float a) { return a; }
DD_DEVICE double tsqr_real(double a) { return a; }
DD_DEVICE cuddreal tsqr_real(cuddreal a) { return a; }
DD_DEVICE float tsqr_real(ddblasComplex a) { return a.x; }
DD_DEVICE double tsqr_real(ddblasDoubleComplex a) { return a.x; }

/* Returns the leading word of a real element, or of the real part of a complex one. This word has
 * the element's sign and its value with a relative error of one rounding of a word. */
template <class T>
DD_DEVICE typename scalar<T>::word tsqr_high(T a)
{
    if constexpr (tsqr_is_word<T>)
        return a;
    else
        return a.x;
}

/* Returns |a|^2. Its relative error is a few roundings of a word, also for double-double, where
 * only the leading word enters. */
template <class T>
DD_DEVICE typename scalar<T>::word tsqr_square(T a)
{
    if constexpr (scalar<T>::is_complex)
        return a.x * a.x + a.y * a.y;
    else
        return tsqr_high(a) * tsqr_high(a);
}

/* ---- products and sums ----------------------------------------------------------------------- */

/* Where IEEE 754 prescribes Inf as a result, these functions return Inf or NaN. */

template <class T>
DD_DEVICE T tsqr_mul(T a, T b)
{
    return scalar<T>::mul(a, b);
}
DD_DEVICE cuddreal tsqr_mul(cuddreal a, cuddreal b) { return cudd_mul_parts(a.x, a.y, b.x, b.y); }
/* tsqr_times multiplies by a real number; tsqr_from_real converts a real number to an element. */
template <class T>
DD_DEVICE T tsqr_times(T a, typename scalar<T>::real b)
{
    if constexpr (scalar<T>::is_complex)
        return scalar<T>::make(a.x * b, a.y * b);
    else
        return tsqr_mul(a, b);
}
template <class T>
DD_DEVICE T tsqr_from_real(typename scalar<T>::real a)
{
    if constexpr (scalar<T>::is_complex)
        return scalar<T>::make(a, 0);
    else
        return a;
}
template <class T>
DD_DEVICE T tsqr_fma(T a, T b, T c)
{
    return scalar<T>::fma(a, b, c);
}
DD_DEVICE cuddreal tsqr_fma(cuddreal a, cuddreal b, cuddreal c) { return cuddAddSloppy(cuddMulSloppy(a, b), c); }
template <class T>
DD_DEVICE T tsqr_negative(T a)
{
    return scalar<T>::neg(a);
}
DD_DEVICE cuddreal tsqr_negative(cuddreal a) { return cuddMake(-a.x, -a.y); }
template <class T>
DD_DEVICE T tsqr_add(T a, T b)
{
    return scalar<T>::add(a, b);
}
DD_DEVICE cuddreal tsqr_add(cuddreal a, cuddreal b) { return cuddAddSloppy(a, b); }

/* Returns 2 / (1 + a) for a >= 0, rounded once. */
DD_DEVICE float tsqr_twice_part(float a) { return (float)(2.0 * tsqr_reciprocal(1.0 + (double)a)); }
DD_DEVICE double tsqr_twice_part(double a)
{
    const cuddreal sum = cuddTwoSum(1.0, a);
    const double r = tsqr_reciprocal(sum.x);
    return 2.0 * __fma_rn(r, __fma_rn(-sum.y, r, __fma_rn(-sum.x, r, 1.0)), r);
}
/* Returns 2 / (1 + a) in double-double, computed as 2 - 2 a / (1 + a). a is small in all chunks but
 * the first of a leaf; then the error of the quotient does not matter, and the only error that
 * counts is that of the last rounding. */
DD_DEVICE cuddreal tsqr_twice_part(cuddreal a)
{
    const cuddreal two = cuddFromDouble(2.0), part = tsqr_mul(a, tsqr_reciprocal(cuddAdd(cuddFromDouble(1.0), a)));
    return cuddAdd(two, cuddMake(-2.0 * part.x, -2.0 * part.y));
}

/* Returns tau for v = (1, x), where x is the vector as it is stored and square = x^H x. tau is
 * chosen such that Re(1 / tau) = v^H v / 2, because then I - tau v v^H is unitary for every v,
 * rounded or not. The imaginary part is that of the exact reflection with scale = 1 / (alpha -
 * beta): Im(1 / tau) = -beta Im(scale). scale = 0 means that there is no reflection, and tau is
 * 0. */
template <class T>
DD_DEVICE T tsqr_tau(T square, T beta, T scale)
{
    if constexpr (scalar<T>::is_complex)
    {
        typedef typename scalar<T>::real R;
        typedef decltype(tsqr_widen(R(0))) Wide;
        const Wide zero = tsqr_widen(R(0)), half = tsqr_widen(R(0.5)), re = tsqr_wide_fma(half, tsqr_widen(square.x), half),
                   im = tsqr_wide_fma(tsqr_widen(-beta.x), tsqr_widen(scale.y), zero),
                   q = tsqr_reciprocal(tsqr_wide_fma(re, re, tsqr_wide_fma(im, im, zero)));
        return scale.x == 0 && scale.y == 0
                   ? scalar<T>::zero()
                   : scalar<T>::make(tsqr_narrow(tsqr_wide_fma(re, q, zero)), -tsqr_narrow(tsqr_wide_fma(im, q, zero)));
    }
    else
    {
        (void)beta;
        return tsqr_high(scale) == 0 ? scalar<T>::zero() : tsqr_twice_part(square);
    }
}

/* tsqr_sum_from returns an accumulator with the value a. tsqr_value returns the value of an
 * accumulator whose sum is finite. */
template <class T>
DD_DEVICE typename scalar<T>::accumulator tsqr_sum_from(T a)
{
    return {a};
}
DD_DEVICE dd_accumulator tsqr_sum_from(cuddreal a) { return {a.x, a.y}; }
/* sum += a b + f g. */
template <class T>
DD_DEVICE void tsqr_mac_pair(plain_accumulator<T> &sum, T a, T b, T f, T g)
{
    sum.mac(a, b);
    sum.mac(f, g);
}
DD_DEVICE void tsqr_mac_pair(dd_accumulator &sum, cuddreal a, cuddreal b, cuddreal f, cuddreal g) { sum.mac_pair(a, b, f, g); }

template <class T>
DD_DEVICE T tsqr_value(const plain_accumulator<T> &a)
{
    return a.sum;
}
DD_DEVICE cuddreal tsqr_value(const dd_accumulator &a) { return cuddFastTwoSum(a.s, a.c); }
template <class T>
DD_DEVICE void tsqr_normalise(plain_accumulator<T> &)
{
}
/* Renormalises the accumulator s + c with FastTwoSum. This is exact where |c| is far below |s|.
 * Otherwise a cancellation has made s small, and then at most u |c| is lost. */
DD_DEVICE void tsqr_normalise(dd_accumulator &a)
{
    const cuddreal t = cuddFastTwoSum(a.s, a.c);
    a.s = t.x;
    a.c = t.y;
}

#endif
