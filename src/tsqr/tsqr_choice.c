/*
 * The plan of tsqr on a GPU: parameters from the handle's table if it has any, otherwise the
 * built-in choice.
 */
#include "tsqr_plan.h"

#include "tune/tune.h"

const char ddblas_tsqr_cuda_id = 0;

void ddblas_tsqr_choose_for_handle(ddblasHandle_t handle, const struct tsqr_device *device, ddblasType_t type, int64_t m,
                                   int64_t n, ddblasTsqrPlan_t *plan)
{
    const int32_t *p = ddblas_tune_find(handle, &ddblas_tsqr_cuda_id, type, n > 32, m);
    if (p)
        ddblas_tsqr_take(device, type, m, n, p, plan);
    ddblas_tsqr_choose_built_in(device, type, m, n, plan);
}
