/*
 * The double-double kernels of gemm on the CPU, for any vector width. The file that includes it defines VD_AVX512, VD_AVX2 or
 * neither (dd_arith/vd.h), NR, and KERNELS and KERNELS_NAME, the struct of gemm_cpu_w.h to define and its name.
 *
 *   S(i, j) += sum over t of a(i, t) b(t, j),   a tile of MR = VD_WIDTH rows and NR columns, kc a multiple of 4
 *
 * Layout (doubles): a and b hold for each t MR (NR) high parts and then MR (NR) low parts; the tile holds for each column MR high
 * parts and then MR low parts. Padding rows, columns and terms are zeros.
 *
 * Four terms are summed first, from zero: q by TwoSum, g collecting every error term. The leaf (q, g) is then added to (s, c),
 * which is normalised every 16 terms. 12 operations a multiply-add, the leaf's and the normalisation's included 12.2. Each
 * element of C sees the same operations in the same order whatever the tile, the width, the blocks and the threads. Error:
 * docs/numerics.md.
 */
#include "gemm_cpu_w.h"

#include "../dd_arith/vd.h"

enum
{
    MR = VD_WIDTH,
    LEAF = 4,
    STRIP = 16 /* terms between normalisations */
};

#if defined(__clang__)
#define UNROLL _Pragma("unroll")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif

/* Four terms of one column: *g gets the low part. b points at the column's high part of the first term. */
static inline vd leaf(const vd *ah, const vd *al, const double *b, vd *g)
{
    vd q = vd_product(ah[0], al[0], vd_set1(b[0]), vd_set1(b[NR]), g);
    UNROLL
    for (int t = 1; t < LEAF; t++)
    {
        vd d, e;
        vd p = vd_product(ah[t], al[t], vd_set1(b[2 * NR * t]), vd_set1(b[2 * NR * t + NR]), &e);
        q = vd_two_sum(q, p, &d);
        *g = vd_add(*g, vd_add(d, e));
    }
    return q;
}

static void tile(int64_t kc, const double *a, const double *b, double *sums)
{
    vd s[NR], c[NR];
    UNROLL
    for (int j = 0; j < NR; j++)
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
            for (int j = 0; j < NR; j++)
            {
                vd d, g;
                vd q = leaf(ah, al, b + j, &g);
                s[j] = vd_two_sum(s[j], q, &d);
                c[j] = vd_add(c[j], vd_add(d, g));
            }
            a += 2 * MR * LEAF;
            b += 2 * NR * LEAF;
        }
        UNROLL
        for (int j = 0; j < NR; j++)
            s[j] = vd_fast_two_sum(s[j], c[j], &c[j]);
    }
    UNROLL
    for (int j = 0; j < NR; j++)
    {
        vd_store(sums + 2 * MR * j, s[j]);
        vd_store(sums + 2 * MR * j + MR, c[j]);
    }
}

/* r = alpha s + beta c, each of `count` numbers in split form, count a multiple of MR; beta = 0: c is not read. */
static void combine(int64_t count, cuddreal alpha, cuddreal beta, const double *sums, const double *old, double *result)
{
    const vd ah = vd_set1(alpha.x), al = vd_set1(alpha.y), bh = vd_set1(beta.x), bl = vd_set1(beta.y);
    const int with_old = !(beta.x == 0.0 && beta.y == 0.0);
    for (int64_t i = 0; i < 2 * count; i += 2 * MR)
    {
        vd lo;
        vd hi = vd_dd_mul(ah, al, vd_load(sums + i), vd_load(sums + i + MR), &lo);
        if (with_old)
        {
            vd ol;
            vd oh = vd_dd_mul(bh, bl, vd_load(old + i), vd_load(old + i + MR), &ol);
            hi = vd_dd_add(hi, lo, oh, ol, &lo);
        }
        vd_store(result + i, hi);
        vd_store(result + i + MR, lo);
    }
}

/* One panel: `rows` <= width rows of `terms` terms, element (r, t) at X[r row_stride + t term_stride]. */
static inline void pack_panel(const cuddreal *X, int64_t row_stride, int64_t term_stride, int rows, int64_t terms,
                              const int width, double *out)
{
    for (int64_t t = 0; t < terms; t++, X += term_stride, out += 2 * width)
        for (int r = 0; r < width; r++)
        {
            out[r] = r < rows ? X[r * row_stride].x : 0.0;
            out[width + r] = r < rows ? X[r * row_stride].y : 0.0;
        }
    for (int64_t t = terms; t % LEAF != 0; t++, out += 2 * width)
        for (int r = 0; r < 2 * width; r++)
            out[r] = 0.0;
}

/* Whole panels of rows that are neighbours in memory, term by term, so that each column is read at one go. */
static inline void pack_columns(const cuddreal *X, int64_t term_stride, int64_t panels, int64_t terms, const int width,
                                double *out)
{
    const int64_t padded = (terms + LEAF - 1) / LEAF * LEAF, panel = 2 * width * padded;
    for (int64_t t = 0; t < padded; t++, X += term_stride, out += 2 * width)
        for (int64_t p = 0; p < panels; p++)
            for (int r = 0; r < width; r++)
            {
                out[p * panel + r] = t < terms ? X[p * width + r].x : 0.0;
                out[p * panel + width + r] = t < terms ? X[p * width + r].y : 0.0;
            }
}

static inline void pack_panels(const cuddreal *X, int64_t row_stride, int64_t term_stride, int64_t rows, int64_t terms,
                               const int width, double *out)
{
    const int64_t panel = 2 * width * ((terms + LEAF - 1) / LEAF * LEAF);
    int64_t r = 0;
    if (row_stride == 1)
    {
        pack_columns(X, term_stride, rows / width, terms, width, out);
        r = rows / width * width;
    }
    for (; r + width <= rows; r += width)
        pack_panel(X + r * row_stride, row_stride, term_stride, width, terms, width, out + r / width * panel);
    if (r < rows)
        pack_panel(X + r * row_stride, row_stride, term_stride, (int)(rows - r), terms, width, out + r / width * panel);
}

static void pack_a(const cuddreal *X, int64_t row_stride, int64_t term_stride, int64_t rows, int64_t terms, double *out)
{
    pack_panels(X, row_stride, term_stride, rows, terms, MR, out);
}

static void pack_b(const cuddreal *X, int64_t row_stride, int64_t term_stride, int64_t rows, int64_t terms, double *out)
{
    pack_panels(X, row_stride, term_stride, rows, terms, NR, out);
}

const struct ddblas_gemm_w_kernels KERNELS = {KERNELS_NAME, MR, NR, pack_a, pack_b, tile, combine};
