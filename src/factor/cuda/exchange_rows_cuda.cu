/*
 * Exchanges of rows on the CUDA engine: row i with row ipiv[i] - 1, one after another.
 *
 * The exchanges go in chunks of 32. A chunk concerns at most 64 rows: its own 32 and the 32 others
 * that its pivots name. A warp follows the exchanges of a chunk through a list of these rows, and
 * so finds from which row each of them gets its element. Eight warps prepare eight chunks at a
 * time. Then each warp takes columns of its own: a lane loads the elements of two rows, and all
 * store them after all have loaded. A column is thus read and written once for a chunk, not 32
 * times in a chain.
 *
 * Work: at most 64 loads and stores for 32 exchanges of a column.
 * Edges: a chunk at the end has fewer exchanges; rows that a pivot names twice have one place.
 */
#include <dd/scalar.cuh>

extern "C" {
#include "backend/device_error.h"
#include "core/sizes.h"
#include "factor/factor.h"
}

#include <cuda_runtime_api.h>

enum
{
    LANES = 32,
    WARPS = 8,
    THREADS = LANES * WARPS,
    MOST_BLOCKS = 2048
};

/* A chunk: place p holds the element of row[p], and gets that of row from[p]. Places below LANES
 * are the chunk's own rows, the others those that its pivots name; -1: not used. */
struct chunk
{
    int64_t row[2 * LANES], from[2 * LANES];
    int place[LANES]; /* The place of the row that each pivot names. */
};

struct exchanges
{
    const int64_t *ipiv;
    int64_t first, last;
    bool backward;
};

/* Prepares chunk number `number`, by the threads of a warp. */
static __device__ void prepare_chunk(const exchanges &e, int64_t number, chunk *c, int lane)
{
    const int64_t begin = e.first + number * LANES;
    const int count = e.last - begin < LANES ? (int)(e.last - begin) : (int)LANES;
    const int64_t other = lane < count ? e.ipiv[begin + lane] - 1 : -1;
    c->row[lane] = c->from[lane] = lane < count ? begin + lane : -1;
    c->row[LANES + lane] = c->from[LANES + lane] = other;
    __syncwarp();
    int place = LANES + lane; /* The first place that holds this row. */
    for (int u = lane - 1; u >= 0; u--)
        if (c->row[LANES + u] == other)
            place = LANES + u;
    if (other >= begin && other < begin + count)
        place = (int)(other - begin);
    c->place[lane] = place;
    __syncwarp();
    if (place != LANES + lane)
        c->row[LANES + lane] = -1;
    __syncwarp();
    if (lane == 0)
        for (int k = 0; k < count; k++)
        {
            const int t = e.backward ? count - 1 - k : k, with = c->place[t];
            const int64_t kept = c->from[t];
            c->from[t] = c->from[with];
            c->from[with] = kept;
        }
    __syncwarp();
}

template <class T>
static __device__ void apply_chunk(const chunk *c, T *column, int lane)
{
    const int64_t own = c->row[lane], other = c->row[LANES + lane], own_from = c->from[lane], other_from = c->from[LANES + lane];
    const bool moves_own = own >= 0 && own != own_from, moves_other = other >= 0 && other != other_from;
    T a = scalar<T>::zero(), b = scalar<T>::zero();
    if (moves_own)
        a = column[own_from];
    if (moves_other)
        b = column[other_from];
    __syncwarp();
    if (moves_own)
        column[own] = a;
    if (moves_other)
        column[other] = b;
    __syncwarp();
}

template <class T>
__global__ void __launch_bounds__(THREADS) exchange_kernel(const exchanges e, int64_t columns, T *A, int64_t lda)
{
    __shared__ chunk chunks[WARPS];
    const int warp = (int)threadIdx.x / LANES, lane = (int)threadIdx.x % LANES;
    const int64_t count = (e.last - e.first + LANES - 1) / LANES;
    for (int64_t done = 0; done < count; done += WARPS)
    {
        const int ready = count - done < WARPS ? (int)(count - done) : (int)WARPS;
        if (warp < ready)
            prepare_chunk(e, e.backward ? count - 1 - done - warp : done + warp, &chunks[warp], lane);
        __syncthreads();
        for (int64_t j = (int64_t)blockIdx.x * WARPS + warp; j < columns; j += (int64_t)gridDim.x * WARPS)
            for (int k = 0; k < ready; k++)
                apply_chunk(&chunks[k], A + j * lda, lane);
        __syncthreads();
    }
}

template <class T>
static void launch_exchange(cudaStream_t stream, const struct ddblas_row_exchanges *x)
{
    const exchanges e = {x->ipiv, x->first, x->last, x->backward != 0};
    const unsigned blocks = (unsigned)least(quotient_up(x->columns, WARPS), MOST_BLOCKS);
    exchange_kernel<T><<<blocks, THREADS, 0, stream>>>(e, x->columns, (T *)x->A, x->lda);
}

extern "C" ddblasStatus_t ddblas_exchange_rows_cuda(ddblasHandle_t handle, const struct ddblas_row_exchanges *exchanges)
{
    switch (exchanges->type)
    {
#define DDBLAS_TYPES DDBLAS_TYPES_ALL
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        launch_exchange<element>((cudaStream_t)handle->stream, exchanges);                                                       \
        break;
#include <dd/types.def>
    default:
        break;
    }
    return ddblas_check_engine(handle, ddblas_device_error((int)cudaGetLastError()), "exchanging rows");
}
