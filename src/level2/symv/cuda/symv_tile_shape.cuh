/*
 * The compile-time numbers of a kernel of symv by tiles: sizes of chunks, stages and batches, and
 * what follows from them and from the alignment of the columns. symv_tile.cuh describes the kernel.
 */
#ifndef DDBLAS_LEVEL2_SYMV_TILE_SHAPE_CUH
#define DDBLAS_LEVEL2_SYMV_TILE_SHAPE_CUH

#include "symv_device.cuh"
#include "symv_geometry.h"

/* symv_tile.cuh explains Warps, U, V, Group and Stages. BlocksPerSm: number of blocks that shall
 * run on a multiprocessor at the same time. */
template <class T_, bool Hermitian_, symv_alignment Alignment_, int Unit_, int Warps_, int U_, int V_, int Group_, int Stages_,
          int BlocksPerSm_>
struct symv_tile_shape
{
    typedef T_ T;
    static constexpr bool Hermitian = Hermitian_;
    static constexpr int Warps = Warps_, U = U_, V = V_, Unit = Unit_, Group = Group_, Stages = Stages_,
                         BlocksPerSm = BlocksPerSm_;
    /* Bytes of an element, and of its real or imaginary part. */
    static constexpr int Size = sizeof(T);
    static constexpr int Part = sizeof(typename scalar<T>::part);
    static constexpr bool Slanted = Alignment_ == SYMV_IN_CLASSES, Shifted = Alignment_ == SYMV_OFF_LINES;
    /* True if columns may start at any multiple of the element size. */
    static constexpr bool AnyElement = Slanted && Size < 16 && Warps >= SYMV_ANY_ELEMENT;
    /* True if lanes read elements that other lanes copied. */
    static constexpr bool Exchanged = Shifted || Size > 16;
    /* Strips that the right edge of the matrix crosses have copy code of their own instead of the
     * general code for all edges. This is enabled where it was measured to be faster: upper
     * triangles gain up to 6% at order 16385, and with 16 warps and alignment classes up to 4% at
     * order 20001. */
    static constexpr bool RightEdge = Shifted ? Size >= 8 && !scalar<T>::is_double_double : AnyElement && Size == 8;
    /* Number of neighbouring rows whose elements a lane reads at once: as many elements as 16 bytes
     * hold, but at least 1, if A's elements are aligned to 16 bytes; otherwise 1. */
    static constexpr int Pack = Unit == 16 && Size < 16 ? 16 / Size : 1;
    /* Number of such groups of rows that a lane has in a column of a chunk. */
    static constexpr int Rows = V / Pack;
    /* Number of last columns whose end may lie within 16 bytes of the end of A. */
    static constexpr int LastColumns = 16 / Size + 1;
    /* Alignment of every element's address, in bytes. */
    static constexpr int Word = Unit < 16 ? Unit : Size < 16 ? Size : 16;
    static constexpr int Threads = 32 * Warps;
    static constexpr int Height = 32 * V;
    static constexpr int Strip = Warps * U;
    static constexpr int Parts = U / Group; /* Number of stages of a chunk. */
    static constexpr int Batch = SYMV_BATCH(Warps, Height, Size);
    /* Upper bound of the slant, in rows. */
    static constexpr int Beyond = Slanted ? SYMV_LINE / Size : 0;
    /* Number of row sums of a warp in a batch. */
    static constexpr int BatchElements = Batch * Height + Beyond;
    /* Number of chunks whose x is in shared memory at the same time. */
    static constexpr int Vectors = (Parts - 1 + Stages - 1) / Parts + 1;
    /* Distance between the columns of a stage, in elements. */
    static constexpr int Pitch = Height + (Shifted ? SYMV_LINE / Size : 0);
    static constexpr int StageElements = Warps * Group * Pitch;
    /* Number of elements of x for a chunk's rows and a warp's columns. */
    static constexpr int VectorElements = Height + U;
    /* True: x of a warp's columns is copied once for each strip, with the first chunk, and not with
     * every chunk. Only double-double with alignment classes gains from this, 1 to 2%. In that
     * case, if the leading dimension is odd, the elements of this x lie one cache line apart and
     * would take 16 requests in every chunk, in addition to 64 requests for A. */
    static constexpr bool ColumnsOnce = Slanted && scalar<T>::is_double_double;
    static_assert(V % Pack == 0 && U % Group == 0 && Group % 2 == 0 && Threads % 32 == 0, "whole copies, stages and pairs");
    static size_t shared_bytes(int edge)
    {
        return (size_t)symv_shared_elements(Warps, U, Height, Pitch, Group, Stages, Parts, BatchElements, edge + Beyond) * Size;
    }
};

#endif
