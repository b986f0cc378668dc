/*
 * gemv inside the library: one problem for all types, which gemv.c checks and gives to the engine
 * of the handle.
 */
#ifndef DDBLAS_LEVEL2_GEMV_H
#define DDBLAS_LEVEL2_GEMV_H

#include <dd/level2.h>

#include "core/core.h"
#include "level1/level1.h"

/* A problem y = alpha op(A) x + beta y with checked arguments, m >= 1 and n >= 1. Vectors point at
 * the caller's first stored element. With a negative increment, element i of a vector of k elements
 * is at (i - (k - 1)) * inc from there, as in BLAS. */
struct ddblas_gemv_problem
{
    ddblasType_t type;
    ddblasType_t type_of_a; /* The same type, or D if the type is W. */
    ddblasOperation_t trans;
    int64_t m, n;
    const void *alpha; /* Scalars are in host or engine memory, by the handle's pointer mode. */
    const void *A;
    int64_t lda;
    const void *x;
    int64_t incx;
    const void *beta;
    void *y;
    int64_t incy;
};

/* A batch of problems in W of one shape, count >= 1: the arrays of member i begin i strides after
 * those of `each`. */
struct ddblas_gemv_batch
{
    struct ddblas_gemv_problem each;
    int64_t strideA, stridex, stridey; /* elements */
    int64_t count;
};

/* Return the number of elements of x and of y. */
static inline int64_t ddblas_gemv_inputs(const struct ddblas_gemv_problem *p) { return p->trans == DDBLAS_OP_N ? p->n : p->m; }
static inline int64_t ddblas_gemv_outputs(const struct ddblas_gemv_problem *p) { return p->trans == DDBLAS_OP_N ? p->m : p->n; }

/* Compute the problem on the engine, and return the bytes of workspace that it needs there for full
 * speed. */
ddblasStatus_t ddblas_gemv_cpu(ddblasHandle_t handle, const struct ddblas_gemv_problem *problem);
ddblasStatus_t ddblas_gemv_batch_cpu(ddblasHandle_t handle, const struct ddblas_gemv_batch *batch);
size_t ddblas_gemv_cpu_workspace(ddblasHandle_t handle, ddblasType_t type, ddblasOperation_t trans, int64_t m, int64_t n);
#if DDBLAS_HAVE_CUDA
ddblasStatus_t ddblas_gemv_cuda(ddblasHandle_t handle, const struct ddblas_gemv_problem *problem);
ddblasStatus_t ddblas_gemv_batch_cuda(ddblasHandle_t handle, const struct ddblas_gemv_batch *batch);
size_t ddblas_gemv_cuda_workspace(ddblasType_t type, ddblasOperation_t trans, int64_t m, int64_t n);
/* S, D, C and Z. */
ddblasStatus_t ddblas_gemv_cublas(ddblasHandle_t handle, const struct ddblas_gemv_problem *problem);
size_t ddblas_gemv_cublas_workspace(void);
#endif

#endif
