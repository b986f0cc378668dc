/*
 * How many rows and columns a thread block holds, and copies to its shared memory.
 */
#ifndef DDBLAS_TSQR_TSQR_SHAPE_CUH
#define DDBLAS_TSQR_TSQR_SHAPE_CUH

#include "tsqr_arith.cuh"
#include "tsqr_level.h"

/* Rows of a chunk: with 64 columns half the registers of a multiprocessor. */
template <class T>
constexpr int tsqr_chunk = sizeof(T) == 16  ? DDBLAS_TSQR_CHUNK_16
                           : sizeof(T) == 8 ? DDBLAS_TSQR_CHUNK_8
                                            : DDBLAS_TSQR_CHUNK_4;

/* A warp has rows of its own and all Width columns of them. */
template <class T, int Width>
struct tsqr_shape
{
    static constexpr int width = Width;
    static constexpr int warps = 8, threads = 32 * warps;
    static constexpr int chunk = tsqr_chunk<T>, warp_rows = chunk / warps;
    static constexpr int stride = warp_rows + tsqr_vector<T>; /* of a warp's columns in shared memory */
    static constexpr int blocks = width <= 16 ? 2 : 1;        /* of a multiprocessor, by the registers they take */
};

/* Element (i, j), i <= j, of a triangle packed by columns. A row's elements lie in different banks. */
DD_DEVICE int tsqr_at(int i, int j) { return j * (j + 1) / 2 + i; }

/* Copies one element to shared memory in the background, zeros when not valid. */
template <class T>
DD_DEVICE void tsqr_copy(T *shared, const T *global, bool valid)
{
    constexpr int piece = (int)alignof(T);
#pragma unroll
    for (int i = 0; i < (int)sizeof(T); i += piece)
        copy_async<piece>((char *)shared + i, (const char *)global + i, valid ? piece : 0);
}

#endif
