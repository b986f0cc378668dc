/*
 * The estimate of a condition inside the library, from the factors of getrf or potrf.
 */
#ifndef DDBLAS_FACTOR_CONDITION_H
#define DDBLAS_FACTOR_CONDITION_H

#include <dd/condition.h>

#include "core/core.h"

struct ddblas_condition
{
    ddblasType_t type;
    int positive;      /* pocon, with the triangle uplo; otherwise gecon. */
    ddblasNorm_t norm; /* ONE or INF. */
    ddblasFillMode_t uplo;
    int64_t n; /* >= 1 */
    const void *A;
    int64_t lda;
    double anorm;
};

/* Writes *rcond. `memory` is host memory of ddblas_condition_memory bytes. */
ddblasStatus_t ddblas_condition_of_factors(ddblasHandle_t handle, const struct ddblas_condition *p, void *memory, double *rcond);
size_t ddblas_condition_memory(ddblasType_t type, int64_t n);

#endif
