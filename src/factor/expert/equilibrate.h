/*
 * Equilibration inside the library: factors of rows and columns, powers of two.
 */
#ifndef DDBLAS_FACTOR_EQUILIBRATE_H
#define DDBLAS_FACTOR_EQUILIBRATE_H

#include <dd/equilibrate.h>

#include "core/core.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ddblas_equilibration
{
    ddblasType_t type;
    int positive; /* poequb: one factor for row and column, from the diagonal. */
    int64_t m, n; /* m = n if positive. */
    const void *A;
    int64_t lda;
    double *R, *C;           /* In engine memory; C is not used if positive. */
    double *rowcnd, *colcnd; /* colcnd is not used if positive. */
    double *amax;
    int64_t *info; /* In host memory, like the numbers before. */
};

/* Computes the factors, m, n >= 1. */
ddblasStatus_t ddblas_equilibrate(ddblasHandle_t handle, const struct ddblas_equilibration *p);
size_t ddblas_equilibrate_workspace(int positive, int64_t m, int64_t n);

#ifdef __cplusplus
}
#endif

#endif
