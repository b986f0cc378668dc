/*
 * Double-double kernels of gemm on the CPU, for any vector width. The including file defines
 * VD_AVX512, VD_AVX2 or neither (see simd/vd.h), the tile's columns NR, the struct KERNELS of
 * gemm_cpu_w.h and its name KERNELS_NAME.
 *
 *   S(i, j) += sum over t of a(i, t) b(t, j),  a tile of MR = VD_WIDTH rows and NR columns
 *
 * The number of terms, kc, is a multiple of 4.
 *
 * Layout (doubles): for each t, a (b) has MR (NR) high parts and then MR (NR) low parts; for each
 * column, the tile has MR high parts and then MR low parts. Padding rows and columns repeat the
 * last one; padding terms are zeros.
 *
 * Four terms form a leaf (q, g): q is summed from zero by TwoSum, g collects all error terms. The
 * leaf is then added to (s, c), which is normalised every 16 terms. That makes 12 operations a
 * multiply-add, 12.2 with the normalisation. Each element of C has the same operations in the same
 * order, whatever the tile, the vector width, the blocks and the threads. Error bound:
 * docs/numerics.md.
 */
#include "gemm_cpu_w.h"

#include "simd/vd.h"

enum
{
    MR = VD_WIDTH,
    LEAF = 4,
    WIDEST = 8, /* Rows of the widest panel. */
    AHEAD = 2,  /* pack_columns prefetches this many terms ahead. */
    LINE = 4,   /* Double-double numbers in a cache line of 64 bytes. */
    STRIP = 16  /* Terms between normalisations. */
};

#if defined(__clang__)
#define UNROLL _Pragma("unroll")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif
#define INLINE static inline __attribute__((always_inline))

/* Multiplies MR elements, with high parts ah and low parts al, by the element whose high part is
 * *b. Returns the high parts of the products; *e gets the low parts. The factors are multiplied in
 * the order of op(A) op(B): in a transposed problem the element at b is the first factor. */
INLINE vd product(const int transposed, vd ah, vd al, const double *b, vd *e)
{
    const vd bh = vd_set1(b[0]), bl = vd_set1(b[NR]);
    return transposed ? vd_product(bh, bl, ah, al, e) : vd_product(ah, al, bh, bl, e);
}

/* Sums up to four terms of one column. Returns the high parts; *g gets the low parts. b points at
 * the high part of the column's first term. */
INLINE vd leaf(const int transposed, const int terms, const vd *ah, const vd *al, const double *b, vd *g)
{
    vd q = product(transposed, ah[0], al[0], b, g);
    UNROLL
    for (int t = 1; t < terms; t++)
    {
        vd d, e;
        vd p = product(transposed, ah[t], al[t], b + 2 * NR * t, &e);
        q = vd_two_sum(q, p, &d);
        *g = vd_add(*g, vd_add(d, e));
    }
    return q;
}

INLINE void tile_columns(const int transposed, const int columns, int64_t kc, const double *a, const double *b, double *sums)
{
    vd s[NR], c[NR];
    UNROLL
    for (int j = 0; j < columns; j++)
    {
        s[j] = vd_load(sums + 2 * MR * j);
        c[j] = vd_load(sums + 2 * MR * j + MR);
    }
    for (int64_t start = 0; start < kc; start += STRIP)
    {
        const int64_t end = kc - start < STRIP ? kc : start + STRIP;
        for (int64_t t = start; t < end; t += LEAF)
        {
            vd ah[LEAF], al[LEAF];
            UNROLL
            for (int i = 0; i < LEAF; i++)
            {
                ah[i] = vd_load(a + 2 * MR * i);
                al[i] = vd_load(a + 2 * MR * i + MR);
            }
            UNROLL
            for (int j = 0; j < columns; j++)
            {
                vd d, g;
                vd q = leaf(transposed, LEAF, ah, al, b + j, &g);
                s[j] = vd_two_sum(s[j], q, &d);
                c[j] = vd_add(c[j], vd_add(d, g));
            }
            a += 2 * MR * LEAF;
            b += 2 * NR * LEAF;
        }
        UNROLL
        for (int j = 0; j < columns; j++)
            s[j] = vd_fast_two_sum(s[j], c[j], &c[j]);
    }
    UNROLL
    for (int j = 0; j < columns; j++)
    {
        vd_store(sums + 2 * MR * j, s[j]);
        vd_store(sums + 2 * MR * j + MR, c[j]);
    }
}

INLINE void tile_of(const int transposed, int columns, int64_t kc, const double *a, const double *b, double *sums)
{
    if (columns == 1)
        tile_columns(transposed, 1, kc, a, b, sums);
    else if (columns == 2)
        tile_columns(transposed, 2, kc, a, b, sums);
    else if (columns == 3)
        tile_columns(transposed, 3, kc, a, b, sums);
#if NR > 4
    else if (columns == 4)
        tile_columns(transposed, 4, kc, a, b, sums);
#endif
    else
        tile_columns(transposed, NR, kc, a, b, sums);
}

static void multiply_tile(int columns, int64_t kc, const double *a, const double *b, double *sums)
{
    tile_of(0, columns, kc, a, b, sums);
}

static void multiply_tile_transposed(int columns, int64_t kc, const double *a, const double *b, double *sums)
{
    tile_of(1, columns, kc, a, b, sums);
}

static void add_sums(int columns, const double *more, double *sums)
{
    for (int j = 0; j < columns; j++, more += 2 * MR, sums += 2 * MR)
    {
        vd c;
        vd_store(sums, vd_dd_add(vd_load(sums), vd_load(sums + MR), vd_load(more), vd_load(more + MR), &c));
        vd_store(sums + MR, c);
    }
}

/* alpha and beta in all lanes. with_old: beta is not 0. */
struct scalars
{
    vd ah, al, bh, bl;
    int with_old;
};

INLINE struct scalars spread(cuddreal alpha, cuddreal beta)
{
    return (struct scalars){vd_set1(alpha.x), vd_set1(alpha.y), vd_set1(beta.x), vd_set1(beta.y), !cuddIsZero(beta)};
}

/* Returns the high parts of alpha (sh + sl) + beta old for a column of a tile; *lo gets the low
 * parts. */
INLINE vd scaled_sum(const struct scalars *f, vd sh, vd sl, const ddblas_host_w *old, vd *lo)
{
    const vd hi = vd_dd_mul(f->ah, f->al, sh, sl, lo);
    if (!f->with_old)
        return hi;
    vd ol;
    vd oh = vd_load_pairs(old, &ol);
    oh = vd_dd_mul(f->bh, f->bl, oh, ol, &ol);
    return vd_dd_add(hi, *lo, oh, ol, lo);
}

INLINE vd nan_unless_finite(vd hi, vd lo) { return vd_add(vd_sub(hi, hi), vd_sub(lo, lo)); }

static int combine_sums(int columns, cuddreal alpha, cuddreal beta, const double *sums, const ddblas_host_w *old, int64_t ld,
                        cuddreal *result)
{
    const struct scalars f = spread(alpha, beta);
    vd nan = vd_set1(0.0);
    for (int j = 0; j < columns; j++)
    {
        vd lo;
        const vd hi =
            scaled_sum(&f, vd_load(sums + 2 * MR * j), vd_load(sums + 2 * MR * j + MR), f.with_old ? old + j * ld : old, &lo);
        vd_store_pairs(result + MR * j, hi, lo);
        nan = vd_add(nan, nan_unless_finite(hi, lo));
    }
    return !vd_any_nan(nan);
}

/* Returns the sum of a column's terms with the same bits as `tile`. There the sum starts from +0
 * and zeros fill up a leaf, which turns a sum -0 into +0; the additions of 0 have the same effect
 * here. */
INLINE vd few_terms(const int first, const int second, const vd *ah, const vd *al, const double *b0, const double *b1, vd *lo)
{
    vd g;
    vd s = vd_add(vd_set1(0.0), leaf(0, first, ah, al, b0, &g)), c = vd_add(vd_set1(0.0), g);
    if (second > 0)
    {
        vd d;
        const vd q = leaf(0, second, ah + LEAF, al + LEAF, b1, &g);
        s = vd_two_sum(s, q, &d);
        c = vd_add(c, vd_add(d, g));
    }
    return vd_fast_two_sum(s, c, lo);
}

INLINE int64_t few_tiles(const int first, const int second, const struct ddblas_gemm_w_few *f, int columns, int64_t tiles,
                         int64_t done, ddblas_host_w *C, int64_t ld, struct ddblas_gemm_w_column *stopped)
{
    const struct scalars scalars = spread(f->alpha, f->beta);
    int j = (int)(done % columns);
    for (int64_t i = done / columns; i < tiles; i++, j = 0)
    {
        vd ah[2 * LEAF], al[2 * LEAF];
        UNROLL
        for (int t = 0; t < first; t++)
        {
            ah[t] = vd_load(f->a[0] + i * f->a_step + 2 * MR * t);
            al[t] = vd_load(f->a[0] + i * f->a_step + 2 * MR * t + MR);
        }
        UNROLL
        for (int t = 0; t < second; t++)
        {
            ah[LEAF + t] = vd_load(f->a[1] + i * f->a_step + 2 * MR * t);
            al[LEAF + t] = vd_load(f->a[1] + i * f->a_step + 2 * MR * t + MR);
        }
        /* The sums of all columns come first, then alpha, beta and C for all columns. The
         * operations of one column depend on each other; in two parts they overlap better with
         * those of the next columns. */
        vd sums[NR], lows[NR];
        for (int q = j; q < columns; q++)
            sums[q] = few_terms(first, second, ah, al, f->b[0] + q, f->b[1] + q, &lows[q]);
        for (; j < columns; j++)
        {
            ddblas_host_w *c = C + i * MR + j * ld;
            vd lo;
            const vd hi = scaled_sum(&scalars, sums[j], lows[j], c, &lo);
            if (vd_any_nan(nan_unless_finite(hi, lo)))
            {
                vd_store(stopped->sums, sums[j]);
                vd_store(stopped->sums + MR, lows[j]);
                vd_store_pairs(stopped->result, hi, lo);
                return i * columns + j;
            }
            vd_store_pairs(c, hi, lo);
        }
    }
    return tiles * columns;
}

static int64_t multiply_few_terms(const struct ddblas_gemm_w_few *f, int columns, int64_t tiles, int64_t done, ddblas_host_w *C,
                                  int64_t ld, struct ddblas_gemm_w_column *stopped)
{
#define FEW(first, second)                                                                                                       \
    case first *(LEAF + 1) + second:                                                                                             \
        return few_tiles(first, second, f, columns, tiles, done, C, ld, stopped)
    switch (f->first * (LEAF + 1) + f->second)
    {
        FEW(1, 0);
        FEW(2, 0);
        FEW(3, 0);
        FEW(4, 0);
        FEW(1, 1);
        FEW(2, 2);
        FEW(3, 3);
        FEW(4, 1);
        FEW(4, 2);
        FEW(4, 3);
    default:
        return few_tiles(4, 4, f, columns, tiles, done, C, ld, stopped);
    }
#undef FEW
}

static inline int64_t padded_terms(int64_t terms) { return (terms + LEAF - 1) / LEAF * LEAF; }

/* Writes zeros for the terms that the last leaf of a panel lacks. */
static inline void fill_leaf(int64_t terms, int width, double *panel)
{
    for (int64_t i = 2 * width * terms; i < 2 * width * padded_terms(terms); i++)
        panel[i] = 0.0;
}

/* Packs one term of two rows. Compilers make many more instructions from the portable code than
 * from the intrinsics. */
INLINE void pack_two(const ddblas_host_w *p, const ddblas_host_w *q, double *high, double *low)
{
#if defined(VD_AVX512) || defined(VD_AVX2)
    const __m128d a = _mm_loadu_pd(&p->x), b = _mm_loadu_pd(&q->x);
    _mm_storeu_pd(high, _mm_unpacklo_pd(a, b));
    _mm_storeu_pd(low, _mm_unpackhi_pd(a, b));
#else
    high[0] = p->x;
    high[1] = q->x;
    low[0] = p->y;
    low[1] = q->y;
#endif
}

/* Packs one panel: `rows` <= width rows of `terms` terms, element (r, t) at X[r row_stride + t
 * term_stride]. Missing rows repeat the last one. If `next` is set, the rows of the next panel
 * exist and are prefetched. */
INLINE void pack_panel(const ddblas_host_w *X, int64_t row_stride, int64_t term_stride, int rows, int64_t terms, int next,
                       const int width, double *out)
{
    fill_leaf(terms, width, out);
    if (rows == 1 && width == VD_WIDTH)
    {
        for (int64_t t = 0; t < terms; t++)
        {
            vd_store(out + 2 * width * t, vd_set1(X[t * term_stride].x));
            vd_store(out + 2 * width * t + width, vd_set1(X[t * term_stride].y));
        }
        return;
    }
    const ddblas_host_w *row[WIDEST];
    UNROLL
    for (int r = 0; r < width; r++)
        row[r] = X + (r < rows ? r : rows - 1) * row_stride;
    for (int64_t t = 0; t < terms; t++)
    {
        double *high = out + 2 * width * t, *low = high + width;
        for (int r = 0; next && t % LINE == 0 && r < width; r++)
            __builtin_prefetch(row[r] + width * row_stride + t * term_stride);
        UNROLL
        for (int r = 0; r + 1 < width; r += 2)
            pack_two(row[r] + t * term_stride, row[r + 1] + t * term_stride, high + r, low + r);
    }
}

/* Packs one term of a panel whose rows are adjacent in memory. */
INLINE void pack_rows(const ddblas_host_w *x, const int width, double *out)
{
    vd low;
    if (width == VD_WIDTH)
    {
        vd_store(out, vd_load_pairs(x, &low));
        vd_store(out + width, low);
        return;
    }
    UNROLL
    for (int r = 0; r + 1 < width; r += 2)
        pack_two(x + r, x + r + 1, out + r, out + width + r);
}

/* Packs whole panels whose rows are adjacent in memory, term by term, so that each column is read
 * from top to bottom. The hardware prefetcher does not foresee the jump to the next column, so the
 * code prefetches. */
INLINE void pack_columns(const ddblas_host_w *X, int64_t term_stride, int64_t panels, int64_t terms, int64_t terms_there,
                         const int width, double *out)
{
    const int64_t panel = 2 * width * padded_terms(terms);
    for (int64_t t = 0; t < terms; t++)
        for (int64_t p = 0; p < panels; p++)
        {
            if (t + AHEAD < terms_there)
                __builtin_prefetch(X + (t + AHEAD) * term_stride + p * width);
            pack_rows(X + t * term_stride + p * width, width, out + p * panel + 2 * width * t);
        }
    for (int64_t p = 0; p < panels; p++)
        fill_leaf(terms, width, out + p * panel);
}

INLINE void pack_panels(const struct ddblas_gemm_w_part *part, const int width, double *out)
{
    const ddblas_host_w *X = part->X;
    const int64_t row_stride = part->row_stride, term_stride = part->term_stride, rows = part->rows, terms = part->terms;
    const int64_t panel = 2 * padded_terms(terms); /* Doubles for each row. */
    int64_t r = 0;
    if (row_stride == 1 && rows >= width)
    {
        pack_columns(X, term_stride, rows / width, terms, part->terms_there, width, out);
        r = rows / width * width;
    }
    for (; r + width <= rows; r += width)
        pack_panel(X + r * row_stride, row_stride, term_stride, width, terms, r + 2 * width <= part->rows_there, width,
                   out + r * panel);
    if (r < rows)
        pack_panel(X + r * row_stride, row_stride, term_stride, (int)(rows - r), terms, 0, width, out + r * panel);
}

static void pack_a(const struct ddblas_gemm_w_part *part, double *out) { pack_panels(part, MR, out); }

static void pack_b(const struct ddblas_gemm_w_part *part, double *out) { pack_panels(part, NR, out); }

#include "gemm_cpu_u_kernel.h"

const struct ddblas_gemm_w_kernels KERNELS = {.name = KERNELS_NAME,
                                              .mr = MR,
                                              .nr = NR,
                                              .pack_a = pack_a,
                                              .pack_b = pack_b,
                                              .pack_complex_a = pack_complex_a,
                                              .pack_complex_b = pack_complex_b,
                                              .tile = {multiply_tile, multiply_tile_transposed},
                                              .add = add_sums,
                                              .combine = combine_sums,
                                              .combine_complex = combine_complex,
                                              .few = multiply_few_terms};
