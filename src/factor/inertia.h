/*
 * The inertia of a symmetric or Hermitian matrix from D of its factorisation, for both engines.
 *
 * A block (d, c; conj c, e) of order 2 is a pivot only where |d e| < alpha^2 m^2 with alpha^2 <
 * 0.42 and m = |c|, in U m = |re c| + |im c| <= sqrt 2 |c|. Therefore |d e| < 0.84 |c|^2, its
 * determinant is negative, and it has one eigenvalue of either sign.
 */
#ifndef DDBLAS_FACTOR_INERTIA_H
#define DDBLAS_FACTOR_INERTIA_H

#include <dd/cuddcomplex.h>

#include "core/core.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ddblas_inertia
{
    ddblasType_t type;
    int64_t n;
    const void *A; /* The result of sytrf or hetrf. */
    int64_t lda;
    const int64_t *ipiv;
    int64_t *inertia; /* 3 numbers in engine memory. */
};

enum
{
    /* A row of D is a positive, negative or zero element, or one of two rows of a block. Rows with
     * NaN are counted nowhere. */
    DDBLAS_INERTIA_POSITIVE,
    DDBLAS_INERTIA_NEGATIVE,
    DDBLAS_INERTIA_ZERO,
    DDBLAS_INERTIA_IN_BLOCK,
    DDBLAS_INERTIA_NAN,
    DDBLAS_INERTIA_COUNTS
};

/* Returns the kind of a row, from the high part of its diagonal element and from its pivot. */
CUDD_FN int ddblas_inertia_kind(double d, int64_t pivot)
{
    return pivot < 0  ? DDBLAS_INERTIA_IN_BLOCK
           : d > 0.0  ? DDBLAS_INERTIA_POSITIVE
           : d < 0.0  ? DDBLAS_INERTIA_NEGATIVE
           : d == 0.0 ? DDBLAS_INERTIA_ZERO
                      : DDBLAS_INERTIA_NAN;
}

CUDD_FN void ddblas_inertia_finish(const int64_t *counts, int64_t *inertia)
{
    const int64_t blocks = counts[DDBLAS_INERTIA_IN_BLOCK] / 2;
    inertia[0] = counts[DDBLAS_INERTIA_POSITIVE] + blocks;
    inertia[1] = counts[DDBLAS_INERTIA_NEGATIVE] + blocks;
    inertia[2] = counts[DDBLAS_INERTIA_ZERO];
}

#if DDBLAS_HAVE_CUDA
ddblasStatus_t ddblas_inertia_cuda(ddblasHandle_t handle, const struct ddblas_inertia *problem);
#endif

#ifdef __cplusplus
}
#endif

#endif
