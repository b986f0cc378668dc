/*
 * Checks that the routines of this folder share.
 */
#ifndef DDBLAS_FACTOR_QR_CALLS_H
#define DDBLAS_FACTOR_QR_CALLS_H

#include "core/checks.h"
#include "core/sizes.h"
#include "qr.h"

/* Checks op(Q) or op(A): complex matrices have no transposes without conjugates. */
static inline ddblasStatus_t check_adjoint(ddblasHandle_t handle, int position, ddblasType_t type, ddblasOperation_t trans)
{
    DDBLAS_CHECK(ddblas_check_operation(handle, position, "trans", trans));
    if (trans != DDBLAS_OP_T || !ddblas_type_is_complex(type))
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, position, "trans: T, which complex matrices do not have");
}

static inline ddblasStatus_t check_at_most(ddblasHandle_t handle, int position, const char *name, int64_t value, int64_t largest)
{
    if (value <= largest)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, position, "%s: %lld is above %lld", name, (long long)value,
                                (long long)largest);
}

/* Returns NOT_SUPPORTED if no memory can hold a matrix with a triangle of order k and a side of
 * `longest` elements. */
static inline ddblasStatus_t check_orders(ddblasHandle_t handle, int64_t k, int64_t longest)
{
    DDBLAS_CHECK(ddblas_check_order(handle, k));
    if (longest <= INT64_C(1) << 40)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "a side of %lld elements is more than any memory holds",
                       (long long)longest);
}

#endif
