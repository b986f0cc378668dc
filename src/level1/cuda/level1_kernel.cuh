/*
 * Level 1 in W and U on the GPU.
 *
 * Updates: each element by the functions of level1_element.h, one launch; the threads of the grid
 * take elements in turns. Bytes of an element: axpy 48 (U: 96), scal 32, copy 32, swap 64, rot 64.
 * Memory limits the time.
 *
 * Sums and searches: a grid of level1_blocks(n) blocks of 256 threads. Thread t of block b takes
 * the elements i = 256 b + t, and every (256 times the number of blocks) further on, one after
 * another, in the accumulators of dd/scalar.cuh; a tree in shared memory combines the threads of a
 * block. If there are several blocks, their partial results go to the workspace, and a second
 * launch of one block combines them in the same way. Everything depends on n alone, and so do the
 * bits. A sum that is not finite is added again by its thread, term by term, with care. Edges:
 * threads without elements contribute 0, which changes nothing. Error: docs/numerics.md, "Level 1
 * in double-double".
 */
#ifndef DDBLAS_LEVEL1_KERNEL_CUH
#define DDBLAS_LEVEL1_KERNEL_CUH

#include <dd/scalar.cuh>

#include "level1/level1_element.h"
#include "level1/level1_partial.h"

enum
{
    LEVEL1_THREADS = 256,
    LEVEL1_ELEMENTS = 8,      /* Elements of a thread, at least, from the second block on. */
    LEVEL1_MOST_BLOCKS = 512, /* Blocks of a reduction: four to a multiprocessor of an H200. */
    LEVEL1_MOST_UPDATE_BLOCKS = 1 << 24,
    LEVEL1_ENOUGH_BLOCKS = 4096, /* Beyond these, a thread of an update in U has several elements. */
    LEVEL1_COMPLEX_UPDATES = 4
};

/* Vectors point at their element 0, whatever the sign of their increment. Scalars and the result
 * are on the device if their pointers are not null. */
template <class T>
struct level1_operands
{
    int64_t n;
    T *x, *y;
    int64_t incx, incy;
    const void *a_device, *b_device;
    cuddcomplex a, b;
    bool a_is_real, b_is_real;
};

static __device__ __forceinline__ cuddcomplex level1_scalar(const void *device, cuddcomplex value, bool is_real)
{
    if (!device)
        return value;
    return is_real ? cuddcFromReal(*static_cast<const cuddreal *>(device)) : *static_cast<const cuddcomplex *>(device);
}

/* ---- updates --------------------------------------------------------------------------------- */

struct level1_copy
{
    static __device__ __forceinline__ bool skip(cuddcomplex, cuddcomplex) { return false; }
    template <class T>
    static __device__ __forceinline__ void element(cuddcomplex, cuddcomplex, bool, T *x, T *y)
    {
        *y = *x;
    }
};

/* A load and a store with a hint for the caches: no thread reads the element again soon. */
static __device__ __forceinline__ cuddreal level1_load_once(const cuddreal *from)
{
    const double2 parts = __ldcs(reinterpret_cast<const double2 *>(from));
    return cuddMake(parts.x, parts.y);
}
static __device__ __forceinline__ void level1_store_once(cuddreal *to, cuddreal a)
{
    __stcs(reinterpret_cast<double2 *>(to), make_double2(a.x, a.y));
}
static __device__ __forceinline__ cuddcomplex level1_load_once(const cuddcomplex *from)
{
    return cuddcMake(level1_load_once(&from->x), level1_load_once(&from->y));
}
static __device__ __forceinline__ void level1_store_once(cuddcomplex *to, cuddcomplex a)
{
    level1_store_once(&to->x, a.x);
    level1_store_once(&to->y, a.y);
}

struct level1_swap
{
    static __device__ __forceinline__ bool skip(cuddcomplex, cuddcomplex) { return false; }
    template <class T>
    static __device__ __forceinline__ void element(cuddcomplex, cuddcomplex, bool, T *x, T *y)
    {
        const T kept = level1_load_once(x), other = level1_load_once(y);
        level1_store_once(x, other);
        level1_store_once(y, kept);
    }
};

struct level1_axpy
{
    static __device__ __forceinline__ bool skip(cuddcomplex alpha, cuddcomplex) { return cuddcIsZero(alpha); }
    static __device__ __forceinline__ void element(cuddcomplex alpha, cuddcomplex, bool, cuddreal *x, cuddreal *y)
    {
        *y = level1_axpy_w(alpha.x, *x, *y);
    }
    static __device__ __forceinline__ void element(cuddcomplex alpha, cuddcomplex, bool, cuddcomplex *x, cuddcomplex *y)
    {
        *y = level1_axpy_u(alpha, *x, *y);
    }
};

struct level1_scal
{
    static __device__ __forceinline__ bool skip(cuddcomplex, cuddcomplex) { return false; }
    static __device__ __forceinline__ void element(cuddcomplex alpha, cuddcomplex, bool, cuddreal *x, cuddreal *)
    {
        *x = cuddMul(alpha.x, *x);
    }
    static __device__ __forceinline__ void element(cuddcomplex alpha, cuddcomplex, bool is_real, cuddcomplex *x, cuddcomplex *)
    {
        *x = is_real ? level1_real_times(alpha.x, *x) : cuddcMul(alpha, *x);
    }
};

static __device__ __forceinline__ void level1_rotate(const ddblas_level1_scalars &matrix, cuddreal *x, cuddreal *y)
{
    cuddreal a = *x, b = *y;
    level1_rot_w(matrix, &a, &b);
    *x = a;
    *y = b;
}

struct level1_rot
{
    static __device__ __forceinline__ bool skip(cuddcomplex, cuddcomplex) { return false; }
    static __device__ __forceinline__ void element(cuddcomplex c, cuddcomplex s, bool, cuddreal *x, cuddreal *y)
    {
        level1_rotate(level1_rotation(c.x, s.x), x, y);
    }
    static __device__ __forceinline__ void element(cuddcomplex c, cuddcomplex s, bool s_is_real, cuddcomplex *x, cuddcomplex *y)
    {
        cuddcomplex a = *x, b = *y;
        if (s_is_real)
        {
            level1_rot_w(level1_rotation(c.x, s.x), &a.x, &b.x);
            level1_rot_w(level1_rotation(c.x, s.x), &a.y, &b.y);
        }
        else
            level1_rot_u(c.x, s, &a, &b);
        *x = a;
        *y = b;
    }
};

/* The bool that element() gets: whether the scalar that may be real or complex is real. */
template <class UPDATE, class T>
__global__ void __launch_bounds__(LEVEL1_THREADS, 2) level1_update_kernel(const level1_operands<T> op, bool is_real)
{
    const cuddcomplex a = level1_scalar(op.a_device, op.a, op.a_is_real), b = level1_scalar(op.b_device, op.b, op.b_is_real);
    if (UPDATE::skip(a, b))
        return;
    const int64_t step = static_cast<int64_t>(gridDim.x) * LEVEL1_THREADS;
#pragma unroll 1 /* Most threads have one element, and unrolling costs registers and a division. */
    for (int64_t i = static_cast<int64_t>(blockIdx.x) * LEVEL1_THREADS + threadIdx.x; i < op.n; i += step)
        UPDATE::element(a, b, is_real, op.x + i * op.incx, op.y + i * op.incy);
}

/* The five numbers of rotm: on the device if the pointer is not null. */
struct level1_param
{
    cuddreal number[5];
};

/* rotm in W. */
static __global__ void __launch_bounds__(LEVEL1_THREADS, 2)
    level1_rotm_kernel(const level1_operands<cuddreal> op, const level1_param *device, level1_param value)
{
    const level1_param p = device ? *device : value;
    if (p.number[0].x == -2.0)
        return;
    const ddblas_level1_scalars matrix =
        level1_modified_rotation(p.number[0].x, p.number[1], p.number[2], p.number[3], p.number[4]);
    const int64_t step = static_cast<int64_t>(gridDim.x) * LEVEL1_THREADS;
    for (int64_t i = static_cast<int64_t>(blockIdx.x) * LEVEL1_THREADS + threadIdx.x; i < op.n; i += step)
        level1_rotate(matrix, op.x + i * op.incx, op.y + i * op.incy);
}

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
                level1_add_number(sum, cuddFabs(level1_parts(x.element[k]).x));
                if (scalar<T>::is_complex)
                    level1_add_number(sum, cuddFabs(level1_parts(x.element[k]).y));
            }
            sum.renormalise();
        }
        const cuddreal value = sum.value();
        if (cuddIsFinite(value))
            return level1_sum_of(value, cuddFromDouble(0.0), 0);
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
    static __device__ partial of_thread(const level1_operands<T> &op, int64_t first, int64_t step)
    {
        const cuddreal zero = cuddFromDouble(0.0);
        cuddreal value = squares(op, first, step, 1.0);
        if (first >= op.n || (value.x >= LEVEL1_LEAST_SQUARES && cuddIsFinite(value)))
            return level1_sum_of(value, zero, 0);
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
};

/* ---- searches -------------------------------------------------------------------------------- */

static __device__ __forceinline__ cuddreal level1_magnitude(cuddreal a) { return cuddFabs(a); }
static __device__ __forceinline__ cuddreal level1_magnitude(cuddcomplex a) { return cuddcAbs1(a); }

template <class T, bool SMALLEST>
struct level1_search
{
    typedef level1_extreme partial;
    static __device__ partial of_thread(const level1_operands<T> &op, int64_t first, int64_t step)
    {
        typedef level1_group<T> group;
        partial best = level1_nothing_found();
        for (int64_t i = first; i < op.n; i += group::size * step)
        {
            const group x(op.x, op.incx, i, step, op.n);
#pragma unroll
            for (int k = 0; k < group::size; k++)
            {
                partial candidate;
                candidate.value = level1_magnitude(x.element[k]);
                candidate.index = i + k * step < op.n ? i + k * step + 1 : 0;
                level1_extreme_merge(&best, candidate, SMALLEST);
            }
        }
        return best;
    }
};

/* ---- from threads to the result -------------------------------------------------------------- */

static __device__ __forceinline__ void level1_combine(level1_sum &a, const level1_sum &b, bool) { level1_sum_merge(&a, b); }
static __device__ __forceinline__ void level1_combine(level1_extreme &a, const level1_extreme &b, bool smallest)
{
    level1_extreme_merge(&a, b, smallest);
}

static __device__ __forceinline__ level1_sum level1_neutral(const level1_sum *)
{
    return level1_sum_of(cuddFromDouble(0.0), cuddFromDouble(0.0), 0);
}
static __device__ __forceinline__ level1_extreme level1_neutral(const level1_extreme *) { return level1_nothing_found(); }

/* The form of the result that the last step of a call writes. */
enum level1_result_kind
{
    LEVEL1_REAL,
    LEVEL1_COMPLEX,
    LEVEL1_ROOT,
    LEVEL1_INDEX_LARGEST,
    LEVEL1_INDEX_SMALLEST
};

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

/* Combines the partial results of the threads of a block in a tree; thread 0 has the whole. */
template <class PARTIAL>
static __device__ PARTIAL level1_combine_block(PARTIAL own, bool smallest)
{
    __shared__ PARTIAL of_thread[LEVEL1_THREADS];
    const int t = static_cast<int>(threadIdx.x);
    of_thread[t] = own;
    for (int half = LEVEL1_THREADS / 2; half > 0; half /= 2)
    {
        __syncthreads();
        if (t < half)
            level1_combine(of_thread[t], of_thread[t + half], smallest);
    }
    return of_thread[t];
}

/* The grid's partial results go to `partials`, or with one block to the result. */
template <class REDUCTION, class T>
__global__ void __launch_bounds__(LEVEL1_THREADS) level1_reduce_kernel(const level1_operands<T> op, level1_result_kind kind,
                                                                       typename REDUCTION::partial *partials, void *result)
{
    const int64_t step = static_cast<int64_t>(gridDim.x) * LEVEL1_THREADS;
    const int64_t first = static_cast<int64_t>(blockIdx.x) * LEVEL1_THREADS + threadIdx.x;
    const typename REDUCTION::partial whole =
        level1_combine_block(REDUCTION::of_thread(op, first, step), kind == LEVEL1_INDEX_SMALLEST);
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
    const bool smallest = kind == LEVEL1_INDEX_SMALLEST;
    PARTIAL own = level1_neutral(static_cast<const PARTIAL *>(nullptr));
    for (int b = static_cast<int>(threadIdx.x); b < blocks; b += LEVEL1_THREADS)
        level1_combine(own, partials[b], smallest);
    const PARTIAL whole = level1_combine_block(own, smallest);
    if (threadIdx.x == 0)
        level1_store(op, kind, whole, result);
}

#endif
