/*
 * Updates a + x t of several elements at once, in W and U, with the bits of ger_element
 * (level2/ger/ger_element.h). The elements are computed side by side without branches; only if one
 * of them is special, they are computed again with the tests of cuddMul and cuddAdd.
 */
#ifndef DDBLAS_FACTOR_ADD_PRODUCTS_CUH
#define DDBLAS_FACTOR_ADD_PRODUCTS_CUH

#include <dd/scalar.cuh>

#include "level2/ger/ger_element.h"

/* Returns a + x t without tests, and sets *special if ger_element might give other bits. */
static __device__ __forceinline__ cuddreal add_plain_product(cuddreal a, cuddreal x, cuddreal t, bool *special)
{
    const cuddreal p = cudd_mul_parts(x.x, x.y, t.x, t.y), r = cudd_add_parts(a.x, a.y, p.x, p.y);
    *special |= !dd_is_finite(r.y) || r.x == 0.0;
    return r;
}
static __device__ __forceinline__ cuddcomplex add_plain_product(cuddcomplex a, cuddcomplex x, cuddcomplex t, bool *special)
{
    const cuddreal re = add_plain_product(a.x, x.x, t.x, special), im = add_plain_product(a.y, x.y, t.x, special);
    return cuddcMake(add_plain_product(re, cuddNeg(x.y), t.y, special), add_plain_product(im, x.x, t.y, special));
}

static __device__ __noinline__ cuddreal add_one_product(cuddreal a, cuddreal x, cuddreal t) { return ger_element(a, x, t); }
static __device__ __noinline__ cuddcomplex add_one_product(cuddcomplex a, cuddcomplex x, cuddcomplex t)
{
    return ger_element_complex(a, x, t);
}

/* a_q = a_q + x_q t_q for q = 0 .. N - 1. */
template <int N, class T>
static __device__ __forceinline__ void add_products(T (&a)[N], const T (&x)[N], const T (&t)[N])
{
    T r[N];
    bool special = false;
#pragma unroll
    for (int q = 0; q < N; q++)
        r[q] = add_plain_product(a[q], x[q], t[q], &special);
    if (special)
#pragma unroll
        for (int q = 0; q < N; q++)
            r[q] = add_one_product(a[q], x[q], t[q]);
#pragma unroll
    for (int q = 0; q < N; q++)
        a[q] = r[q];
}

#endif
