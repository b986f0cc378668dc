/*
 * ger and its relatives (ger_element.h lists them) in double-double, real (W) and complex (U), on
 * the GPU.
 *
 * Formula. Each element changes as ger_element.h says: column j has a coefficient t_j, and a second
 * one, s_j, where two products are added to an element. In U the real parts and the imaginary parts
 * of a row of A are treated as two real rows, as in gemv_kernel.cuh:
 *
 *   Re a_ij + Re x_i Re t_j + (-Im x_i) Im t_j        Im a_ij + Im x_i Re t_j + Re x_i Im t_j
 *
 * Tiles. A block updates 64 rows and 32 columns of A. Its first warps compute the coefficients of
 * the 32 columns once and store them in shared memory. A thread has one real row, and keeps the
 * row's factors (x_i, or both parts of it) in registers. It treats every fourth column of the tile,
 * in U every second. Elements of A are copied to shared memory while the thread computes with
 * earlier ones, up to 8 numbers of a thread at a time. A thread reads only what it has copied
 * itself, so that no barrier is needed. The numbers that a warp loads or stores together are
 * adjacent in memory.
 *
 * Triangles. If only a triangle of A is stored, only tiles with stored elements get a block. The
 * blocks are numbered column by column of tiles, from the corner where columns are short. Blocks
 * with neighbouring numbers run at the same time and then use the same pages of memory. For the
 * numbering the upper triangle is cut into squares of 64 rows and columns, that is two tiles.
 * Column q of squares has q + 1 squares, so q (q + 1) tiles precede it. The lower triangle is the
 * upper one turned by 180 degrees.
 *
 * Work. A real product and its addition take 29 FP64 operations. Each real number of A is loaded
 * and stored once, 16 bytes each way, and these accesses limit the speed.
 * Edges. Threads outside the stored elements compute nothing.
 * Error: docs/numerics.md, "GER in double-double".
 */
#ifndef DDBLAS_LEVEL2_GER_KERNEL_CUH
#define DDBLAS_LEVEL2_GER_KERNEL_CUH

#include <dd/scalar.cuh>

#include "backend/instructions.cuh"
#include "level2/ger/ger_element.h"
#include "level2/layout.h"

enum
{
    GER_ROWS = 64, /* Number of rows of a tile. */
    /* Number of columns of a tile. The numbering of the tiles of triangles requires that it is half
     * of GER_ROWS. */
    GER_COLUMNS = 32,
    GER_THREADS = 256,
    /* Number of copies that a thread has in shared memory at once. The slots of a block have 32
     * KB. */
    GER_SLOTS = 8,
    GER_BLOCKS = 4 /* Least number of blocks that a multiprocessor shall hold at once. */
};

/* Vectors point at element 0, whatever the sign of their increment is. */
template <class T>
struct ger_operands
{
    int64_t n;
    /* Address of alpha in device memory. If it is null, the member `alpha` is the scalar. */
    const void *alpha_device;
    T alpha;
    /* True if alpha is a real number; it is then the real part of the member `alpha`. */
    bool real_alpha;
    bool conjugate;
    const T *x;
    int64_t incx;
    const T *y;
    int64_t incy;
    T *A;
    bool real_diagonal; /* True if the imaginary parts of the diagonal become 0. */
    struct layout layout;
};

/* ---- arithmetic by type ---------------------------------------------------------------------- */

/* The factors of the elements in a thread's real row. */
template <class T>
struct ger_factors;

template <>
struct ger_factors<cuddreal>
{
    static constexpr int parts = 1; /* Number of real rows that one row of the matrix makes. */
    cuddreal x;
    __device__ __forceinline__ ger_factors(cuddreal element, bool) : x(element) {}
    /* Returns a plus the product with the coefficient of a column. */
    __device__ __forceinline__ cuddreal add_to(cuddreal a, cuddreal t) const { return ger_element(a, x, t); }
};

template <>
struct ger_factors<cuddcomplex>
{
    static constexpr int parts = 2;
    /* The number that is multiplied by the real part of a coefficient t, and the one that is
     * multiplied by its imaginary part. */
    cuddreal with_real, with_imaginary;
    __device__ __forceinline__ ger_factors(cuddcomplex x, bool imaginary)
        : with_real(imaginary ? x.y : x.x), with_imaginary(imaginary ? x.x : cuddNeg(x.y))
    {
    }
    __device__ __forceinline__ cuddreal add_to(cuddreal a, cuddcomplex t) const
    {
        return ger_element(ger_element(a, with_real, t.x), with_imaginary, t.y);
    }
};

static __device__ __forceinline__ cuddreal ger_alpha(const ger_operands<cuddreal> &op)
{
    return op.alpha_device ? *static_cast<const cuddreal *>(op.alpha_device) : op.alpha;
}
static __device__ __forceinline__ cuddcomplex ger_alpha(const ger_operands<cuddcomplex> &op)
{
    if (!op.alpha_device)
        return op.alpha;
    return op.real_alpha ? cuddcFromReal(*static_cast<const cuddreal *>(op.alpha_device))
                         : *static_cast<const cuddcomplex *>(op.alpha_device);
}
static __device__ cuddreal ger_first_coefficient(const ger_operands<cuddreal> &, cuddreal alpha, cuddreal y)
{
    return cuddMul(alpha, y);
}
static __device__ cuddcomplex ger_first_coefficient(const ger_operands<cuddcomplex> &op, cuddcomplex alpha, cuddcomplex y)
{
    return ger_coefficient_complex(alpha, op.real_alpha, y, op.conjugate);
}
static __device__ cuddreal ger_second_coefficient(const ger_operands<cuddreal> &, cuddreal alpha, cuddreal x)
{
    return cuddMul(alpha, x);
}
static __device__ cuddcomplex ger_second_coefficient(const ger_operands<cuddcomplex> &op, cuddcomplex alpha, cuddcomplex x)
{
    return ger_second_coefficient_complex(alpha, x, op.conjugate);
}
/* ---- tiles ----------------------------------------------------------------------------------- */

/* The coefficients of the columns of a tile. */
template <class T>
struct ger_coefficients
{
    T first[GER_COLUMNS], second[GER_COLUMNS];
};

struct ger_tile
{
    int64_t row, column; /* First row and first column of the tile. */
};

/* The part of one thread in a tile: one real row, and COUNT columns that are GROUPS columns
 * apart. */
template <class T>
struct ger_share
{
    static constexpr int parts = ger_factors<T>::parts, real_rows = GER_ROWS * parts, GROUPS = GER_THREADS / real_rows,
                         COUNT = GER_COLUMNS / GROUPS;
    const layout &places;
    cuddreal *A; /* Address of the number in column 0 of the thread's real row. */
    /* The thread's slots in shared memory. They are GER_THREADS numbers apart. */
    cuddreal *slots;
    int64_t i, column, n; /* Row of A, first column of the thread, and number of columns of A. */
    bool imaginary;       /* True if the real row is that of imaginary parts. */
    /* Bit q belongs to the number in column column_of(q). It is set once the copy of this number
     * has started, which happens only if A stores the element. */
    unsigned stored;

    __device__ __forceinline__ ger_share(const ger_operands<T> &op, ger_tile tile, cuddreal *shared)
        : places(op.layout), slots(shared + threadIdx.x), column(tile.column + threadIdx.x / real_rows), n(op.n), stored(0)
    {
        const int64_t row = tile.row * parts + threadIdx.x % real_rows;
        A = reinterpret_cast<cuddreal *>(op.A) + row;
        i = row / parts;
        imaginary = row % parts != 0;
    }
    __device__ __forceinline__ int64_t column_of(int q) const { return column + q * GROUPS; }
    __device__ __forceinline__ cuddreal *place_of(int q) const { return A + parts * layout_column(places, column_of(q)); }
    __device__ __forceinline__ cuddreal *slot_of(int q) const { return slots + q % GER_SLOTS * GER_THREADS; }
    __device__ __forceinline__ bool is_stored(int q) const { return stored >> q & 1; }

    /* Starts the copy of number q if this element is stored. It closes a group of copies in any
     * case, so that the groups can be counted. */
    __device__ __forceinline__ void start_copy(int q)
    {
        const int64_t j = column_of(q);
        if (q < COUNT && j < n && i < layout_end_row(places, j) && i >= layout_first_row(places, j))
        {
            stored |= 1u << q;
            copy_async<16>(slot_of(q), place_of(q));
        }
        copy_commit();
    }
};

template <class T>
struct ger_shared
{
    ger_coefficients<T> coefficients;
    cuddreal slots[GER_SLOTS * GER_THREADS];
};

/* Updates a tile. The copies start before the coefficients have been computed. */
template <class T, bool TWO>
static __device__ void ger_update_tile(const ger_operands<T> &op, ger_shared<T> &shared, T alpha, ger_tile tile)
{
    ger_coefficients<T> &c = shared.coefficients;
    ger_share<T> share(op, tile, shared.slots);
#pragma unroll
    for (int q = 0; q < GER_SLOTS - 1; q++)
        share.start_copy(q);
    const int t = (int)threadIdx.x, columns = op.n - tile.column < GER_COLUMNS ? (int)(op.n - tile.column) : (int)GER_COLUMNS;
    const bool inside = share.i < op.layout.m;
    const ger_factors<T> x(inside ? op.x[share.i * op.incx] : scalar<T>::zero(), share.imaginary),
        y(TWO && inside ? op.y[share.i * op.incy] : scalar<T>::zero(), share.imaginary);
    if (t < columns)
        c.first[t] = ger_first_coefficient(op, alpha, op.y[(tile.column + t) * op.incy]);
    if (TWO && t >= GER_COLUMNS && t < GER_COLUMNS + columns)
        c.second[t - GER_COLUMNS] = ger_second_coefficient(op, alpha, op.x[(tile.column + t - GER_COLUMNS) * op.incx]);
    __syncthreads();
#pragma unroll 1
    for (int q = 0; q < ger_share<T>::COUNT; q++)
    {
        share.start_copy(q + GER_SLOTS - 1);
        copy_wait<GER_SLOTS - 1>(); /* The copy of number q has arrived. */
        if (!share.is_stored(q))
            continue;
        const int64_t j = share.column_of(q);
        cuddreal sum = x.add_to(*share.slot_of(q), c.first[j - tile.column]);
        if (TWO)
            sum = y.add_to(sum, c.second[j - tile.column]);
        *share.place_of(q) = op.real_diagonal && share.imaginary && share.i == j ? cuddFromDouble(0.0) : sum;
    }
}

/* A block updates several tiles: those in tile row blockIdx.x and in the tile columns blockIdx.y,
 * blockIdx.y + gridDim.y, .... */
template <class T>
static __global__ void __launch_bounds__(GER_THREADS, GER_BLOCKS) ger_full_kernel(const ger_operands<T> op)
{
    __shared__ ger_shared<T> shared;
    const T alpha = ger_alpha(op);
    if (scalar<T>::is_zero(alpha))
        return;
    ger_tile tile = {blockIdx.x * (int64_t)GER_ROWS, 0};
    for (tile.column = blockIdx.y * (int64_t)GER_COLUMNS; tile.column < op.n; tile.column += gridDim.y * (int64_t)GER_COLUMNS)
    {
        ger_update_tile<T, false>(op, shared, alpha, tile);
        __syncthreads(); /* All threads have read the coefficients, so they may be overwritten. */
    }
}

/* Returns tile number b of a triangle of order n. */
static __device__ ger_tile ger_tile_of_triangle(int64_t b, bool upper, int64_t n)
{
    int64_t q = (int64_t)((sqrt(4.0 * (double)b + 1.0) - 1.0) / 2.0);
    while (q * (q + 1) > b) /* The rounded square root may be off by one. */
        q--;
    while ((q + 1) * (q + 2) <= b)
        q++;
    const int64_t rest = b - q * (q + 1), row = rest / 2, column = 2 * q + rest % 2, squares = (n + GER_ROWS - 1) / GER_ROWS;
    return upper ? ger_tile{row * GER_ROWS, column * GER_COLUMNS}
                 : ger_tile{(squares - 1 - row) * GER_ROWS, (2 * squares - 1 - column) * GER_COLUMNS};
}

/* Block b updates tile b of a triangle. */
template <class T, bool TWO>
static __global__ void __launch_bounds__(GER_THREADS, GER_BLOCKS) ger_triangle_kernel(const ger_operands<T> op)
{
    __shared__ ger_shared<T> shared;
    const T alpha = ger_alpha(op);
    if (scalar<T>::is_zero(alpha))
        return;
    const ger_tile tile = ger_tile_of_triangle(blockIdx.x, op.layout.upper != 0, op.n);
    if (tile.column < op.n)
        ger_update_tile<T, TWO>(op, shared, alpha, tile);
}

#endif
