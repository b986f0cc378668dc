/*
 * The route of double-double gemm on the GPU that a handle is set to.
 */
#include "gemm.h"

#include "core/checks.h"

static const char route_owner; /* its address names the slot of the route in a handle */

ddblasGemmRoute_t ddblas_gemm_route(ddblasHandle_t handle)
{
    return (ddblasGemmRoute_t)ddblas_slot(handle, &route_owner)->setting;
}

ddblasStatus_t ddblasSetGemmRoute(ddblasHandle_t handle, ddblasGemmRoute_t route)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    if (route != DDBLAS_GEMM_ROUTE_AUTO && route != DDBLAS_GEMM_ROUTE_PLAIN && route != DDBLAS_GEMM_ROUTE_RESIDUES)
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, 2, "route: %d is none of AUTO, PLAIN, RESIDUES",
                                    (int)route);
    ddblas_slot(handle, &route_owner)->setting = (int)route;
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblasGetGemmRoute(ddblasHandle_t handle, ddblasGemmRoute_t *route)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 2, "route", route));
    *route = ddblas_gemm_route(handle);
    return DDBLAS_STATUS_SUCCESS;
}
