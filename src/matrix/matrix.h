/*
 * geam, dgmm, lacpy and laset inside the library: one problem for the routines that compute each
 * element of a matrix by itself. Their entry points check it and give it to the engine of the
 * handle.
 */
#ifndef DDBLAS_MATRIX_H
#define DDBLAS_MATRIX_H

#include <dd/matrix.h>

#include "core/core.h"

enum ddblas_matrix_routine
{
    DDBLAS_MATRIX_GEAM,
    DDBLAS_MATRIX_DGMM,
    DDBLAS_MATRIX_LACPY,
    DDBLAS_MATRIX_LASET
};

/* A problem with checked arguments, m >= 1 and n >= 1. Members that a routine does not have are
 * 0. */
struct ddblas_matrix_problem
{
    enum ddblas_matrix_routine routine;
    ddblasType_t type;
    int64_t m, n;                     /* rows and columns of C */
    ddblasOperation_t transa, transb; /* geam */
    ddblasSideMode_t side;            /* dgmm */
    ddblasFillMode_t uplo;            /* lacpy, laset: the elements that are written */
    /* geam: the factors of A and B; laset: the elements off the diagonal and on it. In host or
     * engine memory, by the handle's pointer mode. */
    const void *alpha, *beta;
    const void *A;
    int64_t lda;
    const void *B; /* geam */
    int64_t ldb;
    const void *x; /* dgmm: the caller's first stored element */
    int64_t incx;
    void *C;
    int64_t ldc;
};

/* Returns the index of element 0 of a vector of `count` elements, counted from the caller's first
 * stored element. */
static inline int64_t ddblas_matrix_start(int64_t count, int64_t increment)
{
    return increment > 0 ? 0 : (1 - count) * increment;
}

/* The number of elements of dgmm's x. */
static inline int64_t ddblas_matrix_diagonal(const struct ddblas_matrix_problem *p)
{
    return p->side == DDBLAS_SIDE_LEFT ? p->m : p->n;
}

/* Compute the problem on the engine of the handle, or on one of them. */
ddblasStatus_t ddblas_matrix_compute(ddblasHandle_t handle, const struct ddblas_matrix_problem *problem);
ddblasStatus_t ddblas_matrix_cpu(ddblasHandle_t handle, const struct ddblas_matrix_problem *problem);
ddblasStatus_t ddblas_matrix_cuda(ddblasHandle_t handle, const struct ddblas_matrix_problem *problem);

#endif
