/*
 * Double-double symv on one tile, for any vector width. The including file defines VD_AVX512,
 * VD_AVX2 or neither (simd/vd.h), and KERNELS and KERNELS_NAME: the struct of symv_cpu_w.h that
 * this file defines, and its name.
 *
 * Bits. They do not depend on VD_WIDTH, the number of doubles in a vector. Sums for y_i run over
 * the columns, and each row has one sum. Sums over the rows of a column are formed in eight lanes
 * whatever the width is; row r of a tile belongs to lane r mod 8. The lanes are added in the fixed
 * tree (l, l + 4), (l, l + 2), (l, l + 1). With 4 doubles in a vector, sweep_columns() takes rows
 * 0-3, 8-11, ... first and then rows 4-7, 12-15, ...; with 1 double, rows 0, 8, 16, ..., then 1, 9,
 * 17, ..., and so on. So each number undergoes the same operations in the same order as with 8
 * doubles.
 *
 * Work. Each element of A takes one load of 16 bytes and two multiply-adds of 12 operations, one
 * for y and one for w:
 *
 *   leaf     the products of one row with 4 columns, added in a register: TwoSum on the high parts,
 *            and the sum of all errors in a low part
 *   y        leaves are added to the sum (s, c) of the row, which is kept in memory (L1 cache) and
 *            normalised every 4 panels
 *   w        one sum (s, c) for each column and lane, in registers, normalised every 128 rows
 *
 * Edges. In place of the columns beyond k a column of zeros is read. If fewer than 8 rows are left,
 * they are copied, with zeros below them. A diagonal block of order 8 is first copied to a full
 * symmetric square. Nothing outside the stored triangle is read.
 *
 * Error: docs/numerics.md, "SYMV in double-double". If an x_i, z_j or A_ij is not finite, the
 * result is not finite; symv_cpu_w.c then recomputes the result.
 */
#include <string.h>

#include "simd/vd.h"
#include "symv_cpu_w.h"

enum
{
    T_MAX = DDBLAS_SYMV_W_T,
    LANES = 8,                /* Number of rows of a group, and of columns of a panel. */
    LEAF = 4,                 /* Number of columns of a leaf. */
    SPLIT = LANES / VD_WIDTH, /* Number of vectors that hold a group. */
    STEP = 2 * VD_WIDTH,      /* Number of doubles in a vector of high and low parts. */
    /* The sums of y are normalised after this many panels, which are 8 leaves. */
    PANELS_PER_NORMALISATION = 4,
    /* The sums of w are normalised after this many rows, which are 16 terms for each lane. */
    ROWS_PER_NORMALISATION = 128
};

/* A running sum s + c. The sum of the high parts is in s. c collects the rounding errors of s and
 * the low parts. */
struct sum
{
    vd s, c;
};

/* Returns the product a b as s = RN(a_h b_h) and c, the rest of the product without the term a_l
 * b_l, which is below the error bound. */
static inline struct sum exact_product(vd ah, vd al, vd bh, vd bl)
{
    struct sum product;
    product.s = vd_product(ah, al, bh, bl, &product.c);
    return product;
}

/* Adds t to the sum a, with the rounding error of the high parts. */
static inline struct sum add_sum(struct sum a, struct sum t)
{
    vd d;
    a.s = vd_two_sum(a.s, t.s, &d);
    a.c = vd_add(a.c, vd_add(d, t.c));
    return a;
}

static inline struct sum normalise_sum(struct sum a)
{
    a.s = vd_two_sum(a.s, a.c, &a.c);
    return a;
}

/* Sum and product of normalised double-double numbers with the error bounds of vd_dd_add and
 * vd_dd_mul. */
static inline struct sum accurate_add(struct sum a, struct sum b)
{
    a.s = vd_dd_add(a.s, a.c, b.s, b.c, &a.c);
    return a;
}

static inline struct sum accurate_mul(struct sum a, struct sum b)
{
    a.s = vd_dd_mul(a.s, a.c, b.s, b.c, &a.c);
    return a;
}

static inline struct sum load_sum(const double *at) { return (struct sum){vd_load(at), vd_load(at + VD_WIDTH)}; }

static inline void store_sum(double *at, struct sum a)
{
    vd_store(at, a.s);
    vd_store(at + VD_WIDTH, a.c);
}

/* Converts a vector to split form: VD_WIDTH high parts and VD_WIDTH low parts alternate, in the
 * order of vd_load_mixed. Within a tile x and y have this form. */
static void split_elements(const cuddreal *from, double *to, int64_t elements)
{
    for (int64_t i = 0; i < elements; i += VD_WIDTH)
    {
        vd l;
        const vd h = vd_load_mixed(from + i, &l);
        store_sum(to + 2 * i, (struct sum){h, l});
    }
}

/* For each column of a leaf, a pointer to the element of the column in the same row. */
struct columns
{
    const ddblas_host_w *A[LEAF];
    const ddblas_host_w *ahead[LEAF]; /* Elements to prefetch. */
    const cuddreal *z;                /* LEAF elements. */
};

/* Returns sum_q A_iq z_q for a vector of rows i. Unless `column` is null, it also adds A_iq x_i to
 * column[q]. */
static inline struct sum sum_leaf(const struct columns *f, int64_t row, struct sum x, struct sum *column)
{
    struct sum along = {vd_set1(0.0), vd_set1(0.0)};
#pragma GCC unroll 4
    for (int q = 0; q < LEAF; q++)
    {
        vd al;
        const vd ah = vd_load_mixed(f->A[q] + row, &al);
        struct sum term = exact_product(ah, al, vd_set1(f->z[q].x), vd_set1(f->z[q].y));
        along = q == 0 ? term : add_sum(along, term);
        if (column)
            column[q] = add_sum(column[q], exact_product(ah, al, x.s, x.c));
    }
    return along;
}

/* For four columns and the first `rows` rows, which are a multiple of 8, computes y_i += sum_q A_iq
 * z_q and w[q] += A_iq x_i. x and y are in split form. w has LANES sums for each of LEAF columns,
 * in split form; they are normalised at the end. */
static void sweep_columns(const struct columns *f, int64_t rows, const double *x, double *y, double *w)
{
    for (int part = 0; part < SPLIT; part++)
    {
        struct sum column[LEAF];
#pragma GCC unroll 4
        for (int q = 0; q < LEAF; q++)
            column[q] = load_sum(w + 2 * LANES * q + STEP * part);
        for (int64_t row = part * VD_WIDTH; row < rows; row += LANES)
        {
#pragma GCC unroll 4
            for (int q = 0; q < LEAF; q++)
                vd_prefetch_pairs(f->ahead[q] + row);
            struct sum along = sum_leaf(f, row, load_sum(x + 2 * row), column);
            store_sum(y + 2 * row, add_sum(load_sum(y + 2 * row), along));
        }
#pragma GCC unroll 4
        for (int q = 0; q < LEAF; q++)
            store_sum(w + 2 * LANES * q + STEP * part, normalise_sum(column[q]));
    }
}

/* Computes y_i += sum_q A_iq z_q for one group of rows. The columns have no sums. */
static void sweep_square(const struct columns *f, double *y)
{
    for (int64_t row = 0; row < LANES; row += VD_WIDTH)
        store_sum(y + 2 * row, add_sum(load_sum(y + 2 * row), sum_leaf(f, row, load_sum(y + 2 * row), NULL)));
}

/* Adds the sums of all lanes for each of LANES columns. w holds normalised sums in split form; the
 * results are normalised numbers. */
static void add_lanes(const double *w, cuddreal *sums)
{
    double s[LANES][LANES], c[LANES][LANES];
    for (int j = 0; j < LANES; j++)
    {
        const double *column = w + 2 * LANES * (j - j % VD_WIDTH + vd_mixed_place(j % VD_WIDTH));
        for (int k = 0; k < LANES; k++)
        {
            int lane = k - k % VD_WIDTH + vd_mixed_place(k % VD_WIDTH);
            s[lane][j] = column[STEP * (k / VD_WIDTH) + k % VD_WIDTH];
            c[lane][j] = column[STEP * (k / VD_WIDTH) + VD_WIDTH + k % VD_WIDTH];
        }
    }
    for (int j = 0; j < LANES; j += VD_WIDTH)
    {
        struct sum v[LANES];
        for (int l = 0; l < LANES; l++)
            v[l] = (struct sum){vd_load(s[l] + j), vd_load(c[l] + j)};
        for (int half = LANES / 2; half > 0; half /= 2)
            for (int l = 0; l < half; l++)
                v[l] = accurate_add(v[l], v[l + half]);
        vd_store_mixed(sums + j, v[0].s, v[0].c);
    }
}

/* The operands and sums of a tile. */
struct tile
{
    const ddblas_host_w *A;
    int64_t lda, columns, T;
    const cuddreal *z;
    double x[2 * T_MAX], y[2 * T_MAX]; /* Split form. */
};

static const cuddreal zeros[T_MAX];

/* Returns pointers to the columns j .. j + 3, at row `first`. */
static struct columns columns_at(const struct tile *t, int64_t j, int64_t first)
{
    struct columns f = {.z = t->z + j};
    for (int q = 0; q < LEAF; q++)
    {
        int64_t next = j + q + LEAF < t->columns ? j + q + LEAF : t->columns - 1;
        f.A[q] = j + q < t->columns ? t->A + (j + q) * t->lda + first : zeros;
        f.ahead[q] = t->A + next * t->lda + first;
    }
    return f;
}

/* Computes four columns in the last rows, of which there are fewer than 8. They are copied first,
 * with zeros below. */
static void sweep_edge(struct columns f, int64_t rows, const double *x, double *y, double *w)
{
    cuddreal edge[LEAF][LANES];
    memset(edge, 0, sizeof edge);
    for (int q = 0; q < LEAF; q++)
    {
        memcpy(edge[q], f.A[q], (size_t)rows * sizeof(cuddreal));
        f.A[q] = f.ahead[q] = edge[q];
    }
    sweep_columns(&f, LANES, x, y, w);
}

/* For the columns j .. j + 7 and the rows [first, last), computes y += A z and sums = A^T x.
 * `first` is a multiple of 8. */
static void multiply_panel(struct tile *t, int64_t j, int64_t first, int64_t last, cuddreal *sums)
{
    double w[2 * LANES * LANES] = {0.0};
    int64_t rows = last - first, whole = rows - rows % LANES;
    for (int64_t k = 0; k < LANES; k += LEAF)
    {
        for (int64_t i = first; i < first + whole; i += ROWS_PER_NORMALISATION)
        {
            const struct columns f = columns_at(t, j + k, i);
            const int64_t left = first + whole - i;
            sweep_columns(&f, left < ROWS_PER_NORMALISATION ? left : ROWS_PER_NORMALISATION, t->x + 2 * i, t->y + 2 * i,
                          w + 2 * LANES * k);
        }
        if (whole < rows)
            sweep_edge(columns_at(t, j + k, first + whole), rows - whole, t->x + 2 * (first + whole), t->y + 2 * (first + whole),
                       w + 2 * LANES * k);
    }
    add_lanes(w, sums);
}

/* Called after panel j. Every few panels it normalises y, so that the low parts of the sums stay
 * small. */
static void normalise_rows(struct tile *t, int64_t j)
{
    if (j / LANES % PANELS_PER_NORMALISATION == PANELS_PER_NORMALISATION - 1)
        for (int64_t i = 0; i < t->T; i += VD_WIDTH)
            store_sum(t->y + 2 * i, normalise_sum(load_sum(t->y + 2 * i)));
}

static void begin_tile(struct tile *t, int64_t T, const ddblas_host_w *A, int64_t lda, int64_t columns, const cuddreal *x,
                       const cuddreal *z)
{
    t->T = T;
    t->A = A;
    t->lda = lda;
    t->columns = columns;
    t->z = z;
    split_elements(x, t->x, T);
    memset(t->y, 0, 2 * (size_t)T * sizeof *t->y);
}

static void multiply_rectangle(int64_t T, const ddblas_host_w *A, int64_t lda, int64_t m, int64_t k, const cuddreal *x,
                               const cuddreal *z, cuddreal *y, cuddreal *w)
{
    struct tile t;
    begin_tile(&t, T, A, lda, k, x, z);
    memset(w, 0, (size_t)T * sizeof *w);
    for (int64_t j = 0; j < k; j += LANES)
    {
        multiply_panel(&t, j, 0, m, w + j);
        normalise_rows(&t, j);
    }
    for (int64_t i = 0; i < T; i += VD_WIDTH)
    {
        struct sum v = normalise_sum(load_sum(t.y + 2 * i));
        vd_store_mixed(y + i, v.s, v.c);
    }
}

/* Copies the rows and columns [j, j + 8) of a diagonal tile to a full symmetric square, with zeros
 * beyond the last row. */
static void diagonal_square(const struct tile *t, int64_t j, int lower, cuddreal square[LANES][LANES])
{
    int64_t m = t->columns - j < LANES ? t->columns - j : LANES;
    memset(square, 0, LANES * sizeof square[0]);
    for (int64_t q = 0; q < m; q++)
        for (int64_t i = q; i < m; i++)
        {
            int64_t row = lower ? i : q, column = lower ? q : i;
            square[q][i] = square[i][q] = t->A[(j + column) * t->lda + j + row];
        }
}

static void multiply_triangle(int64_t T, const ddblas_host_w *A, int64_t lda, int64_t m, int lower, const cuddreal *x,
                              cuddreal *y)
{
    struct tile t;
    cuddreal w[T_MAX];
    memset(w, 0, (size_t)T * sizeof *w);
    begin_tile(&t, T, A, lda, m, x, x);
    for (int64_t j = 0; j < m; j += LANES)
    {
        cuddreal square[LANES][LANES];
        diagonal_square(&t, j, lower, square);
        for (int64_t k = 0; k < LANES; k += LEAF)
        {
            struct columns f = {{square[k], square[k + 1], square[k + 2], square[k + 3]}, {NULL}, x + j + k};
            sweep_square(&f, t.y + 2 * j);
        }
        int64_t first = lower ? j + LANES : 0, last = lower ? m : j;
        if (first < last)
            multiply_panel(&t, j, first, last, w + j);
        normalise_rows(&t, j);
    }
    for (int64_t i = 0; i < T; i += VD_WIDTH)
    {
        struct sum columns;
        columns.s = vd_load_mixed(w + i, &columns.c);
        struct sum v = accurate_add(normalise_sum(load_sum(t.y + 2 * i)), columns);
        vd_store_mixed(y + i, v.s, v.c);
    }
}

static void combine_parts(int64_t T, const cuddreal *part, int64_t blocks, cuddreal alpha, cuddreal beta, const cuddreal *y,
                          cuddreal *r)
{
    const struct sum a = {vd_set1(alpha.x), vd_set1(alpha.y)}, b = {vd_set1(beta.x), vd_set1(beta.y)};
    const int with_y = !cuddIsZero(beta);
    for (int64_t i = 0; i < T; i += VD_WIDTH)
    {
        struct sum v, next;
        v.s = vd_load_mixed(part + i, &v.c);
        for (int64_t k = 1; k < blocks; k++)
        {
            next.s = vd_load_mixed(part + k * T + i, &next.c);
            v = accurate_add(v, next);
        }
        v = accurate_mul(a, v);
        if (with_y)
        {
            next.s = vd_load_mixed(y + i, &next.c);
            v = accurate_add(v, accurate_mul(b, next));
        }
        vd_store_mixed(r + i, v.s, v.c);
    }
}

const struct ddblas_symv_w_kernels KERNELS = {KERNELS_NAME, multiply_rectangle, multiply_triangle, combine_parts};
