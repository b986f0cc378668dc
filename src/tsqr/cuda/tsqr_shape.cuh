/*
 * The shape of a chunk in a thread block, and copies to shared memory.
 */
#ifndef DDBLAS_TSQR_TSQR_SHAPE_CUH
#define DDBLAS_TSQR_TSQR_SHAPE_CUH

#include "tsqr_arith.cuh"
#include "tsqr_level.h"

/* Rows of a chunk. With 64 columns a chunk takes half the registers of a multiprocessor. */
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
    /* Thread blocks that a multiprocessor holds at once, as limited by its registers. */
    static constexpr int blocks = width <= 16 ? 2 : 1;
};

/* Returns the index of element (i, j), i <= j, of a triangle packed by columns. The elements of a
 * row lie in different banks. */
DD_DEVICE int tsqr_at(int i, int j) { return j * (j + 1) / 2 + i; }

/* Starts copying one element to shared memory; writes zeros if it is not valid. */
template <class T>
DD_DEVICE void tsqr_copy(T *shared, const T *global, bool valid)
{
    constexpr int piece = (int)alignof(T);
#pragma unroll
    for (int i = 0; i < (int)sizeof(T); i += piece)
        copy_async<piece>((char *)shared + i, (const char *)global + i, valid ? piece : 0);
}

#endif
