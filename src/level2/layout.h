/*
 * Where the elements of a matrix are in memory, for a matrix that is stored in full, as one
 * triangle, packed or as a band. Both engines use these functions. Rows and columns are counted
 * from 0. In all layouts the stored elements of a column are adjacent in memory. Therefore one
 * formula serves all of them: element (i, j) is at A[layout_column(l, j) + i], for the rows from
 * layout_first_row to layout_end_row - 1.
 */
#ifndef DDBLAS_LEVEL2_LAYOUT_H
#define DDBLAS_LEVEL2_LAYOUT_H

#include <dd/cuddreal.h>

enum layout_storage
{
    LAYOUT_FULL,     /* Every row of every column, columns lda elements apart. */
    LAYOUT_TRIANGLE, /* One triangle of a square matrix; its columns are lda elements apart. */
    LAYOUT_PACKED,   /* One triangle; its columns follow one another without gaps. */
    /* The main diagonal, kl diagonals below it and ku above it. Row ku of the array has the main
     * diagonal. */
    LAYOUT_BAND
};

struct layout
{
    enum layout_storage storage;
    int upper;    /* 1: the upper triangle is stored. In a triangular band kl is then 0. */
    int64_t m, n; /* Rows and columns. */
    int64_t lda;
    int64_t kl, ku;
};

CUDD_FN int layout_is_triangle(struct layout l) { return l.storage == LAYOUT_TRIANGLE || l.storage == LAYOUT_PACKED; }

/* Returns min(i + k + 1, limit). The sum does not overflow. */
CUDD_FN int64_t layout_end(int64_t i, int64_t k, int64_t limit) { return k < limit - i ? i + k + 1 : limit; }

/* Return the first stored row of column j, and the row after the last stored one. */
CUDD_FN int64_t layout_first_row(struct layout l, int64_t j)
{
    if (l.storage == LAYOUT_BAND)
        return j > l.ku ? j - l.ku : 0;
    return layout_is_triangle(l) && !l.upper ? j : 0;
}
CUDD_FN int64_t layout_end_row(struct layout l, int64_t j)
{
    if (l.storage == LAYOUT_BAND)
        return j < l.m ? layout_end(j, l.kl, l.m) : l.m;
    return layout_is_triangle(l) && l.upper ? j + 1 : l.m;
}

/* Return the first stored column of row i, and the column after the last stored one. */
CUDD_FN int64_t layout_first_column(struct layout l, int64_t i)
{
    if (l.storage == LAYOUT_BAND)
        return i > l.kl ? i - l.kl : 0;
    return layout_is_triangle(l) && l.upper ? i : 0;
}
CUDD_FN int64_t layout_end_column(struct layout l, int64_t i)
{
    if (l.storage == LAYOUT_BAND)
        return i < l.n ? layout_end(i, l.ku, l.n) : l.n;
    return layout_is_triangle(l) && !l.upper ? i + 1 : l.n;
}

/* Returns the index in A that row 0 of column j has. If row 0 is not stored, it is the index that
 * it would have. */
CUDD_FN int64_t layout_column(struct layout l, int64_t j)
{
    if (l.storage == LAYOUT_PACKED)
        return l.upper ? j * (j + 1) / 2 : j * (2 * l.n - j - 1) / 2;
    return l.storage == LAYOUT_BAND ? j * l.lda + l.ku - j : j * l.lda;
}

#endif
