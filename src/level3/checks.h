/*
 * Checks of arguments that the routines of level 3 share. Each returns SUCCESS, or records the argument's position with a
 * sentence.
 */
#ifndef DDBLAS_LEVEL3_CHECKS_H
#define DDBLAS_LEVEL3_CHECKS_H

#include "../core/core.h"

#include <dd/level3.h>

/* Runs a check and leaves the function when it fails. */
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
/* A leading dimension against the rows of the stored matrix. */
ddblasStatus_t ddblas_check_leading(ddblasHandle_t handle, int position, const char *name, int64_t leading, int64_t rows);
/* A pointer that is null, or misaligned for the memory that it leads to. */
ddblasStatus_t ddblas_check_pointer(ddblasHandle_t handle, int position, const char *name, ddblasType_t type,
                                    enum ddblas_place place, const void *pointer);
/* The type of a query, its position 2, and the place for its answer. */
ddblasStatus_t ddblas_check_type(ddblasHandle_t handle, ddblasType_t type);
ddblasStatus_t ddblas_check_bytes(ddblasHandle_t handle, int position, const size_t *bytes);
/* The query of a routine whose square matrix stands left or right: (handle, type, side, m, n, bytes). */
ddblasStatus_t ddblas_check_sided_query(ddblasHandle_t handle, ddblasType_t type, ddblasSideMode_t side, int64_t m, int64_t n,
                                        const size_t *bytes);

#endif
