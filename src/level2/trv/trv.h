/*
 * trmv and trsv, and the same operations with bands and packed matrices (tbmv, tbsv, tpmv, tpsv),
 * inside the library. One struct describes all these problems; trv.c checks it and passes it to the
 * engine of the handle.
 *
 * Both engines treat op(A) as a lower triangular matrix L. If op(A) is upper triangular, rows and
 * columns are counted from the last one; in that order the matrix is lower triangular.
 */
#ifndef DDBLAS_LEVEL2_TRV_H
#define DDBLAS_LEVEL2_TRV_H

#include <dd/compact.h>
#include <dd/level2.h>

#include "core/core.h"
#include "level2/layout.h"

enum ddblas_trv_routine
{
    DDBLAS_TRV_MULTIPLY, /* x = op(A) x */
    DDBLAS_TRV_SOLVE     /* op(A) x = b, x overwrites b */
};

/* A problem with checked arguments and n >= 1. x points at the caller's first stored element. With
 * a negative increment, element i is at (i - (n - 1)) * incx from there, as in BLAS. */
struct ddblas_trv_problem
{
    const char *name; /* Name of the routine without the letter of the type. */
    ddblasType_t type;
    enum ddblas_trv_routine routine;
    ddblasFillMode_t uplo;
    ddblasOperation_t trans;
    ddblasDiagType_t diag;
    int64_t n;
    const void *A;
    int64_t lda; /* Leading dimension of the array that `stored` describes. */
    void *x;
    int64_t incx;
    struct layout stored; /* The layout of A: TRIANGLE, PACKED or BAND. */
};

/* Returns 1 if op(A) is upper triangular, so that rows and columns are counted from the last
 * one. */
static inline int ddblas_trv_is_reversed(const struct ddblas_trv_problem *p)
{
    return (p->uplo == DDBLAS_FILL_MODE_LOWER) != (p->trans == DDBLAS_OP_N);
}

/* Indices of elements in the arrays of A and x, for a matrix that is stored as a TRIANGLE. */
struct ddblas_trv_layout
{
    int64_t first, row, column; /* L(i, j) is A[first + i * row + j * column]. */
    int64_t start, step;        /* The element of x for row i is x[start + i * step]. */
};

static inline struct ddblas_trv_layout ddblas_trv_layout_of(const struct ddblas_trv_problem *p)
{
    const int reversed = ddblas_trv_is_reversed(p);
    const int64_t sign = reversed ? -1 : 1, last = p->n - 1, begin = p->incx > 0 ? 0 : -last * p->incx;
    struct ddblas_trv_layout layout;
    layout.row = sign * (p->trans == DDBLAS_OP_N ? 1 : p->lda);
    layout.column = sign * (p->trans == DDBLAS_OP_N ? p->lda : 1);
    layout.first = reversed ? last * (1 + p->lda) : 0;
    layout.step = sign * p->incx;
    layout.start = reversed ? begin + last * p->incx : begin;
    return layout;
}

/* Compute the problem on the engine. */
ddblasStatus_t ddblas_trv_cpu(ddblasHandle_t handle, const struct ddblas_trv_problem *problem);
/* Returns the bytes of workspace on the CPU. */
size_t ddblas_trv_cpu_workspace(ddblasType_t type, enum ddblas_trv_routine routine, enum layout_storage storage, int64_t n);
#if DDBLAS_HAVE_CUDA
ddblasStatus_t ddblas_trv_cuda(ddblasHandle_t handle, const struct ddblas_trv_problem *problem);
/* Returns the bytes of workspace. */
size_t ddblas_trv_cuda_workspace(ddblasType_t type, enum ddblas_trv_routine routine, int64_t n);
/* trmv and trsv in S, D, C and Z through cuBLAS. */
ddblasStatus_t ddblas_trv_cublas(ddblasHandle_t handle, const struct ddblas_trv_problem *problem);
size_t ddblas_trv_cublas_workspace(void);
#endif

#endif
