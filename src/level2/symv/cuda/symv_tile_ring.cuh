/*
 * The ring of stages in shared memory of symv by tiles: where a chunk lies in the matrix and in the
 * ring, and the asynchronous copies of A and x that fill the ring. Chunks inside the triangle are
 * copied whole. At the edges of the matrix and on the diagonal, each copy of 16 bytes is cut to the
 * elements that are stored.
 */
#ifndef DDBLAS_LEVEL2_SYMV_TILE_RING_CUH
#define DDBLAS_LEVEL2_SYMV_TILE_RING_CUH

#include "symv_tile_shape.cuh"

/* Returns a value that is the same in all lanes of the warp. The shuffle tells the compiler that it
 * is the same, so that addresses and branches that depend on the value are computed once for the
 * warp. */
DD_DEVICE int uniform(int value) { return __shfl_sync(0xffffffffu, value, 0); }

/* The part of one thread in copying chunks. */
template <class Shape>
struct symv_ring
{
    typedef typename Shape::T T;
    typedef typename scalar<T>::accumulator Sum;

    const symv_operands<T> &op;
    const symv_geometry &g;
    const int lane, warp;
    /* Consecutive columns of a warp are 2^period_log = period columns apart. */
    const int period_log;
    const int first; /* First column of the warp in a strip. */
    /* The warp's part of a chunk lies this many rows higher than the chunk. The number is negative
     * in an upper triangle, where the part lies lower. */
    const int slant;
    /* Shared memory of the block: the stages (ring) and x of the chunks in flight (vectors). The
     * row sums that follow are used by symv_sweep only. */
    T *ring, *vectors;
    Sum *row_parts; /* Row sums of a batch of chunks, for each warp. */
    Sum *row_sums;  /* Row sums of the tile, including the rows `beyond`. */

    /* Where this warp's part of a chunk lies in the matrix. The value is the same in all lanes of
     * the warp. */
    enum region
    {
        INSIDE,   /* In the stored triangle, off the diagonal. */
        DIAGONAL, /* Crossed by the diagonal. */
        OUTSIDE   /* In the other triangle, or right of the matrix. */
    };

    symv_cursor ahead; /* The next chunk to copy. */
    int ahead_left;    /* Number of chunks still to copy. */
    int ahead_vector;  /* Number of the slot in shared memory for x of the next chunk's rows. */
    /* Number of the slot for x of the next chunk's columns, if this x is copied once for each
     * strip. */
    int ahead_columns;
    /* True if the next chunk to copy is the first of its strip or of the block. */
    bool ahead_enters;
    /* Region of the chunk that is being copied. At the upper and lower edge of the matrix it is
     * DIAGONAL too, because such a chunk needs the same tests. */
    region ahead_region;

    __device__ __forceinline__ symv_ring(const symv_operands<T> &op, const symv_geometry &g, T *shared)
        : op(op), g(g), lane(threadIdx.x % 32), warp(uniform(threadIdx.x / 32)),
          period_log(Shape::Slanted ? symv_period_log(op.lda * Shape::Size) : 0),
          first((warp >> period_log << period_log) * Shape::U + (warp & ((1 << period_log) - 1))), slant(slant_of(op, g, first))
    {
        ring = shared;
        vectors = ring + Shape::Stages * Shape::StageElements;
        static_assert(sizeof(Sum) == sizeof(T), "accumulators take as much room as elements");
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

    /* Returns the low 32 bits of the address of row 0 in column col. Every row at which a chunk
     * starts has the same address modulo SYMV_LINE. */
    __device__ __forceinline__ unsigned low_bits(int col) const
    {
        return (unsigned)(uintptr_t)op.A + (unsigned)col * ((unsigned)op.lda * (unsigned)Shape::Size);
    }

    /* Returns the offset, in bytes, of column c of a stage from the place in shared memory that it
     * has without a shift. low: the result of low_bits() for the stage's first column. */
    __device__ __forceinline__ unsigned shift_of(unsigned low, int c) const
    {
        return Shape::Shifted ? (low + (unsigned)c * ((unsigned)op.lda * (unsigned)Shape::Size)) % SYMV_LINE : 0;
    }

    /* Returns the address of element e of this lane's 16-byte copy number r, in column c of a
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
    /* Returns the address of x of the warp's columns. If this x is copied once for each strip, it
     * has slots of its own; otherwise it is in the slot of the rows' x. */
    __device__ __forceinline__ T *columns_vector(int rows_slot, int columns_slot) const
    {
        return vector(Shape::ColumnsOnce ? columns_slot : rows_slot) + Shape::Height;
    }
    __device__ __forceinline__ static int next_vector(int slot) { return slot + 1 == Shape::Vectors ? 0 : slot + 1; }
    /* Returns the row, within a chunk, of element e of this lane's 16-byte copy number r. */
    __device__ __forceinline__ int row_in_chunk(int r, int e) const { return r * 32 * Shape::Pack + lane * Shape::Pack + e; }

    /* The next two functions return, relative to the tile, the first row of this warp's part of a
     * chunk, and the warp's column k. The third returns row minus column, in the whole matrix, at
     * the upper left corner of the part; if the columns are not slanted, the result is right in
     * diagonal tiles only. */
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

    /* Starts the copies of x for chunk `ahead`: x of the chunk's rows, with zeros for rows outside
     * the matrix, and x of the warp's columns. */
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
                /* The 16 bytes around the last row of a column may contain up to Margin elements
                 * below the chunk. In the last column of the matrix these elements may lie outside
                 * the allocation. */
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

    /* Copies 16 bytes of a cache line that no other copy touches, so that the L2 cache may evict
     * the line before others. ptxas of CUDA 13.0 encodes copy_async_once as an illegal instruction
     * if the address in shared memory is a register plus a uniform register, which happens with
     * long elements. Kernels that are compiled at run time do not use copy_async_once, because no
     * test has run them. */
    __device__ __forceinline__ static void copy_piece(void *to, const void *from)
    {
#if !defined(__CUDACC_RTC__)
        if constexpr (!Shape::Shifted && Shape::Size <= 16)
            copy_async_once(to, from);
        else
#endif
            copy_async<16>(to, from);
    }

    /* Copies 16 bytes of column j, for copy_inside. If Whole is false and j is right of the matrix,
     * writes zeros instead. */
    template <bool Whole>
    __device__ __forceinline__ void copy_of_column(void *to, const void *from, int j) const
    {
        if constexpr (Whole)
            copy_piece(to, from);
        else
            copy_async<16>(to, j < g.n ? from : (const void *)op.A, j < g.n ? 16 : 0);
    }

    /* Copies the columns of a stage that lie inside the stored triangle, 16 bytes to a lane. If the
     * columns are shifted, a copy starts at the cache line in which the column starts, and in
     * shared memory the column keeps its offset from the start of that line. */
    template <bool Whole>
    __device__ __forceinline__ void copy_inside(T *to, int row, int col)
    {
        /* Lines: number of copies of 512 bytes, each by a whole warp, for one column. */
        constexpr int Bytes = Shape::Height * Shape::Size, Lines = Bytes / 512;
        const char *from = (const char *)(op.A + row + col * op.lda);
        const int64_t step = op.lda * Shape::Size << period_log;
        char *place = (char *)to + lane * 16;
        if constexpr (Shape::Shifted)
        {
            /* Number of columns whose last cache line is copied by one instruction. */
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

    /* Returns how many of the 16 bytes at offset `at` come before row `end`; returns 0 if none of
     * them belongs to a stored row. `at` is in bytes from the first row of a chunk. The stored rows
     * of the column are [top, end), counted from the first row of the chunk. */
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

    /* Copies a stage of a chunk that leaves the matrix or meets the diagonal. A piece of 16 bytes
     * that contains no stored element becomes zero. Nothing is read beyond the last stored element
     * of a column. */
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

    /* Returns true if row 0 of a column of an upper triangle begins inside the 16 bytes that lie
     * `at` bytes after the first row of a chunk. The bytes before row 0 then belong to another
     * column. */
    __device__ __forceinline__ bool begins_in(int row, int at) const
    {
        const int first = -row * Shape::Size;
        return Shape::AnyElement && g.upper && at >= 0 && at < first && first < at + 16;
    }

    /* Copies 16 bytes word by word. They lie `at` bytes after the first row of a column. Bytes
     * outside [low, high) belong to another column or to no allocation; zeros are written for
     * them. */
    __device__ __forceinline__ void copy_words(char *to, const char *from, int at, int low, int high) const
    {
#pragma unroll
        for (int w = 0; w < 16; w += Shape::Word)
        {
            const int valid = at + w >= low && at + w < high ? Shape::Word : 0;
            copy_async<Shape::Word>(to + w, valid > 0 ? from + at + w : (const char *)op.A, valid);
        }
    }

    /* Copies those 16-byte pieces in which the last columns of the matrix end, because the memory
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

    /* Copies those 16-byte pieces in which columns of an upper triangle begin. The bytes before row
     * 0 belong to another column. */
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

    /* Starts the copies of a later stage into the slot of the previous stage, which is no longer
     * needed. Then waits for the copies of the stage in slot number `slot`. */
    __device__ __forceinline__ void next_stage(int slot, int part)
    {
        constexpr int Ahead = Shape::Stages - 1;
        if constexpr (Shape::Exchanged)
            __syncwarp(); /* The lanes have read the elements that other lanes copied. */
        copy_stage(slot == 0 ? Shape::Stages - 1 : slot - 1, (part + Ahead) % Shape::Parts);
        copy_wait<Ahead>();
        if constexpr (Shape::Exchanged)
            __syncwarp();
    }
};

#endif
