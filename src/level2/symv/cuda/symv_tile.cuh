/*
 * symv by tiles, y = alpha A x + beta y: the main kernel. It reads one triangle of A once and
 * writes partial sums of y to the workspace; symv_finish.cuh adds them. The copies of elements to
 * shared memory are in symv_tile_ring.cuh, the compile-time numbers in symv_tile_shape.cuh.
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
 * the warps in warp order, and adds the result to the row sum of the tile. These row sums, one for
 * each of the E rows of the tile (E: the tile edge), are in shared memory too.
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
 * therefore cover up to `beyond` more rows on the side of the diagonal. On the other side the slant
 * leaves out as many rows of the tile, which the next tile away from the diagonal covers. In the
 * last tile row, which has no next tile, additional chunks cover them. Columns must start on
 * 16-byte boundaries, or with 16 warps on any multiple of the element size.
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
 * Edges: zeros replace elements that are not stored. The 16 bytes around a stored element may hold
 * others. Those across the diagonal are replaced by zeros in shared memory, the rest are not used.
 * Nothing is read beyond the last stored element of A. SYMV_OFF_LINES may read up to 15 bytes
 * before the first stored element, within the same aligned 16 bytes. With alignment classes an
 * upper triangle reads nothing before the first stored element.
 *
 * Error bound: that of dd/level2.h, (n + 8) u_T (|alpha| |A| |x| + |beta| |y|), times sqrt 8 in
 * complex types. In types W and U it is proved from n = 160 on (docs/numerics.md). No block waits
 * for another, so there is no deadlock. The sums have a fixed order, so the bits are the same in
 * every run.
 */
#ifndef DDBLAS_LEVEL2_SYMV_TILE_CUH
#define DDBLAS_LEVEL2_SYMV_TILE_CUH

#include "symv_tile_ring.cuh"

/* Loads Count elements from shared memory, from an address that is aligned to Bytes. If the
 * elements fill Bytes bytes, one access loads all of them. */
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

/* The part of one thread in the sums of a block. */
template <class Shape>
struct symv_sweep : symv_ring<Shape>
{
    typedef symv_ring<Shape> base;
    using base::DIAGONAL, base::OUTSIDE;
    using base::op, base::g, base::lane, base::warp, base::period_log, base::slant, base::row_parts, base::row_sums;
    using base::stage, base::place, base::shift_of, base::row_in_chunk, base::column_of, base::next_stage, base::next_vector;
    using typename base::T, typename base::Sum, typename base::region;

    Sum column[Shape::U]; /* The column sums of the lane. */

    __device__ __forceinline__ symv_sweep(const symv_operands<T> &op, const symv_geometry &g, T *shared) : base(op, g, shared) {}

    /* In a lower triangle the 16 bytes that contain a diagonal element may also contain elements
     * above the diagonal. This function replaces the Beside elements before the diagonal element by
     * zeros; each of the first Beside lanes writes one. The first of these elements may have been
     * copied only in part. */
    __device__ __forceinline__ void clear_corner(int slot, unsigned low, int part, int i_minus_j) const
    {
        constexpr int Beside = (16 - Shape::Word + Shape::Size - 1) / Shape::Size;
        if constexpr (Beside > 0)
        {
            if (g.upper)
                return;
            __syncwarp(); /* The copies of the other lanes are complete. */
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

    /* Adds each diagonal element of a stage once to the sum of its row and replaces the element by
     * zero. i_minus_j: row minus column of the upper left element of the warp's part of the
     * chunk. */
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

    /* Adds the elements of stage `Part` of a chunk to the row sums, two columns at a time, and to
     * the column sums. Masked: tests each element and uses it only if it is strictly inside the
     * triangle. */
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
        /* Number of terms that a row sum has so far. */
        constexpr int Terms = (Part + 1) * Shape::Group;
        if constexpr (Sum::interval > 0 && (Terms % (Sum::interval > 0 ? Sum::interval : 1) == 0 || Terms == Shape::U))
        {
            static_assert(Sum::interval % Shape::Group == 0, "row sums are renormalised at the end of a stage");
#pragma unroll
            for (int v = 0; v < Shape::V; v++)
                row[v].renormalise();
        }
    }

    /* Adds the stages of a chunk to the sums, one after another. On the diagonal, the elements of
     * the other triangle are zeros. Zeros change no sum unless an element of x is Inf or NaN; only
     * in that case each element is tested (masked). */
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

    /* Returns true if an element of x is Inf or NaN, among the rows of this chunk and the columns
     * of the warp. */
    __device__ __forceinline__ bool any_special(const T *x_columns, const T (&x_rows)[Shape::V]) const
    {
        bool finite = scalar<T>::is_finite(x_columns[lane % Shape::U]);
#pragma unroll
        for (int v = 0; v < Shape::V; v++)
            finite = finite && scalar<T>::is_finite(x_rows[v]);
        return __any_sync(0xffffffffu, !finite);
    }

    /* Returns the index of the first row of the warp's chunks in the warp's array of row sums of a
     * batch. */
    __device__ __forceinline__ int begin_of_rows() const { return (g.upper ? 0 : Shape::Beyond) - slant; }

    /* For `count` chunks from chunk k of the strip on: adds the row sums over the warps, in the
     * order of the warps, and adds the results to the row sums of the tile. The parts of different
     * warps begin and end some rows apart. The last rows of a warp are therefore kept for the next
     * batch. At the end of a strip, rows that a warp does not have count as zero. */
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
            /* The rows of the last chunks may be beyond the tile. */
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

    /* Called before the first chunk of a strip. The chunks of this warp begin begin_of_rows() rows
     * after the start of its row sums of a batch (row_parts). The function clears the sums before
     * that place, because flush_rows() adds them too. */
    __device__ __forceinline__ void begin_rows()
    {
        if (Shape::Beyond > 0 && lane < begin_of_rows())
            row_parts[warp * Shape::BatchElements + lane].clear();
    }

    /* Writes the column sums of a strip to the slot of the segment and clears them. `done` is the
     * cursor of the strip. */
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

    /* Ends a segment that covers the strips [first_strip, last_strip]: writes the row sums to the
     * slot of the segment, and zeros for the columns of all other strips. */
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

    /* Computes the sums of the chunks with sequence numbers [begin, end). slot_of(I, J) returns the
     * address where the row sums of tile (I, J) are stored; its column sums are stored behind
     * them. */
    template <class SlotOf>
    __device__ __forceinline__ void run(int begin, int end, SlotOf slot_of)
    {
        symv_cursor here;
        symv_seek(&g, &here, begin);
        /* The idle numbers, which have no chunk, are left out. Only alignment classes (Slanted) use
         * idle numbers. */
        if constexpr (Shape::Slanted)
            end = begin + symv_chunks_before(&g, end) - symv_chunks_before(&g, begin);
        base::ahead = here;
        base::ahead_left = end - begin;
        base::ahead_vector = base::ahead_columns = 0;
        base::ahead_enters = true;
#pragma unroll 1
        for (int i = 0; i < Shape::Stages - 1; i++)
            base::copy_stage(i, i % Shape::Parts);

        for (int i = threadIdx.x; i < g.edge + Shape::Beyond; i += Shape::Threads)
            row_sums[i].clear();
        begin_rows();
#pragma unroll
        for (int c = 0; c < Shape::U; c++)
            column[c].clear();

        int slot = 0, x_slot = 0, columns_slot = 0, batch = 0, first_strip = here.s;
        for (int p = begin; p < end; p++)
        {
            /* All lanes have read the elements of x that the next copies may overwrite. */
            __syncwarp();
            next_stage(slot, 0);
            /* The copies that other lanes have made of the columns' x are complete. */
            __syncwarp();
            const T *x = base::vector(x_slot), *x_columns = base::columns_vector(x_slot, columns_slot);
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
            const region at = base::region_of(here);
            const bool masked = at == DIAGONAL && any_special(x_columns, x_rows);
            add_chunk<0>(slot, base::low_bits(here.column0 + column_of(here, 0)), at, masked, x_columns, x_rows, row,
                         base::corner_of(here));
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
    /* The alignment to 128 bytes matters, because otherwise a copy of a cache line takes two
     * requests. */
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
