/*
 * The passes of a norm for one type and instruction set. The including file defines LETTER,
 * ELEMENT, the type of an element in host memory, and the macros NAMED and PRECISE, which append to
 * a name the letter and the precision of its numbers; this file undefines LETTER and ELEMENT.
 *
 * Formulas: norm_element.h. Order of the sums: norm.h.
 */

#define NUMBER PRECISE(norm_number)

static inline ELEMENT NAMED(element)(const struct ddblas_norm_problem *p, const ELEMENT *column, int64_t i, int64_t j)
{
    return p->hermitian && i == j ? NAMED(norm_real)(column[i]) : column[i];
}

/* Combines the lanes of a block in a tree. */
static NUMBER NAMED(add_lanes)(NUMBER *lane)
{
    for (int half = DDBLAS_NORM_LANES / 2; half > 0; half /= 2)
        for (int l = 0; l < half; l++)
            lane[l] = PRECISE(norm_add)(lane[l], lane[l + half]);
    return lane[0];
}

/* The sum of moduli of the rows [first, last) of column j, which are in one block. */
static NUMBER NAMED(moduli)(const struct ddblas_norm_problem *p, int64_t j, int64_t first, int64_t last)
{
    const ELEMENT *column = (const ELEMENT *)p->A + j * p->lda;
    NUMBER lane[DDBLAS_NORM_LANES];
    for (int l = 0; l < DDBLAS_NORM_LANES; l++)
        lane[l] = PRECISE(norm_wrap)(0.0);
    for (int64_t i = first; i < last; i++)
    {
        NUMBER *sum = &lane[i % DDBLAS_NORM_LANES];
        *sum = PRECISE(norm_add)(*sum, NAMED(norm_modulus)(NAMED(element)(p, column, i, j)));
    }
    return NAMED(add_lanes)(lane);
}

/* The sum of squares of the scaled elements. */
static NUMBER NAMED(squares)(const struct ddblas_norm_problem *p, int64_t j, int64_t first, int64_t last, double scale)
{
    const ELEMENT *column = (const ELEMENT *)p->A + j * p->lda;
    NUMBER lane[DDBLAS_NORM_LANES];
    for (int l = 0; l < DDBLAS_NORM_LANES; l++)
        lane[l] = PRECISE(norm_wrap)(0.0);
    for (int64_t i = first; i < last; i++)
    {
        NUMBER *sum = &lane[i % DDBLAS_NORM_LANES];
        const NUMBER square = NAMED(norm_square)(NAMED(element)(p, column, i, j), scale);
        *sum = PRECISE(norm_add)(*sum, p->symmetric && i != j ? PRECISE(norm_twice)(square) : square);
    }
    return NAMED(add_lanes)(lane);
}

static NUMBER NAMED(largest)(const struct ddblas_norm_problem *p, int64_t j, int64_t first, int64_t last)
{
    const ELEMENT *column = (const ELEMENT *)p->A + j * p->lda;
    NUMBER best = PRECISE(norm_wrap)(0.0);
    for (int64_t i = first; i < last; i++)
        best = NAMED(norm_search)(best, NAMED(element)(p, column, i, j));
    return best;
}

/* Inf or NaN, from elements of which one is. */
static struct special_sum NAMED(special)(const struct ddblas_norm_problem *p, int64_t j, int64_t first, int64_t last)
{
    const ELEMENT *column = (const ELEMENT *)p->A + j * p->lda;
    struct special_sum s = special_sum_zero();
    for (int64_t i = first; i < last; i++)
        s.special += NAMED(norm_plain_square)(NAMED(element)(p, column, i, j));
    return s;
}

static struct special_sum NAMED(all_squares)(const struct ddblas_norm_problem *p, int64_t j, int64_t first, int64_t last)
{
    NUMBER sum = NAMED(squares)(p, j, first, last, 1.0);
    if (PRECISE(norm_in_range)(sum))
        return norm_partial(PRECISE(norm_widen)(sum), 0);
    const int up = PRECISE(norm_is_finite)(sum);
    sum = NAMED(squares)(p, j, first, last, up ? LEVEL1_SCALE_UP : LEVEL1_SCALE_DOWN);
    if (PRECISE(norm_is_finite)(sum))
        return norm_partial(PRECISE(norm_widen)(sum), up ? -LEVEL1_SCALE_SQUARED : LEVEL1_SCALE_SQUARED);
    return NAMED(special)(p, j, first, last);
}

static struct special_sum NAMED(column)(const struct ddblas_norm_problem *p, enum ddblas_norm_term term, int64_t j, int64_t first,
                                        int64_t last)
{
    if (first >= last)
        return special_sum_zero();
    if (term == DDBLAS_NORM_SQUARES)
        return NAMED(all_squares)(p, j, first, last);
    return norm_partial(
        PRECISE(norm_widen)(term == DDBLAS_NORM_MODULI ? NAMED(moduli)(p, j, first, last) : NAMED(largest)(p, j, first, last)),
        0);
}

/* The sums of moduli of the rows [row, row + count), at most 32, over the columns of a chunk. */
static void NAMED(rows)(const struct ddblas_norm_problem *p, int64_t row, int64_t count, int64_t first_column,
                        int64_t last_column, struct special_sum *sums)
{
    NUMBER sum[DDBLAS_NORM_LANES];
    for (int64_t i = 0; i < count; i++)
        sum[i] = PRECISE(norm_wrap)(0.0);
    for (int64_t j = first_column; j < last_column; j++)
    {
        const ELEMENT *column = (const ELEMENT *)p->A + j * p->lda;
        const int64_t first = p->uplo == DDBLAS_FILL_MODE_LOWER ? most(row, j) : row,
                      last = p->uplo == DDBLAS_FILL_MODE_UPPER ? least(row + count, j + 1) : row + count;
        for (int64_t i = first; i < last; i++)
            sum[i - row] = PRECISE(norm_add)(sum[i - row], NAMED(norm_modulus)(NAMED(element)(p, column, i, j)));
    }
    for (int64_t i = 0; i < count; i++)
        sums[i] = norm_partial(PRECISE(norm_widen)(sum[i]), 0);
}

#undef LETTER
#undef ELEMENT
#undef NUMBER
