/*
 * ger inside the library: one problem, which ger.c checks and gives to the engine of the handle.
 */
#ifndef DDBLAS_LEVEL2_GER_H
#define DDBLAS_LEVEL2_GER_H

#include <dd/level2.h>

#include "core/core.h"

/* A problem A = alpha x y^T + A with checked arguments, m >= 1 and n >= 1. alpha is not known to be
 * 0. Vectors point at the caller's first stored element. With a negative increment, element i of a
 * vector of k elements is at (i - (k - 1)) * inc from there, as in BLAS. */
struct ddblas_ger_problem
{
    int64_t m, n;
    const cuddreal *alpha; /* In host or engine memory, by the handle's pointer mode. */
    const cuddreal *x;
    int64_t incx;
    const cuddreal *y;
    int64_t incy;
    cuddreal *A;
    int64_t lda;
};

/* Returns the index of element 0 of a vector of `count` elements, counted from the caller's first
 * stored element. */
static inline int64_t ddblas_ger_start(int64_t count, int64_t increment) { return increment > 0 ? 0 : (1 - count) * increment; }

/* Compute the problem on the engine. */
ddblasStatus_t ddblas_ger_cpu(ddblasHandle_t handle, const struct ddblas_ger_problem *problem);
ddblasStatus_t ddblas_ger_cuda(ddblasHandle_t handle, const struct ddblas_ger_problem *problem);

#endif
