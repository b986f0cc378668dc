/*
 * symv and hemv inside the library: the problem that symv.c checks and passes to the engine of the
 * handle.
 */
#ifndef DDBLAS_LEVEL2_SYMV_H
#define DDBLAS_LEVEL2_SYMV_H

#include <dd/level2.h>

#include "core/core.h"

/* A problem y = alpha A x + beta y with checked arguments and n >= 1. Vectors point at the caller's
 * first stored element. With a negative increment, element i is at (i - (n - 1)) * inc from there,
 * as in BLAS. */
struct ddblas_symv_problem
{
    ddblasType_t type;
    int hermitian; /* 1: A[j,i] = conj(A[i,j]), and the diagonal is real. */
    ddblasFillMode_t uplo;
    int64_t n;
    /* alpha is in host or engine memory, as the pointer mode of the handle says. */
    const void *alpha;
    const void *A;
    int64_t lda;
    const void *x;
    int64_t incx;
    const void *beta;
    void *y;
    int64_t incy;
};

/* Number of forms that tables distinguish: symv lower, symv upper, hemv lower, hemv upper. */
enum
{
    DDBLAS_SYMV_FORMS = 4
};
static inline int ddblas_symv_form(int hermitian, ddblasFillMode_t uplo)
{
    return 2 * hermitian + (uplo == DDBLAS_FILL_MODE_UPPER);
}

/* Return the bytes of workspace that symv needs on the engine for this type and order. The number
 * holds for both triangles, symmetric and Hermitian. */
size_t ddblas_symv_cpu_workspace(ddblasHandle_t handle, ddblasType_t type, int64_t n);
size_t ddblas_symv_cuda_workspace(ddblasHandle_t handle, ddblasType_t type, int64_t n);

/* ddblas_symv_order returns the order of summation to which the handle is set, and
 * ddblas_symv_set_order sets another one. */
ddblasSymvOrder_t ddblas_symv_order(ddblasHandle_t handle);
void ddblas_symv_set_order(ddblasHandle_t handle, ddblasSymvOrder_t order);

/* Compute the problem on the engine. */
ddblasStatus_t ddblas_symv_cpu(ddblasHandle_t handle, const struct ddblas_symv_problem *problem);
ddblasStatus_t ddblas_symv_cuda(ddblasHandle_t handle, const struct ddblas_symv_problem *problem);

#endif
