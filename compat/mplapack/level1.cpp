/*
 * Level 1: vectors.
 */
#include "door.hpp"
#include "number.hpp"
#include "pins.hpp"

namespace ddblas_mplapack
{
namespace
{
/* Lengths up to which loops take less time than a call, as measured (docs/lab/mplapack.md). */
enum
{
    SMALL_UPDATE = 15,
    SMALL_SUM = 32
};

/* ddblas takes no increment of 0 where a vector is written or summed. */
template <class T>
void axpy(const char *name, int64_t n, const T &alpha, const T *x, int64_t incx, T *y, int64_t incy)
{
    if (n <= 0 || equals(alpha, 0.0))
        return;
    will_write_vector(y, n, incy);
    if (n <= SMALL_UPDATE || incx == 0 || incy == 0)
        return library<T>::small().axpy(n, same(&alpha), origin(same(x), n, incx), incx, origin(same(y), n, incy), incy);
    on_cpu({name, n, 0, 0},
           [&](ddblasHandle_t handle) { return library<T>::axpy(handle, n, same(&alpha), same(x), incx, same(y), incy); });
}

template <class T>
void scal(const char *name, int64_t n, const T &alpha, T *x, int64_t incx)
{
    if (n <= 0 || incx <= 0)
        return;
    will_write_vector(x, n, incx);
    if (n <= SMALL_UPDATE)
        return library<T>::small().scal(n, same(&alpha), same(x), incx);
    on_cpu({name, n, 0, 0}, [&](ddblasHandle_t handle) { return library<T>::scal(handle, n, same(&alpha), same(x), incx); });
}

template <class T>
void copy(const char *name, int64_t n, const T *x, int64_t incx, T *y, int64_t incy)
{
    will_write_vector(y, n, incy);
    if (n > 0 && n <= SMALL_UPDATE)
    {
        const T *from = origin(x, n, incx);
        T *to = origin(y, n, incy);
        for (int64_t i = 0; i < n; i++)
            to[i * incy] = from[i * incx];
        return;
    }
    on_cpu({name, n, 0, 0}, [&](ddblasHandle_t handle) { return library<T>::copy(handle, n, same(x), incx, same(y), incy); });
}

template <class T>
void swap(const char *name, int64_t n, T *x, int64_t incx, T *y, int64_t incy)
{
    will_write_vector(x, n, incx);
    will_write_vector(y, n, incy);
    if (n <= SMALL_UPDATE || incx == 0 || incy == 0)
        return library<T>::small().swap(n, origin(same(x), n, incx), incx, origin(same(y), n, incy), incy);
    on_cpu({name, n, 0, 0}, [&](ddblasHandle_t handle) { return library<T>::swap(handle, n, same(x), incx, same(y), incy); });
}

template <class T, class F>
T dot(const char *name, F function, bool conjugate, int64_t n, const T *x, int64_t incx, const T *y, int64_t incy)
{
    T result(0.0);
    if (n <= 0)
        return result;
    if (n <= SMALL_SUM || incx == 0 || incy == 0)
        library<T>::small().dot(n, origin(same(x), n, incx), incx, conjugate, origin(same(y), n, incy), incy, same(&result));
    else
        on_cpu({name, n, 0, 0},
               [&](ddblasHandle_t handle) { return function(handle, n, same(x), incx, same(y), incy, same(&result)); });
    return result;
}

/* A real number, or the position of an element, that belongs to one vector. */
template <class T, class F>
dd_real real_of(const char *name, F function, int64_t n, const T *x, int64_t incx)
{
    dd_real result(0.0);
    if (n > 0 && incx > 0)
        on_cpu({name, n, 0, 0}, [&](ddblasHandle_t handle) { return function(handle, n, same(x), incx, same(&result)); });
    return result;
}

template <class T, class F>
mplapackint position_of(const char *name, F function, int64_t n, const T *x, int64_t incx)
{
    int64_t result = 0;
    if (n > 0 && incx > 0)
        on_cpu({name, n, 0, 0}, [&](ddblasHandle_t handle) { return function(handle, n, same(x), incx, &result); });
    return result;
}

template <class T, class F>
void rot(const char *name, F function, int64_t n, T *x, int64_t incx, T *y, int64_t incy, const dd_real &c, const dd_real &s)
{
    will_write_vector(x, n, incx);
    will_write_vector(y, n, incy);
    if (n <= SMALL_UPDATE || incx == 0 || incy == 0)
        return library<T>::small().rot(n, origin(same(x), n, incx), incx, origin(same(y), n, incy), incy, same(&c), same(&s));
    on_cpu({name, n, 0, 0},
           [&](ddblasHandle_t handle) { return function(handle, n, same(x), incx, same(y), incy, same(&c), same(&s)); });
}
} // namespace
} // namespace ddblas_mplapack

using namespace ddblas_mplapack;

void Raxpy(mplapackint n, dd_real da, dd_real *dx, mplapackint incx, dd_real *dy, mplapackint incy)
{
    axpy("Raxpy ", n, da, dx, incx, dy, incy);
}
void Caxpy(mplapackint n, dd_complex za, dd_complex *zx, mplapackint incx, dd_complex *zy, mplapackint incy)
{
    axpy("Caxpy ", n, za, zx, incx, zy, incy);
}

void Rscal(mplapackint n, dd_real da, dd_real *dx, mplapackint incx) { scal("Rscal ", n, da, dx, incx); }
void Cscal(mplapackint n, dd_complex za, dd_complex *zx, mplapackint incx) { scal("Cscal ", n, za, zx, incx); }
void CRscal(mplapackint n, dd_real da, dd_complex *zx, mplapackint incx)
{
    will_write_vector(zx, n, incx);
    if (n > 0 && incx > 0)
        on_cpu({"CRscal", n, 0, 0}, [&](ddblasHandle_t handle) { return ddblasUwscal(handle, n, same(&da), same(zx), incx); });
}

void Rcopy(mplapackint n, dd_real *dx, mplapackint incx, dd_real *dy, mplapackint incy) { copy("Rcopy ", n, dx, incx, dy, incy); }
void Ccopy(mplapackint n, dd_complex *zx, mplapackint incx, dd_complex *zy, mplapackint incy)
{
    copy("Ccopy ", n, zx, incx, zy, incy);
}

void Rswap(mplapackint n, dd_real *dx, mplapackint incx, dd_real *dy, mplapackint incy) { swap("Rswap ", n, dx, incx, dy, incy); }
void Cswap(mplapackint n, dd_complex *zx, mplapackint incx, dd_complex *zy, mplapackint incy)
{
    swap("Cswap ", n, zx, incx, zy, incy);
}

dd_real Rdot(mplapackint n, dd_real *dx, mplapackint incx, dd_real *dy, mplapackint incy)
{
    return dot("Rdot  ", ddblasWdot, false, n, dx, incx, dy, incy);
}
dd_complex Cdotu(mplapackint n, dd_complex *zx, mplapackint incx, dd_complex *zy, mplapackint incy)
{
    return dot("Cdotu ", ddblasUdotu, false, n, zx, incx, zy, incy);
}
dd_complex Cdotc(mplapackint n, dd_complex *zx, mplapackint incx, dd_complex *zy, mplapackint incy)
{
    return dot("Cdotc ", ddblasUdotc, true, n, zx, incx, zy, incy);
}

dd_real Rnrm2(mplapackint n, dd_real *x, mplapackint incx) { return real_of("Rnrm2 ", ddblasWnrm2, n, x, incx); }
dd_real RCnrm2(mplapackint n, dd_complex *x, mplapackint incx) { return real_of("RCnrm2", ddblasWunrm2, n, x, incx); }
dd_real Rasum(mplapackint n, dd_real *dx, mplapackint incx) { return real_of("Rasum ", ddblasWasum, n, dx, incx); }
dd_real RCasum(mplapackint n, dd_complex *zx, mplapackint incx) { return real_of("RCasum", ddblasWuasum, n, zx, incx); }
mplapackint iRamax(mplapackint n, dd_real *dx, mplapackint incx) { return position_of("iRamax", ddblasIwamax, n, dx, incx); }
mplapackint iCamax(mplapackint n, dd_complex *zx, mplapackint incx) { return position_of("iCamax", ddblasIuamax, n, zx, incx); }

dd_real RCabs1(dd_complex z)
{
    const cuddcomplex *a = same(&z);
    const cuddreal sum = cuddAdd(cuddFabs(a->x), cuddFabs(a->y));
    return dd_real(sum.x, sum.y);
}

void Rrot(mplapackint n, dd_real *dx, mplapackint incx, dd_real *dy, mplapackint incy, dd_real c, dd_real s)
{
    rot("Rrot  ", ddblasWrot, n, dx, incx, dy, incy, c, s);
}
void CRrot(mplapackint n, dd_complex *zx, mplapackint incx, dd_complex *zy, mplapackint incy, dd_real c, dd_real s)
{
    rot("CRrot ", ddblasUwrot, n, zx, incx, zy, incy, c, s);
}

void Rrotg(dd_real &da, dd_real &db, dd_real &c, dd_real &s)
{
    for (const dd_real *a : {&da, &db, &c, &s})
        will_write(a, sizeof *a);
    on_cpu({"Rrotg ", 0, 0, 0},
           [&](ddblasHandle_t handle) { return ddblasWrotg(handle, same(&da), same(&db), same(&c), same(&s)); });
}
void Crotg(dd_complex &ca, dd_complex cb, dd_real &c, dd_complex &s)
{
    will_write(&ca, sizeof ca);
    will_write(&c, sizeof c);
    will_write(&s, sizeof s);
    on_cpu({"Crotg ", 0, 0, 0},
           [&](ddblasHandle_t handle) { return ddblasUrotg(handle, same(&ca), same(&cb), same(&c), same(&s)); });
}

/* The loop of the reference, for increments of 0. */
static void rotate(int64_t n, dd_real *dx, int64_t incx, dd_real *dy, int64_t incy, const dd_real *dparam)
{
    const auto parameter = [&](int i) { return cuddMake(dparam[i].x[0], dparam[i].x[1]); };
    const double flag = dparam[0].x[0];
    const cuddreal one = cuddFromDouble(1.0), minus = cuddFromDouble(-1.0);
    const cuddreal h11 = flag == 1.0 || flag < 0.0 ? parameter(1) : one, h22 = flag == 1.0 || flag < 0.0 ? parameter(4) : one;
    const cuddreal h21 = flag == 1.0 ? minus : parameter(2), h12 = flag == 1.0 ? one : parameter(3);
    dd_real *x = origin(dx, n, incx), *y = origin(dy, n, incy);
    for (int64_t i = 0; flag != -2.0 && i < n; i++)
    {
        const cuddreal a = cuddMake(x[i * incx].x[0], x[i * incx].x[1]), b = cuddMake(y[i * incy].x[0], y[i * incy].x[1]);
        const cuddreal first = cuddAdd(cuddMul(a, h11), cuddMul(b, h12)), second = cuddAdd(cuddMul(a, h21), cuddMul(b, h22));
        x[i * incx] = dd_real(first.x, first.y);
        y[i * incy] = dd_real(second.x, second.y);
    }
}
void Rrotm(mplapackint n, dd_real *dx, mplapackint incx, dd_real *dy, mplapackint incy, dd_real *dparam)
{
    if (n <= 0)
        return;
    will_write_vector(dx, n, incx);
    will_write_vector(dy, n, incy);
    if (incx == 0 || incy == 0)
        return rotate(n, dx, incx, dy, incy, dparam);
    on_cpu({"Rrotm ", n, 0, 0},
           [&](ddblasHandle_t handle) { return ddblasWrotm(handle, n, same(dx), incx, same(dy), incy, same(dparam)); });
}
void Rrotmg(dd_real &dd1, dd_real &dd2, dd_real &dx1, dd_real dy1, dd_real *dparam)
{
    for (const dd_real *a : {&dd1, &dd2, &dx1})
        will_write(a, sizeof *a);
    will_write_vector(dparam, 5, 1);
    on_cpu({"Rrotmg", 0, 0, 0}, [&](ddblasHandle_t handle)
           { return ddblasWrotmg(handle, same(&dd1), same(&dd2), same(&dx1), same(&dy1), same(dparam)); });
}

bool Mlsame_dd(const char *a, const char *b)
{
    const auto capital = [](char c) { return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c; };
    return capital(*a) == capital(*b);
}
