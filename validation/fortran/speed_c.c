/* The loops of speed.f90 with the inline functions of cuddreal.h. */
#include <stdint.h>

#include <dd/cuddreal.h>

void speed_c_add(int64_t n, const cuddreal *x, cuddreal *y);
void speed_c_mul(int64_t n, const cuddreal *x, cuddreal *y);
void speed_c_div(int64_t n, const cuddreal *x, cuddreal *y);
void speed_c_axpy(int64_t n, const cuddreal *x, cuddreal *y);
void speed_c_root(int64_t n, const cuddreal *x, cuddreal *y);
void speed_c_horner(int64_t n, const cuddreal *x, cuddreal *y);

void speed_c_add(int64_t n, const cuddreal *x, cuddreal *y)
{
    for (int64_t i = 0; i < n; i++)
        y[i] = cuddAdd(y[i], x[i]);
}

void speed_c_mul(int64_t n, const cuddreal *x, cuddreal *y)
{
    for (int64_t i = 0; i < n; i++)
        y[i] = cuddMul(y[i], x[i]);
}

void speed_c_div(int64_t n, const cuddreal *x, cuddreal *y)
{
    for (int64_t i = 0; i < n; i++)
        y[i] = cuddDiv(y[i], x[i]);
}

void speed_c_axpy(int64_t n, const cuddreal *x, cuddreal *y)
{
    const cuddreal a = cuddMake(0.5, 0x1p-60);
    for (int64_t i = 0; i < n; i++)
        y[i] = cuddAdd(y[i], cuddMul(a, x[i]));
}

void speed_c_root(int64_t n, const cuddreal *x, cuddreal *y)
{
    for (int64_t i = 0; i < n; i++)
        y[i] = cuddSqrt(cuddAdd(x[i], cuddFabs(y[i])));
}

/* One sum, in which each step needs the last. */
void speed_c_horner(int64_t n, const cuddreal *x, cuddreal *y)
{
    const cuddreal a = cuddMake(0.5, 0x1p-60);
    cuddreal s = y[0];
    for (int64_t i = 0; i < n; i++)
        s = cuddAdd(cuddMul(s, a), x[i]);
    y[0] = s;
}
