/*
 * Checks of arguments for the routines of all rooms. Each returns SUCCESS, or records the
 * argument's position with a sentence.
 */
#ifndef DDBLAS_CORE_CHECKS_H
#define DDBLAS_CORE_CHECKS_H

#include "core.h"

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
/* Checks that the type is one of those that the routine offers, a mask of types.def. */
ddblasStatus_t ddblas_check_type(ddblasHandle_t handle, int position, ddblasType_t type, unsigned types);
/* Returns NOT_SUPPORTED if no memory can hold a matrix of this order. */
ddblasStatus_t ddblas_check_order(ddblasHandle_t handle, int64_t order);
/* Checks a query (handle, type, side, m, n, bytes) of a routine whose square matrix is on the left
 * or right. */
ddblasStatus_t ddblas_check_sided_query(ddblasHandle_t handle, ddblasType_t type, ddblasSideMode_t side, int64_t m, int64_t n,
                                        const size_t *bytes);

/* The checks that every routine repeats are inline, because calls would be a measurable part of the
 * time of a small product. */

static inline ddblasStatus_t ddblas_check_size(ddblasHandle_t handle, int position, const char *name, int64_t size)
{
    if (size >= 0)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, position, "%s: %lld is negative", name, (long long)size);
}

/* Checks a leading dimension against the number of rows of the stored matrix, or of its columns if
 * it is row-major. */
static inline ddblasStatus_t ddblas_check_leading(ddblasHandle_t handle, int position, const char *name, int64_t leading,
                                                  int64_t rows)
{
    if (leading >= (rows > 1 ? rows : 1))
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, position, "%s: %lld is below max(1, %lld)", name,
                                (long long)leading, (long long)rows);
}

/* Checks the leading dimension of a band with kl diagonals below the main one and ku above it. */
static inline ddblasStatus_t ddblas_check_band(ddblasHandle_t handle, int position, int64_t leading, int64_t kl, int64_t ku)
{
    if (leading > kl && leading - kl - 1 >= ku)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, position, "lda: %lld is below %lld + %lld + 1",
                                (long long)leading, (long long)kl, (long long)ku);
}

/* Checks the increment of a vector, which may be negative but not 0. */
static inline ddblasStatus_t ddblas_check_increment(ddblasHandle_t handle, int position, const char *name, int64_t increment)
{
    if (increment != 0)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, position, "%s: 0", name);
}

/* Checks for a null pointer, whatever the memory that it leads to. */
static inline ddblasStatus_t ddblas_check_not_null(ddblasHandle_t handle, int position, const char *name, const void *pointer)
{
    if (pointer)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, position, "%s: null pointer", name);
}

/* Checks for null pointers, and for pointers that are misaligned for the memory that they lead
 * to. */
static inline ddblasStatus_t ddblas_check_pointer(ddblasHandle_t handle, int position, const char *name, ddblasType_t type,
                                                  enum ddblas_place place, const void *pointer)
{
    DDBLAS_CHECK(ddblas_check_not_null(handle, position, name, pointer));
    if (!ddblas_type_aligned(type, place, pointer))
        return ddblas_fail_argument(handle, DDBLAS_STATUS_MISALIGNED, position, "%s: %p is not aligned to its type", name,
                                    pointer);
    return DDBLAS_STATUS_SUCCESS;
}

#endif
