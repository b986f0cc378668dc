/*
 * laswp inside the library: one problem, which laswp.c checks and gives to the engine of the
 * handle.
 */
#ifndef DDBLAS_MATRIX_LASWP_H
#define DDBLAS_MATRIX_LASWP_H

#include <dd/matrix.h>

#include "core/core.h"

/* A problem with checked arguments, n >= 1 and count >= 1. Rows count from 0 here. Exchange t, 0 <=
 * t < count, is that of row first + t and row pivot[t * step] - 1; if the latter is not in 0 .. lda
 * - 1, nothing is exchanged. */
struct ddblas_laswp_problem
{
    ddblasType_t type;
    int64_t n;
    void *A;
    int64_t lda;
    int64_t first, count;
    const int64_t *pivot; /* engine memory */
    int64_t step;
    int backward; /* 1: the exchange count - 1 comes first */
};

/* The row with which row `own` is exchanged, from LAPACK's index. */
CUDD_FN int64_t laswp_other(int64_t index, int64_t own, int64_t lda) { return index >= 1 && index <= lda ? index - 1 : own; }

/* Compute the problem on the engine. */
ddblasStatus_t ddblas_laswp_cpu(ddblasHandle_t handle, const struct ddblas_laswp_problem *problem);
ddblasStatus_t ddblas_laswp_cuda(ddblasHandle_t handle, const struct ddblas_laswp_problem *problem);

#endif
