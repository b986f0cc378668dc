/*
 * Eigenvalues of a symmetric tridiagonal matrix by bisection on the CPU engine: first in double, to
 * 2^-47 times the bound of T's norm, which is far more than the errors of counts in double, and
 * then in W, to 2^-109 times the bound. An eigenvalue belongs to one thread, so the bits do not
 * depend on the threads. Work: n steps for each of 48 counts in double and 64 in W.
 */
#include <math.h>

#include "core/sizes.h"
#include "eigen/eigen.h"
#include "eigen/sturm.h"

enum
{
    STEPS_D = 48,         /* From 2 to 2^-47 times the bound. */
    STEPS_W = 64,         /* From 2^-45 to 2^-109 times the bound, or as near as numbers of W are. */
    THREAD_STEPS = 1 << 8 /* Products of orders and numbers of values that are worth a thread. */
};

int64_t ddblas_eigen_below(int64_t n, const cuddreal *d, const cuddreal *squares, cuddreal x)
{
    const cuddreal minus = cuddNeg(x);
    cuddreal q = sturm_pivot_w(cuddAdd(d[0], minus), cuddFromDouble(0.0), cuddFromDouble(1.0));
    int64_t count = q.x < 0.0;
    for (int64_t i = 1; i < n; i++)
    {
        q = sturm_pivot_w(cudd_add_parts(d[i].x, d[i].y, minus.x, minus.y), squares[i - 1], q);
        count += q.x < 0.0;
    }
    return count;
}

static int64_t below_d(const struct ddblas_eigen_bisect *p, double x)
{
    const cuddreal *d = p->d, *squares = p->squares;
    double q = sturm_pivot_d(d[0].x - x, 0.0, 1.0);
    int64_t count = q < 0.0;
    for (int64_t i = 1; i < p->n; i++)
    {
        q = sturm_pivot_d(d[i].x - x, squares[i - 1].x, q);
        count += q < 0.0;
    }
    return count;
}

static void find_value(const struct ddblas_eigen_bisect *p, int64_t k)
{
    double from = -p->bound, to = p->bound;
    for (int step = 0; step < STEPS_D; step++) /* Halvings of an interval of 2 bound. */
    {
        const double middle = 0.5 * (from + to);
        if (below_d(p, middle) > p->first + k)
            to = middle;
        else
            from = middle;
    }
    cuddreal low = cuddAddD(cuddFromDouble(from), -p->bound * 0x1p-47), high = cuddAddD(cuddFromDouble(to), p->bound * 0x1p-47);
    for (int step = 0; step < STEPS_W; step++)
    {
        const cuddreal middle = cuddMulD(cuddAdd(low, high), 0.5);
        if (ddblas_eigen_below(p->n, p->d, p->squares, middle) > p->first + k)
            high = middle;
        else
            low = middle;
    }
    ((cuddreal *)p->values)[k] = cuddMulD(cuddAdd(low, high), 0.5);
}

void ddblas_eigen_bisect_cpu(ddblasHandle_t handle, const struct ddblas_eigen_bisect *p)
{
    const double worth = 1.0 + (double)p->count * (double)p->n / THREAD_STEPS;
    const int threads = ddblas_threads_useful(handle, DDBLAS_TYPE_W, worth < (double)p->count ? worth : (double)p->count);
    if (threads == 1)
        for (int64_t k = 0; k < p->count; k++)
            find_value(p, k);
    else
    {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (int64_t k = 0; k < p->count; k++)
            find_value(p, k);
    }
}

void ddblas_eigen_ascend(int64_t n, cuddreal *values)
{
    for (int64_t k = 1; k < n; k++)
        if (cuddLt(values[k], values[k - 1]))
            values[k] = values[k - 1];
}
