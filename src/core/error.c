/*
 * The last error of a handle, or of the thread where there is no handle.
 */
#include "core.h"

#include <stdarg.h>
#include <stdio.h>

static _Thread_local char thread_error[DDBLAS_ERROR_TEXT];

static void record_message(ddblasHandle_t handle, int position, const char *format, va_list arguments)
{
    char *text = handle ? handle->last_error : thread_error;
    (void)vsnprintf(text, DDBLAS_ERROR_TEXT, format, arguments);
    if (handle)
        handle->last_argument = position;
}

ddblasStatus_t ddblas_fail(ddblasHandle_t handle, ddblasStatus_t status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    record_message(handle, 0, format, arguments);
    va_end(arguments);
    return status;
}

ddblasStatus_t ddblas_fail_argument(ddblasHandle_t handle, ddblasStatus_t status, int position, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    record_message(handle, position, format, arguments);
    va_end(arguments);
    return status;
}

ddblasStatus_t ddblas_check_engine(ddblasHandle_t handle, ddblasStatus_t status, const char *doing)
{
    if (status == DDBLAS_STATUS_SUCCESS)
        return status;
    const char *words = status == DDBLAS_STATUS_DEVICE_ERROR ? handle->backend->last_message() : ddblasGetStatusString(status);
    return ddblas_fail(handle, status, "%s: %s", doing, words);
}

const char *ddblasGetLastError(ddblasHandle_t handle)
{
    return handle && handle->magic == DDBLAS_MAGIC ? handle->last_error : thread_error;
}

int ddblasGetLastArgument(ddblasHandle_t handle) { return handle && handle->magic == DDBLAS_MAGIC ? handle->last_argument : 0; }
