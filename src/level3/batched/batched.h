/*
 * Batches inside the library: the matrices of a batch, and batches of products and of triangular
 * systems, which gemm_batched.c and trsm_batched.c check and pass to the handle's engine.
 */
#ifndef DDBLAS_LEVEL3_BATCHED_H
#define DDBLAS_LEVEL3_BATCHED_H

#include <dd/batched.h>

#include "level3/gemm/gemm.h"
#include "level3/structured/triangular.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One matrix of each member. Without a list, the matrix of member i begins at first + i stride;
 * with a list, at list[i] + offset. Pointers lead to engine memory; stride and offset count
 * elements. */
struct ddblas_batch_matrices
{
    const cuddreal *first;
    int64_t stride;
    const cuddreal *const *list;
    int64_t offset;
};

/* Returns the matrices that begin `elements` elements later than x in each member. */
static inline struct ddblas_batch_matrices ddblas_batch_at(struct ddblas_batch_matrices x, int64_t elements)
{
    if (x.list)
        x.offset += elements;
    else
        x.first += elements;
    return x;
}

/* Products with checked arguments, m, n, count >= 1, k >= 0. */
struct ddblas_gemm_batch
{
    /* The part of the problem that all members share. A, B and C are null. */
    struct ddblas_gemm_problem each;
    struct ddblas_batch_matrices A, B, C;
    int64_t count;
};

/* Systems with checked arguments, m, n, count >= 1. */
struct ddblas_trsm_batch
{
    /* The part of the problem that all members share. A, B and C are null. */
    struct ddblas_triangular_problem each;
    struct ddblas_batch_matrices A, B;
    int64_t count;
};

/* A matrix argument of a call. */
struct ddblas_batch_operand
{
    const char *name;
    /* Position of the pointer or array. The leading dimension is the next argument, and the stride,
     * if there is one, follows it. */
    int position;
    int strided; /* 1: `argument` is the first matrix. 0: it is an array of pointers. */
    const void *argument;
    int64_t stride, rows, columns, leading;
    size_t size; /* Bytes of an element; 0 means those of W. */
    int written;
};

/* Returns the matrices of an operand. */
struct ddblas_batch_matrices ddblas_batch_matrices_of(const struct ddblas_batch_operand *x);

/* Checks the leading dimension and the stride of an operand. */
ddblasStatus_t ddblas_batch_check_sizes(ddblasHandle_t handle, const struct ddblas_batch_operand *x, int64_t count);

/* Checks the number of members. m x n is the size of the matrix of each member that is written. */
ddblasStatus_t ddblas_batch_check_count(ddblasHandle_t handle, int position, int64_t m, int64_t n, int64_t count);

/* Checks the pointer of an operand or its array of pointers; on the CPU engine also each pointer in
 * the array. */
ddblasStatus_t ddblas_batch_check_pointers(ddblasHandle_t handle, const struct ddblas_batch_operand *x, int64_t count);

/* ---- the engines ----------------------------------------------------------------------------- */

size_t ddblas_gemm_batched_cpu_workspace(ddblasHandle_t handle, const struct ddblas_gemm_batch *batch);
ddblasStatus_t ddblas_gemm_batched_cpu(ddblasHandle_t handle, const struct ddblas_gemm_batch *batch);
size_t ddblas_trsm_batched_cpu_workspace(ddblasHandle_t handle, const struct ddblas_trsm_batch *batch);
ddblasStatus_t ddblas_trsm_batched_cpu(ddblasHandle_t handle, const struct ddblas_trsm_batch *batch);

#if DDBLAS_HAVE_CUDA
/* Batches of products need no workspace. */
ddblasStatus_t ddblas_gemm_batched_cuda(ddblasHandle_t handle, const struct ddblas_gemm_batch *batch);
size_t ddblas_trsm_batched_cuda_workspace(const struct ddblas_trsm_batch *batch);
ddblasStatus_t ddblas_trsm_batched_cuda(ddblasHandle_t handle, const struct ddblas_trsm_batch *batch);
#endif

#ifdef __cplusplus
}
#endif

#endif
