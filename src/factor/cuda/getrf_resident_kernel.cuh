/*
 * A panel of an LU factorisation by one launch, whose blocks are all resident at once and hold the
 * panel in shared memory:
 *
 *   the pivot goes to row j,  l_ij = a_ij / u_jj,  a_ic = a_ic - l_ij u_jc  for i, c > j
 *
 * Tiles: a block has `rows_of_block` neighbouring rows, 32 at least. For each column j
 *
 *   1. each block finds the best pivot among its rows and sends it, with its row, to a slot in
 *      scratch memory; the block of row j sends that row as well;
 *   2. while these messages travel, each block subtracts the products of column j - 1 from its
 *      other rows, in the columns after j; column j has been updated already (step 4);
 *   3. each block receives the pivots of all blocks, chooses among them, receives the pivot's row
 *      as row j of U, and exchanges the two rows if one of them is its own;
 *   4. each thread computes the factor of its row and subtracts its product from column j + 1.
 *
 * Messages (messages.cuh): turns are counted through the whole factorisation, and scratch memory is
 * 0 before it. Slots exist twice, for even and odd j: a block sends messages of column j + 2 only
 * after it has received those of column j + 1, which every block sends after it has received those
 * of column j. The operations on an element are those of panel_kernel, and so are its bits.
 *
 * Work: columns^2 / 2 multiply-adds for each row; one exchange of messages for each column.
 * Edges: rows beyond the last one are not stored; a column without a nonzero pivot is not
 * eliminated.
 * Error bound: docs/numerics.md, "Cholesky and LU factorisations".
 */
#ifndef DDBLAS_FACTOR_GETRF_RESIDENT_KERNEL_CUH
#define DDBLAS_FACTOR_GETRF_RESIDENT_KERNEL_CUH

#include "add_products.cuh"
#include "messages.cuh"
#include "level2/symv/cuda/symv_device.cuh"

enum
{
    RESIDENT_THREADS = 256,
    RESIDENT_WARPS = RESIDENT_THREADS / 32,
    RESIDENT_LEAST_ROWS = 32, /* Rows of a block are 32, 64, 128, 256 or 384. */
    RESIDENT_AT_ONCE = 4,     /* Elements that a thread updates side by side. */
    RESIDENT_MOST_ROWS = 384, /* Rows of a block: 192 KiB of shared memory. */
    RESIDENT_MOST_BLOCKS = 256
};

/* The best pivot of a block and its row, as a block sends them. */
template <class T, int COLUMNS>
struct resident_slot
{
    resident_message magnitude[2]; /* `number` is the row, or NO_ROW. */
    resident_element<T> row[COLUMNS];
};
static const uint32_t RESIDENT_NO_ROW = UINT32_MAX;

/* Scratch memory; all bytes are 0 before the first panel of a factorisation. */
template <class T, int COLUMNS>
struct resident_scratch
{
    resident_slot<T, COLUMNS> slots[2][RESIDENT_MOST_BLOCKS];
    resident_element<T> row_j[2][COLUMNS];
};

/* Returns the best pivot of a warp, in every thread. The high words of magnitudes, which are not
 * negative, compare as integers; if that leaves one thread, it has the pivot. */
static __device__ ddblas_pivot resident_best_of_warp(ddblas_pivot mine)
{
    const unsigned word = (unsigned)__double2hiint(mine.magnitude.x) & 0x7fffffffU, most = __reduce_max_sync(0xffffffffU, word);
    const unsigned holders = __ballot_sync(0xffffffffU, word == most);
    if ((holders & (holders - 1)) == 0 && most < 0x7ff00000U)
        return shuffle_from(mine, __ffs((int)holders) - 1);
    for (int m = 16; m >= 1; m /= 2)
        mine = ddblas_pivot_of(mine, shuffle_xor(mine, m));
    return mine;
}

/* Returns the best pivot of the block's first `count` threads, in every thread. Two calls one after
 * another must have different memory of_warp. */
static __device__ ddblas_pivot resident_best(ddblas_pivot mine, int count, ddblas_pivot *of_warp)
{
    const int warp = (int)threadIdx.x / 32;
    if (warp * 32 < count)
    {
        mine = resident_best_of_warp(mine);
        if (threadIdx.x % 32 == 0)
            of_warp[warp] = mine;
    }
    __syncthreads();
    ddblas_pivot best = of_warp[0];
    for (int w = 1; w * 32 < count && w < RESIDENT_WARPS; w++)
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

/* Sends row i of the block from one warp, after the products of column j - 1 have been subtracted
 * if they are pending. */
template <class T>
static __device__ void resident_send_row(const panel_columns<T> &p, const resident_tile<T> &t, int64_t i, int j, bool pending,
                                         const T *row_u, uint32_t turn, resident_element<T> *to)
{
    for (int c = (int)threadIdx.x % 32; c < p.columns; c += 32)
    {
        if (pending && c > j)
        {
            T a[1] = {t.at(i, c)};
            const T x[1] = {scalar<T>::neg(t.at(i, j - 1))}, u[1] = {row_u[c]};
            add_products(a, x, u);
            t.at(i, c) = a[0];
        }
        send(&to[c], t.at(i, c), turn);
    }
}

/* Sends the block's best pivot with its row from the first warp, and row j from the second one. */
template <class T, int COLUMNS>
static __device__ void resident_publish(const panel_columns<T> &p, const resident_tile<T> &t, int j, ddblas_pivot best,
                                        bool pending, const T *row_u, resident_scratch<T, COLUMNS> *scratch)
{
    const uint32_t turn = (uint32_t)(p.at + j + 1);
    resident_slot<T, COLUMNS> *slot = &scratch->slots[j % 2][blockIdx.x];
    const int warp = (int)threadIdx.x / 32;
    const bool has_best = t.has(best.row);
    if (threadIdx.x < 2)
        send(&slot->magnitude[threadIdx.x], threadIdx.x == 0 ? best.magnitude.x : best.magnitude.y, turn,
             has_best ? (uint32_t)best.row : RESIDENT_NO_ROW);
    if (warp == 0 && has_best)
        resident_send_row(p, t, best.row, j, pending, row_u, turn, slot->row);
    if (warp == (best.row == j ? 0 : 1) && t.has(j))
        resident_send_row(p, t, j, j, pending && best.row != j, row_u, turn, scratch->row_j[j % 2]);
}

/* Subtracts the products of column j - 1 from the columns behind column j in all rows from row j on
 * but row j and the row of the block's best pivot, which have been sent. With fewer rows than
 * threads several threads share a row. */
template <class T>
static __device__ void resident_catch_up(const panel_columns<T> &p, const resident_tile<T> &t, int j, int64_t sent,
                                         const T *row_u)
{
    constexpr int N = RESIDENT_AT_ONCE;
    const int width = min(t.stride, (int)RESIDENT_THREADS), parts = RESIDENT_THREADS / width, part = (int)threadIdx.x / width;
    for (int r = (int)threadIdx.x % width; r < t.rows; r += width)
    {
        const int64_t i = t.first + r;
        if (i <= j || i == sent)
            continue;
        const T minus = scalar<T>::neg(t.at(i, j - 1));
        for (int c = j + 1 + part; c < p.columns; c += N * parts)
        {
            T a[N], x[N], u[N];
#pragma unroll
            for (int q = 0; q < N; q++)
            {
                const int column = c + q * parts < p.columns ? c + q * parts : c; /* never another thread's */
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

/* Receives the pivots of column j of all blocks and returns the best one. */
template <class T, int COLUMNS>
static __device__ ddblas_pivot resident_choose(const panel_columns<T> &p, int j, const resident_scratch<T, COLUMNS> *scratch,
                                               ddblas_pivot *of_warp)
{
    const uint32_t turn = (uint32_t)(p.at + j + 1);
    const int blocks = (int)gridDim.x;
    ddblas_pivot mine = no_pivot();
    static_assert(RESIDENT_MOST_BLOCKS <= RESIDENT_THREADS, "a thread for each block");
    if ((int)threadIdx.x < blocks)
    {
        double parts[2];
        const uint32_t row = receive(scratch->slots[j % 2][threadIdx.x].magnitude, turn, parts);
        mine.magnitude = cuddMake(parts[0], parts[1]);
        mine.row = row == RESIDENT_NO_ROW ? INT64_MAX : (int64_t)row;
    }
    return resident_best(mine, blocks, of_warp);
}

/* Receives the pivot's row in row_u, exchanges it with row j where the block has one of the two,
 * and records the pivot. The last warps do this, because in most panels they have no rows to
 * update. */
template <class T, int COLUMNS>
static __device__ void resident_exchange(const panel_columns<T> &p, const resident_tile<T> &t, int j, ddblas_pivot pivot,
                                         int rows_of_block, const resident_scratch<T, COLUMNS> *scratch, T *row_u)
{
    const uint32_t turn = (uint32_t)(p.at + j + 1);
    const resident_slot<T, COLUMNS> *slot = &scratch->slots[j % 2][pivot.row / rows_of_block];
    const int warp = (int)threadIdx.x / 32;
    const bool takes_row_j = t.has(pivot.row) && pivot.row != j;
    for (int c = (int)threadIdx.x % 32; c < p.columns; c += 32)
    {
        if (warp == RESIDENT_WARPS - 1)
        {
            row_u[c] = receive(&slot->row[c], turn);
            if (t.has(j))
                t.at(j, c) = row_u[c];
        }
        if (warp == RESIDENT_WARPS - 2 && takes_row_j)
            t.at(pivot.row, c) = receive(&scratch->row_j[j % 2][c], turn);
    }
    if (blockIdx.x == 0 && threadIdx.x == 64)
    {
        p.ipiv[p.at + j] = p.at + pivot.row + 1;
        if (cuddIsZero(pivot.magnitude) && *p.info == 0)
            *p.info = p.at + j + 1;
    }
}

/* A pivot as a divisor. In W its reciprocal is computed from the magnitude before the row of the
 * pivot has arrived; quotients have the bits of cuddDiv. */
template <class T>
struct resident_divisor
{
    __device__ __forceinline__ explicit resident_divisor(cuddreal) {}
    __device__ __forceinline__ T divide(T a, T pivot) const { return quotient(a, pivot); }
};
template <>
struct resident_divisor<cuddreal>
{
    cuddreal inverse;
    bool mid_range;

    __device__ __forceinline__ explicit resident_divisor(cuddreal magnitude)
        : inverse(cudd_inverse_parts(magnitude)), mid_range(cudd_mid_range(magnitude.x) && dd_is_finite(magnitude.y))
    {
    }
    __device__ __forceinline__ cuddreal divide(cuddreal a, cuddreal pivot) const
    {
        const double sign = pivot.x < 0.0 ? -1.0 : 1.0;
        if (mid_range && cudd_mid_range(a.x) && dd_is_finite(a.y))
            return cudd_mul_parts(a.x, a.y, sign * inverse.x, sign * inverse.y);
        return quotient(a, pivot);
    }
};

/* Computes the factors of column j in the rows below row j, and subtracts their products from
 * column j + 1. */
template <class T>
static __device__ void resident_divide(const panel_columns<T> &p, const resident_tile<T> &t, int j, const T *row_u,
                                       const resident_divisor<T> &divisor)
{
    for (int r = (int)threadIdx.x; r < t.rows; r += RESIDENT_THREADS)
    {
        const int64_t i = t.first + r;
        if (i <= j)
            continue;
        const T factor = divisor.divide(t.at(i, j), row_u[j]);
        t.at(i, j) = factor;
        if (j + 1 == p.columns)
            continue;
        T a[1] = {t.at(i, j + 1)};
        const T x[1] = {scalar<T>::neg(factor)}, u[1] = {row_u[j + 1]};
        add_products(a, x, u);
        t.at(i, j + 1) = a[0];
    }
}

/* Factors the columns j < min(rows, columns) of the panel. */
template <class T, int COLUMNS>
__global__ void __launch_bounds__(RESIDENT_THREADS)
    resident_panel_kernel(const panel_columns<T> p, int rows_of_block, resident_scratch<T, COLUMNS> *scratch)
{
    extern __shared__ __align__(16) unsigned char bytes[];
    __shared__ T row_u[COLUMNS];
    __shared__ ddblas_pivot of_warp[2][RESIDENT_WARPS];
    resident_tile<T> t;
    t.a = (T *)bytes;
    t.first = blockIdx.x * (int64_t)rows_of_block;
    t.rows = (int)min((int64_t)rows_of_block, p.rows - t.first);
    t.stride = rows_of_block;
    resident_copy(p, t, true);
    __syncthreads();
    bool pending = false; /* whether products of column j - 1 are to be subtracted behind column j */
    for (int j = 0; j < p.columns && j < p.rows; j++)
    {
        const ddblas_pivot best = resident_best(resident_search(t, j), t.rows, of_warp[0]);
        resident_publish(p, t, j, best, pending, row_u, scratch);
        if (pending)
            resident_catch_up(p, t, j, best.row, row_u);
        const ddblas_pivot pivot = resident_choose(p, j, scratch, of_warp[1]);
        resident_exchange(p, t, j, pivot, rows_of_block, scratch, row_u);
        const resident_divisor<T> divisor(pivot.magnitude); /* while the last warps wait */
        __syncthreads();
        pending = !cuddIsZero(pivot.magnitude);
        if (pending)
            resident_divide(p, t, j, row_u, divisor);
    }
    __syncthreads();
    resident_copy(p, t, false);
}

#endif
