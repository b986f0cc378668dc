/*
 * A panel of an LU factorisation by one launch, whose blocks are all resident at once and hold the
 * panel in shared memory:
 *
 *   the pivot goes to row j,  l_ij = a_ij / u_jj,  a_ic = a_ic - l_ij u_jc  for i, c > j
 *
 * Tiles: a block has `rows_of_block` neighbouring rows, 32 at least. With fewer rows than threads
 * several threads share the columns of a row. For each column j
 *
 *   1. each block finds the best pivot among its rows and writes it, with its row, to a slot in
 *      scratch memory; the block of row j writes that row as well;
 *   2. all blocks meet at a barrier;
 *   3. each block chooses among the slots, takes the pivot's row as row j of U, and exchanges the
 *      two rows if one of them is its own; then each thread eliminates in its rows.
 *
 * Slots exist twice, for even and odd j: a block writes slots of column j + 2 only after the
 * barrier of column j + 1, which every block reaches after it has read those of column j. The
 * blocks must be resident at once, which a cooperative launch guarantees. The operations on an
 * element are those of panel_kernel, and so are its bits.
 *
 * Work: columns^2 / 2 multiply-adds for each row; a barrier of a microsecond for each column.
 * Edges: rows beyond the last one are not stored; a column without a nonzero pivot is not
 * eliminated.
 * Error bound: docs/numerics.md, "Cholesky and LU factorisations".
 */
#ifndef DDBLAS_FACTOR_GETRF_RESIDENT_KERNEL_CUH
#define DDBLAS_FACTOR_GETRF_RESIDENT_KERNEL_CUH

#include "add_products.cuh"
#include "resident.cuh"
#include "level2/symv/cuda/symv_device.cuh"

enum
{
    RESIDENT_THREADS = 128,
    RESIDENT_WARPS = RESIDENT_THREADS / 32,
    RESIDENT_LEAST_ROWS = 32, /* Rows of a block are 32, 64, 128, 256 or 384. */
    RESIDENT_AT_ONCE = 4,     /* Elements that a thread updates side by side. */
    RESIDENT_MOST_ROWS = 384, /* Rows of a block: 192 KiB of shared memory. */
    RESIDENT_MOST_BLOCKS = 256
};

/* The best pivot of a block with its row, and a row by itself. */
template <class T, int COLUMNS>
struct resident_slot
{
    ddblas_pivot pivot;
    T row[COLUMNS];
};

template <class T, int COLUMNS>
struct resident_scratch
{
    unsigned arrived, left; /* 0 between launches. */
    resident_slot<T, COLUMNS> slots[2][RESIDENT_MOST_BLOCKS];
    T row_j[2][COLUMNS];
};

/* Returns the best pivot of all threads of the block, in every thread. */
static __device__ ddblas_pivot resident_best(ddblas_pivot mine)
{
    __shared__ ddblas_pivot of_warp[RESIDENT_WARPS];
    for (int m = 16; m >= 1; m /= 2)
        mine = ddblas_pivot_of(mine, shuffle_xor(mine, m));
    __syncthreads(); /* All threads have read the previous result. */
    if (threadIdx.x % 32 == 0)
        of_warp[threadIdx.x / 32] = mine;
    __syncthreads();
    ddblas_pivot best = of_warp[0];
    for (int w = 1; w < RESIDENT_WARPS; w++)
        best = ddblas_pivot_of(best, of_warp[w]);
    return best;
}

/* The block's rows in shared memory, column after column. */
template <class T>
struct resident_tile
{
    T *a;
    int64_t first; /* The first row, counted within the panel. */
    int rows, stride;

    __device__ __forceinline__ T &at(int64_t i, int c) const { return a[c * stride + (int)(i - first)]; }
    __device__ __forceinline__ bool has(int64_t i) const { return i >= first && i < first + rows; }
};

template <class T>
static __device__ void resident_copy(const panel_columns<T> &p, const resident_tile<T> &t, bool load)
{
    for (int e = (int)threadIdx.x; e < t.rows * p.columns; e += RESIDENT_THREADS)
    {
        const int64_t i = t.first + e % t.rows;
        const int c = e / t.rows;
        if (load)
            t.at(i, c) = *p.element(i, c);
        else
            *p.element(i, c) = t.at(i, c);
    }
}

/* Returns the best pivot of this thread's rows from row j on. */
template <class T>
static __device__ ddblas_pivot resident_search(const resident_tile<T> &t, int j)
{
    ddblas_pivot mine = no_pivot();
    for (int r = (int)threadIdx.x; r < t.rows; r += RESIDENT_THREADS)
        if (t.first + r >= j)
            mine = ddblas_pivot_of(mine, {scalar<T>::abs1(t.at(t.first + r, j)), t.first + r});
    return mine;
}

/* Writes the block's best pivot with its row, and row j, to scratch memory. */
template <class T, int COLUMNS>
static __device__ void resident_publish(const panel_columns<T> &p, const resident_tile<T> &t, int j,
                                        resident_scratch<T, COLUMNS> *scratch)
{
    const ddblas_pivot best = resident_best(resident_search(t, j));
    resident_slot<T, COLUMNS> *slot = &scratch->slots[j % 2][blockIdx.x];
    if (threadIdx.x == 0)
        slot->pivot = best;
    for (int c = (int)threadIdx.x; c < p.columns; c += RESIDENT_THREADS)
    {
        if (t.has(best.row))
            slot->row[c] = t.at(best.row, c);
        if (t.has(j))
            scratch->row_j[j % 2][c] = t.at(j, c);
    }
}

/* Chooses the pivot of column j, exchanges rows, and leaves the pivot's row in row_u. Returns false
 * if the pivot is 0. */
template <class T, int COLUMNS>
static __device__ bool resident_exchange(const panel_columns<T> &p, const resident_tile<T> &t, int j, int rows_of_block,
                                         const resident_scratch<T, COLUMNS> *scratch, T *row_u)
{
    ddblas_pivot mine = no_pivot();
    for (int b = (int)threadIdx.x; b < (int)gridDim.x; b += RESIDENT_THREADS)
        mine = ddblas_pivot_of(mine, resident_load(&scratch->slots[j % 2][b].pivot));
    const ddblas_pivot pivot = resident_best(mine);
    const resident_slot<T, COLUMNS> *slot = &scratch->slots[j % 2][pivot.row / rows_of_block];
    for (int c = (int)threadIdx.x; c < p.columns; c += RESIDENT_THREADS)
    {
        row_u[c] = resident_load(&slot->row[c]);
        if (t.has(pivot.row) && pivot.row != j)
            t.at(pivot.row, c) = resident_load(&scratch->row_j[j % 2][c]);
        if (t.has(j))
            t.at(j, c) = row_u[c];
    }
    if (blockIdx.x == 0 && threadIdx.x == 0)
    {
        p.ipiv[p.at + j] = p.at + pivot.row + 1;
        if (cuddIsZero(pivot.magnitude) && *p.info == 0)
            *p.info = p.at + j + 1;
    }
    __syncthreads();
    return !cuddIsZero(pivot.magnitude);
}

/* Eliminates column j in the rows below row j. With fewer rows than threads, `parts` threads share
 * a row; each of them computes the factor, which is stored after all have read the element. */
template <class T>
static __device__ void resident_eliminate(const panel_columns<T> &p, const resident_tile<T> &t, int j, const T *row_u)
{
    constexpr int N = RESIDENT_AT_ONCE;
    const int width = min(t.stride, (int)RESIDENT_THREADS), parts = RESIDENT_THREADS / width, part = (int)threadIdx.x / width;
    for (int first = 0; first < t.rows; first += width)
    {
        const int r = first + (int)threadIdx.x % width;
        const int64_t i = t.first + r;
        const bool below = r < t.rows && i > j;
        const T factor = below ? quotient(t.at(i, j), row_u[j]) : scalar<T>::zero(), minus = scalar<T>::neg(factor);
        if (parts > 1)
            __syncthreads();
        if (!below)
            continue;
        if (part == 0)
            t.at(i, j) = factor;
        for (int c = j + 1 + part; c < p.columns; c += N * parts)
        {
            T a[N], x[N], u[N];
#pragma unroll
            for (int q = 0; q < N; q++)
            {
                const int column = min(c + q * parts, p.columns - 1);
                a[q] = t.at(i, column);
                x[q] = minus;
                u[q] = row_u[column];
            }
            add_products(a, x, u);
#pragma unroll
            for (int q = 0; q < N; q++)
                if (c + q * parts < p.columns)
                    t.at(i, c + q * parts) = a[q];
        }
    }
}

/* Columns j = 0, 1, ... that have a row j are factored. */
template <class T, int COLUMNS>
__global__ void __launch_bounds__(RESIDENT_THREADS)
    resident_panel_kernel(const panel_columns<T> p, int rows_of_block, resident_scratch<T, COLUMNS> *scratch)
{
    extern __shared__ __align__(16) unsigned char bytes[];
    __shared__ T row_u[COLUMNS];
    resident_tile<T> t;
    t.a = (T *)bytes;
    t.first = blockIdx.x * (int64_t)rows_of_block;
    t.rows = (int)min((int64_t)rows_of_block, p.rows - t.first);
    t.stride = rows_of_block;
    resident_copy(p, t, true);
    __syncthreads();
    for (int j = 0; j < p.columns && j < p.rows; j++)
    {
        resident_publish(p, t, j, scratch);
        resident_meet(&scratch->arrived, (unsigned)j + 1);
        if (resident_exchange(p, t, j, rows_of_block, scratch, row_u))
            resident_eliminate(p, t, j, row_u);
        __syncthreads();
    }
    resident_copy(p, t, false);
    if (threadIdx.x == 0 && gridDim.x > 1 && atomicAdd(&scratch->left, 1U) == gridDim.x - 1)
        scratch->arrived = scratch->left = 0; /* No block needs them any more. */
}

#endif
