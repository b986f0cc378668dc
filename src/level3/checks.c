/*
 * Checks of arguments for all routines of level 3.
 */
#include "checks.h"
#include "level3/vendor/vendor.h"

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

ddblasStatus_t ddblas_check_pointer(ddblasHandle_t handle, int position, const char *name, ddblasType_t type,
                                    enum ddblas_place place, const void *pointer)
{
    if (!pointer)
        return ddblas_fail_argument(handle, invalid, position, "%s: null pointer", name);
    if (!ddblas_type_aligned(type, place, pointer))
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

ddblasStatus_t ddblas_check_sided_query(ddblasHandle_t handle, ddblasType_t type, ddblasSideMode_t side, int64_t m, int64_t n,
                                        const size_t *bytes)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, type));
    DDBLAS_CHECK(ddblas_check_side(handle, 3, side));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "m", m));
    DDBLAS_CHECK(ddblas_check_size(handle, 5, "n", n));
    DDBLAS_CHECK(ddblas_check_bytes(handle, 6, bytes));
    return type == DDBLAS_TYPE_W ? ddblas_check_order(handle, side == DDBLAS_SIDE_LEFT ? m : n) : DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_check_order(ddblasHandle_t handle, int64_t order)
{
    if (order <= INT64_C(1) << 26)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "a triangle of order %lld is more than any memory holds",
                       (long long)order);
}

static int known(ddblasHandle_t handle, ddblasType_t type, int real_part, const void *scalar,
                 int (*is)(ddblasType_t type, const void *scalar))
{
    if (ddblas_place_of_scalars(handle) != DDBLAS_PLACE_HOST)
        return 0;
    const int real = real_part && ddblas_type_is_complex(type);
    return is(!real ? type : type == DDBLAS_TYPE_C ? DDBLAS_TYPE_S : DDBLAS_TYPE_D, scalar);
}

int ddblas_known_zero(ddblasHandle_t handle, ddblasType_t type, int real_part, const void *scalar)
{
    return known(handle, type, real_part, scalar, ddblas_type_is_zero);
}

int ddblas_known_one(ddblasHandle_t handle, ddblasType_t type, int real_part, const void *scalar)
{
    return known(handle, type, real_part, scalar, ddblas_type_is_one);
}
