/*
 * Conversion of whole matrices between double, double-double pairs, and split high and low parts.
 */
#ifndef DDBLAS_LEVEL1_CONVERT_H
#define DDBLAS_LEVEL1_CONVERT_H

#include "core/core.h"

enum ddblas_convert_kind
{
    DDBLAS_CONVERT_D_TO_W,
    DDBLAS_CONVERT_W_TO_D,
    DDBLAS_CONVERT_SPLIT_TO_W,
    DDBLAS_CONVERT_W_TO_SPLIT
};

/* W is m x n with leading dimension ldw. hi, and lo if the kind has one, are m x n with leading
 * dimension lds. The kind decides which side is written. */
struct ddblas_convert_problem
{
    enum ddblas_convert_kind kind;
    int64_t m, n;
    cuddreal *W;
    int64_t ldw;
    double *hi, *lo;
    int64_t lds;
};

ddblasStatus_t ddblas_convert_cpu(ddblasHandle_t handle, const struct ddblas_convert_problem *problem);
ddblasStatus_t ddblas_convert_cuda(ddblasHandle_t handle, const struct ddblas_convert_problem *problem);

/* Converts one element, on any engine. The arguments point to its place in each array. */
CUDD_FN void ddblas_convert_element(enum ddblas_convert_kind kind, cuddreal *w, double *hi, double *lo)
{
    switch (kind)
    {
    case DDBLAS_CONVERT_D_TO_W:
        *w = cuddFromDouble(*hi);
        break;
    case DDBLAS_CONVERT_W_TO_D:
        *hi = cuddToDouble(*w);
        break;
    case DDBLAS_CONVERT_SPLIT_TO_W:
        *w = cuddNormalize(*hi, *lo);
        break;
    case DDBLAS_CONVERT_W_TO_SPLIT:
        *hi = w->x;
        *lo = w->y;
        break;
    }
}

/* Whether the kind writes W. */
CUDD_FN int ddblas_convert_to_w(enum ddblas_convert_kind kind)
{
    return kind == DDBLAS_CONVERT_D_TO_W || kind == DDBLAS_CONVERT_SPLIT_TO_W;
}

/* Whether the kind has a lo array. */
CUDD_FN int ddblas_convert_has_lo(enum ddblas_convert_kind kind)
{
    return kind == DDBLAS_CONVERT_SPLIT_TO_W || kind == DDBLAS_CONVERT_W_TO_SPLIT;
}

#endif
