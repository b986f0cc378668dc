/*
 * The places of the elements of a matrix that is stored in full, as one triangle, packed or as a
 * band, for both engines. Rows and columns are counted from 0. The stored elements of a column are
 * adjacent in memory, and so all layouts have the same form: element (i, j) is at
 * A[layout_column(l, j) + i], for rows from layout_first_row to layout_end_row - 1.
 */
#ifndef DDBLAS_LEVEL2_LAYOUT_H
#define DDBLAS_LEVEL2_LAYOUT_H

#include <dd/cuddreal.h>

enum layout_storage
{
    LAYOUT_FULL,     /* Every row of every column, columns lda elements apart. */
    LAYOUT_TRIANGLE, /* One triangle of a square matrix, columns lda elements apart. */
    LAYOUT_PACKED,   /* One triangle, columns without gaps. */
    LAYOUT_BAND      /* kl diagonals below the main one and ku above it; row ku of A has the main one. */
};

struct layout
{
    enum layout_storage storage;
    int upper;    /* 1: the upper triangle is stored; of a band, kl is 0. */
    int64_t m, n; /* Rows and columns. */
    int64_t lda;
    int64_t kl, ku;
};

CUDD_FN int layout_is_triangle(struct layout l) { return l.storage == LAYOUT_TRIANGLE || l.storage == LAYOUT_PACKED; }

/* Returns min(i + k + 1, limit), without overflow. */
CUDD_FN int64_t layout_end(int64_t i, int64_t k, int64_t limit) { return k < limit - i ? i + k + 1 : limit; }

/* The rows of column j that are stored are those from first_row to end_row - 1. */
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

/* The columns of row i that are stored are those from first_column to end_column - 1. */
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

/* The index that row 0 of column j has, or would have if it were stored. */
CUDD_FN int64_t layout_column(struct layout l, int64_t j)
{
    if (l.storage == LAYOUT_PACKED)
        return l.upper ? j * (j + 1) / 2 : j * (2 * l.n - j - 1) / 2;
    return l.storage == LAYOUT_BAND ? j * l.lda + l.ku - j : j * l.lda;
}

#endif
