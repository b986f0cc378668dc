/*
 * Complex double-double on the kernels of gemm_cpu_w_kernel.h, which includes this file: packing of
 * complex operands as real ones, and the computation of alpha S + beta C.
 *
 * A complex product is computed as a real product with twice the columns and twice the terms. An
 * element a of op(A) becomes one row of two terms. An element b of op(B) becomes two columns of two
 * terms; columns of op(B) are rows of the packed operand, so the code calls these rows "doubled".
 *
 *           term 2t   term 2t + 1                      term 2t   term 2t + 1
 *   row i    re a      im a           column 2j         re b      -im b
 *                                     column 2j + 1     im b      re b
 *
 * Column 2j of the product is the real part of column j of C, and column 2j + 1 is the imaginary
 * part.
 */
#ifndef DDBLAS_LEVEL3_GEMM_CPU_U_KERNEL_H
#define DDBLAS_LEVEL3_GEMM_CPU_U_KERNEL_H

/* Packs one term of two rows: the numbers *p and *q, multiplied by their signs. */
INLINE void pack_two_signed(const ddblas_host_w *p, double sign_p, const ddblas_host_w *q, double sign_q, double *high,
                            double *low)
{
#if defined(VD_AVX512) || defined(VD_AVX2)
    const __m128d a = _mm_mul_pd(_mm_loadu_pd(&p->x), _mm_set1_pd(sign_p)),
                  b = _mm_mul_pd(_mm_loadu_pd(&q->x), _mm_set1_pd(sign_q));
    _mm_storeu_pd(high, _mm_unpacklo_pd(a, b));
    _mm_storeu_pd(low, _mm_unpackhi_pd(a, b));
#else
    high[0] = sign_p * p->x;
    high[1] = sign_q * q->x;
    low[0] = sign_p * p->y;
    low[1] = sign_q * q->y;
#endif
}

/* Packs the elements X[offset[r]], r = 0, 1, ..., of a panel; each element makes two terms. sign is
 * -1 if the elements are conjugated, otherwise 1. */
INLINE void pack_elements(const ddblas_host_u *X, const int64_t *offset, const int doubled, double sign, const int width,
                          double *out)
{
    double *next = out + 2 * width;
    UNROLL
    for (int r = 0; r + 1 < width; r += 2)
        if (doubled)
        {
            const ddblas_host_u *e = X + offset[r / 2];
            pack_two_signed(&e->x, 1.0, &e->y, sign, out + r, out + width + r);
            pack_two_signed(&e->y, -sign, &e->x, 1.0, next + r, next + width + r);
        }
        else
        {
            const ddblas_host_u *e = X + offset[r], *f = X + offset[r + 1];
            pack_two(2, &e->x.x, &f->x.x, out + r, out + width + r);
            pack_two_signed(&e->y, sign, &f->y, sign, next + r, next + width + r);
        }
}

/* Packs a panel of one row. The portable code, whose vectors have one double, has such panels. */
static inline void pack_single_row(const struct ddblas_gemm_u_part *part, int64_t row, double *out)
{
    const double sign = part->conjugate ? -1.0 : 1.0;
    const int imaginary = part->doubled && row % 2 == 1;
    const ddblas_host_u *X = part->X + (part->doubled ? row / 2 : row) * part->row_stride;
    fill_leaf(2, part->terms, 1, out);
    for (int64_t t = 0; t < part->terms; t += 2, X += part->term_stride)
    {
        const cuddreal first = imaginary ? X->y : X->x, second = imaginary ? X->x : X->y;
        const double sign_first = imaginary ? sign : 1.0, sign_second = imaginary ? 1.0 : part->doubled ? -sign : sign;
        out[2 * t] = sign_first * first.x;
        out[2 * t + 1] = sign_first * first.y;
        out[2 * t + 2] = sign_second * second.x;
        out[2 * t + 3] = sign_second * second.y;
    }
}

/* Packs `rows` elements of each term, from element `first` on, into one panel. If the panel has
 * more places than `rows`, copies of the last element fill the others. */
INLINE void pack_complex_panel(const struct ddblas_gemm_u_part *part, int64_t first, int64_t rows, const int doubled,
                               const int width, double *out)
{
    const ddblas_host_u *X = part->X + first * part->row_stride;
    const double sign = part->conjugate ? -1.0 : 1.0;
    const int each = doubled ? width / 2 : width;
    const int next = first + 2 * each <= part->rows_there;
    int64_t offset[WIDEST];
    for (int r = 0; r < each; r++)
        offset[r] = (r < rows ? r : rows - 1) * part->row_stride;
    fill_leaf(2, part->terms, width, out);
    for (int64_t t = 0; t < part->terms; t += 2, X += part->term_stride)
    {
        for (int r = 0; next && t % LINE == 0 && r < each; r++)
            __builtin_prefetch(X + offset[r] + each * part->row_stride);
        pack_elements(X, offset, doubled, sign, width, out + 2 * width * t);
    }
}

/* Packs several whole panels, one term after another. The elements of a term must be adjacent in
 * memory. */
INLINE void pack_complex_columns(const struct ddblas_gemm_u_part *part, int64_t panels, const int doubled, const int width,
                                 double *out)
{
    static const int64_t offset[WIDEST] = {0, 1, 2, 3, 4, 5, 6, 7};
    const double sign = part->conjugate ? -1.0 : 1.0;
    const int64_t panel = 2 * width * padded_terms(part->terms);
    const int each = doubled ? width / 2 : width;
    for (int64_t t = 0; t < part->terms; t += 2)
        for (int64_t p = 0; p < panels; p++)
        {
            const ddblas_host_u *X = part->X + t / 2 * part->term_stride + p * each;
            if (t / 2 + AHEAD < part->terms_there)
                for (int line = 0; line < each; line += LINE / 2)
                    __builtin_prefetch(X + AHEAD * part->term_stride + line);
            pack_elements(X, offset, doubled, sign, width, out + p * panel + 2 * width * t);
        }
    for (int64_t p = 0; p < panels; p++)
        fill_leaf(2, part->terms, width, out + p * panel);
}

INLINE void pack_complex_panels(const struct ddblas_gemm_u_part *part, const int doubled, const int width, double *out)
{
    const int64_t panel = 2 * padded_terms(part->terms); /* Doubles for each row of the packed operand. */
    if (width == 1)
    {
        for (int64_t r = 0; r < part->rows; r++)
            pack_single_row(part, r, out + r * panel);
        return;
    }
    const int64_t each = doubled ? width / 2 : width, rows = doubled ? part->rows / 2 : part->rows;
    int64_t r = 0;
    if (part->row_stride == 1 && rows >= each)
    {
        pack_complex_columns(part, rows / each, doubled, width, out);
        r = rows / each * each;
    }
    for (; r < rows; r += each)
        pack_complex_panel(part, r, rows - r < each ? rows - r : each, doubled, width, out + r / each * width * panel);
}

static void pack_complex_a(const struct ddblas_gemm_u_part *part, double *out)
{
    if (part->doubled)
        pack_complex_panels(part, 1, MR, out);
    else
        pack_complex_panels(part, 0, MR, out);
}

static void pack_complex_b(const struct ddblas_gemm_u_part *part, double *out)
{
    if (part->doubled)
        pack_complex_panels(part, 1, NR, out);
    else
        pack_complex_panels(part, 0, NR, out);
}

/* ---- alpha S + beta C ------------------------------------------------------------------------ */

/* Complex numbers in vector registers: high and low parts of the real parts, and of the imaginary
 * parts. */
struct complex_vd
{
    vd rh, rl, ih, il;
};

INLINE struct complex_vd load_complex(const struct ddblas_gemm_u_group *g, int at)
{
    return (struct complex_vd){vd_load(g->re[0] + at), vd_load(g->re[1] + at), vd_load(g->im[0] + at), vd_load(g->im[1] + at)};
}

/* Returns f z. If the imaginary part of f is 0, it is not multiplied, so that it makes no NaN of an
 * infinite z. */
INLINE struct complex_vd complex_times(cuddcomplex f, struct complex_vd z)
{
    const vd xh = vd_set1(f.x.x), xl = vd_set1(f.x.y), yh = vd_set1(f.y.x), yl = vd_set1(f.y.y);
    struct complex_vd r;
    r.rh = vd_dd_mul(xh, xl, z.rh, z.rl, &r.rl);
    r.ih = vd_dd_mul(xh, xl, z.ih, z.il, &r.il);
    if (cuddIsZero(f.y))
        return r;
    vd low, high = vd_dd_mul(vd_set1(-f.y.x), vd_set1(-f.y.y), z.ih, z.il, &low);
    r.rh = vd_dd_add(r.rh, r.rl, high, low, &r.rl);
    high = vd_dd_mul(yh, yl, z.rh, z.rl, &low);
    r.ih = vd_dd_add(r.ih, r.il, high, low, &r.il);
    return r;
}

static int combine_complex(cuddcomplex alpha, cuddcomplex beta, const struct ddblas_gemm_u_group *sums,
                           const struct ddblas_gemm_u_group *old, struct ddblas_gemm_u_group *result)
{
    vd nan = vd_set1(0.0);
    const int with_old = !cuddcIsZero(beta);
    for (int at = 0; at < DDBLAS_GEMM_U_GROUP; at += VD_WIDTH)
    {
        struct complex_vd r = complex_times(alpha, load_complex(sums, at));
        if (with_old)
        {
            const struct complex_vd b = complex_times(beta, load_complex(old, at));
            r.rh = vd_dd_add(r.rh, r.rl, b.rh, b.rl, &r.rl);
            r.ih = vd_dd_add(r.ih, r.il, b.ih, b.il, &r.il);
        }
        vd_store(result->re[0] + at, r.rh);
        vd_store(result->re[1] + at, r.rl);
        vd_store(result->im[0] + at, r.ih);
        vd_store(result->im[1] + at, r.il);
        nan = vd_add(nan, vd_add(nan_unless_finite(r.rh, r.rl), nan_unless_finite(r.ih, r.il)));
    }
    return !vd_any_nan(nan);
}

#endif
