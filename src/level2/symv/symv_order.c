/*
 * The order in which symv and hemv on the GPU add partial sums: a setting of the handle.
 */
#include "symv.h"

#include "core/checks.h"

/* The address of this variable is the key of the order's slot in a handle. */
static const char order_owner;

ddblasSymvOrder_t ddblas_symv_order(ddblasHandle_t handle)
{
    return (ddblasSymvOrder_t)ddblas_slot(handle, &order_owner)->setting;
}

void ddblas_symv_set_order(ddblasHandle_t handle, ddblasSymvOrder_t order)
{
    ddblas_slot(handle, &order_owner)->setting = (int)order;
}

ddblasStatus_t ddblasSetSymvOrder(ddblasHandle_t handle, ddblasSymvOrder_t order)
{
    const ddblasStatus_t status = ddblas_enter(handle);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    if (order != DDBLAS_SYMV_ORDER_FIXED && order != DDBLAS_SYMV_ORDER_TICKETS && order != DDBLAS_SYMV_ORDER_ANY)
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, 2, "order: %d is none of FIXED, TICKETS, ANY",
                                    (int)order);
    ddblas_symv_set_order(handle, order);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblasGetSymvOrder(ddblasHandle_t handle, ddblasSymvOrder_t *order)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 2, "order", order));
    *order = ddblas_symv_order(handle);
    return DDBLAS_STATUS_SUCCESS;
}
