/*
 * Level 1 over QD's dd_real.
 */
#include "qd_level1.h"
#include "qd_fused.h"

static_assert(sizeof(dd_real) == sizeof(cuddreal), "one layout");

static inline const dd_real &dd(const cuddreal &a) { return reinterpret_cast<const dd_real &>(a); }
static inline dd_real &dd(cuddreal &a) { return reinterpret_cast<dd_real &>(a); }
static inline dd_real plus(const dd_real &a, const dd_real &b) { return dd_real::ieee_add(a, b); }

void qd_dot(int64_t n, const cuddreal *x, const cuddreal *y, cuddreal *result)
{
    dd_real sum = 0.0;
    for (int64_t i = 0; i < n; i++)
        sum = plus(sum, dd(x[i]) * dd(y[i]));
    dd(*result) = sum;
}

void qd_dotu(int64_t n, const cuddcomplex *x, const cuddcomplex *y, cuddcomplex *result)
{
    dd_real re = 0.0, im = 0.0;
    for (int64_t i = 0; i < n; i++)
    {
        re = plus(re, plus(dd(x[i].x) * dd(y[i].x), -(dd(x[i].y) * dd(y[i].y))));
        im = plus(im, plus(dd(x[i].x) * dd(y[i].y), dd(x[i].y) * dd(y[i].x)));
    }
    dd(result->x) = re;
    dd(result->y) = im;
}

void qd_nrm2(int64_t n, const cuddreal *x, cuddreal *result)
{
    dd_real sum = 0.0;
    for (int64_t i = 0; i < n; i++)
        sum = plus(sum, dd(x[i]) * dd(x[i]));
    dd(*result) = sqrt(sum);
}

void qd_asum(int64_t n, const cuddreal *x, cuddreal *result)
{
    dd_real sum = 0.0;
    for (int64_t i = 0; i < n; i++)
        sum = plus(sum, abs(dd(x[i])));
    dd(*result) = sum;
}

void qd_axpy(int64_t n, const cuddreal *alpha, const cuddreal *x, cuddreal *y)
{
    const dd_real a = dd(*alpha);
    for (int64_t i = 0; i < n; i++)
        dd(y[i]) = plus(dd(y[i]), a * dd(x[i]));
}

void qd_axpy_complex(int64_t n, const cuddcomplex *alpha, const cuddcomplex *x, cuddcomplex *y)
{
    const dd_real re = dd(alpha->x), im = dd(alpha->y);
    for (int64_t i = 0; i < n; i++)
    {
        dd(y[i].x) = plus(dd(y[i].x), plus(re * dd(x[i].x), -(im * dd(x[i].y))));
        dd(y[i].y) = plus(dd(y[i].y), plus(re * dd(x[i].y), im * dd(x[i].x)));
    }
}

void qd_scal(int64_t n, const cuddreal *alpha, cuddreal *x)
{
    const dd_real a = dd(*alpha);
    for (int64_t i = 0; i < n; i++)
        dd(x[i]) = a * dd(x[i]);
}

void qd_rot(int64_t n, cuddreal *x, cuddreal *y, const cuddreal *c, const cuddreal *s)
{
    const dd_real co = dd(*c), si = dd(*s);
    for (int64_t i = 0; i < n; i++)
    {
        const dd_real a = dd(x[i]), b = dd(y[i]);
        dd(x[i]) = plus(co * a, si * b);
        dd(y[i]) = plus(co * b, -(si * a));
    }
}

int64_t qd_amax(int64_t n, const cuddreal *x)
{
    int64_t best = 0;
    for (int64_t i = 1; i < n; i++)
        if (abs(dd(x[i])) > abs(dd(x[best])))
            best = i;
    return best + 1;
}
