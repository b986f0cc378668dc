/*
 * Checks of arguments for all routines of level 3. Each returns SUCCESS, or records the argument's
 * position with a sentence.
 */
#ifndef DDBLAS_LEVEL3_CHECKS_H
#define DDBLAS_LEVEL3_CHECKS_H

#include "core/core.h"

#include <dd/level3.h>

/* Runs a check and returns from the function if it fails. */
#define DDBLAS_CHECK(check)                                                                                                      \
    do                                                                                                                           \
    {                                                                                                                            \
        const ddblasStatus_t check_status = (check);                                                                             \
        if (check_status != DDBLAS_STATUS_SUCCESS)                                                                               \
            return check_status;                                                                                                 \
    } while (0)

ddblasStatus_t ddblas_check_side(ddblasHandle_t handle, int position, ddblasSideMode_t side);
ddblasStatus_t ddblas_check_fill(ddblasHandle_t handle, int position, ddblasFillMode_t uplo);
ddblasStatus_t ddblas_check_diagonal(ddblasHandle_t handle, int position, ddblasDiagType_t diag);
ddblasStatus_t ddblas_check_operation(ddblasHandle_t handle, int position, const char *name, ddblasOperation_t trans);
ddblasStatus_t ddblas_check_size(ddblasHandle_t handle, int position, const char *name, int64_t size);
/* Checks a leading dimension against the number of rows of the stored matrix. */
ddblasStatus_t ddblas_check_leading(ddblasHandle_t handle, int position, const char *name, int64_t leading, int64_t rows);
/* Checks for null pointers, and for pointers that are misaligned for the memory that they lead to. */
ddblasStatus_t ddblas_check_pointer(ddblasHandle_t handle, int position, const char *name, ddblasType_t type,
                                    enum ddblas_place place, const void *pointer);
/* Check a query's arguments: the type at position 2, and the pointer for the answer. */
ddblasStatus_t ddblas_check_type(ddblasHandle_t handle, ddblasType_t type);
ddblasStatus_t ddblas_check_bytes(ddblasHandle_t handle, int position, const size_t *bytes);
/* Checks a query (handle, type, side, m, n, bytes) of a routine whose square matrix is on the left
 * or right. */
ddblasStatus_t ddblas_check_sided_query(ddblasHandle_t handle, ddblasType_t type, ddblasSideMode_t side, int64_t m, int64_t n,
                                        const size_t *bytes);

/* Returns NOT_SUPPORTED if no memory can hold a matrix of this order. */
ddblasStatus_t ddblas_check_order(ddblasHandle_t handle, int64_t order);

/* Return 1 if the scalar is in host memory and is 0, or is 1. real_part: it has the type's real type. */
int ddblas_known_zero(ddblasHandle_t handle, ddblasType_t type, int real_part, const void *scalar);
int ddblas_known_one(ddblasHandle_t handle, ddblasType_t type, int real_part, const void *scalar);

#endif
