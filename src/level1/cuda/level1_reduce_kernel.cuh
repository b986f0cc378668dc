/*
 * Sums and searches of level 1 in W and U on the GPU: dot, nrm2, asum, amax and amin.
 *
 * Work of a thread: a grid of level1_blocks(n) blocks of 256 threads. Thread t of block b takes the
 * elements i = 256 b + t, and every (256 times the number of blocks) further on, one after another,
 * in the accumulators of dd/scalar.cuh. A sum that is not finite is added again by its thread, term
 * by term, with care.
 * From threads to the result: a tree in shared memory combines the threads of a block. If there are
 * several blocks, their partial results go to the workspace, and a second kernel of one block
 * combines them in the same way. That kernel is launched together with the first one and waits for
 * its end (programmatic dependent launch). Everything depends on n alone, and so do the bits.
 * Size of the code: a block loads nothing while it works on the tree. The tree therefore is short
 * code for sums of ordinary numbers, and everything else is a function of its own. With both in one
 * loop the end of a block took 8 us (docs/lab/level1.md).
 * Bytes that are read for an element: 16, in U 32, in dot twice as many. Memory limits the time.
 * Edges: threads without elements contribute 0, which changes nothing. Error: docs/numerics.md,
 * "Level 1 in double-double".
 */
#ifndef DDBLAS_LEVEL1_REDUCE_KERNEL_CUH
#define DDBLAS_LEVEL1_REDUCE_KERNEL_CUH

#include <limits.h>

#include "backend/shuffles.cuh"
#include "level1/level1_partial.h"
#include "level1_operands.cuh"

enum
{
    LEVEL1_ELEMENTS = 8,     /* Elements of a thread, at least, from the second block on. */
    LEVEL1_RESIDENT = 4,     /* Least number of resident blocks of a multiprocessor. */
    LEVEL1_MOST_BLOCKS = 512 /* Blocks of a reduction: as many as are resident on an H200, or fewer. */
};

/* The form of the result that the last step of a call writes. */
enum level1_result_kind
{
    LEVEL1_REAL,
    LEVEL1_COMPLEX,
    LEVEL1_ROOT,
    LEVEL1_INDEX_LARGEST,
    LEVEL1_INDEX_SMALLEST
};

/* ---- sums ------------------------------------------------------------------------------------ */

/* Elements of a vector that a thread loads before it adds the first, so that loads overlap. The
 * accumulators are normalised after each group. */
template <class T>
struct level1_group
{
    static constexpr int size = scalar<T>::is_complex ? 2 : 4;
    T element[size];
    /* Elements i, i + step, ...; 0 beyond the end. */
    __device__ __forceinline__ level1_group(const T *vector, int64_t increment, int64_t i, int64_t step, int64_t n)
    {
#pragma unroll
        for (int k = 0; k < size; k++)
            element[k] = i + k * step < n ? vector[(i + k * step) * increment] : scalar<T>::zero();
    }
};

/* s + c += a number. */
static __device__ __forceinline__ void level1_add_number(dd_accumulator &sum, cuddreal a)
{
    dd_accumulator term;
    term.s = a.x;
    term.c = a.y;
    sum.add(term);
}

/* Returns |a| of a finite number without a comparison: both parts change their sign with that of
 * the high part. */
static __device__ __forceinline__ cuddreal level1_absolute(cuddreal a)
{
    const long long high = __double_as_longlong(a.x), sign = high & LLONG_MIN;
    return cuddMake(__longlong_as_double(high ^ sign), __longlong_as_double(__double_as_longlong(a.y) ^ sign));
}

static __device__ __forceinline__ cuddcomplex level1_parts(cuddreal a) { return cuddcFromReal(a); }
static __device__ __forceinline__ cuddcomplex level1_parts(cuddcomplex a) { return a; }

/* dotu, and with CONJUGATE dotc. */
template <class T, bool CONJUGATE>
struct level1_dot
{
    typedef level1_sum partial;
    static __device__ partial of_thread(const level1_operands<T> &op, int64_t first, int64_t step)
    {
        typedef level1_group<T> group;
        typename scalar<T>::accumulator sum;
        sum.clear();
        for (int64_t i = first; i < op.n; i += group::size * step)
        {
            const group x(op.x, op.incx, i, step, op.n), y(op.y, op.incy, i, step, op.n);
#pragma unroll
            for (int k = 0; k < group::size; k++)
                sum.mac(CONJUGATE ? scalar<T>::conj(x.element[k]) : x.element[k], y.element[k]);
            sum.renormalise();
        }
        const cuddcomplex value = level1_parts(sum.value());
        partial p = level1_sum_of(value.x, value.y, 0);
        if (cuddcIsFinite(value))
            return p;
        p = level1_sum_of(cuddFromDouble(0.0), cuddFromDouble(0.0), 0);
        for (int64_t i = first; i < op.n; i += step)
            level1_careful_dot(&p, level1_parts(op.x[i * op.incx]), level1_parts(op.y[i * op.incy]), scalar<T>::is_complex,
                               CONJUGATE);
        return p;
    }
};

template <class T>
struct level1_asum
{
    typedef level1_sum partial;
    static __device__ __noinline__ partial with_care(const level1_operands<T> &op, int64_t first, int64_t step)
    {
        partial p = level1_sum_of(cuddFromDouble(0.0), cuddFromDouble(0.0), 0);
        for (int64_t i = first; i < op.n; i += step)
        {
            const cuddcomplex x = level1_parts(op.x[i * op.incx]);
            level1_careful_asum(&p, x.x);
            if (scalar<T>::is_complex)
                level1_careful_asum(&p, x.y);
        }
        return p;
    }
    static __device__ partial of_thread(const level1_operands<T> &op, int64_t first, int64_t step)
    {
        typedef level1_group<T> group;
        dd_accumulator sum;
        sum.clear();
        for (int64_t i = first; i < op.n; i += group::size * step)
        {
            const group x(op.x, op.incx, i, step, op.n);
#pragma unroll
            for (int k = 0; k < group::size; k++)
            {
                level1_add_number(sum, level1_absolute(level1_parts(x.element[k]).x));
                if (scalar<T>::is_complex)
                    level1_add_number(sum, level1_absolute(level1_parts(x.element[k]).y));
            }
            sum.renormalise();
        }
        const cuddreal value = sum.value();
        return cuddIsFinite(value) ? level1_sum_of(value, cuddFromDouble(0.0), 0) : with_care(op, first, step);
    }
};

template <class T>
struct level1_nrm2
{
    typedef level1_sum partial;
    /* The sum of the squares of the scaled elements of a thread. */
    static __device__ cuddreal squares(const level1_operands<T> &op, int64_t first, int64_t step, double scale)
    {
        typedef level1_group<T> group;
        dd_accumulator sum;
        sum.clear();
        for (int64_t i = first; i < op.n; i += group::size * step)
        {
            const group elements(op.x, op.incx, i, step, op.n);
#pragma unroll
            for (int k = 0; k < group::size; k++)
            {
                const cuddcomplex x = level1_parts(elements.element[k]);
                const cuddreal re = cuddMake(x.x.x * scale, x.x.y * scale), im = cuddMake(x.y.x * scale, x.y.y * scale);
                sum.mac(re, re);
                if (scalar<T>::is_complex)
                    sum.mac(im, im);
            }
            sum.renormalise();
        }
        return sum.value();
    }
    /* The sum of squares `value` is below LEVEL1_LEAST_SQUARES, or not finite. */
    static __device__ __noinline__ partial with_care(const level1_operands<T> &op, int64_t first, int64_t step, cuddreal value)
    {
        const cuddreal zero = cuddFromDouble(0.0);
        const bool up = cuddIsFinite(value);
        value = squares(op, first, step, up ? LEVEL1_SCALE_UP : LEVEL1_SCALE_DOWN);
        if (cuddIsFinite(value))
            return level1_sum_of(value, zero, up ? -LEVEL1_SCALE_SQUARED : LEVEL1_SCALE_SQUARED);
        partial p = level1_sum_of(zero, zero, 0);
        for (int64_t i = first; i < op.n; i += step)
        {
            const cuddcomplex x = level1_parts(op.x[i * op.incx]);
            level1_careful_square(&p, x.x);
            if (scalar<T>::is_complex)
                level1_careful_square(&p, x.y);
        }
        return p;
    }
    static __device__ partial of_thread(const level1_operands<T> &op, int64_t first, int64_t step)
    {
        const cuddreal value = squares(op, first, step, 1.0);
        if (first >= op.n || (value.x >= LEVEL1_LEAST_SQUARES && cuddIsFinite(value)))
            return level1_sum_of(value, cuddFromDouble(0.0), 0);
        return with_care(op, first, step, value);
    }
};

/* ---- searches -------------------------------------------------------------------------------- */

static __device__ __forceinline__ cuddreal level1_magnitude(cuddreal a) { return cuddFabs(a); }
static __device__ __forceinline__ cuddreal level1_magnitude(cuddcomplex a) { return cuddcAbs1(a); }

/* A thread meets its elements in the order of their indices, so the first of equal ones is kept if
 * only a better one replaces it. The search starts with a value that is worse than any, -1 or Inf.
 * NaN is never better. */
template <class T, bool SMALLEST>
struct level1_search
{
    typedef level1_extreme partial;
    static __device__ __forceinline__ bool is_better(cuddreal a, cuddreal b)
    {
        return SMALLEST ? a.x < b.x || (a.x == b.x && a.y < b.y) : a.x > b.x || (a.x == b.x && a.y > b.y);
    }
    static __device__ partial of_thread(const level1_operands<T> &op, int64_t first, int64_t step)
    {
        typedef level1_group<T> group;
        partial best = level1_nothing_found();
        best.value = cuddFromDouble(SMALLEST ? static_cast<double>(INFINITY) : -1.0);
        for (int64_t i = first; i < op.n; i += group::size * step)
        {
            const group x(op.x, op.incx, i, step, op.n);
#pragma unroll
            for (int k = 0; k < group::size; k++)
            {
                const cuddreal value = level1_magnitude(x.element[k]);
                if (i + k * step < op.n && is_better(value, best.value))
                {
                    best.value = value;
                    best.index = i + k * step + 1;
                }
            }
        }
        for (int64_t i = first; SMALLEST && best.index == 0 && i < op.n; i += step)
            if (!cuddIsNan(level1_magnitude(op.x[i * op.incx]))) /* All elements of the thread are Inf or NaN. */
                best.index = i + 1;
        return best;
    }
};

/* ---- from threads to the result -------------------------------------------------------------- */

static __device__ __forceinline__ level1_sum level1_neutral(const level1_sum *)
{
    return level1_sum_of(cuddFromDouble(0.0), cuddFromDouble(0.0), 0);
}
static __device__ __forceinline__ level1_extreme level1_neutral(const level1_extreme *) { return level1_nothing_found(); }

/* Returns true if the sum is not scaled and no term of it was Inf or NaN. */
static __device__ __forceinline__ bool level1_is_plain(const level1_sum &a)
{
    return a.re.exponent == 0 && a.re.special == 0.0 && a.im.exponent == 0 && a.im.special == 0.0;
}

static __device__ __forceinline__ cuddreal level1_plain_sum(cuddreal a, cuddreal b) { return cudd_add_parts(a.x, a.y, b.x, b.y); }

/* Any two sums. */
static __device__ __noinline__ level1_sum level1_merged(level1_sum a, const level1_sum b)
{
    level1_sum_merge(&a, b);
    return a;
}

static __device__ __forceinline__ void level1_combine(level1_sum &a, const level1_sum &b, level1_result_kind kind)
{
    const cuddreal re = cuddAdd(a.re.finite, b.re.finite),
                   im = kind == LEVEL1_COMPLEX ? cuddAdd(a.im.finite, b.im.finite) : a.im.finite;
    if (level1_is_plain(a) && level1_is_plain(b) && cuddIsFinite(re) && cuddIsFinite(im))
    {
        a.re.finite = re;
        a.im.finite = im;
    }
    else
        a = level1_merged(a, b);
}
static __device__ __forceinline__ void level1_combine(level1_extreme &a, const level1_extreme &b, level1_result_kind kind)
{
    level1_extreme_merge(&a, b, kind == LEVEL1_INDEX_SMALLEST);
}

template <class T>
static __device__ void level1_store(const level1_operands<T> &, level1_result_kind kind, const level1_sum &whole, void *result)
{
    const cuddreal re = kind == LEVEL1_ROOT ? level1_root(whole.re) : special_sum_value(whole.re);
    cuddreal *const to = static_cast<cuddreal *>(result);
    to[0] = re;
    if (kind == LEVEL1_COMPLEX)
        to[1] = special_sum_value(whole.im);
}

template <class T>
static __device__ void level1_store(const level1_operands<T> &op, level1_result_kind, const level1_extreme &whole, void *result)
{
    *static_cast<int64_t *>(result) = level1_index(whole, cuddIsNan(level1_magnitude(op.x[0])));
}

/* Combines the partial results of the threads of a block in a tree: thread t takes that of thread
 * t + 128, then of t + 64, and so on. Thread 0 has the whole. */
template <class PARTIAL>
static __device__ PARTIAL level1_combine_any(PARTIAL own, level1_result_kind kind)
{
    __shared__ PARTIAL of_thread[LEVEL1_THREADS];
    const int t = static_cast<int>(threadIdx.x);
    of_thread[t] = own;
    for (int half = LEVEL1_THREADS / 2; half > 0; half /= 2)
    {
        __syncthreads();
        if (t < half)
            level1_combine(of_thread[t], of_thread[t + half], kind);
    }
    return of_thread[t];
}

static __device__ level1_extreme level1_combine_block(const level1_extreme &own, level1_result_kind kind)
{
    return level1_combine_any(own, kind);
}

static __device__ __noinline__ level1_sum level1_combine_sums(level1_sum own, level1_result_kind kind)
{
    return level1_combine_any(own, kind);
}

/* The same tree for sums, first as if all were plain: without tests, and by shuffles among the last
 * 32 threads. If a sum is not plain, or if the whole is not finite, the block repeats the tree with
 * care; an overflow inside the tree is still visible in the whole. */
static __device__ level1_sum level1_combine_block(const level1_sum &own, level1_result_kind kind)
{
    __shared__ cuddreal re_of[LEVEL1_THREADS], im_of[LEVEL1_THREADS];
    const bool two = kind == LEVEL1_COMPLEX;
    const int t = static_cast<int>(threadIdx.x);
    cuddreal re = own.re.finite, im = own.im.finite;
    re_of[t] = re;
    im_of[t] = im;
    if (__syncthreads_or(!level1_is_plain(own)))
        return level1_combine_sums(own, kind);
#pragma unroll
    for (int half = LEVEL1_THREADS / 2; half >= 32; half /= 2)
    {
        if (t < half)
        {
            re_of[t] = re = level1_plain_sum(re, re_of[t + half]);
            if (two)
                im_of[t] = im = level1_plain_sum(im, im_of[t + half]);
        }
        if (half > 32)
            __syncthreads();
    }
    if (t < 32)
#pragma unroll
        for (int half = 16; half > 0; half /= 2)
        {
            re = level1_plain_sum(re, shuffle_xor(re, half));
            if (two)
                im = level1_plain_sum(im, shuffle_xor(im, half));
        }
    if (__syncthreads_or(t == 0 && !(cuddIsFinite(re) && cuddIsFinite(im))))
        return level1_combine_sums(own, kind);
    return level1_sum_of(re, im, 0);
}

/* The grid's partial results go to `partials`, or with one block to the result. */
template <class REDUCTION, class T>
__global__ void __launch_bounds__(LEVEL1_THREADS, LEVEL1_RESIDENT)
    level1_reduce_kernel(const level1_operands<T> op, level1_result_kind kind, typename REDUCTION::partial *partials,
                         void *result)
{
    cudaTriggerProgrammaticLaunchCompletion(); /* The second kernel may take its place beside this one. */
    const int64_t step = static_cast<int64_t>(gridDim.x) * LEVEL1_THREADS;
    const int64_t first = static_cast<int64_t>(blockIdx.x) * LEVEL1_THREADS + threadIdx.x;
    const typename REDUCTION::partial whole = level1_combine_block(REDUCTION::of_thread(op, first, step), kind);
    if (threadIdx.x != 0)
        return;
    if (gridDim.x > 1)
        partials[blockIdx.x] = whole;
    else
        level1_store(op, kind, whole, result);
}

template <class PARTIAL, class T>
__global__ void __launch_bounds__(LEVEL1_THREADS)
    level1_finish_kernel(const level1_operands<T> op, level1_result_kind kind, const PARTIAL *partials, int blocks, void *result)
{
    cudaGridDependencySynchronize();
    PARTIAL own = level1_neutral(static_cast<const PARTIAL *>(nullptr));
    for (int b = static_cast<int>(threadIdx.x); b < blocks; b += LEVEL1_THREADS)
        level1_combine(own, partials[b], kind);
    const PARTIAL whole = level1_combine_block(own, kind);
    if (threadIdx.x == 0)
        level1_store(op, kind, whole, result);
}

#endif
