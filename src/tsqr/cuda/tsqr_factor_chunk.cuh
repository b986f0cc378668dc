/*
 * A chunk of rows of a node that is being factored: the shared memory of the factorisation, the
 * loading of the chunk into registers, its scaling by the units of its columns, and the exchange of
 * single tiles with shared memory. tsqr_factor.cuh describes the algorithm.
 */
#ifndef DDBLAS_TSQR_TSQR_FACTOR_CHUNK_CUH
#define DDBLAS_TSQR_TSQR_FACTOR_CHUNK_CUH

#include "tsqr_tile.cuh"

/* Shared memory of a block. */
template <class T, class Shape>
struct tsqr_factor_memory
{
    typedef typename scalar<T>::accumulator sum;
    typedef tsqr_tile<T, Shape> tile;
    /* The panel's columns of the chunk: X, then V. */
    alignas(16) T x[Shape::warps][TSQR_TILE * tile::STRIDE];
    /* The products of the panel's eight columns with every column, each summed over the rows of one
     * warp. */
    alignas(16) sum products[Shape::warps][Shape::width * tile::PRODUCT_STRIDE];
    /* Eight numbers for every column. They hold one after another: N^-1 of tsqr_factor.cuh, or in
     * the first chunk of a node the panel's rows; then Z; then -W. */
    alignas(16) T weights[Shape::width * tile::WEIGHT_STRIDE];
    /* The sums of one step of the computation step by step, each over the rows of one warp. Two
     * buffers alternate, so that one barrier a step is enough. */
    alignas(16) sum part[2][TSQR_TILE][Shape::warps];
    /* In a first chunk: row j of the chunk, in step j. Two buffers alternate. */
    T row[2][TSQR_TILE];
    alignas(16) T S[TSQR_TILE][TSQR_TILE]; /* S of the panel's columns, with tau on the diagonal. */
    /* square[c] holds column c of R^H R; when G is known, that of R^H R + G. */
    alignas(16) T square[TSQR_TILE][TSQR_TILE];
    /* The diagonal block of R that belongs to the panel, before this chunk changes it. */
    alignas(16) T old[TSQR_TILE][TSQR_TILE];
    alignas(16) T fresh[TSQR_TILE][TSQR_TILE]; /* R', the new diagonal block. */
    /* The first tiles of the next chunk. No barrier protects them, because a thread reads only
     * elements that it copied itself. */
    alignas(16) tsqr_pack<T> next[tile::AHEAD * tile::PIECES][Shape::threads];
    /* If the panel is computed step by step: for each column, the factor s in v = s x
     * (tsqr_factor.cuh), by which the column x becomes the reflection vector v. */
    T scale[TSQR_TILE];
    int together; /* 1: the panel's V comes from the Gram matrix. */
    /* R packed by columns, each column divided by its unit. */
    T R[Shape::width * (Shape::width + 1) / 2];
    /* For each column: its largest biased exponent so far, and the exponent of its unit. */
    int largest[Shape::width], unit[Shape::width];
};

/* The state of a thread that factors a chunk, and the functions that load the chunk. */
template <class T, class Shape>
struct tsqr_factor_chunk
{
    typedef scalar<T> s;
    typedef typename s::accumulator sum;
    typedef tsqr_factor_memory<T, Shape> memory;
    typedef tsqr_tile<T, Shape> tile;
    static constexpr int ROWS = tile::ROWS, TILES = tile::TILES, WIDTH = Shape::width;

    memory &shared;
    int warp, column, quarter; /* Column and quarter of the lane within a tile (tsqr_tile.cuh). */
    T a[TILES][ROWS];          /* The lane's elements of the chunk. */

    __device__ __forceinline__ tsqr_factor_chunk(memory &m)
        : shared(m), warp(threadIdx.x / 32), column(threadIdx.x % 32 / TSQR_QUARTERS), quarter(threadIdx.x % TSQR_QUARTERS)
    {
    }

    /* Returns the row of the chunk that is the i-th row of this lane. */
    __device__ __forceinline__ int row(int i) const { return warp * Shape::warp_rows + tile::row(i, quarter); }

    /* Starts copying a chunk's first tiles to shared memory, while the previous chunk is being
     * factored. Each thread copies the elements that it will hold itself. */
    __device__ __forceinline__ void fetch(const tsqr_level &level, int64_t first, int64_t end)
    {
        const T *A = (const T *)level.A;
#pragma unroll
        for (int t = 0; t < tile::AHEAD; t++)
            tile::copy_column(&shared.next[t * tile::PIECES], A, level.a, first + warp * Shape::warp_rows, end, level.n,
                              t * TSQR_TILE + column, quarter);
    }

    /* Loads a chunk into registers: the fetched tiles from shared memory, the others from global
     * memory. */
    __device__ __forceinline__ void arrive(const tsqr_level &level, int64_t first, int64_t end)
    {
        copy_wait_all();
#pragma unroll
        for (int t = 0; t < TILES; t++)
            if (t < tile::AHEAD)
                tile::take_copy(a[t], &shared.next[t * tile::PIECES]);
            else
                tile::load_column(a[t], (const T *)level.A, level.a, first + warp * Shape::warp_rows, end, level.n,
                                  t * TSQR_TILE + column, quarter);
    }

    /* Zeroes the chunk's first `own` rows. These rows are an R factor, and shared memory holds it
     * already. */
    __device__ __forceinline__ void clear_top(int own)
    {
#pragma unroll
        for (int i = 0; i < ROWS; i++)
#pragma unroll
            for (int t = 0; t < TILES; t++)
                if (row(i) < own)
                    a[t][i] = s::zero();
    }

    /* Updates the largest exponent of each column, from which the column's unit follows. If a unit
     * changes, the column of R is rescaled. Then the chunk's elements are divided by their
     * units. */
    __device__ __forceinline__ void choose_units()
    {
        int e[TILES];
        bool larger = false;
#pragma unroll
        for (int t = 0; t < TILES; t++)
        {
            e[t] = 0;
#pragma unroll
            for (int i = 0; i < ROWS; i++)
                e[t] = max(e[t], tsqr_exponent(a[t][i]));
            larger |= e[t] > shared.largest[t * TSQR_TILE + column];
        }
        if (__syncthreads_or(larger))
        {
#pragma unroll
            for (int t = 0; t < TILES; t++)
                atomicMax(&shared.largest[t * TSQR_TILE + column], e[t]);
            __syncthreads();
            const int c = threadIdx.x, unit = c < WIDTH ? tsqr_unit_of<T>(shared.largest[c]) : 0;
            if (c < WIDTH && unit != shared.unit[c])
            {
                for (int i = 0; i <= c; i++)
                    shared.R[tsqr_at(i, c)] = tsqr_scale(shared.R[tsqr_at(i, c)], shared.unit[c] - unit);
                shared.unit[c] = unit;
            }
            __syncthreads();
        }
#pragma unroll
        for (int t = 0; t < TILES; t++)
        {
            const int unit = shared.unit[t * TSQR_TILE + column];
            if (unit != 0)
#pragma unroll
                for (int i = 0; i < ROWS; i++)
                    a[t][i] = tsqr_scale(a[t][i], -unit);
        }
    }

    /* Returns the lane's column of the panel in shared memory. */
    __device__ __forceinline__ T *panel_column() const { return &shared.x[warp][column * tile::STRIDE]; }

    /* take copies tile p of the chunk to x, put copies x to tile p. The tiles are in registers,
     * which cannot be indexed by the variable p; so each function has a branch for each tile, and
     * the elements pass through shared memory, where the tile stays. Whole warps call the
     * functions. __syncwarp keeps the compiler from repeating the accesses to shared memory in each
     * of the eight branches. */
    __device__ __forceinline__ void take(int p, T (&x)[ROWS]) const
    {
#pragma unroll
        for (int t = 0; t < TILES; t++)
            if (t == p)
            {
                __syncwarp();
                tile::write(panel_column(), a[t], quarter);
            }
        tile::read(x, panel_column(), quarter);
    }
    __device__ __forceinline__ void put(int p, const T (&x)[ROWS])
    {
        tile::write(panel_column(), x, quarter);
#pragma unroll
        for (int t = 0; t < TILES; t++)
            if (t == p)
            {
                __syncwarp();
                tile::read(a[t], panel_column(), quarter);
            }
    }
};

#endif
