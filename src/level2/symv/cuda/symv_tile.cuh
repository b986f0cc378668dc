/*
 * symv by tiles, y = alpha A x + beta y, one triangle of A read once: the main sweep. symv_finish.cuh adds up what it leaves.
 *
 * For a stored element a = A[i,j], i != j, both y_i += a x_j and y_j += a' x_i (a' the conjugate for a Hermitian A).
 *
 * A block has Warps warps side by side, each with U columns: a strip of C = Warps U columns, walked down in chunks of H = 32 V
 * rows, V rows to a lane. A lane keeps U column sums in registers from the top of a strip to its bottom; the V row sums of a
 * chunk run over the U columns of the warp. symv_geometry.h says which chunks a block gets.
 *
 *            warp 0       warp 1              row sums of `batch` chunks wait in shared memory, then each thread adds one row
 *          U columns    U columns    ...      over the warps, in their order, to the row sums of the tile (E of them, shared);
 *   chunk  [32 V x U]   [32 V x U]            column sums are added over the lanes at the end of a strip.
 *          lane = row   lane = row
 *
 * Elements come through a ring of `Stages` stages in shared memory, Group columns of all warps to a stage, by asynchronous copies
 * of 16 bytes; of words where the matrix's last columns end, or upper ones in classes begin, off them. Stages - 1 stages are
 * under way all the time. A request of eight lanes that crosses lines of the cache costs twice, and a line that two chunks share
 * is asked for twice. Where all columns start on lines neither happens, and where elements are not longer than 16 bytes a thread
 * copies exactly the elements that it will use, so the ring needs no barrier. Double-double, whose arithmetic hides both, goes
 * the same way in most cases.
 *
 * Columns that start off lines are as far from them as every period'th column after them. While there are as many warps as such
 * classes of columns, on 16 bytes or with 16 warps on any elements (Slanted), a warp takes columns of one class, and its part of
 * each chunk begins and ends on lines, up to a line nearer to the diagonal. So a tile's row sums go `beyond` rows further there,
 * and the tiles of the last tile row, at the far end, have the rows that are left. Elsewhere (Shifted) a warp copies the lines
 * that its columns touch and reads them at their offset, Unit bytes being what the elements are aligned to, and its lanes wait
 * for one another.
 *
 * Bytes: sizeof(T) n^2 / 2 from memory, and 2 E sizeof(T) a segment for the sums. Operations for each element: 2 multiply-adds
 * (W: 20 double precision instructions for 16 bytes, 6 T/s at full bandwidth). Partial sums cost about 1/U + Warps/C additions an
 * element.
 *
 * Ragged edges: zeros stand for what is not stored. Elements beside stored ones come along in the same 16 bytes; those across the
 * diagonal are replaced by zeros in shared memory, others are not used. Nothing is read beyond the last stored element, nor, of
 * upper columns in classes, before the first.
 * Nothing waits for another block, so nothing can deadlock; the sums have a fixed order, so the bits are fixed.
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
    static constexpr bool AnyElement = Slanted && Size < 16 && Warps >= SYMV_ANY_ELEMENT; /* where a column may start */
    static constexpr bool Exchanged = Shifted || Size > 16;                               /* lanes read what others copied */
    /* strips that the right edge of the matrix runs through have copies of their own, not those for all edges, where that was
     * measured to gain, in an upper triangle: up to 6% at order 16385, up to 4% by 16 warps in classes at 20001 */
    static constexpr bool RightEdge = Shifted ? Size >= 8 && Part < 16 : AnyElement && Size == 8;
    static constexpr int Pack = Unit == 16 && Size < 16 ? 16 / Size : 1; /* neighbouring rows of a lane */
    static constexpr int Rows = V / Pack;
    static constexpr int LastColumns = 16 / Size + 1;                     /* that may end within 16 bytes of the end of A */
    static constexpr int Word = Unit < 16 ? Unit : Size < 16 ? Size : 16; /* what an element's address is a multiple of */
    static constexpr int Threads = 32 * Warps;
    static constexpr int Height = 32 * V;
    static constexpr int Strip = Warps * U;
    static constexpr int Parts = U / Group; /* stages that make a chunk */
    static constexpr int Batch = SYMV_BATCH(Warps, Height, Size);
    static constexpr int Beyond = Slanted ? SYMV_LINE / Size : 0;           /* rows that a slant is less than */
    static constexpr int BatchElements = Batch * Height + Beyond;           /* row sums of a warp */
    static constexpr int Vectors = (Parts - 1 + Stages - 1) / Parts + 1;    /* chunks whose x is in shared memory */
    static constexpr int Pitch = Height + (Shifted ? SYMV_LINE / Size : 0); /* of the columns of a stage */
    static constexpr int StageElements = Warps * Group * Pitch;
    static constexpr int VectorElements = Height + U; /* x of a chunk's rows and of a warp's columns */
    /* x of a warp's columns comes with the first chunk of a strip only where that was measured to gain: double-double in classes,
     * 1 to 2%. With an odd leading dimension these x lie a line apart, and in each chunk would take 16 requests beside 64 of A */
    static constexpr bool ColumnsOnce = Slanted && scalar<T>::accumulator::interval > 0;
    static_assert(V % Pack == 0 && U % Group == 0 && Group % 2 == 0 && Threads % 32 == 0, "whole copies, stages and pairs");
    static size_t shared_bytes(int edge)
    {
        return (size_t)symv_shared_elements(Warps, U, Height, Pitch, Group, Stages, Parts, BatchElements, edge + Beyond) * Size;
    }
};

/* Count elements that are aligned to Bytes, in accesses of that width where it helps. */
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

/* A number that all lanes of the warp have, made known as such: addresses and branches that follow from it need one lane. */
DD_DEVICE int uniform(int value) { return __shfl_sync(0xffffffffu, value, 0); }

/* The sweep of one block. */
template <class Shape>
struct symv_sweep
{
    typedef typename Shape::T T;
    typedef typename scalar<T>::accumulator Sum;

    const symv_operands<T> &op;
    const symv_geometry &g;
    const int lane, warp;
    const int period_log; /* from a column of the warp to the next, 2^period_log = period */
    const int first;      /* of them in a strip */
    const int slant;      /* rows by which the warp's part of a chunk is higher; in an upper triangle it is lower */
    T *ring, *vectors;
    Sum *row_parts; /* of a batch of chunks, for each warp */
    Sum *row_sums;  /* of the tile and the rows `beyond` */

    /* Where this warp's part of a chunk lies: the same for all its lanes. */
    enum region
    {
        INSIDE,   /* in the stored triangle, off the diagonal */
        DIAGONAL, /* the diagonal runs through */
        OUTSIDE   /* in the other triangle, or right of the matrix */
    };

    symv_cursor ahead;   /* of the copies */
    int ahead_left;      /* chunks still to be copied */
    int ahead_vector;    /* slot of x */
    int ahead_columns;   /* slot of the columns' x, where it comes once for a strip */
    bool ahead_enters;   /* whether the chunk of the copies is the first of its strip or of the block */
    region ahead_region; /* DIAGONAL also at the upper and the lower edge of the matrix */

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

    /* This warp's part of a stage. */
    __device__ __forceinline__ T *stage(int slot) const
    {
        return ring + slot * Shape::StageElements + warp * (Shape::Group * Shape::Pitch);
    }

    /* Low bits of the address of row 0, or of any row that starts a chunk, in a column. */
    __device__ __forceinline__ unsigned low_bits(int col) const
    {
        return (unsigned)(uintptr_t)op.A + (unsigned)col * ((unsigned)op.lda * (unsigned)Shape::Size);
    }

    /* How many bytes after its place column c of a stage stands, whose first column has the low bits `low`. */
    __device__ __forceinline__ unsigned shift_of(unsigned low, int c) const
    {
        return Shape::Shifted ? (low + (unsigned)c * ((unsigned)op.lda * (unsigned)Shape::Size)) % SYMV_LINE : 0;
    }

    /* Element e of this lane's copy r in column c of such a stage. */
    __device__ __forceinline__ T *place(T *stage, unsigned low, int c, int r, int e) const
    {
        return (T *)((char *)(stage + c * Shape::Pitch + (r * 32 + lane) * Shape::Pack + e) + shift_of(low, c));
    }

    /* A vector slot. */
    __device__ __forceinline__ T *vector(int slot) const
    {
        return vectors + (slot * Shape::Warps + warp) * Shape::VectorElements;
    }
    /* x of the warp's columns: once for a strip in slots of their own, or with the rows of each chunk. */
    __device__ __forceinline__ T *columns_vector(int rows_slot, int columns_slot) const
    {
        return vector(Shape::ColumnsOnce ? columns_slot : rows_slot) + Shape::Height;
    }
    __device__ __forceinline__ static int next_vector(int slot) { return slot + 1 == Shape::Vectors ? 0 : slot + 1; }
    /* The row of this lane's element e of copy r inside a chunk. */
    __device__ __forceinline__ int row_in_chunk(int r, int e) const { return r * 32 * Shape::Pack + lane * Shape::Pack + e; }

    /* First row of this warp's part of a chunk, and the warp's column k, in the tile; row minus column of its corner. */
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

    /* Starts the copies of x for the chunk of `ahead`: of its rows, zeros above and below the matrix, and of the warp's columns.
     */
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

    /* Starts the copies of stage `part` of the chunk of `ahead` into a slot. */
    __device__ __forceinline__ void copy_stage(int slot, int part)
    {
        if (ahead_left > 0)
        {
            const int row = ahead.row0 + row_of(ahead), col = ahead.column0 + column_of(ahead, part * Shape::Group);
            if (part == 0)
            {
                copy_vectors();
                /* the 16 bytes around the last row of a column may hold up to Margin elements below the chunk: of the last column
                 * they need not exist */
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

    /* 16 bytes of a line that no other copy touches again. ptxas of CUDA 13.0 encodes
     * copy_async_once wrongly, an illegal instruction, where it takes the shared address as a register plus a uniform one, as in
     * long elements: kernels that are compiled at run time, which no test has seen, go without it. */
    __device__ __forceinline__ static void copy_piece(void *to, const void *from)
    {
#if !defined(__CUDACC_RTC__)
        if constexpr (!Shape::Shifted && Shape::Size <= 16)
            copy_async_once(to, from);
        else
#endif
            copy_async<16>(to, from);
    }

    /* 16 bytes of column j for copy_inside; not Whole: zeros where j is right of the matrix. */
    template <bool Whole>
    __device__ __forceinline__ void copy_of_column(void *to, const void *from, int j) const
    {
        if constexpr (Whole)
            copy_piece(to, from);
        else
            copy_async<16>(to, j < g.n ? from : (const void *)op.A, j < g.n ? 16 : 0);
    }

    /* Whole columns, 16 bytes to a lane. Shifted, the copy starts at the line in which the column starts, and the column stands
     * in shared memory as far from its place as it does in memory from a line. */
    template <bool Whole>
    __device__ __forceinline__ void copy_inside(T *to, int row, int col)
    {
        constexpr int Bytes = Shape::Height * Shape::Size, Lines = Bytes / 512; /* copies of a whole warp */
        const char *from = (const char *)(op.A + row + col * op.lda);
        const int64_t step = op.lda * Shape::Size << period_log;
        char *place = (char *)to + lane * 16;
        if constexpr (Shape::Shifted)
        {
            constexpr int Columns = 32 / (SYMV_LINE / 16); /* whose last line is copied at once */
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

    /* How many of the 16 bytes that stand `at` bytes after the first row of a chunk come before the end of its rows [top, end),
     * the stored ones; 0 where none is stored. */
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

    /* The same where a chunk leaves the matrix or meets the diagonal. Pieces of 16 bytes without any stored one become zero, and
     * nothing is read beyond a column's last stored element. */
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

    /* Whether the 16 bytes that stand `at` bytes after the first row of a chunk have the first row of an upper triangle and what
     * is before it. */
    __device__ __forceinline__ bool begins_in(int row, int at) const
    {
        const int first = -row * Shape::Size;
        return Shape::AnyElement && g.upper && at >= 0 && at < first && first < at + 16;
    }

    /* Word by word the 16 bytes of a column that stand `at` bytes after its first; zeros for those outside [low, high), which are
     * another column's or nobody's. */
    __device__ __forceinline__ void copy_words(char *to, const char *from, int at, int low, int high) const
    {
#pragma unroll
        for (int w = 0; w < 16; w += Shape::Word)
        {
            const int valid = at + w >= low && at + w < high ? Shape::Word : 0;
            copy_async<Shape::Word>(to + w, valid > 0 ? from + at + w : (const char *)op.A, valid);
        }
    }

    /* The pieces in which the last columns of the matrix end, by the lanes whose they are: beyond them there may be no memory. */
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

    /* The pieces in which the columns of an upper triangle begin: before them stands what is another column's. */
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

    /* Zeros for the elements above the diagonal of a lower triangle that may have come in the 16 bytes of a diagonal element: the
     * Beside elements before it, one to a lane, the first perhaps in part. */
    __device__ __forceinline__ void clear_corner(int slot, unsigned low, int part, int i_minus_j) const
    {
        constexpr int Beside = (16 - Shape::Word + Shape::Size - 1) / Shape::Size;
        if constexpr (Beside > 0)
        {
            if (g.upper)
                return;
            __syncwarp(); /* other lanes' copies are complete */
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

    /* Takes the diagonal elements out of a stage: each is added to its row sum, once, and replaced by zero. i_minus_j: row minus
     * column of the element at the warp's corner of the chunk. */
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

    /* Adds stage `Part` of a chunk to the row sums, two columns at a time, and to the column sums. Masked: only elements strictly
     * inside the triangle, one by one. */
    template <bool Masked, int Part>
    __device__ __forceinline__ void add_stage(int slot, unsigned low, const T *x_columns, const T (&x_rows)[Shape::V],
                                              Sum (&row)[Shape::V], int i_minus_j)
    {
#pragma unroll
        for (int c = 0; c < Shape::Group; c += 2)
        {
            const int number = Part * Shape::Group + c; /* of the first column among the warp's */
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
        constexpr int Terms = (Part + 1) * Shape::Group; /* of a row sum so far */
        if constexpr (Sum::interval > 0 && (Terms % (Sum::interval > 0 ? Sum::interval : 1) == 0 || Terms == Shape::U))
        {
            static_assert(Sum::interval % Shape::Group == 0, "row sums are renormalised at the end of a stage");
#pragma unroll
            for (int v = 0; v < Shape::V; v++)
                row[v].renormalise();
        }
    }

    /* The stages of a chunk, one after the other. On the diagonal the zeros that stand for the other triangle do no harm unless
     * an x is Inf or NaN; only then each element is tested. */
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

    /* Whether an x of this chunk, of the lane's rows or of the warp's columns, is Inf or NaN. */
    __device__ __forceinline__ bool any_special(const T *x_columns, const T (&x_rows)[Shape::V]) const
    {
        bool finite = scalar<T>::is_finite(x_columns[lane % Shape::U]);
#pragma unroll
        for (int v = 0; v < Shape::V; v++)
            finite = finite && scalar<T>::is_finite(x_rows[v]);
        return __any_sync(0xffffffffu, !finite);
    }

    /* Refills the slot that the last stage left and waits for the one in `slot`. */
    __device__ __forceinline__ void next_stage(int slot, int part)
    {
        constexpr int Ahead = Shape::Stages - 1;
        if constexpr (Shape::Exchanged)
            __syncwarp(); /* the lanes read what other lanes copied */
        copy_stage(slot == 0 ? Shape::Stages - 1 : slot - 1, (part + Ahead) % Shape::Parts);
        copy_wait<Ahead>();
        if constexpr (Shape::Exchanged)
            __syncwarp();
    }

    /* Of a warp's row sums in a batch the first that its chunks have. */
    __device__ __forceinline__ int begin_of_rows() const { return (g.upper ? 0 : Shape::Beyond) - slant; }

    /* Row sums of `count` chunks from chunk k: over the warps in order, onto the tile's. The warps begin and end some rows apart:
     * the last of them stay for the next batch or, at the end of a strip, are 0 where a warp has none. */
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
            if (Beyond == 0 || (unsigned)i < (unsigned)(g.edge + Beyond)) /* at the far end chunks go on without rows */
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

    /* Before the first chunk of a strip: zeros for the row sums that the warp's chunks do not have. */
    __device__ __forceinline__ void begin_rows()
    {
        if (Shape::Beyond > 0 && lane < begin_of_rows())
            row_parts[warp * Shape::BatchElements + lane].clear();
    }

    /* Column sums of the strip of `done` to the segment's slot. */
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

    /* Ends a segment that met the strips [first_strip, last_strip]: row sums to its slot, zeros for the columns of the other
     * strips. */
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

    /* The chunks with numbers in [begin, end). slot_of(I, J) is the place for the row sums of tile (I, J), followed by that for
     * its column sums.
     */
    template <class SlotOf>
    __device__ __forceinline__ void run(int begin, int end, SlotOf slot_of)
    {
        symv_cursor here;
        symv_seek(&g, &here, begin);
        if constexpr (Shape::Slanted) /* `end` without the idle numbers, of which there are none elsewhere */
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
            __syncwarp(); /* all lanes have read the x that the next copies may replace */
            next_stage(slot, 0);
            __syncwarp(); /* the columns' x was copied by other lanes */
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
    extern __shared__ __align__(128) unsigned char shared[]; /* off lines a copy of one takes two requests */
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
