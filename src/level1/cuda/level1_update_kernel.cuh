/*
 * Updates of level 1 in W and U on the GPU: copy, swap, axpy, scal, rot and rotm.
 *
 * Formula: each element by the functions of level1_element.h. One launch; the threads of the grid
 * take elements in turns. Bytes that are read and written for an element: axpy 48 (U: 96), scal 32,
 * copy 32, swap 64, rot 64. Memory limits the time. Edges: threads beyond the last element do
 * nothing. Error: docs/numerics.md, "Level 1 in double-double".
 */
#ifndef DDBLAS_LEVEL1_UPDATE_KERNEL_CUH
#define DDBLAS_LEVEL1_UPDATE_KERNEL_CUH

#include "level1/level1_element.h"
#include "level1_operands.cuh"

enum
{
    LEVEL1_MOST_UPDATE_BLOCKS = 1 << 24,
    LEVEL1_ENOUGH_BLOCKS = 4096, /* Beyond these, a thread of an update in U has several elements. */
    LEVEL1_COMPLEX_UPDATES = 4
};

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

#endif
