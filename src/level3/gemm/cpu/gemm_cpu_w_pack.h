/*
 * Packing of operands for the kernels of gemm_cpu_w_kernel.h. That file includes this one after it
 * has defined vd, MR, NR, LEAF, UNROLL and INLINE. `parts` is 2 for operands of double-double
 * numbers and 1 for operands of doubles.
 */
#ifndef DDBLAS_LEVEL3_GEMM_CPU_W_PACK_H
#define DDBLAS_LEVEL3_GEMM_CPU_W_PACK_H

enum
{
    WIDEST = 8, /* Number of rows of the widest panel. */
    AHEAD = 2,  /* pack_columns prefetches this many terms ahead. */
    LINE = 8    /* Number of doubles in a cache line. */
};

static inline int64_t padded_terms(int64_t terms) { return (terms + LEAF - 1) / LEAF * LEAF; }

/* Writes zeros for the terms that are missing in the last leaf of a panel. */
static inline void fill_leaf(const int parts, int64_t terms, int width, double *panel)
{
    for (int64_t i = parts * width * terms; i < parts * width * padded_terms(terms); i++)
        panel[i] = 0.0;
}

/* Packs one term of two rows. It has code with intrinsics for AVX-512 and AVX2, because compilers
 * make many more instructions from the portable code. */
INLINE void pack_two(const int parts, const double *p, const double *q, double *high, double *low)
{
#if defined(VD_AVX512) || defined(VD_AVX2)
    if (parts == 1)
    {
        _mm_storeu_pd(high, _mm_loadh_pd(_mm_load_sd(p), q));
        return;
    }
    const __m128d a = _mm_loadu_pd(p), b = _mm_loadu_pd(q);
    _mm_storeu_pd(high, _mm_unpacklo_pd(a, b));
    _mm_storeu_pd(low, _mm_unpackhi_pd(a, b));
#else
    high[0] = p[0];
    high[1] = q[0];
    if (parts == 1)
        return;
    low[0] = p[1];
    low[1] = q[1];
#endif
}

/* Packs a panel of one row. Each number is repeated in all lanes. */
INLINE void pack_one_row(const int parts, const double *X, int64_t term_stride, int64_t terms, double *out)
{
    for (int64_t t = 0; t < terms; t++)
        for (int part = 0; part < parts; part++)
            vd_store(out + VD_WIDTH * (parts * t + part), vd_set1(X[parts * t * term_stride + part]));
}

/* Packs one panel: `rows` <= width rows of `terms` terms. Element (r, t) is at X + parts (r
 * row_stride + t term_stride). Copies of the last row fill the panel. If `next` is set, the rows of
 * the next panel exist and are prefetched. */
INLINE void pack_panel(const int parts, const double *X, int64_t row_stride, int64_t term_stride, int rows, int64_t terms,
                       int next, const int width, double *out)
{
    fill_leaf(parts, terms, width, out);
    if (rows == 1 && width == VD_WIDTH)
    {
        pack_one_row(parts, X, term_stride, terms, out);
        return;
    }
    const double *row[WIDEST];
    UNROLL
    for (int r = 0; r < width; r++)
        row[r] = X + parts * (r < rows ? r : rows - 1) * row_stride;
    for (int64_t t = 0; t < terms; t++)
    {
        double *high = out + parts * width * t, *low = high + width;
        for (int r = 0; next && t % (LINE / parts) == 0 && r < width; r++)
            __builtin_prefetch(row[r] + parts * (width * row_stride + t * term_stride));
        UNROLL
        for (int r = 0; r + 1 < width; r += 2)
            pack_two(parts, row[r] + parts * t * term_stride, row[r + 1] + parts * t * term_stride, high + r, low + r);
    }
}

/* Packs one term of a panel whose rows are adjacent in memory. */
INLINE void pack_rows(const int parts, const double *x, const int width, double *out)
{
    if (width == VD_WIDTH && parts == 1)
        vd_store(out, vd_load(x));
    else if (width == VD_WIDTH)
    {
        vd low;
        vd_store(out, vd_load_pairs((const ddblas_host_w *)(const void *)x, &low));
        vd_store(out + width, low);
    }
    else
        UNROLL
    for (int r = 0; r + 1 < width; r += 2)
        pack_two(parts, x + parts * r, x + parts * (r + 1), out + r, out + width + r);
}

/* Packs several whole panels whose rows are adjacent in memory, one term after another, so that
 * each column is read from top to bottom. The code prefetches, because the hardware prefetcher does
 * not foresee the jump to the next column. */
INLINE void pack_columns(const int parts, const double *X, int64_t term_stride, int64_t panels, int64_t terms,
                         int64_t terms_there, const int width, double *out)
{
    const int64_t panel = parts * width * padded_terms(terms);
    for (int64_t t = 0; t < terms; t++)
        for (int64_t p = 0; p < panels; p++)
        {
            if (t + AHEAD < terms_there)
                __builtin_prefetch(X + parts * ((t + AHEAD) * term_stride + p * width));
            pack_rows(parts, X + parts * (t * term_stride + p * width), width, out + p * panel + parts * width * t);
        }
    for (int64_t p = 0; p < panels; p++)
        fill_leaf(parts, terms, width, out + p * panel);
}

INLINE void pack_panels(const int parts, const struct ddblas_gemm_w_part *part, const int width, double *out)
{
    const double *X = part->X;
    const int64_t row_stride = part->row_stride, term_stride = part->term_stride, rows = part->rows, terms = part->terms;
    const int64_t panel = parts * padded_terms(terms); /* Doubles for each row. */
    int64_t r = 0;
    if (row_stride == 1 && rows >= width)
    {
        pack_columns(parts, X, term_stride, rows / width, terms, part->terms_there, width, out);
        r = rows / width * width;
    }
    for (; r + width <= rows; r += width)
        pack_panel(parts, X + parts * r * row_stride, row_stride, term_stride, width, terms, r + 2 * width <= part->rows_there,
                   width, out + r * panel);
    if (r < rows)
        pack_panel(parts, X + parts * r * row_stride, row_stride, term_stride, (int)(rows - r), terms, 0, width, out + r * panel);
}

/* Defines pack_a or pack_b. */
#define PACK(name, width)                                                                                                        \
    static void name(const struct ddblas_gemm_w_part *part, double *out)                                                         \
    {                                                                                                                            \
        if (part->parts == 2)                                                                                                    \
            pack_panels(2, part, width, out);                                                                                    \
        else                                                                                                                     \
            pack_panels(1, part, width, out);                                                                                    \
    }
PACK(pack_a, MR)
PACK(pack_b, NR)
#undef PACK

#endif
