/*
 * Double-double kernels of gemm on the CPU, for any vector width. The including file defines
 * VD_AVX512, VD_AVX2 or neither (see simd/vd.h), NR, the number of columns of a tile, and KERNELS
 * and KERNELS_NAME: the struct of gemm_cpu_w.h that this file defines, and its name.
 *
 *   S(i, j) += sum over t of a(i, t) b(t, j),  a tile of MR = VD_WIDTH rows and NR columns
 *
 * The number of terms, kc, is a multiple of 4.
 *
 * Layout of the packed operands. For each term t, a has MR high parts and then MR low parts, b has
 * NR high parts and then NR low parts. An operand of doubles has the MR or NR doubles alone. For
 * each column the tile of sums has MR high parts and then MR low parts. Padding rows and columns
 * repeat the last one; padding terms are zeros.
 *
 * Four terms form a leaf (q, g): q is summed from zero by TwoSum, and g collects all error terms.
 * The leaf is then added to (s, c), which is normalised every 16 terms. A multiply-add thus takes
 * 12 operations, 12.2 with the normalisation. It takes 9.7 where one operand is of doubles and 8.7
 * where both are (docs/lab/cpu.md). Each element of C has the same operations in the same order,
 * whatever the tile, the vector width, the blocks and the threads. Error bound: docs/numerics.md.
 */
#include "gemm_cpu_w.h"

#include "simd/vd.h"

enum
{
    MR = VD_WIDTH,
    LEAF = 4,
    STRIP = 16 /* Terms between normalisations. */
};

#if defined(__clang__)
#define UNROLL _Pragma("unroll")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif
#define INLINE static inline __attribute__((always_inline))

/* 2 for an operand of double-double numbers, 1 for one of doubles. */
#define A_PARTS(form) ((form) == DDBLAS_GEMM_D_W || (form) == DDBLAS_GEMM_D_D ? 1 : 2)
#define B_PARTS(form) ((form) == DDBLAS_GEMM_W_D || (form) == DDBLAS_GEMM_D_D ? 1 : 2)

INLINE int is_mixed(const int form) { return A_PARTS(form) + B_PARTS(form) < 4; }

/* Adds to e the product with a low part; at most one of the operands has low parts. */
INLINE vd add_low_part(const int form, vd ah, vd al, const double *b, vd e)
{
    if (A_PARTS(form) == 2)
        return vd_fma(al, vd_set1(b[0]), e);
    return B_PARTS(form) == 2 ? vd_fma(ah, vd_set1(b[NR]), e) : e;
}

/* Multiplies MR elements, with high parts ah and low parts al, by the element whose high part is
 * *b. Returns the high parts of the products; *e gets the low parts. The factors are multiplied in
 * the order of op(A) op(B), on which the last bit of the low part depends: in a transposed problem
 * the element at b is the first factor. */
INLINE vd product(const int form, vd ah, vd al, const double *b, vd *e)
{
    const vd bh = vd_set1(b[0]);
    if (is_mixed(form))
    {
        const vd p = vd_mul(ah, bh);
        *e = add_low_part(form, ah, al, b, vd_fms(ah, bh, p));
        return p;
    }
    const vd bl = vd_set1(b[NR]);
    return form == DDBLAS_GEMM_W_W_TRANSPOSED ? vd_product(bh, bl, ah, al, e) : vd_product(ah, al, bh, bl, e);
}

/* Computes the product that `product` computes, adds it to the sum q + g, and returns the new q.
 * The code saves operations as follows. For p = RN(a b), s = RN(q + p) and t = s - q, TwoSum
 * computes the error of s as (q - (s - t)) + (p - t). The product itself has the error e = a b - p.
 * Because p - t + e is a b - t, one fused multiply-add gives the sum of both. */
INLINE vd add_mixed(const int form, vd q, vd ah, vd al, const double *b, vd *g)
{
    const vd bh = vd_set1(b[0]), s = vd_add(q, vd_mul(ah, bh)), t = vd_sub(s, q);
    const vd d = vd_sub_by_fma(q, vd_sub(s, t));
    *g = vd_add(*g, vd_add(d, add_low_part(form, ah, al, b, vd_fms(ah, bh, t))));
    return s;
}

/* Sums up to four terms of one column. Returns the high parts of the sum; *g gets the low parts. b
 * points at the high part of the column's first term. */
INLINE vd leaf(const int form, const int terms, const vd *ah, const vd *al, const double *b, vd *g)
{
    vd q = product(form, ah[0], al[0], b, g);
    UNROLL
    for (int t = 1; t < terms; t++)
    {
        const double *bt = b + B_PARTS(form) * NR * t;
        if (is_mixed(form))
        {
            q = add_mixed(form, q, ah[t], al[t], bt, g);
            continue;
        }
        vd d, e;
        vd p = product(form, ah[t], al[t], bt, &e);
        q = vd_two_sum(q, p, &d);
        *g = vd_add(*g, vd_add(d, e));
    }
    return q;
}

/* Loads a term of a panel of op(A). If the panel consists of doubles, there are no low parts, and
 * *al is undefined. */
INLINE vd load_term(const int form, const double *a, int t, vd *al)
{
    const vd ah = vd_load(a + A_PARTS(form) * MR * t);
    *al = A_PARTS(form) == 2 ? vd_load(a + 2 * MR * t + MR) : ah;
    return ah;
}

/* Adds a leaf to the sum (s, c). */
INLINE vd add_leaf(const int form, vd s, vd q, vd g, vd *c)
{
    vd d;
    s = is_mixed(form) ? vd_two_sum_by_fma(s, q, &d) : vd_two_sum(s, q, &d);
    *c = vd_add(*c, vd_add(d, g));
    return s;
}

INLINE void tile_columns(const int form, const int columns, int64_t kc, const double *a, const double *b, double *sums)
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
                ah[i] = load_term(form, a, i, &al[i]);
            UNROLL
            for (int j = 0; j < columns; j++)
            {
                vd g;
                const vd q = leaf(form, LEAF, ah, al, b + j, &g);
                s[j] = add_leaf(form, s[j], q, g, &c[j]);
            }
            a += A_PARTS(form) * MR * LEAF;
            b += B_PARTS(form) * NR * LEAF;
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

INLINE void tile_of(const int form, int columns, int64_t kc, const double *a, const double *b, double *sums)
{
    if (columns == 1)
        tile_columns(form, 1, kc, a, b, sums);
    else if (columns == 2)
        tile_columns(form, 2, kc, a, b, sums);
    else if (columns == 3)
        tile_columns(form, 3, kc, a, b, sums);
#if NR > 4
    else if (columns == 4)
        tile_columns(form, 4, kc, a, b, sums);
#endif
    else
        tile_columns(form, NR, kc, a, b, sums);
}

/* Defines the kernel of one form. */
#define MULTIPLY(name, form)                                                                                                     \
    static void multiply_##name(int columns, int64_t kc, const double *a, const double *b, double *sums)                         \
    {                                                                                                                            \
        tile_of(form, columns, kc, a, b, sums);                                                                                  \
    }
MULTIPLY(w_w, DDBLAS_GEMM_W_W)
MULTIPLY(w_w_transposed, DDBLAS_GEMM_W_W_TRANSPOSED)
MULTIPLY(w_d, DDBLAS_GEMM_W_D)
MULTIPLY(d_w, DDBLAS_GEMM_D_W)
MULTIPLY(d_d, DDBLAS_GEMM_D_D)
#undef MULTIPLY

static void add_sums(int columns, const double *more, double *sums)
{
    for (int j = 0; j < columns; j++, more += 2 * MR, sums += 2 * MR)
    {
        vd c;
        vd_store(sums, vd_dd_add(vd_load(sums), vd_load(sums + MR), vd_load(more), vd_load(more + MR), &c));
        vd_store(sums + MR, c);
    }
}

/* alpha and beta, each in all lanes of a vector. scaled: alpha is not 1. with_old: beta is not
 * 0. */
struct scalars
{
    vd ah, al, bh, bl;
    int scaled, with_old;
};

INLINE struct scalars spread(cuddreal alpha, cuddreal beta)
{
    return (struct scalars){vd_set1(alpha.x), vd_set1(alpha.y),     vd_set1(beta.x),
                            vd_set1(beta.y),  !cuddEqD(alpha, 1.0), !cuddIsZero(beta)};
}

/* Returns the high parts of alpha (sh + sl) + beta old for a column of a tile; *lo gets the low
 * parts. The sums must be normalised, and sh must not be -0. Then a product with alpha = 1 would
 * change nothing, except a low part of -0, and is left out. */
INLINE vd scaled_sum(const struct scalars *f, vd sh, vd sl, const ddblas_host_w *old, vd *lo)
{
    vd hi = sh;
    *lo = vd_add(sl, vd_set1(0.0));
    if (f->scaled)
        hi = vd_dd_mul(f->ah, f->al, sh, sl, lo);
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

/* Returns the sum of a column's terms with the same bits as the kernel `tile`. In that kernel the
 * sum starts from +0 and zeros fill up a leaf, which turns a sum of -0 into +0. Here, additions of
 * 0 have the same effect. */
INLINE vd few_terms(const int form, const int first, const int second, const vd *ah, const vd *al, const double *b0,
                    const double *b1, vd *lo)
{
    vd g;
    vd s = vd_add(vd_set1(0.0), leaf(form, first, ah, al, b0, &g)), c = vd_add(vd_set1(0.0), g);
    if (second > 0)
    {
        const vd q = leaf(form, second, ah + LEAF, al + LEAF, b1, &g);
        s = add_leaf(form, s, q, g, &c);
    }
    return vd_fast_two_sum(s, c, lo);
}

/* Stores the results of the columns [j, columns) of a tile in C. If a column has a result that is
 * not finite, the function stops: it stores this column in *stopped instead of C and returns its
 * number. Otherwise it returns `columns`. */
INLINE int store_columns(const struct scalars *scalars, int j, int columns, const vd *sums, const vd *lows, ddblas_host_w *C,
                         int64_t ld, struct ddblas_gemm_w_column *stopped)
{
    for (; j < columns; j++)
    {
        vd lo;
        const vd hi = scaled_sum(scalars, sums[j], lows[j], C + j * ld, &lo);
        if (vd_any_nan(nan_unless_finite(hi, lo)))
        {
            vd_store(stopped->sums, sums[j]);
            vd_store(stopped->sums + MR, lows[j]);
            vd_store_pairs(stopped->result, hi, lo);
            return j;
        }
        vd_store_pairs(C + j * ld, hi, lo);
    }
    return columns;
}

INLINE int64_t few_tiles(const int form, const int first, const int second, const struct ddblas_gemm_w_few *f, int columns,
                         int64_t tiles, int64_t done, ddblas_host_w *C, int64_t ld, struct ddblas_gemm_w_column *stopped)
{
    const struct scalars scalars = spread(f->alpha, f->beta);
    int j = (int)(done % columns);
    for (int64_t i = done / columns; i < tiles; i++, j = 0)
    {
        vd ah[2 * LEAF], al[2 * LEAF];
        UNROLL
        for (int t = 0; t < first; t++)
            ah[t] = load_term(form, f->a[0] + i * f->a_step, t, &al[t]);
        UNROLL
        for (int t = 0; t < second; t++)
            ah[LEAF + t] = load_term(form, f->a[1] + i * f->a_step, t, &al[LEAF + t]);
        /* First the sums of all columns are computed, then alpha, beta and C are applied to all
         * columns. The operations of one column depend on each other; in two separate loops they
         * overlap better with those of the other columns. */
        vd sums[NR], lows[NR];
        for (int q = j; q < columns; q++)
            sums[q] = few_terms(form, first, second, ah, al, f->b[0] + q, f->b[1] + q, &lows[q]);
        const int stop = store_columns(&scalars, j, columns, sums, lows, C + i * MR, ld, stopped);
        if (stop < columns)
            return i * columns + stop;
    }
    return tiles * columns;
}

/* In the forms with an operand of doubles only whole leaves are summed, because zeros fill up the
 * packed terms. */
static int64_t multiply_few_terms(const struct ddblas_gemm_w_few *f, int columns, int64_t tiles, int64_t done, ddblas_host_w *C,
                                  int64_t ld, struct ddblas_gemm_w_column *stopped)
{
#define TILES(form, first, second) few_tiles(form, first, second, f, columns, tiles, done, C, ld, stopped)
#define FEW(first, second)                                                                                                       \
    case first *(LEAF + 1) + second:                                                                                             \
        return TILES(DDBLAS_GEMM_W_W, first, second)
    switch (f->form)
    {
    case DDBLAS_GEMM_W_D:
        return f->second > 0 ? TILES(DDBLAS_GEMM_W_D, LEAF, LEAF) : TILES(DDBLAS_GEMM_W_D, LEAF, 0);
    case DDBLAS_GEMM_D_W:
        return f->second > 0 ? TILES(DDBLAS_GEMM_D_W, LEAF, LEAF) : TILES(DDBLAS_GEMM_D_W, LEAF, 0);
    case DDBLAS_GEMM_D_D:
        return f->second > 0 ? TILES(DDBLAS_GEMM_D_D, LEAF, LEAF) : TILES(DDBLAS_GEMM_D_D, LEAF, 0);
    default:
        break;
    }
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
        return TILES(DDBLAS_GEMM_W_W, LEAF, LEAF);
    }
#undef FEW
#undef TILES
}

#include "gemm_cpu_w_direct_kernel.h"
#include "gemm_cpu_w_pack.h"

#include "gemm_cpu_u_kernel.h"

const struct ddblas_gemm_w_kernels KERNELS = {
    .name = KERNELS_NAME,
    .mr = MR,
    .nr = NR,
    .pack_a = pack_a,
    .pack_b = pack_b,
    .pack_complex_a = pack_complex_a,
    .pack_complex_b = pack_complex_b,
    .tile = {multiply_w_w, multiply_w_w_transposed, multiply_w_d, multiply_d_w, multiply_d_d},
    .add = add_sums,
    .combine = combine_sums,
    .combine_complex = combine_complex,
    .few = multiply_few_terms,
    .direct = multiply_directly};
