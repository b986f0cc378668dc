/*
 * symv by tiles, second kernel: adds the partial sums and computes y = alpha s + beta y, where s is
 * the sum of the row sums and column sums of all segments.
 *
 * A block computes neighbouring rows i of tile row I, 16 bytes of rows to a lane. Tile rows are
 * reflected indices (symv_geometry.h). The following sums contribute to these rows, in this order:
 *
 *   row sums of tiles (I, 0) ... (I, I), then column sums of tiles (I, I) ... (NB-1, I);
 *   within a tile all segments, in the order of their blocks.
 *
 * Warp w adds the contributions of the tiles w, w + Warps, ... of this list. Then the sums of the
 * warps are added in the order of the warps. If g.beyond > 0, the row sums of a tile row also cover
 * some rows of the tile row before it. The rows of tile row I at the border to tile row I + 1
 * therefore receive row sums from the tiles of that row too. A warp adds these after its other
 * contributions; the tiles of tile row I + 1 are dealt to the warps in the same way.
 *
 * The kernel is launched together with the sweep and waits for the end of the sweep (programmatic
 * dependent launch). Before it waits, it computes the list of contributions and the addresses of
 * the first slots.
 *
 * Bytes: each slot is read once, about 2 E sizeof(T) (tiles + G) in total, mostly from the L2
 * cache. Error bound: the bound of the sweep in symv_tile.cuh includes these additions.
 */
#ifndef DDBLAS_LEVEL2_SYMV_FINISH_CUH
#define DDBLAS_LEVEL2_SYMV_FINISH_CUH

#include "symv_geometry.h"
#include "symv_store.cuh"

enum
{
    SYMV_FINISH_WARPS = 8
};

/* Number of rows of a lane, and of a block. The edge of a tile is a multiple of both. */
template <class T>
struct symv_finish_shape
{
    static constexpr int Pack = symv_piece<T>::Pack;
    static constexpr int Rows = 32 * Pack;
};

/* The slots that a warp has to add, as a list of runs. A run consists of the segments of one tile.
 * Each lane holds one run of the list. */
struct symv_runs
{
    int first; /* Number of the slot of the run's first segment. */
    int half;  /* 0: the row sums of the slots are added; 1: the column sums. */
    int end;   /* Position in the list of slots after the last segment of the run. */
    int total; /* Number of slots in the list. */
};

/* Returns the runs that warp w has to add for tile row I, which has `count` contributions. Lane l
 * gets contribution number q = w + l Warps. */
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

/* Computes the places of the slots at the positions f, f + 1, ... of the list. places[u] is the
 * index, in the array `slots`, of the slot's sum for the first row of the tile; if the run has
 * column sums, for the first column. */
template <int Count>
DD_DEVICE void symv_places(int (&places)[Count], const symv_geometry &g, const symv_runs &runs, int f)
{
    constexpr unsigned All = 0xffffffffu;
#pragma unroll
    for (int u = 0; u < Count; u++)
    {
        /* Position f + u belongs to the first lane whose run ends after it. */
        const int run = __popc(__ballot_sync(All, runs.end <= f + u)) & 31;
        const int first = __shfl_sync(All, runs.first, run), half = __shfl_sync(All, runs.half, run);
        const int begin = run == 0 ? 0 : __shfl_sync(All, runs.end, run - 1);
        places[u] = (first + f + u - begin) * symv_slot_elements(&g) + (half || !g.upper ? g.beyond : 0) + half * g.edge;
    }
}

/* Adds the sums of all runs for some rows: those 16 bytes of rows that begin `offset` rows after
 * the first row of the tile. */
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
        /* These are the rows that the sums of the next tile row also cover: the last rows of this
         * tile row or, in an upper triangle, its first rows. */
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
