/*
 * geam, dgmm, lacpy and laset on a tile, for one type. The including file defines LETTER and
 * ELEMENT, the type of an element in host memory, and NAMED, which pastes a name and the letter;
 * this file undefines LETTER and ELEMENT.
 *
 * Formulas: matrix_element.h.
 * Work: each element by itself, column after column.
 */

/* Where element (i, j) of op(X) lies. */
static inline int64_t NAMED(place)(ddblasOperation_t op, int64_t i, int64_t j, int64_t leading)
{
    return op == DDBLAS_OP_N ? i + j * leading : j + i * leading;
}

static inline ELEMENT NAMED(element)(const void *X, ddblasOperation_t op, int64_t i, int64_t j, int64_t leading)
{
    const ELEMENT e = ((const ELEMENT *)X)[NAMED(place)(op, i, j, leading)];
    return op == DDBLAS_OP_C ? NAMED(matrix_conj)(e) : e;
}

static void NAMED(geam)(const struct ddblas_matrix_problem *p, const struct tile *t)
{
    const ELEMENT alpha = *(const ELEMENT *)p->alpha, beta = *(const ELEMENT *)p->beta, zero = NAMED(matrix_zero)();
    const int no_a = NAMED(matrix_is_zero)(alpha), no_b = NAMED(matrix_is_zero)(beta);
    for (int64_t j = t->column; j < t->end_column; j++)
        for (int64_t i = t->row; i < t->end_row; i++)
        {
            const ELEMENT a = no_a ? zero : NAMED(element)(p->A, p->transa, i, j, p->lda),
                          b = no_b ? zero : NAMED(element)(p->B, p->transb, i, j, p->ldb);
            ((ELEMENT *)p->C)[i + j * p->ldc] = NAMED(matrix_sum)(alpha, a, beta, b);
        }
}

static void NAMED(dgmm)(const struct ddblas_matrix_problem *p, const struct tile *t)
{
    const ELEMENT *x = (const ELEMENT *)p->x + ddblas_matrix_start(ddblas_matrix_diagonal(p), p->incx);
    const int left = p->side == DDBLAS_SIDE_LEFT;
    for (int64_t j = t->column; j < t->end_column; j++)
        for (int64_t i = t->row; i < t->end_row; i++)
            ((ELEMENT *)p->C)[i + j * p->ldc] =
                NAMED(matrix_times)(x[(left ? i : j) * p->incx], ((const ELEMENT *)p->A)[i + j * p->lda]);
}

/* The rows of column j of the tile that uplo names: [first, last). */
static inline void NAMED(part)(const struct ddblas_matrix_problem *p, const struct tile *t, int64_t j, int64_t *first,
                               int64_t *last)
{
    *first = p->uplo == DDBLAS_FILL_MODE_LOWER ? most(t->row, j) : t->row;
    *last = p->uplo == DDBLAS_FILL_MODE_UPPER ? least(t->end_row, j + 1) : t->end_row;
}

static void NAMED(lacpy)(const struct ddblas_matrix_problem *p, const struct tile *t)
{
    for (int64_t j = t->column; j < t->end_column; j++)
    {
        int64_t first, last;
        NAMED(part)(p, t, j, &first, &last);
        if (first < last)
            memcpy((ELEMENT *)p->C + first + j * p->ldc, (const ELEMENT *)p->A + first + j * p->lda,
                   (size_t)(last - first) * sizeof(ELEMENT));
    }
}

static void NAMED(laset)(const struct ddblas_matrix_problem *p, const struct tile *t)
{
    const ELEMENT alpha = *(const ELEMENT *)p->alpha, beta = *(const ELEMENT *)p->beta;
    for (int64_t j = t->column; j < t->end_column; j++)
    {
        int64_t first, last;
        NAMED(part)(p, t, j, &first, &last);
        for (int64_t i = first; i < last; i++)
            ((ELEMENT *)p->C)[i + j * p->ldc] = i == j ? beta : alpha;
    }
}

static void NAMED(compute)(const struct ddblas_matrix_problem *p, const struct tile *t)
{
    switch (p->routine)
    {
    case DDBLAS_MATRIX_GEAM:
        NAMED(geam)(p, t);
        break;
    case DDBLAS_MATRIX_DGMM:
        NAMED(dgmm)(p, t);
        break;
    case DDBLAS_MATRIX_LACPY:
        NAMED(lacpy)(p, t);
        break;
    case DDBLAS_MATRIX_LASET:
        NAMED(laset)(p, t);
        break;
    }
}

#undef LETTER
#undef ELEMENT
