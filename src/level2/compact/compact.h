/*
 * Products with band and packed matrices inside the library: gbmv, sbmv, hbmv, spmv and hpmv. One
 * problem describes them; compact.c checks it and gives it to the engine of the handle.
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
    const char *name; /* Without the letter of the type. */
    ddblasType_t type;
    int symmetric;     /* One triangle is stored, which stands for both. op is N. */
    int hermitian;     /* The other triangle is its conjugate; imaginary parts of the diagonal count as 0. */
    int unit_diagonal; /* On the CPU: the diagonal of a triangular matrix counts as 1 and is not read. */
    ddblasOperation_t trans;
    struct layout layout;
    const void *alpha; /* Scalars are in host or engine memory, by the handle's pointer mode. */
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

/* Returns the product y = beta y of gemv. gemv reads neither A nor x if alpha is 0, as it is in
 * this problem. */
struct ddblas_gemv_problem ddblas_compact_scaling(const struct ddblas_compact_problem *p);

/* Compute the problem on the engine. */
ddblasStatus_t ddblas_compact_cpu(ddblasHandle_t handle, const struct ddblas_compact_problem *problem);
ddblasStatus_t ddblas_compact_cuda(ddblasHandle_t handle, const struct ddblas_compact_problem *problem);
/* The CUDA engine for S, D, C and Z. */
ddblasStatus_t ddblas_compact_cublas(ddblasHandle_t handle, const struct ddblas_compact_problem *problem);

#endif
