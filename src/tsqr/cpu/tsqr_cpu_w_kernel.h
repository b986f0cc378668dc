/*
 * The double-double kernels of TSQR on the CPU, for any vector width. The including file defines
 * VD_AVX512, VD_AVX2 or neither (simd/vd.h), and KERNELS and KERNELS_NAME, the struct of
 * tsqr_cpu_w.h to define and its name.
 *
 *   apply   W = V^T C,  W = op(T) W,  C = C - V W        8 columns of C at a time, up to 8 of V
 *
 * Bits. The algorithm is that of eight lanes, whatever VD_WIDTH is; row r belongs to lane r mod 8.
 * The sums of W are formed lane by lane and added in the fixed tree (l, l + 4), (l, l + 2), (l, l +
 * 1). An element of C - V W adds its k terms in order. Hence the bits depend neither on the width
 * nor on which columns share a tile.
 *
 * Work for each element of C and each reflection: two multiply-adds of 12 operations, one for W and
 * one for C. In addition sums of W are normalised after every 8 rows of a lane (6 operations), and
 * sums of C once after their k <= 8 terms. 2 x 4 sums of W, or 4 sums of C, stay in registers.
 *
 * Error: docs/numerics.md, "TSQR". Inf and NaN are not treated specially: an element that is
 * combined with one is not finite afterwards.
 */
#include <string.h>

#include "tsqr_cpu_w.h"

#include "simd/vd.h"

enum
{
    LANES = DDBLAS_TSQR_W_LANES,
    PANEL = DDBLAS_TSQR_W_PANEL,
    TILE = 8, /* Columns of C. */
    SPLIT = LANES / VD_WIDTH,
    STRIP = 8 * LANES /* Rows between two normalisations. */
};

#if defined(__clang__)
#define UNROLL _Pragma("unroll")
#else
#define UNROLL _Pragma("GCC unroll 8")
#endif
#define INLINE static inline __attribute__((always_inline))

/* Running sums of W, for each of the eight lanes: PANEL rows and TILE columns. The value of a sum
 * is s + c. */
struct lanes
{
    double s[PANEL][LANES][TILE], c[PANEL][LANES][TILE];
};

/* An 8 x 8 matrix such as W, with its high parts in h and its low parts in l. The columns of C run
 * along a vector register. */
struct small
{
    double h[PANEL][TILE], l[PANEL][TILE];
};

/* (*s, *c) += a b. */
INLINE void multiply_add(vd ah, vd al, vd bh, vd bl, vd *s, vd *c)
{
    vd d, e;
    vd p = vd_product(ah, al, bh, bl, &e);
    *s = vd_two_sum(*s, p, &d);
    *c = vd_add(*c, vd_add(d, e));
}

/* Computes, for each lane, the sums of the elements of W in the vs rows from t on and the cs
 * columns from j on. V and C point at the first of these columns of V and of C. */
INLINE void dots(const int vs, const int cs, int64_t rows, const double *V, int64_t ldv, const double *C, int64_t ldc, int t,
                 int j, struct lanes *w)
{
    for (int part = 0; part < SPLIT; part++)
    {
        vd s[2][4], c[2][4];
        for (int a = 0; a < vs; a++)
            for (int b = 0; b < cs; b++)
                s[a][b] = c[a][b] = vd_set1(0.0);
        for (int64_t start = 0; start < rows; start += STRIP)
        {
            const int64_t end = rows - start < STRIP ? rows : start + STRIP;
            for (int64_t i = start + part * VD_WIDTH; i < end; i += LANES)
                UNROLL
            for (int b = 0; b < cs; b++)
            {
                const vd ch = vd_load(C + 2 * ldc * b + i), cl = vd_load(C + 2 * ldc * b + ldc + i);
                UNROLL
                for (int a = 0; a < vs; a++)
                    multiply_add(vd_load(V + 2 * ldv * a + i), vd_load(V + 2 * ldv * a + ldv + i), ch, cl, &s[a][b], &c[a][b]);
            }
            for (int a = 0; a < vs; a++)
                for (int b = 0; b < cs; b++)
                    s[a][b] = vd_two_sum(s[a][b], c[a][b], &c[a][b]);
        }
        for (int a = 0; a < vs; a++)
            for (int b = 0; b < cs; b++)
            {
                double h[VD_WIDTH], l[VD_WIDTH];
                vd_store(h, s[a][b]);
                vd_store(l, c[a][b]);
                for (int lane = 0; lane < VD_WIDTH; lane++)
                {
                    w->s[t + a][part * VD_WIDTH + lane][j + b] = h[lane];
                    w->c[t + a][part * VD_WIDTH + lane][j + b] = l[lane];
                }
            }
    }
}

/* Computes, for each lane, the sums of W in the vs rows from t on and in all p columns. */
INLINE void dots_of_tile(const int vs, int64_t rows, const double *V, int64_t ldv, int p, const double *C, int64_t ldc, int t,
                         struct lanes *w)
{
    int j = 0;
    for (; j + 4 <= p; j += 4)
        dots(vs, 4, rows, V, ldv, C + 2 * ldc * j, ldc, t, j, w);
    for (; j < p; j++)
        dots(vs, 1, rows, V, ldv, C + 2 * ldc * j, ldc, t, j, w);
}

/* Adds the lanes of row t of W and normalises the sums. */
static void add_lanes(const struct lanes *w, int t, struct small *sum)
{
    for (int j = 0; j < TILE; j += VD_WIDTH)
    {
        vd h[LANES], l[LANES];
        for (int lane = 0; lane < LANES; lane++)
        {
            h[lane] = vd_load(w->s[t][lane] + j);
            l[lane] = vd_load(w->c[t][lane] + j);
        }
        for (int half = LANES / 2; half > 0; half /= 2)
            for (int lane = 0; lane < half; lane++)
                h[lane] = vd_dd_add(h[lane], l[lane], h[lane + half], l[lane + half], &l[lane]);
        vd_store(sum->h[t] + j, h[0]);
        vd_store(sum->l[t] + j, l[0]);
    }
}

/* W = V^T C for p <= 8 columns; columns of W from p on are 0. */
static void multiply_adjoint(int64_t rows, int k, const double *V, int64_t ldv, int p, const double *C, int64_t ldc,
                             struct small *w)
{
    struct lanes lanes;
    int t = 0;
    if (p < TILE)
        memset(&lanes, 0, sizeof lanes);
    for (; t + 2 <= k; t += 2)
        dots_of_tile(2, rows, V + 2 * ldv * t, ldv, p, C, ldc, t, &lanes);
    if (t < k)
        dots_of_tile(1, rows, V + 2 * ldv * t, ldv, p, C, ldc, t, &lanes);
    for (t = 0; t < k; t++)
        add_lanes(&lanes, t, w);
}

/* result = -op(T) W. */
static void multiply_triangle(int k, const ddblas_host_w *T, int transposed, const struct small *w, struct small *result)
{
    for (int j = 0; j < TILE; j += VD_WIDTH)
        for (int t = 0; t < k; t++)
        {
            const int first = transposed ? 0 : t, last = transposed ? t : k - 1;
            vd h = vd_set1(0.0), l = vd_set1(0.0);
            for (int r = first; r <= last; r++)
            {
                const cuddreal f = transposed ? T[r + PANEL * t] : T[t + PANEL * r];
                vd pl;
                const vd ph = vd_dd_mul(vd_set1(-f.x), vd_set1(-f.y), vd_load(w->h[r] + j), vd_load(w->l[r] + j), &pl);
                h = vd_dd_add(h, l, ph, pl, &l);
            }
            vd_store(result->h[t] + j, h);
            vd_store(result->l[t] + j, l);
        }
}

/* C(:, 0 .. cs - 1) += V w(:, j .. j + cs - 1). */
INLINE void add_product(const int cs, int64_t rows, int k, const double *V, int64_t ldv, const struct small *w, int j, double *C,
                        int64_t ldc)
{
    for (int64_t i = 0; i < rows; i += VD_WIDTH)
    {
        vd s[4], c[4];
        UNROLL
        for (int b = 0; b < cs; b++)
        {
            s[b] = vd_load(C + 2 * ldc * b + i);
            c[b] = vd_load(C + 2 * ldc * b + ldc + i);
        }
        for (int t = 0; t < k; t++)
        {
            const vd vh = vd_load(V + 2 * ldv * t + i), vl = vd_load(V + 2 * ldv * t + ldv + i);
            UNROLL
            for (int b = 0; b < cs; b++)
                multiply_add(vh, vl, vd_set1(w->h[t][j + b]), vd_set1(w->l[t][j + b]), &s[b], &c[b]);
        }
        UNROLL
        for (int b = 0; b < cs; b++)
        {
            vd low;
            vd_store(C + 2 * ldc * b + i, vd_two_sum(s[b], c[b], &low));
            vd_store(C + 2 * ldc * b + ldc + i, low);
        }
    }
}

static void apply_to_tile(int64_t rows, int k, const double *V, int64_t ldv, const ddblas_host_w *T, int transposed, int p,
                          double *C, int64_t ldc)
{
    struct small w, tw;
    int j = 0;
    multiply_adjoint(rows, k, V, ldv, p, C, ldc, &w);
    multiply_triangle(k, T, transposed, &w, &tw);
    for (; j + 4 <= p; j += 4)
        add_product(4, rows, k, V, ldv, &tw, j, C + 2 * ldc * j, ldc);
    for (; j < p; j++)
        add_product(1, rows, k, V, ldv, &tw, j, C + 2 * ldc * j, ldc);
}

static void apply_panel(int64_t rows, int k, const double *V, int64_t ldv, const ddblas_host_w *T, int transposed, int64_t p,
                        double *C, int64_t ldc)
{
    for (int64_t j = 0; j < p; j += TILE)
        apply_to_tile(rows, k, V, ldv, T, transposed, p - j < TILE ? (int)(p - j) : TILE, C + 2 * ldc * j, ldc);
}

static void sum_gram(int64_t rows, int k, const double *V, int64_t ldv, cuddreal *G)
{
    struct small w;
    multiply_adjoint(rows, k, V, ldv, k, V, ldv, &w);
    for (int c = 0; c < k; c++)
        for (int r = 0; r <= c; r++)
            G[r + PANEL * c] = cuddMake(w.h[r][c], w.l[r][c]);
}

static cuddreal square_sum(int64_t rows, const double *x, int64_t ld)
{
    struct small w;
    multiply_adjoint(rows, 1, x, ld, 1, x, ld, &w);
    return cuddMake(w.h[0][0], w.l[0][0]);
}

static void scale_vector(int64_t rows, cuddreal f, double *x, int64_t ld)
{
    for (int64_t i = 0; i < rows; i += VD_WIDTH)
    {
        vd low;
        vd_store(x + i, vd_dd_mul(vd_load(x + i), vd_load(x + ld + i), vd_set1(f.x), vd_set1(f.y), &low));
        vd_store(x + ld + i, low);
    }
}

const struct ddblas_tsqr_w_kernels KERNELS = {KERNELS_NAME, apply_panel, sum_gram, square_sum, scale_vector};
