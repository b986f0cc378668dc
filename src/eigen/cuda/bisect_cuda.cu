/*
 * Eigenvalues of a symmetric tridiagonal matrix by bisection on the CUDA engine. PARTS - 1
 * neighbouring lanes work on eigenvalue k. Its interval [low, high] is cut into PARTS equal parts,
 * each lane counts the eigenvalues below one of the cuts, and the part in which the count passes k
 * becomes the new interval. The intervals are first shortened in double, to 2^-46 times the bound
 * of T's norm, which is far more than the errors of counts in double, and then in W.
 *
 * Error: that of the counts (eigen/sturm.h), about 10 u_w times the norm, and the width of the last
 * interval. Work: n steps of a count for each of the lanes, 16 times in double and 20 times in W;
 * a count is a chain of dependent operations, which is why several run side by side. Bytes: all
 * threads read T, mostly from the caches.
 */
#include <dd/scalar.cuh>

extern "C" {
#include "backend/device_error.h"
#include "core/checks.h"
#include "core/sizes.h"
#include "eigen/eigen.h"
}
#include "eigen/sturm.h"

#include <cuda_runtime_api.h>

enum
{
    THREADS = 128,
    PARTS = 9,
    LANES = PARTS - 1,
    MOST_PASSES = 40 /* More passes than any interval needs; each divides its width by nearly PARTS. */
};

struct bisection
{
    int64_t n, first, count;
    const cuddreal *d, *e2;
    cuddreal *low, *high;
    double bound;
};

static __device__ int count_below(const bisection &b, double x)
{
    double q = sturm_pivot_d(b.d[0].x - x, 0.0, 1.0);
    int count = q < 0.0;
#pragma unroll 4
    for (int64_t i = 1; i < b.n; i++)
    {
        q = sturm_pivot_d(b.d[i].x - x, b.e2[i - 1].x, q);
        count += q < 0.0;
    }
    return count;
}

static __device__ int count_below(const bisection &b, cuddreal x)
{
    cuddreal q = sturm_pivot_w(cuddSub(b.d[0], x), cuddFromDouble(0.0), cuddFromDouble(1.0));
    int count = q.x < 0.0;
#pragma unroll 4
    for (int64_t i = 1; i < b.n; i++)
    {
        const cuddreal d = b.d[i];
        q = sturm_pivot_w(cudd_add_parts(d.x, d.y, -x.x, -x.y), b.e2[i - 1], q);
        count += q.x < 0.0;
    }
    return count;
}

/* Operations on ends of intervals. */
static __device__ double width_of(double low, double high) { return high - low; }
static __device__ double width_of(cuddreal low, cuddreal high) { return cuddSub(high, low).x; }
static __device__ double moved(double from, double by) { return from + by; }
static __device__ cuddreal moved(cuddreal from, double by) { return cuddAddD(from, by); }
static __device__ double number_of(cuddreal a, double) { return a.x; }
static __device__ cuddreal number_of(cuddreal a, cuddreal) { return a; }
static __device__ cuddreal widened(double a, double by) { return cuddAddD(cuddFromDouble(a), by); }
static __device__ cuddreal widened(cuddreal a, double) { return a; }

/* Shortens the intervals until none is wider than `tolerance`. Then widens each by `apart` on both
 * sides. */
template <class R>
__global__ void __launch_bounds__(THREADS) bisect_kernel(const bisection b, double tolerance, double apart)
{
    const int lane = threadIdx.x % 32, m = lane % LANES, first = lane - m;
    const int64_t k = (blockIdx.x * (int64_t)THREADS + threadIdx.x) / LANES, own = k < b.count ? k : b.count - 1;
    R low = number_of(b.low[own], R()), high = number_of(b.high[own], R());
    for (int pass = 0; pass < MOST_PASSES && __any_sync(0xffffffffu, width_of(low, high) > tolerance); pass++)
    {
        const double width = width_of(low, high);
        const int above = count_below(b, moved(low, width * ((m + 1) / (double)PARTS))) > b.first + own;
        /* The group's first lane whose count passes k, or LANES if there is none. */
        const unsigned group = __ballot_sync(0xffffffffu, above) >> first & ((1U << LANES) - 1U);
        const int cut = group ? __ffs((int)group) - 1 : LANES;
        const R start = low;
        if (cut > 0)
            low = moved(start, width * (cut / (double)PARTS));
        if (cut < LANES)
            high = moved(start, width * ((cut + 1) / (double)PARTS));
    }
    if (m == 0 && k < b.count)
    {
        b.low[k] = widened(low, -apart);
        b.high[k] = widened(high, apart);
    }
}

__global__ void __launch_bounds__(THREADS) begin_bisection_kernel(const bisection b)
{
    for (int64_t k = blockIdx.x * (int64_t)THREADS + threadIdx.x; k < b.count; k += (int64_t)gridDim.x * THREADS)
    {
        b.low[k] = cuddFromDouble(-b.bound);
        b.high[k] = cuddFromDouble(b.bound);
    }
}

/* Replaces low by the middle of the interval. */
__global__ void __launch_bounds__(THREADS) end_bisection_kernel(const bisection b)
{
    for (int64_t k = blockIdx.x * (int64_t)THREADS + threadIdx.x; k < b.count; k += (int64_t)gridDim.x * THREADS)
        b.low[k] = cuddAdd(cuddMulD(b.low[k], 0.5), cuddMulD(b.high[k], 0.5));
}

extern "C" ddblasStatus_t ddblas_eigen_bisect_cuda(ddblasHandle_t handle, const struct ddblas_eigen_bisect *p)
{
    const cudaStream_t stream = (cudaStream_t)handle->stream;
    cuddreal *values = (cuddreal *)p->values;
    const bisection b = {p->n,   p->first,          p->count, (const cuddreal *)p->d, (const cuddreal *)p->squares,
                         values, values + p->count, p->bound};
    const unsigned blocks = (unsigned)quotient_up(p->count * LANES, THREADS), few = (unsigned)quotient_up(p->count, THREADS);
    begin_bisection_kernel<<<few, THREADS, 0, stream>>>(b);
    bisect_kernel<double><<<blocks, THREADS, 0, stream>>>(b, p->bound * 0x1p-47, p->bound * 0x1p-47);
    bisect_kernel<cuddreal><<<blocks, THREADS, 0, stream>>>(b, p->bound * 0x1p-108, 0.0);
    end_bisection_kernel<<<few, THREADS, 0, stream>>>(b);
    return ddblas_check_engine(handle, ddblas_device_error((int)cudaGetLastError()), "syevd");
}
