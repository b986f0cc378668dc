/*
 * The small operations of a QR factorisation on the CUDA engine: copies, T of a panel, a zero on
 * R's diagonal.
 */
#include <dd/scalar.cuh>

extern "C" {
#include "backend/device_error.h"
#include "core/sizes.h"
#include "factor/qr/qr.h"
}

#include <cuda_runtime_api.h>

enum
{
    THREADS = 256,
    MOST_BLOCKS = 4096,
    TILE = 16, /* Side of a tile that is transposed, by TILE^2 threads. */
    LANES = 32,
    LANES_OF_ROW = 4, /* Lanes that share the sums of a row of T. */
    MOST_ORDER = 32
};

/* ---- copies ---------------------------------------------------------------------------------- */

template <class T>
struct copied
{
    int64_t rows, columns, above;
    const T *A;
    int64_t lda;
    T *out;
    int64_t ldo;
    bool vectors;
};

/* The reflectors, or the identity. A thread has elements THREADS rows apart in one column. */
template <class T>
__global__ void __launch_bounds__(THREADS) copy_kernel(const copied<T> c)
{
    const int64_t pieces = (c.rows + THREADS - 1) / THREADS;
    for (int64_t k = blockIdx.x; k < pieces * c.columns; k += gridDim.x)
    {
        const int64_t i = k % pieces * THREADS + threadIdx.x, j = k / pieces, below = i - c.above - j;
        if (i >= c.rows)
            continue;
        T value = below == 0 ? scalar<T>::one() : scalar<T>::zero();
        if (c.vectors && below > 0)
            value = c.A[i - c.above + j * c.lda];
        c.out[i + j * c.ldo] = value;
    }
}

/* out = A^H by tiles in shared memory. */
template <class T>
__global__ void __launch_bounds__(TILE *TILE) adjoint_kernel(const copied<T> c)
{
    __shared__ T tile[TILE][TILE + 1];
    const int x = (int)threadIdx.x % TILE, y = (int)threadIdx.x / TILE;
    const int64_t down = (c.rows + TILE - 1) / TILE, across = (c.columns + TILE - 1) / TILE;
    for (int64_t k = blockIdx.x; k < down * across; k += gridDim.x)
    {
        const int64_t i = k % down * TILE, j = k / down * TILE;
        __syncthreads();
        if (j + x < c.columns && i + y < c.rows)
            tile[y][x] = c.A[j + x + (i + y) * c.lda];
        __syncthreads();
        if (i + x < c.rows && j + y < c.columns)
            c.out[i + x + (j + y) * c.ldo] = scalar<T>::conj(tile[x][y]);
    }
}

template <class T>
static void launch_copy(cudaStream_t stream, const struct ddblas_qr_copy *p)
{
    const copied<T> c = {p->rows, p->columns,  p->above, (const T *)p->A,
                         p->lda,  (T *)p->out, p->ldo,   p->part == DDBLAS_QR_VECTORS};
    if (p->part == DDBLAS_QR_ADJOINT)
    {
        const int64_t tiles = quotient_up(p->rows, TILE) * quotient_up(p->columns, TILE);
        adjoint_kernel<T><<<(unsigned)least(tiles, MOST_BLOCKS), TILE * TILE, 0, stream>>>(c);
        return;
    }
    const int64_t pieces = quotient_up(p->rows, THREADS) * p->columns;
    copy_kernel<T><<<(unsigned)least(pieces, MOST_BLOCKS), THREADS, 0, stream>>>(c);
}

extern "C" ddblasStatus_t ddblas_qr_copy_cuda(ddblasHandle_t handle, const struct ddblas_qr_copy *copy)
{
    switch (copy->type)
    {
#define DDBLAS_TYPES DDBLAS_TYPES_OF_QR
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        launch_copy<element>((cudaStream_t)handle->stream, copy);                                                                \
        break;
#include <dd/types.def>
    default:
        break;
    }
    return ddblas_check_engine(handle, ddblas_device_error((int)cudaGetLastError()), "geqrf");
}

/* ---- T --------------------------------------------------------------------------------------- */

template <class T>
struct triangle
{
    int order;
    const T *S;
    int64_t lds;
    const T *tau;
    T *out;
    int64_t ldt;
};

/* t_jj = tau_j, t_ij = -tau_j sum of t_il s_lj over l = i .. j - 1. Rows of T do not depend on each
 * other: LANES_OF_ROW lanes of a warp have a row, sum every fourth term, and add their sums in the
 * order of the lanes. */
template <class T>
__global__ void __launch_bounds__(MOST_ORDER *LANES_OF_ROW) triangle_kernel(const triangle<T> t)
{
    typedef typename scalar<T>::accumulator accumulator;
    __shared__ T rows[MOST_ORDER][MOST_ORDER + 1], parts[MOST_ORDER][LANES_OF_ROW];
    const int i = (int)threadIdx.x / LANES_OF_ROW, lane = (int)threadIdx.x % LANES_OF_ROW;
    for (int j = 0; j < t.order; j++)
    {
        accumulator sum;
        sum.clear();
        int terms = 0;
        for (int l = i + lane; l < j; l += LANES_OF_ROW)
        {
            sum.mac(rows[i][l], t.S[l + j * t.lds]);
            if (++terms % accumulator::interval == 0)
                sum.renormalise();
        }
        parts[i][lane] = sum.value();
        __syncwarp();
        if (lane == 0 && i < t.order)
        {
            T value = parts[i][0];
            for (int q = 1; q < LANES_OF_ROW; q++)
                value = scalar<T>::merge(value, parts[i][q]);
            value = i == j ? t.tau[j] : scalar<T>::neg(scalar<T>::mul(t.tau[j], value));
            if (i > j)
                value = scalar<T>::zero();
            rows[i][j] = value;
            t.out[i + j * t.ldt] = value;
        }
        __syncwarp();
    }
}

template <class T>
static void launch_triangle(cudaStream_t stream, const struct ddblas_qr_triangle *p)
{
    const triangle<T> t = {(int)p->order, (const T *)p->S, p->lds, (const T *)p->tau, (T *)p->T, p->ldt};
    triangle_kernel<T><<<1, (unsigned)(round_up(p->order * LANES_OF_ROW, LANES)), 0, stream>>>(t);
}

extern "C" ddblasStatus_t ddblas_qr_triangle_cuda(ddblasHandle_t handle, const struct ddblas_qr_triangle *triangle)
{
    if (ddblas_type_is_complex(triangle->type))
        launch_triangle<cuddcomplex>((cudaStream_t)handle->stream, triangle);
    else
        launch_triangle<cuddreal>((cudaStream_t)handle->stream, triangle);
    return ddblas_check_engine(handle, ddblas_device_error((int)cudaGetLastError()), "geqrf");
}

/* ---- a zero on the diagonal ------------------------------------------------------------------ */

template <class T>
__global__ void __launch_bounds__(THREADS) singular_kernel(int64_t order, const T *R, int64_t ldr, int64_t *info)
{
    __shared__ int64_t first[THREADS];
    int64_t mine = INT64_MAX;
    for (int64_t k = threadIdx.x; k < order && mine == INT64_MAX; k += THREADS)
        if (scalar<T>::is_zero(R[k * (ldr + 1)]))
            mine = k + 1;
    first[threadIdx.x] = mine;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2)
    {
        if ((int)threadIdx.x < half && first[threadIdx.x + half] < first[threadIdx.x])
            first[threadIdx.x] = first[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *info = first[0] == INT64_MAX ? 0 : first[0];
}

extern "C" ddblasStatus_t ddblas_qr_singular_cuda(ddblasHandle_t handle, const struct ddblas_qr_singular *s)
{
    const cudaStream_t stream = (cudaStream_t)handle->stream;
    switch (s->type)
    {
#define DDBLAS_TYPES DDBLAS_TYPES_OF_QR
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        singular_kernel<element><<<1, THREADS, 0, stream>>>(s->order, (const element *)s->R, s->ldr, s->info);                   \
        break;
#include <dd/types.def>
    default:
        break;
    }
    return ddblas_check_engine(handle, ddblas_device_error((int)cudaGetLastError()), "gels");
}
