/*
 * The terms of one component of a product with a band or packed matrix, for both engines.
 *
 * Component i is a sum over stored elements of row i, of column i, or of both:
 *
 *   op is N             row i:     A_ij x_j
 *   op is T or C        column i:  A_ri x_r, with A_ri conjugated if op is C
 *   symmetric           row i without the diagonal:     A_ij x_j
 *                       column i with the diagonal:     A_ri x_r; in Hermitian matrices A_ri is
 *                       conjugated, and the imaginary part of A_ii is left out
 *   unit diagonal       neither row nor column has the diagonal; x_i is added
 */
#ifndef DDBLAS_LEVEL2_COMPACT_TERMS_H
#define DDBLAS_LEVEL2_COMPACT_TERMS_H

#include "level2/layout.h"

/* The terms of component i: the columns [first_column, end_column) of row i, and the rows
 * [first_row, end_row) of column i. */
struct compact_terms
{
    int64_t first_column, end_column, first_row, end_row;
};

CUDD_FN struct compact_terms compact_terms_of(struct layout l, int symmetric, int transposed, int unit, int64_t i)
{
    struct compact_terms t;
    t.first_column = t.end_column = t.first_row = t.end_row = 0;
    if (!transposed)
    {
        t.first_column = layout_first_column(l, i);
        t.end_column = layout_end_column(l, i);
    }
    if (symmetric || transposed)
    {
        t.first_row = layout_first_row(l, i);
        t.end_row = layout_end_row(l, i);
    }
    if ((symmetric || unit) && t.first_column < t.end_column)
    {
        t.first_column = l.upper ? i + 1 : t.first_column;
        t.end_column = l.upper ? t.end_column : i;
    }
    if (unit && t.first_row < t.end_row)
    {
        t.first_row = l.upper ? t.first_row : i + 1;
        t.end_row = l.upper ? i : t.end_row;
    }
    return t;
}

#endif
