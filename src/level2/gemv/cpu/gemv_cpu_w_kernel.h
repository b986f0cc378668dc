/*
 * Double-double gemv on one piece of A for one instruction set. The including file defines
 * VD_AVX512, VD_AVX2 or neither (simd/vd.h), and KERNELS and KERNELS_NAME: the struct of
 * gemv_cpu_w.h that this file defines, and its name.
 *
 *   rows      y_i = y_i + sum of A_ij z_j over the columns j. The products of a row with 4 columns
 *             (a leaf) are added in registers, and the leaf is added to the row's sum, which is in
 *             memory (L1 cache). Sums are normalised every 8 leaves.
 *   columns   w_j = w_j + sum of A_ij x_i over the rows i. Each column has eight sums, one for each
 *             lane; row r belongs to lane r mod 8. The sums of four columns at a time are in
 *             registers. Sums are normalised every 128 rows.
 *
 * Bits. They do not depend on VD_WIDTH, the number of doubles in a vector. In `rows` each row has
 * one sum, to which the leaves are added in the order of the columns. In `columns` there are eight
 * lanes whatever the width is. With 8 doubles in a vector, one pass over the rows serves all lanes.
 * With 4 doubles a first pass takes rows 0-3, 8-11, ..., and a second pass rows 4-7, 12-15, ...
 * With 1 double there are eight passes. Each lane thus has the same terms in the same order.
 * finish_columns adds the lanes in the fixed tree (l, l + 4), (l, l + 2), (l, l + 1).
 *
 * Work. An element of A takes one load of 16 bytes and 12 operations. If A is in double, it takes 8
 * bytes and 11 operations.
 * Edges. If fewer than 4 columns are left, columns of zeros complete the leaf. If fewer than 8 rows
 * are left, they are copied and completed with zeros. Nothing outside the piece is read.
 * Error: docs/numerics.md, "GEMV in double-double".
 */
#include <string.h>

#include "gemv_cpu_w.h"
#include "simd/vd.h"

enum
{
    LANES = DDBLAS_GEMV_W_LANES,
    LEAF = 4, /* Number of columns that are treated at a time. */
    NORMALISE_COLUMNS = 32,
    NORMALISE_ROWS = 128,
    VECTORS = LANES / VD_WIDTH /* Number of vectors that hold the lanes of a column. */
};

_Static_assert(DDBLAS_GEMV_W_LONG % NORMALISE_COLUMNS == 0 && DDBLAS_GEMV_W_TALL % NORMALISE_ROWS == 0,
               "pieces end where sums are normalised");
_Static_assert(2 * LANES * DDBLAS_GEMV_W_COLUMNS == DDBLAS_GEMV_W_SUMS, "both kernels need as many doubles");

#if defined(__clang__)
#define UNROLL _Pragma("unroll")
#else
#define UNROLL _Pragma("GCC unroll 8")
#endif
#define INLINE static inline __attribute__((always_inline))

/* A running sum: `high` is added to without error, and `low` collects the rounding errors of these
 * additions and the low parts. */
struct sum
{
    vd high, low;
};

/* In memory, a vector of high parts is followed by the vector of the low parts that belong to
 * them. */
static inline struct sum load_sum(const double *at) { return (struct sum){vd_load(at), vd_load(at + VD_WIDTH)}; }

static inline void store_sum(double *at, struct sum a)
{
    vd_store(at, a.high);
    vd_store(at + VD_WIDTH, a.low);
}

static inline struct sum add_term(struct sum a, vd high, vd low)
{
    vd error;
    a.high = vd_two_sum(a.high, high, &error);
    a.low = vd_add(a.low, vd_add(error, low));
    return a;
}

static inline struct sum normalise_sum(struct sum a)
{
    a.high = vd_two_sum(a.high, a.low, &a.low);
    return a;
}

/* Four columns of a piece, from some row on. An element consists of `parts` doubles: 2 for the high
 * and low part of a double-double number, 1 for a double. Every function gets `parts` as a
 * constant, so that the compiler makes separate code for both. */
struct columns
{
    const double *A[LEAF];
    const double *ahead[LEAF]; /* Columns that are prefetched; null: none. */
};

static const double zeros[2 * DDBLAS_GEMV_W_TALL];

/* Returns the columns j .. j + 3 of `count` columns. Columns beyond the last one are replaced by
 * zeros. */
INLINE struct columns columns_at(const int parts, const double *A, int64_t lda, int64_t j, int64_t count)
{
    struct columns f;
    for (int q = 0; q < LEAF; q++)
    {
        f.A[q] = j + q < count ? A + parts * (j + q) * lda : zeros;
        f.ahead[q] = j + q + LEAF < count ? A + parts * (j + q + LEAF) * lda : NULL;
    }
    return f;
}

/* Copies the last `rows` < 8 rows, with zeros below them. */
INLINE struct columns copy_edge(const int parts, const struct columns *f, int64_t first, int64_t rows,
                                double edge[LEAF][2 * LANES])
{
    struct columns copied;
    memset(edge, 0, LEAF * sizeof edge[0]);
    for (int q = 0; q < LEAF; q++)
    {
        memcpy(edge[q], f->A[q] + parts * first, (size_t)(parts * rows) * sizeof(double));
        copied.A[q] = edge[q];
        copied.ahead[q] = NULL;
    }
    return copied;
}

/* Prefetches VD_WIDTH rows of each column. A cache line has eight doubles. */
INLINE void prefetch_rows(const int parts, const struct columns *f, int64_t row)
{
    if (parts * VD_WIDTH < 8 && parts * row % 8 != 0)
        return;
    UNROLL
    for (int q = 0; q < LEAF; q++)
        for (int line = 0; line < parts * VD_WIDTH && f->ahead[q]; line += 8)
            __builtin_prefetch(f->ahead[q] + parts * row + line, 0, 2);
}

/* Multiplies VD_WIDTH rows of column q by b = bh + bl. Returns the high parts of the products;
 * *rest gets the low parts, which are not normalised. If the elements of the column are doubles,
 * their low parts are 0, and the product with the low part that vd_product has is left out. */
INLINE vd multiply_rows(const int parts, const struct columns *f, int q, int64_t row, vd bh, vd bl, vd *rest)
{
    if (parts == 1)
    {
        const vd a = vd_load(f->A[q] + row), p = vd_mul(a, bh);
        *rest = vd_fma(a, bl, vd_fms(a, bh, p));
        return p;
    }
    vd low;
    const vd high = vd_load_pairs((const ddblas_host_w *)(const void *)(f->A[q] + 2 * row), &low);
    return vd_product(high, low, bh, bl, rest);
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* The elements of z that belong to a leaf, each in all lanes of a vector. */
struct leaf_factors
{
    vd high[LEAF], low[LEAF];
};

/* Adds a leaf to the sums of `rows` rows; `rows` is a multiple of VD_WIDTH. */
INLINE void add_leaf(const int parts, const struct columns *f, const struct leaf_factors *z, int64_t rows, double *sums)
{
    for (int64_t row = 0; row < rows; row += VD_WIDTH)
    {
        struct sum leaf;
        prefetch_rows(parts, f, row);
        UNROLL
        for (int q = 0; q < LEAF; q++)
        {
            vd rest;
            const vd product = multiply_rows(parts, f, q, row, z->high[q], z->low[q], &rest);
            leaf = q == 0 ? (struct sum){product, rest} : add_term(leaf, product, rest);
        }
        store_sum(sums + 2 * row, add_term(load_sum(sums + 2 * row), leaf.high, leaf.low));
    }
}

static void normalise_rows(int64_t rows, double *sums)
{
    for (int64_t row = 0; row < rows; row += VD_WIDTH)
        store_sum(sums + 2 * row, normalise_sum(load_sum(sums + 2 * row)));
}

INLINE void add_to_rows(const int parts, int64_t rows, int64_t columns, const double *A, int64_t lda, const cuddreal *z,
                        double *sums)
{
    const int64_t whole = rows - rows % LANES;
    for (int64_t j = 0; j < columns; j += LEAF)
    {
        const struct columns f = columns_at(parts, A, lda, j, columns);
        struct leaf_factors factors;
        for (int q = 0; q < LEAF; q++)
        {
            const cuddreal factor = j + q < columns ? z[j + q] : cuddFromDouble(0.0);
            factors.high[q] = vd_set1(factor.x);
            factors.low[q] = vd_set1(factor.y);
        }
        add_leaf(parts, &f, &factors, whole, sums);
        if (whole < rows)
        {
            double edge[LEAF][2 * LANES];
            const struct columns last = copy_edge(parts, &f, whole, rows - whole, edge);
            add_leaf(parts, &last, &factors, LANES, sums + 2 * whole);
        }
        if ((j + LEAF) % NORMALISE_COLUMNS == 0)
            normalise_rows(rows, sums);
    }
}

static void add_rows(int64_t rows, int64_t columns, const void *A, int64_t lda, const cuddreal *z, double *sums)
{
    add_to_rows(2, rows, columns, A, lda, z, sums);
}

static void add_rows_of_doubles(int64_t rows, int64_t columns, const void *A, int64_t lda, const cuddreal *z, double *sums)
{
    add_to_rows(1, rows, columns, A, lda, z, sums);
}

static void finish_rows(int64_t count, const double *sums, cuddreal *result)
{
    for (int64_t row = 0; row < count; row += VD_WIDTH)
    {
        const struct sum s = normalise_sum(load_sum(sums + 2 * row));
        vd_store_pairs(result + row, s.high, s.low);
    }
}

/* ---- columns --------------------------------------------------------------------------------- */

/* Adds the products of `rows` rows of four columns to the sums of these columns. `rows` is a
 * multiple of 8 and at most NORMALISE_ROWS. */
INLINE void add_to_lanes(const int parts, const struct columns *f, int64_t rows, const cuddreal *x, double *sums)
{
    for (int part = 0; part < VECTORS; part++)
    {
        struct sum lanes[LEAF];
        UNROLL
        for (int q = 0; q < LEAF; q++)
            lanes[q] = load_sum(sums + 2 * (LANES * q + VD_WIDTH * part));
        for (int64_t row = part * VD_WIDTH; row < rows; row += LANES)
        {
            vd x_low;
            const vd x_high = vd_load_pairs(x + row, &x_low);
            prefetch_rows(parts, f, row);
            UNROLL
            for (int q = 0; q < LEAF; q++)
            {
                vd rest;
                const vd product = multiply_rows(parts, f, q, row, x_high, x_low, &rest);
                lanes[q] = add_term(lanes[q], product, rest);
            }
        }
        UNROLL
        for (int q = 0; q < LEAF; q++)
            store_sum(sums + 2 * (LANES * q + VD_WIDTH * part), normalise_sum(lanes[q]));
    }
}

INLINE void add_to_columns(const int parts, int64_t rows, int64_t columns, const double *A, int64_t lda, const cuddreal *x,
                           double *sums)
{
    for (int64_t j = 0; j < columns; j += LEAF)
    {
        const struct columns f = columns_at(parts, A, lda, j, columns);
        double *to = sums + 2 * LANES * j;
        for (int64_t first = 0; first < rows; first += NORMALISE_ROWS)
        {
            const int64_t some = rows - first < NORMALISE_ROWS ? rows - first : NORMALISE_ROWS, whole = some - some % LANES;
            struct columns part;
            for (int q = 0; q < LEAF; q++)
            {
                part.A[q] = f.A[q] + parts * first;
                part.ahead[q] = f.ahead[q] ? f.ahead[q] + parts * first : NULL;
            }
            add_to_lanes(parts, &part, whole, x + first, to);
            if (whole < some)
            {
                double edge[LEAF][2 * LANES];
                const struct columns last = copy_edge(parts, &part, whole, some - whole, edge);
                add_to_lanes(parts, &last, LANES, x + first + whole, to);
            }
        }
    }
}

static void add_columns(int64_t rows, int64_t columns, const void *A, int64_t lda, const cuddreal *x, double *sums)
{
    add_to_columns(2, rows, columns, A, lda, x, sums);
}

static void add_columns_of_doubles(int64_t rows, int64_t columns, const void *A, int64_t lda, const cuddreal *x, double *sums)
{
    add_to_columns(1, rows, columns, A, lda, x, sums);
}

/* Adds the lanes of each column as double-double numbers, for VD_WIDTH columns at a time. */
static void finish_columns(int64_t count, const double *sums, cuddreal *result)
{
    for (int64_t first = 0; first < count; first += VD_WIDTH)
    {
        double high[LANES][VD_WIDTH], low[LANES][VD_WIDTH];
        for (int64_t j = 0; j < VD_WIDTH; j++)
            for (int lane = 0; lane < LANES; lane++)
            {
                const double *at = sums + 2 * (LANES * (first + j) + lane - lane % VD_WIDTH) + lane % VD_WIDTH;
                high[lane][j] = at[0];
                low[lane][j] = at[VD_WIDTH];
            }
        vd h[LANES], l[LANES];
        for (int lane = 0; lane < LANES; lane++)
        {
            h[lane] = vd_load(high[lane]);
            l[lane] = vd_load(low[lane]);
        }
        for (int half = LANES / 2; half > 0; half /= 2)
            for (int lane = 0; lane < half; lane++)
                h[lane] = vd_dd_add(h[lane], l[lane], h[lane + half], l[lane + half], &l[lane]);
        vd_store_pairs(result + first, h[0], l[0]);
    }
}

const struct ddblas_gemv_w_kernels KERNELS = {
    KERNELS_NAME, {add_rows_of_doubles, add_rows}, {add_columns_of_doubles, add_columns}, finish_rows, finish_columns};
