/*
 * Products with band and packed matrices inside the library: gbmv, sbmv, hbmv, spmv and hpmv. One
 * struct describes all these problems; compact.c checks it and passes it to the engine of the
 * handle.
 */
#ifndef DDBLAS_LEVEL2_COMPACT_H
#define DDBLAS_LEVEL2_COMPACT_H

#include <dd/compact.h>

#include "core/core.h"
#include "level2/gemv/gemv.h"
#include "level2/layout.h"

/* A problem y = alpha op(A) x + beta y with checked arguments, m >= 1 and n >= 1. Vectors point at
 * the caller's first stored element. With a negative increment, element i of a vector of k elements
 * is at (i - (k - 1)) * inc from there, as in BLAS. */
struct ddblas_compact_problem
{
    const char *name; /* Name of the routine without the letter of the type. */
    ddblasType_t type;
    /* 1: one triangle of a symmetric or Hermitian matrix is stored and stands for both triangles.
     * op is N. */
    int symmetric;
    /* 1: the other triangle consists of the conjugates, and imaginary parts of the diagonal count
     * as 0. */
    int hermitian;
    /* Only on the CPU. 1: the diagonal of a triangular matrix counts as 1 and is not read. */
    int unit_diagonal;
    ddblasOperation_t trans;
    struct layout layout;
    /* The scalars are in host or engine memory, as the pointer mode of the handle says. */
    const void *alpha;
    const void *A;
    const void *x;
    int64_t incx;
    const void *beta;
    void *y;
    int64_t incy;
};

/* Return the number of elements of x and of y. */
static inline int64_t ddblas_compact_inputs(const struct ddblas_compact_problem *p)
{
    return p->trans == DDBLAS_OP_N ? p->layout.n : p->layout.m;
}
static inline int64_t ddblas_compact_outputs(const struct ddblas_compact_problem *p)
{
    return p->trans == DDBLAS_OP_N ? p->layout.m : p->layout.n;
}

/* Returns a gemv problem that computes y = beta y, for a problem whose alpha is 0. gemv then reads
 * neither A nor x. */
struct ddblas_gemv_problem ddblas_compact_scaling(const struct ddblas_compact_problem *p);

/* Compute the problem on the engine. */
ddblasStatus_t ddblas_compact_cpu(ddblasHandle_t handle, const struct ddblas_compact_problem *problem);
ddblasStatus_t ddblas_compact_cuda(ddblasHandle_t handle, const struct ddblas_compact_problem *problem);
/* Products in S, D, C and Z on the CUDA engine, through cuBLAS. */
ddblasStatus_t ddblas_compact_cublas(ddblasHandle_t handle, const struct ddblas_compact_problem *problem);

#endif
