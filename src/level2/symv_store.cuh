/*
 * The last step of symv: y_i = alpha sum + beta y_i, and what double-double does where that is not finite.
 *
 * The accumulators let an Inf or NaN through as IEEE 754 arithmetic on the high parts gives it, and a partial sum may pass the
 * range of double. A component that is not finite is therefore formed again by the whole warp, element by element, as on the CPU
 * (symv_cpu_w.c):
 *   - finite products in double-double as fractions beside an exponent of their sum: nothing overflows or is lost;
 *   - products with Inf or NaN apart, in IEEE 754 arithmetic on the values.
 * So an Inf meets another one, never a finite sum that overflowed, and a result in the range of double is finite.
 */
#ifndef DDBLAS_LEVEL2_SYMV_STORE_CUH
#define DDBLAS_LEVEL2_SYMV_STORE_CUH

#include "symv_device.cuh"

/* The value as one double, for classification. */
DD_DEVICE double class_of(cuddreal a) { return cuddIsNan(a) ? cuddNan().x : a.x; }

/* a as a fraction in [1/2, 1); its exponent is added to *e. */
DD_DEVICE cuddreal fraction_of(cuddreal a, int *e)
{
    int own;
    a = cuddFrexp(a, &own);
    *e += own;
    return a;
}

/* a b 2^e + c d, all finite. */
DD_DEVICE cuddreal scaled_update(cuddreal a, cuddreal b, int e, cuddreal c, cuddreal d)
{
    int f = 0;
    const cuddreal ab = cuddMul(fraction_of(a, &e), fraction_of(b, &e));
    const cuddreal cd = cuddMul(fraction_of(c, &f), fraction_of(d, &f));
    if (ab.x == 0.0 || cd.x == 0.0)
        return ab.x == 0.0 ? cuddLdexp(cd, f) : cuddLdexp(ab, e);
    const int top = e > f ? e : f;
    return cuddLdexp(cuddAdd(cuddLdexp(ab, e - top), cuddLdexp(cd, f - top)), top);
}

/* A sum of finite numbers, times 2^-exponent. */
struct scaled_sum
{
    cuddreal sum;
    int exponent;
};

/* Adds term 2^e in the larger of the exponents. */
DD_DEVICE void add_scaled(scaled_sum &s, cuddreal term, int e)
{
    if (term.x == 0.0)
        return;
    if (s.sum.x == 0.0 || e > s.exponent)
    {
        s.sum = cuddLdexp(s.sum, s.exponent - e);
        s.exponent = e;
    }
    s.sum = cuddAdd(s.sum, cuddLdexp(term, e - s.exponent));
}

/* Component i by the 32 lanes of a warp; old is y_i before the call. */
static __device__ __noinline__ cuddreal special_component(const symv_operands<cuddreal> &op, int64_t n, bool upper, int64_t i,
                                                          cuddreal alpha, cuddreal beta, cuddreal old)
{
    scaled_sum row = {cuddFromDouble(0.0), 0};
    double special = 0.0;
    for (int64_t j = threadIdx.x % 32; j < n; j += 32)
    {
        const bool stored = upper ? i <= j : i >= j;
        const cuddreal a = stored ? op.A[i + j * op.lda] : op.A[j + i * op.lda], x = op.x[j * op.incx];
        if (cuddIsFinite(a) && cuddIsFinite(x))
        {
            int e = 0;
            const cuddreal f = fraction_of(a, &e), g = fraction_of(x, &e);
            add_scaled(row, cuddMul(f, g), e);
        }
        else
            special += class_of(a) * class_of(x);
    }
    for (int m = 16; m >= 1; m /= 2)
    {
        const scaled_sum other = shuffle_xor(row, m);
        add_scaled(row, other.sum, other.exponent);
        special += shuffle_xor(special, m);
    }
    /* lanes may differ in the order of a sum: the first one's counts */
    row.sum.x = __shfl_sync(0xffffffffu, row.sum.x, 0);
    row.sum.y = __shfl_sync(0xffffffffu, row.sum.y, 0);
    row.exponent = __shfl_sync(0xffffffffu, row.exponent, 0);
    const cuddreal finite = row.sum;
    const double product = special != 0.0 ? class_of(alpha) * special : class_of(alpha) * finite.x;
    const double update = cuddIsZero(beta) ? 0.0 : class_of(beta) * class_of(old);
    const bool product_special = special != 0.0 || !cuddIsFinite(alpha);
    const bool update_special = !cuddIsZero(beta) && !(cuddIsFinite(beta) && cuddIsFinite(old));
    if (product_special || update_special)
        return cuddFromDouble((product_special ? product : 0.0) + (update_special ? update : 0.0));
    return scaled_update(alpha, finite, row.exponent, beta, cuddIsZero(beta) ? cuddFromDouble(0.0) : old);
}

/* Types in which the plain result stands. */
template <class T>
DD_DEVICE void repair(const symv_operands<T> &, int64_t, bool, int64_t, bool, T, T, T, T &)
{
}

DD_DEVICE void repair(const symv_operands<cuddreal> &op, int64_t n, bool upper, int64_t i, bool valid, cuddreal alpha,
                      cuddreal beta, cuddreal old, cuddreal &result)
{
    for (unsigned wrong = __ballot_sync(0xffffffffu, valid && !scalar<cuddreal>::is_finite(result)); wrong; wrong &= wrong - 1)
    {
        const int source = __ffs(wrong) - 1;
        const cuddreal y = {__shfl_sync(0xffffffffu, old.x, source), __shfl_sync(0xffffffffu, old.y, source)};
        const cuddreal again = special_component(op, n, upper, __shfl_sync(0xffffffffu, i, source), alpha, beta, y);
        if ((int)(threadIdx.x % 32) == source)
            result = again;
    }
}

/* y_i = alpha sum + beta y_i for the lanes with valid set; all lanes of the warp call it. y is not read when beta is 0, and A, x
 * and sum do not matter when alpha is 0. */
template <class T>
DD_DEVICE void store_results(const symv_operands<T> &op, int64_t n, bool upper, int64_t i, bool valid, T alpha, T beta, T sum)
{
    typedef scalar<T> s;
    T *y = op.y + (valid ? i * op.incy : 0);
    const T old = valid && !s::is_zero(beta) ? *y : s::zero();
    const T product = s::is_zero(alpha) ? s::zero() : s::mul(alpha, sum);
    T result = s::is_zero(beta) ? product : s::add(product, s::mul(beta, old));
    if (!s::is_zero(alpha))
        repair(op, n, upper, i, valid, alpha, beta, old, result);
    if (valid)
        *y = result;
}

#endif
