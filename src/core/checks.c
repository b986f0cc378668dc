/*
 * Checks of arguments for the routines of all rooms.
 */
#include "checks.h"

static const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE;

/* Checks an enumeration with two values. */
static ddblasStatus_t check_either(ddblasHandle_t handle, int position, const char *name, int letter, int one, int other,
                                   const char *names)
{
    if (letter == one || letter == other)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail_argument(handle, invalid, position, "%s: %d is neither %s", name, letter, names);
}

ddblasStatus_t ddblas_check_side(ddblasHandle_t handle, int position, ddblasSideMode_t side)
{
    return check_either(handle, position, "side", (int)side, DDBLAS_SIDE_LEFT, DDBLAS_SIDE_RIGHT, "LEFT nor RIGHT");
}

ddblasStatus_t ddblas_check_fill(ddblasHandle_t handle, int position, ddblasFillMode_t uplo)
{
    return check_either(handle, position, "uplo", (int)uplo, DDBLAS_FILL_MODE_LOWER, DDBLAS_FILL_MODE_UPPER, "LOWER nor UPPER");
}

ddblasStatus_t ddblas_check_diagonal(ddblasHandle_t handle, int position, ddblasDiagType_t diag)
{
    return check_either(handle, position, "diag", (int)diag, DDBLAS_DIAG_NON_UNIT, DDBLAS_DIAG_UNIT, "NON_UNIT nor UNIT");
}

ddblasStatus_t ddblas_check_operation(ddblasHandle_t handle, int position, const char *name, ddblasOperation_t trans)
{
    if (trans == DDBLAS_OP_N || trans == DDBLAS_OP_T || trans == DDBLAS_OP_C)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail_argument(handle, invalid, position, "%s: %d is none of N, T, C", name, (int)trans);
}

ddblasStatus_t ddblas_check_type(ddblasHandle_t handle, int position, ddblasType_t type, unsigned types)
{
    if (ddblas_type_is_of(type, types))
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail_argument(handle, invalid, position, "type: %d is no type of this routine", (int)type);
}

ddblasStatus_t ddblas_check_order(ddblasHandle_t handle, int64_t order)
{
    if (order <= INT64_C(1) << 26)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "a triangle of order %lld is more than any memory holds",
                       (long long)order);
}

ddblasStatus_t ddblas_check_sided_query(ddblasHandle_t handle, ddblasType_t type, ddblasSideMode_t side, int64_t m, int64_t n,
                                        const size_t *bytes)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_LEVEL3));
    DDBLAS_CHECK(ddblas_check_side(handle, 3, side));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "m", m));
    DDBLAS_CHECK(ddblas_check_size(handle, 5, "n", n));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 6, "bytes", bytes));
    return ddblas_type_is_double_double(type) ? ddblas_check_order(handle, side == DDBLAS_SIDE_LEFT ? m : n)
                                              : DDBLAS_STATUS_SUCCESS;
}
