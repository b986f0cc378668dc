/*
 * What the routines that pass S, D, C, Z on to CBLAS and cuBLAS share.
 */
#ifndef DDBLAS_LEVEL3_PASSING_H
#define DDBLAS_LEVEL3_PASSING_H

#include "../core/core.h"

#include <dd/level3.h>

/* Workspace of S, D, C, Z on the handle's engine. */
size_t ddblas_passing_workspace(ddblasHandle_t handle);

/* NOT_SUPPORTED when one of the numbers is beyond what CBLAS takes. */
ddblasStatus_t ddblas_check_cblas(ddblasHandle_t handle, int64_t a, int64_t b, int64_t c, int64_t d, int64_t e);

/* NOT_SUPPORTED for an order that no memory holds the square of. */
ddblasStatus_t ddblas_check_order(ddblasHandle_t handle, int64_t order);

enum
{
    DDBLAS_PASSING_TILE = 256 /* rows or columns of one CBLAS call: fixed, so that bits do not depend on threads */
};

#endif
