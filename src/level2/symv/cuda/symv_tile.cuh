/*
 * symv by tiles, y = alpha A x + beta y: the main kernel. It reads one triangle of A once and
 * writes partial sums of y to the workspace; symv_finish.cuh adds them.
 *
 * A stored element a = A[i,j], i != j, contributes twice: y_i += a x_j and y_j += a' x_i, where a'
 * is a, or its conjugate if A is Hermitian.
 *
 * Tiles. symv_geometry.h defines tiles, strips, chunks and segments, and which chunks a block gets.
 * A block has Warps warps of U columns each, so a strip has C = Warps U columns. The block walks
 * down a strip in chunks of H = 32 V rows, V rows to a lane:
 *
 *            warp 0       warp 1
 *          U columns    U columns    ...
 *   chunk  [32 V x U]   [32 V x U]
 *          lane = row   lane = row
 *
 * Each lane keeps U column sums in registers from the top of a strip to its bottom, where they are
 * added over the lanes. The V row sums of a lane run over the U columns of its warp. The row sums
 * of Batch chunks are collected in shared memory. Each thread then takes a row, adds its sums over
 * the warps in warp order, and adds the result to the row sum of the tile. These E row sums are in
 * shared memory too.
 *
 * Copies. Elements pass through a ring of Stages stages in shared memory. A stage holds Group
 * columns of each warp. Asynchronous copies of 16 bytes fill the stages, and Stages - 1 stages are
 * in flight at any time. Two places need copies of single words: the ends of the last columns of
 * the matrix, and the beginnings of columns of an upper triangle that do not start on 16-byte
 * boundaries.
 *
 * Alignment of the columns. A request of eight lanes (128 bytes) that crosses a cache line boundary
 * costs twice as much, and a cache line that two chunks share is requested twice. There are three
 * variants:
 *
 * SYMV_ON_LINES: every column starts on a cache line boundary, so neither cost arises. For elements
 * of up to 16 bytes each thread copies exactly the elements that it uses, and the ring needs no
 * barrier. Double-double mostly takes this variant for other columns too, because its arithmetic
 * hides both costs.
 *
 * SYMV_IN_CLASSES (Slanted): columns j and j + period start equally far past a cache line boundary;
 * such columns form an alignment class. There are `period` classes, no more than warps. A warp
 * takes columns of one class. Its part of a chunk is moved towards the diagonal by less than a line
 * (the slant), so that it begins and ends at cache line boundaries. The row sums of a tile
 * therefore cover `beyond` more rows, and the tiles of the last tile row, farthest from the
 * diagonal, cover the rows that are left. Columns must start on 16-byte boundaries, or with 16
 * warps on any multiple of the element size.
 *
 * SYMV_OFF_LINES (Shifted): columns start anywhere. A warp copies all cache lines that its columns
 * touch and reads the elements at their offset; Unit is the alignment of the elements in bytes.
 * Lanes read what other lanes copied, so they wait for each other.
 *
 * Bytes: sizeof(T) n^2 / 2 from memory, and 2 E sizeof(T) per segment for the sums. Operations: 2
 * multiply-adds per element. In type W these are 20 double-precision instructions for 16 bytes, or
 * 6e12 instructions per second at full bandwidth. Adding partial sums costs about 1/U additions per
 * element for the rows and 32/E for the columns.
 *
 * Edges: zeros take the place of elements that are not stored. The 16 bytes around a stored element
 * may hold others. Those across the diagonal are replaced by zeros in shared memory, the rest are
 * not used. Nothing is read beyond the last stored element of A. Nothing is read before the first
 * one either, in an upper triangle with alignment classes.
 *
 * Error bound: that of dd/level2.h, (n + 8) u_T (|alpha| |A| |x| + |beta| |y|), times sqrt 8 in
 * complex types. In types W and U it is proved from n = 160 on (docs/numerics.md). No block waits
 * for another, so there is no deadlock. The sums have a fixed order, so the bits are the same in
 * every run.
 */
#ifndef DDBLAS_LEVEL2_SYMV_TILE_CUH
#define DDBLAS_LEVEL2_SYMV_TILE_CUH

#include "symv_device.cuh"
#include "symv_geometry.h"

template <class T_, bool Hermitian_, symv_alignment Alignment_, int Unit_, int Warps_, int U_, int V_, int Group_, int Stages_,
          int BlocksPerSm_>
struct symv_tile_shape
{
    typedef T_ T;
    static constexpr bool Hermitian = Hermitian_;
    static constexpr int Warps = Warps_, U = U_, V = V_, Unit = Unit_, Group = Group_, Stages = Stages_,
                         BlocksPerSm = BlocksPerSm_;
    static constexpr int Size = sizeof(T);
    static constexpr int Part = sizeof(typename scalar<T>::part);
    static constexpr bool Slanted = Alignment_ == SYMV_IN_CLASSES, Shifted = Alignment_ == SYMV_OFF_LINES;
    /* Columns may start on any multiple of the element size. */
    static constexpr bool AnyElement = Slanted && Size < 16 && Warps >= SYMV_ANY_ELEMENT;
    /* Lanes read elements that other lanes copied. */
    static constexpr bool Exchanged = Shifted || Size > 16;
    /* Strips that the right edge of the matrix crosses have copy code of their own instead of the
     * general code for all edges. This is enabled where it was measured to be faster: upper
     * triangles gain up to 6% at order 16385, and with 16 warps and alignment classes up to 4% at
     * order 20001. */
    static constexpr bool RightEdge = Shifted ? Size >= 8 && Part < 16 : AnyElement && Size == 8;
    /* Neighbouring rows of a lane in one 16-byte access. */
    static constexpr int Pack = Unit == 16 && Size < 16 ? 16 / Size : 1;
    static constexpr int Rows = V / Pack;
    /* Number of last columns whose end may lie within 16 bytes of the end of A. */
    static constexpr int LastColumns = 16 / Size + 1;
    /* Alignment of every element's address, in bytes. */
    static constexpr int Word = Unit < 16 ? Unit : Size < 16 ? Size : 16;
    static constexpr int Threads = 32 * Warps;
    static constexpr int Height = 32 * V;
    static constexpr int Strip = Warps * U;
    static constexpr int Parts = U / Group; /* Stages per chunk. */
    static constexpr int Batch = SYMV_BATCH(Warps, Height, Size);
    /* Upper bound of the slant, in rows. */
    static constexpr int Beyond = Slanted ? SYMV_LINE / Size : 0;
    /* Row sums of a warp in a batch. */
    static constexpr int BatchElements = Batch * Height + Beyond;
    /* Chunks whose x is in shared memory at the same time. */
    static constexpr int Vectors = (Parts - 1 + Stages - 1) / Parts + 1;
    /* Distance between the columns of a stage, in elements. */
    static constexpr int Pitch = Height + (Shifted ? SYMV_LINE / Size : 0);
    static constexpr int StageElements = Warps * Group * Pitch;
    /* x of a chunk's rows and of a warp's columns. */
    static constexpr int VectorElements = Height + U;
    /* Copies x of a warp's columns once per strip, with the first chunk, instead of with every
     * chunk. Only double-double with alignment classes gains, 1 to 2%. There, if the leading
     * dimension is odd, these x lie one cache line apart and would take 16 requests in every chunk,
     * beside 64 requests for A. */
    static constexpr bool ColumnsOnce = Slanted && scalar<T>::accumulator::interval > 0;
    static_assert(V % Pack == 0 && U % Group == 0 && Group % 2 == 0 && Threads % 32 == 0, "whole copies, stages and pairs");
    static size_t shared_bytes(int edge)
    {
        return (size_t)symv_shared_elements(Warps, U, Height, Pitch, Group, Stages, Parts, BatchElements, edge + Beyond) * Size;
    }
};

/* Loads Count elements, aligned to Bytes, from shared memory. Uses one access of that width if the
 * elements fill it. */
template <int Bytes, class T, int Count>
DD_DEVICE void load_shared(T (&to)[Count], const T *from)
{
    if constexpr (Bytes == 16 && sizeof(T) * Count == 16)
    {
        const uint4 bits = *(const uint4 *)from;
        memcpy(&to, &bits, 16);
    }
    else if constexpr (Bytes == 8 && sizeof(T) * Count == 8)
    {
        const uint2 bits = *(const uint2 *)from;
        memcpy(&to, &bits, 8);
    }
    else
    {
#pragma unroll
        for (int i = 0; i < Count; i++)
            to[i] = from[i];
    }
}

/* Returns a value that all lanes of the warp hold. The compiler then knows that it is the same in
 * all lanes, and computes addresses and branches that depend on it once per warp. */
DD_DEVICE int uniform(int value) { return __shfl_sync(0xffffffffu, value, 0); }

/* The work of one block. */
template <class Shape>
struct symv_sweep
{
    typedef typename Shape::T T;
    typedef typename scalar<T>::accumulator Sum;

    const symv_operands<T> &op;
    const symv_geometry &g;
    const int lane, warp;
    /* Consecutive columns of a warp are 2^period_log = period columns apart. */
    const int period_log;
    const int first; /* First column of the warp in a strip. */
    /* Rows by which the warp's part of a chunk lies higher than the chunk; negative, so lower, in
     * an upper triangle. */
    const int slant;
    T *ring, *vectors;
    Sum *row_parts; /* Row sums of a batch of chunks, for each warp. */
    Sum *row_sums;  /* Row sums of the tile, including the rows `beyond`. */

    /* Where this warp's part of a chunk lies. All lanes of the warp have the same value. */
    enum region
    {
        INSIDE,   /* In the stored triangle, off the diagonal. */
        DIAGONAL, /* Crossed by the diagonal. */
        OUTSIDE   /* In the other triangle, or right of the matrix. */
    };

    symv_cursor ahead; /* Next chunk to copy. */
    int ahead_left;    /* Number of chunks still to copy. */
    int ahead_vector;  /* Slot for x of the next chunk's rows. */
    int ahead_columns; /* Slot for x of the next chunk's columns, if it is copied once per strip. */
    /* Whether the next chunk to copy is the first of its strip or of the block. */
    bool ahead_enters;
    /* Region of the chunk being copied; DIAGONAL also at the upper and lower edge of the matrix. */
    region ahead_region;

    Sum column[Shape::U];

    __device__ __forceinline__ symv_sweep(const symv_operands<T> &op, const symv_geometry &g, T *shared)
        : op(op), g(g), lane(threadIdx.x % 32), warp(uniform(threadIdx.x / 32)),
          period_log(Shape::Slanted ? symv_period_log(op.lda * Shape::Size) : 0),
          first((warp >> period_log << period_log) * Shape::U + (warp & ((1 << period_log) - 1))), slant(slant_of(op, g, first))
    {
        ring = shared;
        vectors = ring + Shape::Stages * Shape::StageElements;
        static_assert(sizeof(Sum) == sizeof(T), "accumulators stand in places of elements");
        row_parts = (Sum *)(vectors + Shape::Vectors * Shape::Warps * Shape::VectorElements);
        row_sums = row_parts + Shape::Warps * Shape::BatchElements;
    }

    __device__ __forceinline__ static int slant_of(const symv_operands<T> &op, const symv_geometry &g, int column)
    {
        const int higher = Shape::Slanted ? (int)((uintptr_t)(op.A + column * op.lda) % SYMV_LINE / Shape::Size) : 0;
        return g.upper && higher > 0 ? higher - Shape::Beyond : higher;
    }

    /* Returns this warp's part of stage `slot`. */
    __device__ __forceinline__ T *stage(int slot) const
    {
        return ring + slot * Shape::StageElements + warp * (Shape::Group * Shape::Pitch);
    }

    /* Returns the low 32 bits of the address of row 0 in column col. Modulo SYMV_LINE they are the
     * same for every row at which a chunk starts. */
    __device__ __forceinline__ unsigned low_bits(int col) const
    {
        return (unsigned)(uintptr_t)op.A + (unsigned)col * ((unsigned)op.lda * (unsigned)Shape::Size);
    }

    /* Returns the offset in bytes of column c of a stage from its nominal place in shared memory.
     * `low`: low_bits() of the stage's first column. */
    __device__ __forceinline__ unsigned shift_of(unsigned low, int c) const
    {
        return Shape::Shifted ? (low + (unsigned)c * ((unsigned)op.lda * (unsigned)Shape::Size)) % SYMV_LINE : 0;
    }

    /* Returns the address of element e of this lane's 16-byte copy number r in column c of a
     * stage. */
    __device__ __forceinline__ T *place(T *stage, unsigned low, int c, int r, int e) const
    {
        return (T *)((char *)(stage + c * Shape::Pitch + (r * 32 + lane) * Shape::Pack + e) + shift_of(low, c));
    }

    /* Returns this warp's part of a slot for x. */
    __device__ __forceinline__ T *vector(int slot) const
    {
        return vectors + (slot * Shape::Warps + warp) * Shape::VectorElements;
    }
    /* Returns x of the warp's columns. It has slots of its own if it is copied once per strip;
     * otherwise it shares the slot of the rows' x. */
    __device__ __forceinline__ T *columns_vector(int rows_slot, int columns_slot) const
    {
        return vector(Shape::ColumnsOnce ? columns_slot : rows_slot) + Shape::Height;
    }
    __device__ __forceinline__ static int next_vector(int slot) { return slot + 1 == Shape::Vectors ? 0 : slot + 1; }
    /* Returns the row, within a chunk, of element e of this lane's 16-byte copy number r. */
    __device__ __forceinline__ int row_in_chunk(int r, int e) const { return r * 32 * Shape::Pack + lane * Shape::Pack + e; }

    /* The next three functions return, relative to the tile, the first row of this warp's part of a
     * chunk and the warp's column k, and row minus column at the upper left corner of the part.
     * Unless Slanted, the last one holds in diagonal tiles only. */
    __device__ __forceinline__ int row_of(const symv_cursor &c) const
    {
        return (c.k - (Shape::Slanted ? symv_lead(&g, c.I) : 0)) * Shape::Height - slant;
    }
    __device__ __forceinline__ int column_of(const symv_cursor &c, int k) const
    {
        return c.s * Shape::Strip + first + (k << period_log);
    }
    __device__ __forceinline__ int corner_of(const symv_cursor &c) const
    {
        return row_of(c) - column_of(c, 0) + (Shape::Slanted ? c.row0 - c.column0 : 0);
    }

    __device__ __forceinline__ region region_of(const symv_cursor &c) const
    {
        const int row = row_of(c) + (Shape::Slanted ? c.row0 - c.column0 : 0), col = column_of(c, 0);
        if (c.column0 + col >= g.n)
            return OUTSIDE;
        if (!Shape::Slanted && c.I != c.J)
            return INSIDE;
        if (row <= column_of(c, Shape::U - 1) && row + Shape::Height > col)
            return DIAGONAL;
        return (row < col) == (g.upper != 0) ? INSIDE : OUTSIDE;
    }

    /* Starts the copies of x for chunk `ahead`: x of its rows, with zeros above and below the
     * matrix, and x of the warp's columns. */
    __device__ __forceinline__ void copy_vectors()
    {
        T *to = vector(ahead_vector);
        const int row = ahead.row0 + row_of(ahead);
#pragma unroll
        for (int r = 0; r < Shape::Rows; r++)
#pragma unroll
            for (int e = 0; e < Shape::Pack; e++)
            {
                const int i = row + row_in_chunk(r, e);
                const bool valid = Shape::Slanted ? (unsigned)i < (unsigned)g.n : i < g.n;
                copy_element<Shape::Part>(to + row_in_chunk(r, e), op.x + (valid ? i : 0) * op.incx, valid);
            }
        if (Shape::ColumnsOnce && !ahead_enters)
            return;
        T *columns = columns_vector(ahead_vector, ahead_columns);
        const int j = ahead.column0 + column_of(ahead, lane);
        if (lane < Shape::U)
            copy_element<Shape::Part>(columns + lane, op.x + (j < g.n ? j : 0) * op.incx, j < g.n);
    }

    /* Starts the copies of stage `part` of chunk `ahead` into a slot of the ring. */
    __device__ __forceinline__ void copy_stage(int slot, int part)
    {
        if (ahead_left > 0)
        {
            const int row = ahead.row0 + row_of(ahead), col = ahead.column0 + column_of(ahead, part * Shape::Group);
            if (part == 0)
            {
                copy_vectors();
                /* The 16 bytes around the last row of a column may hold up to Margin elements
                 * below the chunk. In the last column of the matrix these may lie outside the
                 * allocation. */
                constexpr int Margin = Shape::Unit < 16 ? 16 / Shape::Size : 0;
                const int right = ahead.column0 + column_of(ahead, Shape::U - 1) + 1;
                ahead_region = region_of(ahead);
                if (ahead_region == INSIDE &&
                    ((Shape::Slanted && row < 0) || row + Shape::Height + (right >= g.n ? Margin : 0) > g.n))
                    ahead_region = DIAGONAL;
            }
            if (ahead_region == INSIDE && col + ((Shape::Group - 1) << period_log) < g.n)
                copy_inside<true>(stage(slot), row, col);
            else if (Shape::RightEdge && ahead_region == INSIDE)
                copy_inside<false>(stage(slot), row, col);
            else if (ahead_region != OUTSIDE)
                copy_ragged(stage(slot), row, col);
            if (part == Shape::Parts - 1)
            {
                ahead_enters = symv_advance(&g, &ahead) > 0;
                ahead_left--;
                ahead_vector = next_vector(ahead_vector);
                if (Shape::ColumnsOnce && ahead_enters)
                    ahead_columns = next_vector(ahead_columns);
            }
        }
        copy_commit();
    }

    /* Copies 16 bytes of a cache line that no other copy touches, so L2 may evict the line first.
     * ptxas of CUDA 13.0 encodes copy_async_once as an illegal instruction if the shared address is
     * a register plus a uniform register, which happens with long elements. Kernels compiled at run
     * time do not use it, because no test has run them. */
    __device__ __forceinline__ static void copy_piece(void *to, const void *from)
    {
#if !defined(__CUDACC_RTC__)
        if constexpr (!Shape::Shifted && Shape::Size <= 16)
            copy_async_once(to, from);
        else
#endif
            copy_async<16>(to, from);
    }

    /* Copies 16 bytes of column j for copy_inside. If not Whole, writes zeros when j is right of
     * the matrix. */
    template <bool Whole>
    __device__ __forceinline__ void copy_of_column(void *to, const void *from, int j) const
    {
        if constexpr (Whole)
            copy_piece(to, from);
        else
            copy_async<16>(to, j < g.n ? from : (const void *)op.A, j < g.n ? 16 : 0);
    }

    /* Copies the columns of a stage that lie inside the stored triangle, 16 bytes to a lane.
     * Shifted: copies start at the cache line in which a column starts. In shared memory the column
     * keeps its offset from the start of that line. */
    template <bool Whole>
    __device__ __forceinline__ void copy_inside(T *to, int row, int col)
    {
        /* Lines: copies of 512 bytes, by a whole warp, per column. */
        constexpr int Bytes = Shape::Height * Shape::Size, Lines = Bytes / 512;
        const char *from = (const char *)(op.A + row + col * op.lda);
        const int64_t step = op.lda * Shape::Size << period_log;
        char *place = (char *)to + lane * 16;
        if constexpr (Shape::Shifted)
        {
            /* Columns whose last line is copied by one instruction. */
            constexpr int Columns = 32 / (SYMV_LINE / 16);
#pragma unroll
            for (int c = 0; c < Shape::Group; c += Columns)
            {
                const int own = c + lane / (SYMV_LINE / 16), byte = Bytes + lane % (SYMV_LINE / 16) * 16;
                const char *column = from + own * step;
                const int shift = (int)((uintptr_t)column % SYMV_LINE);
                if (byte < Bytes + shift)
                    copy_of_column<Whole>((char *)(to + own * Shape::Pitch) + byte, column - shift + byte, col + own);
            }
        }
#pragma unroll
        for (int c = 0; c < Shape::Group; c++, from += step)
        {
            const int shift = Shape::Shifted ? (int)((uintptr_t)from % SYMV_LINE) : 0;
            const char *source = from - shift + lane * 16;
            if (!Shape::Shifted || lane * 16 + 16 > shift)
                copy_of_column<Whole>(place + c * Shape::Pitch * Shape::Size, source, col + (c << period_log));
#pragma unroll
            for (int l = 1; l < Lines; l++)
                copy_of_column<Whole>(place + (c * Shape::Pitch * Shape::Size + l * 512), source + l * 512,
                                      col + (c << period_log));
        }
    }

    /* Returns how many of the 16 bytes at offset `at` (in bytes from the first row of a chunk) come
     * before row `end`, or 0 if none of them belongs to a stored row. The stored rows of the column
     * are [top, end), counted from the first row of the chunk. */
    __device__ __forceinline__ static int stored_bytes(int top, int end, int at)
    {
        if constexpr (Shape::Shifted)
        {
            const int low = symv_clamp(top, 2 * Shape::Height) * Shape::Size,
                      high = symv_clamp(end, 2 * Shape::Height) * Shape::Size;
            return low < high && at + 16 > low ? symv_clamp(high - at, 16) : 0;
        }
        constexpr int Rows = Shape::Size < 16 ? 16 / Shape::Size : 1;
        const int row = at / Shape::Size;
        return row + Rows > top ? symv_clamp(end - row, Rows) * (16 / Rows) : 0;
    }

    /* Copies a stage of a chunk that leaves the matrix or meets the diagonal. Pieces of 16 bytes
     * without a stored element become zero. Nothing is read beyond the last stored element of a
     * column. */
    __device__ __forceinline__ void copy_ragged(T *to, int row, int col)
    {
        constexpr int Bytes = Shape::Height * Shape::Size, Copies = Bytes / 512 + (Shape::Shifted ? 1 : 0);
        const char *from = (const char *)(op.A + row + col * op.lda);
        const int64_t step = op.lda * Shape::Size << period_log;
#pragma unroll
        for (int c = 0; c < Shape::Group; c++, from += step)
        {
            const int j = col + (c << period_log), top = g.upper ? 0 : j, end = j >= g.n ? 0 : g.upper ? j + 1 : g.n;
            const int shift = Shape::Shifted ? (int)((uintptr_t)from % SYMV_LINE) : 0;
#pragma unroll
            for (int l = 0; l < Copies; l++)
            {
                const int byte = l * 512 + lane * 16, at = byte - shift;
                const int valid = stored_bytes(top - row, end - row, at);
                const bool is_end = j + Shape::LastColumns > g.n && valid % 16 != 0;
                if ((!Shape::Shifted || (at + 16 > 0 && at < Bytes)) && !is_end && !begins_in(row, at))
                    copy_async<16>((char *)(to + c * Shape::Pitch) + byte, valid > 0 ? from + at : (const char *)op.A, valid);
            }
        }
        if (col + ((Shape::Group - 1) << period_log) + 1 + Shape::LastColumns > g.n)
            copy_ends(to, row, col);
        if (begins_in(row, -row * Shape::Size / 16 * 16))
            copy_beginnings(to, row, col);
    }

    /* Whether row 0 of an upper triangle begins inside the 16 bytes that lie `at` bytes after the
     * first row of a chunk, so that bytes of another column precede it. */
    __device__ __forceinline__ bool begins_in(int row, int at) const
    {
        const int first = -row * Shape::Size;
        return Shape::AnyElement && g.upper && at >= 0 && at < first && first < at + 16;
    }

    /* Copies, word by word, the 16 bytes that lie `at` bytes after the first row of a column. Bytes
     * outside [low, high) belong to another column or to no allocation; they become zero. */
    __device__ __forceinline__ void copy_words(char *to, const char *from, int at, int low, int high) const
    {
#pragma unroll
        for (int w = 0; w < 16; w += Shape::Word)
        {
            const int valid = at + w >= low && at + w < high ? Shape::Word : 0;
            copy_async<Shape::Word>(to + w, valid > 0 ? from + at + w : (const char *)op.A, valid);
        }
    }

    /* Copies the 16-byte pieces in which the last columns of the matrix end, because the memory
     * after them may not exist. The lane that owns such a piece copies it word by word. */
    __device__ __forceinline__ void copy_ends(T *to, int row, int col)
    {
#pragma unroll 1
        for (int c = 0; c < Shape::Group && col + (c << period_log) < g.n; c++)
        {
            const int j = col + (c << period_log);
            const char *from = (const char *)(op.A + row + j * op.lda);
            const int high = symv_clamp((g.upper ? j + 1 : g.n) - row, 2 * Shape::Height) * Shape::Size;
            const int shift = Shape::Shifted ? (int)((uintptr_t)from % SYMV_LINE) : 0;
            const int byte = (high + shift) / 16 * 16, at = byte - shift;
            if (j + Shape::LastColumns > g.n && at < high && at < Shape::Height * Shape::Size && byte / 16 % 32 == lane)
                copy_words((char *)(to + c * Shape::Pitch) + byte, from, at,
                           Shape::AnyElement ? symv_clamp(-row, Shape::Height) * Shape::Size : 0, high);
        }
    }

    /* Copies the 16-byte pieces in which columns of an upper triangle begin. The bytes before row 0
     * belong to another column. */
    __device__ __forceinline__ void copy_beginnings(T *to, int row, int col)
    {
        const int first = -row * Shape::Size, byte = first / 16 * 16;
#pragma unroll 1
        for (int c = 0; c < Shape::Group && byte / 16 % 32 == lane; c++)
        {
            const int j = col + (c << period_log), high = j < g.n ? (j + 1 - row) * Shape::Size : 0;
            copy_words((char *)(to + c * Shape::Pitch) + byte, (const char *)(op.A + row + j * op.lda), byte, first, high);
        }
    }

    /* Lower triangle: the 16 bytes of a diagonal element may also hold elements above the diagonal.
     * Replaces the Beside elements before the diagonal element by zeros, one per lane. The first of
     * them may have been copied only in part. */
    __device__ __forceinline__ void clear_corner(int slot, unsigned low, int part, int i_minus_j) const
    {
        constexpr int Beside = (16 - Shape::Word + Shape::Size - 1) / Shape::Size;
        if constexpr (Beside > 0)
        {
            if (g.upper)
                return;
            __syncwarp(); /* The other lanes' copies are complete. */
#pragma unroll
            for (int c = 0; c < Shape::Group; c++)
            {
                const int i = ((part * Shape::Group + c) << period_log) - i_minus_j - 1 - lane;
                if (lane < Beside && i >= 0 && i < Shape::Height)
                    *(T *)((char *)(stage(slot) + c * Shape::Pitch + i) + shift_of(low, c)) = scalar<T>::zero();
            }
            __syncwarp();
        }
    }

    /* Adds each diagonal element of a stage once to its row sum and replaces it by zero. i_minus_j:
     * row minus column of the upper left element of the warp's part of the chunk. */
    __device__ __forceinline__ void take_diagonal(int slot, unsigned low, int part, const T (&x_rows)[Shape::V],
                                                  Sum (&row)[Shape::V], int i_minus_j)
    {
#pragma unroll
        for (int r = 0; r < Shape::Rows; r++)
#pragma unroll
            for (int e = 0; e < Shape::Pack; e++)
            {
                const int d = i_minus_j + row_in_chunk(r, e) - (part * Shape::Group << period_log), c = d >> period_log;
                if (c >= 0 && c < Shape::Group && c << period_log == d)
                {
                    T *a = place(stage(slot), low, c, r, e);
                    row[r * Shape::Pack + e].mac(Shape::Hermitian ? scalar<T>::real_of(*a) : *a, x_rows[r * Shape::Pack + e]);
                    row[r * Shape::Pack + e].renormalise();
                    *a = scalar<T>::zero();
                }
            }
    }

    /* Adds stage `Part` of a chunk to the row sums, two columns at a time, and to the column sums.
     * Masked: uses only elements strictly inside the triangle and tests each of them. */
    template <bool Masked, int Part>
    __device__ __forceinline__ void add_stage(int slot, unsigned low, const T *x_columns, const T (&x_rows)[Shape::V],
                                              Sum (&row)[Shape::V], int i_minus_j)
    {
#pragma unroll
        for (int c = 0; c < Shape::Group; c += 2)
        {
            /* Index of the first column among the warp's columns. */
            const int number = Part * Shape::Group + c;
            const T x_pair[2] = {x_columns[number], x_columns[number + 1]};
#pragma unroll
            for (int r = 0; r < Shape::Rows; r++)
            {
                T a[2][Shape::Pack];
                load_shared<Shape::Unit>(a[0], place(stage(slot), low, c, r, 0));
                load_shared<Shape::Unit>(a[1], place(stage(slot), low, c + 1, r, 0));
#pragma unroll
                for (int e = 0; e < Shape::Pack; e++)
                {
                    const int v = r * Shape::Pack + e, d = i_minus_j + row_in_chunk(r, e) - (number << period_log);
                    if (!Masked)
                        row[v].mac_pair(a[0][e], x_pair[0], a[1][e], x_pair[1]);
#pragma unroll
                    for (int k = 0; k < 2; k++)
                        if (!Masked || (g.upper ? d < k << period_log : d > k << period_log))
                        {
                            if (Masked)
                                row[v].mac(a[k][e], x_pair[k]);
                            column[number + k].mac(Shape::Hermitian ? scalar<T>::conj(a[k][e]) : a[k][e], x_rows[v]);
                        }
                }
            }
        }
        constexpr int Terms = (Part + 1) * Shape::Group; /* Terms of a row sum so far. */
        if constexpr (Sum::interval > 0 && (Terms % (Sum::interval > 0 ? Sum::interval : 1) == 0 || Terms == Shape::U))
        {
            static_assert(Sum::interval % Shape::Group == 0, "row sums are renormalised at the end of a stage");
#pragma unroll
            for (int v = 0; v < Shape::V; v++)
                row[v].renormalise();
        }
    }

    /* Adds the stages of a chunk, one after another. On the diagonal, the zeros in the other
     * triangle do no harm unless an x is Inf or NaN. Only then is each element tested (masked). */
    template <int Part>
    __device__ __forceinline__ void add_chunk(int &slot, unsigned low, region at, bool masked, const T *x_columns,
                                              const T (&x_rows)[Shape::V], Sum (&row)[Shape::V], int i_minus_j)
    {
        if constexpr (Part < Shape::Parts)
        {
            if constexpr (Part > 0)
                next_stage(slot, Part);
            if (at == DIAGONAL)
            {
                take_diagonal(slot, low, Part, x_rows, row, i_minus_j);
                clear_corner(slot, low, Part, i_minus_j);
            }
            if (at != OUTSIDE && !masked)
                add_stage<false, Part>(slot, low, x_columns, x_rows, row, i_minus_j);
            else if (at != OUTSIDE)
                add_stage<true, Part>(slot, low, x_columns, x_rows, row, i_minus_j);
            slot = slot + 1 == Shape::Stages ? 0 : slot + 1;
            add_chunk<Part + 1>(slot, low + Shape::Group * ((unsigned)op.lda * (unsigned)Shape::Size), at, masked, x_columns,
                                x_rows, row, i_minus_j);
        }
    }

    /* Whether any x of this chunk, of the rows or of the warp's columns, is Inf or NaN. */
    __device__ __forceinline__ bool any_special(const T *x_columns, const T (&x_rows)[Shape::V]) const
    {
        bool finite = scalar<T>::is_finite(x_columns[lane % Shape::U]);
#pragma unroll
        for (int v = 0; v < Shape::V; v++)
            finite = finite && scalar<T>::is_finite(x_rows[v]);
        return __any_sync(0xffffffffu, !finite);
    }

    /* Refills the slot that the previous stage has left, and waits for the copies of stage
     * `slot`. */
    __device__ __forceinline__ void next_stage(int slot, int part)
    {
        constexpr int Ahead = Shape::Stages - 1;
        if constexpr (Shape::Exchanged)
            __syncwarp(); /* The lanes have read what other lanes copied. */
        copy_stage(slot == 0 ? Shape::Stages - 1 : slot - 1, (part + Ahead) % Shape::Parts);
        copy_wait<Ahead>();
        if constexpr (Shape::Exchanged)
            __syncwarp();
    }

    /* Returns the index, among a warp's row sums of a batch, of the first row in its chunks. */
    __device__ __forceinline__ int begin_of_rows() const { return (g.upper ? 0 : Shape::Beyond) - slant; }

    /* Adds the row sums of `count` chunks, beginning with chunk k of the strip, over the warps in
     * warp order, and adds the results to the row sums of the tile. The warps' parts begin and end
     * some rows apart. The last rows of a warp are kept for the next batch. At the end of a strip,
     * rows that a warp does not have count as zero. */
    __device__ __forceinline__ void flush_rows(int k, int count, bool last)
    {
        constexpr int Beyond = Shape::Beyond;
        Sum *parts = row_parts + warp * Shape::BatchElements, *end = parts + count * Shape::Height;
        if (Beyond > 0 && last && lane >= begin_of_rows() && lane < Beyond)
            end[lane].clear();
        __syncthreads();
        for (int t = threadIdx.x; t < count * Shape::Height + (last ? Beyond : 0); t += Shape::Threads)
        {
            const int i = k * Shape::Height + t;
            Sum sum = row_parts[t];
#pragma unroll
            for (int w = 1; w < Shape::Warps; w++)
                sum.add(row_parts[w * Shape::BatchElements + t]);
            /* The last chunks may reach beyond the tile. */
            if (Beyond == 0 || (unsigned)i < (unsigned)(g.edge + Beyond))
            {
                Sum total = row_sums[i];
                total.add(sum);
                total.renormalise();
                row_sums[i] = total;
            }
        }
        __syncthreads();
        if (Beyond > 0 && !last && lane < begin_of_rows())
            parts[lane] = end[lane];
    }

    /* Before the first chunk of a strip: clears the row sums of rows above this warp's part. */
    __device__ __forceinline__ void begin_rows()
    {
        if (Shape::Beyond > 0 && lane < begin_of_rows())
            row_parts[warp * Shape::BatchElements + lane].clear();
    }

    /* Writes the column sums of the strip of `done` to the segment's slot and clears them. */
    __device__ __forceinline__ void flush_columns(T *slot_columns, const symv_cursor &done)
    {
        constexpr int Share = 32 / Shape::U;
        reduce_columns(column, lane);
        if (lane % Share == 0)
            slot_columns[column_of(done, lane / Share)] = column[0].value();
#pragma unroll
        for (int c = 0; c < Shape::U; c++)
            column[c].clear();
    }

    /* Ends a segment that covers the strips [first_strip, last_strip]: writes the row sums to its
     * slot, and zeros for the columns of the other strips. */
    __device__ __forceinline__ void flush_segment(T *slot_rows, T *slot_columns, int first_strip, int last_strip)
    {
        for (int i = threadIdx.x; i < g.edge + Shape::Beyond; i += Shape::Threads)
        {
            slot_rows[i] = row_sums[i].value();
            row_sums[i].clear();
            if (i < first_strip * Shape::Strip || (i >= (last_strip + 1) * Shape::Strip && i < g.edge))
                slot_columns[i] = scalar<T>::zero();
        }
    }

    /* Processes the chunks with sequence numbers [begin, end). slot_of(I, J) returns the address
     * for the row sums of tile (I, J); the address for its column sums follows. */
    template <class SlotOf>
    __device__ __forceinline__ void run(int begin, int end, SlotOf slot_of)
    {
        symv_cursor here;
        symv_seek(&g, &here, begin);
        /* Leave out the idle numbers, which have no chunk; only this variant has any. */
        if constexpr (Shape::Slanted)
            end = begin + symv_chunks_before(&g, end) - symv_chunks_before(&g, begin);
        ahead = here;
        ahead_left = end - begin;
        ahead_vector = ahead_columns = 0;
        ahead_enters = true;
#pragma unroll 1
        for (int i = 0; i < Shape::Stages - 1; i++)
            copy_stage(i, i % Shape::Parts);

        for (int i = threadIdx.x; i < g.edge + Shape::Beyond; i += Shape::Threads)
            row_sums[i].clear();
        begin_rows();
#pragma unroll
        for (int c = 0; c < Shape::U; c++)
            column[c].clear();

        int slot = 0, x_slot = 0, columns_slot = 0, batch = 0, first_strip = here.s;
        for (int p = begin; p < end; p++)
        {
            __syncwarp(); /* All lanes have read the x that the next copies may overwrite. */
            next_stage(slot, 0);
            __syncwarp(); /* Other lanes copied x of the columns. */
            const T *x = vector(x_slot), *x_columns = columns_vector(x_slot, columns_slot);
            T x_rows[Shape::V];
            Sum row[Shape::V];
#pragma unroll
            for (int r = 0; r < Shape::Rows; r++)
#pragma unroll
                for (int e = 0; e < Shape::Pack; e++)
                {
                    x_rows[r * Shape::Pack + e] = x[row_in_chunk(r, e)];
                    row[r * Shape::Pack + e].clear();
                }
            const region at = region_of(here);
            const bool masked = at == DIAGONAL && any_special(x_columns, x_rows);
            add_chunk<0>(slot, low_bits(here.column0 + column_of(here, 0)), at, masked, x_columns, x_rows, row, corner_of(here));
            x_slot = next_vector(x_slot);
            if constexpr (Sum::interval > 0)
                if ((here.k + 1) % (Sum::interval / Shape::V) == 0)
                {
#pragma unroll
                    for (int c = 0; c < Shape::U; c++)
                        column[c].renormalise();
                }
            Sum *parts = row_parts + warp * Shape::BatchElements + batch * Shape::Height + begin_of_rows();
#pragma unroll
            for (int r = 0; r < Shape::Rows; r++)
#pragma unroll
                for (int e = 0; e < Shape::Pack; e++)
                    parts[row_in_chunk(r, e)] = row[r * Shape::Pack + e];
            batch++;

            const symv_cursor done = here;
            int step = symv_advance(&g, &here);
            if (Shape::ColumnsOnce && step > 0)
                columns_slot = next_vector(columns_slot);
            if (p + 1 == end)
                step = 2;
            if (step > 0 || batch == Shape::Batch)
            {
                flush_rows(done.k - (Shape::Slanted ? symv_lead(&g, done.I) : 0) + 1 - batch, batch, step > 0);
                batch = 0;
            }
            if (step > 0)
            {
                T *slot_rows = slot_of(done.I, done.J);
                flush_columns(slot_rows + g.edge + Shape::Beyond, done);
                begin_rows();
                if (step == 2)
                {
                    flush_segment(slot_rows, slot_rows + g.edge + Shape::Beyond, first_strip, done.s);
                    first_strip = here.s;
                }
            }
        }
    }
};

template <class Shape>
__global__ void __launch_bounds__(Shape::Threads, Shape::BlocksPerSm)
    symv_tile_kernel(const __grid_constant__ symv_operands<typename Shape::T> op, const __grid_constant__ symv_geometry g,
                     typename Shape::T *slots)
{
    /* Without alignment to 128 bytes, a copy of a cache line takes two requests. */
    extern __shared__ __align__(128) unsigned char shared[];
#if __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
#endif
    if (scalar<typename Shape::T>::is_zero(op.get_alpha()))
        return;
    const int block = blockIdx.x;
    symv_sweep<Shape> sweep(op, g, (typename Shape::T *)shared);
    sweep.run(symv_block_start(&g, block), symv_block_start(&g, block + 1),
              [&](int I, int J) { return slots + (int64_t)(symv_tile_number(&g, I, J) + block) * symv_slot_elements(&g); });
}

#endif
