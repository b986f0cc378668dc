/*
 * y = alpha op(A) x + beta y with band and packed matrices in W and U on the GPU.
 *
 * LANES neighbouring threads compute a component; LANES is 32, 4 or 1, depending on the number of
 * terms. Each thread adds every LANES-th term of the component (compact_terms.h), first the terms
 * of the row and then those of the column. The sums of the lanes are added by shuffles. The warps
 * of a block have neighbouring components, because their elements in a column of A share cache
 * lines.
 *
 * Work for each stored element: one load, or two in symmetric matrices. A term takes 10 FP64
 * instructions in W and 40 in U.
 *
 * Edges: lanes beyond the last component take part only in shuffles. Sums have a fixed order, which
 * depends on the shape. Error: docs/numerics.md, "Band and packed matrices".
 */
#ifndef DDBLAS_LEVEL2_COMPACT_KERNEL_CUH
#define DDBLAS_LEVEL2_COMPACT_KERNEL_CUH

#include <dd/scalar.cuh>

#include "level2/compact/compact_terms.h"
#include "level2/symv/cuda/symv_store.cuh"

enum
{
    COMPACT_THREADS = 256
};

/* x and y point at element 0, whatever the sign of their increment is. */
template <class T>
struct compact_operands
{
    struct layout layout;
    int64_t outputs;
    bool symmetric, hermitian, transposed, conjugated;
    /* Addresses of the scalars in device memory. If they are null, the members below are the
     * scalars. */
    const T *alpha_device, *beta_device;
    T alpha, beta;
    const T *A;
    const T *x;
    int64_t incx;
    T *y;
    int64_t incy;
};

/* Returns element A_rc as it enters the sum of component i. r = i for a term of the row, and c = i
 * for a term of the column. */
template <class T>
DD_DEVICE T compact_element(const compact_operands<T> &op, int64_t r, int64_t c, bool of_column)
{
    const T a = op.A[layout_column(op.layout, c) + r];
    if (op.hermitian && r == c)
        return scalar<T>::real_of(a);
    return of_column && (op.hermitian || op.conjugated) ? scalar<T>::conj(a) : a;
}

/* Returns the sum of those terms of component i whose numbers are congruent to `lane` modulo
 * LANES. */
template <int LANES, class T>
DD_DEVICE typename scalar<T>::accumulator compact_add_terms(const compact_operands<T> &op, int64_t i, int lane)
{
    typedef typename scalar<T>::accumulator accumulator;
    const compact_terms t = compact_terms_of(op.layout, op.symmetric, op.transposed, false, i);
    accumulator sum;
    sum.clear();
    int count = 0;
    for (int64_t j = t.first_column + lane; j < t.end_column; j += LANES)
    {
        sum.mac(compact_element(op, i, j, false), op.x[j * op.incx]);
        if (++count % accumulator::interval == 0)
            sum.renormalise();
    }
    for (int64_t r = t.first_row + lane; r < t.end_row; r += LANES)
    {
        sum.mac(compact_element(op, r, i, true), op.x[r * op.incx]);
        if (++count % accumulator::interval == 0)
            sum.renormalise();
    }
    return sum;
}

/* Recomputes component i with one thread, because it is not finite. old: the value of y_i before
 * the call. */
template <class T>
static __device__ __noinline__ T compact_special(const compact_operands<T> &op, int64_t i, T alpha, T beta, T old)
{
    typedef symv_care<T> care;
    const compact_terms t = compact_terms_of(op.layout, op.symmetric, op.transposed, false, i);
    typename care::sums sum = care::zero();
    for (int64_t j = t.first_column; j < t.end_column; j++)
        care::add(sum, compact_element(op, i, j, false), op.x[j * op.incx], false);
    for (int64_t r = t.first_row; r < t.end_row; r++)
        care::add(sum, compact_element(op, r, i, true), op.x[r * op.incx], op.hermitian && r == i);
    return care::finish(sum, alpha, beta, old);
}

static __device__ __forceinline__ bool compact_is_one(cuddreal a) { return a.x == 1.0 && a.y == 0.0; }
static __device__ __forceinline__ bool compact_is_one(cuddcomplex a) { return compact_is_one(a.x) && cuddIsZero(a.y); }

template <class T, int LANES>
__global__ void __launch_bounds__(COMPACT_THREADS) compact_kernel(const __grid_constant__ compact_operands<T> op)
{
    typedef scalar<T> s;
    const T alpha = op.alpha_device ? *op.alpha_device : op.alpha, beta = op.beta_device ? *op.beta_device : op.beta;
    const int lane = (int)threadIdx.x % LANES;
    const int64_t i = blockIdx.x * (int64_t)(COMPACT_THREADS / LANES) + threadIdx.x / LANES;
    const bool none = s::is_zero(alpha), valid = i < op.outputs;
    typename s::accumulator sum;
    sum.clear();
    if (valid && !none)
        sum = compact_add_terms<LANES>(op, i, lane);
#pragma unroll
    for (int m = LANES / 2; m >= 1; m /= 2)
        sum.add(shuffle_xor(sum, m));
    if (!valid || lane != 0 || (none && compact_is_one(beta)))
        return;
    T *y = op.y + i * op.incy;
    const T old = s::is_zero(beta) ? s::zero() : *y;
    const T product = none ? s::zero() : s::mul(alpha, sum.value());
    T result = s::is_zero(beta) ? product : none ? s::mul(beta, old) : s::add(product, s::mul(beta, old));
    if (!none && !s::is_finite(result))
        result = compact_special(op, i, alpha, beta, old);
    *y = result;
}

#endif
