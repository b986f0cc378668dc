/*
 * How a thread block holds a chunk, and the way between global memory and registers.
 *
 * A warp has Across lanes side by side over columns and 32 / Across groups of them over rows. Lane (group g, column l) of warp w
 * holds Rows consecutive rows of columns l, l + Across, ..., Columns of them. So a warp owns its rows with all columns: an entry
 * of a column reaches all who need it through the warp's own shared memory, and only sums over rows cross warps.
 *
 * Between global memory and registers a chunk goes through the warp's stage, column-major with 16 bytes of padding a column:
 * global accesses run along the matrix's contiguous direction, a lane's column is read from the stage without bank conflicts.
 */
#ifndef DDBLAS_TSQR_TSQR_SHAPE_CUH
#define DDBLAS_TSQR_TSQR_SHAPE_CUH

#include "tsqr_arith.cuh"
#include "tsqr_level.h"

template <class T, int Across, int Columns>
struct tsqr_shape
{
    static constexpr int across = Across, columns = Columns;
    static constexpr int warps = 4, threads = 32 * warps;
    static constexpr int chunk = sizeof(T) == 16 ? DDBLAS_TSQR_CHUNK_16 : DDBLAS_TSQR_CHUNK_8;
    static constexpr int groups = 32 / Across;                /* of rows, in a warp */
    static constexpr int warp_rows = chunk / warps;           /* of a warp */
    static constexpr int rows = warp_rows / groups;           /* of a lane */
    static constexpr int width = Across * Columns;            /* columns */
    static constexpr int stride = warp_rows + tsqr_vector<T>; /* of a stage's columns */
    static constexpr int stage = stride * DDBLAS_TSQR_WIDTH;  /* elements of a warp's stage, wide enough for every V */
    static_assert(rows % tsqr_vector<T> == 0, "rows of a lane are read 16 bytes at a time");
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

/* Visits the elements of a warp's rows, 32 at a time along the contiguous direction: f(row, column), row < warp_rows, column < n.
 */
template <class Shape, class F>
DD_DEVICE void tsqr_visit(struct tsqr_stride a, int n, int lane, F f)
{
    constexpr int rows = Shape::warp_rows;
    if (a.row == 1)
        for (int i = lane; i < rows * n; i += 32)
            f(i % rows, i / rows);
    else
        for (int r = 0; r < rows; r++)
            for (int c = lane; c < n; c += 32)
                f(r, c);
}

/* The warp's stage from rows row .. of A; rows from `end` on and columns n .. width - 1 become 0. By one warp, which must wait.
 */
template <class Shape, class T>
DD_DEVICE void tsqr_stage_load(T *stage, const T *A, struct tsqr_stride a, int64_t row, int64_t end, int n, int width, int lane)
{
    const int valid = (int)min((int64_t)Shape::warp_rows, max((int64_t)0, end - row));
    tsqr_visit<Shape>(a, n, lane,
                      [&](int r, int c)
                      {
                          const bool inside = r < valid;
                          tsqr_copy(&stage[c * Shape::stride + r], inside ? A + (row + r) * a.row + c * a.column : A, inside);
                      });
    for (int i = lane; i < Shape::warp_rows * (width - n); i += 32)
        stage[(n + i / Shape::warp_rows) * Shape::stride + i % Shape::warp_rows] = scalar<T>::zero();
}

/* And back. */
template <class Shape, class T>
DD_DEVICE void tsqr_stage_store(const T *stage, T *A, struct tsqr_stride a, int64_t row, int64_t end, int n, int lane)
{
    const int valid = (int)min((int64_t)Shape::warp_rows, max((int64_t)0, end - row));
    tsqr_visit<Shape>(a, n, lane,
                      [&](int r, int c)
                      {
                          if (r < valid)
                              A[(row + r) * a.row + c * a.column] = stage[c * Shape::stride + r];
                      });
}

/* A lane's part of the stage, and back. */
template <class Shape, class T>
DD_DEVICE void tsqr_lane_load(T (&a)[Shape::columns][Shape::rows], const T *stage, int column, int group)
{
#pragma unroll
    for (int k = 0; k < Shape::columns; k++)
#pragma unroll
        for (int r = 0; r < Shape::rows; r += tsqr_vector<T>)
        {
            const tsqr_pack<T> pack = tsqr_load(&stage[(column + k * Shape::across) * Shape::stride + group * Shape::rows + r]);
#pragma unroll
            for (int v = 0; v < tsqr_vector<T>; v++)
                a[k][r + v] = pack.at[v];
        }
}

template <class Shape, class T>
DD_DEVICE void tsqr_lane_store(T *stage, const T (&a)[Shape::columns][Shape::rows], int column, int group)
{
#pragma unroll
    for (int k = 0; k < Shape::columns; k++)
#pragma unroll
        for (int r = 0; r < Shape::rows; r += tsqr_vector<T>)
        {
            tsqr_pack<T> pack;
#pragma unroll
            for (int v = 0; v < tsqr_vector<T>; v++)
                pack.at[v] = a[k][r + v];
            tsqr_store(&stage[(column + k * Shape::across) * Shape::stride + group * Shape::rows + r], pack);
        }
}

#endif
