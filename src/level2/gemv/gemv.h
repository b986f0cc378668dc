/*
 * gemv inside the library: the problem, in any type, that gemv.c checks and passes to the engine of
 * the handle.
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
    ddblasType_t type_of_a; /* The same as `type`; in problems of type W it may also be D. */
    ddblasOperation_t trans;
    int64_t m, n;
    /* The scalars are in host or engine memory, as the pointer mode of the handle says. */
    const void *alpha;
    const void *A;
    int64_t lda;
    const void *x;
    int64_t incx;
    const void *beta;
    void *y;
    int64_t incy;
};

/* A batch of problems in W that have the same shape, count >= 1. The arrays of member i begin i
 * strides after the arrays of `each`. */
struct ddblas_gemv_batch
{
    struct ddblas_gemv_problem each;
    int64_t strideA, stridex, stridey; /* Distances from one member to the next, in elements. */
    int64_t count;
};

/* Return the number of elements of x and of y. */
static inline int64_t ddblas_gemv_inputs(const struct ddblas_gemv_problem *p) { return p->trans == DDBLAS_OP_N ? p->n : p->m; }
static inline int64_t ddblas_gemv_outputs(const struct ddblas_gemv_problem *p) { return p->trans == DDBLAS_OP_N ? p->m : p->n; }

/* Compute the problem on the engine. The functions with `workspace` in their names return the bytes
 * of workspace with which the engine has its full speed. */
ddblasStatus_t ddblas_gemv_cpu(ddblasHandle_t handle, const struct ddblas_gemv_problem *problem);
ddblasStatus_t ddblas_gemv_batch_cpu(ddblasHandle_t handle, const struct ddblas_gemv_batch *batch);
size_t ddblas_gemv_cpu_workspace(ddblasHandle_t handle, ddblasType_t type, ddblasOperation_t trans, int64_t m, int64_t n);
#if DDBLAS_HAVE_CUDA
ddblasStatus_t ddblas_gemv_cuda(ddblasHandle_t handle, const struct ddblas_gemv_problem *problem);
ddblasStatus_t ddblas_gemv_batch_cuda(ddblasHandle_t handle, const struct ddblas_gemv_batch *batch);
size_t ddblas_gemv_cuda_workspace(ddblasType_t type, ddblasOperation_t trans, int64_t m, int64_t n);
/* gemv in S, D, C and Z through cuBLAS. */
ddblasStatus_t ddblas_gemv_cublas(ddblasHandle_t handle, const struct ddblas_gemv_problem *problem);
size_t ddblas_gemv_cublas_workspace(void);
#endif

#endif
