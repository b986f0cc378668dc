/*
 * Checks of arguments that the routines of level 3 share.
 */
#include "checks.h"

static const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE;

ddblasStatus_t ddblas_check_side(ddblasHandle_t handle, int position, ddblasSideMode_t side)
{
    if (side == DDBLAS_SIDE_LEFT || side == DDBLAS_SIDE_RIGHT)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail_argument(handle, invalid, position, "side: %d is neither LEFT nor RIGHT", (int)side);
}

ddblasStatus_t ddblas_check_fill(ddblasHandle_t handle, int position, ddblasFillMode_t uplo)
{
    if (uplo == DDBLAS_FILL_MODE_LOWER || uplo == DDBLAS_FILL_MODE_UPPER)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail_argument(handle, invalid, position, "uplo: %d is neither LOWER nor UPPER", (int)uplo);
}

ddblasStatus_t ddblas_check_operation(ddblasHandle_t handle, int position, ddblasOperation_t trans)
{
    if (trans == DDBLAS_OP_N || trans == DDBLAS_OP_T || trans == DDBLAS_OP_C)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail_argument(handle, invalid, position, "trans: %d is none of N, T, C", (int)trans);
}

ddblasStatus_t ddblas_check_diagonal(ddblasHandle_t handle, int position, ddblasDiagType_t diag)
{
    if (diag == DDBLAS_DIAG_NON_UNIT || diag == DDBLAS_DIAG_UNIT)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail_argument(handle, invalid, position, "diag: %d is neither NON_UNIT nor UNIT", (int)diag);
}

ddblasStatus_t ddblas_check_size(ddblasHandle_t handle, int position, const char *name, int64_t size)
{
    if (size >= 0)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail_argument(handle, invalid, position, "%s: %lld is negative", name, (long long)size);
}

ddblasStatus_t ddblas_check_leading(ddblasHandle_t handle, int position, const char *name, int64_t leading, int64_t rows)
{
    if (leading >= (rows > 1 ? rows : 1))
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail_argument(handle, invalid, position, "%s: %lld is below max(1, %lld)", name, (long long)leading,
                                (long long)rows);
}

ddblasStatus_t ddblas_check_pointer(ddblasHandle_t handle, int position, const char *name, ddblasType_t type, const void *pointer)
{
    if (!pointer)
        return ddblas_fail_argument(handle, invalid, position, "%s: null pointer", name);
    if (!ddblas_type_aligned(type, pointer))
        return ddblas_fail_argument(handle, DDBLAS_STATUS_MISALIGNED, position, "%s: %p is not aligned to its type", name,
                                    pointer);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_check_type(ddblasHandle_t handle, ddblasType_t type)
{
    if ((int)type >= 0 && type < DDBLAS_TYPE_COUNT)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail_argument(handle, invalid, 2, "type: %d is no type of this routine", (int)type);
}

ddblasStatus_t ddblas_check_bytes(ddblasHandle_t handle, int position, const size_t *bytes)
{
    if (bytes)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail_argument(handle, invalid, position, "bytes: null pointer");
}
