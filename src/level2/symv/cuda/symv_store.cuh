/*
 * The last step of symv: y_i = alpha sum + beta y_i, and the treatment of results that are not
 * finite in double-double.
 *
 * A double-double accumulator may return Inf or NaN although the component is finite, because a
 * partial sum may leave the range of double; and if an operand is Inf or NaN, the accumulator only
 * follows the arithmetic of the high parts. Therefore a whole warp recomputes each component that
 * is not finite, element by element, as the CPU engine does (symv_special.h).
 */
#ifndef DDBLAS_LEVEL2_SYMV_STORE_CUH
#define DDBLAS_LEVEL2_SYMV_STORE_CUH

#include "symv_device.cuh"
#include "level2/symv/symv_special.h"

/* The sums from which a component is recomputed, and the function that computes alpha row + beta y
 * from them. */
template <class T>
struct symv_care;

template <>
struct symv_care<cuddreal>
{
    typedef special_sum sums;
    DD_DEVICE sums zero() { return special_sum_zero(); }
    DD_DEVICE void add(sums &s, cuddreal a, cuddreal x, bool) { special_sum_add(&s, a, x); }
    DD_DEVICE void merge(sums &s, const sums &t) { special_sum_merge(&s, t); }
    DD_DEVICE cuddreal finish(const sums &s, cuddreal alpha, cuddreal beta, cuddreal y)
    {
        return symv_special_real(s, alpha, beta, y);
    }
};

template <>
struct symv_care<cuddcomplex>
{
    typedef symv_special_pair sums;
    DD_DEVICE sums zero() { return symv_special_pair_zero(); }
    DD_DEVICE void add(sums &s, cuddcomplex a, cuddcomplex x, bool only_real) { symv_special_pair_add(&s, a, x, only_real); }
    DD_DEVICE void merge(sums &s, const sums &t)
    {
        special_sum_merge(&s.re, t.re);
        special_sum_merge(&s.im, t.im);
    }
    DD_DEVICE cuddcomplex finish(const sums &s, cuddcomplex alpha, cuddcomplex beta, cuddcomplex y)
    {
        return symv_special_complex(s, alpha, beta, y);
    }
};

/* Recomputes component i with the 32 lanes of a warp. old: the value of y_i before the call. */
template <class T>
static __device__ __noinline__ T special_component(const symv_operands<T> &op, int64_t n, bool upper, int64_t i, T alpha, T beta,
                                                   T old)
{
    typedef symv_care<T> care;
    typename care::sums row = care::zero();
    for (int64_t j = scalar<T>::is_zero(alpha) ? n : threadIdx.x % 32; j < n; j += 32)
    {
        const bool stored = upper ? i <= j : i >= j;
        const T a = stored ? op.A[i + j * op.lda] : op.A[j + i * op.lda], x = op.x[j * op.incx];
        care::add(row, op.hermitian && !stored ? scalar<T>::conj(a) : a, x, op.hermitian && i == j);
    }
    for (int m = 16; m >= 1; m /= 2)
        care::merge(row, shuffle_xor(row, m));
    /* The order of a sum may differ between lanes, so all lanes take the result of lane 0. */
    return care::finish(shuffle_from(row, 0), alpha, beta, old);
}

/* W and U recompute components that are not finite; S, D, C and Z keep them. */
template <class T>
DD_DEVICE void repair(const symv_operands<T> &op, int64_t n, bool upper, int64_t i, bool valid, T alpha, T beta, T old, T &result)
{
    if constexpr (scalar<T>::is_double_double)
        for (unsigned wrong = __ballot_sync(0xffffffffu, valid && !scalar<T>::is_finite(result)); wrong; wrong &= wrong - 1)
        {
            const int source = __ffs(wrong) - 1;
            const T y = shuffle_from(old, source);
            const T again = special_component(op, n, upper, __shfl_sync(0xffffffffu, i, source), alpha, beta, y);
            if ((int)(threadIdx.x % 32) == source)
                result = again;
        }
}

/* Computes y_i = alpha sum + beta y_i in the lanes for which `valid` is true. All lanes of the warp
 * must call the function. It does not read y if beta is 0. If alpha is 0, it ignores A, x and
 * sum. */
template <class T>
DD_DEVICE void store_results(const symv_operands<T> &op, int64_t n, bool upper, int64_t i, bool valid, T alpha, T beta, T sum)
{
    typedef scalar<T> s;
    T *y = op.y + (valid ? i * op.incy : 0);
    const T old = valid && !s::is_zero(beta) ? *y : s::zero();
    const T product = s::is_zero(alpha) ? s::zero() : s::mul(alpha, sum);
    T result = s::is_zero(beta) ? product : s::add(product, s::mul(beta, old));
    repair(op, n, upper, i, valid, alpha, beta, old, result);
    if (valid)
        *y = result;
}

#endif
