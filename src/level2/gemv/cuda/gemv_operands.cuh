/*
 * The operands of gemv's kernels, the arithmetic of W and of U on the real matrix that
 * gemv_kernel.cuh explains, and how a sum becomes an element of y.
 */
#ifndef DDBLAS_LEVEL2_GEMV_OPERANDS_CUH
#define DDBLAS_LEVEL2_GEMV_OPERANDS_CUH

#include <dd/scalar.cuh>

#include "backend/instructions.cuh"
#include "level2/symv/cuda/symv_store.cuh"

extern "C" {
#include "level2/gemv/gemv_plan.h"
}

enum
{
    GEMV_THREADS = GEMV_ROWS * GEMV_GROUPS,
    /* op is N: number of slots of a thread. The slots of a block have 32 KiB. */
    GEMV_ROW_SLOTS = 8,
    GEMV_ROW_NUMBERS = 2, /* Number of elements of A that a thread copies as one group. */
    /* op is T or C: number of elements of A that a thread has in flight. In U an element is one of
     * the real matrix. */
    GEMV_COLUMN_NUMBERS = 12,
    GEMV_COLUMN_NUMBERS_COMPLEX = 16,
    GEMV_ADD_ROWS = 32,
    GEMV_ADD_GROUPS = 8
};

/* The least number of blocks that a multiprocessor shall hold at once, as limited by registers.
 * More blocks are not faster (docs/lab/level1.md, gemv on the GPU). */
template <class T>
struct gemv_resident
{
    static constexpr int rows = scalar<T>::is_complex ? 3 : 1, columns = scalar<T>::is_complex ? 4 : 1;
};

/* x and y point at element 0, whatever the sign of their increment is. E: the type of the numbers
 * of the real matrix, cuddreal or double. */
template <class T, class E>
struct gemv_operands
{
    int64_t m, n;
    bool transposed, conjugated;
    const E *A;
    int64_t lda;
    const T *x;
    int64_t incx;
    T *y;
    int64_t incy;
    /* Addresses of the scalars in device memory. If they are null, the members below are the
     * scalars. */
    const T *alpha_device, *beta_device;
    T alpha, beta;

    __device__ __forceinline__ T get_alpha() const { return alpha_device ? *alpha_device : alpha; }
    __device__ __forceinline__ T get_beta() const { return beta_device ? *beta_device : beta; }
    /* inputs() is the number of elements of x, outputs() that of y. */
    __device__ __forceinline__ int64_t inputs() const { return transposed ? m : n; }
    __device__ __forceinline__ int64_t outputs() const { return transposed ? n : m; }
};

static __device__ __forceinline__ cuddreal gemv_number(cuddreal a) { return a; }
static __device__ __forceinline__ cuddreal gemv_number(double a) { return cuddMake(a, 0.0); }

/* How a problem of type T becomes real: the number of real vectors, and the factors by which the
 * elements of a real row are multiplied. */
template <class T>
struct gemv_real;

template <>
struct gemv_real<cuddreal>
{
    static constexpr int vectors = 1;
    /* Returns an element of the matrix. */
    template <class E>
    static __device__ __forceinline__ cuddreal element(const E *A, int64_t at)
    {
        return gemv_number(A[at]);
    }
    /* Sets v to the factors for the element x, for the case that they are the same in all rows. */
    static __device__ __forceinline__ void spread(cuddreal (&v)[1], cuddreal x) { v[0] = x; }
    /* Sets v to the factors of the elements of a real row of A. own: the element of the real vector
     * x that belongs to this row. */
    static __device__ __forceinline__ void factors(cuddreal (&v)[1], cuddreal own, bool, bool) { v[0] = own; }
    /* Returns component i, computed from the sums of the real rows (op N) or columns (op T, C).
     * value(k, r) is the sum of real vector k for row or column r. */
    template <class Value>
    static __device__ __forceinline__ cuddreal component(const Value &value, int64_t i, bool)
    {
        return value(0, i);
    }
};

template <>
struct gemv_real<cuddcomplex>
{
    static constexpr int vectors = 2;
    static __device__ __forceinline__ cuddcomplex element(const cuddreal *A, int64_t at)
    {
        return cuddcMake(A[2 * at], A[2 * at + 1]);
    }
    static __device__ __forceinline__ void spread(cuddreal (&v)[2], cuddcomplex x)
    {
        v[0] = x.x;
        v[1] = x.y;
    }
    /* Neighbouring lanes hold the real and the imaginary part of an element of x and exchange them,
     * so all lanes of the warp must call this function. imaginary: the real row is that of an
     * imaginary part. */
    static __device__ __forceinline__ void factors(cuddreal (&v)[2], cuddreal own, bool imaginary, bool conjugated)
    {
        const cuddreal other = shuffle_xor(own, 1);
        v[0] = imaginary && !conjugated ? cuddMake(-own.x, -own.y) : own;
        v[1] = imaginary && conjugated ? cuddMake(-other.x, -other.y) : other;
    }
    template <class Value>
    static __device__ __forceinline__ cuddcomplex component(const Value &value, int64_t i, bool transposed)
    {
        typedef scalar<cuddreal> real;
        if (transposed)
            return cuddcMake(value(0, i), value(1, i));
        return cuddcMake(real::merge(value(0, 2 * i), real::neg(value(1, 2 * i + 1))),
                         real::merge(value(0, 2 * i + 1), value(1, 2 * i)));
    }
};

static __device__ __forceinline__ bool gemv_is_one(cuddreal a) { return a.x == 1.0 && a.y == 0.0; }
static __device__ __forceinline__ bool gemv_is_one(cuddcomplex a) { return gemv_is_one(a.x) && cuddIsZero(a.y); }

/* ---- y --------------------------------------------------------------------------------------- */

/* Recomputes component i with the 32 lanes of a warp. old: the value of y_i before the call. */
template <class T, class E>
static __device__ __noinline__ T gemv_special(const gemv_operands<T, E> &op, int64_t i, T alpha, T beta, T old)
{
    typedef symv_care<T> care;
    typename care::sums sum = care::zero();
    for (int64_t t = scalar<T>::is_zero(alpha) ? op.inputs() : threadIdx.x % 32; t < op.inputs(); t += 32)
    {
        const T a = gemv_real<T>::element(op.A, op.transposed ? t + i * op.lda : i + t * op.lda);
        care::add(sum, op.conjugated ? scalar<T>::conj(a) : a, op.x[t * op.incx], false);
    }
    for (int m = 16; m >= 1; m /= 2)
        care::merge(sum, shuffle_xor(sum, m));
    /* The order of a sum may differ between lanes, so all lanes take the result of lane 0. */
    return care::finish(shuffle_from(sum, 0), alpha, beta, old);
}

/* Computes y_i = alpha sum + beta y_i in the lanes for which `valid` is true. All lanes of the warp
 * must call the function. It does not read y if beta is 0. If alpha is 0 there is no product: the
 * result is beta y_i, and y_i is unchanged if beta is 1. */
template <class T, class E>
DD_DEVICE void gemv_store(const gemv_operands<T, E> &op, int64_t i, bool valid, T alpha, T beta, T sum)
{
    typedef scalar<T> s;
    const bool none = s::is_zero(alpha);
    T *y = op.y + (valid ? i * op.incy : 0);
    const T old = valid && !s::is_zero(beta) ? *y : s::zero();
    const T product = none ? s::zero() : s::mul(alpha, sum);
    T result = s::is_zero(beta) ? product : none ? s::mul(beta, old) : s::add(product, s::mul(beta, old));
    for (unsigned wrong = __ballot_sync(0xffffffffu, valid && !none && !s::is_finite(result)); wrong; wrong &= wrong - 1)
    {
        const int source = __ffs(wrong) - 1;
        const T again = gemv_special(op, __shfl_sync(0xffffffffu, i, source), alpha, beta, shuffle_from(old, source));
        if ((int)(threadIdx.x % 32) == source)
            result = again;
    }
    if (valid && !(none && gemv_is_one(beta)))
        *y = result;
}

#endif
