/*
 * symv by tiles, second part: y = alpha (sum of the segments' row and column sums) + beta y.
 *
 * A block takes consecutive rows i of tile row I (reflected, symv_geometry.h), 16 bytes of them to a lane. The contributions to
 * them, in the order in which they are added: the row sums of the tiles (I, 0) ... (I, I), then the column sums of (I, I) ...
 * (NB-1, I); of each tile all its segments in order of their blocks. Warp w takes the tiles w, w + Warps, ... of that list; the
 * warps' sums are added in the order of the warps. The list and the places of its first slots are made before the sweep ends: the
 * kernel is launched beside it and waits for its end (programmatic dependent launch). The g.beyond rows of a tile row beside
 * the next have contributions from its row sums too; they come after a warp's others, in the same way.
 *
 * Bytes: each slot once, about 2 E sizeof(T) (tiles + G), most of it still in the L2 cache.
 */
#ifndef DDBLAS_LEVEL2_SYMV_FINISH_CUH
#define DDBLAS_LEVEL2_SYMV_FINISH_CUH

#include "symv_geometry.h"
#include "symv_store.cuh"

enum
{
    SYMV_FINISH_WARPS = 8
};

/* Rows of a lane and of a block, of which a tile's edge is a multiple. */
template <class T>
struct symv_finish_shape
{
    static constexpr int Pack = symv_piece<T>::Pack;
    static constexpr int Rows = 32 * Pack;
};

/* The segments' slots that a warp has to add, as a list of runs, one run (a tile) to a lane. */
struct symv_runs
{
    int first; /* slot of the run's first segment */
    int half;  /* 0 row sums, 1 column sums */
    int end;   /* position in the list after the run's last segment */
    int total; /* length of the list */
};

/* Runs of warp w for tile row I: lane l has number q = w + l Warps of `count` contributions. */
DD_DEVICE symv_runs symv_find(const symv_geometry &g, int I, int count, int w, int lane)
{
    const int q = w + lane * SYMV_FINISH_WARPS;
    symv_runs r = {0, q > I, 0, 0};
    if (q < count)
    {
        const int row = q <= I ? I : q - 1, col = q <= I ? q : I;
        const int tile = symv_tile_number(&g, row, col);
        const int first = symv_block_of(&g, symv_tile_start(&g, row, col));
        r.first = tile + first;
        r.end = symv_block_of(&g, symv_tile_end(&g, row, col) - 1) - first + 1;
    }
#pragma unroll
    for (int d = 1; d < 32; d *= 2)
    {
        const int before = __shfl_up_sync(0xffffffffu, r.end, d);
        r.end += lane >= d ? before : 0;
    }
    r.total = __shfl_sync(0xffffffffu, r.end, 31);
    return r;
}

/* Row 0 of the tile in the sums that stand at positions f, f + 1, ... of the list, by its number among all elements of slots. */
template <int Count>
DD_DEVICE void symv_places(int (&places)[Count], const symv_geometry &g, const symv_runs &runs, int f)
{
    constexpr unsigned All = 0xffffffffu;
#pragma unroll
    for (int u = 0; u < Count; u++)
    {
        /* position f + u lies in the run of the first lane whose end is beyond it */
        const int run = __popc(__ballot_sync(All, runs.end <= f + u)) & 31;
        const int first = __shfl_sync(All, runs.first, run), half = __shfl_sync(All, runs.half, run);
        const int begin = run == 0 ? 0 : __shfl_sync(All, runs.end, run - 1);
        places[u] = (first + f + u - begin) * symv_slot_elements(&g) + (half || !g.upper ? g.beyond : 0) + half * g.edge;
    }
}

/* Adds what the runs have for 16 bytes of rows that lie `offset` rows after row 0 of the tile. */
template <class T, int Loads>
DD_DEVICE void symv_add_runs(symv_piece<T> &sum, const symv_geometry &g, const symv_runs &runs, int (&places)[Loads],
                             const T *slots, int offset, bool valid)
{
    typedef symv_piece<T> piece;
    for (int f = 0; f < runs.total; f += Loads)
    {
        piece part[Loads];
#pragma unroll
        for (int u = 0; u < Loads; u++)
            if (f + u < runs.total && valid)
                part[u] = *(const piece *)(slots + places[u] + offset);
        if (f + Loads < runs.total)
            symv_places(places, g, runs, f + Loads);
#pragma unroll
        for (int u = 0; u < Loads; u++)
            if (f + u < runs.total && valid)
#pragma unroll
                for (int r = 0; r < piece::Pack; r++)
                    sum.of_row[r] = scalar<T>::merge(sum.of_row[r], part[u].of_row[r]);
    }
}

template <class T>
__global__ void __launch_bounds__(32 * SYMV_FINISH_WARPS, sizeof(T) > 16 ? 2 : 4)
    symv_finish_kernel(const __grid_constant__ symv_operands<T> op, const __grid_constant__ symv_geometry g, const T *slots)
{
    constexpr int Loads = 6, Pack = symv_finish_shape<T>::Pack, Rows = symv_finish_shape<T>::Rows;
    typedef symv_piece<T> piece;
    __shared__ piece parts[SYMV_FINISH_WARPS][32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const int groups = g.edge / Rows, I = blockIdx.x / groups, offset = blockIdx.x % groups * Rows;
    const T alpha = op.get_alpha(), beta = op.get_beta();
    const symv_runs runs = symv_find(g, I, g.tiles + 1, warp, lane);
    int places[Loads];
    symv_places(places, g, runs, 0);
#if __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
    piece sum;
#pragma unroll
    for (int r = 0; r < Pack; r++)
        sum.of_row[r] = scalar<T>::zero();
    if (!scalar<T>::is_zero(alpha))
    {
        symv_add_runs(sum, g, runs, places, slots, offset + lane * Pack, true);
        /* the rows of this tile row that row sums of the next one have too, as they lie in it: its last or its first */
        if (g.beyond > 0 && I + 1 < g.tiles && (g.upper ? offset == 0 : offset + Rows == g.edge))
        {
            const symv_runs beyond = symv_find(g, I + 1, I + 1, warp, lane);
            symv_places(places, g, beyond, 0);
            symv_add_runs(sum, g, beyond, places, slots, lane * Pack + (g.upper ? g.edge : -Rows),
                          g.upper ? lane * Pack < g.beyond : lane * Pack >= Rows - g.beyond);
        }
    }
    parts[warp][lane] = sum;
    __syncthreads();
    if (threadIdx.x < Rows)
    {
        const int owner = threadIdx.x / Pack, r = threadIdx.x % Pack;
        T total = parts[0][owner].of_row[r];
#pragma unroll
        for (int w = 1; w < SYMV_FINISH_WARPS; w++)
            total = scalar<T>::merge(total, parts[w][owner].of_row[r]);
        const int64_t i = symv_origin(&g, I) + offset + threadIdx.x;
        store_results(op, g.n, g.upper != 0, i, i < g.n, alpha, beta, total);
    }
}

#endif
