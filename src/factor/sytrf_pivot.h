/*
 * The choice of a pivot of Bunch and Kaufman, the same on both engines. Column k of the matrix that
 * is not yet factored has the diagonal element of magnitude d and below it the largest magnitude
 * `column`, in row r. Row r has the largest magnitude `row` beside its diagonal element, whose
 * magnitude is e. alpha = (1 + sqrt 17) / 8 bounds the growth of the elements.
 */
#ifndef DDBLAS_FACTOR_SYTRF_PIVOT_H
#define DDBLAS_FACTOR_SYTRF_PIVOT_H

#include "getrf_pivot.h"

#define DDBLAS_SYTRF_ALPHA 0.6403882032022076

enum ddblas_sytrf_choice
{
    DDBLAS_SYTRF_ZERO,     /* The column is 0; the pivot is a zero of order 1. */
    DDBLAS_SYTRF_DIAGONAL, /* A pivot of order 1 in row k. */
    DDBLAS_SYTRF_LOOK,     /* Undecided: row r must be examined. */
    DDBLAS_SYTRF_OTHER,    /* A pivot of order 1 in row r. */
    DDBLAS_SYTRF_PAIR      /* A pivot of order 2 in rows k and r. */
};

/* Chooses from column k alone. With a NaN in the column the result is LOOK. */
CUDD_FN enum ddblas_sytrf_choice ddblas_sytrf_by_column(cuddreal d, cuddreal column)
{
    if (cuddIsZero(d) && cuddIsZero(column))
        return DDBLAS_SYTRF_ZERO;
    if (cuddIsZero(column) || cuddGe(d, cuddMulD(column, DDBLAS_SYTRF_ALPHA)))
        return DDBLAS_SYTRF_DIAGONAL;
    return DDBLAS_SYTRF_LOOK;
}

/* Chooses from column k and row r. */
CUDD_FN enum ddblas_sytrf_choice ddblas_sytrf_by_row(cuddreal d, cuddreal column, cuddreal row, cuddreal e)
{
    if (cuddGe(d, cuddMul(cuddMulD(column, DDBLAS_SYTRF_ALPHA), cuddDiv(column, row))))
        return DDBLAS_SYTRF_DIAGONAL;
    return cuddGe(e, cuddMulD(row, DDBLAS_SYTRF_ALPHA)) ? DDBLAS_SYTRF_OTHER : DDBLAS_SYTRF_PAIR;
}

#endif
