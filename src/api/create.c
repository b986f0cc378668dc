/*
 * Creation of a handle with what the rooms keep in it from the beginning.
 */
#include "core/core.h"
#include "spaces.h"
#include "tune/tune.h"

ddblasStatus_t ddblasCreate(ddblasHandle_t *handle) { return ddblasCreateWithEngine(handle, DDBLAS_ENGINE_AUTO); }

ddblasStatus_t ddblasCreateWithEngine(ddblasHandle_t *handle, ddblasEngine_t engine)
{
    ddblasHandle_t made = NULL;
    if (handle)
        *handle = NULL;
    ddblasStatus_t status = ddblas_handle_new(handle ? &made : NULL, engine);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    ddblas_tune_set_spaces(ddblas_spaces);
    status = ddblas_tune_attach(made);
    if (status != DDBLAS_STATUS_SUCCESS)
    {
        (void)ddblasDestroy(made);
        return ddblas_fail(NULL, status, "no memory for the table of the device");
    }
    *handle = made;
    return DDBLAS_STATUS_SUCCESS;
}
