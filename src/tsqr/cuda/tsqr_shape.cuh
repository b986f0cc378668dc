/*
 * The shape of a chunk in a thread block, and copies to shared memory.
 */
#ifndef DDBLAS_TSQR_TSQR_SHAPE_CUH
#define DDBLAS_TSQR_TSQR_SHAPE_CUH

#include "tsqr_arith.cuh"
#include "tsqr_level.h"

/* Rows of a chunk. A chunk with 64 columns takes half of a multiprocessor's registers. */
template <class T>
constexpr int tsqr_chunk = DDBLAS_TSQR_CHUNK_BYTES / (int)sizeof(T);

/* A chunk of up to Width columns in a thread block. Each warp has rows of its own, with all
 * columns. */
template <class T, int Width>
struct tsqr_shape
{
    static constexpr int width = Width;
    static constexpr int warps = 8, threads = 32 * warps;
    static constexpr int chunk = tsqr_chunk<T>, warp_rows = chunk / warps;
    /* Elements from one column of a warp's rows to the next in shared memory. */
    static constexpr int stride = warp_rows + tsqr_vector<T>;
    /* Number of thread blocks that the registers of a multiprocessor can hold at once. */
    static constexpr int blocks = width <= 16 ? 2 : 1;
};

/* Returns the index of element (i, j), i <= j, of a triangle packed by columns. The elements of one
 * row lie in different banks of shared memory. */
DD_DEVICE int tsqr_at(int i, int j) { return j * (j + 1) / 2 + i; }

/* Starts copying one element to shared memory. If `valid` is false, it writes zeros instead and
 * does not read `global`. */
template <class T>
DD_DEVICE void tsqr_copy(T *shared, const T *global, bool valid)
{
    constexpr int piece = (int)alignof(T);
#pragma unroll
    for (int i = 0; i < (int)sizeof(T); i += piece)
        copy_async<piece>((char *)shared + i, (const char *)global + i, valid ? piece : 0);
}

#endif
