/*
 * The exponents of the largest numbers of the rows of a matrix, and of its columns after the rows
 * are scaled by them. Refinement and equilibration scale with them.
 */
#ifndef DDBLAS_FACTOR_EXPONENTS_H
#define DDBLAS_FACTOR_EXPONENTS_H

#include "core/core.h"

#ifdef __cplusplus
extern "C" {
#endif

enum
{
    /* Exponents of a row or column of zeros, and of one with Inf or NaN. */
    DDBLAS_EXPONENT_ZERO = -100000,
    DDBLAS_EXPONENT_NOT_FINITE = 100000
};

struct ddblas_exponents
{
    ddblasHandle_t handle;
    ddblasType_t number; /* S, D or W: the type of the numbers of an element. */
    int parts;           /* Numbers of an element: 1, or 2 if complex. */
    int64_t m, n;        /* >= 1 */
    const void *A;
    int64_t lda;           /* In elements. */
    int32_t *row, *column; /* m and n exponents, in engine memory; column may be null. */
    double *scratch;       /* m numbers in engine memory; the CPU engine uses them. */
};

/* Write e to `row` with 2^(e - 1) <= the largest number of the row < 2^e, and the same to `column`
 * for the columns of 2^-row A. If A holds Inf or NaN, some exponent of a row is NOT_FINITE. */
void ddblas_exponents_cpu(const struct ddblas_exponents *p);
#if DDBLAS_HAVE_CUDA
ddblasStatus_t ddblas_exponents_cuda(const struct ddblas_exponents *p);
#endif

#ifdef __cplusplus
}
#endif

#endif
