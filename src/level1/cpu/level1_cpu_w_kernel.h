/*
 * Level 1 in double-double for one instruction set. The including file defines VD_AVX512, VD_AVX2
 * or neither (simd/vd.h), and KERNELS and KERNELS_NAME, the struct of level1_cpu_w.h and its name.
 *
 * Updates: each element by the operations of level1_element.h, without their tests for special
 * values. A vector with a zero, Inf or NaN among its results is computed again element by element,
 * as are the elements of an incomplete vector, and all elements of U where a vector is one double.
 * Work per word: axpy 29 operations in W and 58 in U, scal 9 and 38, rot 76 and 134.
 *
 * Sums: word i of a vector belongs to lane i mod 16, whatever the width of a vector. A lane is a
 * sum s + c, to which a product is added by the 10 operations of dd_accumulator (dd/scalar.cuh):
 *
 *     p = a_h b_h, t = s + p, z = t - s, d = s - (t - z), s = t
 *     c = c + ((a_h b_l + (a_l b_h + d)) + (a_h b_h - z))
 *
 * and which is normalised after every 8 terms. |x| is added by TwoSum, 8 operations. A complex word
 * takes two products: with the same part of y into lanes 0 to 7, with the other part into lanes 8
 * to 15. Edges: the caller pads to a multiple of 16 words with zeros, which change no lane. Error:
 * docs/numerics.md, "Level 1 in double-double".
 */
#include <math.h>

#include "simd/vd.h"

#include "level1_cpu_w.h"

enum
{
    LANES = DDBLAS_LEVEL1_LANES,
    VECTORS = LANES / VD_WIDTH, /* Vectors that hold the lanes. */
    HALF = VECTORS / 2,
    PERIOD = 8 /* Terms of a lane from one normalisation to the next. */
};

/* ---- sums ------------------------------------------------------------------------------------ */

/* Adds a b to s + c. */
static inline void add_product(vd *s, vd *c, vd ah, vd al, vd bh, vd bl)
{
    const vd t = vd_add(*s, vd_mul(ah, bh));
    const vd z = vd_sub(t, *s);
    const vd d = vd_sub(*s, vd_sub(t, z));
    *s = t;
    *c = vd_add(*c, vd_add(vd_fma(ah, bl, vd_fma(al, bh, d)), vd_fms(ah, bh, z)));
}

/* Adds a number to s + c. */
static inline void add_number(vd *s, vd *c, vd h, vd l)
{
    vd d;
    *s = vd_two_sum(*s, h, &d);
    *c = vd_add(*c, vd_add(d, l));
}

/* The terms of the 16 words from k on. */
static inline void dot_group(const ddblas_host_w *x, const ddblas_host_w *y, int64_t k, vd *s, vd *c)
{
#pragma GCC unroll 16
    for (int v = 0; v < VECTORS; v++)
    {
        vd al, bl;
        const vd ah = vd_load_pairs(x + k + v * VD_WIDTH, &al), bh = vd_load_pairs(y + k + v * VD_WIDTH, &bl);
        add_product(&s[v], &c[v], ah, al, bh, bl);
    }
}

/* Two groups of 8 words, one after the other, into the same lanes. */
static inline void dot_complex_group(const ddblas_host_w *x, const ddblas_host_w *y, int64_t k, vd *s, vd *c)
{
#pragma GCC unroll 2
    for (int64_t g = k; g < k + LANES; g += LANES / 2)
#pragma GCC unroll 16
        for (int v = 0; v < HALF; v++)
        {
            vd al, bl, ol;
            const vd ah = vd_load_pairs(x + g + v * VD_WIDTH, &al), bh = vd_load_pairs(y + g + v * VD_WIDTH, &bl);
            const vd oh = vd_load_swapped(y, g + v * VD_WIDTH, &ol);
            add_product(&s[v], &c[v], ah, al, bh, bl);
            add_product(&s[HALF + v], &c[HALF + v], ah, al, oh, ol);
        }
}

static inline void absolute_group(const ddblas_host_w *x, const ddblas_host_w *y, int64_t k, vd *s, vd *c)
{
    (void)y;
#pragma GCC unroll 16
    for (int v = 0; v < VECTORS; v++)
    {
        vd l;
        const vd h = vd_load_pairs(x + k + v * VD_WIDTH, &l);
        add_number(&s[v], &c[v], vd_flip(h, h), vd_flip(l, h));
    }
}

/* A function that adds the groups of all words. */
#define SUM(name)                                                                                                                \
    static void name(int64_t words, const ddblas_host_w *x, const ddblas_host_w *y, struct ddblas_level1_lanes *sum)             \
    {                                                                                                                            \
        vd s[VECTORS], c[VECTORS];                                                                                               \
        for (int v = 0; v < VECTORS; v++)                                                                                        \
        {                                                                                                                        \
            s[v] = vd_load(sum->s + v * VD_WIDTH);                                                                               \
            c[v] = vd_load(sum->c + v * VD_WIDTH);                                                                               \
        }                                                                                                                        \
        for (int64_t i = 0; i < words; i += (int64_t)LANES * PERIOD)                                                             \
        {                                                                                                                        \
            const int64_t last = words - i < LANES * PERIOD ? words : i + LANES * PERIOD;                                        \
            for (int64_t k = i; k < last; k += LANES)                                                                            \
                name##_group(x, y, k, s, c);                                                                                     \
            for (int v = 0; v < VECTORS; v++)                                                                                    \
                s[v] = vd_fast_two_sum(s[v], c[v], &c[v]);                                                                       \
        }                                                                                                                        \
        for (int v = 0; v < VECTORS; v++)                                                                                        \
        {                                                                                                                        \
            vd_store(sum->s + v * VD_WIDTH, s[v]);                                                                               \
            vd_store(sum->c + v * VD_WIDTH, c[v]);                                                                               \
        }                                                                                                                        \
    }
SUM(dot)
SUM(dot_complex)
SUM(absolute)

/* ---- updates in W ---------------------------------------------------------------------------- */

static void axpy_w(int64_t words, const struct ddblas_level1_scalars *scalars, ddblas_host_w *x, ddblas_host_w *y)
{
    const cuddreal alpha = scalars->a.x;
    const vd h = vd_set1(alpha.x), l = vd_set1(alpha.y);
    int64_t i = 0, end;
    for (; i < words; i = end)
    {
        end = i + VD_WIDTH;
        if (end <= words)
        {
            vd xl, yl, pl, rl;
            const vd xh = vd_load_pairs(x + i, &xl), yh = vd_load_pairs(y + i, &yl);
            const vd ph = vd_dd_mul(h, l, xh, xl, &pl), rh = vd_dd_add(yh, yl, ph, pl, &rl);
            if (!vd_any_special(rh, rl))
            {
                vd_store_pairs(y + i, rh, rl);
                continue;
            }
        }
        end = end < words ? end : words;
        for (int64_t k = i; k < end; k++)
            y[k] = level1_axpy_w(alpha, x[k], y[k]);
    }
}

static void scal_w(int64_t words, const struct ddblas_level1_scalars *scalars, ddblas_host_w *x, ddblas_host_w *y)
{
    const cuddreal alpha = scalars->a.x;
    const vd h = vd_set1(alpha.x), l = vd_set1(alpha.y);
    (void)y;
    int64_t i = 0, end;
    for (; i < words; i = end)
    {
        end = i + VD_WIDTH;
        if (end <= words)
        {
            vd xl, rl;
            const vd xh = vd_load_pairs(x + i, &xl), rh = vd_dd_mul(h, l, xh, xl, &rl);
            if (!vd_any_special(rh, rl))
            {
                vd_store_pairs(x + i, rh, rl);
                continue;
            }
        }
        end = end < words ? end : words;
        for (int64_t k = i; k < end; k++)
            x[k] = cuddMul(alpha, x[k]);
    }
}

static void rot_w(int64_t words, const struct ddblas_level1_scalars *scalars, ddblas_host_w *x, ddblas_host_w *y)
{
    const cuddcomplex a = scalars->a, b = scalars->b;
    const vd h11 = vd_set1(a.x.x), l11 = vd_set1(a.x.y), h22 = vd_set1(a.y.x), l22 = vd_set1(a.y.y);
    const vd h12 = vd_set1(b.x.x), l12 = vd_set1(b.x.y), h21 = vd_set1(b.y.x), l21 = vd_set1(b.y.y);
    int64_t i = 0, end;
    for (; i < words; i = end)
    {
        end = i + VD_WIDTH;
        if (end <= words)
        {
            vd xl, yl, pl, ql, rl, tl;
            const vd xh = vd_load_pairs(x + i, &xl), yh = vd_load_pairs(y + i, &yl);
            vd ph = vd_dd_mul(h11, l11, xh, xl, &pl), qh = vd_dd_mul(h12, l12, yh, yl, &ql);
            const vd rh = vd_dd_add(ph, pl, qh, ql, &rl);
            ph = vd_dd_mul(h22, l22, yh, yl, &pl);
            qh = vd_dd_mul(h21, l21, xh, xl, &ql);
            const vd th = vd_dd_add(ph, pl, qh, ql, &tl);
            if (!vd_any_special(rh, rl) && !vd_any_special(th, tl))
            {
                vd_store_pairs(x + i, rh, rl);
                vd_store_pairs(y + i, th, tl);
                continue;
            }
        }
        end = end < words ? end : words;
        for (int64_t k = i; k < end; k++)
        {
            cuddreal one = x[k], other = y[k];
            level1_rot_w(*scalars, &one, &other);
            x[k] = one;
            y[k] = other;
        }
    }
}

/* ---- updates in U ---------------------------------------------------------------------------- */

#if defined(VD_AVX512) || defined(VD_AVX2)
enum
{
    WHOLE = VD_WIDTH
};

/* A complex scalar f as the two factors of a product f x on vectors of alternating parts: its real
 * part throughout, and its imaginary part with the sign of i^2 in the places of real parts. */
struct factor
{
    vd rh, rl, ih, il;
};

static inline struct factor factor_of(cuddcomplex f)
{
    double h[VD_WIDTH], l[VD_WIDTH];
    for (int i = 0; i < VD_WIDTH; i++)
    {
        h[i] = i % 2 ? f.y.x : -f.y.x;
        l[i] = i % 2 ? f.y.y : -f.y.y;
    }
    return (struct factor){vd_set1(f.x.x), vd_set1(f.x.y), vd_load(h), vd_load(l)};
}

/* f x as cuddc_mul_parts. */
static inline vd complex_product(const struct factor *f, vd xh, vd xl, vd *low)
{
    vd pl, ql;
    const vd ph = vd_dd_mul(f->rh, f->rl, xh, xl, &pl), qh = vd_dd_mul(f->ih, f->il, vd_swap(xh), vd_swap(xl), &ql);
    return vd_dd_add(ph, pl, qh, ql, low);
}

static inline int axpy_u_vector(const struct factor f[2], ddblas_host_w *x, ddblas_host_w *y)
{
    vd xl, yl, pl, rl;
    const vd xh = vd_load_pairs(x, &xl), yh = vd_load_pairs(y, &yl);
    const vd ph = complex_product(&f[0], xh, xl, &pl), rh = vd_dd_add(yh, yl, ph, pl, &rl);
    if (vd_any_special(rh, rl))
        return 0;
    vd_store_pairs(y, rh, rl);
    return 1;
}

static inline int scal_u_vector(const struct factor f[2], ddblas_host_w *x, ddblas_host_w *y)
{
    vd xl, rl;
    (void)y;
    const vd xh = vd_load_pairs(x, &xl), rh = complex_product(&f[0], xh, xl, &rl);
    if (vd_any_special(rh, rl))
        return 0;
    vd_store_pairs(x, rh, rl);
    return 1;
}

/* Sets x to c x + s y and y to c y - conj(s) x. f[0] is c, of which only the real part is used,
 * because c is real; f[1] is s. The factor of conj(s) is that of s with its imaginary part
 * negated. */
static inline int rot_u_vector(const struct factor f[2], ddblas_host_w *x, ddblas_host_w *y)
{
    const vd minus = vd_set1(-0.0);
    const struct factor conjugate = {f[1].rh, f[1].rl, vd_flip(f[1].ih, minus), vd_flip(f[1].il, minus)};
    vd xl, yl, pl, ql, rl, tl;
    const vd xh = vd_load_pairs(x, &xl), yh = vd_load_pairs(y, &yl);
    vd ph = vd_dd_mul(f[0].rh, f[0].rl, xh, xl, &pl), qh = complex_product(&f[1], yh, yl, &ql);
    const vd rh = vd_dd_add(ph, pl, qh, ql, &rl);
    ph = vd_dd_mul(f[0].rh, f[0].rl, yh, yl, &pl);
    qh = complex_product(&conjugate, xh, xl, &ql);
    const vd th = vd_dd_add(ph, pl, vd_flip(qh, minus), vd_flip(ql, minus), &tl);
    if (vd_any_special(rh, rl) || vd_any_special(th, tl))
        return 0;
    vd_store_pairs(x, rh, rl);
    vd_store_pairs(y, th, tl);
    return 1;
}
#else
/* A vector holds no whole element of U. */
enum
{
    WHOLE = 2
};

struct factor
{
    cuddcomplex f;
};

static inline struct factor factor_of(cuddcomplex f) { return (struct factor){f}; }

#define axpy_u_vector(f, x, y) ((void)(f), (void)(x), (void)(y), 0)
#define scal_u_vector(f, x, y) ((void)(f), (void)(x), (void)(y), 0)
#define rot_u_vector(f, x, y)  ((void)(f), (void)(x), (void)(y), 0)
#endif

/* VECTOR updates WHOLE words where no result is special; ELEMENT updates the element (a, b). */
#define UPDATE_U(name, VECTOR, ELEMENT)                                                                                          \
    static void name(int64_t words, const struct ddblas_level1_scalars *scalars, ddblas_host_w *x, ddblas_host_w *y)             \
    {                                                                                                                            \
        const struct factor f[2] = {factor_of(scalars->a), factor_of(scalars->b)};                                               \
        int64_t end;                                                                                                             \
        for (int64_t i = 0; i < words; i = end)                                                                                  \
        {                                                                                                                        \
            end = i + WHOLE;                                                                                                     \
            if (end <= words && VECTOR(f, x + i, y + i))                                                                         \
                continue;                                                                                                        \
            end = end < words ? end : words;                                                                                     \
            for (int64_t k = i; k < end; k += 2)                                                                                 \
            {                                                                                                                    \
                ELEMENT                                                                                                          \
            }                                                                                                                    \
        }                                                                                                                        \
    }

static inline cuddcomplex load_u(const ddblas_host_w *at) { return cuddcMake(at[0], at[1]); }

static inline void store_u(ddblas_host_w *at, cuddcomplex a)
{
    at[0] = a.x;
    at[1] = a.y;
}

UPDATE_U(axpy_u, axpy_u_vector, store_u(y + k, level1_axpy_u(scalars->a, load_u(x + k), load_u(y + k)));)

UPDATE_U(scal_u, scal_u_vector, store_u(x + k, cuddcMul(scalars->a, load_u(x + k)));)

UPDATE_U(rot_u, rot_u_vector, cuddcomplex a = load_u(x + k); cuddcomplex b = load_u(y + k);
         level1_rot_u(scalars->a.x, scalars->b, &a, &b); store_u(x + k, a); store_u(y + k, b);)

const struct ddblas_level1_w_kernels KERNELS = {
    KERNELS_NAME, {axpy_w, axpy_u, scal_w, scal_u, rot_w, rot_u}, dot, dot_complex, absolute};
