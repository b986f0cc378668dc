/*
 * Part of gemm_cpu_w_kernel.h: the kernel `direct`, which keeps the sums of a tile in registers
 * from the first term to the last. op(A) is packed; op(B) is read where it is in memory, so that a
 * small product has little work besides its multiply-adds. The operands must be so small that they
 * stay in the L1 cache. The leaves and the normalisations are those of the kernel `tile`.
 */

/* Multiplies MR elements of op(A) by the element *b of op(B). Returns the high parts of the
 * products; *e gets the low parts. */
INLINE vd direct_product(vd ah, vd al, const ddblas_host_w *b, vd *e)
{
    return vd_product(ah, al, vd_set1(b->x), vd_set1(b->y), e);
}

/* Adds a leaf of up to four terms to the sums of all columns. a: the packed terms of op(A). b: the
 * first element of the leaf in the first column. */
INLINE void direct_leaf(const int columns, const int terms, const double *a, const ddblas_host_w *b, int64_t b_row,
                        int64_t b_term, vd *s, vd *c)
{
    vd ah[LEAF], al[LEAF];
    UNROLL
    for (int t = 0; t < terms; t++)
    {
        ah[t] = vd_load(a + 2 * MR * t);
        al[t] = vd_load(a + 2 * MR * t + MR);
    }
    UNROLL
    for (int j = 0; j < columns; j++)
    {
        vd g, d, q = direct_product(ah[0], al[0], b + j * b_row, &g);
        UNROLL
        for (int t = 1; t < terms; t++)
        {
            vd e;
            const vd p = direct_product(ah[t], al[t], b + j * b_row + t * b_term, &e);
            q = vd_two_sum(q, p, &d);
            g = vd_add(g, vd_add(d, e));
        }
        s[j] = vd_two_sum(s[j], q, &d);
        c[j] = vd_add(c[j], vd_add(d, g));
    }
}

INLINE void normalise(const int columns, vd *s, vd *c)
{
    UNROLL
    for (int j = 0; j < columns; j++)
        s[j] = vd_fast_two_sum(s[j], c[j], &c[j]);
}

/* Computes the sums of a tile. A leaf of fewer than four terms gives the same bits as if zeros
 * filled it up: the sums start from +0, so a result -0 of the leaf, which zeros would have turned
 * into +0, changes nothing. */
INLINE void direct_sums(const int columns, const struct ddblas_gemm_w_few *f, const double *a, vd *s, vd *c)
{
    const ddblas_host_w *b = f->B;
    const int64_t b_row = f->b_row, b_term = f->b_term;
    int64_t t = 0;
    UNROLL
    for (int j = 0; j < columns; j++)
        s[j] = c[j] = vd_set1(0.0);
    for (; t + LEAF <= f->terms; t += LEAF)
    {
        direct_leaf(columns, LEAF, a, b, b_row, b_term, s, c);
        if (t % STRIP == STRIP - LEAF)
            normalise(columns, s, c);
        a += 2 * MR * LEAF;
        b += b_term * LEAF;
    }
    switch (f->terms - t)
    {
    case 1:
        direct_leaf(columns, 1, a, b, b_row, b_term, s, c);
        break;
    case 2:
        direct_leaf(columns, 2, a, b, b_row, b_term, s, c);
        break;
    case 3:
        direct_leaf(columns, 3, a, b, b_row, b_term, s, c);
        break;
    default:
        break;
    }
    if (f->terms % STRIP != 0)
        normalise(columns, s, c);
}

/* The kernel `direct` for a given number of columns. The number is a constant, so that the compiler
 * keeps the sums in registers. */
INLINE int64_t direct_tiles(const int columns, const struct ddblas_gemm_w_few *f, int64_t tiles, int64_t done, ddblas_host_w *C,
                            int64_t ld, struct ddblas_gemm_w_column *stopped)
{
    const struct scalars scalars = spread(f->alpha, f->beta);
    int j = (int)(done % columns);
    for (int64_t i = done / columns; i < tiles; i++, j = 0)
    {
        vd sums[NR], lows[NR];
        direct_sums(columns, f, f->a[0] + i * f->a_step, sums, lows);
        const int stop = store_columns(&scalars, j, columns, sums, lows, C + i * MR, ld, stopped);
        if (stop < columns)
            return i * columns + stop;
    }
    return tiles * columns;
}

static int64_t multiply_directly(const struct ddblas_gemm_w_few *f, int columns, int64_t tiles, int64_t done, ddblas_host_w *C,
                                 int64_t ld, struct ddblas_gemm_w_column *stopped)
{
    switch (columns)
    {
    case 1:
        return direct_tiles(1, f, tiles, done, C, ld, stopped);
    case 2:
        return direct_tiles(2, f, tiles, done, C, ld, stopped);
    case 3:
        return direct_tiles(3, f, tiles, done, C, ld, stopped);
#if NR > 4
    case 4:
        return direct_tiles(4, f, tiles, done, C, ld, stopped);
    case 5:
        return direct_tiles(5, f, tiles, done, C, ld, stopped);
#endif
    default:
        return direct_tiles(NR, f, tiles, done, C, ld, stopped);
    }
}
