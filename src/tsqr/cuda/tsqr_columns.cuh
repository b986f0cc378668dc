/*
 * A chunk of rows in registers as tiles of eight columns: which lane holds which element, and how
 * columns are moved between the registers, shared memory and the matrix in global memory.
 * tsqr_tile.cuh computes with the tiles.
 *
 * Each warp has rows of its own. Lane 4 c + q of a warp, 0 <= c < 8, 0 <= q < 4, holds part of
 * column c of every tile: ROWS rows, in pieces of 16 bytes. With v elements to a piece, piece g of
 * quarter q has the rows (4 g + q) v .. (4 g + q) v + v - 1 of the warp:
 *
 *   rows of the warp   0 .. v-1   v .. 2v-1   2v .. 3v-1   3v .. 4v-1   4v .. 5v-1   ..
 *   quarter q          0          1           2            3            0            ..
 *   piece g            0          0           0            0            1            ..
 *
 * Four neighbouring lanes share a column. So the sum of a column needs two exchanges between lanes,
 * and the global accesses of a warp fill whole sectors, in row-major and in column-major layout. In
 * D the registers are the fragments of the tensor cores' m16n8k4, with the transpose of A as the
 * left operand and as the result, so that no element has to move.
 */
#ifndef DDBLAS_TSQR_TSQR_COLUMNS_CUH
#define DDBLAS_TSQR_TSQR_COLUMNS_CUH

#include "tsqr_shape.cuh"

enum
{
    TSQR_TILE = 8,    /* Columns of a tile, and of a panel. */
    TSQR_QUARTERS = 4 /* Lanes that share a column. */
};

/* The layout of the tiles, and the movement of their columns. */
template <class T, class Shape>
struct tsqr_columns
{
    typedef scalar<T> s;
    static constexpr int VECTOR = tsqr_vector<T>, ROWS = Shape::warp_rows / TSQR_QUARTERS, TILES = Shape::width / TSQR_TILE;
    static constexpr int PIECES = ROWS / VECTOR; /* 16-byte pieces of a column that a lane holds. */
    /* Tiles of the next chunk that fit into shared memory. */
    static constexpr int AHEAD = sizeof(T) < 16 || TILES < 8 ? TILES : TILES / 2;
    static_assert(ROWS % VECTOR == 0, "rows of a lane are read 16 bytes at a time");

    /* Returns the row within the warp's rows of the i-th row that a lane of this quarter holds. */
    DD_DEVICE int row(int i, int quarter) { return i / VECTOR * (TSQR_QUARTERS * VECTOR) + quarter * VECTOR + i % VECTOR; }

    /* read loads a lane's rows of a column from shared memory, write stores them. */
    DD_DEVICE void read(T (&x)[ROWS], const T *column, int quarter)
    {
#pragma unroll
        for (int i = 0; i < ROWS; i += VECTOR)
        {
            const tsqr_pack<T> pack = tsqr_load(&column[row(i, quarter)]);
#pragma unroll
            for (int v = 0; v < VECTOR; v++)
                x[i + v] = pack.at[v];
        }
    }
    DD_DEVICE void write(T *column, const T (&x)[ROWS], int quarter)
    {
#pragma unroll
        for (int i = 0; i < ROWS; i += VECTOR)
        {
            tsqr_pack<T> pack;
#pragma unroll
            for (int v = 0; v < VECTOR; v++)
                pack.at[v] = x[i + v];
            tsqr_store(&column[row(i, quarter)], pack);
        }
    }

    /* Visits the lane's rows of column c of a matrix in memory, of which `valid` rows of the warp
     * and n columns exist. pieces: the matrix allows 16-byte accesses. Then piece(i, place) is
     * called for every piece of 16 bytes, otherwise f(i, place) for every row; i is the number of
     * the lane's row and place the offset of the element. none(i) is called for rows and columns
     * that do not exist. */
    template <class Piece, class F, class None>
    DD_DEVICE void visit(struct tsqr_stride stride, bool pieces, int valid, int n, int c, int quarter, Piece piece, F f,
                         None none)
    {
        /* The offsets are computed here. If they were kept from chunk to chunk, they would occupy
         * registers that the tiles need. */
        compute_here(stride.row);
        compute_here(stride.column);
        int64_t place = c * stride.column + quarter * VECTOR * stride.row;
        if (c >= n)
        {
#pragma unroll
            for (int i = 0; i < ROWS; i++)
                none(i);
        }
        else if (pieces)
        {
#pragma unroll
            for (int i = 0; i < ROWS; i += VECTOR)
                piece(i, place + row(i, 0));
        }
        else
#pragma unroll
            for (int i = 0; i < ROWS; i++)
            {
                if (row(i, quarter) < valid)
                    f(i, place);
                else
                    none(i);
                place += i + 1 < ROWS ? (row(i + 1, 0) - row(i, 0)) * stride.row : 0;
            }
    }

    /* valid_rows returns the number of the warp's rows, beginning at row `first`, that exist. The
     * second function tells whether these rows can be copied 16 bytes at a time. */
    DD_DEVICE int valid_rows(int64_t first, int64_t end)
    {
        return (int)min((int64_t)Shape::warp_rows, max((int64_t)0, end - first));
    }
    DD_DEVICE bool by_pieces(const T *start, struct tsqr_stride stride, int valid)
    {
        return valid == Shape::warp_rows && stride.row == 1 && (uintptr_t)start % 16 == 0 && stride.column % VECTOR == 0;
    }

    /* Loads column c over the warp's rows, from row `first` of the matrix on. Rows from `end` on
     * and columns from n on are zeros. */
    DD_DEVICE void load_column(T (&x)[ROWS], const T *A, struct tsqr_stride stride, int64_t first, int64_t end, int n, int c,
                               int quarter)
    {
        const T *from = A + first * stride.row;
        const int valid = valid_rows(first, end);
        visit(
            stride, by_pieces(from, stride, valid), valid, n, c, quarter,
            [&](int i, int64_t place)
            {
                const tsqr_pack<T> pack = tsqr_load(&from[place]);
#pragma unroll
                for (int v = 0; v < VECTOR; v++)
                    x[i + v] = pack.at[v];
            },
            [&](int i, int64_t place) { x[i] = from[place]; }, [&](int i) { x[i] = s::zero(); });
    }

    /* copy_column starts asynchronous copies of the elements that load_column would load, to places
     * in shared memory that only this thread uses. take_copy loads them from there. */
    DD_DEVICE void copy_column(tsqr_pack<T> (*to)[Shape::threads], const T *A, struct tsqr_stride stride, int64_t first,
                               int64_t end, int n, int c, int quarter)
    {
        const T *from = A + first * stride.row;
        const int valid = valid_rows(first, end), thread = threadIdx.x;
        visit(
            stride, by_pieces(from, stride, valid), valid, n, c, quarter,
            [&](int i, int64_t place) { copy_async<16>(&to[i / VECTOR][thread], &from[place]); },
            [&](int i, int64_t place) { tsqr_copy(&to[i / VECTOR][thread].at[i % VECTOR], &from[place], true); },
            [&](int i) { to[i / VECTOR][thread].at[i % VECTOR] = s::zero(); });
    }
    DD_DEVICE void take_copy(T (&x)[ROWS], const tsqr_pack<T> (*from)[Shape::threads])
    {
#pragma unroll
        for (int i = 0; i < ROWS; i += VECTOR)
        {
            const tsqr_pack<T> pack = from[i / VECTOR][threadIdx.x];
#pragma unroll
            for (int v = 0; v < VECTOR; v++)
                x[i + v] = pack.at[v];
        }
    }

    /* Stores a column in the places from which load_column loads it. */
    DD_DEVICE void store_column(const T (&x)[ROWS], T *A, struct tsqr_stride stride, int64_t first, int64_t end, int n, int c,
                                int quarter)
    {
        T *to = A + first * stride.row;
        const int valid = valid_rows(first, end);
        visit(
            stride, by_pieces(to, stride, valid), valid, n, c, quarter,
            [&](int i, int64_t place)
            {
                tsqr_pack<T> pack;
#pragma unroll
                for (int v = 0; v < VECTOR; v++)
                    pack.at[v] = x[i + v];
                tsqr_store_global(&to[place], pack);
            },
            [&](int i, int64_t place) { to[place] = x[i]; }, [](int) {});
    }

    /* Load or store the warp's rows of all tiles. */
    DD_DEVICE void load(T (&a)[TILES][ROWS], const T *A, struct tsqr_stride stride, int64_t first, int64_t end, int n, int column,
                        int quarter)
    {
#pragma unroll
        for (int t = 0; t < TILES; t++)
            load_column(a[t], A, stride, first, end, n, t * TSQR_TILE + column, quarter);
    }
    DD_DEVICE void store(const T (&a)[TILES][ROWS], T *A, struct tsqr_stride stride, int64_t first, int64_t end, int n,
                         int column, int quarter)
    {
#pragma unroll
        for (int t = 0; t < TILES; t++)
            store_column(a[t], A, stride, first, end, n, t * TSQR_TILE + column, quarter);
    }
};

#endif
