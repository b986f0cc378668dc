/*
 * ger and its relatives inside the library: geru, gerc, syr, her, syr2, her2 and, for packed
 * matrices, spr, hpr, spr2, hpr2. All of them add one or two products of a column vector and a row
 * vector to a matrix. One struct describes all these problems; ger.c checks it and passes it to the
 * engine of the handle.
 */
#ifndef DDBLAS_LEVEL2_GER_H
#define DDBLAS_LEVEL2_GER_H

#include <dd/rank.h>

#include "core/core.h"
#include "level1/level1.h"

#include "level2/layout.h"

/* A problem with checked arguments, m >= 1 and n >= 1, whose alpha is not known to be 0:
 *
 *   A = A + x t^T            t_j = alpha op(y_j)
 *   A = A + x t^T + y s^T    and s_j = op(alpha x_j), if `two_products` is set
 *
 * op conjugates its argument if `conjugate` is set; otherwise op(z) = z. Routines with one vector
 * have this vector as x and as y. Vectors point at the caller's first stored element. With a
 * negative increment, element i of a vector of k elements is at (i - (k - 1)) * inc from there, as
 * in BLAS. */
struct ddblas_ger_problem
{
    const char *name; /* Name of the routine without the letter of the type. */
    ddblasType_t type;
    int two_products;
    int conjugate;
    int real_alpha; /* 1: alpha is real although the type is complex, as in her and hpr. */
    /* 1: the imaginary parts of the diagonal become 0, because the matrix is Hermitian. */
    int real_diagonal;
    struct layout layout;
    int64_t m, n;
    /* alpha is in host or engine memory, as the pointer mode of the handle says. */
    const void *alpha;
    const void *x;
    int64_t incx;
    const void *y;
    int64_t incy;
    void *A;
};

/* Compute the problem on the engine. */
ddblasStatus_t ddblas_ger_cpu(ddblasHandle_t handle, const struct ddblas_ger_problem *problem);
ddblasStatus_t ddblas_ger_cuda(ddblasHandle_t handle, const struct ddblas_ger_problem *problem);
/* ger and its relatives in S, D, C and Z on the CUDA engine, through cuBLAS. */
ddblasStatus_t ddblas_ger_cublas(ddblasHandle_t handle, const struct ddblas_ger_problem *problem);

#endif
