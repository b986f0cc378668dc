/*
 * A member of a batch of singular value problems at work on the CUDA engine: operations of a type,
 * sums of a group of threads.
 */
#ifndef DDBLAS_GESVD_BATCHED_DEVICE_CUH
#define DDBLAS_GESVD_BATCHED_DEVICE_CUH

#include <dd/scalar.cuh>

extern "C" {
#include "eigen/batched/jacobi.h"
#include "eigen/batched/products.h"
#include "factor/qr/qr_reflector.h"
#include "gesvd_batched.h"
}

enum
{
    LANES = 8,
    MOST = SVD_BATCHED_MOST,
    MOST_THREADS = MOST / 2 * LANES
};

/* Columns of elements: component 0 of element (i, j) is at[i + j pitch], component 1 `plane`
 * numbers later. */
struct columns
{
    cuddreal *at;
    int pitch, plane;
};

/* ---- operations of a type -------------------------------------------------------------------- */

template <class T>
struct ops;

template <>
struct ops<cuddreal>
{
    typedef double tangent;
    typedef struct qr_reflector_w reflector;
    DD_DEVICE cuddreal get(const columns &c, int i, int j) { return c.at[i + j * c.pitch]; }
    DD_DEVICE void put(const columns &c, int i, int j, cuddreal a) { c.at[i + j * c.pitch] = a; }
    DD_DEVICE int exponent(cuddreal a) { return qr_exponent_w(a); }
    DD_DEVICE cuddreal scale(cuddreal a, double power) { return qr_scale_w(a, power); }
    DD_DEVICE cuddreal from(cuddreal a) { return a; }
    DD_DEVICE double square(cuddreal a) { return cudd_mul(a.x, a.x); }
    DD_DEVICE cuddreal times(cuddreal a, cuddreal real) { return cuddMul(a, real); }
    DD_DEVICE reflector reflect(cuddreal a, cuddreal squares) { return qr_reflect_w(a, squares); }
    /* sum += |a|^2 and sum -= |a|^2. */
    DD_DEVICE void add_norm(dd_accumulator &sum, cuddreal a) { sum.mac(a, a); }
    DD_DEVICE void subtract_norm(dd_accumulator &sum, cuddreal a) { sum.mac(a, cuddMake(-a.x, -a.y)); }
    /* c - a b. */
    DD_DEVICE cuddreal subtract_product(cuddreal c, cuddreal a, cuddreal b)
    {
        return products_two(cuddFromDouble(1.0), c, cuddMake(-a.x, -a.y), b);
    }
    /* The modulus and the tangent t a / |a|, |t| <= 1. */
    DD_DEVICE double modulus(cuddreal a) { return fabs(a.x); }
    DD_DEVICE tangent with_phase(double t, cuddreal a) { return a.x < 0.0 ? -t : t; }
    DD_DEVICE cuddreal square_of(tangent t) { return cuddTwoProd(t, t); }
    DD_DEVICE cuddreal sine(cuddreal c, tangent t) { return cuddMulD(c, t); }
    /* (x, y) becomes (c x - s y, s x + c y). */
    DD_DEVICE void turn(cuddreal c, cuddreal s, cuddreal &x, cuddreal &y)
    {
        const cuddreal a = x, b = y;
        x = products_two(c, a, cuddMake(-s.x, -s.y), b);
        y = products_two(s, a, c, b);
    }
};

template <>
struct ops<cuddcomplex>
{
    typedef double2 tangent;
    typedef struct qr_reflector_u reflector;
    DD_DEVICE cuddcomplex get(const columns &c, int i, int j)
    {
        const cuddreal *at = c.at + i + j * c.pitch;
        return cuddcMake(at[0], at[c.plane]);
    }
    DD_DEVICE void put(const columns &c, int i, int j, cuddcomplex a)
    {
        cuddreal *at = c.at + i + j * c.pitch;
        at[0] = a.x;
        at[c.plane] = a.y;
    }
    DD_DEVICE int exponent(cuddcomplex a) { return qr_exponent_u(a); }
    DD_DEVICE cuddcomplex scale(cuddcomplex a, double power) { return qr_scale_u(a, power); }
    DD_DEVICE cuddcomplex from(cuddreal a) { return cuddcFromReal(a); }
    DD_DEVICE double square(cuddcomplex a) { return cudd_fma(a.x.x, a.x.x, cudd_mul(a.y.x, a.y.x)); }
    DD_DEVICE cuddcomplex times(cuddcomplex a, cuddreal real) { return cuddcMulReal(a, real); }
    DD_DEVICE reflector reflect(cuddcomplex a, cuddreal squares) { return qr_reflect_u(a, squares); }
    DD_DEVICE void add_norm(dd_accumulator &sum, cuddcomplex a)
    {
        sum.mac(a.x, a.x);
        sum.mac(a.y, a.y);
    }
    DD_DEVICE void subtract_norm(dd_accumulator &sum, cuddcomplex a)
    {
        sum.mac(a.x, cuddMake(-a.x.x, -a.x.y));
        sum.mac(a.y, cuddMake(-a.y.x, -a.y.y));
    }
    DD_DEVICE cuddcomplex subtract_product(cuddcomplex c, cuddcomplex a, cuddcomplex b)
    {
        const cuddreal one = cuddFromDouble(1.0), re = cuddMake(-a.x.x, -a.x.y), im = cuddMake(-a.y.x, -a.y.y);
        return cuddcMake(products_three(one, c.x, re, b.x, a.y, b.y), products_three(one, c.y, re, b.y, im, b.x));
    }
    /* a is scaled, because its squares may underflow. */
    DD_DEVICE double modulus(cuddcomplex a)
    {
        const int e = qr_exponent_u(a);
        const double x = cudd_mul(a.x.x, qr_power(-e)), y = cudd_mul(a.y.x, qr_power(-e));
        return cudd_mul(sqrt(cudd_fma(x, x, cudd_mul(y, y))), qr_power(e));
    }
    DD_DEVICE tangent with_phase(double t, cuddcomplex a)
    {
        const int e = qr_exponent_u(a);
        const double x = cudd_mul(a.x.x, qr_power(-e)), y = cudd_mul(a.y.x, qr_power(-e));
        const double factor = t / sqrt(cudd_fma(x, x, cudd_mul(y, y)));
        return make_double2(cudd_mul(x, factor), cudd_mul(y, factor));
    }
    DD_DEVICE cuddreal square_of(tangent t) { return cuddAdd(cuddTwoProd(t.x, t.x), cuddTwoProd(t.y, t.y)); }
    DD_DEVICE cuddcomplex sine(cuddreal c, tangent t) { return cuddcMake(cuddMulD(c, t.x), cuddMulD(c, t.y)); }
    /* (x, y) becomes (c x - conj(s) y, s x + c y). */
    DD_DEVICE void turn(cuddreal c, cuddcomplex s, cuddcomplex &x, cuddcomplex &y) { jacobi_mix_u(c, s.x, s.y, &x, &y); }
};

/* ---- sums of a group ------------------------------------------------------------------------- */

DD_DEVICE double from_lane(double a, int with) { return __shfl_xor_sync(0xffffffffu, a, with); }
DD_DEVICE dd_accumulator from_lane(const dd_accumulator &a, int with)
{
    dd_accumulator b;
    b.s = from_lane(a.s, with);
    b.c = from_lane(a.c, with);
    return b;
}
DD_DEVICE dd_complex_accumulator from_lane(const dd_complex_accumulator &a, int with)
{
    dd_complex_accumulator b;
    b.re = from_lane(a.re, with);
    b.im = from_lane(a.im, with);
    return b;
}

/* The sum of two numbers, with the same bits if they are exchanged, unlike dd_accumulator::add. */
DD_DEVICE dd_accumulator sum_of(const dd_accumulator &a, const dd_accumulator &b)
{
    const cuddreal t = cuddTwoSum(a.s, b.s);
    dd_accumulator sum;
    sum.s = t.x;
    sum.c = cudd_add(t.y, cudd_add(a.c, b.c));
    return sum;
}
DD_DEVICE dd_complex_accumulator sum_of(const dd_complex_accumulator &a, const dd_complex_accumulator &b)
{
    dd_complex_accumulator sum;
    sum.re = sum_of(a.re, b.re);
    sum.im = sum_of(a.im, b.im);
    return sum;
}

/* Each thread of the group gets the same sum, to the last bit, because both partners of a step add
 * the same two numbers: c and s of a rotation must not differ between rows. */
template <class Sum>
DD_DEVICE void add_lanes(Sum &sum)
{
#pragma unroll
    for (int with = LANES / 2; with > 0; with /= 2)
        sum = sum_of(sum, from_lane(sum, with));
    sum.renormalise();
}

DD_DEVICE double sum_of_lanes(double a)
{
#pragma unroll
    for (int with = LANES / 2; with > 0; with /= 2)
        a = cudd_add(a, from_lane(a, with));
    return a;
}

DD_DEVICE int most_of_lanes(int a)
{
#pragma unroll
    for (int with = LANES / 2; with > 0; with /= 2)
        a = max(a, __shfl_xor_sync(0xffffffffu, a, with));
    return a;
}

/* A member at work, and the place of the calling thread. */
template <class T>
struct work
{
    int rows, order, wide, lane, group, groups;
    columns M, L, G;
    int has_long, has_short;
    /* Static shared memory. */
    T *tau, *sums;
    cuddreal *values;
    double *norms;
    int *permutation, *place;
};

#endif
