/*
 * The passes of divide and conquer on the CUDA engine. The second dimension of a grid goes over the
 * merges of a level. Each warp computes one root, weight or vector; a lane takes every 32nd pole,
 * and the sums of lanes are added in a fixed order. Work for a root: about ten sums of k terms in
 * double and three in W, of about 100 operations a term; for a weight or a vector one pass over k
 * numbers, with a division in W for each. Poles and weights are read from the caches, so that only
 * vectors take bandwidth: 16 bytes an element for each of three accesses. Rotations and copies move
 * elements alone.
 */
#include <dd/scalar.cuh>

extern "C" {
#include "backend/device_error.h"
#include "core/checks.h"
#include "core/sizes.h"
#include "eigen/divide/divide.h"
}

#include <cuda_runtime_api.h>

enum
{
    WARP = 32,
    THREADS = 128,
    WARPS = THREADS / WARP,
    MOST_MERGES = 65535 /* The largest second dimension of a grid. */
};

static __device__ __forceinline__ double secular_total_d(double mine)
{
    for (int with = WARP / 2; with > 0; with /= 2)
        mine = cudd_add(mine, __shfl_xor_sync(0xffffffffu, mine, with));
    return mine;
}

static __device__ __forceinline__ cuddreal from_lane(cuddreal mine, int with)
{
    return cuddMake(__shfl_xor_sync(0xffffffffu, mine.x, with), __shfl_xor_sync(0xffffffffu, mine.y, with));
}

static __device__ __forceinline__ cuddreal secular_total_w(cuddreal mine)
{
    for (int with = WARP / 2; with > 0; with /= 2)
    {
        const cuddreal other = from_lane(mine, with);
        mine = cudd_add_parts(mine.x, mine.y, other.x, other.y); /* The sum has the same bits in either order. */
    }
    return mine;
}

static __device__ __forceinline__ cuddreal secular_product(cuddreal mine)
{
    for (int with = WARP / 2; with > 0; with /= 2)
    {
        const cuddreal other = from_lane(mine, with);
        mine = cudd_mul_parts(mine.x, mine.y, other.x, other.y);
    }
    return mine;
}

#define SECULAR_LANES WARP
#define SECULAR_FN    static __device__
#include "eigen/divide/secular.h"

typedef struct ddblas_divide_level level;
typedef struct ddblas_divide_merge merge;

static __device__ secular secular_of(const level &l, const merge &m)
{
    const secular s = {m.k, l.pole + m.first, l.weight + m.first, l.square + m.first, m.sum, m.inverse};
    return s;
}

/* Sets Q to the vectors of the leaves, and to zero outside their blocks. */
__global__ void __launch_bounds__(THREADS) place_kernel(const level l)
{
    for (int64_t j = blockIdx.x; j < l.n; j += gridDim.x)
    {
        const int64_t leaf = ddblas_divide_leaf_of(l.n, l.depth, j), first = ddblas_divide_begin(l.n, l.depth, leaf),
                      last = ddblas_divide_begin(l.n, l.depth, leaf + 1);
        for (int64_t i = threadIdx.x; i < l.n; i += THREADS)
            l.Q[i + j * l.n] = i >= first && i < last ? l.S[i - first + j * DDBLAS_DIVIDE_LEAF] : cuddFromDouble(0.0);
    }
}

__global__ void __launch_bounds__(THREADS) ends_kernel(const level l)
{
    for (int64_t j = blockIdx.x * (int64_t)THREADS + threadIdx.x; j < l.n; j += gridDim.x * (int64_t)THREADS)
        l.ends[j] = l.Q[ddblas_divide_end_of(l.n, l.depth, l.height, j) + j * l.n];
}

/* Applies the rotations; each thread has one row. */
__global__ void __launch_bounds__(THREADS) rotate_columns_kernel(const level l)
{
    for (int64_t k = blockIdx.y; k < l.count; k += gridDim.y)
    {
        const merge &m = l.merge[k];
        for (int64_t i = blockIdx.x * (int64_t)THREADS + threadIdx.x; i < m.size; i += gridDim.x * (int64_t)THREADS)
        {
            cuddreal *row = l.Q + m.first * (l.n + 1) + i;
            for (int64_t r = m.rotation; r < m.rotation + m.rotations; r++)
            {
                const ddblas_divide_rotation rotation = l.rotation[r];
                cuddreal *a = row + rotation.a * l.n, *b = row + rotation.b * l.n;
                const cuddreal x = *a, y = *b;
                *a = cuddAdd(cuddMul(rotation.c, x), cuddMul(rotation.s, y));
                *b = cuddSub(cuddMul(rotation.c, y), cuddMul(rotation.s, x));
            }
        }
    }
}

/* Copies packed columns, one by each thread block: all to P, or those from k on back to Q. */
__global__ void __launch_bounds__(THREADS) copy_columns_kernel(const level l, bool back)
{
    for (int64_t k = blockIdx.y; k < l.count; k += gridDim.y)
    {
        const merge &m = l.merge[k];
        const int64_t at = m.first * (l.n + 1);
        for (int64_t j = (back ? m.k : 0) + blockIdx.x; j < m.size; j += gridDim.x)
        {
            const cuddreal *from = back ? l.P + at + j * l.n : l.Q + at + l.source[m.first + j] * l.n;
            cuddreal *to = (back ? l.Q : l.P) + at + j * l.n;
            for (int64_t i = threadIdx.x; i < m.size; i += THREADS)
                to[i] = from[i];
        }
    }
}

__global__ void __launch_bounds__(THREADS) roots_kernel(const level l)
{
    const int lane = threadIdx.x % WARP;
    for (int64_t k = blockIdx.y; k < l.count; k += gridDim.y)
    {
        const merge &m = l.merge[k];
        const secular s = secular_of(l, m);
        for (int64_t j = blockIdx.x * (int64_t)WARPS + threadIdx.x / WARP; j < m.k; j += gridDim.x * (int64_t)WARPS)
        {
            const secular_root root = secular_root_of(&s, j, lane);
            if (lane == 0)
            {
                l.origin[m.first + j] = root.origin;
                l.shift[m.first + j] = root.shift;
            }
        }
    }
}

__global__ void __launch_bounds__(THREADS) weights_kernel(const level l)
{
    const int lane = threadIdx.x % WARP;
    for (int64_t k = blockIdx.y; k < l.count; k += gridDim.y)
    {
        const merge &m = l.merge[k];
        const secular s = secular_of(l, m);
        for (int64_t i = blockIdx.x * (int64_t)WARPS + threadIdx.x / WARP; i < m.k; i += gridDim.x * (int64_t)WARPS)
        {
            const cuddreal weight = secular_weight(&s, i, l.origin + m.first, l.shift + m.first, lane);
            if (lane == 0)
                l.solved[m.first + i] = weight;
        }
    }
}

/* Computes column j of S by one warp. */
static __device__ void form_vector(const level &l, const merge &m, int64_t j, int lane)
{
    const secular s = secular_of(l, m);
    const secular_root root = {l.origin[m.first + j], l.shift[m.first + j]};
    const int64_t *row = l.row + m.first;
    cuddreal *out = l.S + m.first * (l.n + 1) + j * l.n, square = cuddFromDouble(0.0);
    for (int64_t i = lane; i < m.k; i += WARP)
    {
        const cuddreal element = cudd_div_parts(l.solved[m.first + i], secular_difference(&s, i, root));
        out[row[i]] = element;
        square = cuddAdd(square, cuddSqr(element));
    }
    const cuddreal inverse = cuddDiv(cuddFromDouble(1.0), cuddSqrt(secular_total_w(square)));
    for (int64_t i = lane; i < m.k; i += WARP) /* Each lane has the elements that it wrote. */
        out[row[i]] = cuddMul(out[row[i]], inverse);
}

__global__ void __launch_bounds__(THREADS) vectors_kernel(const level l)
{
    const int lane = threadIdx.x % WARP;
    for (int64_t k = blockIdx.y; k < l.count; k += gridDim.y)
    {
        const merge &m = l.merge[k];
        for (int64_t j = blockIdx.x * (int64_t)WARPS + threadIdx.x / WARP; j < m.padded; j += gridDim.x * (int64_t)WARPS)
        {
            for (int64_t i = (j < m.k ? m.k : 0) + lane; i < m.padded; i += WARP)
                l.S[m.first * (l.n + 1) + j * l.n + i] = cuddFromDouble(0.0);
            if (j < m.k)
                form_vector(l, m, j, lane);
        }
    }
}

extern "C" ddblasStatus_t ddblas_divide_pass_cuda(ddblasHandle_t handle, enum ddblas_divide_pass pass,
                                                  const struct ddblas_divide_level *l)
{
    const cudaStream_t stream = (cudaStream_t)handle->stream;
    const unsigned merges = (unsigned)least(l->count, MOST_MERGES);
    const dim3 rows((unsigned)quotient_up(l->widest, THREADS), merges), columns((unsigned)l->widest, merges),
        warps((unsigned)quotient_up(l->widest, WARPS), merges);
    switch (pass)
    {
    case DDBLAS_DIVIDE_PLACE:
        place_kernel<<<(unsigned)l->n, THREADS, 0, stream>>>(*l);
        break;
    case DDBLAS_DIVIDE_ENDS:
        ends_kernel<<<(unsigned)quotient_up(l->n, THREADS), THREADS, 0, stream>>>(*l);
        break;
    case DDBLAS_DIVIDE_ROTATE:
        rotate_columns_kernel<<<rows, THREADS, 0, stream>>>(*l);
        break;
    case DDBLAS_DIVIDE_PACK:
        copy_columns_kernel<<<columns, THREADS, 0, stream>>>(*l, false);
        break;
    case DDBLAS_DIVIDE_ROOTS:
        roots_kernel<<<warps, THREADS, 0, stream>>>(*l);
        break;
    case DDBLAS_DIVIDE_WEIGHTS:
        weights_kernel<<<warps, THREADS, 0, stream>>>(*l);
        break;
    case DDBLAS_DIVIDE_VECTORS:
        vectors_kernel<<<warps, THREADS, 0, stream>>>(*l);
        break;
    case DDBLAS_DIVIDE_RETURN:
        copy_columns_kernel<<<columns, THREADS, 0, stream>>>(*l, true);
    }
    return ddblas_check_engine(handle, ddblas_device_error((int)cudaGetLastError()), "eigenvectors");
}
